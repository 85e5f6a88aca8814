"""Days that the words beside a date count: « J15 (18 janvier) », « née hier 5/02 », « dix-sept jours, du 8 au 25 »."""

from __future__ import annotations

import re
from collections.abc import Mapping

from palimpseste.folding import fold
from palimpseste.writings.number_words import read_number

__all__ = ["apart", "day_numbered", "days_from_last", "days_from_today", "days_of_life", "days_stayed"]

_NUMBER = r"(?:J[ \u00a0]?|j(?=\d))\+?[ \u00a0]?(?P<number>\d{1,3})"
# « ablation au 15e jour, soit le 8 janvier »
_NTH = r"(?P<nth>\d{1,2})(?:e|è|ème|eme)[ \u00a0]jour"
# « C3 J1 » counts from the beginning of its own cycle.
_NUMBER_BEFORE = re.compile(
    rf"(?<!\w)(?<!C\d )(?<!C\d\d )(?<!\d-)(?:{_NUMBER}|{_NTH})[ \u00a0]?(?:[(:,=–][ \u00a0]?)?"
    r"(?:(?:prévue?|soit|SOIT|vers)[ \u00a0])?(?:(?:le|LE)[ \u00a0])?(?:[a-z]{5,8}[ \u00a0])?$"
)
# « à J4 d'une fièvre », « J12/28 »: counted from something else, or no day at all.
_NUMBER_BEHIND = re.compile(
    rf"[ \u00a0]{{0,4}}[(:,=–-]?[ \u00a0]?(?:à[ \u00a0])?{_NUMBER}(?!\w|[ \u00a0]?[/-]|[ \u00a0]d[eu'’])"
)
_TODAY = re.compile(
    r"(?<!\w)(?P<word>avant-hier|hier|demain|après-demain)[ \u00a0]?(?:[,(:][ \u00a0]?)?(?:le[ \u00a0])?$",
    re.IGNORECASE,
)
_FROM_TODAY = {"avant-hier": -2, "hier": -1, "demain": 1, "après-demain": 2}
_LONGEST = 20
_COUNT = (
    r"(?<![\w/,.-])(?<!les )(?<!et )(?P<count>\d{1,2}|[a-zéû]{2,9}(?:-[a-zé]{2,6}){0,2})[ \u00a0]?"
    r"(?P<unit>j|jours?|semaines?|sem)(?!\w)"
)
# « pendant 36 h (10/01 2 h au 11/01 14 h) »
_HOURS = re.compile(
    r"(?<![\w/,.-])(?P<hours>24|36|48|72)[ \u00a0]?(?:h|heures)(?:[ \u00a0]?,)?[ \u00a0]\(?(?:du[ \u00a0]|(?<=\())$",
    re.IGNORECASE,
)
_STAYED = re.compile(
    rf"{_COUNT}(?:[ \u00a0](?:chez nous|ici|d['’]hospitalisation))?"
    r"(?:[ \u00a0]?,)?[ \u00a0]?\(?(?:du[ \u00a0]|(?<=\())$",
    re.IGNORECASE,
)
_FROM_LAST = re.compile(
    rf"{_COUNT}[ \u00a0](?P<way>avant|après|plus tard),?"
    r"[ \u00a0](?:donc|soit)[ \u00a0](?:d[èe]s[ \u00a0])?(?:le[ \u00a0])?$",
    re.IGNORECASE,
)
# « né le lendemain (29/09) », « la veille, le 3 mai »
_NEXT_TO_LAST = re.compile(
    r"(?<!\w)(?P<word>lendemain|surlendemain|(?<!avant-)veille)[ \u00a0]?[(,:]?[ \u00a0]?(?:le[ \u00a0])?"
    r"(?:[a-z]{5,8}[ \u00a0])?$",
    re.IGNORECASE,
)
_FROM_NEXT = {"lendemain": 1, "surlendemain": 2, "veille": -1}
_OF_LIFE = re.compile(
    r"[ \u00a0,(]{1,3}à[ \u00a0](?:J[ \u00a0]?)?(?P<days>\d{1,2})[ \u00a0]?(?:j|jours?)[ \u00a0]de[ \u00a0]vie\b"
)
_WEEK, _DAY_HOURS = 7, 24


def day_numbered(before: str, behind: str) -> int | None:
    """Return the number that the words beside a date give its day, counted from an event; None where none does.

    Parameters
    ----------
    before : str
        The text before the date, from the date before it.
    behind : str
        The text behind it, to the date behind it. A number that ends there is that date's.

    Examples
    --------
    >>> day_numbered("Agrafes à J15 (", "). Radio"), day_numbered("VVC. ", ", J0 : réinjection")
    (15, 0)
    >>> day_numbered("reprise à J7, soit le ", "."), day_numbered("agrafes au 15e jour soit le ", ".")
    (7, 15)
    >>> day_numbered("consulte le ", " à J4 d'une fièvre"), day_numbered("", ", J15 ")
    (None, None)
    """
    tail = before[-_LONGEST:]
    found = _NUMBER_BEFORE.search(tail) if "J" in tail or "j" in tail else None
    if found is None:
        found = _NUMBER_BEHIND.match(behind[: 2 * _LONGEST])
        is_of_next = found is not None and _NUMBER_BEFORE.search(behind) is not None
        return int(found["number"]) if found is not None and not is_of_next else None
    return int(found["number"] or found["nth"])


def days_from_today(before: str) -> int | None:
    """Return how many days after today a date is by the word before it, « hier », « demain »; None without one."""
    tail = before[-2 * _LONGEST :].lower()
    found = _TODAY.search(tail) if "hier" in tail or "demain" in tail else None
    return _FROM_TODAY[found.group("word")] if found is not None else None


def apart(numbers: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return for each numbered date but the first the one of the lowest number, and how many days it is behind that.

    Nothing where a number stands beside two dates: they are counted from different events.

    Parameters
    ----------
    numbers : mapping of int to int
        The number of each date.
    """
    if len(set(numbers.values())) < len(numbers) or len(numbers) < 2:
        return {}
    first = min(numbers, key=numbers.__getitem__)
    return {index: (first, number - numbers[first]) for index, number in numbers.items() if index != first}


def days_stayed(before: str) -> tuple[int, int] | None:
    """Return how many days at least and at most the words before a range say that it lasts; None where they do not.

    The first day may count; weeks are round.

    Examples
    --------
    >>> days_stayed("est restée dix-sept jours, du "), days_stayed("une cure de 5 semaines (")
    ((16, 17), (32, 38))
    >>> days_stayed("tous les 21 jours, du "), days_stayed("lunettes pendant 36 h (")
    (None, (1, 2))
    """
    hours = _HOURS.search(before)
    if hours is not None:
        return int(hours["hours"]) // _DAY_HOURS, -(-int(hours["hours"]) // _DAY_HOURS)
    found = _STAYED.search(before)
    days = _days_counted(found) if found is not None else None
    if found is None or days is None:
        return None
    return (days - 1, days) if found["unit"].lower().startswith("j") else (days - _WEEK // 2, days + _WEEK // 2)


def days_from_last(before: str) -> int | None:
    """Return how many days behind the last date one is by the words before it; None where these do not say.

    Examples
    --------
    >>> days_from_last(" 8 h. Arrêt 8 jours avant, donc dès le "), days_from_last(" à 31 SA. Né le lendemain (")
    (-8, 1)
    """
    beside = _NEXT_TO_LAST.search(before[-2 * _LONGEST :])
    if beside is not None:
        return _FROM_NEXT[beside["word"].lower()]
    found = _FROM_LAST.search(before)
    days = _days_counted(found) if found is not None else None
    if found is None or days is None:
        return None
    return -days if found["way"].lower() == "avant" else days


def days_of_life(behind: str) -> int | None:
    """Return how many days after a birth a date is by the words behind it; None where these do not say.

    Examples
    --------
    >>> days_of_life(" à 16 j de vie, 36 SA"), days_of_life(" à 6 heures de vie")
    (16, None)
    """
    found = _OF_LIFE.match(behind)
    return int(found["days"]) if found is not None else None


def _days_counted(found: re.Match[str]) -> int | None:
    """Return how many days a count and its unit are; None where the count is none, or a day."""
    count = int(found["count"]) if found["count"].isdecimal() else read_number(tuple(fold(found["count"]).split("-")))
    days = count and count * (1 if found["unit"].lower().startswith("j") else _WEEK)
    return days if days and days > 1 else None
