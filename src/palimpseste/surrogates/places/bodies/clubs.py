"""Clubs that are called after a town: « US Quimperlé Rugby », « Peyrehorade Sports »."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.folding import fold
from palimpseste.surrogates.places.geography import Geography
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing, head_words
from palimpseste.writings.case import like

__all__ = ["club_of_unknown_town", "is_club"]

_WORD = re.compile(r"[^\W_]+")
_LETTERS_LAST = re.compile(r"(?<!\w)[A-Z]{2,4}\s+\Z")
_CALLED_AFTER = re.compile(r"[A-ZÀ-Ý][^\W\d_]{3,}(?:[- ][A-ZÀ-Ý][^\W\d_]+){0,2}")


def is_club(names: Sequence[str]) -> bool:
    """Tell whether names that are drawn for a body are those of clubs."""
    return names is lists.sections("bodies.txt")["club"]


def club_of_unknown_town(thing: NamedThing, geography: Geography) -> str | None:
    """Return a club with what stands for the town that it is called after, which no table knows; None for others.

    Letters before the name, or a sport behind it, tell that it is a town's; that stays.

    Parameters
    ----------
    thing : NamedThing
        The name of the club, taken apart.
    geography : Geography
        What stands for its towns.
    """
    words = list(_WORD.finditer(thing.proper))
    count = len(words)
    while count > 1 and fold(words[count - 1].group()) in head_words("club"):
        count -= 1
    own = thing.proper[: words[count - 1].end()] if words else ""
    is_told = count < len(words) if not thing.head else _LETTERS_LAST.search(thing.head) is not None
    if thing.link or not is_told or not _CALLED_AFTER.fullmatch(own) or geography.released:
        return None
    return thing.head + like(own, geography.towns.unknown(own)) + thing.proper[len(own) :]
