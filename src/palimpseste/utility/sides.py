"""Whether a model tells the sides of a case apart: whatever its threshold, and however common the codes are.

A case of the simulated stays is one text whose codes only a date, an age, a season, a place or a provider tells
(:mod:`palimpseste.corpus.stays.cases`). A model that reads the value scores the codes of the right side higher; one
that cannot read it guesses, and is right half of the time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from palimpseste.corpus.stays.cases import Case, Dependence, cases

__all__ = ["Rivals", "rivals_of", "told_right"]


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two sides of a case, by the codes that each has and the other has not.

    Parameters
    ----------
    on : str
        What tells them apart.
    right, wrong : frozenset of str
        Neither is empty.
    """

    on: Dependence
    right: frozenset[str]
    wrong: frozenset[str]


def rivals_of(name: str, codes: Collection[str]) -> Iterator[Rivals]:
    """Yield the side of a stay against every other side of its case that has a code of its own.

    Parameters
    ----------
    name : str
        Of the case; an unknown one, or none, has no sides.
    codes : collection of str
        Of the stay.
    """
    case = _cases().get(name)
    if case is None:
        return
    own = max((set(v.codes) for v in case.variants if set(v.codes) <= set(codes)), key=len, default=set[str]())
    for variant in case.variants:
        right, wrong = frozenset(own - set(variant.codes)), frozenset(set(variant.codes) - own)
        if right and wrong:
            yield Rivals(case.on, right, wrong)


def told_right(rivals: Rivals, scores: Mapping[str, float]) -> float:
    """Return 1 where the right side's codes have the higher mean score, 0.5 on a tie, else 0; no score counts as 0."""
    right, wrong = (sum(scores.get(code, 0.0) for code in side) / len(side) for side in (rivals.right, rivals.wrong))
    return 0.5 if right == wrong else float(right > wrong)


@cache
def _cases() -> dict[str, Case]:
    return {case.name: case for case in cases()}
