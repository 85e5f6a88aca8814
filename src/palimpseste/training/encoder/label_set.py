"""The labels a model learns."""

from __future__ import annotations

from collections.abc import Iterable

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import view_named

__all__ = ["labels_met"]


def labels_met(documents: Iterable[Document], view: str) -> tuple[str, ...]:
    """Return the labels of a view that occur in annotated documents, in the view's order.

    Raises
    ------
    UsageError
        If none does.
    """
    names = view_named(view)
    met = {names[span.label] for document in documents for span in document.entities if span.label in names}
    if not met:
        raise UsageError(f"no entity in training data: no document has an entity of the view {view!r}")
    return tuple(name for name in dict.fromkeys(names.values()) if name in met)
