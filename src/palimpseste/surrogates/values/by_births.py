"""Names of the lists drawn as often as people bear them, and what births tell of who bears one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain

from palimpseste.surrogates.draws import BitStream, NothingLeftError, first_fitting
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.lists import Gender

__all__ = [
    "class_of_birth",
    "draw_compound",
    "draw_family_name",
    "draw_given_name",
    "generation_of",
    "is_of_grown",
    "is_of_time",
    "tells",
]

# Of so many people three bear a family name of France.
_PARTS = (3, 1)
# Whoever was born elsewhere is not among the births of France: a given name from there counts for so many times them.
_BORN_ELSEWHERE = 2
# Years of birth of people whose own is unknown: most names of a note are those of people at work.
_GROWN = (1960, 2000)
_EARLIEST, _LATEST = 1890, 2030
_YEARS_IN_CLASS = 5
# A name is given half as often so many years before and after the mean year of birth of those who bear it.
_HALVING_YEARS = 8
# The mean year of birth of those who bear a name lies so near to that of one of them; counts are of 1900 to 2022.
_SAME_TIME = 20
# Few of those double names that may be drawn are old.
_SAME_TIME_OF_DOUBLE = 28
_FIRST_MEAN, _LAST_MEAN = 1925, 2022
# A name that so many bear was given over many years, so less often in each than its number says.
_MANY = 1_000_000
# A name is one sex's if of so many who bear it at most one is of the other, and both sexes' if at least one is.
_ONE_OF = 10
# What a name counts for that the births do not count: fewer than they tell of.
_UNCOUNTED = 15
_MOST_COMPOUNDS = 50
# So broad that each holds names of many.
_YEARS_IN_GENERATION = 15
# Halves of nine double names in ten: a note that holds one of them would refuse nearly all, and what stands for the
# others would tell that it does not.
_USUAL_HALVES = frozenset({"Jean", "Marie"})
_FOLDED_HALVES = frozenset(map(drawable.folded, _USUAL_HALVES))


def draw_family_name(stream: BitStream, length_class: int | None = None) -> str:
    """Return a family name, drawn by the births under it.

    Parameters
    ----------
    stream : BitStream
        The bits.
    length_class : int, optional
        That of its length, as :func:`drawable.class_of_length` returns it.
    """
    part = 0 if stream.below(sum(_PARTS)) < _PARTS[0] else 1
    return _of(drawable.family_names(length_class)[part], _family_sums(length_class)[part], stream)


def draw_given_name(stream: BitStream, gender: Gender, length_class: int | None = None, born: int | None = None) -> str:
    """Return a given name, drawn by the births under it around a year.

    Parameters
    ----------
    stream : BitStream
        The bits.
    gender : {"f", "m", "x"}
        Whose name it is.
    length_class : int, optional
        That of its length, as :func:`drawable.class_of_length` returns it.
    born : int, optional
        The class of the year of birth, as :func:`class_of_birth` returns it; that of any grown person by default.
    """
    names, sums = _given_sums(gender, length_class, born)
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


def generation_of(keys: Sequence[str]) -> int | None:
    """Return the middle year of the class of fifteen in which those who bear a given name were born, on average.

    None where no births are counted under it.

    Parameters
    ----------
    keys : sequence of str
        The name, folded; the halves of a double one.
    """
    means = lists.mean_births()
    mean = means.get(" ".join(keys))
    if mean is None:
        halves = [means[key] for key in keys if key in means and key not in _FOLDED_HALVES]
        mean = sum(halves) // len(halves) if halves else None
    if mean is None:
        return None
    mean = min(max(mean, _FIRST_MEAN), _LAST_MEAN)
    return mean - mean % _YEARS_IN_GENERATION + _YEARS_IN_GENERATION // 2


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
    single = lists.given_births().get(drawn)
    counted, within = (single, _SAME_TIME) if single else (lists.compound_births().get(drawn), _SAME_TIME_OF_DOUBLE)
    return counted is not None and abs(counted[2] - min(max(year, _FIRST_MEAN), _LAST_MEAN)) <= within


def is_of_grown(drawn: str) -> bool:
    """Tell whether those who bear a double given name of a list are hardly younger than grown people, on average."""
    counted = lists.compound_births().get(drawn)
    return counted is not None and counted[2] <= _GROWN[1] + _HALVING_YEARS


@cache
def _family_sums(length_class: int | None) -> tuple[tuple[int, ...], ...]:
    """Return the weights of the family names of each part, summed up to each name."""
    births = lists.family_births()
    return tuple(
        tuple(accumulate(births.get(name, _UNCOUNTED) for name in part)) for part in drawable.family_names(length_class)
    )


@cache
def _given_sums(gender: Gender, length_class: int | None, born: int | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the given names of both parts, and their weights around a year summed up to each name."""
    french = {name for name, is_french, _ in drawable.drawable_given_names(gender) if is_french}
    names = tuple(chain(*drawable.given_names(gender, length_class)))
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
