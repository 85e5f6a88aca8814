"""The labels a model learns, and the canonical labels its spans are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, view_named

__all__ = ["labels_met", "stands_for"]

# Of a view's label that joins several canonical ones and bears the name of none: the one whose surrogate suits best.
_CHOSEN: Mapping[str, Label] = {
    "NAME": "LASTNAME",
    "ID": "OTHER_ID",
    "IDENTIFIANT": "OTHER_ID",
    "VILLE": "CITY",
    "EMAIL": "EMAIL",
    "GEOGRAPHIC": "LOCATION",
    "XXXXX": "OTHER_ID",
}


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


def stands_for(labels: Iterable[str], view: str) -> dict[str, Label]:
    """Return, for each label of a view, the canonical label that its spans are given; the view reads it back alike."""
    names = view_named(view)
    found: dict[str, Label] = {}
    for label in labels:
        members = [canonical for canonical in LABELS if names.get(canonical) == label]
        chosen = _CHOSEN.get(label)
        same = next((member for member in members if member == label), None)
        found[label] = same or (chosen if chosen in members and chosen else members[0])
    return found
