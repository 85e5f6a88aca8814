"""What draws alone show of a mechanism: bounds on its ε, and how well it fits its law, with the chance of error."""

from __future__ import annotations

from math import exp, inf, lgamma, log

import numpy as np
from numpy.typing import NDArray

__all__ = ["binomial_bounds", "chi_square_tail", "empirical_epsilon", "goodness_of_fit", "regularised_beta"]

_LEAST_EXPECTED = 50


def empirical_epsilon(first: NDArray[np.int64], second: NDArray[np.int64], confidence: float) -> float:
    """Return a lower bound of the largest log-ratio of two distributions, from two histograms of draws; at least 0.

    Parameters
    ----------
    first, second : array of int, shape (outputs,)
        How often each output was drawn from either; the outputs and their order chosen without looking at the draws.
    confidence : float
        Probability that the bound is none too high, below 1.

    Raises
    ------
    ValueError
        If the histograms are not of the same outputs, or one is empty.

    Notes
    -----
    The events compared are each output, each beginning and each end of the order: ε bounds the ratio of any event. Both
    probabilities of each event are bounded by Clopper and Pearson (1934), the chance of error being split evenly over
    all bounds (Bonferroni).
    """
    if first.shape != second.shape or first.ndim != 1 or not first.sum() or not second.sum():
        raise ValueError("two histograms over the same outputs are compared, neither of them empty")
    events = [np.concatenate([c, np.cumsum(c)[:-1], np.cumsum(c[::-1])[:-1]]) for c in (first, second)]
    tail = (1 - confidence) / (4 * len(events[0]))
    (low_a, high_a), (low_b, high_b) = (
        binomial_bounds(counts, int(all_of.sum()), tail) for counts, all_of in zip(events, (first, second), strict=True)
    )
    with np.errstate(divide="ignore"):
        return max(0.0, float(np.log(low_a / high_b).max()), float(np.log(low_b / high_a).max()))


def binomial_bounds(
    counts: NDArray[np.int64], total: int, tail: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and the upper bound of the probability behind each count, each too narrow with chance `tail`.

    The bounds of Clopper and Pearson: quantiles of beta distributions, by bisection.

    Parameters
    ----------
    counts : array of int64
        Each between 0 and `total`.
    total : int
        How many draws there were.
    tail : float
        In ``(0, 1)``.
    """
    values, places = np.unique(counts, return_inverse=True)
    hits = values.astype(np.float64)
    misses = total - hits
    # P[at least k hits] = I_p(k, n - k + 1), P[at most k hits] = I_{1 - p}(n - k, k + 1).
    a, b = np.maximum(np.concatenate([hits, misses]), 1), np.concatenate([misses, hits]) + 1
    lower, upper = np.split(_beta_quantile(a, b, tail), 2)
    return np.where(hits == 0, 0.0, lower)[places], np.where(misses == 0, 1.0, 1 - upper)[places]


def goodness_of_fit(counts: NDArray[np.int64], probabilities: NDArray[np.float64]) -> float:
    """Return how likely Pearson's chi-square is to be as large as it is, if draws have these probabilities.

    Outputs expected fewer than 50 times are gathered with the next, and whatever the probabilities leave to 1 is one
    more output, whose count comes last in `counts`.

    Raises
    ------
    ValueError
        If there is not one count for each probability, and one more where they leave something to 1; or too few
        draws for two outputs.
    """
    total = int(counts.sum())
    expected = np.append(probabilities, max(0.0, 1 - float(probabilities.sum()))) * total
    if expected.shape != counts.shape:
        raise ValueError("counts must be those of each probability, and of all other outputs")
    observed_cells, expected_cells, observed_sum, expected_sum = [], [], 0.0, 0.0
    for observed, wanted in zip(counts.tolist(), expected.tolist(), strict=True):
        observed_sum, expected_sum = observed_sum + observed, expected_sum + wanted
        if expected_sum >= _LEAST_EXPECTED:
            observed_cells.append(observed_sum)
            expected_cells.append(expected_sum)
            observed_sum = expected_sum = 0.0
    if len(expected_cells) < 2:
        raise ValueError("too few draws to compare two outputs")
    observed_cells[-1] += observed_sum
    expected_cells[-1] += expected_sum
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed_cells, expected_cells, strict=True))
    return chi_square_tail(statistic, len(expected_cells) - 1)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the probability that a chi-square variable is at least that large."""
    shape, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        # The lower part by its series.
        term = total = 1 / shape
        n = 0
        while term > total * 1e-17:
            n += 1
            term *= x / (shape + n)
            total += term
        return 1 - front * total
    # The upper part by its continued fraction (Abramowitz and Stegun 6.5.31), evaluated by Lentz's method.
    b = x + 1 - shape
    c, d = inf, 1 / b
    value, step, n = d, 0.0, 0
    while abs(step - 1) > 1e-15:
        n += 1
        a = n * (shape - n)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        step = c * d
        value *= step
    return front * value


def _beta_quantile(a: NDArray[np.float64], b: NDArray[np.float64], probability: float) -> NDArray[np.float64]:
    """Return x with I_x(a, b) = probability, rounded down by at most 2^-60."""
    low, high = np.zeros(a.shape), np.ones(a.shape)
    for _ in range(60):
        middle = (low + high) / 2
        below = regularised_beta(middle, a, b) < probability
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return low


def regularised_beta(x: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the regularised incomplete beta function I_x(a, b), for a and b of at least 1 and x in (0, 1).

    By its continued fraction (Abramowitz and Stegun 26.5.8), from the side on which it converges.

    Parameters
    ----------
    x : array of float64
        In ``(0, 1)``.
    a, b : array of float64
        At least 1, of the same shape.
    """
    turned = x > (a + 1) / (a + b + 2)
    x, a, b = np.where(turned, 1 - x, x), np.where(turned, b, a), np.where(turned, a, b)
    gamma = np.vectorize(lgamma, otypes=[np.float64])
    front = np.exp(gamma(a + b) - gamma(a) - gamma(b) + a * np.log(x) + b * np.log1p(-x)) / a
    # Lentz's method; 1 / 0 cannot occur, for on this side every partial denominator is positive.
    c, d = np.ones_like(x), 1 / (1 - (a + b) * x / (a + 1))
    value, m = d, 0
    while True:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1 / (1 + even * d), 1 + even / c
        value = value * d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1 / (1 + odd * d), 1 + odd / c
        value = value * d * c
        if np.all(np.abs(d * c - 1) < 1e-14):
            break
    return np.asarray(np.where(turned, 1 - front * value, front * value), dtype=np.float64)
