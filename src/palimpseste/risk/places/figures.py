"""What becomes of a town at which ε: how far it goes, how unlike in size, how often it stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np

from palimpseste.places import Commune
from palimpseste.places.metric import POINTS_PER_KM, points_of
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.places.classes import town_classes
from palimpseste.surrogates.places.mechanisms.draws import TownLaw
from palimpseste.writings.atlas import grammar_of

__all__ = ["TownFigures", "ZoneFigures", "figures_of", "figures_of_zone", "town_table"]

# A surrogate of fewer inhabitants is called a village here.
_VILLAGE = 1_000


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
    """Return what a mechanism makes of a commune with ε for this value.

    Parameters
    ----------
    law : TownLaw
        A mechanism for towns.
    commune : Commune
        A town of its territory.
    epsilon : Epsilon
        Of a value.
    """
    territory = law.territory
    candidates, place = territory.candidates(grammar_of(commune.name)), territory.place_of(commune)
    probabilities = np.exp(law.log_probabilities(commune, epsilon))
    points = points_of(territory.table)
    kilometres = np.sqrt(((points[candidates] - points[place]) ** 2).sum(axis=1)) / POINTS_PER_KM
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


@dataclass(frozen=True, slots=True)
class ZoneFigures:
    """What a mechanism makes of all inhabitants of a zone, computed from its exact probabilities.

    Parameters
    ----------
    staying : float
        Probability that the town of an inhabitant stays.
    kept_half : float
        Share of the inhabitants whose town stays with a probability above 1/2.
    most_kept : tuple of (str, float)
        The five towns that stay most often among those of 20,000 inhabitants or more, or of all where none has as many.
    right_guess, blind_guess : float
        Probability that the best guess of a Bayesian attacker, who knows the inhabitants of all towns and the class of
        grammar, is right, once he has seen the surrogate, and before.
    right_guess_of_villages : float
        The first, where the surrogate has fewer than 1,000 inhabitants.
    """

    staying: float
    kept_half: float
    most_kept: tuple[tuple[str, float], ...]
    right_guess: float
    blind_guess: float
    right_guess_of_villages: float


def figures_of_zone(law: TownLaw, epsilon: Epsilon, *, large: int = 20_000) -> ZoneFigures:
    """Return what a mechanism makes of all inhabitants of its zone, ε being that of a town; a minute for France.

    Parameters
    ----------
    law : TownLaw
        A mechanism for towns.
    epsilon : Epsilon
        Of a value.
    large : int
        From so many inhabitants on a town is a large one.
    """
    staying = kept_half = right = blind = village_right = village_seen = people = 0.0
    stays: list[tuple[str, int, float]] = []
    for among in town_classes(law.territory).values():
        inhabitants = np.array([max(1, commune.population) for commune in among.communes], dtype=np.float64)
        best, seen = np.zeros(len(inhabitants)), np.zeros(len(inhabitants))
        for place, commune in enumerate(among.communes):
            joint = inhabitants[place] * np.exp(law.log_probabilities(commune, epsilon))
            np.maximum(best, joint, out=best)
            seen += joint
            staying += joint[place]
            kept_half += inhabitants[place] * (2 * joint[place] > inhabitants[place])
            stays.append((commune.name, commune.population, float(joint[place] / inhabitants[place])))
        villages = inhabitants < _VILLAGE
        right, blind, people = right + best.sum(), blind + inhabitants.max(), people + inhabitants.sum()
        village_right, village_seen = village_right + best[villages].sum(), village_seen + seen[villages].sum()
    known = [each for each in stays if each[1] >= large] or stays
    known.sort(key=lambda each: -each[2])
    return ZoneFigures(
        float(staying / people),
        float(kept_half / people),
        tuple((name, chance) for name, _, chance in known[:5]),
        float(right / people),
        float(blind / people),
        float(village_right / village_seen) if village_seen else 0.0,
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
