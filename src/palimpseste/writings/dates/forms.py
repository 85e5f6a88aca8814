"""Dates in the forms clinicians write them: the pieces of a writing, and other values written in the same form.

Reading (:mod:`palimpseste.writings.dates.reading`) keeps, beside the values, the pieces of the writing: literals and
fields. Any other values can then be written in the same form, which is all a strategy for dates needs: « 12 mars 2021 »
and 1, 2, 2022 give « 1er février 2022 ».
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, NamedTuple

from palimpseste.folding import fold
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.case import in_case_of, without_accents
from palimpseste.writings.dates import words
from palimpseste.writings.number_words import write_number

__all__ = ["DateUnit", "Field", "Part", "WrittenDate", "folded_words"]

DateUnit = Literal["day", "month", "year"]
Part = Literal["day", "month", "year"]

_NUMBER_GAP = re.compile(r"[\s-]+")


@shown_without_values
class Field(NamedTuple):
    """One part of a date and how it is written.

    Parameters
    ----------
    part : {"day", "month", "year"}
        What it holds.
    writing : str
        ``digits``, ``words``, ``feast``, ``season``, ``weekday``, ``next-year`` (the end of « 1996-97 »), or a writing
        of :mod:`palimpseste.writings.dates.words`.
    width : int
        Least number of digits.
    source : str
        The characters read, for their case.
    """

    part: Part
    writing: str = "digits"
    width: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class WrittenDate:
    """What a writing of a date says, and the pieces it is made of.

    Parameters
    ----------
    day, month, year : int or None
        What it says; None where it does not. A year below 100 is one of two digits, its century unsaid.
    pieces : tuple of str or Field
        The writing, literals and fields in order.
    cells : str
        What stands between single digits, where they are spaced out; else empty.
    feast : str
        The feast it is named by, if any; `day` and `month` are those of any one year where the year is unsaid.
    """

    day: int | None
    month: int | None
    year: int | None
    pieces: tuple[str | Field, ...]
    cells: str = ""
    feast: str = ""

    @property
    def unit(self) -> DateUnit:
        """The unit the date is written in: the finest part it says."""
        if self.day is not None:
            return "day"
        return "month" if self.month is not None else "year"

    @property
    def is_season(self) -> bool:
        """Whether its month stands for a season: no day is said then."""
        return self.day is None and any(isinstance(piece, Field) and piece.writing == "season" for piece in self.pieces)

    @property
    def is_full(self) -> bool:
        """Whether day, month and a year of four digits are all said."""
        return self.day is not None and self.month is not None and self.year is not None and self.year >= 100

    def write(self, day: int, month: int, year: int) -> str:
        """Return other values in the same form; parts the form does not hold are left out.

        Parameters
        ----------
        day, month, year : int
            The other values.
        """
        text = "".join(p if isinstance(p, str) else _written(p, day, month, year, self.pieces) for p in self.pieces)
        return self.cells.join(text) if self.cells else text

    def with_month_of(self, other: WrittenDate) -> WrittenDate | None:
        """Return the form of a day alone with its month behind it, written as in another date; None where it cannot be.

        Examples
        --------
        >>> from palimpseste.writings.dates.reading import read_date
        >>> read_date("8").with_month_of(read_date("09.03.2021")).write(28, 2, 2021)
        '28.02'
        """
        if self.unit != "day" or self.month is not None or other.cells:
            return None
        own = next(piece for piece in self.pieces if isinstance(piece, Field) and piece.writing != "weekday")
        found = _day_and_month(other.pieces)
        if found is None:
            return None
        day, link, month = found
        if month.writing in ("digits", "words") and (day.writing != own.writing or not link):
            return None
        spelt = own._replace(width=day.width) if own.writing == day.writing else own
        at = self.pieces.index(own)
        return replace(
            self, month=other.month, pieces=(*self.pieces[:at], spelt, link or " ", month, *self.pieces[at + 1 :])
        )

    def with_year(self) -> WrittenDate | None:
        """Return the form of a date without its year with one of four figures behind it; None where it cannot be.

        Examples
        --------
        >>> from palimpseste.writings.dates.reading import read_date
        >>> read_date("26/11").with_year().write(22, 1, 2021), read_date("oct.").with_year().write(1, 12, 2020)
        ('22/01/2021', 'déc. 2020')
        """
        if self.year is not None or self.month is None or self.feast or self.cells:
            return None
        found = _day_and_month(self.pieces)
        is_in_figures = found is not None and found[2].writing == "digits"
        return replace(
            self, pieces=(*self.pieces, found[1] if found and is_in_figures else " ", Field("year", width=4))
        )


def _day_and_month(pieces: Sequence[str | Field]) -> tuple[Field, str, Field] | None:
    """Return the day of a writing, what stands behind it, and the month that follows; None where none does."""
    for place, day in enumerate(pieces):
        if not isinstance(day, Field) or day.part != "day" or day.writing == "weekday":
            continue
        behind = pieces[place + 1 : place + 3]
        link = behind[0] if behind and isinstance(behind[0], str) else ""
        month = behind[-1] if link else behind[0] if behind else ""
        return (day, link, month) if isinstance(month, Field) and month.part == "month" else None
    return None


def folded_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a number in words."""
    return tuple(_NUMBER_GAP.split(fold(text).strip()))


def _written(made: Field, day: int, month: int, year: int, pieces: Sequence[str | Field]) -> str:
    if made.writing == "feast":
        feast = words.nearest_feast(date(year, month, day))
        # « Noël » brings the article that « la Toussaint » has before it already.
        article = "" if words.article_of(words.feast_of(fold(made.source)) or "") else words.article_of(feast)
        return (article.upper() if made.source.isupper() else article) + _in_case(made.source, feast)
    if made.writing == "weekday":
        return words.write_weekday(date(year, month, day).weekday(), made.source)
    if made.writing == "season":
        return _in_case(made.source, words.season_of(month))
    if made.writing == "next-year":
        return f"{(year + 1) % 10**made.width:0{made.width}d}"
    value = {"day": day, "month": month, "year": year}[made.part]
    if made.writing == "words":
        return _in_words(made, value, pieces)
    if made.writing != "digits":
        return words.write_month(month, made.writing, made.source)
    if made.part == "year":
        return f"{value % 10**made.width:0{made.width}d}"
    if made.part == "day" and value == 1 and made.width == 1 and _takes_ordinal(made, pieces):
        return "1ER" if _is_in_capitals(made, pieces) else "1er"
    return f"{value:0{made.width}d}"


def _is_in_capitals(made: Field, pieces: Sequence[str | Field]) -> bool:
    month = next((piece.source for piece in pieces if isinstance(piece, Field) and piece.part == "month"), "")
    return made.source.endswith("R") or (month.isupper() and len(month) > 1)


def _takes_ordinal(made: Field, pieces: Sequence[str | Field]) -> bool:
    if made.source[-1:] in ("r", "R", "e"):
        return True
    after = pieces[pieces.index(made) + 1 :]
    if after and (isinstance(after[0], Field) or after[0][:1].isalpha()):
        # Glued to the month: « 1nov2021 ».
        return False
    month = next((p for p in pieces if isinstance(p, Field) and p.part == "month"), None)
    if month is None:
        # « le 15 » alone, or « du 15 au 20 mars »: « le 1er ».
        return sum(isinstance(piece, Field) for piece in pieces) == 1
    return month.writing in ("full", "short")


def _in_words(made: Field, value: int, pieces: Sequence[str | Field]) -> str:
    hyphen = " " if "-" not in made.source and " " in made.source.strip() else "-"
    if made.part == "year" and _is_short_year(made.source):
        value %= 100
        return ("zéro " if value < 10 else "") + write_number(value, hyphen=hyphen)
    if (
        made.part == "day"
        and value == 1
        and not any(isinstance(p, Field) and p.part == "month" and p.writing == "words" for p in pieces)
    ):
        return _words_in_case(made.source, "premier")
    spelt = write_number(value, hyphen=hyphen)
    if made.part == "month" and value < 10 and made.width == 2:
        spelt = "zéro " + spelt
    return _words_in_case(made.source, spelt)


def _words_in_case(source: str, spelt: str) -> str:
    """Return a number in words in the case of another: « Vingt » for « Six », which begins a sentence."""
    written = in_case_of(source, spelt)
    return written[0].upper() + written[1:] if source[:1].isupper() else written


def _is_short_year(source: str) -> bool:
    folded = folded_words(source)
    return not {"mille", "mil"} & set(folded) and not (folded[:1] == ("dix",) and "cent" in folded)


def _in_case(source: str, target: str) -> str:
    if source.isascii() and source.lower() in ("noel", "paques", "pentecote", "epiphanie", "ete"):
        target = without_accents(target)
    if source.isupper():
        return target.upper()
    return target[0].upper() + target[1:] if source[0].isupper() else target.lower()
