"""Two or three letters that sign, told by other ends of lines, by those beside and above, and by whom the note names.

Where « mv » signs one line, it signs all lines that it ends. Where « ED » signs, so does « MT » in « MT/ED »; what
stands in the column of « NB » is initials as well; and « AS » alone on its line is Anne-Sophie where the note names
her. Letters alone on the last line, or all of the last sentence, sign: of 44 in 5,426 notes of `corpus/notes` six do
not, which are words or abbreviations of three letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.merge import meets
from palimpseste.detection.tokens import OF_NAMES
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE, Label

__all__ = ["of_hands", "of_signatures"]

_SOURCE: Final = "rules.name.signature"
_LENGTHS: Final = (2, 3)
_BEFORE: Final = re.compile(r"(?<![\w./'’-])(?P<letters>[A-Za-z]{2,3})[ ]?/[ ]?\Z")
_BEHIND: Final = re.compile(r"[ ]?/[ ]?(?P<letters>[A-Za-z]{2,3})(?![\w/'’-]|\.\w)")
_WIDEST_BEFORE: Final = 7
# A cell of a table or a line: spaces, bars or brackets part it from what stands beside it.
_CELL: Final = re.compile(
    r"[ |\[](?:(?<=[ ]{2})|(?<=[|\[])|(?<=\|[ ]))(?P<letters>[A-Za-z]{2,3})"
    r"(?=[ ]{2}|[ ]?\||\]|,[ ][^\]\n]{1,12}\]|[ ]*(?:\n|\Z))"
)
_FARTHEST: Final = 1
_LONGEST_LINE: Final = 400
# In a text with a line before it.
_ALONE: Final = re.compile(
    r"\n[ ]*(?:(?:bonne|bien|cordialement|amiti|amical|merci|salut|bises)[^\n]{0,30},[ ])?"
    r"(?P<letters>[A-Z]{2,4})[ ]*(?=\n|\Z)",
    re.IGNORECASE,
)
# « … remis en main propre. MK »
_LAST: Final = re.compile(r"[^\s:]\s*\n[ ]*(?P<alone>[A-Z]{2,4})\s*\Z|[.)!?»][ ]{1,3}(?P<behind>[A-Z]{2,3})\s*\Z")
_REACH_OF_LAST: Final = 120
_OF_POSTSCRIPTS: Final = frozenset({"cc", "nb", "ok", "pj", "ps"})
_AT_END_OF_LINE: Final = re.compile(r"(?P<initials>[a-z](?<![a-z0-9_./-].)[a-z]{1,2})[ ]{0,8}(?=\n|\Z)")
_PART: Final = re.compile(r"[^\W\d_]+")


def of_signatures(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield further ends of lines that are the two or three letters of somebody who ends another line.

    In 4,989 notes of `corpus/notes` every such end of a line identifies as well. Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    labels: dict[str, Label] = {}
    for span in spans:
        if span.label in OF_PEOPLE and span.end - span.start in _LENGTHS:
            found = _AT_END_OF_LINE.match(view.folded, span.start)
            if found is not None and found.end("initials") == span.end:
                labels[found["initials"]] = span.label
    if not labels:
        return
    for found in _AT_END_OF_LINE.finditer(view.folded):
        start, end = found.span("initials")
        if found["initials"] in labels and not meets(spans, start, end):
            yield Span(start, end, labels[found["initials"]], "propagation")


def of_hands(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield letters that sign as others of the note do; words and abbreviations that lists have are none.

    Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    people = [span for span in spans if span.label in OF_PEOPLE]
    if not people:
        return
    signing = {
        span.start: span.end for span in people if len(span) in _LENGTHS and view.text[span.start : span.end].isalpha()
    }
    found = [*_beside(view.text, signing), *_in_columns(view.text, signing), *_of_named(view.text, people)]
    for start, end in sorted(set(found)):
        if not meets(spans, start, end) and not _is_known(view, start, end):
            yield Span(start, end, "LASTNAME", _SOURCE)
    last = _LAST.search(view.text, max(0, len(view.text) - _REACH_OF_LAST))
    if last is not None and not meets(spans, *last.span(last.lastgroup or 0)) and _signs(view, last):
        yield Span(*last.span(last.lastgroup or 0), "LASTNAME", _SOURCE)


def _is_known(view: TextView, start: int, end: int) -> bool:
    """Tell whether lists have letters as a word or an abbreviation; of two capitals they have nearly all."""
    letters = view.folded[start:end]
    if len(letters) == _LENGTHS[0] and view.text[start:end].isupper():
        return False
    return bool(alphabet().lexicon.get(letters, 0) & ~OF_NAMES) or in_dictionary(letters)


def _signs(view: TextView, last: re.Match[str]) -> bool:
    """Tell whether the last letters are no word and, behind a sentence, no abbreviation, beside small letters."""
    start, end = last.span(last.lastgroup or 0)
    if view.text.isupper() or view.folded[start:end] in _OF_POSTSCRIPTS:
        return False
    return not (in_dictionary(view.folded[start:end]) if last["alone"] else _is_known(view, start, end))


def _is_of_one_case(one: str, other: str) -> bool:
    return (one.isupper() and other.isupper()) or (one.islower() and other.islower())


def _beside(text: str, signing: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the letters that a stroke parts from those that sign."""
    for start, end in signing.items():
        for beside in (_BEFORE.search(text, max(0, start - _WIDEST_BEFORE), start), _BEHIND.match(text, end)):
            if beside is not None and _is_of_one_case(beside["letters"], text[start:end]):
                yield beside.span("letters")


def _in_columns(text: str, signing: dict[int, int]) -> list[tuple[int, int]]:
    """Return the cells that stand in a column where letters of their case and number sign."""
    if not signing:
        return []
    placed = [(cell.span("letters"), _column(text, cell.start("letters"))) for cell in _CELL.finditer(text)]
    cells = [(span, column) for span, column in placed if column is not None]
    shapes = {span: (len(text[slice(*span)]), text[slice(*span)].isupper()) for span, _ in cells}
    known = {span for span, _ in cells if signing.get(span[0]) == span[1]}
    columns = {
        (column + off, shapes[span])
        for span, column in cells
        if span in known
        for off in range(-_FARTHEST, _FARTHEST + 1)
    }
    found = [span for span, column in cells if (column, shapes[span]) in columns]
    hands = {text[slice(*span)] for span in known}
    # Few hands fill in a form; codes of acts and wards are many.
    return found if len({text[slice(*span)] for span in found} - hands) <= len(hands) else []


def _column(text: str, place: int) -> int | None:
    """Return how far a place is from the start of its line; None in a line that is too long for a table's."""
    start = max(0, place - _LONGEST_LINE)
    line = text.rfind("\n", start, place)
    return None if line < 0 < start else place - line


def _of_named(text: str, people: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield letters alone on a line, or behind a greeting, that are the initials of somebody."""
    named: set[str] = set()
    for span, behind in pairwise([*people, people[-1]]):
        own = _initials(text[span.start : span.end])
        named.add(own)
        if span.label != behind.label and text[span.end : behind.start] == " ":
            other = _initials(text[behind.start : behind.end])
            named |= {own + other, other + own}
    for alone in _ALONE.finditer("\n" + text) if max(map(len, named)) > 1 else ():
        if alone["letters"].isupper() and alone["letters"] in named:
            yield alone.start("letters") - 1, alone.end("letters") - 1


def _initials(name: str) -> str:
    return "".join(part[0].upper() for part in _PART.findall(name))
