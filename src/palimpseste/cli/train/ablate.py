"""``palimpseste train ablate``: what notes, types, encoders and rules are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import (
    dev_option,
    documents_of,
    numbers,
    run_options,
    running_of,
    setting_options,
    settings_of,
    train_and_dev,
    train_option,
)

__all__ = ["command"]


@click.command(name="ablate")
@train_option
@dev_option
@click.option(
    "--test",
    "test_paths",
    type=click.Path(path_type=Path),
    multiple=True,
    required=True,
    help="Annotated notes everything is measured on; repeat.",
)
@click.option("--sizes", default="", metavar="N,N,...", help="Train on so many notes, for a curve.")
@click.option("--without-type", "types", multiple=True, metavar="TYPE", help="Train without a document type; repeat.")
@click.option("--compare-encoder", "encoders", multiple=True, metavar="NAME", help="Train another encoder; repeat.")
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Trainings of each kind, each with another seed: means, deviations, and a t-test of what differs.",
)
@run_options
@setting_options
def command(
    train_paths: tuple[Path, ...],
    dev_paths: tuple[Path, ...],
    test_paths: tuple[Path, ...],
    sizes: str,
    types: tuple[str, ...],
    encoders: tuple[str, ...],
    repeats: int,
    output: Path,
    recipe: str,
    **options: Any,
) -> None:
    """Train on fewer notes, without a type, with other encoders; measure all alone and with the rules.

    OUTPUT gets report.md, its figures and results.json. Resumes at the training, and the step, it was at.
    """
    from palimpseste.training.requirements import require

    settings = settings_of(recipe, options)
    chosen_sizes = numbers("--sizes", sizes) if sizes else ()
    require("training")
    train, dev = train_and_dev(train_paths, dev_paths, settings.seed)

    from palimpseste.training.compare.ablation import Comparisons, ablate
    from palimpseste.training.compare.folds import Sets

    sets = Sets(train, dev, documents_of(test_paths))
    comparisons = Comparisons(chosen_sizes, types, encoders, repeats)
    with running_of(options) as running:
        report = ablate(sets, settings, comparisons, output, running)
    click.echo(report)
    say(f"report written to {output / 'report.md'}")
