"""``palimpseste train search``: which epochs, length and batch size suit one's own notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import (
    dev_option,
    numbers,
    run_options,
    running_of,
    setting_options,
    settings_of,
    train_and_dev,
    train_option,
)

__all__ = ["command"]


@click.command(name="search")
@train_option
@dev_option
@click.option("--trials", type=click.IntRange(min=1), default=20, show_default=True, help="Models to train.")
@click.option(
    "--search-epochs", type=(int, int), default=(5, 30), show_default=True, metavar="FEWEST MOST", help="To try."
)
@click.option(
    "--search-lengths", default="64,128,256,512", show_default=True, help="Sub-words of a window to try, with commas."
)
@click.option(
    "--search-batch-sizes", default="8,16,32,64", show_default=True, help="Windows a batch to try, with commas."
)
@run_options
@setting_options
def command(
    train_paths: tuple[Path, ...],
    dev_paths: tuple[Path, ...],
    trials: int,
    search_epochs: tuple[int, int],
    search_lengths: str,
    search_batch_sizes: str,
    output: Path,
    recipe: str,
    **options: Any,
) -> None:
    """Search epochs, maximum length and batch size by Optuna; --metric on the dev notes is raised.

    OUTPUT/best.toml is a recipe for `train ner --recipe`. Resumes at the trial, and the step, it was at.
    """
    from palimpseste.training.requirements import require

    settings = settings_of(recipe, options)
    lengths, batch_sizes = (
        numbers("--search-lengths", search_lengths),
        numbers("--search-batch-sizes", search_batch_sizes),
    )
    require("the search", ("torch", "transformers", "safetensors", "optuna"))
    train, dev = train_and_dev(train_paths, dev_paths, settings.seed)

    from palimpseste.training.compare.search import SearchSpace, search

    space = SearchSpace(search_epochs, lengths, batch_sizes)
    with running_of(options) as running:
        report = search(train, dev, settings, space, output, running, trials=trials)
    click.echo(report)
    say(f"best settings written to {output / 'best.toml'}, the best model to {output / 'model'}")
