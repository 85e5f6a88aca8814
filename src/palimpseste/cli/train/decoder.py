"""``palimpseste train decoder``: texts in, a small language model out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import run_options, running_of, train_option_for

__all__ = ["command"]


@click.command(name="decoder")
@train_option_for("Notes or other texts, annotated or not, as of `train mlm`")
@run_options
@click.option("--vocabulary", type=int, default=8192, show_default=True, help="Most tokens.")
@click.option("--hidden-size", type=int, default=384, show_default=True, help="Width.")
@click.option("--layers", type=int, default=8, show_default=True, help="Of attention.")
@click.option("--heads", type=int, default=0, help="Of each layer.  [default: one in 64 columns]")
@click.option("--positions", type=int, default=4096, show_default=True, help="Tokens of a note and its response.")
@click.option(
    "--copied-share", type=float, default=0.5, show_default=True, help="Of the passages, to learn copying by."
)
@click.option("--drills", type=int, default=0, help="Steps that copy short sequences of tokens, before all others.")
@click.option(
    "--rotation-base",
    type=float,
    default=10_000.0,
    show_default=True,
    help="Of positions; 300 learns to copy a little sooner.",
)
@click.option("--language", default="fr", show_default=True, help="Of the instruction to copy: fr or en.")
@click.option(
    "--window-pieces", type=int, default=1024, show_default=True, help="Tokens of a row that is learned from."
)
@click.option("--epochs", type=int, help="Passes over the texts.  [default: 1]")
@click.option("--steps", type=int, help="Batches, instead of epochs.")
@click.option("--batch-size", type=int, default=16, show_default=True, help="Rows a batch.")
@click.option("--learning-rate", type=float, default=1e-3, show_default=True, help="Highest rate.")
@click.option(
    "--precision",
    type=click.Choice(["float32", "bfloat16"]),
    default="float32",
    show_default=True,
    help="Of the arithmetic.",
)
@click.option("--seed", type=int, default=42, show_default=True, help="Of the weights, and of everything drawn.")
def command(
    train_paths: tuple[Path, ...],
    output: Path,
    **options: Any,
) -> None:
    r"""Make a small decoder from texts: it learns a vocabulary, to go on with a text, and to copy one.

    For where no published language model can be fetched, or a tiny one is wanted. OUTPUT is what --decoder of `train
    llm` takes. Resumes like `train ner`.

    \b
    palimpseste train decoder --train french.txt --train notes/ -o small/
    palimpseste train decoder --train notes.jsonl --hidden-size 64 --layers 2 --steps 200 -o tiny/
    """
    from palimpseste.training.encoder.texts import texts_of
    from palimpseste.training.requirements import require

    require("training")
    from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder

    runs = running_of(options)
    given = {name: value for name, value in options.items() if value is not None}
    settings = SmallDecoderSettings().changed(**given)
    texts = [note.text for note in texts_of(train_paths)]
    with runs as running:
        perplexity = make_small_decoder(texts, output, settings, running)
    click.echo(f"perplexity {perplexity:.2f}")
    say(f"decoder written to {output}")
