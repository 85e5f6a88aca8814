"""What puts the dates of one document, or of all documents of a patient, in order: each date, its place, its ties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from struct import Struct
from typing import get_args

from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.told.seasons import SeasonTold
from palimpseste.writings.dates.told.weekdays import WeekdayTold
from palimpseste.writings.dates.values import DateGrain, DateValue

__all__ = ["NO_OTHERS", "Chronicle"]

_UNITS: tuple[DateGrain, ...] = get_args(DateGrain)
# Behind a tie stands whether it asks for the same month, or the number of the tally that it is a pair of, counted on;
# then by how many days its interval may be off.
_FIRST_TALLY = 2
_COUNTS, _DATE, _TIE, _SEASON = Struct("<IIIII"), Struct("<Bii"), Struct("<IIhhHh"), Struct("<IH")
_SCHOOL, _WEEKDAYS = Struct("<IIbb"), Struct("<IB")
# Words that tell of overseas or of countries are fewer than this many.
_BEFORE_LANDS = b"\xff"


@dataclass(frozen=True, slots=True, repr=False)
class Chronicle:
    """Dates, and what is public of how they lie.

    Parameters
    ----------
    anchors : mapping of DateValue to int
        The ordinal of the day each is taken for: its middle; but the document's day for a month, season or year that
        is not over on that day, which a note of that day speaks of as past. Of several documents the earliest.
    reaches : frozenset of tuple of DateValue and Reach
        What completed those that are not written in full; how far that reaches is public. Both dates are among those
        of `anchors`.
    births : frozenset of DateValue
        Those that are dates of birth: days on which nothing is planned.
    seasons : frozenset of SeasonTold
        Those of which words that stay in the text say a season.
    schools : frozenset of SchoolTold
        What words that stay tell of the class of school of the patient.
    weekdays : frozenset of WeekdayTold
        What weekdays that stay without a date tell of those of days.
    tallies : frozenset of Tally
        What words or layout count between dates, and which these may be; all of them are among those of `anchors`.
    overseas : frozenset of int
        What words that stay tell of where, which all documents of a patient must know as well
        (:func:`~palimpseste.surrogates.places.overseas.overseas_told`).
    lands : frozenset of int
        What they tell of countries (:func:`~palimpseste.writings.towns.countries.lands_told`).

    Notes
    -----
    Chronicles are joined in any order to the same one. None shows a date in its ``repr``.
    """

    anchors: Mapping[DateValue, int] = field(default_factory=dict)
    reaches: frozenset[tuple[DateValue, Reach]] = frozenset()
    births: frozenset[DateValue] = frozenset()
    seasons: frozenset[SeasonTold] = frozenset()
    tallies: frozenset[Tally] = frozenset()
    overseas: frozenset[int] = frozenset()
    schools: frozenset[SchoolTold] = frozenset()
    lands: frozenset[int] = frozenset()
    weekdays: frozenset[WeekdayTold] = frozenset()

    @classmethod
    def of(
        cls,
        values: Iterable[DateValue],
        reference: date | None,
        reaches: Iterable[tuple[DateValue, Reach]] = (),
        births: Iterable[DateValue] = (),
        seasons: Iterable[SeasonTold] = (),
        tallies: Iterable[Tally] = (),
        schools: Iterable[SchoolTold] = (),
        weekdays: Iterable[WeekdayTold] = (),
    ) -> Chronicle:
        """Return the chronicle of some dates, around the day of the document where it is known.

        Parameters
        ----------
        values : iterable of DateValue
            All that the document writes.
        reference : date, optional
            The day of the document.
        reaches : iterable of tuple of DateValue and Reach
            How far some may be from the date that completes them.
        births : iterable of DateValue
            Those of them that are births.
        seasons : iterable of SeasonTold
            Words that say the season of some.
        tallies : iterable of Tally
            Counts of days between two of them.
        schools : iterable of SchoolTold
            Classes of school that are said of somebody of such a birth.
        """
        today = reference.toordinal() if reference else None
        anchors = {value: _anchor(value, today) for value in values}
        ties = frozenset(tie for tie in reaches if tie[0] in anchors and tie[1].other in anchors)
        told = frozenset(each for each in seasons if each.value in anchors)
        known = (tally.among(anchors) for tally in tallies)
        counts = frozenset(tally for tally in known if tally.pairs)
        classes = frozenset(each for each in schools if each.birth in anchors and each.day in anchors)
        of_days = frozenset(each for each in weekdays if each.value in anchors)
        return cls(
            anchors,
            ties,
            frozenset(anchors.keys() & births),
            told,
            counts,
            schools=classes,
            weekdays=of_days,
        )

    @classmethod
    def of_all(cls, chronicles: Iterable[Chronicle]) -> Chronicle:
        """Return the dates of all of them."""
        anchors: dict[DateValue, int] = {}
        reaches: set[tuple[DateValue, Reach]] = set()
        births: set[DateValue] = set()
        seasons: set[SeasonTold] = set()
        tallies: set[Tally] = set()
        overseas: set[int] = set()
        schools: set[SchoolTold] = set()
        lands: set[int] = set()
        weekdays: set[WeekdayTold] = set()
        for chronicle in chronicles:
            reaches |= chronicle.reaches
            births |= chronicle.births
            seasons |= chronicle.seasons
            tallies |= chronicle.tallies
            overseas |= chronicle.overseas
            schools |= chronicle.schools
            lands |= chronicle.lands
            weekdays |= chronicle.weekdays
            for value, anchor in chronicle.anchors.items():
                anchors[value] = min(anchor, anchors.get(value, anchor))
        return cls(
            anchors,
            frozenset(reaches),
            frozenset(births),
            frozenset(seasons),
            frozenset(tallies),
            frozenset(overseas),
            frozenset(schools),
            frozenset(lands),
            frozenset(weekdays),
        )

    @property
    def days_planned(self) -> frozenset[int]:
        """The ordinals of the dates to the day that are no births: days on which something may be planned."""
        return frozenset(value.number for value in self.anchors if value.unit == "day" and value not in self.births)

    def __len__(self) -> int:
        return len(self.anchors)

    def __repr__(self) -> str:
        return f"Chronicle(<{len(self)} dates>)"

    def pack(self) -> bytes:
        """Return the dates and what ties them in few bytes; equal chronicles have equal ones."""
        values = sorted(self.anchors)
        places = {value: place for place, value in enumerate(values)}
        ties = sorted(
            (places[value], places[reach.other], reach.least, reach.most, int(reach.same_month), 0)
            for value, reach in self.reaches
        )
        pairs = [
            (places[later], places[earlier], tally.least, tally.most, number, tally.within)
            for number, tally in enumerate(sorted(self.tallies), _FIRST_TALLY)
            for later, earlier in tally.pairs
        ]
        return b"".join(
            (
                _COUNTS.pack(
                    len(values), len(ties) + len(pairs), len(self.seasons), len(self.schools), len(self.weekdays)
                ),
                *(_DATE.pack(self._kind(value), value.number, self.anchors[value]) for value in values),
                *(_TIE.pack(*tie) for tie in (*ties, *pairs)),
                *(_SEASON.pack(places[value], season) for value, season in sorted(self.seasons)),
                *(_SCHOOL.pack(places[birth], places[day], *ages) for birth, day, *ages in sorted(self.schools)),
                *(_WEEKDAYS.pack(places[value], weekdays) for value, weekdays in sorted(self.weekdays)),
                bytes(sorted(self.overseas)),
                *((_BEFORE_LANDS, bytes(sorted(self.lands))) if self.lands else ()),
            )
        )

    @classmethod
    def unpack(cls, packed: bytes) -> Chronicle:
        """Return the chronicle that was packed; an empty one of no bytes."""
        if not packed:
            return cls()
        dates_count, ties_count, seasons_count, schools_count, weekdays_count = _COUNTS.unpack_from(packed)
        dates_end = _COUNTS.size + dates_count * _DATE.size
        ties_end = dates_end + ties_count * _TIE.size
        seasons_end = ties_end + seasons_count * _SEASON.size
        schools_end = seasons_end + schools_count * _SCHOOL.size
        weekdays_end = schools_end + weekdays_count * _WEEKDAYS.size
        dates = list(_DATE.iter_unpack(packed[_COUNTS.size : dates_end]))
        values = [DateValue(_UNITS[kind % len(_UNITS)], number) for kind, number, _ in dates]
        births = (value for value, (kind, *_) in zip(values, dates, strict=True) if kind >= len(_UNITS))
        reaches: set[tuple[DateValue, Reach]] = set()
        tallies: dict[int, Tally] = {}
        for place, other, least, most, number, within in _TIE.iter_unpack(packed[dates_end:ties_end]):
            if number < _FIRST_TALLY:
                reaches.add((values[place], Reach(values[other], least, most, bool(number))))
            else:
                before = tallies.get(number, Tally(least, most, (), within))
                tallies[number] = before._replace(pairs=(*before.pairs, (values[place], values[other])))
        anchors = {value: anchor for value, (_, _, anchor) in zip(values, dates, strict=True)}
        overseas, _, lands = packed[weekdays_end:].partition(_BEFORE_LANDS)
        told = _SEASON.iter_unpack(packed[ties_end:seasons_end])
        seasons = (SeasonTold(values[place], season) for place, season in told)
        classes = _SCHOOL.iter_unpack(packed[seasons_end:schools_end])
        schools = (SchoolTold(values[birth], values[day], *ages) for birth, day, *ages in classes)
        of_days = _WEEKDAYS.iter_unpack(packed[schools_end:weekdays_end])
        weekdays = (WeekdayTold(values[place], bits) for place, bits in of_days)
        return cls(
            anchors,
            frozenset(reaches),
            frozenset(births),
            frozenset(seasons),
            frozenset(tallies.values()),
            frozenset(overseas),
            frozenset(schools),
            frozenset(lands),
            frozenset(weekdays),
        )

    def _kind(self, value: DateValue) -> int:
        """Return the number of a unit, counted on for a birth."""
        return _UNITS.index(value.unit) + len(_UNITS) * (value in self.births)


def _anchor(value: DateValue, today: int | None) -> int:
    middle = value.middle
    return today if today is not None and value.first <= today < middle else middle


# The dates that go with the only document of a patient: none but its own.
NO_OTHERS = Chronicle().pack()
