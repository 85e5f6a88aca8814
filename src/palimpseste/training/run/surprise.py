"""Tasks of language models that learn as a whole, steered by how likely they find what they are asked."""

from __future__ import annotations

import math
from typing import Any

from torch import nn

__all__ = ["WholeModel", "likelihood_measures"]

# The exponential of more is no number.
_MOST = 700.0


class WholeModel:
    """What tasks share whose model learns with all its parameters, under one rate.

    Parameters
    ----------
    model : transformers model
        Learns, in place.
    learning_rate : float
        The highest.
    """

    steered_by = "log_likelihood"

    def __init__(self, model: Any, learning_rate: float) -> None:
        self.model = model
        self._learning_rate = learning_rate

    @property
    def module(self) -> nn.Module:
        """The network."""
        module: nn.Module = self.model
        return module

    def groups(self) -> list[tuple[float, list[nn.Parameter]]]:
        """Return all parameters under one rate."""
        return [(self._learning_rate, list(self.module.parameters()))]


def likelihood_measures(surprise: float) -> dict[str, float]:
    """Return the mean log-likelihood of a token, and the perplexity, by the mean of its negative."""
    return {"log_likelihood": -surprise, "perplexity": math.exp(min(surprise, _MOST))}
