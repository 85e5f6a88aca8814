"""The exponential mechanism chooses the ring that the real numbers give, however near a bound u falls."""

from __future__ import annotations

import tracemalloc
from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.privacy import exponential
from palimpseste.privacy.exponential import ExponentialMechanism, Rings
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace

U_BITS = 1024


class WrittenBits:
    """The bits of one u, from the highest; then zeros."""

    def __init__(self, u: int) -> None:
        self._u = u
        self.used = 0

    def bits(self, count: int) -> int:
        self.used += count
        return (self._u >> max(0, U_BITS - self.used)) & ((1 << count) - 1) if self.used <= U_BITS else 0

    def below(self, bound: int) -> int:
        return 0


def cumulated(epsilon: Fraction, steps: list[int], masses: list[int]) -> list[Decimal]:
    """Return the cumulative probabilities of rings, to 400 digits."""
    with localcontext() as context:
        context.prec = 400
        half = Decimal(epsilon.numerator) / Decimal(epsilon.denominator) / 2
        weights = [mass * (-half * (step - steps[0])).exp() for step, mass in zip(steps, masses, strict=True)]
        return [sum(weights[: place + 1], Decimal(0)) / sum(weights, Decimal(0)) for place in range(len(weights))]


def ring_by_reference(u: int, bounds: list[Decimal]) -> int:
    with localcontext() as context:
        context.prec = 400
        real = Decimal(u) / Decimal(1 << U_BITS)
        return next(place for place, bound in enumerate(bounds) if real < bound)


@st.composite
def spaces(draw: st.DrawFn) -> tuple[Fraction, list[int], list[int]]:
    epsilon = draw(st.fractions(min_value=Fraction(1, 500), max_value=8, max_denominator=500))
    steps = sorted(draw(st.sets(st.integers(0, 400), min_size=1, max_size=8)))
    masses = draw(st.lists(st.integers(1, 10**6), min_size=len(steps), max_size=len(steps)))
    return epsilon, steps, masses


@settings(max_examples=150, deadline=None)
@given(spaces(), st.integers(0, (1 << U_BITS) - 1), st.sampled_from([8, 128]))
def test_the_ring_is_that_of_the_real_numbers(
    space: tuple[Fraction, list[int], list[int]], u: int, precision: int
) -> None:
    epsilon, steps, masses = space
    rings = Rings(np.array(steps), np.array(masses))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exponential, "_PRECISION", precision)
        found = ExponentialMechanism(epsilon).release(rings, WrittenBits(u))
    assert found == ring_by_reference(u, cumulated(epsilon, steps, masses))


@settings(max_examples=60, deadline=None)
@given(spaces().filter(lambda space: len(space[1]) > 1), st.data())
def test_bits_are_drawn_until_the_side_of_a_bound_is_sure(
    space: tuple[Fraction, list[int], list[int]], data: st.DataObject
) -> None:
    epsilon, steps, masses = space
    bounds = cumulated(epsilon, steps, masses)
    place = data.draw(st.integers(0, len(steps) - 2))
    with localcontext() as context:
        context.prec = 400
        # As near as 500 bits of u can be to the bound, on either side.
        nearest = int(bounds[place] * (1 << 500))
    rings = Rings(np.array(steps), np.array(masses))
    for u in (nearest << (U_BITS - 500), (nearest + 1) << (U_BITS - 500)):
        if u >> U_BITS:
            continue
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(exponential, "_PRECISION", 8)
            bits = WrittenBits(u)
            found = ExponentialMechanism(epsilon).release(rings, bits)
        assert found == ring_by_reference(u, bounds)
        assert bits.used >= 256


@pytest.mark.parametrize("epsilon", ["1/1000000", "1", "1000"])
def test_extreme_rates_and_distances_end(epsilon: str) -> None:
    rings = Rings(np.array([0, 1, 20_000]), np.array([1, 10**9, 10**12]))
    for u in (0, 1, (1 << U_BITS) - (1 << 512), 1 << (U_BITS - 1)):
        assert 0 <= ExponentialMechanism(Fraction(epsilon)).release(rings, WrittenBits(u)) < 3


def test_cumulated_weights_are_bounded_ring_by_ring() -> None:
    # Of rate 1 in 256ths: 256, 93 to 96, 33 to 36, 11 to 14 (tests of powers).
    # 2·93 = 186, 2·96 = 192, 4·11 = 44, 4·14 = 56; how far the nearest is leaves no trace.
    expected = ([256, 442, 486], [256, 448, 504], 504)
    assert exponential._cumulated(Fraction(1), [0, 1, 3], [1, 2, 4], 8) == expected
    assert exponential._cumulated(Fraction(1), [7, 8, 10], [1, 2, 4], 8) == expected


def test_rings_too_light_to_be_told_are_in_the_last_bound_only() -> None:
    # 256·exp(-10) lies between 0 and 1, and so does the rest: 3·256 = 768, 5·1 more, 7·1 and 2·1 in the bound of all.
    found = exponential._cumulated(Fraction(10), [0, 1, 2, 4], [3, 5, 7, 2], 8)
    assert found == ([768, 768], [768, 773], 782)


@pytest.mark.parametrize(
    ("u", "ring"),
    # Ring 0 is sure up to (u + 1)·504 <= 256·256, ring 1 from u·486 >= 256·256 up to (u + 1)·504 <= 442·256, ring 2
    # from u·486 >= 448·256 up to (u + 1)·504 <= 486·256.
    [(0, 0), (129, 0), (130, None), (134, None), (135, 1), (223, 1), (224, None), (235, None), (236, 2), (245, 2),
     (246, None), (255, None)],
)  # fmt: skip
def test_a_ring_is_sure_where_both_bounds_are(u: int, ring: int | None) -> None:
    rings = Rings(np.array([0, 1, 3]), np.array([1, 2, 4]))
    assert ExponentialMechanism(Fraction(2))._ring_of(rings, u, 8) == ring


def test_a_bound_that_is_just_reached_is_sure() -> None:
    # Of 93·256 and 256·93 in all, u = 128 of 256 is the half; a ring alone holds every u.
    rings = Rings(np.array([0, 1]), np.array([93, 256]))
    assert ExponentialMechanism(Fraction(2))._ring_of(rings, 128, 8) == 1
    assert ExponentialMechanism(Fraction(2))._ring_of(Rings(np.array([4]), np.array([3])), 255, 8) == 0


def test_rings_gather_the_candidates_of_a_distance_and_keep_them_small() -> None:
    rings = Rings(np.array([70_900, 70_000, 70_900, 70_003]), np.array([4, 1, 5, 2]))
    assert (rings.steps, rings.masses) == ([70_000, 70_003, 70_900], [1, 2, 9])
    assert rings._distances.nbytes == 8


def test_far_candidates_have_a_probability_still() -> None:
    # exp(-3000) is 0 in floating point; beside exp(-2999) it is 1 to e.
    found = ExponentialMechanism(Fraction(2)).log_probabilities(np.array([[3000, 2999]]), np.array([1, 1]))
    assert found == pytest.approx(np.array([[-1 - np.log1p(exp(-1)), -np.log1p(exp(-1))]]))
    # Each input by its own nearest: that another has candidates at hand changes nothing for this one.
    beside = ExponentialMechanism(Fraction(2)).log_probabilities(np.array([[0, 1], [3000, 2999]]), np.array([1, 1]))
    assert beside == pytest.approx(np.array([found[0, ::-1], found[0]]))


def test_within_a_ring_only_the_measure_decides() -> None:
    rings = Rings(np.array([3, 3, 3]), np.array([2, 1, 3]))

    class Below:
        def __init__(self, drawn: int) -> None:
            self.drawn = drawn

        def bits(self, count: int) -> int:
            return 0

        def below(self, bound: int) -> int:
            assert bound == 6
            return self.drawn

    assert [rings.chosen(0, Below(drawn)) for drawn in range(6)] == [0, 0, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("distances", "measure", "message"),
    [
        ([], [], "one length"),
        ([1, 2], [1], "one length"),
        ([-1], [1], "at least 0"),
        ([1], [0], "at least 1"),
        ([1, 2], [1 << 62, 1], "too large"),
        ([5, 5 + (1 << 20)], [1, 1], "within 1048576 steps"),
    ],
)
def test_what_is_no_space_is_refused(distances: list[int], measure: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rings(np.array(distances, dtype=np.int64), np.array(measure, dtype=np.int64))


def test_far_candidates_that_are_near_each_other_are_a_space() -> None:
    tracemalloc.start()
    rings = Rings(np.array([1 << 30, (1 << 30) + (1 << 20) - 1]), np.array([2, 3]))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Eight bytes a step between the nearest and the farthest, however far the nearest is.
    assert most < 10 << 20
    assert (rings.steps, rings.masses) == ([1 << 30, (1 << 30) + (1 << 20) - 1], [2, 3])


def test_probabilities_of_several_inputs_add_up_each_and_are_the_mechanism_s() -> None:
    distances, measure = np.array([[0, 1, 3], [2, 0, 1]]), np.array([1, 2, 5])
    found = np.exp(ExponentialMechanism(Fraction(1, 2)).log_probabilities(distances, measure))
    weights = measure * np.exp(-distances / 4)
    assert found == pytest.approx(weights / weights.sum(axis=1, keepdims=True), rel=1e-12)


@pytest.mark.parametrize("epsilon", [0, -1])
def test_a_mechanism_without_a_positive_epsilon_is_refused(epsilon: int) -> None:
    for made in (
        lambda: ExponentialMechanism(Fraction(epsilon)),
        lambda: DiscreteLaplace(Fraction(epsilon)),
        lambda: BoundedLaplace(Fraction(epsilon), 0, 3),
        lambda: PlanarLaplace(Fraction(epsilon)),
    ):
        with pytest.raises(ValueError, match="epsilon must be positive"):
            made()
