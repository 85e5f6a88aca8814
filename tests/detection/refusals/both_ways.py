"""A refusal tried in both directions: what it leaves unmasked, and the like that stays masked.

A case is the name of a refusal, a passage with a span between brackets, and the label of the span.
"""

from __future__ import annotations

from collections.abc import Iterable

from palimpseste.detection.refusals import refusal_of, without_refused
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["assert_kept", "assert_refused", "marked", "names_in"]


def marked(passage: str, label: str, source: str) -> tuple[TextView, Span]:
    """Return the view of a passage without its brackets, and the span that they marked."""
    start, end = passage.index("["), passage.index("]") - 1
    return TextView.of(passage.replace("[", "").replace("]", "")), Span(start, end, label, source)


def assert_refused(name: str, passage: str, label: str) -> None:
    """Assert that what a rule found is refused, and by the refusal named."""
    view, span = marked(passage, label, "rules.any")
    assert refusal_of(view, span) == name
    assert without_refused(view, [span]) == []


def assert_kept(passage: str, label: str) -> None:
    """Assert that what the model found stands."""
    view, span = marked(passage, label, "model")
    assert refusal_of(view, span) == ""
    assert without_refused(view, [span]) == [span]


def names_in(cases: Iterable[tuple[str, str, str]]) -> set[str]:
    """Return the names of the refusals tried."""
    return {name for name, _, _ in cases}
