"""``palimpseste train compact``: annotated notes in, a model of the bundled kind out."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.cli.console import say
from palimpseste.cli.train_console import TrainingConsole

__all__ = ["command"]

_PATH = click.Path(path_type=Path, exists=True)


@click.command(name="compact")
@click.argument("inputs", metavar="NOTES...", nargs=-1, required=True, type=_PATH)
@click.option("--split", "split_file", type=_PATH, help="Table of documents and splits.  [default: drawn by patient]")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--copies", type=click.IntRange(min=0), default=20, show_default=True, help="Synthetic, of each note.")
@click.option("--lists", type=_PATH, help="Folder of larger lists of names and streets, for the copies.")
@click.option("--carriers", multiple=True, type=_PATH, help="Real prose, for the copies; repeat.")
@click.option("--steps", type=click.IntRange(min=1), default=4500, show_default=True, help="Of training.")
@click.option(
    "--half",
    type=click.IntRange(0, 1),
    help="Train one network on this half of the notes and tell what each rule changes on the other.",
)
@click.option(
    "--start",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Folder of a compact model to go on from, or 'bundled'; repeat to have the networks of several, as of two "
    "halves, side by side.  [default: weights drawn by chance]",
)
@click.option(
    "--learning-rate",
    type=click.FloatRange(0, min_open=True),
    default=3e-3,
    show_default=True,
    help="Lower with --start: what was learned should not be lost.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--aim",
    "aimed",
    type=(click.Choice(["f1", "redacted", "fully-redacted", "over-redaction"]), click.FloatRange(0, 1)),
    multiple=True,
    help="What the default threshold is to reach on the development notes, as 'redacted 0.995'; repeat. It is the one "
    "that reaches all aims most surely.  [default: f1 0.97, redacted 0.99, fully-redacted 0.8, over-redaction 0.01]",
)
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    inputs: tuple[Path, ...],
    split_file: Path | None,
    output: Path,
    copies: int,
    lists: Path | None,
    carriers: tuple[Path, ...],
    steps: int,
    half: int | None,
    start: tuple[Path, ...],
    learning_rate: float,
    seed: int,
    aimed: tuple[tuple[str, float], ...],
    progress: bool | None,
) -> None:
    """Train a compact model from scratch on annotated NOTES; no encoder is needed, nor a GPU.

    An interrupted training goes on when its command is repeated, and ends with the same weights.
    OUTPUT is what `palimpseste deid --model OUTPUT` uses.
    """
    from palimpseste.corpus import read_documents
    from palimpseste.corpus.splits import read_splits, split_documents
    from palimpseste.detection.neural.compact.settings import BUNDLED
    from palimpseste.training.requirements import require

    require("training")
    from palimpseste.training.compact.build import Copying, build
    from palimpseste.training.compact.calibration import Aims
    from palimpseste.training.compact.trainer import CompactPace
    from palimpseste.training.folds import dev_split

    documents = [document for path in inputs for document in read_documents(path)]
    if split_file:
        splits = split_documents(documents, read_splits(split_file))
        train, dev = splits["train"], splits["dev"]
    else:
        train, dev = dev_split(documents, seed)
    with TrainingConsole(progress) as console:
        settings = build(
            train,
            dev,
            output,
            pace=CompactPace(steps=steps, learning_rate=learning_rate, seed=seed),
            copying=Copying(copies=copies, lists=lists, carriers=carriers),
            aims=Aims(**{name.replace("-", "_"): share for name, share in aimed}),
            half=half,
            start=[BUNDLED if folder == Path("bundled") else folder for folder in start],
            progress=console,
        )
    say(f"model written to {output}; default threshold {settings.threshold:g}; on the development notes:")
    for point in settings.operating_points:
        say(
            f"  threshold {point.threshold:<5g}  redacted {point.redacted:.4f}  fully {point.fully_redacted:.3f}"
            f"  F1 {point.f1:.4f}  over-redaction {point.over_redaction:.4f}"
        )
