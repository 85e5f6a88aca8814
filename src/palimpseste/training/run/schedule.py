"""The learning rate at a step: up from zero, then down to zero, in straight lines."""

from __future__ import annotations

__all__ = ["rate_factor"]


def rate_factor(step: int, total: int, warmup_share: float) -> float:
    """Return what the highest rate is multiplied by at a step counted from 0, in (0, 1].

    Parameters
    ----------
    step, total : int
        ``0 <= step < total``.
    warmup_share : float
        Share of `total` in which the rate rises.
    """
    warmup = round(total * warmup_share)
    if step < warmup:
        return (step + 1) / (warmup + 1)
    return (total - step) / (total - warmup)
