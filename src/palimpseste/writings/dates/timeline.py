"""The distinct dates of a document in the order they came: what mechanisms take for public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.reach import Reach, within_reach
from palimpseste.writings.dates.rising import RisingDays
from palimpseste.writings.dates.tally import MOST_TALLIES, Tally, settled
from palimpseste.writings.dates.values import FIRST_DAY, LAST_DAY, DateValue

__all__ = ["Timeline"]

# Of two dates at one anchor the coarser comes first, so that the document's day comes last.
_RANKS = {"year": 0, "season": 1, "month": 2, "feast": 3, "day": 4}

# The last year is left to days that follow a feast there.
_ROOM_FOR_FEASTS = 366


@dataclass(frozen=True, slots=True, repr=False)
class Timeline:
    """Distinct dates in order.

    The order is total and public: neighbouring documents have the same one. Every date stands at its anchor, a day of
    the stretch of time that it names, so whatever ended before another began comes before it.

    Parameters
    ----------
    values : tuple of DateValue
        In order.
    anchors : tuple of int
        The ordinal of the day each is taken for, as :class:`~palimpseste.writings.dates.chronicle.Chronicle` has it.
    reaches : tuple of tuple of DateValue and Reach
        What completed those that are not written in full; how far that reaches is public.
    births : frozenset of DateValue
        Those that are dates of birth.
    tallies : tuple of Tally
        What words count between dates, or layout says, and which these may be: public too.
    """

    values: tuple[DateValue, ...]
    anchors: tuple[int, ...]
    reaches: tuple[tuple[DateValue, Reach], ...]
    births: frozenset[DateValue] = frozenset()
    tallies: tuple[Tally, ...] = ()

    @classmethod
    def of(
        cls, values: Iterable[DateValue], reference: date | None, reaches: Iterable[tuple[DateValue, Reach]] = ()
    ) -> Timeline:
        """Return the timeline of some dates, around the day of the document where it is known.

        Parameters
        ----------
        values : iterable of DateValue
            All that the document writes.
        reference : date, optional
            The day of the document.
        reaches : iterable of tuple of DateValue and Reach
            How far some may be from the date that completes them.
        """
        return cls.among(Chronicle.of(values, reference, reaches))

    @classmethod
    def among(cls, chronicle: Chronicle) -> Timeline:
        """Return the timeline of all dates of a chronicle."""
        anchored = sorted(
            (anchor, _RANKS[value.unit], value.number, value) for value, anchor in chronicle.anchors.items()
        )
        return cls(
            tuple(value for *_, value in anchored),
            tuple(anchor for anchor, *_ in anchored),
            tuple(sorted(chronicle.reaches)),
            chronicle.births,
            tuple(sorted(chronicle.tallies, key=lambda each: (each.is_step, each))[:MOST_TALLIES]),
        )

    def arranged(self, ordinals: Sequence[int]) -> dict[DateValue, int]:
        """Return the new day of each date: increasing days brought within reach and within the years of a form.

        What words count is settled first, by the days alone.
        """
        places = {value: place for place, value in enumerate(self.values)}
        reaches = [(places[value], places[reach.other], reach.least, reach.most) for value, reach in self.reaches]
        steps = self.least_steps
        told, counts = self._settled(ordinals, places, steps) if self.tallies else (ordinals, [])
        near = within_reach(told, steps, [*reaches, *counts]) if reaches or counts else told
        days = RisingDays(_within_years(near, steps), steps)
        for value, reach in self.reaches:
            if reach.same_month:
                _set_in_month(days, places[value], places[reach.other])
        return dict(zip(self.values, self._with_feasts(days), strict=True))

    def _settled(
        self, ordinals: Sequence[int], places: Mapping[DateValue, int], steps: Sequence[int]
    ) -> tuple[list[int], list[tuple[int, int, int, int]]]:
        births = [places[birth] for birth in self.births]
        pairs = [
            (tally, [(places[later], places[earlier]) for later, earlier in tally.pairs]) for tally in self.tallies
        ]
        return settled(ordinals, steps, [value.unit == "day" for value in self.values], pairs, births)

    def _with_feasts(self, days: RisingDays) -> list[int]:
        """Return the days, each feast at the nearest one that keeps the order, else at the next."""
        arranged: list[int] = []
        for place, value in enumerate(self.values):
            day = days[place]
            if value.unit == "feast":
                since = arranged[-1] if arranged else FIRST_DAY
                until = days[place + 1] if place + 1 < len(days) else LAST_DAY
                day = _feast_near(day, since, until)
                if day > until:
                    days.put_off(place, day)
            arranged.append(day)
        return arranged

    @property
    def least_steps(self) -> list[int]:
        """By how many days each date but the first must follow the one before: one for a day that follows a day.

        Whatever stands between the two: different days stay different.
        """
        is_day = [value.unit == "day" for value in self.values]
        first = is_day.index(True) if True in is_day else 0
        return [int(day and place > first) for place, day in enumerate(is_day)][1:]

    @property
    def outside(self) -> list[tuple[bool, bool]]:
        """Whether the day before each date in the order lies outside the stretch of time that it names, and the next.

        This is public as the order is: « opéré le 12 mars, contrôle en avril ». False of a day, and where no day is.
        """
        before: list[bool] = []
        day: int | None = None
        for value in self.values:
            before.append(value.unit != "day" and day is not None and day < value.first)
            day = value.number if value.unit == "day" else day
        behind: list[bool] = []
        day = None
        for value in reversed(self.values):
            behind.append(value.unit != "day" and day is not None and value.last < day)
            day = value.number if value.unit == "day" else day
        return list(zip(before, reversed(behind), strict=True))


def _set_in_month(days: RisingDays, place: int, end: int) -> None:
    """Move the beginning of a range, a day alone, into the month of its end, so that it reads in order."""
    first_of_month = days[end] - date.fromordinal(days[end]).day + 1
    days.put_off(place, first_of_month)


def _feast_near(day: int, since: int, until: int) -> int:
    """Return the nearest feast between two days, else the next one that is not before the day."""
    nearest = DateValue.holding("feast", day)
    around = [nearest.at(nearest.number + step).middle for step in (-2, -1, 0, 1, 2)]
    # Of those that are written: a day near another is written as the usual one near it.
    feasts = [feast for feast in around if DateValue.holding("feast", feast).middle == feast]
    fitting = [feast for feast in feasts if since <= feast <= until]
    if fitting:
        return min(fitting, key=lambda feast: abs(feast - day))
    return next(feast for feast in feasts if feast >= day)


def _within_years(ordinals: Sequence[int], least_steps: Sequence[int]) -> list[int]:
    """Return increasing days kept within the years a form can write, the steps between them kept too."""
    room = sum(least_steps)
    kept, used = [], 0
    for ordinal, step in zip(ordinals, (0, *least_steps), strict=True):
        used += step
        kept.append(min(max(ordinal, FIRST_DAY + used), LAST_DAY - _ROOM_FOR_FEASTS - room + used))
    return kept
