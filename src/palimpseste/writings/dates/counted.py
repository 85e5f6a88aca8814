"""Days that the words beside a date count: « J15 (18 janvier) », « 09/09, J0 », « née hier 5/02 »."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["apart", "day_numbered", "days_from_today"]

_NUMBER = r"J[ \u00a0]?\+?[ \u00a0]?(?P<number>\d{1,3})"
# « C3 J1 » counts from the beginning of its own cycle.
_NUMBER_BEFORE = re.compile(
    rf"(?<!\w)(?<!C\d )(?<!C\d\d )(?<!\d-){_NUMBER}[ \u00a0]?(?:[(:,=–][ \u00a0]?)?(?:soit[ \u00a0])?(?:le[ \u00a0])?$"
)
# « à J4 d'une fièvre », « J12/28 »: counted from something else, or no day at all.
_NUMBER_BEHIND = re.compile(
    rf"[ \u00a0]?[(:,=–-]?[ \u00a0]?(?:à[ \u00a0])?{_NUMBER}(?!\w|[ \u00a0]?[/-]|[ \u00a0]d[eu'’])(?=[^.;\n]|$)"
)
_TODAY = re.compile(
    r"(?<!\w)(?P<word>avant-hier|hier|demain|après-demain)[ \u00a0]?(?:[,(:][ \u00a0]?)?(?:le[ \u00a0])?$",
    re.IGNORECASE,
)
_FROM_TODAY = {"avant-hier": -2, "hier": -1, "demain": 1, "après-demain": 2}
_LONGEST = 20


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
    >>> day_numbered("reprise à J7, soit le ", ".")
    7
    >>> day_numbered("consulte le ", " à J4 d'une fièvre"), day_numbered("", ", J15 ")
    (None, None)
    """
    found = _NUMBER_BEFORE.search(before[-_LONGEST:])
    if found is None:
        found = _NUMBER_BEHIND.match(behind[: 2 * _LONGEST])
        if found is not None and _NUMBER_BEFORE.search(behind):
            return None
    return int(found.group("number")) if found is not None else None


def days_from_today(before: str) -> int | None:
    """Return how many days after today a date is by the word before it, « hier », « demain »; None without one."""
    found = _TODAY.search(before[-2 * _LONGEST :])
    return _FROM_TODAY[found.group("word").lower()] if found is not None else None


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
