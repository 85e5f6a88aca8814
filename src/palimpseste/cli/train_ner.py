"""``palimpseste train ner``: annotated notes in, a model's folder out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.console import say
from palimpseste.cli.train_console import TrainingConsole
from palimpseste.cli.train_options import documents_of, run_options, setting_options, settings_of, train_option

__all__ = ["command"]


@click.command(name="ner")
@train_option
@click.option(
    "--dev",
    "dev_paths",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Annotated notes to measure on; without, a tenth of the patients of --train are held out.",
)
@run_options
@click.option("--export/--no-export", default=True, show_default=True, help="Write ONNX files at the end.")
@setting_options
def command(
    train_paths: tuple[Path, ...],
    dev_paths: tuple[Path, ...],
    output: Path,
    device: str,
    force: bool,
    restart: bool,
    progress: bool | None,
    export: bool,
    recipe: str,
    **options: Any,
) -> None:
    """Fine-tune an encoder on annotated notes.

    An interrupted training goes on from its last checkpoint when its command is repeated, and ends with the same
    weights. OUTPUT is what `palimpseste deid --model OUTPUT` uses.
    """
    from palimpseste.training.folds import dev_split
    from palimpseste.training.requirements import require

    settings = settings_of(recipe, options)
    require("training")
    train = documents_of(train_paths)
    if dev_paths:
        dev = documents_of(dev_paths)
    else:
        train, dev = dev_split(train, settings.seed)
    say(f"{len(train)} notes to train on, {len(dev)} to measure on")

    from rich.console import Console

    from palimpseste.evaluation.terminal import tables_of
    from palimpseste.training.ner import train_ner

    with TrainingConsole(progress) as console:
        evaluation = train_ner(
            train, dev, settings, output, device=device, restart=restart, force=force, progress=console
        )
    for table in tables_of(evaluation):
        Console().print(table)
    say(f"model written to {output}")
    if export:
        from palimpseste.training.export import export as export_model

        difference = export_model(output)
        say(f"exported to ONNX, float32 and int8; float32 and torch differ by {difference:.1e} at most")
