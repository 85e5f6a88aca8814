"""``palimpseste attack fill-mask``: masked words that language models guess again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from palimpseste.document import Document
    from palimpseste.evaluation.scores import Hiding
    from palimpseste.leakage.holes import Beside
    from palimpseste.leakage.language_models import Guesser

__all__ = ["command"]


@click.command(name="fill-mask")
@click.argument("notes", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "models",
    metavar="NAME=FOLDER",
    multiple=True,
    required=True,
    help="A masked language model, a model of `train ner` or a decoder, and what to call it; repeat.",
)
@click.option(
    "--head", "heads", metavar="NAME=FOLDER", multiple=True, help="The language model whose head a model gets; repeat."
)
@click.option(
    "--adapters", "adapted", metavar="NAME=FOLDER", multiple=True, help="Of `train llm`, beside a decoder; repeat."
)
@click.option(
    "--released",
    type=click.Path(path_type=Path),
    help="The release of NOTES, with its spans: ask whether originals are likelier than the surrogates there, too.",
)
@click.option(
    "--annotated",
    type=click.Path(path_type=Path),
    help="NOTES annotated by hand, where their spans are those of detection: count what it missed apart.",
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
@click.option(
    "--beside",
    type=click.Choice(["masks", "tags"]),
    multiple=True,
    default=["masks"],
    show_default=True,
    help="What stands for the other values: masks, as the paper has it, or the tags of a release; repeat for both.",
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
    adapted: tuple[str, ...],
    released: Path | None,
    annotated: Path | None,
    output: Path,
    labels: str,
    view: str,
    masks: Literal["one", "pieces"],
    beside: tuple[Beside, ...],
    passes: int,
    decoys: int,
    bootstrap: int,
    progress: bool | None,
    **loading: Any,
) -> None:
    r"""Mask the annotated values of NOTES, which no MODEL has read, and count what each of them guesses again.

    The notes are annotated by hand, or by `palimpseste detect`: then what it missed is not asked for, and --annotated
    has it counted. OUTPUT gets fill-mask.md and fill-mask.csv, counts only, and goes on from there if it is
    interrupted. A decoder has no mask: it is asked what goes on from the words before a value, with tags for the
    others.

    \b
    palimpseste attack fill-mask unseen/ -o fill-mask/ --model A=camembert-base --model B=ner/
    """
    from palimpseste.training.requirements import require

    require("fill-mask")
    from palimpseste.corpus import read_documents
    from palimpseste.leakage.decoders import DecoderGuesser, is_decoder
    from palimpseste.leakage.fill_mask import FillMask
    from palimpseste.leakage.fill_mask_run import FillMaskRun
    from palimpseste.leakage.language_models import MaskGuesser
    from palimpseste.leakage.writing import write_fill_mask

    named, headed, with_adapters = _named("--model", models), _named("--head", heads), _named("--adapters", adapted)
    for option, given in (("--head", headed), ("--adapters", with_adapters)):
        if unknown := [name for name in given if name not in named]:
            raise UsageError(f"{option} {unknown[0]}=…: no --model is called so")
    ways = {
        way: FillMask(view=view, masks=masks, beside=way, passes=passes, decoys=decoys, seed=loading["seed"])
        for way in beside
    }
    read = partial(read_documents, notes, view=labels)
    of_release = partial(read_documents, released) if released else None
    bar = partial(with_bar, wanted=progress)
    run = FillMaskRun(read, output, ways, bootstrap, of_release, bar)
    missed = None
    if annotated:
        by_hand = read_documents(annotated, view=labels)
        missed = _missed_of(by_hand, read(), view=view, bootstrap=bootstrap, seed=loading["seed"])
    output.mkdir(parents=True, exist_ok=True)
    for name, folder in named.items():
        model: Guesser
        if is_decoder(folder):
            if name in headed:
                raise UsageError(f"{folder!r} writes; a head is given to models of `train ner` only")
            model = DecoderGuesser.load(
                folder, adapters=with_adapters.get(name), device=loading["device"], batch_size=loading["batch_size"]
            )
            run.ask_decoder(name, model)
        else:
            if name in with_adapters:
                raise UsageError(f"{folder!r} is no decoder; adapters stand beside decoders only")
            model = MaskGuesser.load(folder, head=headed.get(name), **loading)
            run.ask_masked(name, model)
        run.ask_in_place(name, model)
    click.echo(write_fill_mask(output, run.found, next(iter(ways.values())), run.in_place, missed), nl=False)


def _missed_of(by_hand: Iterable[Document], detected: Iterable[Document], **options: Any) -> dict[str, Hiding]:
    """Return what detection missed of annotated notes, by label of the view and in all."""
    from palimpseste.evaluation.evaluate import evaluate
    from palimpseste.leakage.fill_mask_table import ALL

    card = evaluate(by_hand, detected, **options).overall
    return {label: scores.hiding for label, scores in (*card.labels.items(), (ALL, card.micro))}


def _named(option: str, values: tuple[str, ...]) -> dict[str, str]:
    named = {}
    for value in values:
        name, sign, folder = value.partition("=")
        if not sign or not name or not folder or name in named or not name.isprintable() or "/" in name:
            raise UsageError(f"{option} takes NAME=FOLDER, each name once and without /, got {value!r}")
        named[name] = folder
    return named
