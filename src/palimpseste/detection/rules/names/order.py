"""Which parts of a name are given names and which the family name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from palimpseste.detection.tokens import Shape, Trait
from palimpseste.labels import Label

__all__ = ["NamePart", "label_parts", "name_scores"]


@dataclass(frozen=True, slots=True)
class NamePart:
    """One written part of a name: a word, a compound, or an initial.

    Parameters
    ----------
    first, last : int
        The tokens ``[first, last)``.
    shape : Shape
        How its main word is written.
    as_first, as_last : int
        How well the lists take it for a given name, and for a family name.
    particle : bool
        Whether it begins with a particle, which only family names do.
    """

    first: int
    last: int
    shape: Shape
    as_first: int
    as_last: int
    particle: bool = False

    @property
    def initial(self) -> bool:
        """Tell whether one letter stands for the name."""
        return self.shape is Shape.INITIAL


@cache
def name_scores(traits: int, shape: Shape, particle: bool) -> tuple[int, int]:
    """Return how well the lists take a word for a given name, and for a family name."""
    if particle:
        return -3, 3
    if shape is Shape.INITIAL:
        return 0, 0
    given, family = bool(traits & Trait.FIRST), bool(traits & Trait.FAMILY)
    as_first = 2 if given and not family else 1 if given else -1
    as_last = 2 if family and not given else 1 if family or not given else -1
    return as_first, as_last


def label_parts(parts: Sequence[NamePart], lone: Label) -> list[Label]:
    """Return the label of each part.

    Capitals beside ordinary writing tell the family name (``DURAND Paul``); else the cut and the order that agree best
    with the lists, and where these say nothing, the order of the writing: ``Paul Durand``, but ``DURAND PAUL``.

    Parameters
    ----------
    parts : sequence of NamePart
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
