"""The tables of words that are said in a part of the year alone, or since a day alone: `data/told`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings import lists
from palimpseste.writings.dates.school_holidays import autumn_return_in, is_school_holiday, winter_return_in
from palimpseste.writings.dates.words import easter_in, eids_in, first_of_ramadan_in

__all__ = [
    "EPOCHS",
    "PLAIN",
    "SEASONS",
    "WAYS",
    "MovableSeason",
    "SchoolTime",
    "Season",
    "Way",
    "is_epoch",
    "is_in_season",
]


class Season(NamedTuple):
    """When notes that say some words are dated.

    Parameters
    ----------
    first, last : tuple of int
        The first and last day of the year, as (month, day).
    has_vaccine : bool
        Whether there is a vaccine, so that near words of one nothing is said of the season.
    """

    first: tuple[int, int]
    last: tuple[int, int]
    has_vaccine: bool = False


@shown_without_values
class MovableSeason(NamedTuple):
    """A stretch around a day that another calendar sets: Easter, or the first of Ramadan.

    Parameters
    ----------
    days_in : callable
        Returns the days of a year that the season lies around.
    first, last : int
        Its first and last day, counted from that one.
    """

    days_in: Callable[[int], tuple[int, ...]]
    first: int
    last: int


class SchoolTime(NamedTuple):
    """What is done at school is done in none of the holidays that all schools of France have at once."""


class Way(NamedTuple):
    """A way to say a season or an epoch.

    Parameters
    ----------
    number : int
        That of what it says: a season of :data:`SEASONS` or, counted on, an epoch of :data:`EPOCHS`.
    words : str
        Words, or a pattern, of text without accents.
    needs : tuple of str
        One of these stands in every text that a pattern matches; empty for words.
    """

    number: int
    words: str
    needs: tuple[str, ...] = ()


# One letter for one, so that places of words are those of the text.
PLAIN = str.maketrans(
    "àâäáãçéèêëîïíôöóùûüúÿñÀÂÄÁÃÇÉÈÊËÎÏÍÔÖÓÙÛÜÚŸÑİ’‘‑\u00a0", "aaaaaceeeeiiiooouuuuynAAAAACEEEEIIIOOOUUUUYNI''- "
)
_DAYS_IN: dict[str, Callable[[int], tuple[int, ...]]] = {
    "easter": easter_in,
    "ramadan": first_of_ramadan_in,
    "eid": eids_in,
    "autumn-return": autumn_return_in,
    "winter-return": winter_return_in,
}
_FIXED = re.compile(r"(\d\d)-(\d\d)\.\.(\d\d)-(\d\d)( vaccine)?")
_MOVABLE = re.compile(r"([a-z-]+) (-?\d+)\.\.(-?\d+)")
_YEARLY = re.compile(r"(\d{4})\.\.(\d{4})")
_CHOICE = re.compile(r"\{([^}]*)\}")


def _season(when: str) -> Season | MovableSeason | SchoolTime:
    """Return what the first column of the table of seasons says."""
    if fixed := _FIXED.fullmatch(when):
        month, day, last_month, last_day = map(int, fixed.groups()[:4])
        return Season((month, day), (last_month, last_day), fixed[5] is not None)
    if movable := _MOVABLE.fullmatch(when):
        return MovableSeason(_DAYS_IN[movable[1]], int(movable[2]), int(movable[3]))
    return SchoolTime()


def _rows(name: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield what a table says: when, words or a pattern, and what a pattern needs."""
    for line in lists.entries_told(name):
        when, *needs, words = line.split("\t")
        every = [each for listed in words.split(", ") for each in _spelt_out(listed)]
        if needs:
            yield when, words, tuple(needs[0].split(","))
        elif yearly := _YEARLY.fullmatch(when):
            years = range(int(yearly[1]), int(yearly[2]) + 1)
            yield from ((f"{year}-01-01", f"{each} {year}", ()) for year in years for each in every)
        else:
            yield from ((when, each.translate(PLAIN), ()) for each in every)


def _spelt_out(words: str) -> Iterator[str]:
    """Yield words with each choice of what stands in braces: « {avant|après} noel »."""
    pieces = _CHOICE.split(words)
    for chosen in product(*(piece.split("|") if place % 2 else [piece] for place, piece in enumerate(pieces))):
        yield " ".join("".join(chosen).split())


_OF_SEASONS, _OF_EPOCHS = list(_rows("seasons.tsv")), list(_rows("epochs.tsv"))
_SEASON_OF = {when: _season(when) for when, _, _ in _OF_SEASONS}
SEASONS = tuple(dict.fromkeys(_SEASON_OF.values()))
# The days before which hardly anybody says some words.
EPOCHS = tuple(sorted({date.fromisoformat(when) for when, _, _ in _OF_EPOCHS}))
_NUMBER_OF = {
    **{when: SEASONS.index(season) for when, season in _SEASON_OF.items()},
    **{day.isoformat(): number for number, day in enumerate(EPOCHS, len(SEASONS))},
}
WAYS = tuple(Way(_NUMBER_OF[when], words, needs) for when, words, needs in (*_OF_SEASONS, *_OF_EPOCHS))


def is_epoch(season: int) -> bool:
    """Tell whether a number of what words say is that of an epoch."""
    return season >= len(SEASONS)


def is_in_season(season: int, ordinal: int) -> bool:
    """Tell whether a note of a day may say the words of a season or an epoch."""
    day = date.fromordinal(ordinal)
    if is_epoch(season):
        return day >= EPOCHS[season - len(SEASONS)]
    told = SEASONS[season]
    if isinstance(told, SchoolTime):
        return not is_school_holiday(day)
    if isinstance(told, MovableSeason):
        around = (each for year in (day.year - 1, day.year, day.year + 1) for each in told.days_in(year))
        return any(told.first <= ordinal - each <= told.last for each in around)
    first, last, _ = told
    is_behind, is_before = (day.month, day.day) >= first, (day.month, day.day) <= last
    return is_behind and is_before if first <= last else is_behind or is_before
