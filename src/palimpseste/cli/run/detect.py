"""``palimpseste detect``: the original text with what was found in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import (
    RunConsole,
    say_changes,
    say_kept_words,
    say_left_out,
    say_manifest,
    say_met,
    say_records,
    say_survey,
)
from palimpseste.cli.run.options import request_of, run_options
from palimpseste.cli.run.pdf_options import pdf_read_options
from palimpseste.configuration import Configuration
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.planning import plan_detection
from palimpseste.engines.run.run import run
from palimpseste.errors import DocumentError, UsageError
from palimpseste.report.doubtful import review_file_of, write_doubtful
from palimpseste.sources import changes_of

__all__ = ["command"]


@click.command(name="detect")
@run_options
@pdf_read_options
@click.option(
    "--review-below",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="P",
    help="List spans less probable than this, the most doubtful first, in OUTPUT.review.jsonl.",
)
def command(
    config_file: Path | None, dry_run: bool, progress: bool | None, review_below: float | None, **options: Any
) -> int:
    """Find what identifies people in INPUT; write documents with their spans as JSON lines.

    OUTPUT holds the original text: it is as sensitive as INPUT. The list of doubtful spans says where they are and what
    found them, and holds no text.
    """
    configuration = Configuration.read(config_file) if config_file else Configuration()
    say_kept_words(configuration.kept_words)
    request = request_of(configuration, options, None, config_file)
    plan, survey = plan_detection(request)
    review = _review_of(plan.target.path, options["force"]) if review_below is not None else None
    say_left_out(survey)
    if dry_run:
        say_changes(changes_of(request.inputs, [source.input for source in plan.sources]))
        say_survey(plan, survey)
        return 0
    say_records(survey)
    with RunConsole(survey, progress, is_resumable=plan.fingerprint is not None) as console:
        tally = run(plan, console)
    say_met(plan.sources)
    say_changes(changes_of(request.inputs, [source.input for source in plan.sources]))
    quarantine = quarantine_file_of(plan.target.path) if tally.quarantined and plan.target.path else None
    listed = None
    if review_below is not None and plan.target.path is not None:
        listed = f"{review}: {write_doubtful(plan.target.path, review_below):,} spans below {review_below:g}"
    say_manifest(tally, {"predictions": plan.target, "review": listed, "quarantine": quarantine})
    return DocumentError.exit_status if tally.quarantined else 0


def _review_of(predictions: Path | None, is_replaced: bool) -> Path:
    """Return where doubtful spans are listed, before any work is done."""
    if predictions is None:
        raise UsageError("--review-below lists spans in a file beside OUTPUT, which standard output has not: -o FILE")
    review = review_file_of(predictions)
    if review.exists() and not is_replaced:
        raise UsageError(f"{review} exists; --force replaces it")
    return review
