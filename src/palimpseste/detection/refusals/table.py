"""All refusals by label, and those that the shape of a value leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from palimpseste.detection.refusals import (
    ages,
    counts,
    days,
    devices,
    diseases,
    drugs,
    emergency,
    examinations,
    measures,
    people,
    places,
    published,
    trades,
)
from palimpseste.detection.refusals.refusal import AROUND, Refusal
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["all_refusals", "refusal_by_shape"]

_SUBJECTS: Final = (
    people,
    trades,
    drugs,
    diseases,
    devices,
    examinations,
    places,
    measures,
    counts,
    published,
    emergency,
    days,
    ages,
)
_MOST_REMEMBERED: Final = 1 << 14


def all_refusals() -> Iterator[Refusal]:
    """Yield every refusal by shape, subject after subject."""
    for subject in _SUBJECTS:
        yield from subject.refusals()


def refusal_by_shape(folded: str, span: Span) -> str:
    """Return the name of what refuses a span by its shape and its contexts, or the empty string."""
    value = folded[span.start : span.end]
    refusals = _of_shape(span.label, value)
    if not refusals:
        return ""
    before = folded[max(0, span.start - AROUND) : span.start]
    end = before.removesuffix("\n")  # which "$" stands before too
    for refusal in refusals:
        if refusal.ends and not end.endswith(refusal.ends):
            continue
        behind = refusal.behind
        if (behind is None or behind.match(folded, span.end)) and refusal.stands_behind(before, value):
            return refusal.name
    return ""


@cache
def _by_label() -> dict[Label, tuple[Refusal, ...]]:
    found: dict[Label, list[Refusal]] = {}
    for refusal in all_refusals():
        for label in refusal.labels:
            found.setdefault(label, []).append(refusal)
    return {label: tuple(refusals) for label, refusals in found.items()}


@lru_cache(_MOST_REMEMBERED)
def _of_shape(label: Label, value: str) -> tuple[Refusal, ...]:
    """Return the refusals of a label that a folded value leaves open: words come again and again."""
    return tuple(refusal for refusal in _by_label().get(label, ()) if refusal.is_open_to(value))
