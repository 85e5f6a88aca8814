"""The guarantee of towns is computed over all pairs, and mechanisms broken on purpose fail."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from palimpseste.places import Commune, PlaceTable
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.risk.places.checks import check_published, check_towns, check_zone
from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns, TownLaw, UniformTowns
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.surrogates.places.mechanisms.territory import Territory, territory_of
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.writings.atlas import grammar_of

EPSILON = Fraction(1, 4)


@pytest.fixture(scope="module")
def department() -> Territory:
    return territory_of(PlaceTable.bundled(), PlaceOptions(zone=("21",)))


@pytest.fixture(scope="module")
def towns() -> tuple[Commune, ...]:
    return PlaceTable.bundled().in_department("21")


class DoubledEpsilon(ExponentialTowns):
    """The half left out, as published: ε is twice what is claimed."""

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        return super().log_probabilities(commune, 2 * epsilon)


@dataclass(frozen=True)
class WithoutItself(ExponentialTowns):
    """The candidates depend on the input: the town itself is never drawn."""

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        logs = super().log_probabilities(commune, epsilon)
        logs[self.territory.candidates(grammar_of(commune.name)) == self.territory.place_of(commune)] = -np.inf
        return logs


@pytest.mark.parametrize("law", [ExponentialTowns, UniformTowns])
def test_no_pair_of_a_department_tells_more_than_its_distance(
    department: Territory, towns: tuple[Commune, ...], law: type
) -> None:
    checks = check_towns(law(department), towns, EPSILON)
    assert sum(check.inputs for check in checks) == len(towns)
    assert all(check.worst.holds for check in checks)
    assert all(check.worst.log_ratio <= check.worst.bound + 1e-9 for check in checks)


def test_the_bound_is_nearly_reached(towns: tuple[Commune, ...]) -> None:
    # So a mechanism a tenth worse would not pass unseen. In steps of 50 km a department is all near: in smaller ones.
    options = PlaceOptions(zone=("21",), kilometres=5, size=5, populations=(1, 1_000_000), largest=0)
    law = ExponentialTowns(territory_of(PlaceTable.bundled(), options))
    assert max(check.worst.share for check in check_towns(law, towns, EPSILON)) > 0.9


@pytest.mark.parametrize("options", [{"norm": "euclidean"}, {"measure": "uniform"}, {"kilometres": 0}, {"size": 0}])
def test_every_metric_and_measure_keeps_the_bound(towns: tuple[Commune, ...], options: dict[str, object]) -> None:
    territory = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("21",), **options))  # type: ignore[arg-type] # by name
    assert all(check.worst.holds for check in check_towns(ExponentialTowns(territory), towns[::4], EPSILON))


@pytest.mark.parametrize("law", [DoubledEpsilon, WithoutItself])
def test_a_mechanism_broken_on_purpose_fails(
    department: Territory, towns: tuple[Commune, ...], law: type[TownLaw]
) -> None:
    assert not all(check.worst.holds for check in check_towns(law(department), towns, EPSILON))  # type: ignore[call-arg] # both laws take it


def test_towns_keep_the_bound_over_all_candidates_of_the_country() -> None:
    table = PlaceTable.bundled()
    territory = territory_of(table, PlaceOptions())
    some = [*table.in_department("21")[::20], *table.in_department("75"), *table.in_department("974")[::6]]
    checks = check_towns(ExponentialTowns(territory), some, Fraction(1))
    assert checks
    assert all(check.worst.holds for check in checks)
    assert max(check.worst.share for check in checks) > 0.6
    assert max(check.candidates for check in checks) > 25_000


def test_all_pairs_of_a_zone_have_their_largest_log_ratio_at_one_of_the_two(
    department: Territory, towns: tuple[Commune, ...]
) -> None:
    every = {check.grammar: check for check in check_towns(ExponentialTowns(department), towns, EPSILON)}
    found = {check.grammar: check for check in check_zone(ExponentialTowns(department), EPSILON)}
    assert set(found) == set(every)
    for grammar, check in found.items():
        assert check.inputs == check.candidates == every[grammar].candidates
        assert check.worst.share == pytest.approx(every[grammar].worst.share, abs=1e-9)
        assert check.worst.holds


@pytest.mark.parametrize("law", [DoubledEpsilon, WithoutItself])
def test_a_mechanism_broken_on_purpose_fails_over_a_zone(department: Territory, law: type[TownLaw]) -> None:
    assert not all(check.worst.holds for check in check_zone(law(department), EPSILON))  # type: ignore[call-arg] # both laws take it


def test_the_published_mechanism_tells_towns_apart_for_certain(
    department: Territory, towns: tuple[Commune, ...]
) -> None:
    found = check_published(NearestTowns(department), towns[::4], EPSILON)
    assert found.told_apart > 0.9 * found.pairs
    assert found.log_ratio > found.claimed
