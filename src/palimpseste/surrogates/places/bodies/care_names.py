"""Names that stand for those of places of care, by how these are made: « Jean-Verdier », « Pellegrin », « Bon Repos ».

A person's name becomes one of first and last name, a single one a last name, a quarter or a name that places of care
bear, ordinary words become ordinary words. How a name is made is read from the name and public lists alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Literal

from palimpseste.detection.lexicon import in_dictionary, word_list, words_of
from palimpseste.folding import fold, fold_name
from palimpseste.places import PlaceTable
from palimpseste.surrogates.places.named import linked
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of

__all__ = ["last_names_of_bodies", "names_like", "names_of_care"]

_Kind = Literal["person", "alone", "two", "of", "words", "word"]

_VOWELS = tuple("aeiou")
_NAME_OF_CARE = re.compile(r"(?!S(?:ain)?te?s?[ -]|L[aes]s? )[A-ZÀ-Ý][a-zà-ÿ]{2,}(?:[ -][A-ZÀ-Ý][a-zà-ÿ]{2,})*")
# From this size a town is known by its name alone.
_TOLD_POPULATION = 2_000
# Given names that are adjectives before an ordinary word: « Belle-Vue ».
_ADJECTIVES = frozenset({"beau", "bel", "belle", "bon", "bonne", "clair", "mon", "val"})
# « Tour de Gassies », « Pays d'Autan »
_OF = re.compile(
    r"(?:anse|baie|bassin|bois|bords?|cap|ch[âa]teau|clos|c[ôo]te|croix|domaine|jardins?|logis|mas|moulin|parc|pays|plateau"
    r"|portes?|pr[ée]s?|rives?|tour|val|vall[ée]e|villa)s? (?:de |d['’])",
    re.IGNORECASE,
)
_NOUNS = (
    "Bois",
    "Bords",
    "Château",
    "Clos",
    "Domaine",
    "Enclos",
    "Étang",
    "Jardins",
    "Moulin",
    "Parc",
    "Pays",
    "Prés",
    "Tour",
    "Val",
)
# Places of care are called after people who were born before, most of them men.
_LATEST_MEAN_BIRTH = 1948
_BIRTHS_A_TIME, _ONE_WOMAN_OF = 4_000, 4
# Last names that some bear and not so many that they tell nobody from another; letters of a name that stands alone.
_BEARERS, _LETTERS = range(200, 20_000), range(5, 11)
# So often a name that places of care bear counts beside those that are made up.
_TIMES_KNOWN_PERSON, _TIMES_KNOWN = 25, 12
# To pair names of two lists in no order.
_STEP = 37


def names_like(proper: str) -> Sequence[str]:
    """Return the names that may stand for a proper name of a place of care; some count several times.

    They are made as it is, and begin with a vowel if it does.
    """
    return _sounding(_kind_of(proper), is_vowel=_begins_with_vowel(proper))


@cache
def names_of_care() -> tuple[str, ...]:
    """Return all names that may stand for those of places of care, once each; they stand without article."""
    return tuple(dict.fromkeys(name for names in _names_by_kind().values() for name in names()))


def _kind_of(proper: str) -> _Kind:
    words = words_of(proper)
    if _OF.match(proper):
        return "of"
    if len(words) > 1 and _is_given(words[0]):
        return "person"
    if all(map(in_dictionary, words)) and not (len(words) == 1 and lists.is_family_name(fold_name(proper))):
        return "words" if len(words) > 1 else "word"
    return "two" if len(words) > 1 else "alone"


@cache
def _sounding(kind: _Kind, *, is_vowel: bool) -> tuple[str, ...]:
    return tuple(name for name in _names_by_kind()[kind]() if _begins_with_vowel(name) is is_vowel)


def _begins_with_vowel(text: str) -> bool:
    return fold(text).startswith(_VOWELS)


def _is_given(word: str) -> bool:
    folded = fold(word)
    return folded not in _ADJECTIVES and lists.gender_of(folded) is not None


@cache
def _persons() -> tuple[str, ...]:
    known = tuple(name for name in (*lists.entries("eponyms.txt"), *_listed()) if _kind_of(name) == "person")
    given, last, quarters = _given_names(), last_names_of_bodies(), _quarters()
    made_up = (f"{given[place * _STEP % len(given)]}-{name}" for place, name in enumerate((*last, *quarters)))
    return (*known * _TIMES_KNOWN_PERSON, *made_up)


@cache
def _alone() -> tuple[str, ...]:
    known = tuple(name for name in (*lists.entries("eponyms.txt"), *_listed()) if _kind_of(name) == "alone")
    return (*known * _TIMES_KNOWN, *last_names_of_bodies()[::3], *_quarters())


@cache
def _two() -> tuple[str, ...]:
    quarters = _quarters()
    known = (name for name in _listed() if _kind_of(name) == "two")
    made_up = (
        f"{name}-{quarters[place * _STEP % len(quarters)]}" for place, name in enumerate(last_names_of_bodies()[::3])
    )
    return (*known, *made_up)


@cache
def _of() -> tuple[str, ...]:
    quarters = _quarters()
    return tuple(f"{_NOUNS[place % len(_NOUNS)]} {linked('de ', name)}" for place, name in enumerate(quarters))


@cache
def _words() -> tuple[str, ...]:
    return tuple(name for name in word_list("names/care_words.txt") if len(words_of(name)) > 1)


@cache
def _word() -> tuple[str, ...]:
    return tuple(name for name in word_list("names/care_words.txt") if len(words_of(name)) == 1)


@cache
def _names_by_kind() -> Mapping[_Kind, Callable[[], tuple[str, ...]]]:
    return MappingProxyType(
        {"person": _persons, "alone": _alone, "two": _two, "of": _of, "words": _words, "word": _word}
    )


@cache
def _listed() -> tuple[str, ...]:
    """Return names that places of care bear, but for ordinary words and those that tell a place."""
    elsewhere = frozenset(word_list("names/care_never_drawn.txt"))
    listed = (name for name in word_list("words/care/hospital_names.txt") if name not in elsewhere)
    every = filter(_NAME_OF_CARE.fullmatch, listed)
    return tuple(name for name in every if not any(map(in_dictionary, words_of(name))) and not _tells_a_place(name))


@cache
def _quarters() -> tuple[str, ...]:
    return tuple(word_list("names/quarters.txt"))


@cache
def _given_names() -> tuple[str, ...]:
    """Return given names of people after whom places of care are called, the more often the more bore them."""
    return tuple(
        name
        for name, (male, female, mean) in sorted(lists.given_births().items())
        if mean <= _LATEST_MEAN_BIRTH and name.isalpha()
        for _ in range((male + female // _ONE_WOMAN_OF) // _BIRTHS_A_TIME)
    )


@cache
def last_names_of_bodies() -> tuple[str, ...]:
    """Return last names that a body may bear: of no town, land or word, borne by some and not by so many."""
    births, atlas, table = lists.family_births(), atlas_of(PlaceTable.bundled()), PlaceTable.bundled()
    towns = {fold_name(commune.name) for commune in table.communes if commune.population >= _TOLD_POPULATION}
    return tuple(
        name
        for name in lists.family_names("france")
        if births.get(name, 0) in _BEARERS and name.isalpha() and len(name) in _LETTERS
        if fold_name(name) not in towns and not atlas.area_named(name) and not atlas.is_land_of_old(name)
        if not drawable.reads_as_word(name)
    )


def _tells_a_place(name: str) -> bool:
    """Tell whether a name holds that of an area or a larger town, which another town of the note would contradict."""
    atlas = atlas_of(PlaceTable.bundled())
    parts = [name, *re.split(r"[\s-]", name)]
    if any(map(atlas.is_land_of_old, parts)):
        return True
    towns = [atlas.commune_named(part) for part in parts]
    return any(map(atlas.area_named, parts)) or any(
        town is not None and town.population >= _TOLD_POPULATION and fold_name(town.name) == fold_name(part)
        for town, part in zip(towns, parts, strict=True)
    )
