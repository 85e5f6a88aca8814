"""Days, ages and names that a hand or a scanner got wrong, told by what they are once that is read back.

Figures typed without their shift (« 2&/03/2026 »), days that spaces cut (« 2 7 juin 2 019 », « 09.06. 15 »), the unit
of an age with letters exchanged (« 80 asn »), and names in two parts (« M ichel », « MEY ER »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary, word_list
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.rules.dates.parts import is_calendar_date
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE, Label

__all__ = ["of_slips"]

_SLIP: Final = "rules.date.formed"
_AGE_SLIP: Final = "rules.age.formed"
_NAME_SLIP: Final = "rules.name.formed"

# The row of figures of a French keyboard.
_KEYS: Final = str.maketrans("&é\"'(-è_çà", "1234567890")
_KEY: Final = r"[0-9&é\"'(è_çà-]"
_EDGE: Final = "[0-9&éè_çà]"
_TYPED_BEHIND: Final = re.compile(rf"/{_KEY}{{1,2}}/(?:{_KEY}{{3}}{_EDGE}|{_KEY}{_EDGE})(?!\w)")
_TYPED_BEFORE: Final = re.compile(rf"(?<![\w/])(?:{_EDGE}{_KEY}|{_EDGE})\Z")
_BORN_BEFORE: Final = re.compile(r"(?<![a-z])(?:nee?|n[(]e[)]|ddn)[ ]?(?:\(e\)[ ]?)?:?[ ]?(?:le[ ])?\Z")
_REACH: Final = 16

_MONTH: Final = one_of(word_list("rules/dates/month.txt"))
_CUT_YEAR: Final = re.compile(
    rf"(?P<day>(?:[0-3][ ])?[0-9]{{1,2}})[ ]{_MONTH}(?:[ ](?P<year>[12](?:[ ]?[0-9]){{0,2}}))?"
)
_REST_OF_YEAR: Final = re.compile("(?:[ ]?[0-9]){1,4}(?![0-9])")
_TENS_BEFORE: Final = re.compile(r"(?<![\w.,/-])[0-3][ ]\Z")
_YEAR_FIGURES: Final = re.compile("(?:19|20)[0-9]{2}")
_DAY_AND_MONTH: Final = re.compile(r"(?P<day>[0-9]{2})(?P<mark>[./])(?P<month>[0-9]{2})")
_YEAR_APART: Final = re.compile(
    r"(?P<mark>[./])[ ](?P<year>(?:19|20)?[0-9]{2})(?![0-9]|[.,/][0-9]|[ ]?%)"
    r"(?![ ]?(?:ans?|cm|cp|g|h|j|jours?|kg|l|mg|min|ml|mm|mois|x)(?![a-z]))"
)

_FIGURE_BEHIND: Final = re.compile("[ ]?[0-9]|[./][ ][0-9]")

# « 80 asn », « 7 mosi »
_UNITS: Final = ("asn", "nas", "nsa", "sna", "anss", "anns", "aans", "ansq", "qns", "zns", "mosi", "mios", "moiis")
_AGE: Final = re.compile(rf"(?<![\w.,/-])[0-9]{{1,3}}[ ]?(?:{'|'.join(_UNITS)})(?![a-z0-9-])")
_NO_AGE: Final = re.compile(r"(?<![a-z])(?:depuis|pendant|durant|a|dans|sous|apres|tous les|pour)[ ]\Z")

# « M ichel »
_FIRST_LETTER: Final = re.compile(r"[A-ZÀ-Ý](?<![\w'’.-].)[ ](?P<rest>[a-zà-ÿ]{2,14})(?![\w'’-])")
_BETWEEN: Final = re.compile(r"[ ]|[ ]?\n[ ]{0,60}")
_LONGEST_PART: Final = 14
_NAMES: Final = frozenset({*OF_PEOPLE, "CITY"})


def of_slips(view: TextView, spans: Sequence[Span], words: frozenset[str]) -> Iterator[Span]:
    """Yield days, ages and names that are mistyped or misread; time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    words : frozenset of str
        The folded tokens of the note.
    """
    yield from _typed_days(view)
    yield from _cut_days(view, spans)
    if not words.isdisjoint(_UNITS):
        for found in _AGE.finditer(view.folded):
            if _NO_AGE.search(view.folded, max(0, found.start() - _REACH), found.start()) is None:
                yield Span(*found.span(), "AGE", _AGE_SLIP)
    yield from _names_apart(view)
    yield from _names_in_two(view, spans)


def _typed_days(view: TextView) -> Iterator[Span]:
    """Yield days in figures, some of them typed without the shift."""
    text = view.text
    for behind in _TYPED_BEHIND.finditer(text):
        before = _TYPED_BEFORE.search(text, max(0, behind.start() - 3), behind.start())
        if before is None:
            continue
        start, end = before.start(), behind.end()
        parts = text[start:end].split("/")
        read = [part.translate(_KEYS) for part in parts]
        if parts != read and is_calendar_date("".join(part.rjust(2, "0") for part in read)):
            is_birth = _BORN_BEFORE.search(view.folded, max(0, start - _REACH), start) is not None
            yield Span(start, end, "BIRTHDATE" if is_birth else "DATE", _SLIP)


def _cut_days(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield days of which a space cut the year, and the tens before them."""
    folded = view.folded
    for span in spans:
        if span.label not in ("DATE", "BIRTHDATE") or _FIGURE_BEHIND.match(folded, span.end) is None:
            continue
        if cut := _CUT_YEAR.fullmatch(folded, span.start, span.end):
            rest = _REST_OF_YEAR.match(folded, span.end)
            year = (cut["year"] or "") + rest[0] if rest is not None else ""
            if rest is not None and " " in year.lstrip() and _YEAR_FIGURES.fullmatch(year.replace(" ", "")):
                tens = _TENS_BEFORE.search(folded, max(0, span.start - 3), span.start) if len(cut["day"]) == 1 else None
                yield span.at(span.start if tens is None else tens.start(), rest.end())
        elif day := _DAY_AND_MONTH.fullmatch(folded, span.start, span.end):
            apart = _YEAR_APART.match(folded, span.end)
            if apart is None or apart["mark"] != day["mark"]:
                continue
            if is_calendar_date(day["day"] + day["month"] + apart["year"]):
                yield span.at(span.start, apart.end())


def _names_apart(view: TextView) -> Iterator[Span]:
    """Yield listed given names whose first letter stands apart, where the rest is no word."""
    for found in _FIRST_LETTER.finditer(view.text):
        folded = view.folded[found.start() : found.end()]
        rest = folded[2:]
        known = alphabet().lexicon
        is_word = in_dictionary(rest) or known.get(rest, 0) & ~(Trait.FAMILY | Trait.FIRST)
        if not is_word and known.get(folded[0] + rest, 0) & Trait.FIRST:
            yield Span(*found.span(), "FIRSTNAME", _NAME_SLIP)


def _names_in_two(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield two names of the model as the listed one that they are together, where one of them is none alone."""
    folded, known = view.folded, alphabet().lexicon
    for first, second in pairwise(spans):
        if first.label not in _NAMES or second.label not in _NAMES or second.start - first.end > 64:
            continue
        if not (view.text[second.start].islower() or view.text[first.start : second.end].isupper()):
            continue
        if _BETWEEN.fullmatch(view.text, first.end, second.start) is None:
            continue
        parts = folded[first.start : first.end], folded[second.start : second.end]
        if max(map(len, parts)) > _LONGEST_PART or not all(map(str.isalpha, parts)):
            continue
        if all(known.get(part, 0) & (Trait.FIRST | Trait.FAMILY | Trait.CITY) for part in parts):
            continue
        label = _label_of(known.get("".join(parts), 0), (first.label, second.label))
        if label is not None:
            yield Span(first.start, second.end, label, _NAME_SLIP)


def _label_of(traits: int, labels: tuple[Label, Label]) -> Label | None:
    """Return what two names are together, by the lists and by what each was taken for."""
    if traits & Trait.FIRST and "FIRSTNAME" in labels:
        return "FIRSTNAME"
    if traits & Trait.FAMILY and set(labels) & set(OF_PEOPLE):
        return "LASTNAME"
    if traits & Trait.FIRST:
        return "FIRSTNAME"
    return "CITY" if traits & Trait.CITY else None
