"""What the service asks its workers: one process finds spans, de-identifies, and writes over spans that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Prediction
from palimpseste.engines.canary import check_canary
from palimpseste.engines.task import Deidentification
from palimpseste.result import Result

__all__ = ["Answering", "Question"]


@dataclass(frozen=True, slots=True, repr=False)
class Question(Document):
    """A document, and what is wanted of it.

    Parameters
    ----------
    asks : {'detect', 'deidentify', 'replace'}
        Its spans; the document de-identified; the document de-identified over its own `entities`.
    """

    asks: Literal["detect", "deidentify", "replace"] = "deidentify"

    @classmethod
    def of(cls, document: Document, asks: Literal["detect", "deidentify", "replace"]) -> Question:
        """Return a question about a document."""
        return cls(document.id, document.text, document.type, document.date, document.patient, document.entities, asks)


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers questions: the task of the service's workers.

    Parameters
    ----------
    deidentification : Deidentification
        With key, policy and detectors.
    """

    deidentification: Deidentification

    def make(self) -> Callable[[Document], Result | Prediction]:
        """Return the function that answers."""
        deidentifier = self.deidentification.deidentifier()
        if "model" in self.deidentification.detectors.names:
            check_canary(deidentifier)
        return _Answerer(deidentifier)


@dataclass(frozen=True, slots=True)
class _Answerer:
    deidentifier: Deidentifier

    def __call__(self, document: Document) -> Result | Prediction:
        asks = document.asks if isinstance(document, Question) else "deidentify"
        if asks == "detect":
            return Prediction(document, self.deidentifier.detect(document))
        if asks == "replace":
            return self.deidentifier.replace(document, document.entities)
        return self.deidentifier(document)
