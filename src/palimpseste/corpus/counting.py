"""How many entities of each label documents hold, by type or by set: Table 3 and Figure 4 of Tannier et al. 2023."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from palimpseste.document import Document
from palimpseste.labels import view_named

__all__ = ["EntityCounts", "counted"]


@dataclass(slots=True)
class EntityCounts:
    """The entities of some documents.

    Parameters
    ----------
    documents : int
        How many they are.
    with_entities : int
        Those of them that hold an entity of the view.
    characters : int
        Of their texts.
    entities : Counter of str
        Label of the view to its entities.
    """

    documents: int = 0
    with_entities: int = 0
    characters: int = 0
    entities: Counter[str] = field(default_factory=Counter)


def counted(documents: Iterable[Document], view: str, group_of: Callable[[Document], str]) -> dict[str, EntityCounts]:
    """Return the counts of each group of documents, by name of the group.

    Parameters
    ----------
    documents : iterable of Document
        Gone through once and not kept.
    view : str
        Whose labels are counted.
    group_of : callable
        Returns the name of a document's group.

    Raises
    ------
    UsageError
        If there is no such view.
    """
    names = view_named(view)
    groups: dict[str, EntityCounts] = {}
    for document in documents:
        found = [names[span.label] for span in document.entities if span.label in names]
        group = groups.setdefault(group_of(document), EntityCounts())
        group.documents += 1
        group.with_entities += bool(found)
        group.characters += len(document.text)
        group.entities.update(found)
    return dict(sorted(groups.items()))
