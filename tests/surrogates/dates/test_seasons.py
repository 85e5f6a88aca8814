"""New dates agree with words of season that stay in the text, and what is done for it tells no more than they do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan, alone
from palimpseste.surrogates.dates.seasons import LEAST_LEFT, days_into_season, shifts_in_season
from palimpseste.surrogates.dates.shift import shifts_of
from palimpseste.surrogates.dates.working_days import shifts_past_holidays
from palimpseste.writings.dates.told.seasons import SeasonTold
from palimpseste.writings.dates.told.table import EPOCHS, SEASONS, Season, is_in_season
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.working_days import is_holiday_of_week

MASTER = MasterKey(bytes(range(32)))
SHIFTS = shifts_of(Policy.named("plausible").options)
SINCE_CHRISTMAS = SEASONS.index(Season((12, 26), (3, 10)))
GRIPPE = next(number for number, season in enumerate(SEASONS) if getattr(season, "has_vaccine", False))
LETTERS = (
    "Née le <BIRTHDATE>02/05/1960</BIRTHDATE>, hospitalisée le <DATE>12/01/2023</DATE> pour grippe A, depuis Noël "
    "enrhumée. Sortie le <DATE>16/01/2023</DATE>.",
    "Née le <BIRTHDATE>02/05/1960</BIRTHDATE>, revue le <DATE>03/07/2023</DATE> après le <DATE>12/01/2023</DATE>.",
)
NO_WORDS = LETTERS[1]
seasons = st.integers(0, len(SEASONS) - 1)
said = st.integers(0, len(SEASONS) + len(EPOCHS) - 1)
days = st.dates(date(2015, 1, 1), date(2024, 12, 31)).map(lambda day: DateValue("day", day.toordinal()))


def without(policy: Policy) -> Policy:
    return replace(policy, options=replace(policy.options, seasons=False))


def written(
    number: int, policy: Policy, letters: tuple[str, ...] = LETTERS, *, patient: str = "7", way: str = "plan"
) -> list[list[date]]:
    """Return the new days of each letter: each alone, after a plan of both, or as if it were the only one."""
    replacer = Replacer(MASTER.cohort(f"seasons {number}"), policy)
    found = [
        (Document(str(place), text, patient=Patient(patient_id=patient)), spans)
        for place, (text, spans) in enumerate(map(parse_markup, letters))
    ]
    plan = DatesPlan()
    for document, spans in found if way == "plan" else ():
        plan.add(document, replacer.dates_of(document, spans))
    documents = [alone(document) if way == "only" else plan.joined(document) for document, _ in found]
    results = [replacer(document, spans) for document, (_, spans) in zip(documents, found, strict=True)]
    return [
        [
            date.fromisoformat("-".join(reversed(result.text[span.start : span.end].split("/"))))
            for span in result.spans
            if span.label in ("DATE", "BIRTHDATE")
        ]
        for result in results
    ]


def is_winter(day: date) -> bool:
    return all(is_in_season(season, day.toordinal()) for season in (SINCE_CHRISTMAS, GRIPPE))


@pytest.mark.parametrize("name", ["dp", "plausible", "keep-hospitals"])
@pytest.mark.parametrize(("patient", "way"), [("7", "plan"), ("7", "only"), ("", "none")])
def test_dates_come_out_in_the_season_of_the_words(name: str, patient: str, way: str) -> None:
    policy = Policy.named(name)
    new = [written(number, policy, patient=patient, way=way)[0][1] for number in range(30)]
    old = [written(number, without(policy), patient=patient, way=way)[0][1] for number in range(30)]
    assert all(map(is_winter, new))
    assert not all(map(is_winter, old))


@pytest.mark.parametrize("name", ["dp", "plausible"])
def test_nothing_changes_where_other_letters_may_stand_or_no_words_do(name: str) -> None:
    policy = Policy.named(name)
    spanned = (
        LETTERS[0].replace("grippe A", "<OTHER_ID>grippe A</OTHER_ID>").replace("Noël", "<LASTNAME>Noël</LASTNAME>")
    )
    differ = 0
    for number in range(15):
        assert written(number, policy, way="none") == written(number, without(policy), way="none")
        assert written(number, policy, (NO_WORDS,), way="only") == written(
            number, without(policy), (NO_WORDS,), way="only"
        )
        differ += written(number, policy) != written(number, without(policy))
        assert written(number, policy, (spanned,), way="only") == written(
            number, without(policy), (spanned,), way="only"
        )
    assert differ


@pytest.mark.parametrize("name", ["dp", "plausible"])
def test_letters_of_a_patient_move_alike(name: str) -> None:
    for number in range(20):
        one, two = written(number, Policy.named(name))
        assert (one[0], one[1]) == (two[0], two[2])


def test_a_shift_in_season_stays_and_others_are_drawn_anew_each_as_likely() -> None:
    policy, day = Policy.named("plausible"), date(2023, 1, 12).toordinal()
    agreeing = shifts_in_season(SHIFTS, [SeasonTold(DateValue("day", day), each) for each in (SINCE_CHRISTMAS, GRIPPE)])
    assert agreeing == [days for days in SHIFTS if is_winter(date.fromordinal(day + days))]
    within = shifts_past_holidays(agreeing, [day, day + 4], len(SHIFTS) // LEAST_LEFT)
    bare = replace(policy, options=replace(policy.options, seasons=False, working_days=False))
    drawn: Counter[int] = Counter()
    for number in range(1000):
        old, new = (
            (written(number, each, (LETTERS[0],), way="only")[0][0] - date(1960, 5, 2)).days for each in (bare, policy)
        )
        assert new == old or old not in within
        drawn[new] += 1
    assert drawn.keys() == set(within)
    expected = drawn.total() / len(within)
    assert all(abs(drawn[days] - expected) < 5 * expected**0.5 for days in within)


@given(days, said)
def test_who_takes_words_at_their_word_is_left_with_the_same_days(released: DateValue, season: int) -> None:
    true = [DateValue("day", released.number - shift) for shift in SHIFTS]
    before = [day for day in true if is_in_season(season, day.number)]
    now = [day for day in before if released.number - day.number in shifts_in_season(SHIFTS, [SeasonTold(day, season)])]
    if is_in_season(season, released.number):
        assert now == before


@given(st.lists(st.builds(SeasonTold, days, said), min_size=1, max_size=6))
def test_shifts_enough_are_left_and_none_of_the_others_agrees_better(told: list[SeasonTold]) -> None:
    def agreeing(shift: int) -> int:
        return sum(is_in_season(season, value.number + shift) for value, season in told)

    within = shifts_in_season(SHIFTS, told)
    assert len(within) >= len(SHIFTS) / LEAST_LEFT
    others = set(SHIFTS) - set(within)
    assert max(map(agreeing, others), default=-1) < min(map(agreeing, within))
    best = [shift for shift in SHIFTS if agreeing(shift) == max(map(agreeing, SHIFTS))]
    assert within == best or len(best) < len(SHIFTS) / LEAST_LEFT


class _Written:
    """What is written of each date, by its place in the order."""

    def __init__(self, values: list[DateValue], numbers: list[int]) -> None:
        self._days = dict(zip(values, numbers, strict=True))

    def contributions(self) -> Iterator[Contribution]:
        return iter(())

    def moved(self, value: DateValue) -> int:
        return self._days[value]


@given(
    st.lists(
        st.tuples(days, days, days, seasons),
        min_size=1,
        max_size=6,
        unique_by=(lambda each: each[0], lambda each: each[1]),
    )
)
def test_the_days_that_a_life_moves_by_are_told_by_what_is_written_alone(
    found: list[tuple[DateValue, DateValue, DateValue, int]],
) -> None:
    moves = []
    # Neighbours: other dates under the same words, for which the same is released.
    for dates in zip(*((one, other) for one, other, _, _ in found), strict=True):
        released = _Written(list(dates), [value.number for _, _, value, _ in found])
        told = [SeasonTold(value, season) for value, (*_, season) in zip(dates, found, strict=True)]
        moves.append(days_into_season(released, told))
    assert moves[0] == moves[1]

    def agreeing(move: int) -> int:
        return sum(
            all(is_in_season(season, value.number + move + edge) for edge in (-4, 4)) for _, _, value, season in found
        )

    possible = range(-182, 183, 7)
    assert moves[0] in possible
    best = [move for move in possible if agreeing(move) == max(map(agreeing, possible))]
    assert abs(moves[0]) == min(map(abs, best))


def _largest_ratio(true: int, *, looks: bool) -> float:
    """Return the largest log-ratio of what two neighbouring days of a flu become, under noise of rate 1/3."""
    found: list[dict[int, float]] = [defaultdict(float), defaultdict(float)]
    for place, day in enumerate((true, true + 1)):
        value = DateValue("day", day)
        for noise in range(-1000, 1001):
            released = day + noise
            looked_at = day if looks else released
            move = days_into_season(_Written([value], [looked_at]), [SeasonTold(value, GRIPPE)])
            found[place][released + move] += exp(-abs(noise) / 3)
    first, second = found
    probable = [day for day in first.keys() | second.keys() if max(first[day], second[day]) > 1e-12]
    return max(abs(log(first[day] / second[day])) if min(first[day], second[day]) else float("inf") for day in probable)


def test_neighbouring_days_are_told_apart_by_no_more_than_before() -> None:
    last = date(2023, *SEASONS[GRIPPE].last).toordinal() - 4
    assert _largest_ratio(last, looks=False) <= 1 / 3 + 1e-9
    assert _largest_ratio(last, looks=True) > 1


@pytest.mark.parametrize("name", ["dp", "plausible"])
def test_dates_come_out_in_the_epoch_of_the_words(name: str) -> None:
    policy, told = Policy.named(name), date(2023, 9, 1)
    letter = "Née le <BIRTHDATE>02/08/2024</BIRTHDATE>, vue le <DATE>12/09/2024</DATE>, Beyfortus fait."
    new = [written(number, policy, (letter,), way="only")[0] for number in range(30)]
    old = [written(number, without(policy), (letter,), way="only")[0] for number in range(30)]
    assert all(seen >= told for _, seen in new)
    assert not all(seen >= told for _, seen in old)
    assert all(born < seen <= date(2025, 12, 31) for born, seen in new)


def test_an_epoch_out_of_reach_moves_nothing() -> None:
    value = DateValue("day", date(1990, 3, 1).toordinal())
    assert days_into_season(_Written([value], [value.number]), [SeasonTold(value, len(SEASONS))]) == 0


def test_a_life_moves_together_in_order_and_not_past_the_day() -> None:
    policy = Policy.named("dp")
    for number in range(30):
        (birth, *others), _ = written(number, policy)
        (old_birth, *old), _ = written(number, without(policy))
        assert max(others) <= date(2025, 12, 31)
        assert all(before < behind for before, behind in pairwise([birth, *others]))
        # A working day may be a few days off, and 29 February.
        moves = [(new - before).days for new, before in zip([birth, *others], [old_birth, *old], strict=True)]
        assert max(moves) - min(moves) <= 8


HOLIDAYS = (
    "Reçue le <DATE>08/01/2024</DATE>, opérée le <DATE>22/03/2024</DATE>, sortie le <DATE>25/03/2024</DATE>.",
    "Née le <BIRTHDATE>01/05/1960</BIRTHDATE>, revue le <DATE>03/05/2024</DATE>.",
)


@pytest.mark.parametrize(("patient", "way"), [("7", "plan"), ("7", "only"), ("", "none")])
def test_a_shift_leads_past_holidays_and_leaves_every_interval(patient: str, way: str) -> None:
    policy = Policy.named("plausible")
    for number in range(40):
        new = written(number, policy, HOLIDAYS, patient=patient, way=way)
        assert [(day - new[0][0]).days for day in new[0]] == [0, 74, 77]
        assert (new[1][1] - new[1][0]).days == (date(2024, 5, 3) - date(1960, 5, 1)).days
        assert not any(is_holiday_of_week(day.toordinal()) for day in (*new[0], new[1][1]))


def test_a_shift_that_leads_past_holidays_stays_and_others_are_drawn_anew() -> None:
    policy = Policy.named("plausible")
    bare = replace(policy, options=replace(policy.options, working_days=False))
    redrawn = 0
    for number in range(60):
        (old,), (new,) = (written(number, each, HOLIDAYS[:1], way="only") for each in (bare, policy))
        meets = any(is_holiday_of_week(day.toordinal()) for day in old)
        assert meets or new == old
        redrawn += meets
    assert redrawn


@given(st.lists(days, min_size=1, max_size=4))
def test_who_sees_no_holiday_is_left_with_the_same_lives(released: list[DateValue]) -> None:
    least = len(SHIFTS) // LEAST_LEFT
    seen = [day.number for day in released]
    if any(map(is_holiday_of_week, seen)):
        return
    for shift in SHIFTS:
        assert shift in shifts_past_holidays(SHIFTS, [day - shift for day in seen], least)


def test_a_life_of_more_days_than_any_shift_leads_past_has_all_of_them() -> None:
    assert list(shifts_past_holidays(SHIFTS, range(730_000, 731_000), 6)) == SHIFTS
