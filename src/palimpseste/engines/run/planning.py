"""From what a caller asks for to the plan of a run, everything checked that can be before a document is touched."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from palimpseste.deidentifier import DetectorChoice
from palimpseste.document import Prediction
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.run.journal import digest_of_input, fingerprint_of
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.plan import Engine, Plan
from palimpseste.engines.run.resuming import begun_inputs
from palimpseste.engines.task import DatesPass, Deidentification, Detection, ReadingDates, Task
from palimpseste.errors import UsageError
from palimpseste.pdf.options import PdfOptions
from palimpseste.result import Result
from palimpseste.sources import Columns, PatientFile, Source, Survey, hidden_count, listed_inputs, open_sources, survey
from palimpseste.sources.encodings import encoding_named
from palimpseste.sources.formats import Format, Gathering, format_named, format_of_name, gathering_named
from palimpseste.sources.jsonl import line_of_prediction
from palimpseste.sources.listing import Input
from palimpseste.sources.target import Merged, Mirrored, Shape, Target, refuse_loss, target_of
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from palimpseste.detection.generative.settings import GenerativeSettings
    from palimpseste.engines.cluster import Cluster

__all__ = ["Request", "plan_deidentification", "plan_detection", "settings_of_choice"]

# What documents become: results, or predictions.
W = TypeVar("W", bound=Result | Prediction)


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
    detectors : DetectorChoice
        Which, and how they are set.
    columns : Columns
        Names of columns.
    format : str, optional
        Name of that of all inputs; None tells it by the suffix of each.
    encoding : str, optional
        Of texts and CSV; None tells it by the bytes.
    patients : Path, optional
        Records for documents that bring none.
    quarantine : Path, optional
        Where refusals go; beside the output by default.
    restart, force : bool
        See :class:`palimpseste.engines.run.run.Plan`.
    pdf : PdfOptions
        How PDF files are read, and what becomes of them.
    cluster : Cluster, optional
        Where documents are processed; on this machine without it.
    document_types : tuple of str
        Types of documents that results bear beside those known.
    require_record : bool
        Whether a document without a record of its patient is refused.
    follow_links : bool
        Whether inputs may be links; those of a folder to other files of it.
    deadline : Deadline
        How long a document may take.
    least_k : int
        How many people each result has to fit at least; 0 does not count.
    plans_dates : bool
        Whether the dates of patients with several documents are read before the first is written, where what the policy
        writes of one hangs on all of them.
    also_read : tuple of Path
        What else the caller read: settings, keys. Results never replace it.
    """

    inputs: tuple[str, ...]
    output: str
    workers: int
    detectors: DetectorChoice = field(default_factory=DetectorChoice)
    columns: Columns = field(default_factory=Columns)
    format: str | None = None
    encoding: str | None = None
    patients: Path | None = None
    quarantine: Path | None = None
    restart: bool = False
    force: bool = False
    pdf: PdfOptions = field(default_factory=PdfOptions)
    cluster: Cluster | None = None
    document_types: tuple[str, ...] = ()
    require_record: bool = False
    follow_links: bool = False
    deadline: Deadline = USUAL_DEADLINE
    least_k: int = 0
    plans_dates: bool = True
    also_read: tuple[Path, ...] = ()


def plan_deidentification(
    request: Request, policy: Policy, key: CohortKey, cohort: str, *, is_repeatable: bool
) -> tuple[Plan[Result], Survey]:
    """Return the plan of a run that de-identifies, and what it will read.

    Parameters
    ----------
    request : Request
        What is asked for.
    policy : Policy
        What becomes of each label.
    key : CohortKey
        Of the cohort.
    cohort : str
        Its name.
    is_repeatable : bool
        Whether another run with this key gives the same.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    settings = policy.to_mapping()
    task = Deidentification(key.to_bytes(), settings, request.detectors, request.document_types, request.least_k)
    secret = key.to_bytes() if is_repeatable else None
    told: dict[str, object] = {"command": "deid", "policy": settings, "cohort": cohort}
    if request.document_types:
        told["document types"] = list(request.document_types)
    if request.least_k:
        told["least k"] = request.least_k
    if policy.plans_dates and not request.plans_dates:
        told["dates planned"] = False

    def shape(sources: Sequence[Source], target: Target) -> Shape[Result]:
        if target.merged:
            gathering = gathering_named(target.gathering)
            line = gathering.writer()
            return Merged(
                lambda origin, result: line(origin, result, request.columns), gathering.head, gathering.finish
            )
        return Mirrored(sources, target.is_folder)

    plan, survey = _plan(request, task, shape, secret, told, key=key)
    dates = None
    # Where nobody has several documents, it still has to be said that each is the only one.
    if policy.plans_dates and request.plans_dates and (survey.patients or (survey.entries and policy.asks_for_lives)):
        dates = DatesPass(
            ReadingDates(key.to_bytes(), settings),
            sum(survey.patients.values()),
            frozenset(survey.patients),
            survey.also_in_pdf,
        )
    return replace(plan, engine=_engine_of(request, key, cohort, settings), dates=dates), survey


def _engine_of(request: Request, key: CohortKey, cohort: str, policy: dict[str, Any]) -> Engine[Result] | None:
    if request.cluster is None:
        return None
    from palimpseste.engines.keyed import KeyedDeidentification, proof_of
    from palimpseste.engines.spark import SparkEngine

    task = KeyedDeidentification(
        request.cluster.key_source,
        cohort,
        proof_of(key),
        policy,
        request.detectors,
        document_types=request.document_types,
        least_k=request.least_k,
    )
    return SparkEngine(task, partial(request.cluster.open, request.workers), request.workers, request.deadline)


def plan_detection(request: Request) -> tuple[Plan[Prediction], Survey]:
    """Return the plan of a run that detects, and what it will read.

    Raises
    ------
    UsageError
        If any part of the request is wrong.
    """
    task = Detection(request.detectors)

    def shape(sources: Sequence[Source], target: Target) -> Shape[Prediction]:
        return Merged(lambda origin, prediction: line_of_prediction(origin, prediction, request.columns))

    return _plan(request, task, shape, b"", {"command": "detect"}, always_merged=True)


def _plan(
    request: Request,
    task: Task[W],
    shape_of: Callable[[Sequence[Source], Target], Shape[W]],
    secret: bytes | None,
    settings: dict[str, Any],
    always_merged: bool = False,
    key: CohortKey | None = None,
) -> tuple[Plan[W], Survey]:
    encoding = encoding_named(request.encoding) if request.encoding else None
    inputs = listed_inputs(
        request.inputs,
        request.format,
        becomes={"pdf": "text" if request.pdf.output == "text" else "pdf"},
        follow_links=request.follow_links,
    )
    target = target_of(request.output, request.inputs, inputs, always_merged=always_merged)
    others = [path for path in (request.patients, request.detectors.model, *request.also_read) if path is not None]
    refuse_loss(target, request.quarantine or (target.path and quarantine_file_of(target.path)), inputs, others)
    is_standard = inputs[0].is_standard
    told = [] if is_standard else [_told(input) for input in inputs]
    digests = [digest_of_input(secret, each) for each in told] if secret is not None else []
    begun = frozenset() if request.restart else begun_inputs(target, digests)
    if begun:  # what came since an interrupted run began is for another run
        held = [digest in begun for digest in digests]
        inputs, told = tuple(compress(inputs, held)), list(compress(told, held))
        digests = list(compress(digests, held))
    request.detectors.check()  # before any worker starts
    resources = request.patients if request.patients and format_of_name(request.patients.name) == "fhir" else None
    patients = PatientFile.read(request.patients) if request.patients and not resources else None
    sources = open_sources(inputs, request.columns, encoding, request.pdf, key=key, further_patients=resources)
    counts = Survey(0, 0, 0, "")
    if not is_standard:
        counts = replace(survey(sources, patients), hidden=hidden_count(request.inputs))
    if any(input.format == "pdf" for input in inputs):
        settings["pdf"] = asdict(request.pdf)
    if request.require_record:
        settings["record required"] = True
    if request.patients:
        settings["patients"] = _identity(request.patients)
    foreign = _foreign(inputs, target)
    if foreign:
        settings["formats"] = foreign
    settings |= {
        "detectors": settings_of_choice(request.detectors),
        "columns": asdict(request.columns),
        "encoding": request.encoding,
        "output": [target.is_folder, target.merged],
        "inputs": told,
    }
    plan = Plan(
        sources=sources,
        target=target,
        shape=shape_of(sources, target),
        task=task,
        workers=request.workers,
        # What no run can go on from: standard input, standard output.
        fingerprint=None if secret is None or is_standard or target.path is None else fingerprint_of(secret, settings),
        patients=patients,
        quarantine=request.quarantine,
        restart=request.restart,
        force=request.force,
        announced=None if is_standard else counts.by_source,
        requires_record=request.require_record,
        deadline=request.deadline,
        inputs=digests,
    )
    return plan, counts


def _told(input: Input) -> list[object]:
    return [input.name, input.format, *_identity(input.path, is_read=not input.refusal)]


def _foreign(inputs: Sequence[Input], target: Target) -> list[list[str]]:
    """Return what names the code of others that reads and writes: a run goes on only with the same."""
    kinds: list[Format | Gathering] = [format_named(name) for name in sorted({input.format for input in inputs})]
    if target.merged:
        kinds.append(gathering_named(target.gathering))
    return [[each.name, each.distribution, each.version] for each in kinds if each.distribution]


def settings_of_choice(choice: DetectorChoice) -> dict[str, Any]:
    """Return what of a choice bears on the results; a run goes on only if none of it changed."""
    others = {**choice.foreign(), **{_class_of(detector): _digest_of(detector) for detector in choice.own}}
    return {
        **({"of others": others} if others else {}),
        "names": sorted(choice.names),
        **({"kept words": sorted(choice.kept_words)} if choice.kept_words else {}),
        "site patterns": {label: list(patterns) for label, patterns in choice.site_patterns.items()},
        # The bundled model is of this version, and of the report: a run need not wait until it is read twice.
        "model": choice.digests() if choice.model or choice.generative else {},
        **({"generative": _generative_of(choice.generative)} if choice.generative else {}),
        "operating point": [choice.threshold, choice.recall],
        "abnormal script": choice.refuses_abnormal_script,
    }


def _generative_of(settings: GenerativeSettings) -> dict[str, Any]:
    # The folders are told by what they hold; how long a server is waited for bears on nothing.
    needless = ("folder", "adapters", "device", "certificates", "timeout", "retries", "notes_at_once")
    return {name: value for name, value in asdict(settings).items() if name not in needless}


def _class_of(detector: object) -> str:
    return f"{type(detector).__module__}.{type(detector).__qualname__}"


def _digest_of(detector: object) -> str:
    return sha256(pickle.dumps(detector)).hexdigest()


def _identity(path: Path | None, *, is_read: bool = True) -> list[int]:
    """Return what changes when a file does: its size and both times of its change, of which nobody sets the second."""
    if path is None:
        return []
    try:
        status = path.stat() if is_read else path.lstat()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
