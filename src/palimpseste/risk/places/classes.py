"""The towns that an attacker may suspect, by class of grammar, with what he knows of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.places.metric import POINTS_PER_KM, points_of
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.writings.atlas import grammar_of

__all__ = ["TownClass", "drawn_towns", "town_classes"]

_GRAMMARS = ("consonant", "vowel", "le", "les")


@dataclass(frozen=True, eq=False)
class TownClass:
    """The towns of one class of grammar of a zone: the words around a town show its class, so the attacker knows it.

    Parameters
    ----------
    grammar : str
        Name of the class: which words may stand before its towns.
    communes : tuple of Commune
        In the order of the candidates of a territory.
    points_km : array of float, shape (towns, 3)
        Where they lie.
    log_sizes : array of float, shape (towns,)
        Logarithms of their inhabitants.
    prior : array of float, shape (towns,)
        Share of the inhabitants of the class.
    """

    grammar: str
    communes: tuple[Commune, ...]
    points_km: NDArray[np.float64]
    log_sizes: NDArray[np.float64]
    prior: NDArray[np.float64]

    def kilometres_from(self, place: int) -> NDArray[np.float64]:
        """Return the distance of every town from one."""
        away = self.points_km - self.points_km[place]
        return np.asarray(np.sqrt((away**2).sum(axis=1)), dtype=np.float64)

    def log_ratios_to(self, place: int) -> NDArray[np.float64]:
        """Return the absolute logarithm of the ratio of every town's inhabitants to one's."""
        return np.asarray(np.abs(self.log_sizes - self.log_sizes[place]), dtype=np.float64)

    def sure_of(self, log_likelihood: NDArray[np.float64]) -> float:
        """Return the probability that the best guess is right, once something of this likelihood was seen."""
        joint = self.prior * np.exp(log_likelihood - log_likelihood.max())
        return float(joint.max() / joint.sum())


def town_classes(territory: Territory) -> Mapping[str, TownClass]:
    """Return the classes of a territory, those without a town of the zone left out."""
    points = points_of(territory.table) / POINTS_PER_KM
    classes = {}
    for grammar in _GRAMMARS:
        members = territory.candidates(grammar)
        communes = tuple(territory.communes[member] for member in members)
        if grammar_of(communes[0].name) != grammar:
            continue
        inhabitants = np.array([max(1, commune.population) for commune in communes], dtype=np.float64)
        prior = inhabitants / inhabitants.sum()
        classes[grammar] = TownClass(grammar, communes, points[members], np.log(inhabitants), prior)
    return classes


def drawn_towns(
    classes: Mapping[str, TownClass], count: int, random: np.random.Generator
) -> tuple[tuple[TownClass, int], ...]:
    """Return towns drawn by their inhabitants, each by its class and its place there; large ones more than once.

    Parameters
    ----------
    classes : mapping
        The towns that are drawn from.
    count : int
        How many.
    random : numpy.random.Generator
        Where chance comes from.
    """
    every = [(each, place) for each in classes.values() for place in range(len(each.communes))]
    inhabitants = np.array([max(1, each.communes[place].population) for each, place in every], dtype=np.float64)
    drawn = random.choice(len(every), size=count, p=inhabitants / inhabitants.sum())
    return tuple(every[one] for one in drawn)
