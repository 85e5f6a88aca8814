"""``palimpseste attack fill-mask``: masked words that language models guess again."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

if TYPE_CHECKING:
    from palimpseste.leakage.fill_mask_table import FillMaskScores
    from palimpseste.leakage.in_place import Preferred

__all__ = ["command"]


@click.command(name="fill-mask")
@click.argument("notes", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "models",
    metavar="NAME=FOLDER",
    multiple=True,
    required=True,
    help="A masked language model or a model of `train ner`, and what to call it; repeat.",
)
@click.option(
    "--head", "heads", metavar="NAME=FOLDER", multiple=True, help="The language model whose head a model gets; repeat."
)
@click.option(
    "--released",
    type=click.Path(path_type=Path),
    help="The release of NOTES, with its spans: ask whether originals are likelier than the surrogates there, too.",
)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--labels", type=click.Choice(list(VIEWS)), default="canonical", help="Label set NOTES are in.")
@click.option("--view", type=click.Choice(list(VIEWS)), default="hcl", show_default=True, help="Labels counted under.")
@click.option(
    "--masks",
    type=click.Choice(["one", "pieces"]),
    default="pieces",
    show_default=True,
    help="One mask a word, as the paper has it, or one for each of its sub-words.",
)
@click.option("--passes", type=click.IntRange(min=1), default=3, show_default=True, help="1 in the paper.")
@click.option("--decoys", type=click.IntRange(min=1), default=99, show_default=True, help="Beside each value.")
@click.option("--device", default="auto", show_default=True, help="auto, cpu, cuda or cuda:N.")
@click.option("--batch-size", type=click.IntRange(min=1), default=8, show_default=True, help="Windows at once.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Behind intervals.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of decoys and drawn heads.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    notes: Path,
    models: tuple[str, ...],
    heads: tuple[str, ...],
    released: Path | None,
    output: Path,
    labels: str,
    view: str,
    masks: Literal["one", "pieces"],
    passes: int,
    decoys: int,
    bootstrap: int,
    progress: bool | None,
    **loading: Any,
) -> None:
    r"""Mask the annotated values of NOTES, which no MODEL has read, and count what each of them guesses again.

    The notes are annotated by hand, or by `palimpseste detect`: then what it missed is not asked for. OUTPUT gets
    fill-mask.md and fill-mask.csv, counts only, and goes on from there if it is interrupted.

    \b
    palimpseste attack fill-mask unseen/ -o fill-mask/ --model A=camembert-base --model B=ner/
    """
    from palimpseste.training.requirements import require

    require("fill-mask")
    from palimpseste.corpus import read_documents
    from palimpseste.leakage.fill_mask import FillMask
    from palimpseste.leakage.fill_mask_table import fill_mask_scores
    from palimpseste.leakage.in_place import InPlace, pairs_of, preferred
    from palimpseste.leakage.kept_counts import kept_counts
    from palimpseste.leakage.language_models import MaskGuesser
    from palimpseste.leakage.writing import write_fill_mask
    from palimpseste.training.run.workplace import digest_of

    named, headed = _named("--model", models), _named("--head", heads)
    if unknown := [name for name in headed if name not in named]:
        raise UsageError(f"--head {unknown[0]}=…: no --model is called so")
    attack = FillMask(view=view, masks=masks, passes=passes, decoys=decoys, seed=loading["seed"])
    read = partial(read_documents, notes, view=labels)
    total = sum(1 for _ in read())
    of_release = partial(read_documents, released) if released else None
    request = {**asdict(attack), "notes": digest_of(read())}
    output.mkdir(parents=True, exist_ok=True)
    found: dict[str, FillMaskScores] = {}
    in_place: dict[str, list[Preferred]] = {}
    for name, folder in named.items():
        model = MaskGuesser.load(folder, head=headed.get(name), **loading)
        candidates = None
        if attack.masks == "pieces":
            candidates = attack.candidates(model, with_bar(read(), total, f"candidates, {name}", progress))
        kept = kept_counts(
            output / f"counts-{name}.jsonl",
            {**request, "model": model.digest},
            partial(attack.counts, model, read, candidates),
        )
        counts = list(with_bar(kept, total, f"notes, {name}", progress))
        shown = tuple(dict.fromkeys(VIEWS[view].values()))
        found[name] = fill_mask_scores(counts, shown, passes, bootstrap=bootstrap, seed=loading["seed"])
        if of_release:
            asked, pairs = InPlace(view=view), partial(pairs_of, read, of_release)
            kept = kept_counts(
                output / f"in-place-{name}.jsonl",
                {**asdict(asked), "notes": request["notes"], "release": digest_of(of_release()), "model": model.digest},
                partial(asked.counts, model, pairs),
            )
            counts = list(with_bar(kept, sum(1 for _ in of_release()), f"surrogates, {name}", progress))
            in_place[name] = preferred(counts, shown, bootstrap=bootstrap, seed=loading["seed"])
    click.echo(write_fill_mask(output, found, attack, in_place), nl=False)


def _named(option: str, values: tuple[str, ...]) -> dict[str, str]:
    named = {}
    for value in values:
        name, sign, folder = value.partition("=")
        if not sign or not name or not folder or name in named or not name.isprintable() or "/" in name:
            raise UsageError(f"{option} takes NAME=FOLDER, each name once and without /, got {value!r}")
        named[name] = folder
    return named
