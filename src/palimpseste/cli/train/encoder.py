"""``palimpseste train encoder``: texts in, a small encoder out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import train_option_for
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings

__all__ = ["command"]

_USUAL = SmallEncoderSettings()


@click.command(name="encoder")
@train_option_for("Notes, annotated or not, as of `train mlm`, or coded stays of JSON lines")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write."
)
@click.option("--vocabulary", type=int, default=_USUAL.vocabulary, show_default=True, help="Most sub-words.")
@click.option("--hidden-size", type=int, default=_USUAL.hidden_size, show_default=True, help="Width.")
@click.option("--layers", type=int, default=_USUAL.layers, show_default=True, help="Of attention.")
@click.option("--heads", type=int, default=_USUAL.heads, help="Of each layer.  [default: one in 32 columns]")
@click.option("--positions", type=int, default=_USUAL.positions, show_default=True, help="Sub-words of a window.")
@click.option("--hidden-dropout", type=float, default=_USUAL.hidden_dropout, show_default=True, help="In training.")
@click.option("--seed", type=int, default=_USUAL.seed, show_default=True, help="Of the weights.")
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
def command(train_paths: tuple[Path, ...], output: Path, force: bool, **options: Any) -> None:
    """Make a small encoder from texts: its vocabulary is learned, its weights are drawn.

    For where no published encoder can be fetched, or a tiny one is wanted. OUTPUT is what --encoder of `train mlm`,
    `train ner` and `code train` takes.
    """
    from palimpseste.training.encoder.texts import texts_of
    from palimpseste.training.requirements import require

    require("training")
    from palimpseste.training.encoder.small_encoder import make_small_encoder

    settings = SmallEncoderSettings(**options)
    pieces = make_small_encoder((note.text for note in texts_of(train_paths)), output, settings, force=force)
    say(f"vocabulary of {pieces:,} sub-words; encoder written to {output}")
