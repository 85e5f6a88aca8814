"""What the service asks its workers: to find spans, to de-identify notes and resources, to write over known spans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Literal

from palimpseste.deidentifier import Deidentifier, DetectorChoice
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
    detector : str
        The only one of the site's detectors that looks for spans; all of them where it is empty.
    """

    asks: Asked = "deidentify"
    detector: str = ""

    @classmethod
    def of(cls, document: Document, asks: Asked, detector: str = "") -> Question:
        """Return a question about a document."""
        of_document = {each.name: getattr(document, each.name) for each in fields(Document)}
        return cls(**of_document, asks=asks, detector=detector)


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
        pseudonyms = Pseudonyms(CohortKey(self.deidentification.cohort_key))
        return _Answerer(deidentifier, pseudonyms, self.deidentification.detectors)


@dataclass(frozen=True, slots=True)
class _Answerer:
    deidentifier: Deidentifier
    pseudonyms: Pseudonyms
    choice: DetectorChoice
    _alone: dict[str, Deidentifier] = field(default_factory=dict)

    def __call__(self, document: Document) -> Result | Prediction | Resources:
        asks = document.asks if isinstance(document, Question) else "deidentify"
        if isinstance(document, Question) and asks == "detect":
            return Prediction(document, self._detecting(document.detector).detect(document))
        if asks == "resources":
            return deidentified_resources(document.text, self.deidentifier, self.pseudonyms)
        if asks == "replace":
            return self.deidentifier.replace(document, document.entities)
        return self.deidentifier(document)

    def _detecting(self, detector: str) -> Deidentifier:
        """Return what detects with one of the site's detectors alone; it is made when it is first asked for."""
        if not detector:
            return self.deidentifier
        if detector not in self._alone:
            self._alone[detector] = Deidentifier(self.choice.only(detector).make())
        return self._alone[detector]
