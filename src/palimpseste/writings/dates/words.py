"""The words of dates: months in French and English, whole, shortened, coded or in Roman figures; feasts and seasons."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache

from palimpseste.folding import fold
from palimpseste.writings.case import without_accents
from palimpseste.writings.number_words import read_roman, write_roman

__all__ = [
    "FEASTS",
    "SHORT_WEEKDAYS",
    "USUAL_FEASTS",
    "WEEKDAYS",
    "article_of",
    "easter_in",
    "eids_in",
    "feast_behind",
    "feast_date",
    "feast_of",
    "first_of_ramadan_in",
    "is_movable",
    "month_named",
    "month_writing",
    "month_writings",
    "nearest_feast",
    "season_month",
    "season_of",
    "weekday_before",
    "weekday_behind",
    "weekday_number",
    "write_month",
    "write_weekday",
]

_FULL = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
_SHORT = ["janv", "févr", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc"]
_CODE = ["jan", "fev", "mar", "avr", "mai", "jun", "jul", "aou", "sep", "oct", "nov", "dec"]
_ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_ENGLISH_CODE = [name[:3] for name in _ENGLISH]
_LISTS = {
    "full": _FULL,
    "short": _SHORT,
    "code": _CODE,
    "english": _ENGLISH,
    "english-code": _ENGLISH_CODE,
    "roman": [write_roman(month) for month in range(1, 13)],
}
_FOLDED_FULL, _FOLDED_ENGLISH = frozenset(map(fold, _FULL)), frozenset(map(fold, _ENGLISH))
# Of a full month so many letters tell which it is.
_SHORTEST_CUT = 5
_SHORTEST_MISREAD = 4
_OTHER_WRITINGS = {"fev": 2, "juill": 7, "jui": 7, "sep": 9, "jun": 6, "mrs": 3, "av": 4, "avri": 4, "decem": 12}

WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_CUT_TO = 3
SHORT_WEEKDAYS = tuple(name[:_CUT_TO] for name in WEEKDAYS)

# Those that are words of their own with a dot, in capitals, or right before a number and not as « au bord de la mer »;
# of two letters with a capital (« Ve 07/02 »).
_NAMED_WEEKDAY = (
    rf"(?P<weekday>{'|'.join(WEEKDAYS)}|(?:{'|'.join(SHORT_WEEKDAYS)})\.|(?:mard|merc|vend|dima)\.|(?:lun|jeu|ven|dim)(?!\w)"
    r"|(?-i:MAR|MER|SAM)(?!\w)"
    r"|(?-i:Lu|Ma|Me|Je|Ve|Sa|Di)(?=[ \u00a0]$)"
    r"|(?<!la[ \u00a0])(?<!(?:de|en)[ \u00a0])(?<!à[ \u00a0])(?:mar|mer|sam)(?=[ \u00a0]{1,3}$))"
)
_WEEKDAY_BEFORE = re.compile(
    rf"(?<!\w){_NAMED_WEEKDAY}(?:[ \u00a0](?:matin|midi|soir|après-midi))?,?[ \u00a0]{{1,3}}(?:le[ \u00a0])?$",
    re.IGNORECASE,
)
_WEEKDAY_BEHIND = re.compile(rf"[ \u00a0]{{0,3}}\([ \u00a0]?{_NAMED_WEEKDAY}[ \u00a0]?\)", re.IGNORECASE)

_SEASON_MONTHS = {"hiver": 1, "printemps": 4, "ete": 7, "automne": 10}
_SEASONS = ("hiver", "printemps", "été", "automne")

# Fixed feasts as (month, day); movable ones as days after Easter.
_FIXED_FEASTS = {
    "Épiphanie": (1, 6),
    "Chandeleur": (2, 2),
    "Assomption": (8, 15),
    "Toussaint": (11, 1),
    "Noël": (12, 25),
}
_MOVABLE_FEASTS = {"Pâques": 0, "Ascension": 39, "Pentecôte": 49}
# In the order of the year, whenever Easter falls.
FEASTS = ("Épiphanie", "Chandeleur", "Pâques", "Ascension", "Pentecôte", "Assomption", "Toussaint", "Noël")
# Those that people date by; hardly anybody says « depuis la Chandeleur », but it is read.
USUAL_FEASTS = tuple(feast for feast in FEASTS if feast != "Chandeleur")
_FEAST_NAMES = {fold(name): name for name in (*_FIXED_FEASTS, *_MOVABLE_FEASTS)}
_FEAST = (
    r"(?:(?:le[ \u00a0])?(?:(?:week-end|lundi|jour|veille|soir|nuit)[ \u00a0]de[ \u00a0](?:la[ \u00a0]|l['’])?)?"
    r"(?:p[âa]ques|pentec[ôo]te|ascension|assomption|toussaint|no[ëe]l|[ée]piphanie|chandeleur|l['’]an)"
    r"|(?:jeudi[ \u00a0]de[ \u00a0])?l['’]ascension|f[êe]te[ \u00a0]nationale|saint-sylvestre"
    r"|(?:jour|f[êe]te)[ \u00a0]des[ \u00a0](?:rois|morts|m[èe]res|p[èe]res)"
    r"|mardi[ \u00a0]gras|mercredi[ \u00a0]des[ \u00a0]cendres|vendredi[ \u00a0]saint|jour[ \u00a0]f[ée]ri[ée]"
    r"|(?:au|soir[ \u00a0]du)[ \u00a0]r[ée]veillon)"
    r"(?:[ \u00a0](?:travaillé|férié|chômé))?"
)
_FEAST_BEHIND = re.compile(
    rf"[ \u00a0]?\([ \u00a0]?{_FEAST}[ \u00a0]?\)"
    rf"|,[ \u00a0](?=lundi|jour|veille|jeudi|mardi|mercredi|vendredi|f[êe]te){_FEAST}(?=[,.;)\n])"
    r"|[ \u00a0]au[ \u00a0]r[ée]veillon\b"
    r"|[ \u00a0]?\([ \u00a0]?f[ée]ri[ée][ \u00a0]?\)|,?[ \u00a0](?:jour[ \u00a0])?f[ée]ri[ée]\b",
    re.IGNORECASE,
)


def month_named(word: str) -> int | None:
    """Return the month that a folded word is, a final dot and what OCR makes of i, l and m allowed; else None."""
    word = word.rstrip(".")
    found = _month_words().get(word)
    if found is None:
        found = _cut_months().get(word)
    if found is None and word.endswith("i"):
        found = _month_words().get(word[:-1] + "l")
    # « 15 rnai », « 3 decernbre », « 22 juln »
    for misread, letter in (("rn", "m"), ("l", "i")):
        if found is None and misread in word and len(word) >= _SHORTEST_MISREAD:
            found = _month_words().get(word.replace(misread, letter))
    return found


@cache
def _month_words() -> dict[str, int]:
    words: dict[str, int] = {}
    for names in (_ENGLISH, _ENGLISH_CODE, _CODE, _SHORT, _FULL):
        words.update({fold(name): number for number, name in enumerate(names, 1)})
    words.update(_OTHER_WRITINGS)
    return words


@cache
def _cut_months() -> dict[str, int]:
    """Return the folded months cut short, no shorter than five letters."""
    folded = enumerate(map(fold, _FULL), 1)
    return {name[:end]: number for number, name in folded for end in range(_SHORTEST_CUT, len(name) + 1)}


def roman_month(word: str) -> int | None:
    """Return the month of a Roman figure, in any case."""
    month = read_roman(word)
    return month if month is not None and month <= 12 else None


def month_writing(word: str) -> str:
    """Return how a month word is written: ``full``, ``short``, ``code``, ``english`` or ``english-code``."""
    folded = fold(word).rstrip(".")
    if folded in _FOLDED_FULL or (
        len(folded) >= _SHORTEST_CUT and month_named(folded) and folded not in _FOLDED_ENGLISH
    ):
        return "full"
    if folded in _FOLDED_ENGLISH:
        return "english"
    if folded in ("feb", "apr", "may", "aug"):
        return "english-code"
    if word.rstrip(".").isupper() and folded in _CODE:
        return "code"
    return "short"


@cache
def month_writings() -> tuple[tuple[str, ...], ...]:
    """Return the folded French writings of each month, January first, each month's full one first.

    Examples
    --------
    >>> month_writings()[6]
    ('juillet', 'juil', 'jul')
    """
    return tuple(tuple(dict.fromkeys(map(fold, names))) for names in zip(_FULL, _SHORT, _CODE, strict=True))


def write_month(month: int, writing: str, source: str) -> str:
    """Return a month in a writing of :func:`month_writing` or in ``roman``, with the case and accents of the source.

    Parameters
    ----------
    month : int
        From 1 to 12.
    writing : str
        Which.
    source : str
        The old word.
    """
    name = _LISTS[writing][month - 1]
    cut = writing == "short" and name not in _FULL
    if source.rstrip(".").isupper():
        written = name.upper() if not source.isascii() else without_accents(name).upper()
    elif source[0].isupper() or writing.startswith("english"):
        written = name[0].upper() + name[1:]
    elif writing == "roman":
        written = name.lower()
    else:
        written = name
    if source.isascii() and fold(source).rstrip(".") in _accented():
        written = without_accents(written)
    return written + "." if cut and source.endswith(".") else written


def write_weekday(weekday: int, source: str) -> str:
    """Return a weekday, Monday being 0, whole or shortened and in the case of the source.

    Examples
    --------
    >>> write_weekday(2, "Jeu."), write_weekday(2, "LUNDI")
    ('Mer.', 'MERCREDI')
    """
    word = source.rstrip(".")
    is_short = len(word) <= _CUT_TO
    name = WEEKDAYS[weekday][: len(word) if is_short else None]
    if word.isupper():
        name = name.upper()
    elif source[0].isupper():
        name = name.capitalize()
    return name + "." if is_short and source.endswith(".") else name


def weekday_before(text: str) -> re.Match[str] | None:
    """Return the weekday that a text before a date ends in, as the group ``weekday``: « jeu. », « lundi matin, le »."""
    return _WEEKDAY_BEFORE.search(text)


def weekday_behind(text: str) -> re.Match[str] | None:
    """Return the weekday in brackets that a text behind a date begins with, as the group ``weekday``."""
    return _WEEKDAY_BEHIND.match(text)


def weekday_number(word: str) -> int:
    """Return the number of a weekday, Monday being 0.

    Examples
    --------
    >>> weekday_number("Jeu."), weekday_number("LUNDI"), weekday_number("Ve")
    (3, 0, 4)
    """
    return next(place for place, name in enumerate(WEEKDAYS) if name.startswith(word[:_CUT_TO].rstrip(".").lower()))


@cache
def _accented() -> frozenset[str]:
    """Return the folded beginnings of months that have an accent when they are written with care."""
    beginnings = (name[:end] for name in _FULL for end in range(1, len(name) + 1))
    return frozenset(fold(begun) for begun in beginnings if not begun.isascii())


def season_month(word: str) -> int | None:
    """Return the middle month of a season named by a folded word."""
    return _SEASON_MONTHS.get(word)


def season_of(month: int) -> str:
    """Return the season a month lies in, December with the winter."""
    return _SEASONS[month % 12 // 3]


def feast_of(word: str) -> str | None:
    """Return the feast a folded word names."""
    return _FEAST_NAMES.get(word)


def article_of(feast: str) -> str:
    """Return the article that the name of a feast takes, the space behind it included; empty where it takes none.

    Examples
    --------
    >>> article_of("Toussaint"), article_of("Ascension"), article_of("Noël")
    ('la ', "l'", '')
    """
    if feast in ("", "Noël", "Pâques"):
        return ""
    return "l'" if fold(feast)[0] in "ae" else "la "


def is_movable(feast: str) -> bool:
    """Tell whether a feast follows Easter, so that its day depends on the year."""
    return feast in _MOVABLE_FEASTS


def feast_behind(text: str, start: int = 0) -> re.Match[str] | None:
    """Return the feast that words right behind a date say it was, in brackets or commas; None for none.

    Examples
    --------
    >>> feast_behind("le 16/05 (lundi de Pentecôte), vu", 8).group()
    ' (lundi de Pentecôte)'
    """
    return _FEAST_BEHIND.match(text, start)


def feast_date(feast: str, year: int) -> date:
    """Return the day of a feast in a year."""
    if feast in _FIXED_FEASTS:
        return date(year, *_FIXED_FEASTS[feast])
    return _easter(year) + timedelta(days=_MOVABLE_FEASTS[feast])


def nearest_feast(day: date) -> str:
    """Return the feast of the same year nearest to a day, of those that people date by."""
    return min(USUAL_FEASTS, key=lambda feast: abs((feast_date(feast, day.year) - day).days))


def easter_in(year: int) -> tuple[int]:
    """Return the ordinal of Easter Sunday in a year."""
    return (_easter(year).toordinal(),)


@cache
def first_of_ramadan_in(year: int) -> tuple[int, ...]:
    """Return the ordinals of the first days of Ramadan in a year, one or two, by the tabular calendar: to a day."""
    # The year of the Hijra is a lunar one, of 354 or 355 days; 622 is its first.
    about = (year - 622) * 33 // 32
    days = (_first_of_ramadan(hijri) for hijri in range(about - 1, about + 4))
    return tuple(day for day in days if date.fromordinal(day).year == year)


def eids_in(year: int) -> tuple[int, ...]:
    """Return the ordinals of the feasts at the end of the Ramadan of a year and of sacrifice behind it, to a day."""
    return tuple(first + days for first in first_of_ramadan_in(year) for days in (30, 98))


def _first_of_ramadan(hijri: int) -> int:
    # Of thirty years eleven have a leap day; eight months of 30 and 29 days by turns go before Ramadan.
    return 227_015 + (hijri - 1) * 354 + (3 + 11 * hijri) // 30 + 4 * (30 + 29)


def _easter(year: int) -> date:
    # Gregorian computus of Meeus, Jones and Butcher.
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    ell = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * ell) // 451
    month, day = divmod(h + ell - 7 * m + 114, 31)
    return date(year, month, day + 1)
