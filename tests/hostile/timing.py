"""Seconds of processor time, told so that a machine that stalls for a moment is not taken for slow code."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(run: Callable[[], object]) -> float:
    """Return the processor time that a call takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def grows_in_proportion(
    run: Callable[[int], Callable[[], object]], lengths: tuple[int, int], growth: float, noise: float
) -> bool:
    """Tell whether the longer input takes about as many times as long as it is longer; asked again twice, if not.

    Parameters
    ----------
    run : callable
        From a length to what is timed; what it does before it returns is not.
    lengths : tuple of int
        The short and the long.
    growth : float
        How many times the seconds of the short are still in proportion.
    noise : float
        Seconds: below these the clock and the machine's other work drown what is measured.
    """
    short, long = map(run, lengths)
    least = min(seconds(short), seconds(short))
    return any(seconds(long) < growth * least + noise for _ in range(3))
