"""Order restored after noise: the nearest increasing whole numbers, a function of the noisy values alone."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["increasing"]


def increasing(
    values: Sequence[int], least_steps: Sequence[int] | None = None, weights: Sequence[int] | None = None
) -> list[int]:
    """Return the increasing whole numbers nearest to some values in the sum of squares; of two as near, the lower.

    The regression pools adjacent violators (Ayer and others 1955; Barlow and others 1972); its levels are then rounded.
    Proof that no increasing whole numbers are nearer: raising y from k - 1 to k adds 2k - 1 - 2x to the sum of squares,
    so for each k the y from k on are an end of the sequence over which 2k - 1 - 2x, times its weight, sums to the
    least. The levels of the regression above k - 1/2 are such an end, whatever k, and these ends are nested.

    Post-processing: the result is a function of the noisy values and of their order, least steps and weights, which are
    public, never of the true values. If P[M(v) = y] <= exp(ε·d)·P[M(v') = y] for every y, the same holds summed over
    the y that one result comes from: no guarantee loses by it (Dwork and Roth 2014, proposition 2.1).

    Parameters
    ----------
    values : sequence of int
        In the order to be restored.
    least_steps : sequence of int, optional
        How much each value but the first must exceed the one before it, at least 0; all 0 by default.
    weights : sequence of int, optional
        What the square of each value's change counts, at least 1; all 1 by default.

    Returns
    -------
    list of int
        Of the same length; an input that is in order already comes back as it is.

    Raises
    ------
    ValueError
        If there is not one least step for each value but the first.

    Examples
    --------
    >>> increasing([1, 5, 3, 9])
    [1, 4, 4, 9]
    >>> increasing([1, 5, 3, 9], [1, 1, 1])
    [1, 3, 4, 9]
    """
    if not values:
        return []
    # y increases by the least steps exactly if y minus their running sum increases.
    risen = [0]
    for step in least_steps or [0] * (len(values) - 1):
        risen.append(risen[-1] + step)
    if len(risen) != len(values):
        raise ValueError(f"{len(values)} values need {len(values) - 1} steps, got {len(risen) - 1}")
    blocks: list[tuple[int, int, int]] = []  # sum, weight and count of the values that share one level
    for value, rise, weight in zip(values, risen, weights or [1] * len(values), strict=True):
        total, mass, count = weight * (value - rise), weight, 1
        while blocks and blocks[-1][0] * mass > total * blocks[-1][1]:
            total_before, mass_before, count_before = blocks.pop()
            total, mass, count = total + total_before, mass + mass_before, count + count_before
        blocks.append((total, mass, count))
    # The mean rounded to the nearest, halves down.
    levels = [-((mass - 2 * total) // (2 * mass)) for total, mass, count in blocks for _ in range(count)]
    return [level + rise for level, rise in zip(levels, risen, strict=True)]
