"""The date of birth of the record found in the text, in any writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palimpseste.detection.record.birthdate import MONTHS, BirthDate
from palimpseste.detection.record.compact import CompactText
from palimpseste.detection.record.number_words import day_words, number_words, year_words
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["birthdate_spans"]

_GAPS: Final = " ./-_\n\t,:|"
_WIDEST_GAP: Final = 4
_BIRTH: Final = frozenset(("ne", "nee", "nes", "nees", "naissance", "naissances", "naiss", "ddn", "dn"))
_REACH: Final = 8  # tokens between the word of birth and a partial date


def birthdate_spans(tokens: Tokens, compact: CompactText, date: BirthDate) -> Iterator[Span]:
    """Yield the whole date in any order and writing, and parts of it after a word of birth.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    compact : CompactText
        Its letters and figures alone.
    date : BirthDate
        As the record has it; of which month and day may be unknown.
    """
    year, short = f"{date.year:04}", f"{date.year % 100:02}"
    if date.day:
        yield from _numeric(compact, date, year, short)
    if date.month:
        yield from _with_named_month(tokens, compact, date, year, short)
    yield from _partial(tokens, compact, date, year)
    if number_words(date.year % 100).encode("ascii") in compact.letters:
        yield from _in_words(tokens, compact, date)


def _span(start: int, end: int) -> Span:
    return Span(start, end, "BIRTHDATE", "record.birthdate")


def _numeric(compact: CompactText, date: BirthDate, year: str, short: str) -> Iterator[Span]:
    day, month = f"{date.day:02}", f"{date.month:02}"
    if not compact.may_hold(year.encode("ascii")) and not compact.may_hold(f"{date.month}{short}".encode("ascii")):
        return
    orders = [(day, month, year), (year, month, day), (day, month, short)]
    if day[0] == "0" or month[0] == "0":
        for bare in {(str(date.day), str(date.month)), (str(date.day), month), (day, str(date.month))} - {(day, month)}:
            orders += [(*bare, year), (*bare, short)]
    for parts in orders:
        if compact.may_hold("".join(parts).encode("ascii")):
            yield from _written(compact, parts)


def _written(compact: CompactText, parts: tuple[str, str, str]) -> Iterator[Span]:
    """Yield where the parts stand one after another, separated between them, between all digits, or not at all."""
    needle = "".join(parts)
    length = len(needle)
    joints = [len(parts[0]), len(parts[0]) + len(parts[1])]
    # With a zero dropped, only the separators tell the day from the month.
    padded = length in (6, 8)
    for index in compact.misread_occurrences(needle.encode("ascii")):
        start, end = compact.extent(index, length)
        if not compact.is_whole_number(start, end):
            continue
        if end - start == length:
            if padded:
                yield _span(start, end)
            continue
        breaks = compact.breaks(index, length)
        if not all(_is_gap(compact.gap(index + place)) for place in breaks):
            continue
        if (padded and set(breaks) <= set(joints)) or breaks == joints or len(breaks) > 2:
            yield _span(start, end)


def _is_gap(gap: str) -> bool:
    return len(gap) <= _WIDEST_GAP and not gap.strip(_GAPS)


def _close(compact: CompactText, index: int, length: int) -> bool:
    """Tell whether no two letters of a run are far apart."""
    positions = compact.positions
    return all(positions[k + 1] - positions[k] <= _WIDEST_GAP + 1 for k in range(index, index + length - 1))


def _with_named_month(tokens: Tokens, compact: CompactText, date: BirthDate, year: str, short: str) -> Iterator[Span]:
    """Yield the date with its month in letters: with its day, or without day or year after a word of birth."""
    letters, text = compact.letters, compact.view.text
    days = (f"{date.day:02}", f"{date.day}er", f"{date.day}") if date.day else ()
    names = MONTHS[date.month - 1]
    endings = [(name, tail) for tail in (year, short) for name in names]
    if days and names[0].encode("ascii") in letters:
        endings.append((names[0], ""))
    found: set[int] = set()
    for name, tail in endings:
        for index in compact.occurrences((name + tail).encode("ascii")):
            day = next((d for d in days if letters.endswith(d.encode("ascii"), 0, index)), "")
            if not (day or tail):
                continue
            index -= len(day)
            length = len(day) + len(name) + len(tail)
            start, end = compact.extent(index, length)
            if start in found or not _close(compact, index, length):
                continue
            before = text[start - 1] if start else " "
            if before.isalpha() or (day and before.isdecimal()) or text[end : end + 1].isalnum():
                continue
            if (day and tail) or _after_birth(tokens, start):
                found.add(start)
                yield _span(start, end)


def _partial(tokens: Tokens, compact: CompactText, date: BirthDate, year: str) -> Iterator[Span]:
    """Yield the year, the month and year, or the day and month, in figures after a word of birth."""
    writings: list[tuple[str, ...]] = [(year,)]
    if date.month:
        writings += [(f"{date.month:02}", year)]
    if date.day:
        writings += {(f"{date.day:02}", f"{date.month:02}"), (f"{date.day}", f"{date.month}")}
    for parts in writings:
        needle = "".join(parts).encode("ascii")
        for index in compact.occurrences(needle):
            start, end = compact.extent(index, len(needle))
            if end - start != len(needle) + len(parts) - 1 or not compact.is_whole_number(start, end):
                continue
            if len(parts) == 2 and compact.view.text[start + len(parts[0])] not in "/.-":
                continue
            if _after_birth(tokens, start):
                yield _span(start, end)


def _in_words(tokens: Tokens, compact: CompactText, date: BirthDate) -> Iterator[Span]:
    """Yield the date spelt out, and the year alone after a word of birth."""
    years = year_words(date.year)
    writings: list[tuple[str, bool]] = []
    if date.day:
        months = (MONTHS[date.month - 1][0], number_words(date.month))
        for head in (day + month for day in (*day_words(date.day), str(date.day)) for month in months):
            if head.encode() in compact.letters:
                writings += [(head + year, True) for year in (*years, number_words(date.year % 100)) if year]
    writings += [(year, False) for year in years]
    text = compact.view.text
    for writing, whole in writings:
        for index in compact.occurrences(writing.encode("ascii")):
            start, end = compact.extent(index, len(writing))
            if (
                (start and text[start - 1].isalnum())
                or text[end : end + 1].isalnum()
                or not _close(compact, index, len(writing))
            ):
                continue
            if whole or _after_birth(tokens, start):
                yield _span(start, end)


def _after_birth(tokens: Tokens, start: int) -> bool:
    """Tell whether a word of birth stands a few words before, in the same sentence and with no other number between."""
    index = tokens.index_at(start)
    words = tokens.words
    for before in range(index - 1, max(-1, index - 1 - _REACH), -1):
        word = words[before]
        if word in _BIRTH:
            return True
        if word[0].isdecimal() or "\n" in word or (word in ".;" and words[before - 1] not in _BIRTH):
            return False
    return False
