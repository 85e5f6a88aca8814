"""``palimpseste train compact``: annotated notes in, a model of the bundled kind out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.console import TrainingConsole
from palimpseste.cli.train.options import (
    mixed_documents_of,
    mixing_options,
    privacy_of,
    privacy_said,
    private_options,
)
from palimpseste.errors import UsageError

__all__ = ["command"]

_PATH = click.Path(path_type=Path, exists=True)


@click.command(name="compact")
@click.argument("inputs", metavar="NOTES...", nargs=-1, required=True, type=_PATH)
@mixing_options
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
    "--halfway",
    "is_halfway",
    is_flag=True,
    help="Keep the weights halfway between those of --start and those learned from there, which err less than either "
    "where both do well.",
)
@click.option(
    "--learning-rate",
    type=click.FloatRange(0, min_open=True),
    default=3e-3,
    show_default=True,
    help="Lower with --start: what was learned should not be lost.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the weights, and of everything drawn.")
@click.option(
    "--over-redaction",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    help="The default threshold masks at most this share of the other tokens of the development notes.",
)
@click.option(
    "--canaries",
    "canary_number",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Put made-up values among the training notes, so many inserted 1, 4 and 16 times, to be looked for by `attack "
    "memory`: for measuring, not for use.",
)
@private_options
@click.option(
    "--private-patients",
    type=click.IntRange(min=1),
    default=64,
    show_default=True,
    help="That take part in a step of --private, on average.",
)
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    inputs: tuple[Path, ...],
    mixed_paths: tuple[Path, ...],
    mixed_share: float,
    split_file: Path | None,
    output: Path,
    copies: int,
    lists: Path | None,
    carriers: tuple[Path, ...],
    steps: int,
    half: int | None,
    start: tuple[Path, ...],
    is_halfway: bool,
    learning_rate: float,
    seed: int,
    over_redaction: float,
    canary_number: int,
    progress: bool | None,
    **private: Any,
) -> None:
    """Train a compact model from scratch on annotated NOTES; no encoder is needed, nor a GPU.

    An interrupted training goes on when its command is repeated, and ends with the same weights.
    OUTPUT is what `palimpseste deid --model OUTPUT` uses. With --private the weights say at most so much of any patient
    of the notes (not of those for development); it learns from the notes alone, without copies, keeps the table of
    vectors that it began with (--start bundled), and interrupted it ends with other weights.
    """
    from palimpseste.corpus.splits import read_splits, split_documents
    from palimpseste.detection.neural.compact.settings import BUNDLED
    from palimpseste.training.requirements import require

    require("training")
    from palimpseste.training.compact.build import Copying, build
    from palimpseste.training.compact.trainer import CompactPace
    from palimpseste.training.compare.folds import dev_split

    privacy = privacy_of(private)
    documents = mixed_documents_of(inputs, mixed_paths, mixed_share, seed)
    if split_file:
        splits = split_documents(documents, read_splits(split_file))
        train, dev = splits["train"], splits["dev"]
    else:
        train, dev = dev_split(documents, seed)
    canaries = None
    if canary_number:
        from palimpseste.leakage.memory.canaries import Canaries

        if half is not None:
            raise UsageError("--canaries with --half would leave half of them out: train without one of the two")
        canaries = Canaries(number=canary_number, seed=seed)
        train = [*train, *canaries.documents()]
    with TrainingConsole(progress) as console:
        settings = build(
            train,
            dev,
            output,
            pace=CompactPace(steps=steps, learning_rate=learning_rate, seed=seed, is_halfway=is_halfway),
            copying=Copying(copies=copies, lists=lists, carriers=carriers),
            most_over_redaction=over_redaction,
            half=half,
            start=[BUNDLED if folder == Path("bundled") else folder for folder in start],
            progress=console,
            privacy=privacy,
        )
    if canaries is not None:
        canaries.write(output)
    privacy_said(settings.privacy)
    say(f"model written to {output}; default threshold {settings.threshold:g}; on the development notes:")
    for point in settings.operating_points:
        say(
            f"  threshold {point.threshold:<5g}  redacted {point.redacted:.4f}  fully {point.fully_redacted:.3f}"
            f"  F1 {point.f1:.4f}  over-redaction {point.over_redaction:.4f}"
        )
