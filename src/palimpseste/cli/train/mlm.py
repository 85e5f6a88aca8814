"""``palimpseste train mlm``: an encoder reads a warehouse's notes before it is fine-tuned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import pace_options, run_options, running_of, train_option_for
from palimpseste.errors import UsageError
from palimpseste.training.run.pace import Pace

if TYPE_CHECKING:
    from palimpseste.document import Document

__all__ = ["command"]


@click.command(name="mlm")
@train_option_for(
    "Notes, annotated or not: text files, folders (BRAT too), JSON lines (of coded stays too), CSV, Parquet, .notes"
)
@click.option(
    "--held-out",
    "held_out_paths",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Notes to measure on; without, a tenth of the patients of --train are held out.",
)
@run_options
@click.option("--mask-share", type=float, help="Share of the sub-words to guess.  [default: 0.15]")
@pace_options(Pace)
def command(
    train_paths: tuple[Path, ...],
    held_out_paths: tuple[Path, ...],
    output: Path,
    **options: Any,
) -> None:
    """Pre-train an encoder on notes by masking whole words; --epochs 3 unless told otherwise.

    OUTPUT is what --encoder of the other trainings takes. Resumes like `train ner`.
    """
    from palimpseste.training.compare.folds import dev_split
    from palimpseste.training.encoder.texts import texts_of
    from palimpseste.training.requirements import require

    runs = running_of(options)
    require("training")
    given = {name: value for name, value in options.items() if value is not None}
    train: list[Document] = list(texts_of(train_paths))
    if not train:
        raise UsageError(f"{', '.join(map(str, train_paths))}: no note")
    if held_out_paths:
        held_out = list(texts_of(held_out_paths))
    else:
        train, held_out = dev_split(train, given.get("seed", Pace.__dataclass_fields__["seed"].default))
    say(f"{len(train)} notes to read, {len(held_out)} to measure on")

    from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm

    settings = MaskingSettings().changed(**given)
    with runs as running:
        found = train_mlm(train, held_out, settings, output, running)
    click.echo(f"perplexity {found.before:.2f} before, {found.after:.2f} after")
    say(f"encoder written to {output}")
