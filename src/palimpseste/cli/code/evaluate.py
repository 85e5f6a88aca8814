"""``palimpseste code evaluate``: predicted codes measured against those stays have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.code.options import (
    FILE,
    column_options,
    descriptions_of,
    device_option,
    meanings_option,
    stays_of,
)
from palimpseste.cli.pages import write_page
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.coding.predictions import Prediction

__all__ = ["command"]


@click.command(name="evaluate")
@click.argument("stays", type=FILE, nargs=-1, required=True)
@click.option("--model", type=click.Path(path_type=Path, file_okay=False), help="Folder of the model to measure.")
@click.option("--predictions", "predictions_file", type=FILE, help="Or: codes that were predicted, by whatever system.")
@click.option("--split", default="", help="Only the stays of this split.")
@click.option(
    "--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Samples behind intervals."
)
@click.option("--json", "json_file", type=FILE, help="Write all figures as JSON.")
@click.option("--html", "html_file", type=FILE, help="Write a page with figures; it holds no text.")
@column_options
@meanings_option
@device_option
def command(
    stays: tuple[Path, ...],
    model: Path | None,
    predictions_file: Path | None,
    split: str,
    bootstrap: int,
    json_file: Path | None,
    html_file: Path | None,
    descriptions_file: Path | None,
    device: str,
    **options: Any,
) -> None:
    """Measure predicted codes against those of STAYS: precision, recall, F1, by frequency and chapter, with intervals.

    Frequencies are those a model was trained on: predictions from a file have no frequency bands.
    """
    if (model is None) == (predictions_file is None):
        raise UsageError("either --model or --predictions")
    meanings = descriptions_of(descriptions_file)
    gold = stays_of(stays, options, split=split)
    known: Mapping[str, int] | None = None
    found: Iterable[Prediction]
    if model is not None:
        from palimpseste.training.requirements import require

        require("prediction")
        from palimpseste.coding.coder import Coder

        coder = Coder.load(model, device=device)
        known, found = coder.space.stays, coder.predict(gold)
    else:
        from palimpseste.coding.predictions import read_predictions

        found = read_predictions(predictions_file)  # type: ignore[arg-type] # given, as no model is

    from rich.console import Console

    from palimpseste.coding.measures.evaluate import evaluate_codes
    from palimpseste.coding.measures.page import evaluation_page
    from palimpseste.coding.measures.terminal import coding_tables_of

    evaluation = evaluate_codes(gold, found, training_stays=known, bootstrap=bootstrap)
    for table in coding_tables_of(evaluation):
        Console().print(table)
    if json_file:
        write_page(json_file, evaluation.to_json() + "\n")
    if html_file:
        write_page(html_file, evaluation_page(evaluation, meanings))
