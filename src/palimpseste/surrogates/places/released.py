"""Places released by a mechanism: what is drawn is written, and nothing but the draw hangs on the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from palimpseste.places import Area, Commune, WorldCity
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.draws import TownDraw, UniformTowns, town_draw
from palimpseste.surrogates.places.territory import territory_of
from palimpseste.surrogates.policy.strategies import MECHANISMS, Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import Atlas, canonical_name, grammar_of
from palimpseste.writings.towns import Town, TownsRead

__all__ = ["ReleasedTowns", "town_contributions"]


class ReleasedTowns:
    """The places of one document under a mechanism for towns.

    Towns of the place table are drawn by the mechanism and spend of the budget. Everything else is uniform: a town no
    table knows over the towns of its class of grammar, a foreign one over those of its country, a department in which
    no town of the note lies over all departments of metropolitan France, a region over all, a country over those that
    take its preposition. Class, country and preposition are public: the words around show them.

    Parameters
    ----------
    setting : Setting
        The document, with the options for places.
    atlas : Atlas
        Where foreign towns and areas are drawn from.
    strategy : Strategy
        Of towns.
    budget : Budget
        Of the document.
    """

    released = True

    def __init__(self, setting: Setting, atlas: Atlas, strategy: Strategy, budget: Budget) -> None:
        self._setting = setting
        self._atlas = atlas
        self._choices = choices_of(atlas)
        self._strategy = strategy
        self._budget = budget
        self._drawn: dict[str, Commune] = {}

    def commune(self, town: Town, others: Sequence[Town]) -> Commune:
        """Return the commune drawn for a town; those named beside it do not count."""
        if town.key not in self._drawn:
            self._drawn[town.key] = self._draw(town)
        return self._drawn[town.key]

    def foreign_town(self, city: WorldCity, written: str) -> str:
        """Return any town of the same country; of the world where the table has but three."""
        stream = self.stream("CITY", canonical_name(city.name), "uniform foreign")
        return stream.choice(self._choices.foreign_of(city.country)).name

    def department(self, code: str) -> Area:
        """Return any department of metropolitan France."""
        areas = [area for area in self._atlas.table.departments if len(area.code) == 2]
        return self.stream("LOCATION", code, "uniform department").choice(areas)

    def region(self, code: str) -> Area:
        """Return any region."""
        return self.stream("LOCATION", code, "uniform region").choice(self._atlas.table.regions)

    def country(self, value: str, written: str) -> str:
        """Return any country with the same preposition."""
        stream = self.stream("LOCATION", canonical_name(value), "uniform country")
        return stream.choice(self._choices.countries_with_preposition_of(value))

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        """Return bits of the scope of the budget."""
        return self._setting.noise.stream(label, value, purpose)

    def _draw(self, town: Town) -> Commune:
        if town.commune is None:
            stream = self.stream("CITY", town.key, "uniform")
            return UniformTowns(self._mechanism.territory).of_class(grammar_of(town.key), stream)
        if self._strategy not in MECHANISMS:
            return self._mechanism.draw(town.commune, Fraction(1), self.stream("CITY", town.key, self._strategy))
        epsilon = self._budget.spend("CITY", town.key, self._strategy)
        # Releases with different epsilons must be independent, or one would tell of the noise of the other.
        stream = self.stream("CITY", town.key, f"{self._strategy} {epsilon}")
        return self._mechanism.draw(town.commune, epsilon, stream)

    @cached_property
    def _mechanism(self) -> TownDraw:
        return town_draw(self._strategy, territory_of(self._atlas.table, self._setting.places))


def town_contributions(read: TownsRead, indices: Iterable[int]) -> Iterator[Contribution]:
    """Yield the towns of the table that some spans tell of: what their surrogates will ask a mechanism for."""
    told = (town for index in indices for town in read.told_by(index))
    for key in dict.fromkeys(town.key for town in told if town.commune is not None):
        yield Contribution("CITY", key)
