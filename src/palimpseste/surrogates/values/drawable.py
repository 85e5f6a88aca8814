"""The names of the lists that may be drawn for a name, and how one of them is drawn: as often as people bear it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain
from typing import Literal

from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.draws import BitStream, NothingLeftError, first_fitting
from palimpseste.surrogates.values.namesakes import feminines
from palimpseste.writings import lists
from palimpseste.writings.lists import Gender
from palimpseste.writings.names import Kind

__all__ = [
    "as_written_here",
    "class_of_birth",
    "class_of_length",
    "draw_compound",
    "draw_family_name",
    "draw_given_name",
    "every_family_name",
    "every_given_name",
    "family_names",
    "folded",
    "given_names",
    "is_free",
    "is_of_time",
    "may_follow_elision",
    "misspellings",
    "reads_as_word",
    "short_forms",
    "tells",
    "variants",
]

Parts = tuple[tuple[str, ...], ...]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_SHORTEST_FORM = 3
_LENGTH_CLASSES = (5, 8)
_SMALLEST_PART = 30
# Of so many people three bear a family name of France.
_PARTS = (3, 1)
# Whoever was born elsewhere is not among the births of France: a given name from there counts for so many times them.
_BORN_ELSEWHERE = 2
_FOREIGN_LETTER = re.compile(r"[^\x00-\x7fàâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ]")
# Years of birth of people whose own is unknown.
_GROWN = (1940, 2000)
_EARLIEST, _LATEST = 1890, 2030
_YEARS_IN_CLASS = 5
# A name is given half as often so many years before and after the mean year of birth of those who bear it.
_HALVING_YEARS = 8
# The mean year of birth of those who bear a name lies so near to that of one of them; counts are of 1900 to 2022.
_SAME_TIME = 20
_FIRST_MEAN, _LAST_MEAN = 1925, 2022
# A name that so many bear was given over many years, so less often in each than its number says.
_MANY = 1_000_000
# A name is one sex's if of so many who bear it at most one is of the other, and both sexes' if at least one is.
_ONE_OF = 10
# What a name counts for that the births do not count: fewer than they tell of.
_UNCOUNTED = 15
_MOST_COMPOUNDS = 50
# Halves of nine double names in ten: a note that holds one of them would refuse nearly all, and what stands for the
# others would tell that it does not.
_USUAL_HALVES = frozenset({"Jean", "Marie"})
# Family names that a reader takes for a word of the note: « Dr Bonjour », « AVRIL S. ».
_WORDS_OF_NOTES = frozenset(
    {
        "avril",
        "bonjour",
        "bras",
        "coeur",
        "cousin",
        "dimanche",
        "fevrier",
        "frere",
        "garcon",
        "janvier",
        "juillet",
        "juin",
        "maire",
        "maman",
        "mari",
        "mars",
        "medecin",
        "neveu",
        "parrain",
        "vivant",
    }
)
# « d'Hélène » and « de Hugo » are both right: what follows an elision begins with none of the doubtful letters.
_ELIDING = frozenset("aeiou")


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

    Examples
    --------
    >>> variants("Valentin", "given", "f"), variants("Jeanne", "given", "m")
    (('Valentine',), ('Jean',))
    """
    plain = folded(name)
    if kind == "family":
        spelt, listed = [*misspellings(plain), plain + "e"], _family_names_by_key()
    else:
        masculine = [plain[: -len(end)] for end in ("e", plain[-2:]) if plain.endswith("e")]
        spelt = [*misspellings(plain), *feminines(plain), *(each for each in masculine if plain in feminines(each))]
        listed = _given_names_by_key(gender)
    return tuple(dict.fromkeys(listed[each] for each in spelt if each in listed))


def given_names(gender: Gender, like: str | None = None) -> Parts:
    """Return the one-word given names of a gender: of France and of elsewhere.

    A name is drawn from either part whatever the original: its origin is not kept.

    Parameters
    ----------
    gender : {"f", "m", "x"}
        Whose names they are.
    like : str, optional
        A folded name whose length class they are of; of any length by default.
    """
    return _given_names_of(gender, None if like is None else class_of_length(like))


def family_names(like: str | None = None) -> Parts:
    """Return the one-word family names: those of France, those of elsewhere; of the length class of a folded name."""
    return _family_names_of(None if like is None else class_of_length(like))


@cache
def every_family_name() -> tuple[str, ...]:
    """Return all family names that may be drawn, for a document that holds all those like one of its names."""
    return tuple(dict.fromkeys(name for names in family_names() for name in names))


@cache
def every_given_name(gender: Gender) -> tuple[str, ...]:
    """Return all given names that may be drawn, those of a gender first, for a document that holds all like one."""
    genders = dict.fromkeys((gender, "x", "f", "m"))
    return tuple(dict.fromkeys(name for each in genders for name, _, _ in _drawable_given_names(each)))


def draw_family_name(stream: BitStream, like: str | None = None) -> str:
    """Return a family name, drawn by the births under it.

    Parameters
    ----------
    stream : BitStream
        The bits.
    like : str, optional
        A folded name whose length class it is of.
    """
    length_class = None if like is None else class_of_length(like)
    part = 0 if stream.below(sum(_PARTS)) < _PARTS[0] else 1
    return _of(_family_names_of(length_class)[part], _family_sums(length_class)[part], stream)


def draw_given_name(stream: BitStream, gender: Gender, like: str | None = None, born: int | None = None) -> str:
    """Return a given name, drawn by the births under it around a year.

    Parameters
    ----------
    stream : BitStream
        The bits.
    gender : {"f", "m", "x"}
        Whose name it is.
    like : str, optional
        A folded name whose length class it is of.
    born : int, optional
        The class of the year of birth, as :func:`class_of_birth` returns it; that of any grown person by default.
    """
    names, sums = _given_sums(gender, None if like is None else class_of_length(like), born)
    return _of(names, sums, stream)


def draw_compound(
    stream: BitStream, gender: Gender, born: int | None = None, fits: Callable[[str], bool] = lambda name: True
) -> str:
    """Return a double given name that fits and is no other sex's, drawn by the births under it around a year.

    Parameters
    ----------
    stream : BitStream
        The bits.
    gender : {"f", "m", "x"}
        Whose name it is.
    born : int, optional
        The class of the year of birth; that of any grown person by default.
    fits : callable, optional
        Tells whether a name may be drawn.

    Raises
    ------
    NothingLeftError
        If none fits.
    """
    names, sums = _compound_sums(gender, born)
    if not names:
        raise NothingLeftError
    # The first draws are the same whatever fits: a name changes only where its own does not.
    with suppress(NothingLeftError):
        return first_fitting(lambda: _of(names, sums, stream), fits, _MOST_COMPOUNDS)
    left = [(name, weight) for name, weight in _compounds(gender, born) if fits(name)]
    if not left:
        raise NothingLeftError
    return _of(*_summed(left), stream)


def class_of_birth(year: int) -> int:
    """Return the class of years of birth whose names are alike: its middle year."""
    year = min(max(year, _EARLIEST), _LATEST)
    return year - year % _YEARS_IN_CLASS + _YEARS_IN_CLASS // 2


def may_follow_elision(drawn: str) -> bool:
    """Tell whether a name of a list reads well after « d' »."""
    return folded(drawn)[:1] in _ELIDING


def tells(drawn: str, gender: Gender) -> bool:
    """Tell whether hardly anybody of the other sex bears a name of a list; of ``x``, whether many of both do."""
    counted = lists.given_births().get(drawn)
    return counted is None or _are_of(counted, gender)


def _are_of(births: tuple[int, int, int], gender: Gender) -> bool:
    male, female, _ = births
    fewer = {"m": female, "f": male, "x": min(male, female)}[gender]
    return (fewer * _ONE_OF >= male + female) is (gender == "x")


def is_of_time(drawn: str, year: int) -> bool:
    """Tell whether those who bear a single or double given name of a list were born about a year, on average."""
    counted = lists.given_births().get(drawn) or lists.compound_births().get(drawn)
    return counted is not None and abs(counted[2] - min(max(year, _FIRST_MEAN), _LAST_MEAN)) <= _SAME_TIME


def is_free(drawn: str, originals: frozenset[str]) -> bool:
    """Tell whether a name of a list neither is an original value nor holds one among its words."""
    name = folded(drawn)
    return name not in originals and originals.isdisjoint(name.split())


def reads_as_word(drawn: str) -> bool:
    """Tell whether a family name of a list would be read as a word: of kin, of the calendar or of care."""
    return folded(drawn) in _WORDS_OF_NOTES


def class_of_length(name: str) -> int:
    """Return the class of names of like length: 0 for up to 5 letters, 1 for up to 8, 2 beyond."""
    short, long = _LENGTH_CLASSES
    return (len(name) > short) + (len(name) > long)


def as_written_here(name: str) -> str:
    """Return a name of a list without the accents that French has not: « García » is « Garcia » to a registrar."""
    return name if name.isascii() else _FOREIGN_LETTER.sub(_plain_letter, name)


@cache
def folded(name: str) -> str:
    """Return a name of a list folded, kept for the process; never call it on text of a document."""
    return fold_name(name)


@cache
def _family_names_by_key() -> dict[str, str]:
    return {folded(name): name for name in every_family_name()}


@cache
def _given_names_by_key(gender: Gender) -> dict[str, str]:
    return {folded(name): name for name, _, _ in _drawable_given_names(gender)}


@cache
def _given_names_of(gender: Gender, length_class: int | None) -> Parts:
    for size in (length_class, None):
        fitting = [
            (name, french)
            for name, french, its_class in _drawable_given_names(gender)
            if size is None or its_class == size
        ]
        parts = tuple(tuple(name for name, its in fitting if its is french) for french in (True, False))
        if min(map(len, parts)) >= _SMALLEST_PART:
            return parts
    return (parts[0] + parts[1],)


@cache
def _drawable_given_names(gender: Gender) -> tuple[tuple[str, bool, int], ...]:
    """Return the given names of a gender, whether each is French, and its length class."""
    rows = {
        as_written_here(name): people == "french"
        for name, its_gender, people in reversed(lists.given_names())
        if its_gender == gender and _is_drawable(name)
    }
    return tuple((name, is_french, class_of_length(name)) for name, is_french in reversed(rows.items()))


@cache
def _family_names_of(length_class: int | None) -> Parts:
    return tuple(
        tuple(name for name in _drawable_family_names(origin) if length_class in (None, class_of_length(name)))
        for origin in ("france", "world")
    )


@cache
def _drawable_family_names(origin: Literal["france", "world"]) -> tuple[str, ...]:
    names = filter(_is_drawable, lists.family_names(origin))
    return tuple(dict.fromkeys(map(as_written_here, names)))


def _is_drawable(name: str) -> bool:
    return len(name) >= _SHORTEST_DRAWN and name.isalpha() and name[0].isupper() and not name.isupper()


def _plain_letter(match: re.Match[str]) -> str:
    letter = match.group()
    return fold(letter).upper() if letter.isupper() else fold(letter)


@cache
def _family_sums(length_class: int | None) -> tuple[tuple[int, ...], ...]:
    """Return the weights of the family names of each part, summed up to each name."""
    births = lists.family_births()
    return tuple(
        tuple(accumulate(births.get(name, _UNCOUNTED) for name in part)) for part in _family_names_of(length_class)
    )


@cache
def _given_sums(gender: Gender, length_class: int | None, born: int | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the given names of both parts, and their weights around a year summed up to each name."""
    french = {name for name, is_french, _ in _drawable_given_names(gender) if is_french}
    names = tuple(chain(*_given_names_of(gender, length_class)))
    weights = (_given_weight(name, gender, born) * (1 if name in french else _BORN_ELSEWHERE) for name in names)
    return names, tuple(accumulate(weights))


@cache
def _compounds(gender: Gender, born: int | None) -> tuple[tuple[str, int], ...]:
    """Return the double names of a sex that may be drawn and their weights around a year; none for an unknown sex."""
    if gender == "x":
        return ()
    counted = lists.compound_births().items()
    fitting = ((name, births) for name, births in counted if _are_of(births, gender))
    rarer = ((name, births) for name, births in fitting if _USUAL_HALVES.isdisjoint(name.split("-")))
    weighed = ((name, _weight(births, gender, born)) for name, births in rarer)
    return tuple((name, weight) for name, weight in weighed if weight)


@cache
def _compound_sums(gender: Gender, born: int | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the double names of a sex that may be drawn, and their weights around a year summed up to each name."""
    return _summed(_compounds(gender, born))


def _summed(weighed: Sequence[tuple[str, int]]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tuple(name for name, _ in weighed), tuple(accumulate(weight for _, weight in weighed))


def _given_weight(name: str, gender: Gender, born: int | None) -> int:
    counted = lists.given_births().get(name)
    if counted is None:
        return _UNCOUNTED if born is None else 0
    return _weight(counted, gender, born)


def _weight(counted: tuple[int, int, int], gender: Gender, born: int | None) -> int:
    male, female, mean = counted
    births = {"m": male, "f": female, "x": male + female}[gender]
    first, last = _GROWN if born is None else (born, born)
    halvings = max(first - mean, mean - last, 0) // _HALVING_YEARS
    return (births * _MANY // (_MANY + births)) >> halvings


def _of(names: Sequence[str], sums: Sequence[int], stream: BitStream) -> str:
    """Return a name, as likely as its weight says."""
    return names[bisect_right(sums, stream.below(sums[-1]))]
