"""What a detector alone finds in documents, without merging and propagation, and whether that can be measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import view_named
from palimpseste.training.encoder.examples import tokens_of

__all__ = ["check_measurable", "predictions_of"]


def check_measurable(documents: Sequence[Document], view: str, role: str) -> None:
    """Check before anything is trained that a model can be measured on documents.

    Parameters
    ----------
    documents : sequence of Document
        Annotated.
    view : str
        Name of the view.
    role : str
        What the documents are for, in errors.

    Raises
    ------
    UsageError
        If none has an entity of the view, or two have one identifier.
    """
    labels = view_named(view)
    if not any(span.label in labels for document in documents for span in document.entities):
        raise UsageError(f"no entity in {role} data: no document has an entity of the view {view!r}")
    for name, times in Counter(document.id for document in documents).items():
        if times > 1:
            raise UsageError(f"document {name!r} occurs {times} times in {role} data")


def predictions_of(
    detector: Callable[[Tokens, Patient], list[Span]], documents: Iterable[Document]
) -> Iterator[Document]:
    """Yield the documents with what the detector finds for entities, in the offsets of their texts."""
    for document in documents:
        tokens = tokens_of(document.text)
        spans = (span.at(*tokens.view.to_original(span.start, span.end)) for span in detector(tokens, document.patient))
        yield replace(document, entities=tuple(sorted(spans)))
