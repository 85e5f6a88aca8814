"""What a detector alone finds in documents, without merging and propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from palimpseste.deidentifier import Detector
from palimpseste.document import Document, Span
from palimpseste.training.examples import tokens_of

__all__ = ["predictions_of"]


def predictions_of(detector: Detector, documents: Iterable[Document]) -> Iterator[Document]:
    """Yield the documents with what the detector finds for entities, in the offsets of their texts."""
    for document in documents:
        tokens = tokens_of(document.text)
        spans = (
            Span(*tokens.view.to_original(span.start, span.end), span.label, span.source)
            for span in detector(tokens, document.patient)
        )
        yield replace(document, entities=tuple(sorted(spans)))
