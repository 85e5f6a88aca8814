"""Which examples make which step: a function of the seed and the number of the step, whatever is learned."""

from __future__ import annotations

import random

__all__ = ["batch_indices", "steps_per_epoch"]


def steps_per_epoch(examples: int, batch_size: int) -> int:
    """Return how many batches hold all examples once."""
    return -(-examples // batch_size)


def batch_indices(step: int, examples: int, batch_size: int, seed: int) -> list[int]:
    """Return the examples of a step, counted from 0: a pure function, so that order needs no saved state.

    Each epoch is a shuffle of its own, drawn from the seed and its number.

    Parameters
    ----------
    step : int
        From 0.
    examples : int
        How many there are.
    batch_size : int
        Of a step.
    seed : int
        Of the order.
    """
    epoch, place = divmod(step, steps_per_epoch(examples, batch_size))
    order = list(range(examples))
    random.Random(f"order {seed} {epoch}").shuffle(order)  # noqa: S311 # an order that a seed repeats
    return order[place * batch_size : (place + 1) * batch_size]
