"""Bodies that bear the last name of somebody of the document: « boucherie Noblet », « cabinet Muller-Zanetti »."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.people import People
from palimpseste.writings import lists
from palimpseste.writings.bodies import body_parts, body_thing, body_value, heads_of, kind_of_body
from palimpseste.writings.case import like

__all__ = ["family_body_surrogate"]

_WORD = re.compile(r"[^\W\d_]+")
# What stands beside the names of those whose body it is.
_BESIDE_NAMES = frozenset(
    {
        "associe",
        "associes",
        "cie",
        "co",
        "docteur",
        "docteurs",
        "dr",
        "drs",
        "et",
        "fils",
        "frere",
        "freres",
        "neveu",
        "pere",
    }
)
_CARE_BY_PERSONS = frozenset({"cab", "cabinet", "cabinets", "pmi", "scm", "scp", "selarl"})


def family_body_surrogate(index: int, setting: Setting, geography: Geography, people: People) -> str:
    """Return a body with what stands for the last names in its name; empty where it bears none of the document's.

    A short name is written so where the longer one is.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    geography : Geography
        What stands for its towns.
    people : People
        What stands for its people.
    """
    longer = geography.longer_bodies.get(index)
    if longer is not None and not _written(longer.span, setting, geography, people, is_short=False):
        return ""
    return _written(index, setting, geography, people, is_short=longer is not None)


def _written(index: int, setting: Setting, geography: Geography, people: People, *, is_short: bool) -> str:
    label, value = setting.spans[index].label, body_value(setting.values[index])
    if not is_short and not _is_of_a_person(label, value):
        return ""
    thing = body_thing(value, heads_of(label))
    words = [word for word in map(fold, _WORD.findall(thing.proper)) if word not in _BESIDE_NAMES]
    if not any(map(people.may_name_a_body, words)):
        return ""
    if len(body_parts(value)) > 1 or not all(map(lists.is_family_name, words)):
        return ""
    if (thing.link and fold(thing.proper).split()[0] not in _BESIDE_NAMES) or geography.read.in_thing(
        thing
    ) is not None:
        return ""

    def renamed(word: re.Match[str]) -> str:
        folded = fold(word.group())
        return word.group() if folded in _BESIDE_NAMES else like(word.group(), people.last_name_drawn(folded))

    return thing.head + thing.link + _WORD.sub(renamed, thing.proper)


def _is_of_a_person(label: str, value: str) -> bool:
    """Tell whether a body is of a kind that bears the names of those whose it is."""
    first = set(map(fold, _WORD.findall(value)[:3]))
    if label == "HOSPITAL":
        return not first.isdisjoint(_CARE_BY_PERSONS)
    return kind_of_body(value) in ("shop", "company") and not first.isdisjoint(heads_of(label))
