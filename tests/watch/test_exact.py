"""The exact test against exact fractions, printed tables, and SciPy where it is installed."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.watch.exact import holm, log_incomplete_beta, log_rate_difference, normal_score, student_two_sided


def exact_p_value(count: int, exposure: int, other_count: int, other_exposure: int) -> Fraction:
    """Twice the smaller tail of the conditional binomial, in fractions."""
    share = Fraction(exposure, exposure + other_exposure)
    total = count + other_count

    def probability(k: int) -> Fraction:
        return math.comb(total, k) * share**k * (1 - share) ** (total - k)

    upper = sum(probability(k) for k in range(count, total + 1))
    lower = sum(probability(k) for k in range(count + 1))
    return min(Fraction(1), 2 * min(upper, lower))


@given(st.integers(0, 60), st.integers(1, 50), st.integers(0, 60), st.integers(1, 50))
def test_the_p_value_is_that_of_the_conditional_binomial(count, exposure, other_count, other_exposure):
    computed = math.exp(log_rate_difference(count, exposure, other_count, other_exposure))
    assert computed == pytest.approx(float(exact_p_value(count, exposure, other_count, other_exposure)), rel=1e-9)


def test_the_exact_sum_of_the_tails_of_a_size_is_what_the_test_claims():
    # 12 in 1 unit against 3 in 2: a binomial of 15 and a third.
    tail = sum(Fraction(math.comb(15, k) * 2 ** (15 - k), 3**15) for k in range(12, 16))
    assert math.exp(log_rate_difference(12, 1, 3, 2)) == pytest.approx(float(2 * tail), rel=1e-12)


@given(st.floats(0.1, 1e5), st.floats(0.1, 1e5), st.floats(1e-6, 1 - 1e-6))
def test_the_two_sides_of_the_beta_distribution_make_one(a, b, x):
    assert math.exp(log_incomplete_beta(a, b, x)) + math.exp(log_incomplete_beta(b, a, 1 - x)) == pytest.approx(
        1, abs=1e-7
    )


@pytest.mark.parametrize(
    ("a", "b", "x", "value"),
    [(1, 1, 0.3, 0.3), (2, 1, 0.3, 0.09), (1, 3, 0.25, 1 - 0.75**3), (0.5, 0.5, 0.5, 0.5), (0.5, 0.5, 0.25, 1 / 3)],
    ids=["uniform", "square", "power of the complement", "arcsine", "arcsine at a quarter"],
)
def test_closed_forms_of_the_incomplete_beta_function(a, b, x, value):
    assert math.exp(log_incomplete_beta(a, b, x)) == pytest.approx(value, rel=1e-12)


# Printed in any table of Student's distribution: two-sided 5 % and 1 %.
@pytest.mark.parametrize(
    ("degrees", "five", "one"), [(1, 12.706, 63.657), (4, 2.776, 4.604), (10, 2.228, 3.169), (19, 2.093, 2.861)]
)
def test_student_as_in_tables(degrees, five, one):
    assert student_two_sided(five, degrees) == pytest.approx(0.05, abs=5e-5)
    assert student_two_sided(one, degrees) == pytest.approx(0.01, abs=5e-6)


@pytest.mark.parametrize(("p", "z"), [(0.05, 1.95996), (0.01, 2.57583), (1e-9, 6.10941), (1.0, 0.0)])
def test_the_normal_score_as_in_tables(p, z):
    assert normal_score(math.log(p)) == pytest.approx(z, abs=1e-5)


@pytest.mark.parametrize("z", [5.0, 29.99, 30.01, 200.0])
def test_the_normal_score_goes_on_where_no_float_holds_the_probability(z):
    log_tails = math.log(2 / (z * math.sqrt(2 * math.pi))) - z * z / 2
    assert normal_score(log_tails) == pytest.approx(z, rel=2e-3)


def test_a_rule_that_is_gone_at_hospital_scale_has_a_finite_logarithm():
    log_p = log_rate_difference(0, 1e7, 4e6, 2e8)
    assert -math.inf < log_p < -1e5
    assert student_two_sided(normal_score(log_p), 19) > 0


def test_holm_as_worked_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_lowers_no_p_value_and_keeps_their_order(p_values):
    corrected = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, corrected, strict=True))
    assert sorted(range(len(p_values)), key=lambda i: (corrected[i], p_values[i])) == sorted(
        range(len(p_values)), key=p_values.__getitem__
    )


def test_scipy_says_the_same():
    stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed")
    special = pytest.importorskip("scipy.special")
    for a, b, x in [(0.5, 9.5, 0.01), (300.5, 2.25, 0.97), (1e4, 3e4, 0.26), (4e5, 6e5, 0.4005)]:
        assert math.exp(log_incomplete_beta(a, b, x)) == pytest.approx(special.betainc(a, b, x), rel=1e-8)
    for count, exposure, other, other_exposure in [(5, 10, 30, 20), (1200, 3.5, 20000, 70.0), (0, 1, 12, 3)]:
        share = exposure / (exposure + other_exposure)
        tails = (
            stats.binom.sf(count - 1, count + other, share),
            stats.binom.cdf(count, count + other, share),
        )
        expected = min(1.0, 2 * min(tails))
        assert math.exp(log_rate_difference(count, exposure, other, other_exposure)) == pytest.approx(
            expected, rel=1e-8
        )
    assert student_two_sided(3.3, 7) == pytest.approx(2 * stats.t.sf(3.3, 7), rel=1e-9)
