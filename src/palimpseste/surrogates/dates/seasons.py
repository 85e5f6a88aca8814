"""Lives whose letters say a season, an epoch or a class of school: dates move together so that this is still true."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date
from functools import partial

from palimpseste.surrogates.dates.shift import moved_by
from palimpseste.surrogates.dates.working_days import Mechanism
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.told.seasons import SeasonTold
from palimpseste.writings.dates.told.table import is_epoch, is_in_season
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.school import is_in_class

__all__ = ["LEAST_LEFT", "MOST_WEEKS", "MOST_YEARS_AHEAD", "days_into_season", "shifts_in_season"]

# Of so many shifts one is left at least, whatever words say.
LEAST_LEFT = 8
# Half a year brings any day into any season; whole weeks leave weekends what they are.
MOST_WEEKS = 26
_WEEK = 7
# Into an epoch a life moves by years, to the nearest week.
MOST_YEARS_AHEAD = 8
_YEARS = [_WEEK * round(years * 1461 / (4 * _WEEK)) for years in range(MOST_YEARS_AHEAD + 1)]
# Years that a life is moved back by, and working days in them, may still bring a day out of season by so many.
_AT_THE_EDGE = 4
# The smaller of two moves first, of two as large the one back.
_MOVES = sorted((week * _WEEK for week in range(-MOST_WEEKS, MOST_WEEKS + 1)), key=abs)


def shifts_in_season(
    shifts: Sequence[int], seasons: Collection[SeasonTold], schools: Collection[SchoolTold] = ()
) -> list[int]:
    """Return those of all shifts of a patient under which words of season and class agree with the new dates.

    Parameters
    ----------
    shifts : sequence of int
        All of them, in days, each as likely.
    seasons : collection of SeasonTold
        What words that stay in the text say of dates of the patient.
    schools : collection of SchoolTold
        What they say of his class at school.

    Returns
    -------
    list of int
        Those under which no fewer words agree than under any other. Where these are fewer than one in `LEAST_LEFT` of
        all, those too under which the next number of words agree, and so on.

    Notes
    -----
    Let t be the dates of a patient, S all shifts, and W the dates of which the words would be true. Released is t + s
    with s uniform on B(t): those of S for which t + s is in W, if there are enough; else more of S. An attacker who
    takes the words at their word, t in W, and sees r in W, is left with the same dates as if s were uniform on S, those
    t in W for which r - t is in S: for each of them t + (r - t) is in W, so r - t is in B(t) as well. They only weigh
    1 / |B(t)| instead of 1 / |S| each. Besides is told, to him who knows t, that s is in B(t), which holds one shift in
    `LEAST_LEFT` at least; to him who takes the words for idle, whether W can be reached from t; to him who sees words
    that do not agree with r, that few shifts or none make more of them agree.
    """
    # What is in its epoch under the earliest of them is so under all.
    earliest = partial(moved_by, min(shifts))
    open_ones = [each for each in seasons if not (is_epoch(each.season) and all(_agreeing(earliest, [each], ())))]
    agreeing = [sum(_agreeing(partial(moved_by, days), open_ones, schools)) for days in shifts]
    least = sorted(agreeing, reverse=True)[-(-len(shifts) // LEAST_LEFT) - 1]
    return [days for days, number in zip(shifts, agreeing, strict=True) if number >= least]


def days_into_season(written: Mechanism, seasons: Collection[SeasonTold], schools: Collection[SchoolTold] = ()) -> int:
    """Return by how many days a life is moved so that words of season and class agree with its new dates.

    Parameters
    ----------
    written : Mechanism
        What is written of the dates if they are not moved.
    seasons : collection of SeasonTold
        What words that stay in the text say of dates of the patient.
    schools : collection of SchoolTold
        What they say of his class at school.

    Returns
    -------
    int
        A whole number of weeks, up to half a year either way: of the moves under which no fewer words agree than under
        any other the smallest, so 0 where all agree or there are none. Words agree some days before their season ends.
        Where words say an epoch that is still to come, by so many years more, up to `MOST_YEARS_AHEAD`, as make most
        words agree.

    Notes
    -----
    What is proved of the mechanism stands, as it does where a life is moved back by years
    (:func:`~palimpseste.surrogates.dates.latest.years_back`): the number is computed from what was released, from the
    timeline, and from the words and which date each is said of. Words stay in the text and are the same for neighbours;
    which date is told by places in the text and by the order. So what is written is a function f of the releases R that
    is the same for two neighbours x and x', and P[f(R(x)) in A] <= exp(ε) · P[f(R(x')) in A] for every set A of
    outputs. No true date is looked at, and nobody who sees f(R) finds what he would not find from R and the words.
    """
    if not seasons and not schools:
        return 0

    def agreeing(days: int) -> int:
        at_both_ends = (
            _agreeing(written.moved, seasons, schools, days + apart) for apart in (-_AT_THE_EDGE, _AT_THE_EDGE)
        )
        return sum(map(all, zip(*at_both_ends, strict=True)))

    if agreeing(0) == len(seasons) + len(schools):
        return 0
    days = max(_MOVES, key=agreeing)
    if not any(is_epoch(season) for _, season in seasons):
        return days
    return max((days + years for years in _YEARS), key=agreeing)


def _agreeing(
    moved: Callable[[DateValue], int],
    seasons: Collection[SeasonTold],
    schools: Collection[SchoolTold],
    days: int = 0,
) -> list[bool]:
    """Return with which of the words the new dates agree if they move by so many days more."""
    said_of = {value for value, _ in seasons}.union(*((birth, day) for birth, day, _, _ in schools))
    new = {value: DateValue.holding(value.unit, moved(value) + days).middle for value in said_of}
    in_season = [is_in_season(season, new[value]) for value, season in seasons]
    in_class = [
        is_in_class(least, most, date.fromordinal(new[birth]), date.fromordinal(new[day]))
        for birth, day, least, most in schools
    ]
    return in_season + in_class
