"""What a worker process is told to do, in values that travel to it through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document

__all__ = ["Deidentification", "Detection", "Process", "Task"]

Process = Callable[[Document], Document]


class Task(Protocol):
    """Makes, inside a worker, the function that processes a document; it must survive pickling."""

    def make(self) -> Process: ...


@dataclass(frozen=True, slots=True)
class Detection:
    """Finds spans: the document comes back with them and nothing else changed."""

    detectors: DetectorChoice

    def make(self) -> Process:
        """Return the function that detects."""
        deidentifier = Deidentifier(self.detectors.make())
        return lambda document: replace(document, entities=deidentifier.detect(document))


@dataclass(frozen=True, slots=True)
class Deidentification:
    """De-identifies: the document comes back rewritten, without its record.

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

    def make(self) -> Process:
        """Return the function that de-identifies."""
        deidentifier = self.deidentifier()
        return lambda document: deidentifier(document).to_document()

    def deidentifier(self) -> Deidentifier:
        """Return the deidentifier of these settings."""
        from palimpseste.surrogates import CohortKey, Policy

        return Deidentifier.default(
            key=CohortKey(self.cohort_key),
            policy=Policy.from_mapping(self.policy),
            detectors=self.detectors,
        )
