"""Writings of dates read to day, month and year: figures, months, numbers in words, feasts, seasons, OCR slips."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from palimpseste.folding import FIGURES_MISREAD, fold
from palimpseste.remembered import remembered
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.case import plain
from palimpseste.writings.dates import words
from palimpseste.writings.dates.forms import Field, Part, WrittenDate, folded_words
from palimpseste.writings.number_words import read_number, split_numbers

__all__ = ["read_date"]

_EARLIEST_YEAR, _LATEST_YEAR = 1000, 2999
# A movable feast whose year is unsaid is given the day it had in this one, as good as any.
_ANY_YEAR = 2021

_TOKEN = re.compile(r"(?P<digits>\d+)|(?P<word>[^\W\d_]+\.?)|(?P<other>[\W_])")
# Figures as most dates are written, with nothing to mend; the first is no zero for a day that nobody knows.
_FIGURES = re.compile(r"(?!00?[/.-])[0-9]{1,8}(?:[/.-][0-9]{1,8}){0,2}")
_OCR_NUMBER = re.compile(r"\b(?=[OoIl]*\d)[\dOoIl]+\b|\b[Oo](?=[1-9]\b)")
_OCR_ZERO_OF_MONTH = re.compile(r"(?<![0-9])0(?=(?:ct(?:obre)?|v(?:embre)?)\b)")
# « avri1 2015 » is no first of April.
_OCR_MONTH = re.compile(r"\b(?:avri1|jui1(?:[1l]et)?)\b", re.IGNORECASE)
_OCR_SMALL_L = re.compile(r"(?<=[a-zéû])I")
# Digits one by one, as in the cells of a form: 2|3|0|2|2|3.
_CELLS = re.compile(r"\d(?:([\s|*/._-]{1,3})\d)(?:\1\d){2,6}")
# Zeros for a day, or a day and a month, that nobody knows: 00/00/1944, 00/12/2021.
_UNKNOWN = re.compile(r"(?P<zeros>00?(?P<separator>[/.-])(?P<month>00?(?P=separator))?)(?P<known>\d.*)")
_CLOCK = re.compile(r"(?:T|(?<!\s)(?:\s*,)?\s+(?:à\s+)?)\d{1,2}\s*(?::|[hH])\s*\d{0,2}.*$")
_BEFORE_SEVEN = ("zero", "dix", "vingt", "trente", "quarante", "cinquante", "soixante", "vingts", "cent", "mille")
_DAY_FIRST: tuple[Part, ...] = ("day", "month", "year")
_NUMBER_GAP = re.compile(r"[\s-]+")


@remembered
def read_date(source: str, *, year_alone: bool = False) -> WrittenDate | None:
    """Return what a writing of a date says, or None where it cannot be read or names no day of the calendar.

    Parameters
    ----------
    source : str
        The characters of the date, of one end of a range, or of a part of a date.
    year_alone : bool
        Whether one or two digits alone are a year (« en 98 ») rather than a day (« du 12 au 15 mars »).

    Examples
    --------
    >>> read_date("12nov2021").write(3, 2, 2022)
    '3févr2022'
    >>> read_date("31/02/2021") is None
    True
    """
    if _FIGURES.fullmatch(source):
        return _interpreted(_pieces_of_figures(source), year_alone)
    text = _OCR_MONTH.sub(lambda match: match.group().replace("1", "l"), plain(source).strip())
    repaired = _OCR_NUMBER.sub(lambda match: match.group().translate(FIGURES_MISREAD), text)
    # « O2/1O/1967 » is no 2 January.
    found = (_read_plain(repaired, year_alone) if repaired != text else None) or _read_plain(text, year_alone)
    if found is None:
        repaired = _OCR_ZERO_OF_MONTH.sub("o", _OCR_SMALL_L.sub("l", repaired))
        # A line break inside the year: 17/11/19\n75.
        repaired = re.sub(r"(?<=\D\d\d) (?=\d\d$)", "", repaired) if "\n" in source else repaired
        found = _read_plain(repaired, year_alone) if repaired != text else None
    return found


def _read_plain(text: str, year_alone: bool) -> WrittenDate | None:
    unknown = _UNKNOWN.fullmatch(text)
    if unknown:
        found = _interpreted(_tokens(unknown.group("known")), year_alone)
        told = "year" if unknown.group("month") else "month"
        return replace(found, pieces=(unknown.group("zeros"), *found.pieces)) if found and found.unit == told else None
    cells = _CELLS.fullmatch(text)
    if cells and len(text.replace(cells.group(1), "")) in (6, 8):
        found = _interpreted(_tokens(text.replace(cells.group(1), "")), year_alone)
        return replace(found, cells=cells.group(1)) if found else None
    clock = _CLOCK.search(text)
    if clock and clock.start():
        found = _interpreted(_tokens(text[: clock.start()]), year_alone)
        return replace(found, pieces=(*found.pieces, clock.group())) if found else None
    return _interpreted(_tokens(text), year_alone)


@shown_without_values
class _Token(NamedTuple):
    # n: digits, o: digits with « er », m: month, w: number in words, f: feast, s: season, j: weekday, "": literal
    kind: str
    text: str
    value: int = 0


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if match.lastgroup == "digits":
            found.append(_Token("n", piece, int(piece) if len(piece) < 9 else -1))
        elif match.lastgroup == "word":
            _add_word(found, piece)
        elif found and found[-1].kind == "":
            found[-1] = _Token("", found[-1].text + piece)
        else:
            found.append(_Token("", piece))
    return _with_numbers_joined(found)


def _pieces_of_figures(text: str) -> list[_Token]:
    return [
        _Token("n", match.group(), int(match.group())) if match.lastgroup == "digits" else _Token("", match.group())
        for match in _TOKEN.finditer(text)
    ]


def _add_word(found: list[_Token], piece: str) -> None:
    folded = fold(piece).rstrip(".")
    month = words.month_named(folded)
    if folded in ("er", "ere", "re") and found and found[-1].kind == "n" and found[-1].value == 1:
        found[-1] = _Token("o", found[-1].text + piece, 1)
    elif month is not None:
        found.append(_Token("m", piece, month))
    elif folded in words.WEEKDAYS or (folded in words.SHORT_WEEKDAYS and not found):
        found.append(_Token("j", piece))
    elif words.season_month(folded) is not None:
        found.append(_Token("s", piece, words.season_month(folded) or 0))
    elif words.feast_of(folded):
        found.append(_Token("f", piece))
    elif folded == "et" or folded == "cents" or read_number((folded,)) is not None:
        found.append(_Token("w", piece))
    elif (roman := words.roman_month(folded)) is not None and any(token.kind == "n" for token in found):
        found.append(_Token("m", piece.rstrip("."), roman))
        if piece.endswith("."):
            found.append(_Token("", "."))
    else:
        found.append(_Token("", piece))


def _with_numbers_joined(tokens: list[_Token]) -> list[_Token]:
    """Join number words, and what stands between them, into one token each; « sept » is a month or a number."""
    months = sum(token.kind == "m" for token in tokens)
    joined: list[_Token] = []
    for position, token in enumerate(tokens):
        if token.kind == "m" and fold(token.text) == "sept":
            before = next((t.text for t in reversed(joined) if t.kind), "")
            after = next((t.text for t in tokens[position + 1 :] if t.kind), "")
            if (
                months > 1
                or len(tokens) == 1
                or folded_words(before)[-1] in _BEFORE_SEVEN
                or folded_words(after)[0] == "zero"
            ):
                token = _Token("w", token.text)
        if token.kind == "w" and joined:
            if joined[-1].kind == "w":
                joined[-1] = _Token("w", joined[-1].text + token.text)
                continue
            if len(joined) > 1 and joined[-2].kind == "w" and _NUMBER_GAP.fullmatch(joined[-1].text):
                gap = joined.pop().text
                joined[-1] = _Token("w", joined[-1].text + gap + token.text)
                continue
        joined.append(token)
    return joined


def _interpreted(tokens: list[_Token], year_alone: bool) -> WrittenDate | None:
    numbers = [token for token in tokens if token.kind not in ("", "j")]
    kinds = "".join(token.kind for token in numbers)
    if kinds == "w" and len(tokens) == 1:
        return _spoken(tokens[0], year_alone)
    if kinds == "mw" and fold(numbers[0].text) == "sept" and _value(numbers[1]) is None:
        # « sept dix trente »: the seventh of October.
        return _spoken(_Token("w", "".join(token.text for token in tokens)), year_alone)
    if kinds == "n" and len(numbers[0].text) in (6, 8) and len(tokens) == 1:
        return _compact(numbers[0].text)
    order = _order(kinds, numbers, year_alone)
    if order is None:
        return None
    fields = [_field(token, part, numbers) for token, part in zip(numbers, order, strict=True)]
    values = _values(numbers, order, fields)
    if values is None:
        return None
    feast = words.feast_of(fold(numbers[0].text)) or "" if kinds[0] == "f" else ""
    if feast:
        year = values["year"]
        kept = words.feast_date(feast, year if year is not None and year >= 100 else _ANY_YEAR)
        values["day"], values["month"] = kept.day, kept.month
    if not _exists(values["day"], values["month"], values["year"]):
        return None
    iterator = iter(fields)
    pieces = tuple(
        token.text
        if token.kind == ""
        else Field("day", "weekday", source=token.text)
        if token.kind == "j"
        else next(iterator)
        for token in tokens
    )
    return WrittenDate(values["day"], values["month"], values["year"], pieces, feast=feast)  # type: ignore[arg-type] # by key


def _values(
    numbers: Sequence[_Token], order: Sequence[Part], fields: Sequence[Field | None]
) -> dict[Part, int | None] | None:
    """Return the day, the month and the year that numbers say; None where one cannot be read."""
    values: dict[Part, int | None] = {"day": None, "month": None, "year": None}
    for token, part, field in zip(numbers, order, fields, strict=True):
        value = _value(token)
        if field is None or value is None:
            return None
        if field.writing == "next-year":
            if value % 100 != ((values["year"] or 0) + 1) % 100:
                return None
        elif token.kind != "f":
            values[part] = value
    return values


_ORDERS: dict[str, tuple[Part, ...]] = {
    "nm": ("day", "month"),
    "nmn": ("day", "month", "year"),
    "m": ("month",),
    "mw": ("month", "year"),
    "wm": ("day", "month"),
    "wmw": ("day", "month", "year"),
    "wmn": ("day", "month", "year"),
    "nmw": ("day", "month", "year"),
    "f": ("day",),
    "fn": ("day", "year"),
    "fw": ("day", "year"),
    "s": ("month",),
    "sn": ("month", "year"),
    "sw": ("month", "year"),
    "snn": ("month", "year", "year"),
}


def _order(kinds: str, numbers: Sequence[_Token], year_alone: bool) -> tuple[Part, ...] | None:
    """Return which part each number of a date is, from the kinds of the tokens and the sizes of the figures."""
    kinds = kinds.replace("o", "n")
    if kinds in _ORDERS:
        return _ORDERS[kinds]
    sizes = [len(token.text) for token in numbers]
    values = [token.value for token in numbers]
    if kinds == "n":
        if numbers[0].kind == "o":
            return ("day",)
        if sizes[0] == 4 or (sizes[0] <= 2 and (year_alone or values[0] > 31)):
            return ("year",)
        return ("day",) if sizes[0] <= 2 else None
    if kinds == "nn":
        if sizes[0] == 4:
            return ("year", "month")
        if sizes[1] == 4 or (values[1] > 12 and sizes[1] == 2):
            return ("month", "year")
        return ("day", "month")
    if kinds == "nnn":
        if sizes[0] == 4:
            return ("year", "month", "day")
        # « 03/26/2021 », as written in English, where it can be nothing else.
        return ("month", "day", "year") if values[0] <= 12 < values[1] <= 31 else ("day", "month", "year")
    if kinds == "mn":
        english = words.month_writing(numbers[0].text).startswith("english")
        return ("month", "day") if english and sizes[1] <= 2 and values[1] <= 31 else ("month", "year")
    if kinds == "mnn" and sizes[2] in (2, 4) and sizes[1] <= 2:
        return ("month", "day", "year")
    return None


def _value(token: _Token) -> int | None:
    if token.kind == "w":
        number_words = folded_words(token.text)
        if len(number_words) == 2 and number_words[0] == "zero":
            return read_number(number_words[1:])
        return read_number(number_words)
    return token.value


def _field(token: _Token, part: Part, numbers: Sequence[_Token]) -> Field | None:
    if token.kind == "f":
        return Field("day", "feast", source=token.text)
    if token.kind == "s":
        return Field("month", "season", source=token.text)
    if token.kind == "w":
        return Field(part, "words", source=token.text)
    if token.kind == "m":
        roman = words.month_named(fold(token.text)) is None
        return Field("month", "roman" if roman else words.month_writing(token.text), source=token.text)
    size = len(token.text.rstrip("eèrERÈ"))
    if part == "year":
        if token is not numbers[-1] and numbers[-1].kind == "n" and numbers[0].kind == "s":
            return Field("year", width=size)
        if numbers[0].kind == "s" and len(numbers) == 3:
            return Field("year", "next-year", width=size)
        return Field("year", width=size) if size in (2, 4) else None
    if size > 2:
        return None
    return Field(part, width=_width(token, size, numbers), source=token.text)


def _width(token: _Token, size: int, numbers: Sequence[_Token]) -> int:
    """Return 2 where a day or a month below ten takes a zero, guessed from the other figures where need be."""
    if token.text[0] == "0" or size == 1:
        return size
    others = [other for other in numbers if other is not token and other.kind in "no" and len(other.text) <= 2]
    if any(other.text[0] == "0" for other in others):
        return 2
    month = next((other for other in numbers if other.kind == "m"), None)
    if month is not None:
        return 2 if month.text.isupper() and words.month_writing(month.text).endswith("code") else 1
    return 1 if any(len(other.text) == 1 for other in others) or len(numbers) == 1 else 2


def _compact(digits: str) -> WrittenDate | None:
    """Read figures without separators: ddmmyyyy, yyyymmdd or ddmmyy."""
    if len(digits) == 6:
        cuts: list[tuple[tuple[Part, int], ...]] = [(("day", 2), ("month", 2), ("year", 2))]
    else:
        cuts = [(("year", 4), ("month", 2), ("day", 2)), (("day", 2), ("month", 2), ("year", 4))]
    for cut in cuts:
        values, start = {}, 0
        for part, size in cut:
            values[part] = int(digits[start : start + size])
            start += size
        if _exists(values["day"], values["month"], values["year"]) and (len(digits) == 6 or values["year"] >= 1850):
            pieces = tuple(Field(part, width=size, source="0") for part, size in cut)
            return WrittenDate(values["day"], values["month"], values["year"], pieces)
    return None


def _spoken(token: _Token, year_alone: bool) -> WrittenDate | None:
    """Read a date dictated in numbers only: « onze zéro neuf soixante et un »; or a day, or a year."""
    number_words = folded_words(token.text)
    alone = _value(token)
    if alone is not None:
        part: Part = "year" if alone > 31 or year_alone else "day"
        if (part == "year" and not (alone < 100 or _EARLIEST_YEAR <= alone <= _LATEST_YEAR)) or alone == 0:
            return None
        pieces = (Field(part, "words", source=token.text),)
        return WrittenDate(alone if part == "day" else None, None, alone if part == "year" else None, pieces)
    for count in (3, 2):
        for numbers in split_numbers(number_words, count):
            day, month, year = (*numbers, None)[:3]
            if _exists(day, month, year):
                parts = _DAY_FIRST[:count]
                fields = [
                    Field(part, "words", width=2 if "zero" in number_words else 1, source=token.text) for part in parts
                ]
                spaced: list[str | Field] = [fields[0]]
                for made in fields[1:]:
                    spaced += [" ", made]
                return WrittenDate(day, month, year, tuple(spaced))
    return None


def _exists(day: int | None, month: int | None, year: int | None) -> bool:
    if year is not None and not (0 <= year < 100 or _EARLIEST_YEAR <= year <= _LATEST_YEAR):
        return False
    if month is not None and not 1 <= month <= 12:
        return False
    if day is None:
        return True
    try:
        # Any leap year will do where the year is unsaid; a two-digit year is taken in the 2000s, leap as in the 1900s
        # but for 1900 itself.
        date(2000 if year is None else year + 2000 if year < 100 else year, month or 1, day)
    except ValueError:
        return False
    return True
