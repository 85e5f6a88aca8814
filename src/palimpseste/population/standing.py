"""What of a note still stands once it is written anew, as somebody sees it who knows which values do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from palimpseste.population.attributes import Attributes
from palimpseste.population.people import AGES, People

__all__ = ["standing"]


def standing(true: Attributes, released: Attributes, people: People) -> Attributes:
    """Return what a release says rightly of its patient.

    Nobody can know as much from the release alone: who tries which values stand gets no further than who is told. An
    age that was moved stands to as many years as it was moved by, a town that became another of its department as that
    department.

    Parameters
    ----------
    true : Attributes
        What the note says as it is.
    released : Attributes
        What it says written anew.
    people : People
        Which commune lies in which department.
    """
    same = {
        name: getattr(true, name)
        for name in ("birthday", "admission", "nights", "hospital", "sex", "profession", "children", "diagnoses")
        if getattr(true, name) == getattr(released, name)
    }
    return replace(Attributes(), ages=_ages(true, released), towns=_towns(true, released, people), **same)


def _ages(true: Attributes, released: Attributes) -> tuple[int, int] | None:
    if true.ages is None or released.ages is None:
        return None
    if true.birth_year is not None and true.birth_year == released.birth_year:
        return true.ages
    if released.ages[0] <= true.ages[0] and true.ages[1] <= released.ages[1]:
        return released.ages
    moved = max(abs(new - old) for new, old in zip(released.ages, true.ages, strict=True))
    return max(0, true.ages[0] - moved), min(AGES - 1, true.ages[1] + moved)


def _towns(true: Attributes, released: Attributes, people: People) -> tuple[int, ...]:
    if both := set(true.towns) & set(released.towns):
        return tuple(sorted(both))
    own = {int(people.department[town]) for town in true.towns}
    shared = own & {int(people.department[town]) for town in released.towns}
    return tuple(map(int, np.flatnonzero(np.isin(people.department, list(shared))))) if shared else ()
