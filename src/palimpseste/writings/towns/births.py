"""The towns and countries that stand beside dates of birth, by the year that a number tells of a birth too."""

from __future__ import annotations

import re
from collections.abc import Callable

from palimpseste.writings.passages import Passages

__all__ = ["is_born_before", "places_of_birth"]

# Between a date of birth and the town or country of it, in either order, and what stands before the first of them.
_BIRTH_TO_PLACE = re.compile(
    r"[\s,(.:|;-]{0,20}(?:(?:[àa]|aux?|en|lieu|de|naissance|commune|ville|pays|n[ée]e?|natif|native)[\s.:|]{1,20}){0,4}",
    re.IGNORECASE,
)
_PLACE_TO_BIRTH = re.compile(r"[\s,(|]{0,6}(?:le[\s:]{1,6})?")
_BORN_BEFORE = re.compile(r"(?:n[ée]e?|naissance)\s{1,6}(?:[àa]|en|au|aux)\s{1,3}\Z", re.IGNORECASE)
_LONGEST_BORN = 24


def is_born_before(passages: Passages, index: int) -> bool:
    """Tell whether words right before a span say that somebody was born there: « née à »."""
    return _BORN_BEFORE.search(passages.before(index, _LONGEST_BORN)) is not None


def places_of_birth(passages: Passages, is_place: Callable[[int], bool]) -> dict[str, int]:
    """Return the first town or country beside a date of birth, by the last two figures of the date.

    Parameters
    ----------
    passages : Passages
        Of a document.
    is_place : callable
        Tells whether a span is a town, or a foreign country.

    Returns
    -------
    dict of str to int
        The span of each.
    """
    found: dict[str, int] = {}
    for date, span in enumerate(passages.spans):
        if span.label != "BIRTHDATE":
            continue
        for place, gap in ((date + 1, _BIRTH_TO_PLACE), (date - 1, _PLACE_TO_BIRTH)):
            if 0 <= place < len(passages.spans) and is_place(place):
                between = passages.between(*sorted((date, place)))
                if (place > date or is_born_before(passages, place)) and gap.fullmatch(between):
                    found.setdefault(passages.values[date][-2:], place)
    return found
