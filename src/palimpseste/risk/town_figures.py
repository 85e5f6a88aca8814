"""What becomes of a town at which ε: how far it goes, how unlike in size, how often it stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np

from palimpseste.places import Commune
from palimpseste.places.metric import points_of
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.surrogates.places.draws import TownLaw
from palimpseste.tables import markdown_table
from palimpseste.writings.atlas import grammar_of

__all__ = ["TownFigures", "figures_of", "town_table"]

_POINTS_PER_KM = 100


@dataclass(frozen=True, slots=True)
class TownFigures:
    """What a mechanism makes of a town, computed from its exact probabilities.

    Parameters
    ----------
    name : str
        Of the town.
    population : int
        Its inhabitants.
    epsilon : Fraction
        Of this one value, not of the document.
    expected_km, median_km : float
        Of the straight line between the town and what is drawn.
    population_ratio : float
        Geometric mean of the larger population over the smaller, at least 1.
    staying : float
        Probability that the town itself is drawn.
    """

    name: str
    population: int
    epsilon: Epsilon
    expected_km: float
    median_km: float
    population_ratio: float
    staying: float


def figures_of(law: TownLaw, commune: Commune, epsilon: Epsilon) -> TownFigures:
    """Return what a mechanism makes of a commune with ε for this value."""
    territory = law.territory
    candidates, place = territory.candidates(grammar_of(commune.name)), territory.place_of(commune)
    probabilities = np.exp(law.log_probabilities(commune, epsilon))
    points = points_of(territory.table)
    kilometres = np.sqrt(((points[candidates] - points[place]) ** 2).sum(axis=1)) / _POINTS_PER_KM
    order = np.argsort(kilometres, kind="stable")
    middle = min(int(np.searchsorted(np.cumsum(probabilities[order]), 0.5)), len(order) - 1)
    populations = np.array([max(1, territory.communes[each].population) for each in candidates], dtype=np.float64)
    log_ratios = np.abs(np.log(populations) - log(max(1, commune.population)))
    return TownFigures(
        commune.name,
        commune.population,
        epsilon,
        float(probabilities @ kilometres),
        float(kilometres[order[middle]]),
        float(np.exp(probabilities @ log_ratios)),
        float(probabilities[candidates == place].sum()),
    )


def town_table(figures: Iterable[TownFigures]) -> str:
    """Return the figures as a Markdown table, a line a town and ε."""
    heads = ("town", "inhabitants", "ε of the value", "mean km", "median km", "ratio of populations", "stays")
    return markdown_table(
        heads,
        (
            (
                each.name,
                f"{each.population:,}".replace(",", " "),
                str(each.epsilon),
                f"{each.expected_km:.0f}",
                f"{each.median_km:.0f}",
                f"{each.population_ratio:.1f}",
                f"{each.staying:.1%}",
            )
            for each in figures
        ),
    )
