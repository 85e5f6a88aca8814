"""The edges of spans of the model, where marks and words beside them tell where they are.

A quotation mark that is open in a span is closed in it (« EHPAD "Le Logis" »), and so is a bracket of an address;
another bracket with no fellow parts a span (« GHR »), site Préval »). A town has its « Cedex », a family name the word
behind its article (« Le Maître »), and a number or date no slash before it (« IPP/00871104 »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Final

from palimpseste.detection.merge import trimmed
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import DATES, NUMBERS

__all__ = ["with_edges"]

_NAMED: Final = frozenset({"ADDRESS", "HOSPITAL", "LOCATION", "ORGANIZATION"})
_PARTED: Final = frozenset({*_NAMED, "CITY", "FIRSTNAME", "LASTNAME", *DATES, *NUMBERS})
_CLOSING: Final = {"«": "»", "“": "”", '"': '"'}
_CEDEX: Final = re.compile("[ ]cedex(?:[ ][0-9]{1,2})?(?![a-z0-9])")
_ARTICLE: Final = frozenset({"le", "la", "les", "du", "des"})
_NAME: Final = re.compile("[ ][A-ZÀ-Ý][^\\W\\d_]+")


def with_edges(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, disjoint and sorted as before, those of the model with other edges; time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    return list(
        chain.from_iterable(
            _parts(view, span, len(view.text) if behind is None else behind.start)
            if span.source.startswith("model")
            else (span,)
            for span, behind in zip_longest(spans, spans[1:])
        )
    )


def _parts(view: TextView, span: Span, limit: int) -> Iterator[Span]:
    """Yield what becomes of a span; behind it nothing is found before `limit`."""
    if span.label in (*NUMBERS, *DATES) and view.text[span.start] == "/":
        span = span.at(*trimmed(view.text, span.start, span.end))
    end = _end(view, span)
    whole = span.at(span.start, end) if span.end < end <= limit else span
    lone = _lone_brackets(view.text[whole.start : whole.end]) if span.label in _PARTED else []
    if not lone:
        yield whole
        return
    for before, behind in pairwise((-1, *lone, len(whole))):
        start, end = trimmed(view.text, whole.start + before + 1, whole.start + behind)
        if start < end:
            yield span.at(start, end)


def _end(view: TextView, span: Span) -> int:
    """Return where a span ends that marks and words behind it belong to."""
    text = view.text
    if span.label in _NAMED:
        value = text[span.start : span.end]
        closing = {closing for opening, closing in _CLOSING.items() if _is_open(value, opening, closing)}
        if span.label == "ADDRESS" and value.count("(") > value.count(")"):
            closing.add(")")
        mark = span.end + (text[span.end : span.end + 1] == " ")
        return mark + 1 if text[mark : mark + 1] in closing else span.end
    if span.label == "CITY":
        cedex = _CEDEX.match(view.folded, span.end)
        return cedex.end() if cedex else span.end
    if span.label == "LASTNAME" and view.folded[span.start : span.end] in _ARTICLE and text[span.start].isupper():
        name = _NAME.match(text, span.end)
        return name.end() if name else span.end
    return span.end


def _is_open(value: str, opening: str, closing: str) -> bool:
    if opening == closing:
        return value.count(opening) % 2 == 1
    return value.count(opening) > value.count(closing)


def _lone_brackets(value: str) -> list[int]:
    """Return the places of brackets with no fellow."""
    lone: list[int] = []
    for place, sign in enumerate(value):
        if sign == "(":
            lone.append(place)
        elif sign == ")":
            if lone and value[lone[-1]] == "(":
                lone.pop()
            else:
                lone.append(place)
    return lone
