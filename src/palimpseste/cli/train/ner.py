"""``palimpseste train ner``: annotated notes in, a model's folder out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import (
    dev_option,
    mixing_options,
    privacy_of,
    privacy_said,
    private_options,
    run_options,
    running_of,
    setting_options,
    settings_of,
    train_and_dev,
    train_option,
)

__all__ = ["command"]


@click.command(name="ner")
@train_option
@mixing_options
@dev_option
@run_options
@click.option("--export/--no-export", default=True, show_default=True, help="Write ONNX files at the end.")
@private_options
@setting_options
def command(
    train_paths: tuple[Path, ...],
    mixed_paths: tuple[Path, ...],
    mixed_share: float,
    dev_paths: tuple[Path, ...],
    output: Path,
    export: bool,
    recipe: str,
    **options: Any,
) -> None:
    """Fine-tune an encoder on annotated notes.

    An interrupted training goes on from its last checkpoint when its command is repeated, and ends with the same
    weights. OUTPUT is what `palimpseste deid --model OUTPUT` uses. With --private the weights say at most so much of
    any patient of the notes (not of those for development), and an interrupted training ends with others.
    """
    from palimpseste.training.requirements import require

    runs, privacy = running_of(options), privacy_of(options)
    settings = settings_of(recipe, options)
    require("training")
    train, dev = train_and_dev(train_paths, dev_paths, settings.seed, mixed_paths, mixed_share)

    from rich.console import Console

    from palimpseste.detection.neural.encoder.folder import TaggerCard
    from palimpseste.evaluation.terminal import tables_of
    from palimpseste.training.encoder.ner import train_ner

    with runs as running:
        evaluation = train_ner(train, dev, settings, output, running, privacy=privacy)
    for table in tables_of(evaluation):
        Console().print(table)
    say(f"model written to {output}")
    privacy_said(TaggerCard.read(output).privacy)
    if export:
        from palimpseste.training.encoder.export import export as export_model

        difference = export_model(output)
        say(f"exported to ONNX, float32 and int8; float32 and torch differ by {difference:.1e} at most")
