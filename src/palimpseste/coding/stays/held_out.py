"""A tenth of the stays held out, without keeping any."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from palimpseste.coding.stays.stay import Stay

__all__ = ["Tenth"]


@dataclass(frozen=True, slots=True)
class Tenth:
    """A tenth of stays, or the other nine: a function of each stay's identifier and a seed.

    Parameters
    ----------
    stays : iterable of Stay
        Gone through anew each time.
    seed : int
        Another seed holds out other stays.
    held_out : bool
        Which of the two.
    """

    stays: Iterable[Stay]
    seed: int
    held_out: bool

    def __iter__(self) -> Iterator[Stay]:
        for stay in self.stays:
            digest = hashlib.sha256(f"{self.seed} {stay.id}".encode()).digest()
            if (digest[0] * 256 + digest[1] < 65536 // 10) == self.held_out:
                yield stay
