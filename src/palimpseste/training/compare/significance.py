"""Whether two kinds of training differ by more than their seeds make them differ."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from palimpseste.watch.exact import student_two_sided

__all__ = ["t_test"]


def t_test(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the p-value of Student's two-sided t-test of two independent samples of the same variance (Student 1908).

    Tannier et al. (2023, table 5) compare so the models trained with and without a type of documents.

    Parameters
    ----------
    first, second : sequence of float
        A measure of repeated trainings, in any order.

    Returns
    -------
    float in [0, 1] or None
        None where it is undefined: fewer than two trainings on a side, or none differs from the others of its side.
    """
    if min(len(first), len(second)) < 2:
        return None
    degrees = len(first) + len(second) - 2
    squares = sum((len(side) - 1) * statistics.variance(side) for side in (first, second))
    error = math.sqrt(squares / degrees * (1 / len(first) + 1 / len(second)))
    if error == 0.0:
        return None
    return student_two_sided((statistics.mean(first) - statistics.mean(second)) / error, degrees)
