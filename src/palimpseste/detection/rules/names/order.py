"""Which parts of a name are given names and which the family name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from palimpseste.detection.tokens import Shape, Trait
from palimpseste.labels import Label

__all__ = ["NameLook", "NamePart", "label_parts", "look_of"]

# Names look like names met before.
_MOST_REMEMBERED = 1 << 12


class NameLook(NamedTuple):
    """How a written part of a name looks, wherever it stands.

    Parameters
    ----------
    shape : Shape
        How its main word is written.
    as_first, as_last : int
        How well the lists take it for a given name, and for a family name.
    particle : bool
        Whether it begins with a particle, which only family names do.
    """

    shape: Shape
    as_first: int
    as_last: int
    particle: bool = False

    @property
    def initial(self) -> bool:
        """Tell whether one letter stands for the name."""
        return self.shape is Shape.INITIAL


class NamePart(NamedTuple):
    """One written part of a name, a word, a compound or an initial: the tokens ``[first, last)`` and how they look."""

    first: int
    last: int
    look: NameLook


@cache
def look_of(traits: int, shape: Shape, particle: bool) -> NameLook:
    """Return how a word looks of these traits and this shape, behind a particle or not.

    Parameters
    ----------
    traits : int
        What lists say of the word.
    shape : Shape
        How it is written.
    particle : bool
        Whether a particle stands before it.
    """
    if particle:
        return NameLook(shape, -3, 3, particle)
    if shape is Shape.INITIAL:
        return NameLook(shape, 0, 0)
    given, family = bool(traits & Trait.FIRST), bool(traits & Trait.FAMILY)
    as_first = 2 if given and not family else 1 if given else -1
    as_last = 2 if family and not given else 1 if family or not given else -1
    return NameLook(shape, as_first, as_last)


@lru_cache(_MOST_REMEMBERED)
def label_parts(parts: tuple[NameLook, ...], lone: Label) -> Sequence[Label]:
    """Return the label of each part.

    Capitals beside ordinary writing tell the family name (``DURAND Paul``); else the cut and the order that agree best
    with the lists, and where these say nothing, the order of the writing: ``Paul Durand``, but ``DURAND PAUL``.

    Parameters
    ----------
    parts : tuple of NameLook
        In order, at least one.
    lone : Label
        What a single part is where the lists do not decide.
    """
    if len(parts) == 1:
        return ["FIRSTNAME"] if parts[0].as_first == 2 else [lone]
    if parts[0].initial and not any(part.initial for part in parts[1:]):
        return _split(1, len(parts), "FIRSTNAME", "LASTNAME")
    upper = [part.shape in (Shape.UPPER, Shape.ACRONYM) for part in parts]
    title = [part.shape is Shape.TITLE for part in parts]
    if any(upper) and any(title):
        return [
            "LASTNAME" if is_upper or part.particle else "FIRSTNAME"
            for is_upper, part in zip(upper, parts, strict=True)
        ]
    all_upper = any(upper)
    best: list[Label] = []
    best_score = -(10**6)
    for labels, ordinary in _orders(len(parts), surname_first=all_upper):
        score = 2 * sum(
            p.as_first if label == "FIRSTNAME" else p.as_last for p, label in zip(parts, labels, strict=True)
        )
        score += ordinary
        if score > best_score:
            best, best_score = labels, score
    return best


def _orders(count: int, *, surname_first: bool) -> Iterator[tuple[list[Label], int]]:
    """Yield every labelling with given names on one side, with 1 where it is the ordinary order of the writing."""
    for cut in range(1, count):
        yield _split(cut, count, "FIRSTNAME", "LASTNAME"), 0 if surname_first else 1
        yield _split(cut, count, "LASTNAME", "FIRSTNAME"), 1 if surname_first else 0
    yield _split(count, count, "LASTNAME", "LASTNAME"), -1


def _split(cut: int, count: int, before: Label, after: Label) -> list[Label]:
    return [before if index < cut else after for index in range(count)]
