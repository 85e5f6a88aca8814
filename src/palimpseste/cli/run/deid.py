"""``palimpseste deid``: notes in, de-identified notes and a report out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.cohort_options import ChosenCohort, chosen_cohort, cohort_options
from palimpseste.cli.run.console import (
    RunConsole,
    say,
    say_changes,
    say_kept_words,
    say_left_out,
    say_manifest,
    say_met,
    say_records,
)
from palimpseste.cli.run.jobs import Job, file_job, table_job
from palimpseste.cli.run.options import FILE, request_of, run_options
from palimpseste.cli.run.pdf_options import pdf_output_options, pdf_read_options
from palimpseste.cli.run.policy_options import policy_of, policy_options
from palimpseste.cli.run.spark_options import cluster_of, spark_options
from palimpseste.configuration import Configuration
from palimpseste.deidentifier import DetectorChoice
from palimpseste.engines.run.planning import Request
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import DocumentError, UsageError
from palimpseste.omop import is_omop
from palimpseste.sources import Changes
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["command"]


@click.command(name="deid")
@run_options
@pdf_read_options
@pdf_output_options
@policy_options
@cohort_options
@spark_options
@click.option("--report", type=click.Path(path_type=Path, file_okay=False), help="Folder for report.html and .json.")
@click.option(
    "--shift-structured-dates", is_flag=True, help="OMOP: write the patients' other tables too, with shifted dates."
)
@click.option(
    "--least-k",
    type=click.IntRange(min=2),
    metavar="K",
    help="Say less of what makes a patient alone until K people fit, else refuse the document.",
)
@click.option(
    "--plan-dates/--no-plan-dates",
    "plans_dates",
    default=True,
    help="Read the dates of patients with several documents first, so that a date is the same in all.",
)
@click.option("--watch-store", type=FILE, help="Add the run's counts to this file, for 'palimpseste watch'.")
def command(
    config_file: Path | None,
    report: Path | None,
    shift_structured_dates: bool,
    least_k: int | None,
    plans_dates: bool,
    watch_store: Path | None,
    dry_run: bool,
    progress: bool | None,
    **options: Any,
) -> int:
    """De-identify INPUT: text files, folders, JSON lines, CSV, Parquet, PDF, FHIR lines (.ndjson), OMOP tables, or '-'.

    '-' is standard input, read as JSON lines unless --format says text.
    OMOP tables have addresses: omop+duckdb:FILE?schema=NAME, omop+postgresql://USER@HOST/DATABASE?schema=NAME.

    Results keep names and structure; a .jsonl OUTPUT takes JSON lines from any input.
    The patient's record and further columns are not written, unless --keep-column names them.
    A run that was interrupted goes on where it was when its command is repeated.
    Exit status: 0 all done, 2 wrong use, 3 some documents in quarantine.
    """
    configuration = Configuration.read(config_file) if config_file else Configuration()
    policy = policy_of(configuration, options)
    cohort = chosen_cohort(options, configuration)
    quarantine = report / "quarantine.jsonl" if report and options["output"] == "-" else None
    cluster = cluster_of(configuration, options, cohort)
    request = replace(
        request_of(configuration, options, quarantine, config_file),
        cluster=cluster,
        least_k=least_k or 0,
        plans_dates=plans_dates,
    )
    make_job: Callable[[Request, Policy, ChosenCohort], AbstractContextManager[Job]] = file_job
    if any(map(is_omop, (*request.inputs, request.output))):
        _check_for_tables(request)
        # Tables keep intervals to the day, and notes agree with them.
        policy = policy.with_exact_days() if shift_structured_dates else policy
        make_job = partial(table_job, mapping=configuration.omop, shifts_tables=shift_structured_dates)
    elif shift_structured_dates:
        raise UsageError("--shift-structured-dates is for OMOP tables")
    say_kept_words(request.detectors.kept_words)
    with make_job(request, policy, cohort) as job:
        say_left_out(job.survey, request.columns.kept)
        if request.pdf.keeps_images:
            say("pictures stay in new PDF files as they are: a label, a letter or a face in one is released")
        if job.warning:
            say(f"warning: {job.warning}")
        if dry_run:
            say_changes(job.changes())
            job.say_survey()
            return 0
        if report is not None:
            from palimpseste.report import require_writable

            require_writable(report)
        say_records(job.survey)
        append_to_store = _appender(watch_store or configuration.watch_store, policy, request.detectors)
        cohort.begin(may_be_retired=options["use_retired"] or job.is_begun())
        if not cohort.is_repeatable:
            say("no key given: one is made for this run and forgotten, so the run can be neither repeated nor resumed")

        changes = Changes()

        def write_report_of(tally: Tally) -> None:
            nonlocal changes
            changes = job.changes()
            if report is not None:
                _write_report(report, tally, policy, cohort, request, job, changes)
            append_to_store(tally)

        with RunConsole(job.survey, progress, is_resumable=job.is_resumable) as console:
            tally = job.run(console, write_report_of)
    say_met(job.sources)
    say_changes(changes)
    places = {
        "policy": f"{policy.name}, cohort {cohort.name}",
        "results": job.results,
        "quarantine": job.quarantine if tally.quarantined else None,
        "report": report / "report.html" if report else None,
    }
    say_manifest(tally, places, policy.kept)
    return DocumentError.exit_status if tally.quarantined else 0


def _check_for_tables(request: Request) -> None:
    """Refuse what is for files alone."""
    if request.cluster is not None:
        raise UsageError("--engine spark reads files; for tables there is palimpseste.spark.deidentify")
    if request.least_k:
        raise UsageError("--least-k is for files, not for tables")


def _write_report(
    folder: Path,
    tally: Tally,
    policy: Policy,
    cohort: ChosenCohort,
    request: Request,
    job: Job,
    changes: Changes,
) -> None:
    """Write what a run did into a folder."""
    from palimpseste.report import RunFacts, operation_of, write_report

    facts = RunFacts(
        tally,
        policy,
        cohort.name,
        request.detectors.described,
        request.workers,
        is_repeatable=cohort.is_repeatable,
        operation=operation_of(request.detectors),
        model_digests=request.detectors.digests(),
        rows_without_document=job.survey.without_document,
        changes=changes,
    )
    write_report(folder, facts)


def _appender(store: Path | None, policy: Policy, detectors: DetectorChoice) -> Callable[[Tally], None]:
    """Return what adds a finished run to a watch store; the store is opened now, while nothing is done yet."""
    if store is None:
        return lambda tally: None
    from datetime import datetime, timezone

    from palimpseste.watch.record import record_of, settings_of
    from palimpseste.watch.store import WatchStore

    opened, settings = WatchStore(store, create=True), settings_of(policy, detectors)
    return lambda tally: opened.append(
        record_of(tally, settings, datetime.now(timezone.utc).isoformat(timespec="seconds"))
    )
