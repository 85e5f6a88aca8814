"""Order restored after noise: the nearest increasing whole numbers, a function of the noisy values alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["increasing"]


def increasing(values: Sequence[int], least_steps: Sequence[int] | None = None) -> list[int]:
    """Return the increasing whole numbers nearest to some values in the sum of squares, up to rounding down.

    The regression is the pool of adjacent violators (Ayer and others 1955; Barlow and others 1972), in exact fractions.
    It sees the noisy values and their order, which is public, never the true values: post-processing, which no
    guarantee loses by.

    Parameters
    ----------
    values : sequence of int
        In the order to be restored.
    least_steps : sequence of int, optional
        How much each value but the first must exceed the one before it, at least 0; all 0 by default.

    Returns
    -------
    list of int
        Of the same length; an input that is in order already comes back as it is.

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
    blocks: list[tuple[int, int]] = []  # sum and count of the values that share one level
    for value, rise in zip(values, risen, strict=True):
        total, count = value - rise, 1
        while blocks and Fraction(*blocks[-1]) > Fraction(total, count):
            before, size = blocks.pop()
            total, count = total + before, count + size
        blocks.append((total, count))
    levels = [total // count for total, count in blocks for _ in range(count)]
    return [level + rise for level, rise in zip(levels, risen, strict=True)]
