"""Bodies that bear neither a town nor an area: another name of their kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.detection.lexicon import in_dictionary, words_of
from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.bodies.care_names import last_names_of_bodies, names_like, names_of_care
from palimpseste.surrogates.places.bodies.heads import head_in, is_of_university
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import drawn_proper_name, sounding_like
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing, bears_a_person, heads_of, kind_of_body, split_name, without_tail
from palimpseste.writings.case import has_titled_word, like

__all__ = [
    "is_hospital",
    "is_of_place",
    "named_anew",
    "names_for",
    "not_repeated",
    "numbered",
    "renamed",
    "says_no_name",
    "unplaced",
]

# Heads of places of care that a village has not.
_HOSPITAL = re.compile(
    r"\b(?:ch[rt]?u?|chi|ghi?|h[ôo]pita(?:l|ux)|hospitali(?:er|ère)s?|(?:poly)?cliniques?|urgences|maternit[ée]|samu|smr"
    r"|smur|usic)\b",
    re.IGNORECASE,
)
# Called after the land around.
_OF_SOME_LAND = re.compile(r"\b(?:clic|cmrr|cpts|dac|emsp|had|maia|pta|spasad|ssiad)\W*\Z", re.IGNORECASE)
_LONGEST_LETTERS = 4
_OF_TOWN = re.compile(r"de\s+(?!la\s|l['’])|d['’]", re.IGNORECASE)
# Public bodies that are called after persons, as schools are: buildings.
_BEARING_PERSONS = frozenset({"bourse", "caserne", "centre", "laboratoire", "maison", "residence"})
# Companies that bear the names of those whose they are, and what tells of their kin: « Lamarque et Fils ».
_OF_FAMILIES = frozenset({"earl", "etablissements", "ets", "gaec", "scea"})
_OF_KIN = re.compile(
    r"\s{1,3}(?:(?:p[èe]re\s)?(?:et|&)\s(?:associ[ée]s|cie|filles?|fils|fr[èe]res?|neveux?)|fils|fr[èe]res)\.?\Z",
    re.IGNORECASE,
)
# What a hospital of any town may be called without a name.
_OF_ANY_TOWN = frozenset(
    {
        "cabinet",
        "centre",
        "chirurgical",
        "chirurgicale",
        "clinique",
        "dentaire",
        "general",
        "groupe",
        "groupement",
        "health",
        "hopital",
        "hopitaux",
        "hospitalier",
        "infirmier",
        "intercommunal",
        "local",
        "medical",
        "medico",
        "prive",
        "privee",
        "public",
        "regional",
        "sciences",
        "service",
        "services",
        "specialise",
        "universitaire",
        "universitaires",
        "urgences",
    }
)
_FIRST_ALONE = frozenset({"cabinet", "clinique", "hopital", "hopitaux"})
_BEFORE_HEAD = frozenset({"ancien", "ancienne", "grand", "grande", "nouveau", "nouvel", "nouvelle"})
_OF_INSURERS = frozenset({"mutualite", "mutuelle", "prevoyance"})
# Places of care abroad by the word that begins their names, and names that are borne where it is said: a saint's in
# Spanish, Portuguese, Catalan and Italian alike.
_SANTA = tuple(f"Santa {name}" for name in ("Ana", "Clara", "Isabel", "Lucia", "Maria", "Marta", "Monica", "Rita"))
_GERMAN = ("Elisabeth", "Maria Hilf", "Nordpark", "Sankt Anna", "Sankt Josef", "Sankt Martin", "Südstadt", "Waldhof")
_ABROAD = {
    **dict.fromkeys(("clinica", "hospital", "ospedale", "policlinico"), _SANTA),
    **dict.fromkeys(("klinikum", "krankenhaus"), _GERMAN),
}
# « base | aérienne 105 », « fosse 4 », « 3e régiment de hussards »
_NUMBERED = re.compile(
    r"(?P<kind>(?:a[ée]rienne|fosse|puits)\s+)(?P<number>[1-9]\d{0,3})\Z|(?P<rank>[1-9]\d{0,3})(?=\s?(?:er?|[eè]me|[èº°])\s)"
)


def names_for(label: str, value: str) -> Sequence[str]:
    """Return the names that places of care, or other bodies of the kind of a value, bear."""
    if label == "HOSPITAL":
        return names_of_care()
    kind = kind_of_body(value)
    thing = split_name(value, heads_of(label))
    is_house = fold(thing.head).strip() == "maison" and not thing.link and has_titled_word(thing.proper)
    is_bare = not thing.head or (kind == "public" and not thing.proper)
    if kind in ("shop", "school", "public") and (is_bare or is_house):
        # A person's name or a shop's is none of a body without the word that says what it is.
        kind = "company"
    if not thing.head and bears_a_person(value):
        return lists.entries("eponyms.txt")
    if kind == "school" or (kind == "public" and not _BEARING_PERSONS.isdisjoint(words_of(thing.head))):
        return lists.entries("eponyms.txt")
    if kind == "public":
        return lists.entries("hamlets_of_one_word.txt")
    if kind == "association" and (fold(value).startswith("reseau ") or "oxygene" in words_of(value)):
        return lists.sections("bodies.txt")["company"]
    if kind in ("company", "shop") and _bears_last_names(thing):
        return last_names_of_bodies()
    return lists.sections("bodies.txt").get(kind, lists.sections("bodies.txt")["company"])


def _bears_last_names(thing: NamedThing) -> bool:
    """Tell whether a company or shop is called by last names: « Ets Crépin-Lobry », « Mauffrey », « taxi Rouby »."""
    if thing.link or not thing.proper:
        return False
    proper = _OF_KIN.sub("", thing.proper)
    words = words_of(proper)
    if proper != thing.proper or not _OF_FAMILIES.isdisjoint(words_of(thing.head)):
        return not any(c.isdigit() for c in proper)
    return bool(words) and all(map(lists.is_family_name, words)) and not any(map(in_dictionary, words))


def _may_be_a_land(proper: str) -> bool:
    """Tell whether a name is no acronym, no house with an article, no saint's and no person's."""
    first = fold(re.split(r"[\s'’.-]", proper, maxsplit=1)[0])
    return (
        proper[:1].isupper()
        and not proper.isupper()
        and len(proper) > _LONGEST_LETTERS
        and not lists.is_listed("given", first)
        and first not in ("les", "la", "le", "l", "saint", "sainte", "st", "ste", "notre", "dr", "docteur", "sante")
    )


def is_hospital(thing: NamedThing) -> bool:
    """Tell whether a body is a place of care that a village has not, as its head says."""
    return _HOSPITAL.search(thing.head.replace(".", "")) is not None


def is_of_place(thing: NamedThing) -> bool:
    """Tell whether a hospital is named after a place: « Centre hospitalier de | Saintonge », not « du Parc »."""
    return is_hospital(thing) and not thing.is_behind and fold(thing.link).strip() in ("de", "d'", "d’")


def unplaced(thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str]) -> str:
    """Return a body without town or area with another name, the space behind it kept.

    Parameters
    ----------
    thing : NamedThing
        The name of the body, taken apart.
    stream : BitStream
        Where names are drawn from.
    geography : Geography
        What stands for the towns.
    names : sequence of str
        Which are drawn.
    """
    of_care = names is names_of_care()
    if is_of_university(thing.head):
        names = lists.entries("eponyms.txt")
    proper = thing.proper.rstrip()
    abroad = _ABROAD.get(next(iter(words_of(thing.head)), "")) if of_care else None
    if abroad is not None and (geography.released or geography.read.foreign_called(proper) is None):
        # « Hospital de São Roque » is none of Hautefage.
        others = [name for name in abroad if fold(name) != fold(proper)]
        return f"{thing.head}{thing.link}{like(proper, stream.choice(others))}{thing.proper[len(proper) :]}"
    if not of_care:
        proper = _OF_KIN.sub("", proper)
    if not thing.head or names is lists.sections("bodies.txt")["company"]:
        name = without_tail(proper)
        if name != proper and names is not last_names_of_bodies():
            names, of_care = lists.sections("bodies.txt")["company"], False
        proper = name
    if of_care and not thing.link and _OF_SOME_LAND.search(thing.head) and _may_be_a_land(proper):
        # « HAD Eure-Seine » is that of no person: of a town that has a hospital.
        return thing.head + like(proper, geography.bodies.hospital_near_unknown(proper)) + thing.proper[len(proper) :]
    bare = thing._replace(proper=proper)
    return named_anew(bare, stream, geography, names, of_care=of_care) + thing.proper[len(proper) :]


def named_anew(
    thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str], *, of_care: bool
) -> str:
    """Return a body with another name drawn among some, one that is as the old one; its head suits the town in it.

    Parameters
    ----------
    thing : NamedThing
        The name of the body, taken apart.
    stream : BitStream
        Where names are drawn from.
    geography : Geography
        What stands for the towns.
    names : sequence of str
        Which are drawn.
    of_care : bool
        Whether it is a place of care.
    """
    alike = names_like(thing.proper) if of_care else _unlike_head(sounding_like(names, thing.proper), thing)
    refused = geography.refused_of_bodies
    town_for = geography.towns.unknown
    if is_hospital(thing) and not thing.is_behind:
        town_for = geography.bodies.hospital_near_unknown
    elif thing.is_behind:
        town_for = geography.bodies.unknown_quarter
    elif of_care and geography.towns.atlas.commune_named(thing.proper.strip()) is None:
        # All communes are known: « centre de | Kerpape » is of a quarter or hamlet of one.
        town_for = geography.bodies.unknown_site
    drawn = drawn_proper_name(thing, stream, refused, alike, town_for, of_care=of_care)
    drawn = not_repeated(thing.head, drawn)
    of_town = _OF_TOWN.match(drawn)
    return (head_in(thing.head, drawn[of_town.end() :]) if of_town else thing.head) + drawn


def _unlike_head(names: Sequence[str], thing: NamedThing) -> Sequence[str]:
    """Return those of some names that share no later word with the head of a body: not « Accueil Terre d'Accueil »."""
    said = frozenset(words_of(thing.head)) if thing.head else frozenset()
    return [name for name in names if said.isdisjoint(words_of(name)[1:])] or names if said else names


def not_repeated(before: str, drawn: str) -> str:
    """Return a name without its first word where it, or one like it, stands before: « mutualité | Mutuelle Belvie »."""
    first, _, rest = drawn.partition(" ")
    last = fold(before).split()[-1:]
    return rest if rest and last and (last[0] == fold(first) or {last[0], fold(first)} <= _OF_INSURERS) else drawn


def says_no_name(thing: NamedThing, label: str) -> bool:
    """Tell whether a body is called by two ordinary words or more that say what it is: « Marine nationale ».

    Parameters
    ----------
    thing : NamedThing
        Its whole name, taken apart.
    label : str
        Its label: of a place of care the words are some that any town's may be called by.
    """
    words = words_of(thing.head)
    if thing.proper or len(words) == 1:
        return False
    if label == "HOSPITAL":
        return _OF_ANY_TOWN.issuperset(words) and _FIRST_ALONE.isdisjoint(words[1:])
    is_of_kind = kind_of_body(thing.head) in ("public", "club", "association") and "harmonie" not in words
    return is_of_kind and not _has_capital_behind(thing.head) and all(map(in_dictionary, words))


def _has_capital_behind(head: str) -> bool:
    """Tell whether words behind the first have a capital, and others have none: « Secours Populaire »."""
    return not head.isupper() and any(c.isupper() for c in head.partition(" ")[2])


def renamed(text: str, stream: BitStream, names: Sequence[str], *, keeps_head: bool) -> str:
    """Return a body that is but head words with a drawn name after its first: « Hôpital européen » would stay.

    Of a single word nothing is left unless it `keeps_head`: « ADMR » is the name of a body, « hôpital » is none.

    Parameters
    ----------
    text : str
        The head words.
    stream : BitStream
        Where names are drawn from.
    names : sequence of str
        Which are drawn.
    keeps_head : bool
        Whether a single word stays before the name.
    """
    words = text.split()
    alike = names if keeps_head else sounding_like(names, text.rpartition(" ")[2])
    count = 1 if keeps_head or len(words) > 1 else 0
    # « Nouvel Hôpital Civil »
    kept = " ".join(words[: count + (len(words) > count + 1 and fold(words[0]) in _BEFORE_HEAD)])
    return f"{kept} {not_repeated(kept, like(text, stream.choice(alike)))}".lstrip()


def numbered(proper: str, stream: BitStream, heads: frozenset[str]) -> str | None:
    """Return a body that a number tells with another one: « aérienne 118 », « 7e régiment »; None for others.

    Parameters
    ----------
    proper : str
        The name of the body behind its head.
    stream : BitStream
        Where figures are drawn from.
    heads : frozenset of str
        Words that begin names of such bodies.
    """
    found = _NUMBERED.match(proper)
    if found is None:
        return None
    rest, figures = proper[found.end() :], found["number"] or found["rank"]
    words = words_of(rest)[1:]  # the first is the end of the rank
    if not all(word in heads or (rest.islower() and in_dictionary(word)) for word in words):
        return None
    own, lowest = int(figures), max(10 ** (len(figures) - 1), 2)
    drawn = stream.between(lowest, 10 ** len(figures) - 2)
    drawn += lowest <= own <= drawn
    # « 1er régiment »
    ending = re.sub(r"^(\s?)er\b", r"\1e", rest) if found["rank"] else rest
    return f"{found['kind'] or ''}{drawn}{ending}"
