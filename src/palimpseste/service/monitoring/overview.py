"""What goes on at the site, in counts: jobs, quarantine, the watch over runs, cohorts, reports; no text, no identifier.

What cannot be read is told as that, and keeps nothing else from being shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

import msgspec

from palimpseste.cohorts import Cohort, contents_of
from palimpseste.errors import PalimpsesteError
from palimpseste.service.background.jobs import Job, JobState
from palimpseste.watch import Comparison, Limits, Reminder, RunRecord, WatchStore, compare, window_of
from palimpseste.watch.reminder import USUAL_MONTHS

__all__ = ["JobCounts", "Overview", "ReportFacts", "Site", "WatchFacts", "overview_of"]

T = TypeVar("T")
_REPORT = "report.json"
_MOST_REPORTS = 50
_MOST_BYTES = 20_000_000
_RUNS_SHOWN = 10
# As `palimpseste watch` compares where it is told nothing.
_REFERENCE, _LEAST_TOKENS = 20, 20_000


@dataclass(frozen=True, slots=True)
class Site:
    """Where the site keeps what is shown beside the service's own jobs.

    Parameters
    ----------
    watch_store : Path, optional
        Of the counts of runs.
    cohort_register : Path, optional
        Of the keys of cohorts; it is not opened.
    reports : tuple of Path
        Folders of reports, or of folders of them.
    """

    watch_store: Path | None = None
    cohort_register: Path | None = None
    reports: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class JobCounts:
    """The jobs in one state.

    Parameters
    ----------
    state : JobState
        How far they are.
    jobs : int
        How many.
    processed, refused : int
        Documents done, and those in quarantine.
    """

    state: JobState
    jobs: int
    processed: int
    refused: int


@dataclass(frozen=True, slots=True)
class WatchFacts:
    """What the watch says.

    Parameters
    ----------
    runs : tuple of RunRecord
        The last ones, the newest first.
    comparison : Comparison, optional
        The last one against those before; None where there is no run yet.
    reminder : Reminder
        When the next evaluation is due.
    """

    runs: tuple[RunRecord, ...]
    comparison: Comparison | None
    reminder: Reminder


class _Documents(msgspec.Struct, frozen=True):
    done: int
    quarantined: int


class _Spans(msgspec.Struct, frozen=True):
    total: int


class _Policy(msgspec.Struct, frozen=True):
    name: str


class ReportFacts(msgspec.Struct, frozen=True):
    """What a report of a run counts.

    Parameters
    ----------
    finished : str
        When the run ended.
    documents : _Documents
        Done, and in quarantine.
    spans : _Spans
        How many were replaced.
    policy : _Policy
        What became of them.
    folder : str
        The name of the report's folder.
    """

    finished: str
    documents: _Documents
    spans: _Spans
    policy: _Policy
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What is shown.

    Parameters
    ----------
    jobs : tuple of JobCounts
        For each state that a job is in.
    watch : WatchFacts, optional
        None where the site keeps no watch.
    cohorts : tuple of Cohort, optional
        None where the site has no register.
    reports : tuple of ReportFacts, optional
        The newest first; None where the site names no folder.
    unreadable : tuple of str
        What could not be read: ``watch``, ``cohorts``, ``reports``.
    """

    jobs: tuple[JobCounts, ...]
    watch: WatchFacts | None
    cohorts: tuple[Cohort, ...] | None
    reports: tuple[ReportFacts, ...] | None
    unreadable: tuple[str, ...]


def overview_of(jobs: Iterable[Job], site: Site) -> Overview:
    """Return what goes on at a site.

    Parameters
    ----------
    jobs : iterable of Job
        Of all users.
    site : Site
        Where the rest is.
    """
    unreadable: list[str] = []

    def tried(name: str, path: Path | None, read: Callable[[Path], T]) -> T | None:
        try:
            return None if path is None else read(path)
        except (PalimpsesteError, OSError):
            unreadable.append(name)
            return None

    return Overview(
        jobs=tuple(_job_counts(list(jobs))),
        watch=tried("watch", site.watch_store, _watch_facts),
        cohorts=tried("cohorts", site.cohort_register, lambda path: contents_of(path).cohorts),
        reports=_reports(site.reports, unreadable) if site.reports else None,
        unreadable=tuple(unreadable),
    )


def _job_counts(jobs: list[Job]) -> Iterator[JobCounts]:
    for state in JobState:
        if own := [job for job in jobs if job.state is state]:
            yield JobCounts(state, len(own), sum(job.processed for job in own), sum(job.refused for job in own))


def _watch_facts(path: Path) -> WatchFacts:
    store = WatchStore(path)
    runs = store.runs()
    comparison = compare(window_of(runs, runs[-1], _REFERENCE, _LEAST_TOKENS), Limits()) if runs else None
    reminder = Reminder(store.last_evaluation(), USUAL_MONTHS, date.today())
    return WatchFacts(tuple(runs[: -_RUNS_SHOWN - 1 : -1]), comparison, reminder)


def _reports(folders: tuple[Path, ...], unreadable: list[str]) -> tuple[ReportFacts, ...]:
    found = []
    for folder in folders:
        try:
            places = [folder, *(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())]
            files = [path / _REPORT for path in places if (path / _REPORT).is_file()]
            files.sort(key=lambda file: file.stat().st_mtime, reverse=True)
        except OSError:
            unreadable.append("reports")
            continue
        for file in files[:_MOST_REPORTS]:
            try:
                found.append(_report_of(file))
            except (OSError, msgspec.MsgspecError):
                unreadable.append("reports")
    return tuple(sorted(found, key=lambda each: each.finished, reverse=True)[:_MOST_REPORTS])


def _report_of(file: Path) -> ReportFacts:
    with file.open("rb") as stream:
        content = stream.read(_MOST_BYTES)
    return msgspec.structs.replace(msgspec.json.decode(content, type=ReportFacts), folder=file.parent.name)
