"""A spaCy component; needs the extra [spacy]. spaCy finds it by its entry point: ``nlp.add_pipe("palimpseste")``."""

# No `from __future__ import annotations`: spaCy reads those of the factory.
from collections.abc import Mapping, Sequence
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Patient
from palimpseste.document import Span as Found
from palimpseste.labels import view_named
from palimpseste.pipelines.site import detector_of
from palimpseste.pipelines.tokens import TokenSpan, token_spans

__all__ = ["Component", "make_component"]

_PATIENT = "palimpseste_patient"
_FOUND = "palimpseste"
_PACKED = "palimpseste.Span"


def _packed(value: Any, chain: Any = None) -> Any:
    """Return what was found as spaCy can write it: into bytes, and so from one process to another."""
    if isinstance(value, Found):
        return {_PACKED: [value.start, value.end, value.label, value.source, value.probability, value.evidence]}
    return value if chain is None else chain(value)


def _unpacked(value: Any, chain: Any = None) -> Any:
    """Return what `_packed` was given."""
    if _PACKED in value:
        start, end, label, source, probability, evidence = value[_PACKED]
        return Found(start, end, label, source, probability, tuple(evidence))
    return value if chain is None else chain(value)


srsly.msgpack_encoders("palimpseste", func=_packed)
srsly.msgpack_decoders("palimpseste", func=_unpacked)


class Component:
    """Writes what identifies people into ``doc.ents``, or into a group of ``doc.spans``.

    Of every span, ``span._.palimpseste`` has what was found in it: :class:`palimpseste.document.Span` in offsets of
    ``doc.text``, with probability and evidence. What the patient's record knows is given in
    ``doc._.palimpseste_patient``, a mapping of its fields.

    Parameters
    ----------
    detector : Deidentifier
        What detects.
    spans_key : str, optional
        The group of ``doc.spans``; ``doc.ents`` without it.
    view : str
        Whose labels: ``canonical``, ``aphp``, ``hipaa`` and so on. What a view leaves alone keeps its canonical label.
    """

    def __init__(self, detector: Deidentifier, spans_key: str | None = None, view: str = "canonical") -> None:
        self.detector = detector
        self.spans_key = spans_key
        self.names: Mapping[Any, str] = dict(view_named(view))
        if not Doc.has_extension(_PATIENT):
            Doc.set_extension(_PATIENT, default=None)
        if not Span.has_extension(_FOUND):
            Span.set_extension(_FOUND, default=())

    def __call__(self, doc: Doc) -> Doc:
        """Return the document with its spans.

        A token is never cut: a span that ends within one takes it whole, and spans that share one are one, under the
        label of the longest. Entities that were there stay where they overlap none of these.

        Raises
        ------
        DocumentError
            If detection fails; nothing of the text is quoted.
        """
        record = doc._.get(_PATIENT)
        patient = record if isinstance(record, Patient) else Patient.from_mapping(record or {})
        found = self.detector.detect(Document("document", doc.text, patient=patient))
        starts = [token.idx for token in doc]
        ends = [token.idx + len(token) for token in doc]
        spans = [self._span(doc, each) for each in token_spans(found, starts, ends)]
        if self.spans_key is not None:
            doc.spans[self.spans_key] = spans
        else:
            doc.ents = [*spans, *_beside(doc.ents, spans)]
        return doc

    def _span(self, doc: Doc, tokens: TokenSpan) -> Span:
        label = tokens.main.label
        span = Span(doc, tokens.first, tokens.last, label=self.names.get(label, label))
        span._.set(_FOUND, tokens.found)
        return span


def _beside(others: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """Return entities that share no token with any of the spans."""
    taken = {token for span in spans for token in range(span.start, span.end)}
    return [other for other in filter_spans(others) if taken.isdisjoint(range(other.start, other.end))]


@Language.factory(  # type: ignore[untyped-decorator] # its types are not read
    "palimpseste",
    default_config={"config": None, "detectors": None, "recall": None, "spans_key": None, "view": "canonical"},
    assigns=["doc.ents", "doc.spans"],
)
def make_component(
    nlp: Language,
    name: str,
    config: str | None,
    detectors: list[str] | None,
    recall: float | None,
    spans_key: str | None,
    view: str,
) -> Component:
    """Return the component of a pipeline.

    Parameters
    ----------
    nlp : spacy.Language
        The pipeline; any tokenizer will do.
    name : str
        Of the component.
    config : str, optional
        The configuration of a site (TOML).
    detectors : list of str, optional
        Names that stand for those of the configuration.
    recall : float in (0, 1), optional
        Where the model operates.
    spans_key : str, optional
        A group of ``doc.spans`` to write to instead of ``doc.ents``.
    view : str
        Whose labels.

    Raises
    ------
    UsageError
        If a setting is wrong.
    """
    return Component(detector_of(config, detectors, recall), spans_key, view)
