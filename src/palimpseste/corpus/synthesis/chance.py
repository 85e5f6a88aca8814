"""Random choices that are pure functions of a seed: the same on any machine, in any process.

Only ``Random.random`` is called, the one method whose numbers Python promises never to change.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import accumulate
from random import Random
from typing import Generic, TypeVar

from palimpseste.surrogates.draws import BitStream

__all__ = ["Chance", "Weighted"]

T = TypeVar("T")


class Weighted(Generic[T]):
    """Items, each as likely as its weight says.

    Parameters
    ----------
    items : sequence
        At least one.
    weights : iterable of float
        One an item, positive.
    """

    __slots__ = ("cumulated", "items")

    def __init__(self, items: Sequence[T], weights: Iterable[float]) -> None:
        self.items = items
        self.cumulated = list(accumulate(weights))


class Chance:
    """An endless stream of choices.

    Parameters
    ----------
    *parts : object
        What the choices are a function of, by their ``str``: seed, document, copy, purpose.
    """

    __slots__ = ("_random",)

    def __init__(self, *parts: object) -> None:
        text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
        seed = int.from_bytes(blake2b(text, digest_size=32, person=b"synthesis").digest(), "big")
        self._random = Random(seed)  # noqa: S311 # copies of training notes, which a seed repeats

    def odds(self, probability: float) -> bool:
        """Return True with that probability."""
        return self._random.random() < probability

    def below(self, bound: int) -> int:
        """Return an integer of ``[0, bound)``."""
        return int(self._random.random() * bound)

    def between(self, lowest: int, highest: int) -> int:
        """Return an integer of ``[lowest, highest]``, both ends included."""
        return lowest + int(self._random.random() * (highest - lowest + 1))

    def choice(self, candidates: Sequence[T]) -> T:
        """Return one of the candidates, each as likely."""
        return candidates[int(self._random.random() * len(candidates))]

    def weighted(self, table: Weighted[T]) -> T:
        """Return one of the items, each as likely as its weight."""
        drawn = bisect_right(table.cumulated, self._random.random() * table.cumulated[-1])
        return table.items[min(drawn, len(table.items) - 1)]

    def digits(self, count: int) -> str:
        """Return as many figures as asked, each drawn alone."""
        return "".join("0123456789"[int(self._random.random() * 10)] for _ in range(count))

    def stream(self) -> BitStream:
        """Return a stream of bits, as the parts of surrogates take, drawn from here."""
        return BitStream(b"".join(self.below(1 << 32).to_bytes(4, "big") for _ in range(16)))
