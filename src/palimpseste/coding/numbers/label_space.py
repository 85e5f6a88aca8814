"""Which codes a model learns, and how often each was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from palimpseste.errors import UsageError

__all__ = ["BANDS", "LabelSpace", "band_of"]

# Training stays of a code, both ends in; None is without end.
BANDS: Mapping[str, tuple[int, int | None]] = {
    "100 or more": (100, None),
    "10 to 99": (10, 99),
    "1 to 9": (1, 9),
    "never seen": (0, 0),
}


@dataclass(frozen=True)
class LabelSpace:
    """The codes a model learns, in the order of its outputs.

    Parameters
    ----------
    codes : tuple of str
        The commonest first.
    stays : mapping of str to int
        Training stays of every code that was met, those that are too rare to learn included.
    training_stays : int
        All of them.
    """

    codes: tuple[str, ...]
    stays: Mapping[str, int]
    training_stays: int

    @classmethod
    def of(cls, stays: Mapping[str, int], training_stays: int, least_count: int) -> LabelSpace:
        """Return the space of the codes that enough training stays have.

        Parameters
        ----------
        stays : mapping
            How many training stays have each code.
        training_stays : int
            How many there are.
        least_count : int
            So many stays are enough.

        Raises
        ------
        UsageError
            If there is none.
        """
        kept = [code for code, count in stays.items() if count >= least_count]
        if not kept:
            raise UsageError(f"no code has {least_count} training stays: there is nothing to learn")
        return cls(tuple(sorted(kept, key=lambda code: (-stays[code], code))), stays, training_stays)

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Code to its output."""
        return {code: place for place, code in enumerate(self.codes)}

    def positions(self, codes: Iterable[str]) -> list[int]:
        """Return the outputs of those of the codes that are learned."""
        return [self.position[code] for code in codes if code in self.position]


def band_of(training_stays: int) -> str:
    """Return the frequency band of a code."""
    return next(
        name
        for name, (low, high) in BANDS.items()
        if training_stays >= low and (high is None or training_stays <= high)
    )
