"""A refusal tried in both directions: what it leaves unmasked, and the like that stays masked.

A case is the name of a refusal, a passage with a span between brackets, and the label of the span.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import pytest

from palimpseste.detection.refusals import refusal_of, without_refused
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["marked", "names_of", "tried"]

Cases = Sequence[tuple[str, str, str]]


def tried(refused: Cases, kept: Cases, names: Collection[str]) -> tuple[Callable[..., None], ...]:
    """Return three tests: of what is refused and by what, of the like that is kept, and of both for every name."""

    @pytest.mark.parametrize(("name", "passage", "label"), refused, ids=[passage for _, passage, _ in refused])
    def is_refused(name: str, passage: str, label: str) -> None:
        view, span = marked(passage, label, "rules.any")
        assert refusal_of(view, span) == name
        assert without_refused(view, [span]) == []

    @pytest.mark.parametrize(("passage", "label"), [case[1:] for case in kept], ids=[passage for _, passage, _ in kept])
    def is_kept(passage: str, label: str) -> None:
        view, span = marked(passage, label, "model")
        assert refusal_of(view, span) == ""
        assert without_refused(view, [span]) == [span]

    def is_tried_both_ways() -> None:
        assert {name for name, _, _ in refused} == {name for name, _, _ in kept} == set(names)

    return is_refused, is_kept, is_tried_both_ways


def names_of(refusals: Iterable[Refusal]) -> set[str]:
    """Return the names of some refusals."""
    return {refusal.name for refusal in refusals}


def marked(passage: str, label: str, source: str) -> tuple[TextView, Span]:
    """Return the view of a passage without its brackets, and the span that they marked."""
    start, end = passage.index("["), passage.index("]") - 1
    return TextView.of(passage.replace("[", "").replace("]", "")), Span(start, end, label, source)
