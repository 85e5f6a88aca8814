"""A recogniser and an anonymiser for Presidio; needs the extra [presidio]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from presidio_analyzer import EntityRecognizer, RecognizerResult
from presidio_anonymizer.operators import Operator, OperatorType

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, label_named
from palimpseste.pipelines.site import detector_of
from palimpseste.result import Result
from palimpseste.surrogates.policy.strategies import MECHANISMS

__all__ = ["PRESIDIO_NAMES", "PalimpsesteRecognizer", "SurrogateOperator", "anonymize"]

# What Presidio calls the same; what it has no name for keeps ours.
PRESIDIO_NAMES: Final[Mapping[Label, str]] = MappingProxyType(
    {
        "LASTNAME": "PERSON",
        "FIRSTNAME": "PERSON",
        "DATE": "DATE_TIME",
        "BIRTHDATE": "DATE_TIME",
        "CITY": "LOCATION",
        "ADDRESS": "LOCATION",
        "ZIP": "LOCATION",
        "LOCATION": "LOCATION",
        "PHONE": "PHONE_NUMBER",
        "EMAIL": "EMAIL_ADDRESS",
    }
)


class PalimpsesteRecognizer(EntityRecognizer):  # type: ignore[misc] # its types are not read
    """Finds what identifies people in French, for an ``AnalyzerEngine``.

    Entities have our labels, which the surrogates need; the score is the calibrated probability that label and edges
    are right, and 1 where a detector says none. A ``score_threshold`` of the engine leaves doubtful ones in the text.

    Parameters
    ----------
    config : str, optional
        The configuration of a site (TOML).
    detectors : sequence of str, optional
        Names that stand for those of the configuration.
    recall : float in (0, 1), optional
        Where the model operates.
    names : mapping of Label to str, optional
        Other names of labels, such as `PRESIDIO_NAMES`; those not in it keep theirs.

    Raises
    ------
    UsageError
        If a setting is wrong.
    """

    def __init__(
        self,
        config: str | None = None,
        detectors: Sequence[str] | None = None,
        recall: float | None = None,
        names: Mapping[Label, str] | None = None,
    ) -> None:
        self.detector = detector_of(config, detectors, recall)
        self.names = dict(names or {})
        entities = list(dict.fromkeys(self.names.get(label, label) for label in LABELS))
        super().__init__(supported_entities=entities, name="Palimpseste", supported_language="fr")

    def load(self) -> None:
        """Do nothing: the detectors are loaded."""

    def analyze(self, text: str, entities: Sequence[str], nlp_artifacts: Any = None) -> list[Any]:
        """Return what was found, of the entities asked for, in offsets of the text.

        Parameters
        ----------
        text : str
            Of a note.
        entities : sequence of str
            Names asked for; all where it is empty.
        nlp_artifacts : Any, optional
            Not used.

        Raises
        ------
        DocumentError
            If detection fails; nothing of the text is quoted.
        """
        results = []
        for span in self.detector.detect(Document("text", text)):
            name = self.names.get(span.label, span.label)
            if not entities or name in entities:
                score = 1.0 if span.probability is None else span.probability
                results.append(RecognizerResult(entity_type=name, start=span.start, end=span.end, score=score))
        return results


class SurrogateOperator(Operator):  # type: ignore[misc] # its types are not read
    """Writes a surrogate over each entity, for an ``AnonymizerEngine``: ``engine.add_anonymizer(SurrogateOperator)``.

    Presidio hands over one entity after another and never the text, so what concerns a whole document cannot be kept:
    policies with a privacy budget are refused, and a name and its initials are no longer one person's. `anonymize` does
    a document at once, under any policy.

    Its parameters are ``deidentifier``, a `Deidentifier` with its key and policy; ``id``, of the document: surrogates
    agree within one; and ``patient``, optionally, a `Patient` or a mapping of its fields.
    """

    def operate(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return what is written over an entity.

        Parameters
        ----------
        text : str
            The entity.
        params : mapping
            Those above; Presidio adds ``entity_type``.

        Raises
        ------
        DocumentError
            If no surrogate can be made of it.
        """
        params = params or {}
        document = _document(text, params["id"], params.get("patient"))
        label = _label_of(params["entity_type"])
        return str(params["deidentifier"].replace(document, [Span(0, len(text), label)]).text)

    def validate(self, params: Mapping[str, Any] | None = None) -> None:
        """Refuse parameters that are missing or wrong.

        Raises
        ------
        UsageError
            If one is, or the policy releases values under a privacy budget.
        """
        params = params or {}
        deidentifier = params.get("deidentifier")
        if not isinstance(deidentifier, Deidentifier) or not isinstance(params.get("id"), str):
            raise UsageError("the operator needs 'deidentifier', a Deidentifier, and 'id', that of the document")
        if _has_budget(deidentifier):
            raise UsageError(
                "a policy with a privacy budget is for whole documents: pipelines.presidio.anonymize does one"
            )

    def operator_name(self) -> str:
        """Return the name it is asked for by."""
        return "palimpseste_surrogate"

    def operator_type(self) -> Any:
        """Return that it anonymizes."""
        return OperatorType.Anonymize


def anonymize(
    text: str,
    results: Sequence[Any],
    deidentifier: Deidentifier,
    *,
    id: str,
    patient: Patient | Mapping[str, object] | None = None,
) -> Result:
    """Return a document written anew over what Presidio found in it, by whatever recognisers, under any policy.

    Parameters
    ----------
    text : str
        The text.
    results : sequence of presidio_analyzer.RecognizerResult
        Where they overlap, the longer stands, and what the shorter has beside it is its own.
    deidentifier : Deidentifier
        With its key and policy; its detectors are not asked.
    id : str
        Of the document; where no patient is known, surrogates agree within documents of one identifier.
    patient : Patient or mapping, optional
        The record of the patient.

    Raises
    ------
    DocumentError
        If it cannot be done: nothing half done is returned.
    UsageError
        If an entity has a name that is no label and none of `PRESIDIO_NAMES`.
    """
    spans = [Span(result.start, result.end, _label_of(result.entity_type)) for result in results]
    return deidentifier.replace(_document(text, id, patient), _disjoint(spans))


def _disjoint(spans: Sequence[Span]) -> list[Span]:
    """Return spans that cover the same characters and do not overlap, the longest whole."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (-len(span), span)):
        start = span.start
        for other in sorted(each for each in kept if each.overlaps(span)):
            if start < other.start:
                kept.append(span.at(start, other.start))
            start = max(start, other.end)
        if start < span.end:
            kept.append(span.at(start, span.end))
    return sorted(kept)


def _document(text: str, id: str, patient: Patient | Mapping[str, object] | None) -> Document:
    record = patient if isinstance(patient, Patient) else Patient.from_mapping(patient or {})
    return Document(id, text, patient=record)


def _label_of(name: str) -> Label:
    """Return the label of an entity: the first of those that Presidio calls so."""
    return label_named(next((label for label, other in PRESIDIO_NAMES.items() if other == name), name))


def _has_budget(deidentifier: Deidentifier) -> bool:
    policy = getattr(deidentifier.replacer, "policy", None)
    return policy is None or bool(MECHANISMS.intersection(policy.strategies.values()))
