"""The distinct dates of a document in the order they came: what mechanisms take for public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from palimpseste.surrogates.date_values import DateValue

__all__ = ["Timeline"]

# Of two dates at one anchor the coarser comes first, so that the document's day comes last.
_RANKS = {"year": 0, "season": 1, "month": 2, "feast": 3, "day": 4}


@dataclass(frozen=True, slots=True)
class Timeline:
    """Distinct dates in order.

    The order is total and public: neighbouring documents have the same one. Every date stands at its anchor, a day of
    the stretch of time that it names, so whatever ended before another began comes before it.

    Parameters
    ----------
    values : tuple of DateValue
        In order.
    anchors : tuple of int
        The ordinal of the day each is taken for: its middle; but the document's day for a month, season or year that
        is not over on that day, which a note of that day speaks of as past.
    """

    values: tuple[DateValue, ...]
    anchors: tuple[int, ...]

    @classmethod
    def of(cls, values: Iterable[DateValue], reference: date | None) -> Timeline:
        """Return the timeline of some dates, around the day of the document where it is known."""
        today = reference.toordinal() if reference else None
        anchored = sorted(
            ((_anchor(value, today), _RANKS[value.unit], value) for value in set(values)),
            key=lambda entry: entry[:2],
        )
        return cls(tuple(value for _, _, value in anchored), tuple(anchor for anchor, _, _ in anchored))

    @property
    def least_steps(self) -> list[int]:
        """By how many days each date but the first must follow the one before: one for a day that follows a day.

        Whatever stands between the two: different days stay different.
        """
        is_day = [value.unit == "day" for value in self.values]
        first = is_day.index(True) if True in is_day else 0
        return [int(day and place > first) for place, day in enumerate(is_day)][1:]


def _anchor(value: DateValue, today: int | None) -> int:
    middle = value.middle
    return today if today is not None and value.first <= today < middle else middle
