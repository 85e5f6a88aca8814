"""Bodies made from nothing: places of care, houses, companies, associations that nobody need have heard of.

A detector that meets few names of bodies again and again learns the names; of many it learns where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists, sections_of
from palimpseste.detection.lexicon import word_list
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists as own

__all__ = ["body_named", "care_name", "coined", "company", "house", "linked_street", "saint"]

_SLOT = re.compile(r"(de )?\{([a-z ]+)\}")
_HOUSE_COINED = 0.4


def body_named(kind: str, chance: Chance, lists: Lists) -> str:
    """Return a body made from nothing, in its own case.

    Parameters
    ----------
    kind : {"care", "organization", "lab", "insurer", "school"}
        Which.
    """
    return _filled(chance.choice(sections_of("bodies.txt")[f"{kind} form"]), chance, lists)


def coined(kind: str, chance: Chance, lists: Lists) -> str:
    """Return a body without a head that tells its kind, of words and syllables: « Isolaver », « Un Toit en commun ».

    Parameters
    ----------
    kind : {"company", "association", "house"}
        Which.
    """
    return _filled(chance.choice(sections_of("coined.txt")[kind]), chance, lists)


def house(chance: Chance, lists: Lists) -> str:
    """Return the name of a clinic, home or residence: « Les Tilleuls », « Le Clos des Vignes »."""
    if chance.odds(_HOUSE_COINED):
        return coined("house", chance, lists)
    return chance.choice(own.entries("houses.txt"))


def linked_street(chance: Chance, lists: Lists) -> str:
    """Return the name of a street that begins with its link: « des Tilleuls »."""
    for _ in range(60):
        name = lists.street(chance)[1]
        if name.startswith(("de la ", "du ", "des ", "de l'")) and not any(c.isdigit() for c in name):
            return name
    return "des Tilleuls"


def company(chance: Chance, lists: Lists) -> str:
    """Return a company named after whose it is: « Garage Morel ».

    Its slots are of one person all through the name, unlike those of `_filled`, each of which is drawn anew.
    """
    form = chance.choice(sections_of("bodies.txt")["company form"])
    written = form.replace("{LASTNAME}", _last(chance, lists))
    return written.replace("{FIRSTNAME}", _first(chance, lists))


def care_name(chance: Chance) -> str:
    """Return a place of care that is named without any head: « Necker »."""
    return chance.choice(_care_names())


def saint(chance: Chance, lists: Lists) -> str:
    """Return a saint, one that places of care are called after or of any given name."""
    if chance.odds(0.6):
        return chance.choice(own.entries("saints.txt"))
    gender = chance.choice(("m", "m", "f"))
    return ("Sainte-" if gender == "f" else "Saint-") + lists.given_name(chance, gender, single=True)


def _filled(form: str, chance: Chance, lists: Lists) -> str:
    return _SLOT.sub(lambda match: _part(match.group(1), match.group(2), chance, lists), form)


def _part(link: str | None, part: str, chance: Chance, lists: Lists) -> str:
    name = _named_part(part, chance, lists)
    return linked(link, name) if link else name


def _named_part(part: str, chance: Chance, lists: Lists) -> str:
    """Return what a slot is filled with: what is made for it, else a line of the section of its name, filled too."""
    if part in _MADE:
        return _MADE[part](chance, lists)
    return _filled(chance.choice(sections_of("coined.txt").get(part) or sections_of("bodies.txt")[part]), chance, lists)


def _first(chance: Chance, lists: Lists) -> str:
    return lists.given_name(chance, "x", single=True)


def _last(chance: Chance, lists: Lists) -> str:
    return lists.family_name(chance, single=True)


def _person(chance: Chance, lists: Lists) -> str:
    joint = "-" if chance.odds(0.4) else " "
    return _first(chance, lists) + joint + _last(chance, lists)


def _town(chance: Chance, lists: Lists) -> str:
    return lists.town(chance, chance.choice(("consonant", "consonant", "vowel"))).name


def _company_of_any_kind(chance: Chance, lists: Lists) -> str:
    return coined("company", chance, lists) if chance.odds(0.5) else company(chance, lists)


def _initials(chance: Chance) -> str:
    """Return three to five capitals that can be spoken or spelt: « SOMATI », « TPLB »."""
    if chance.odds(0.5):
        return "".join(chance.choice("ABCDEFGHILMNOPRSTV") for _ in range(chance.between(3, 5)))
    syllables = "".join(chance.choice("BCDFGLMNPRSTV") + chance.choice("AEIO") for _ in range(chance.between(2, 3)))
    return syllables + chance.choice(("", "", "C", "L", "M", "P", "R", "T", "X"))


_MADE: Mapping[str, Callable[[Chance, Lists], str]] = {
    "care name": lambda chance, lists: care_name(chance),
    "company form": _company_of_any_kind,
    "department": lambda chance, lists: chance.choice(own.entries("departments.txt")),
    "digits": lambda chance, lists: chance.digits(2),
    "first": _first,
    # Of the list alone: simulated stays lie in houses that the figures of pages were measured with.
    "house": lambda chance, lists: chance.choice(own.entries("houses.txt")),
    "initials": lambda chance, lists: _initials(chance),
    "last": _last,
    "link": linked_street,
    "person": _person,
    "saint": saint,
    "town": _town,
}


@cache
def _care_names() -> tuple[str, ...]:
    return (*word_list("words/care/hospitals.txt"), *word_list("words/care/hospital_names.txt"))
