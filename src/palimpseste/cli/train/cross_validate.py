"""``palimpseste train cross-validate``: how good a recipe is on one's own notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import (
    documents_of,
    run_options,
    running_of,
    setting_options,
    settings_of,
    train_option,
)

__all__ = ["command"]


@click.command(name="cross-validate")
@train_option
@click.option("--folds", type=click.IntRange(min=2), default=10, show_default=True, help="How many.")
@click.option("--keep-models", is_flag=True, help="Keep the model of each fold.")
@run_options
@setting_options
def command(
    train_paths: tuple[Path, ...],
    folds: int,
    keep_models: bool,
    output: Path,
    recipe: str,
    **options: Any,
) -> None:
    """Train and measure once a fold; no patient is in two folds. Mean ± deviation of each label.

    Resumes like `train ner`, at the fold it was at.
    """
    from palimpseste.training.requirements import require

    settings = settings_of(recipe, options)
    require("training")
    documents = documents_of(train_paths)

    from palimpseste.training.compare.cross_validation import cross_validate

    with running_of(options) as running:
        report = cross_validate(documents, settings, output, running, folds=folds, keeps_models=keep_models)
    click.echo(report)
    say(f"report written to {output / 'report.md'}")
