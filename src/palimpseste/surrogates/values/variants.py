"""How a name may be misspelt or shortened, and which names of the lists are that near to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from palimpseste.folding import fold
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.namesakes import feminines
from palimpseste.writings import lists
from palimpseste.writings.lists import Gender
from palimpseste.writings.names import Kind

__all__ = ["misspellings", "short_forms", "variants"]

_SHORTEST_FORM = 3
# What is written amiss in a name: a consonant doubled between vowels or not, i for y, the end that nobody hears.
_MISSPELT = (
    (re.compile(r"([bcdfglmnprst])\1"), r"\1"),
    (re.compile("(?<=[aeiouy])([lmnprt])(?=[aeiouy])"), r"\1\1"),
    (re.compile("(?<=[a-z])i(?=[a-z])"), "y"),
    (re.compile("(?<=[a-z])y"), "i"),
    (re.compile("(?<=[a-z]{4})[dtxs]$"), ""),
    (re.compile("z$"), "s"),
    (re.compile("(?<=[bcfghklmnpqrw])$"), "e"),
    (re.compile("(?<=[a-z]{3})e$"), ""),
    (re.compile("(?<=[aou])$"), "t"),
)


def misspellings(name: str) -> tuple[str, ...]:
    """Return how a name may be misspelt, one error in each.

    Examples
    --------
    >>> misspellings("Mallet"), misspellings("Martin")
    (('Malet', 'Malle'), ('Martyn', 'Martine'))
    """
    folded = fold(name)
    letters = folded if len(folded) == len(name) else name.lower()
    found = (
        name[: error.start()] + error.expand(mended) + name[error.end() :]
        for written, mended in _MISSPELT
        for error in written.finditer(letters)
    )
    return tuple(dict.fromkeys(found))


# « [Fr]a|nco », said twice without the liquid: « Fafa ».
_SYLLABLE = re.compile("([bcdfgjklmnprstvwz])[hlr]?([aeiouy])")
_NO_SHORT_FORMS = frozenset({"caca", "kaka", "mama", "meme", "papa", "pepe", "pipi", "popo", "tata", "zizi"})
# « Nat|halie », « Fréd|éric ».
_FIRST_SYLLABLE = re.compile("[^aeiouy]{0,3}[aeiouy]{1,2}[^aeiouy]{1,2}(?=[aeiouyh][a-z])")


def short_forms(name: str) -> Iterator[str]:
    """Yield what a given name is shortened to: usual forms, its first syllable, syllables said twice, its beginning.

    Examples
    --------
    >>> list(short_forms("Nathalie")), list(short_forms("Serafin")), list(short_forms("Jean"))
    (['Nat', 'Nath', 'Nana', 'Lili'], ['Ser', 'Sese', 'Rara', 'Fifi'], ['Jeannot', 'Jeje', 'Jea'])
    """
    folded = fold(name)
    usual = [short for short, whole in lists.usual_short_forms().items() if folded in whole]
    syllable = _FIRST_SYLLABLE.match(folded)
    twice = ("".join(found.groups()) * 2 for found in _SYLLABLE.finditer(folded))
    shortened = [
        *usual,
        *([syllable.group()] if syllable and len(syllable.group()) >= _SHORTEST_FORM else []),
        *(form for form in twice if form not in _NO_SHORT_FORMS),
        *([folded[:_SHORTEST_FORM]] if len(folded) > _SHORTEST_FORM else []),
    ]
    for short in dict.fromkeys(shortened):
        is_beginning = folded.startswith(short) and len(folded) == len(name)
        yield name[: len(short)] if is_beginning else short.capitalize()


def variants(name: str, kind: Kind, gender: Gender) -> tuple[str, ...]:
    """Return the names of the lists that differ from one by a letter, as its misspellings do, or by their gender.

    Parameters
    ----------
    name : str
        In any writing.
    kind : Kind
        ``given`` or ``family``.
    gender : Gender
        Of who bears it; ``x`` where nothing tells.

    Examples
    --------
    >>> variants("Valentin", "given", "f"), variants("Jeanne", "given", "m")
    (('Valentine',), ('Jean',))
    """
    plain = drawable.folded(name)
    if kind == "family":
        spelt, listed = [*misspellings(plain), plain + "e"], _family_names_by_key()
    else:
        masculine = [plain[: -len(end)] for end in ("e", plain[-2:]) if plain.endswith("e")]
        spelt = [*misspellings(plain), *feminines(plain), *(each for each in masculine if plain in feminines(each))]
        listed = _given_names_by_key(gender)
    return tuple(dict.fromkeys(listed[each] for each in spelt if each in listed))


@cache
def _family_names_by_key() -> dict[str, str]:
    return {drawable.folded(name): name for name in drawable.every_family_name()}


@cache
def _given_names_by_key(gender: Gender) -> dict[str, str]:
    return {drawable.folded(name): name for name, _, _ in drawable.drawable_given_names(gender)}
