"""Short names of places of care and other bodies, and the longer ones of the document that they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.bodies import body_parts, body_value, heads_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.spelling_out import body_spelled_out

__all__ = ["Longer", "initials_of", "longer_bodies"]

_LABELS = ("HOSPITAL", "ORGANIZATION")
# A name of more words is no short one.
_MOST_WORDS = 5
_FEWEST_LETTERS, _LONGEST_ACRONYM = 3, 5
# Of these all letters are initials.
_ACRONYMS = frozenset({"ch", "chi", "chr", "chru", "chu", "gh", "ghr", "ght", "ghu"})
_LINKS = frozenset({"a", "au", "aux", "d", "de", "des", "du", "en", "et", "l", "la", "le", "les"})


@shown_without_values
class Longer(NamedTuple):
    """The longer name that a short one stands for.

    Parameters
    ----------
    span : int
        The place of its span among those of the document.
    part : int or None
        Which of its parts ends in the short name; None where the whole begins with it.
    is_initials : bool
        Whether the short name is the initials of its first part: « HPA » beside « hôpital privé d'Antony ».
    """

    span: int
    part: int | None
    is_initials: bool = False


def longer_bodies(passages: Passages) -> Mapping[int, Longer]:
    """Return the longer name of each body that the document names in full as well, by its span.

    « Falconaja » is the end of « hôpital de Falconaja », « Morvan » that of a part of « CHU de Brest - Hôpital
    Morvan », « GHR » the beginning of « GHR Mulhouse Sud-Alsace »; « clinique » alone may be any.
    """
    values = {
        index: body_value(passages.values[index]) for index, span in enumerate(passages.spans) if span.label in _LABELS
    }
    if len(values) < 2:
        return {}
    spelled_out = cache(body_spelled_out)
    named: dict[tuple[str, str], Longer] = {}
    begun: dict[tuple[str, str], Longer] = {}
    initials: dict[tuple[str, str], Longer] = {}
    for index, value in sorted(values.items(), key=lambda item: -len(item[1].split())):
        label = passages.spans[index].label
        letters = initials_of(value)
        if len(letters) >= _FEWEST_LETTERS:
            initials.setdefault((label, letters.lower()), Longer(index, None, is_initials=True))
        parts = [spelled_out(part).split() for part in body_parts(value)[::2]]
        for part, words in enumerate(parts):
            # The only part is the name itself.
            counts = range(1, min(len(words) - (len(parts) == 1), _MOST_WORDS) + 1)
            for count in counts:
                named.setdefault((label, " ".join(words[-count:])), Longer(index, part))
                if part == 0:
                    begun.setdefault((label, " ".join(words[:count])), Longer(index, None))
    found = {}
    for index, value in values.items():
        key = passages.spans[index].label, spelled_out(value)
        longer = named.get(key) or begun.get(key) or (initials.get(key) if value.isupper() else None)
        if longer is not None and longer.span != index and _names_one(value, *key):
            found[index] = longer
    return found


def initials_of(value: str) -> str:
    """Return the initials of the first part of a body, in capitals; empty for a single word.

    Examples
    --------
    >>> initials_of("hôpital privé d'Antony"), initials_of("CH Guillaume-Régnier - Rennes"), initials_of("CHU")
    ('HPA', 'CHGR', '')
    """
    words = [word for word in body_spelled_out(body_parts(value)[0]).split() if word not in _LINKS]
    initials = "".join(word if word in _ACRONYMS else word[0] for word in words).upper()
    return initials if len(words) > 1 else ""


def _names_one(value: str, label: str, name: str) -> bool:
    """Tell whether a short name is more than what any body of its kind is called."""
    is_acronym = value.isupper() and len(value) <= _LONGEST_ACRONYM
    return len(name) >= _FEWEST_LETTERS and (is_acronym or not heads_of(label).issuperset(name.split()))
