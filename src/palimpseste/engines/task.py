"""What a worker process is told to do, in values that travel to it through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.asking import Found
from palimpseste.document import Document, Prediction, Span
from palimpseste.errors import DocumentError
from palimpseste.result import Result
from palimpseste.sources.entry import Entry
from palimpseste.surrogates.dates.plan import patient_digest

__all__ = ["DatesPass", "Deidentification", "Detection", "Process", "ReadingDates", "Task"]

# What a document becomes: a result, or a prediction.
W = TypeVar("W")
Made = TypeVar("Made", covariant=True)
# One that has a ``batch_size`` above 1, or ``is_quick``, has ``many`` too: from documents to an outcome for each.
Process = Callable[[Document], W]


class Task(Protocol[Made]):
    """Makes, inside a worker, the function that processes a document; it must survive pickling.

    It may say in ``batch_size`` how many documents that function asks for at once.
    """

    def make(self) -> Callable[[Document], Made]:
        """Return the function, made in the process that calls it."""


@dataclass(frozen=True, slots=True)
class Detection:
    """Finds spans: the document comes back as it was, and they with it."""

    detectors: DetectorChoice

    def make(self) -> Process[Prediction]:
        """Return the function that detects."""
        deidentifier = Deidentifier.detecting(self.detectors)
        _check_model(deidentifier, self.detectors)
        return _Detecting(deidentifier)

    @property
    def batch_size(self) -> int:
        """How many documents its detectors ask to read at once."""
        return self.detectors.batch_size


@dataclass(frozen=True, slots=True)
class _Detecting:
    deidentifier: Deidentifier

    @property
    def batch_size(self) -> int:
        return self.deidentifier.batch_size

    @property
    def is_quick(self) -> bool:
        return self.deidentifier.is_quick

    def __call__(self, document: Document) -> Prediction:
        return _predicted(document, self.deidentifier.detect(document))

    def many(self, documents: Sequence[Document]) -> list[Prediction | DocumentError]:
        return [
            found if isinstance(found, DocumentError) else _predicted(document, found)
            for document, found in zip(documents, self.deidentifier.detect_all(documents), strict=True)
        ]


def _predicted(document: Document, found: tuple[Span, ...]) -> Prediction:
    if not isinstance(found, Found):
        return Prediction(document, tuple(found))
    return Prediction(document, tuple(found), found.is_contradicted, found.words_kept)


@dataclass(frozen=True, slots=True)
class Deidentification:
    """De-identifies: for a document comes a result, which holds neither its text nor its record.

    Parameters
    ----------
    cohort_key : bytes
        The secret of the cohort, never the master key.
    policy : mapping
        As :meth:`palimpseste.surrogates.policy.policy.Policy.from_mapping` reads it.
    detectors : DetectorChoice
        Which, and how they are set.
    document_types : tuple of str
        Those of a site, which results bear beside those known.
    least_k : int
        How many people each result has to fit at least; 0 does not count.
    """

    cohort_key: bytes = field(repr=False)
    policy: Mapping[str, Any]
    detectors: DetectorChoice
    document_types: tuple[str, ...] = ()
    least_k: int = 0

    def make(self) -> Process[Result]:
        """Return the function that de-identifies."""
        deidentifier = self.deidentifier()
        _check_model(deidentifier, self.detectors)
        if not self.least_k:
            return deidentifier
        from palimpseste.engines.least_k import AtLeastK
        from palimpseste.surrogates import CohortKey, Policy

        return AtLeastK(deidentifier, self.least_k, CohortKey(self.cohort_key), Policy.from_mapping(self.policy))

    @property
    def batch_size(self) -> int:
        """How many documents its detectors ask to read at once."""
        return self.detectors.batch_size

    def deidentifier(self) -> Deidentifier:
        """Return the deidentifier of these settings."""
        from palimpseste.surrogates import CohortKey, Policy

        return Deidentifier.default(
            key=CohortKey(self.cohort_key),
            policy=Policy.from_mapping(self.policy),
            detectors=self.detectors,
            document_types=self.document_types,
        )


@dataclass(frozen=True, slots=True)
class ReadingDates:
    """Reads the dates of documents by their rules alone: for a document come its dates, packed.

    Parameters
    ----------
    cohort_key : bytes
        The secret of the cohort; what is read does not depend on it.
    policy : mapping
        As :meth:`palimpseste.surrogates.policy.policy.Policy.from_mapping` reads it.
    """

    cohort_key: bytes = field(repr=False)
    policy: Mapping[str, Any]

    def make(self) -> Process[bytes]:
        """Return the function that reads."""
        from palimpseste.detection.dates_alone import dates_in
        from palimpseste.surrogates import CohortKey, Policy, Replacer

        replacer = Replacer(CohortKey(self.cohort_key), Policy.from_mapping(self.policy))
        return lambda document: replacer.dates_of(document, dates_in(document))


@dataclass(frozen=True, slots=True, repr=False)
class DatesPass:
    """What is read before the first document of a run is written.

    Parameters
    ----------
    task : Task
        What is done to each document that is read.
    documents : int
        How many are read.
    patients : collection of bytes, optional
        The patients whose documents are read, by digest; None reads those of all.
    also_unread : collection of bytes
        Those with several documents of which some are not read whatever `patients` says.
    """

    task: Task[bytes]
    documents: int
    patients: Collection[bytes] | None = None
    also_unread: Collection[bytes] = ()

    def is_alone(self, document: Document) -> bool:
        """Tell whether a document that is not read is the only one of its patient."""
        patient = patient_digest(document)
        if patient is None or self.patients is None:
            return False
        return patient not in self.patients and patient not in self.also_unread

    def is_read(self, entry: Entry) -> bool:
        """Tell whether the dates of an entry are read."""
        if entry.document is None:
            return False
        return self.patients is None or patient_digest(entry.document) in self.patients


def _check_model(deidentifier: Deidentifier, detectors: DetectorChoice) -> None:
    if "model" in detectors.names:
        from palimpseste.engines.canary import check_canary

        check_canary(deidentifier)
