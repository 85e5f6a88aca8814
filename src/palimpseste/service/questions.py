"""What the service asks its workers: to find spans, to de-identify notes and resources, to write over known spans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Prediction
from palimpseste.engines.canary import check_canary
from palimpseste.engines.task import Deidentification
from palimpseste.result import Result
from palimpseste.service.resources import Resources, deidentified_resources
from palimpseste.sources.fhir.pseudonyms import Pseudonyms
from palimpseste.surrogates.keys import CohortKey

__all__ = ["Answering", "Question"]

Asked = Literal["detect", "deidentify", "replace", "resources"]


@dataclass(frozen=True, slots=True, repr=False)
class Question(Document):
    """A document, and what is wanted of it.

    Parameters
    ----------
    asks : {'detect', 'deidentify', 'replace', 'resources'}
        Its spans; the document de-identified; the document de-identified over its own `entities`; the FHIR resources
        that its text is.
    """

    asks: Asked = "deidentify"

    @classmethod
    def of(cls, document: Document, asks: Asked) -> Question:
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

    def make(self) -> Callable[[Document], Result | Prediction | Resources]:
        """Return the function that answers."""
        deidentifier = self.deidentification.deidentifier()
        if "model" in self.deidentification.detectors.names:
            check_canary(deidentifier)
        return _Answerer(deidentifier, Pseudonyms(CohortKey(self.deidentification.cohort_key)))


@dataclass(frozen=True, slots=True)
class _Answerer:
    deidentifier: Deidentifier
    pseudonyms: Pseudonyms

    def __call__(self, document: Document) -> Result | Prediction | Resources:
        asks = document.asks if isinstance(document, Question) else "deidentify"
        if asks == "detect":
            return Prediction(document, self.deidentifier.detect(document))
        if asks == "resources":
            return deidentified_resources(document.text, self.deidentifier, self.pseudonyms)
        if asks == "replace":
            return self.deidentifier.replace(document, document.entities)
        return self.deidentifier(document)
