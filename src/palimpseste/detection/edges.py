"""The edges of spans of the model, where marks and words beside them tell where they are.

A quotation mark that is open in a span is closed in it (« EHPAD "Le Logis" »), and so is a bracket of an address;
another bracket with no fellow parts a span (« GHR »), site Préval »). A town has its « Cedex », a family name the word
behind its article (« Le Maître »), and a number or date no slash before it (« IPP/00871104 »). What somebody is in a
body is no part of its name (« présidence du | club de tir »), nor is what surgeons operate on (« chirurgie de la
main | Clermont »), nor the word that announces a number (« RPU | 1712-3340 »), and the number of a quarter is no
month (« T3 2025 »). An age has the whole of its number (« vingt-deux ans »). A small article before the name of a body
is none of it, nor what the next word is elided with (« ACM Habitat | d'accord »).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from typing import Final

from palimpseste.detection.merge import trimmed
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import DATES, NUMBERS, OF_BODIES, OF_PEOPLE, Label

__all__ = ["with_edges"]

_NAMED: Final = frozenset({*OF_BODIES, "ADDRESS", "LOCATION"})
_NUMBERED: Final = frozenset({*DATES, *NUMBERS})
_PARTED: Final = frozenset({*_NAMED, *OF_PEOPLE, "CITY", *_NUMBERED})
_MOVED: Final = frozenset({*_PARTED, "AGE"})
_OPENING: Final = {"»": "«", "”": "“", '"': '"', ")": "("}
_BRACKET: Final = re.compile("[()]")
_CEDEX: Final = re.compile("[ ]cedex(?:[ ][0-9]{1,2})?(?![a-z0-9])")
# « vu à la | Cotonnière »: small, it is the sentence's; « les hirondelles » may be named so.
_SMALL_ARTICLE: Final = re.compile(r"(?:la[ ]|le[ ]|l['’]|les[ ](?=[A-ZÀ-Ý]))(?=\w)")
_ARTICLES: Final = frozenset({"le", "la", "les", "du", "des"})
_OF: Final = "(?:du[ ]|de la[ ]|de l'[ ]?|des[ ])"
_ROLE: Final = re.compile(
    "(?:adherente?|benevole|direct(?:eur|rice)|employee?|gerante?|licenciee?|membre|presidente?"
    f"|presidence|salariee?|secretaire|secretariat|tresoriere?|tresorerie|vice-presidente?)s?[ ]{_OF}"
)
_SURGERY_BEFORE: Final = re.compile(f"(?<![a-z])chir(?:urgie|\\.)?[ ]{_OF}\\Z")
_OPERATED: Final = re.compile("[a-zà-ÿœ]{3,20}[ ](?=[A-ZÀ-Ý])")
_QUARTER: Final = re.compile("[1-4][ ](?=(?:19|20)[0-9]{2}\\Z)")
_ANNOUNCING: Final = re.compile("(?:dossier|eds|iep|ipp|nda|rpu|visite)[ ](?:n°[ ]?)?(?=[0-9])")
_BEFORE_QUARTER: Final = re.compile(r"(?:\A|[^a-z0-9])[st]\Z")
# « Bouygues | d'ailleurs »
_ELIDED_AT_END: Final = re.compile("[ ](?:d|l|n|qu|s)'\\Z")
_LONGEST_ELISION: Final = 4
_REACH_BEFORE: Final = 20
# « vingt|-deux ans »
_CUT_NUMBER: Final = re.compile("-[a-z]")
_TENS_BEFORE: Final = re.compile(r"(?<![a-z])(?:quatre-)?(?:dix|vingts?|trente|quarante|cinquante|soixante)(?:-et)?\Z")
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
    edged: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        if span.label in _MOVED and span.source.startswith("model"):
            moved = _moved(view, span, len(view.text) if behind is None else behind.start)
            is_free = not edged or edged[-1].end <= moved.start
            edged += _parts(view.text, moved if is_free else span)
        else:
            edged.append(span)
    return edged


def _moved(view: TextView, span: Span, limit: int) -> Span:
    """Return a span with the edges that marks and words tell; behind it nothing is found before `limit`."""
    if span.label in _NUMBERED and view.text.startswith("/", span.start):
        start, end = trimmed(view.text, span.start, span.end)
        return span.at(start, end) if start < end else span
    if span.label in OF_BODIES and view.text[span.end : span.end + 1].islower():
        elided = _ELIDED_AT_END.search(view.folded, max(span.start + 1, span.end - _LONGEST_ELISION), span.end)
        if elided is not None:
            return span.at(span.start, elided.start())
    if (start := _start(view, span)) != span.start:
        return span.at(start, span.end)
    end = _end(view, span)
    return span.at(span.start, end) if span.end < end <= limit else span


def _parts(text: str, span: Span) -> list[Span]:
    """Return a span, or its parts between the brackets that have no fellow."""
    lone = _lone_brackets(text, span) if span.label in _PARTED else []
    if not lone:
        return [span]
    cuts = pairwise((span.start - 1, *lone, span.end))
    parts = [trimmed(text, before + 1, behind) for before, behind in cuts]
    return [span.at(start, end) for start, end in parts if start < end] or [span]


def _start(view: TextView, span: Span) -> int:
    """Return where a span begins once what stands before its name, or its year, is left out."""
    before: re.Match[str] | None = None
    if span.label in OF_BODIES:
        before = _ROLE.match(view.folded, span.start, span.end)
        # « chez la Souris » is a kind, which its article tells.
        if before is None and not view.folded.endswith("chez ", 0, span.start):
            before = _SMALL_ARTICLE.match(view.text, span.start, span.end)
    if span.label == "HOSPITAL" and _SURGERY_BEFORE.search(view.folded, max(0, span.start - _REACH_BEFORE), span.start):
        before = _OPERATED.match(view.text, span.start, span.end)
    if span.label in NUMBERS:
        before = _ANNOUNCING.match(view.folded, span.start, span.end)
    if span.label == "AGE" and _CUT_NUMBER.match(view.folded, span.start, span.end):
        number = _TENS_BEFORE.search(view.folded, max(0, span.start - _REACH_BEFORE), span.start)
        return number.start() if number is not None else span.start
    if span.label == "DATE" and view.text.startswith("l", span.start):
        before = _SMALL_ARTICLE.match(view.text, span.start, span.end)
    if span.label == "DATE" and _BEFORE_QUARTER.search(view.folded, max(0, span.start - 2), span.start):
        before = _QUARTER.match(view.folded, span.start, span.end)
    return before.end() if before is not None else span.start


def _end(view: TextView, span: Span) -> int:
    """Return where a span ends that marks and words behind it belong to."""
    text = view.text
    if span.label in _NAMED:
        mark = span.end + (text[span.end : span.end + 1] == " ")
        return mark + 1 if _is_closed_by(text[span.start : span.end], text[mark : mark + 1], span.label) else span.end
    if span.label == "CITY":
        cedex = _CEDEX.match(view.folded, span.end)
        return cedex.end() if cedex else span.end
    if span.label == "LASTNAME" and view.folded[span.start : span.end] in _ARTICLES and text[span.start].isupper():
        name = _NAME.match(text, span.end)
        return name.end() if name else span.end
    return span.end


def _is_closed_by(value: str, mark: str, label: Label) -> bool:
    """Tell whether a mark behind a value closes what is open in it; a bracket does for an address alone."""
    opening = _OPENING.get(mark)
    if opening is None or (mark == ")" and label != "ADDRESS"):
        return False
    return value.count(mark) % 2 == 1 if opening == mark else value.count(opening) > value.count(mark)


def _lone_brackets(text: str, span: Span) -> list[int]:
    """Return the places of the brackets of a span that have no fellow."""
    lone: list[int] = []
    for bracket in _BRACKET.finditer(text, span.start, span.end):
        if bracket.group() == ")" and lone and text[lone[-1]] == "(":
            lone.pop()
        else:
            lone.append(bracket.start())
    return lone
