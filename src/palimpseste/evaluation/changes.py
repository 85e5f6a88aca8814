"""What became of the spans of a first annotation in a second one of the same notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from palimpseste.document import Document, Span
from palimpseste.evaluation.scores import SpanChanges
from palimpseste.labels import Label

__all__ = ["ALL", "changes_of"]

# Stands for all labels together.
ALL = "all"

Placed = tuple[int, int, str]


def changes_of(pairs: Iterable[tuple[Document, Document]], view: Mapping[Label, str]) -> dict[str, SpanChanges]:
    """Return the changes of each label met, and of all together under ``all``, last.

    Spans with the same edges are one span; of the others, each meets at most one span of the other side, the pairs
    that share most characters first. What meets none was added or removed.

    Parameters
    ----------
    pairs : iterable of two Document
        The same text, annotated twice.
    view : mapping
        Canonical label to the view's; spans of other labels are left aside.
    """
    counted: Counter[tuple[str, str]] = Counter()
    for first, second in pairs:
        counted += _counted(_placed(first.entities, view), _placed(second.entities, view))
    labels = [label for label in dict.fromkeys(view.values()) if counted[label, "first"] or counted[label, "second"]]
    return {label: SpanChanges(*(counted[label, what] for what in _WHAT)) for label in (*labels, ALL)}


_WHAT = ("first", "second", "identical", "added", "removed", "relabelled", "re_edged")


def _placed(spans: Iterable[Span], view: Mapping[Label, str]) -> set[Placed]:
    return {(span.start, span.end, view[span.label]) for span in spans if span.label in view}


def _counted(first: set[Placed], second: set[Placed]) -> Counter[tuple[str, str]]:
    found = [(span[2], "first") for span in first] + [(span[2], "second") for span in second]
    found += [(span[2], "identical") for span in first & second]
    left, right = first - second, second - first
    for one, other in _met(left, right):
        if one in left and other in right:
            found.append((one[2], "re_edged" if one[2] == other[2] else "relabelled"))
            left.remove(one)
            right.remove(other)
    found += [(span[2], "removed") for span in left] + [(span[2], "added") for span in right]
    counted = Counter(found)
    for (_, what), number in list(counted.items()):
        counted[ALL, what] += number
    return counted


def _met(left: set[Placed], right: set[Placed]) -> list[tuple[Placed, Placed]]:
    """Return the pairs that overlap, those that share most first; on a tie those of one label."""
    shared = {(one, other): min(one[1], other[1]) - max(one[0], other[0]) for one in left for other in right}
    pairs = [pair for pair, length in shared.items() if length > 0]
    return sorted(pairs, key=lambda pair: (-shared[pair], pair[0][2] != pair[1][2], pair))
