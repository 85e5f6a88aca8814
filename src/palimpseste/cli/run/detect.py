"""``palimpseste detect``: the original text with what was found in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.console import RunConsole, say, say_manifest, say_records, say_survey
from palimpseste.cli.run.options import request_of, run_options
from palimpseste.cli.run.pdf_options import pdf_read_options
from palimpseste.configuration import Configuration
from palimpseste.engines.output import quarantine_file_of
from palimpseste.engines.planning import plan_detection
from palimpseste.engines.run import run
from palimpseste.errors import DocumentError

__all__ = ["command"]


@click.command(name="detect")
@run_options
@pdf_read_options
def command(config_file: Path | None, dry_run: bool, progress: bool | None, **options: Any) -> int:
    """Find what identifies people in INPUT; write documents with their spans as JSON lines.

    OUTPUT holds the original text: it is as sensitive as INPUT.
    """
    configuration = Configuration.read(config_file) if config_file else Configuration()
    plan, survey = plan_detection(request_of(configuration, options, quarantine=None))
    if survey.dropped:
        say(f"columns not written: {survey.dropped} (--keep-column keeps any that is not of the record)")
    if dry_run:
        say_survey(plan, survey)
        return 0
    say_records(survey)
    with RunConsole(survey, progress, is_resumable=plan.fingerprint is not None) as console:
        tally = run(plan, console)
    quarantine = quarantine_file_of(plan.target.path) if tally.quarantined and plan.target.path else None
    say_manifest(tally, {"predictions": plan.target, "quarantine": quarantine})
    return DocumentError.exit_status if tally.quarantined else 0
