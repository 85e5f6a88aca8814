"""What a worker process is told to do, in values that travel to it through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document, Prediction
from palimpseste.result import Result

__all__ = ["Deidentification", "Detection", "Process", "Task"]

# What a document becomes: a result, or a prediction.
W = TypeVar("W")
Made = TypeVar("Made", covariant=True)
Process = Callable[[Document], W]


class Task(Protocol[Made]):
    """Makes, inside a worker, the function that processes a document; it must survive pickling."""

    def make(self) -> Callable[[Document], Made]: ...


@dataclass(frozen=True, slots=True)
class Detection:
    """Finds spans: the document comes back as it was, and they with it."""

    detectors: DetectorChoice

    def make(self) -> Process[Prediction]:
        """Return the function that detects."""
        deidentifier = Deidentifier(self.detectors.make())
        return lambda document: Prediction(document, deidentifier.detect(document))


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
    """

    cohort_key: bytes = field(repr=False)
    policy: Mapping[str, Any]
    detectors: DetectorChoice

    def make(self) -> Process[Result]:
        """Return the function that de-identifies."""
        return self.deidentifier()

    def deidentifier(self) -> Deidentifier:
        """Return the deidentifier of these settings."""
        from palimpseste.surrogates import CohortKey, Policy

        return Deidentifier.default(
            key=CohortKey(self.cohort_key),
            policy=Policy.from_mapping(self.policy),
            detectors=self.detectors,
        )
