"""Errors over drawn towns against those computed over all towns of a department."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from palimpseste.places import PlaceTable
from palimpseste.privacy.planar import PlanarLaplace
from palimpseste.risk.places.classes import drawn_towns, town_classes
from palimpseste.risk.places.errors import PlaceErrors, _planar_noise
from palimpseste.risk.places.inference import department_risk
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.surrogates.policy.place_options import PlaceOptions

# Territoire de Belfort, about a hundred towns.
BELFORT = "90"
EPSILONS = (Fraction(1, 4), Fraction(2))
TOWNS = 2_000


@pytest.fixture(scope="module")
def territory() -> Territory:
    return Territory(PlaceTable.bundled(), PlaceOptions(zone=(BELFORT,)))


@pytest.fixture(scope="module")
def errors(territory: Territory) -> PlaceErrors:
    return PlaceErrors(territory, TOWNS, 1)


@pytest.mark.parametrize("strategy", ["exponential", "exponential-knn", "uniform"])
def test_a_sample_of_towns_stands_for_all(errors: PlaceErrors, strategy: str) -> None:
    found = getattr(errors, strategy.replace("-", "_"))(EPSILONS)
    for error, epsilon in zip(found, EPSILONS, strict=True):
        exact = department_risk(strategy, BELFORT, epsilon)
        # Standard deviations of a town are below 10 km and a half: four standard errors are 0.9 km and 0.045.
        assert error.distance_km == pytest.approx(exact.error_released, abs=0.9)
        assert error.right_guess == pytest.approx(exact.right_after, abs=0.045)
        assert error.size_ratio >= 1


def test_planar_noise_moves_less_and_tells_more_as_epsilon_grows(errors: PlaceErrors) -> None:
    few, many = errors.planar_laplace((Fraction(5), Fraction(40)))
    assert few.distance_km > many.distance_km
    assert few.size_ratio > many.size_ratio
    assert few.right_guess < many.right_guess


def test_planar_noise_is_that_of_the_mechanism() -> None:
    mechanism = PlanarLaplace(Fraction(1, 2))
    draws = 40_000
    noise = _planar_noise(mechanism, draws, np.random.default_rng(1))
    whole = mechanism.log_normaliser(60)
    for i, j in ((0, 0), (1, 0), (-2, 1), (3, 4), (0, -6)):
        chance = np.exp(mechanism.log_weight(i, j) - whole)
        seen = (noise == (i, j)).all(axis=1).mean()
        assert seen == pytest.approx(chance, abs=4.5 * np.sqrt(chance / draws))


def test_towns_are_drawn_by_their_inhabitants(territory: Territory) -> None:
    classes = town_classes(territory)
    drawn = drawn_towns(classes, TOWNS, np.random.default_rng(2))
    names = [among.communes[place].name for among, place in drawn]
    inhabitants = {town.name: town.population for each in classes.values() for town in each.communes}
    share = inhabitants["Belfort"] / sum(inhabitants.values())
    assert names.count("Belfort") / TOWNS == pytest.approx(share, abs=5 * np.sqrt(share / TOWNS))
    assert names == [
        among.communes[place].name for among, place in drawn_towns(classes, TOWNS, np.random.default_rng(2))
    ]


def test_without_a_look_the_best_guess_is_the_largest_town(territory: Territory) -> None:
    for among in town_classes(territory).values():
        assert among.sure_of(np.zeros(len(among.communes))) == pytest.approx(among.prior.max())
        assert among.prior.sum() == pytest.approx(1)
