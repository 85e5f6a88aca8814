"""From what a caller asks for to the plan of a run, everything checked that can be before a document is touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from palimpseste.deidentifier import DETECTORS, make_detectors
from palimpseste.document import Document
from palimpseste.engines.journal import fingerprint_of
from palimpseste.engines.run import Plan
from palimpseste.engines.task import Deidentification, Detection, Task
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.sources import Columns, Entry, PatientFile, Survey, listed_inputs, open_sources, survey
from palimpseste.sources.encodings import encoding_named
from palimpseste.sources.jsonl import line_of_prediction, line_of_result
from palimpseste.sources.listing import Format
from palimpseste.sources.target import Merged, Mirrored, target_of
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy import Policy

__all__ = ["Request", "plan_deidentification", "plan_detection"]


@dataclass(frozen=True, slots=True)
class Request:
    """What both commands ask for: what to read, how, and where to write.

    Parameters
    ----------
    inputs : tuple of str
        Files and folders, or ``-``.
    output : str
        A file, a folder, or ``-``.
    workers : int
        Processes, 1 or more.
    detectors : tuple of str
        Names.
    site_patterns : mapping
        A site's own identifiers, by label.
    columns : Columns
        Names of columns.
    format : Format, optional
        Of all inputs; None tells it by the suffix of each.
    encoding : str, optional
        Of texts and CSV; None tells it by the bytes.
    patients : Path, optional
        Records for documents that bring none.
    quarantine : Path, optional
        Where refusals go; beside the output by default.
    restart, force : bool
        See :class:`palimpseste.engines.run.Plan`.
    """

    inputs: tuple[str, ...]
    output: str
    workers: int
    detectors: tuple[str, ...] = DETECTORS
    site_patterns: Mapping[Label, tuple[str, ...]] | None = None
    columns: Columns = field(default_factory=Columns)
    format: Format | None = None
    encoding: str | None = None
    patients: Path | None = None
    quarantine: Path | None = None
    restart: bool = False
    force: bool = False


def plan_deidentification(
    request: Request, policy: Policy, key: CohortKey, cohort: str, *, is_repeatable: bool
) -> tuple[Plan, Survey]:
    """Return the plan of a run that de-identifies, and what it will read.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    settings = {"labels": dict(policy.strategies), "options": asdict(policy.options)}
    task = Deidentification(key.to_bytes(), settings, request.detectors, dict(request.site_patterns or {}))
    secret = key.to_bytes() if is_repeatable else None
    return _plan(request, task, line_of_result, secret, {"command": "deid", "policy": settings, "cohort": cohort})


def plan_detection(request: Request) -> tuple[Plan, Survey]:
    """Return the plan of a run that detects, and what it will read.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    task = Detection(request.detectors, dict(request.site_patterns or {}))
    return _plan(request, task, line_of_prediction, b"", {"command": "detect"}, always_merged=True)


def _plan(
    request: Request,
    task: Task,
    line: Callable[[Entry, Document, Columns], bytes],
    secret: bytes | None,
    settings: dict[str, Any],
    always_merged: bool = False,
) -> tuple[Plan, Survey]:
    encoding = encoding_named(request.encoding) if request.encoding else None
    inputs = listed_inputs(request.inputs, request.format)
    target = target_of(request.output, request.inputs, inputs, always_merged=always_merged)
    _check_detectors(request)
    patients = PatientFile.read(request.patients) if request.patients else None
    sources = open_sources(inputs, request.columns, encoding)
    is_standard = inputs[0].is_standard
    counts = Survey(0, 0, 0, "") if is_standard else survey(sources)
    if patients:
        settings["patients"] = _identity(request.patients)
    settings |= {
        "detectors": sorted(request.detectors),
        "site patterns": {label: list(patterns) for label, patterns in (request.site_patterns or {}).items()},
        "columns": asdict(request.columns),
        "encoding": request.encoding,
        "output": [target.is_folder, target.merged],
        "inputs": [[input.name, input.format, *_identity(input.path)] for input in inputs if not is_standard],
    }
    shape = (
        Merged(lambda entry, document: line(entry, document, request.columns))
        if target.merged
        else Mirrored(sources, target.is_folder)
    )
    plan = Plan(
        sources=sources,
        target=target,
        shape=shape,
        task=task,
        workers=request.workers,
        fingerprint=None if secret is None or is_standard else fingerprint_of(secret, settings),
        patients=patients,
        quarantine=request.quarantine,
        restart=request.restart,
        force=request.force,
    )
    return plan, counts


def _check_detectors(request: Request) -> None:
    """Refuse what workers would refuse, before any of them starts."""
    unknown = next((name for name in request.detectors if name not in DETECTORS), None)
    if unknown is not None or not request.detectors:
        raise UsageError(f"unknown detector {unknown or ''!r}; detectors: {', '.join(DETECTORS)}")
    if request.site_patterns:
        make_detectors(request.detectors, request.site_patterns)


def _identity(path: Path | None) -> list[int]:
    """Return what changes when a file does: its size and its time of change."""
    if path is None:
        return []
    try:
        status = path.stat()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    return [status.st_size, status.st_mtime_ns]
