"""Notes of two extractions of the same files, mixed in a share: each file is learned from as one of them or the other.

Tannier et al. (2023, data) train on texts nine tenths of which come from an extraction without margins and headers, and
one tenth from one that leaves everything in: a model that met both reads both, and meets more of what letterheads hold.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from palimpseste.document import Document
from palimpseste.errors import UsageError

__all__ = ["mixed"]


def mixed(first: Sequence[Document], second: Sequence[Document], share: float, seed: int) -> list[Document]:
    """Return documents of two sets, as many as can be, a share of which is of the second; none is there twice.

    Two documents of one identifier are two extractions of one file, of which one is taken. Those of the first set come
    first, each set in its own order; which are taken is drawn, and does not hang on that order.

    Parameters
    ----------
    first, second : sequence of Document
        In each, no two documents have the same identifier.
    share : float in (0, 1)
        Of the second set; as near to it as whole documents come.
    seed : int
        Of the draw.

    Raises
    ------
    UsageError
        If the share is not in (0, 1), an identifier is twice in one set, or no two documents make it.
    """
    if not 0 < share < 1:
        raise UsageError(f"the share of the second extraction is more than 0 and less than 1, got {share}")
    ours, theirs = _identifiers(first, "first"), _identifiers(second, "second")
    wanted = next(
        (
            (total - others, others)
            for total in range(len(ours | theirs), 0, -1)
            for others in [_whole(share * total)]
            if 0 < others <= len(theirs) and 0 < total - others <= len(ours)
        ),
        None,
    )
    if wanted is None:
        raise UsageError(f"{len(ours)} and {len(theirs)} documents hold no mixture of which {share} is of the second")
    draw = random.Random(f"mixed {seed}")  # noqa: S311 # a choice that a seed repeats
    # Of a file that both sets hold, the first set may still need its own extraction.
    most_shared = len(ours) - wanted[0]
    of_second: set[str] = set()
    for name in _shuffled(theirs, draw):
        is_shared = name in ours
        if len(of_second) < wanted[1] and (not is_shared or most_shared):
            of_second.add(name)
            most_shared -= is_shared
    of_first = set(_shuffled(ours - of_second, draw)[: wanted[0]])
    return [document for document in first if document.id in of_first] + [
        document for document in second if document.id in of_second
    ]


def _identifiers(documents: Sequence[Document], which: str) -> set[str]:
    names: set[str] = set()
    for document in documents:
        if document.id in names:
            raise UsageError(f"document {document.id} is twice in the {which} extraction")
        names.add(document.id)
    return names


def _whole(number: float) -> int:
    """Return the nearest whole number, halves up."""
    return int(number + 0.5)


def _shuffled(names: set[str], draw: random.Random) -> list[str]:
    order = sorted(names)
    draw.shuffle(order)
    return order
