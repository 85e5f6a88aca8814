"""The date of birth of the record found in the text, in any writing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from palimpseste.detection.record.compact import CompactText
from palimpseste.detection.record.number_words import day_words, year_words
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import fold_same_length
from palimpseste.document import Span

__all__ = ["BirthDate", "birthdate_spans"]

_PART: Final = re.compile("[0-9]+|[a-z]+")
_MONTHS: Final = (
    ("janvier", "janv", "jan"),
    ("fevrier", "fevr", "fev"),
    ("mars", "mar"),
    ("avril", "avr"),
    ("mai",),
    ("juin", "jun"),
    ("juillet", "juil", "jul"),
    ("aout", "aou"),
    ("septembre", "sept", "sep"),
    ("octobre", "oct"),
    ("novembre", "nov"),
    ("decembre", "dec"),
)
_GAPS: Final = " ./-_\n\t,:|"
_WIDEST_GAP: Final = 4
_BIRTH: Final = frozenset(("ne", "nee", "nes", "naissance", "ddn", "naissances", "naiss", "dn", "ndate"))
_REACH: Final = 8  # tokens between the word of birth and a partial date


@dataclass(frozen=True, slots=True, repr=False)
class BirthDate:
    """A date of birth; 0 for what is not known.

    Parameters
    ----------
    year : int
        With four digits.
    month, day : int
        From 1.
    """

    year: int
    month: int = 0
    day: int = 0

    @classmethod
    def of(cls, value: str) -> BirthDate | None:
        """Return the date written in a record, or None where it cannot be read."""
        parts = _PART.findall(fold_same_length(value.split("T")[0]))
        numbers = [_number(part) for part in parts][:3]
        if len(parts) == 1 and len(parts[0]) == 8:
            digits = parts[0]
            iso = digits[:2] in ("18", "19", "20") and int(digits[4:6]) <= 12
            parts = [digits[:4], digits[4:6], digits[6:]] if iso else [digits[:2], digits[2:4], digits[4:]]
            numbers = [int(part) for part in parts]
        if not numbers or not all(numbers):
            return None
        if len(parts[0]) == 4 and parts[0].isdigit():
            numbers.reverse()
        year = numbers[-1]
        month = numbers[-2] if len(numbers) > 1 else 0
        day = numbers[-3] if len(numbers) > 2 else 0
        if month > 12 >= day:
            month, day = day, month
        if year < 100:
            # A person is a hundred years old at most.
            year += 2000 if year <= 25 else 1900
        return cls(year, month, day) if month <= 12 and day <= 31 else None

    def __repr__(self) -> str:
        return "BirthDate(<hidden>)"


def _number(part: str) -> int:
    if part.isdigit():
        return int(part)
    return next((index for index, names in enumerate(_MONTHS, 1) if part in names), 0)


def birthdate_spans(tokens: Tokens, compact: CompactText, date: BirthDate) -> Iterator[Span]:
    """Yield the whole date in any order and writing, and parts of it after a word of birth."""
    year, short = f"{date.year:04}", f"{date.year % 100:02}"
    if date.day:
        yield from _numeric(compact, date, year, short)
    if date.month:
        yield from _in_letters(tokens, compact, date, year, short)
        yield from _partial(tokens, compact, (f"{date.month:02}", year))
    yield from _partial(tokens, compact, (year,))


def _numeric(compact: CompactText, date: BirthDate, year: str, short: str) -> Iterator[Span]:
    day, month = f"{date.day:02}", f"{date.month:02}"
    orders = [(day, month, year), (year, month, day), (day, month, short)]
    if day[0] == "0" or month[0] == "0":
        for bare in {(str(date.day), str(date.month)), (str(date.day), month), (day, str(date.month))} - {(day, month)}:
            orders += [(*bare, year), (*bare, short)]
    for parts in orders:
        yield from _written(compact, parts, glued=len(parts[0]) + len(parts[1]) + len(parts[2]) in (6, 8))


def _written(compact: CompactText, parts: tuple[str, ...], *, glued: bool) -> Iterator[Span]:
    """Yield where the parts stand one after another, separated between them, between all digits, or not at all."""
    needle = "".join(parts).encode("ascii")
    length = len(needle)
    first = len(parts[0])
    joints = [first, first + len(parts[1])] if len(parts) == 3 else [first]
    text = compact.view.text
    for index in compact.occurrences(needle):
        start, end = compact.extent(index, length)
        if (start and text[start - 1].isdecimal()) or (end < len(text) and text[end].isdecimal()):
            continue
        if end - start == length:
            if glued and not _continues(text, start, end):
                yield Span(start, end, "BIRTHDATE", "record.birthdate")
            continue
        breaks = compact.breaks(index, length)
        if any(len(gap) > _WIDEST_GAP or gap.strip(_GAPS) for gap in (compact.gap(index + k) for k in breaks)):
            continue
        at_joints = set(breaks) <= set(joints)
        if (at_joints and (glued or breaks == joints)) or len(breaks) > len(joints):
            if not _continues(text, start, end):
                yield Span(start, end, "BIRTHDATE", "record.birthdate")


def _continues(text: str, start: int, end: int) -> bool:
    """Tell whether the digits are the part of a longer number written with marks."""
    return (start > 1 and text[start - 1] in "/.,-" and text[start - 2].isdecimal()) or (
        end + 1 < len(text) and text[end] in "/,-" and text[end + 1].isdecimal()
    )


def _in_letters(tokens: Tokens, compact: CompactText, date: BirthDate, year: str, short: str) -> Iterator[Span]:
    """Yield the date with its month in letters, with its day, or without it after a word of birth."""
    letters, text = compact.letters, compact.view.text
    names = [name for name in _MONTHS[date.month - 1] if name.encode() in letters]
    if not names:
        return
    years = [year, short]
    if b"mil" in letters or b"cent" in letters:
        years += year_words(date.year)
    days = ()
    if date.day:
        days = (f"{date.day:02}", f"{date.day}er", f"{date.day}", *day_words(date.day))
    reached = -1
    for name in names:
        for written_year in years:
            needle = (name + written_year).encode()
            for index in compact.occurrences(needle):
                start, end = compact.extent(index, len(needle))
                if start <= reached or (end < len(text) and text[end].isdecimal()) or not _close(compact, index, len(needle)):
                    continue
                day = next((d for d in days if letters.endswith(d.encode(), max(0, index - len(d)), index)), "")
                if day and _close(compact, index - len(day), len(day) + 1):
                    start = compact.positions[index - len(day)]
                    if start and text[start - 1].isalnum() and (text[start - 1].isdecimal() or not day.isdigit()):
                        continue
                elif (index and letters[index - 1 : index].isdigit() and _close(compact, index - 1, 2)) or not (
                    _after_birth(tokens, start)
                ):
                    continue
                reached = start
                yield Span(start, end, "BIRTHDATE", "record.birthdate")


def _close(compact: CompactText, index: int, length: int) -> bool:
    """Tell whether no two letters of a run are far apart."""
    positions = compact.positions
    return all(
        positions[k + 1] - positions[k] <= _WIDEST_GAP + 1 for k in range(max(0, index), index + length - 1)
    )


def _partial(tokens: Tokens, compact: CompactText, parts: tuple[str, ...]) -> Iterator[Span]:
    """Yield the year, or month and year, after a word of birth."""
    needle = "".join(parts).encode("ascii")
    text = compact.view.text
    for index in compact.occurrences(needle):
        start, end = compact.extent(index, len(needle))
        if (start and text[start - 1] in "0123456789/.-,") or (end < len(text) and text[end] in "0123456789/-%"):
            continue
        if end - start > len(needle) + len(parts) - 1:
            continue
        if _after_birth(tokens, start):
            yield Span(start, end, "BIRTHDATE", "record.birthdate")


def _after_birth(tokens: Tokens, start: int) -> bool:
    """Tell whether a word of birth stands a few words before, in the same sentence and with no other number between."""
    index = bisect_right(tokens.starts, start) - 1
    words = tokens.words
    for before in range(index - 1, max(-1, index - 1 - _REACH), -1):
        word = words[before]
        if word in _BIRTH:
            return True
        if word in ".;" and words[before - 1 : before] != ["ne"] or word[0].isdecimal():
            return False
    return False
