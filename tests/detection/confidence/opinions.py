"""A model's opinion, made up."""

from __future__ import annotations

from palimpseste.document import Span

__all__ = ["Says"]


class Says:
    """Says of every span the same, but for some that it is sure are to be masked.

    Parameters
    ----------
    probability : float, optional
        That a span is what it is said to be; None where nothing is known.
    masked : float
        That a span is to be masked.
    sure : frozenset of tuple of 2 int
        Where the spans stand that are to be masked for sure.
    """

    def __init__(
        self, probability: float | None, masked: float = 1.0, sure: frozenset[tuple[int, int]] = frozenset()
    ) -> None:
        self._probability, self._masked, self._sure = probability, masked, sure

    def probabilities(self, spans: list[Span]) -> list[float | None]:
        """Return how probable each span is."""
        return [self._probability for _ in spans]

    def masked(self, spans: list[Span]) -> list[float]:
        """Return how probable it is that each is to be masked."""
        return [0.99 if (span.start, span.end) in self._sure else self._masked for span in spans]
