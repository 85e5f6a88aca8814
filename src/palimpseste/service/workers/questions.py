"""What the service asks its workers: to find spans, to de-identify notes and resources, to say why a span is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.kinds import Detector
from palimpseste.document import Document, Prediction
from palimpseste.engines.canary import check_canary
from palimpseste.engines.task import Deidentification
from palimpseste.errors import DocumentError, UsageError
from palimpseste.result import Result
from palimpseste.service.workers.resources import Resources, deidentified_resources
from palimpseste.sources.fhir.pseudonyms import Pseudonyms
from palimpseste.surrogates.keys import CohortKey

if TYPE_CHECKING:
    from palimpseste.explanation import Explained

__all__ = ["Answer", "Answering", "Question", "explained_span"]

Asked = Literal["detect", "deidentify", "replace", "resources", "explain"]
Answer: TypeAlias = "Result | Prediction | Resources | Explained"
# Of a note, on either side of a span that is explained: the model reads them once for each word around it.
_EXPLAINED_WITHIN = 1000


@dataclass(frozen=True, slots=True, repr=False)
class Question(Document):
    """A document, and what is wanted of it.

    Parameters
    ----------
    asks : {'detect', 'deidentify', 'replace', 'resources', 'explain'}
        Its spans; the document de-identified; the document de-identified over its own `entities`; the FHIR resources
        that its text is; which words speak for the first of its `entities`.
    detector : str
        The only one of the site's detectors that looks for spans; all of them where it is empty.
    """

    asks: Asked = "deidentify"
    detector: str = ""

    @classmethod
    def of(cls, document: Document, asks: Asked, detector: str = "") -> Question:
        """Return a question about a document.

        Parameters
        ----------
        document : Document
            What is asked about.
        asks : Asked
            What is wanted.
        detector : str
            The only one that looks for spans; all of them where it is empty.
        """
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

    def make(self) -> Callable[[Document], Answer]:
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

    def __call__(self, document: Document) -> Answer:
        asks = document.asks if isinstance(document, Question) else "deidentify"
        if isinstance(document, Question) and asks == "detect":
            return Prediction(document, self._detecting(document.detector).detect(document))
        if asks == "resources":
            return deidentified_resources(document.text, self.deidentifier, self.pseudonyms)
        if asks == "replace":
            return self.deidentifier.replace(document, document.entities)
        if asks == "explain":
            return explained_span(document, self.deidentifier.detectors)
        return self.deidentifier(document)

    def _detecting(self, detector: str) -> Deidentifier:
        """Return what detects with one of the site's detectors alone; it is made when it is first asked for."""
        if not detector:
            return self.deidentifier
        if detector not in self._alone:
            self._alone[detector] = Deidentifier.detecting(self.choice.only(detector))
        return self._alone[detector]


def explained_span(document: Document, detectors: Sequence[Detector]) -> Explained:
    """Return which words around the only span of a document speak for it, in the model among some detectors.

    Parameters
    ----------
    document : Document
        With one span.
    detectors : sequence of Detector
        The site's.

    Raises
    ------
    DocumentError
        If none of them says how probable a span is.
    """
    from palimpseste.explanation import explained, reader_among

    (span,) = document.entities
    start = max(0, span.start - _EXPLAINED_WITHIN)
    text = document.text[start : span.end + _EXPLAINED_WITHIN]
    near = replace(document, text=text, entities=())
    try:
        (found,) = explained(near, reader_among(detectors), spans=[span.at(span.start - start, span.end - start)])
    except UsageError as error:
        raise DocumentError(document.id, str(error)) from None
    words = tuple((first + start, end + start, weight) for first, end, weight in found.words)
    return replace(found, span=span, words=words)
