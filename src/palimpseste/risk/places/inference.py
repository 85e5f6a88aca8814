"""What a surrogate town tells an attacker who knows how many people live where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction

import numpy as np

from palimpseste.places import PlaceTable
from palimpseste.places.metric import POINTS_PER_KM, points_of
from palimpseste.risk.bayes import BayesRisk, bayes_risk
from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns, TownLaw, UniformTowns
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.writings.atlas import grammar_of

__all__ = ["TOWN_LAWS", "department_risk"]

# The strategies whose probabilities are computed; `planar-laplace` is only drawn from.
TOWN_LAWS: dict[str, Callable[[Territory], TownLaw]] = {
    "exponential": ExponentialTowns,
    "exponential-knn": NearestTowns,
    "uniform": UniformTowns,
}
_GRAMMARS = ("consonant", "vowel", "le", "les")


def department_risk(strategy: str, department: str, epsilon: Fraction) -> BayesRisk:
    """Return what a surrogate tells of a town of a department, in kilometres, the zone being that department.

    Parameters
    ----------
    strategy : str
        Of `TOWN_LAWS`.
    department : str
        Its code.
    epsilon : Fraction
        Of one town.
    """
    territory = Territory(PlaceTable.bundled(), PlaceOptions(zone=(department,)))
    return _town_risk(TOWN_LAWS[strategy](territory), epsilon)


def _town_risk(law: TownLaw, epsilon: Fraction) -> BayesRisk:
    """Return what a surrogate tells of a town of a zone, in kilometres, computed over all pairs.

    The attacker knows the zone and, as the words around the town show it, the class of grammar of its name; his prior
    are the inhabitants. The risks of the classes are weighted by theirs.
    """
    points = points_of(law.territory.table).astype(np.float64) / POINTS_PER_KM
    risks, people = [], []
    for grammar in _GRAMMARS:
        members = law.territory.candidates(grammar)
        towns = [law.territory.communes[member] for member in members]
        if grammar_of(towns[0].name) != grammar:
            # No town of the zone is of this class.
            continue
        inhabitants = np.array([max(1, town.population) for town in towns], dtype=np.float64)
        apart = np.linalg.norm(points[members][:, np.newaxis] - points[members], axis=2)
        logs = [law.log_probabilities(town, epsilon) for town in towns]
        risks.append(bayes_risk(inhabitants, logs.__getitem__, apart.__getitem__))
        people.append(inhabitants.sum())
    means = {
        each.name: float(np.average([getattr(risk, each.name) for risk in risks], weights=people))
        for each in fields(BayesRisk)
    }
    return BayesRisk(**means)
