"""Days that a count in words leads between are brought as far apart as it says; births, order and steps stay."""

from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.dates.tally import Tally, settled

LEAST = st.integers(1, 60)
PLACES = st.tuples(st.integers(0, 11), st.integers(0, 11))


def tally(least: int, most: int) -> Tally:
    return Tally(least, most, ())


def of_days(
    days: list[int], *tallies: tuple[int, int, list[tuple[int, int]]], births: tuple[int, ...] = (0,)
) -> list[int]:
    told = [(tally(least, most), pairs) for least, most, pairs in tallies]
    return settled(days, [1] * (len(days) - 1), [True] * len(days), told, births)[0]


def test_what_an_interval_lacks_is_put_into_its_widest_gap_and_what_follows_moves_along() -> None:
    # Operated, seen and X-rayed 100 days later, seen again.
    assert of_days([0, 3, 103, 105, 200], (89, 89, [(3, 0)])) == [0, 3, 87, 89, 184]
    assert of_days([0, 3, 63, 65, 160], (89, 89, [(3, 0)])) == [0, 3, 87, 89, 184]


def test_the_pair_is_counted_whose_days_need_be_moved_least() -> None:
    assert of_days([0, 60, 160], (80, 82, [(2, 0), (2, 1)])) == [0, 60, 142]
    # Of neither, where both are far off.
    assert of_days([0, 900, 1900], (80, 82, [(2, 0), (2, 1)])) == [0, 900, 1900]


def test_what_a_shorter_count_holds_is_not_changed_for_a_longer_one() -> None:
    days = of_days([0, 10, 110, 130], (30, 30, [(3, 2)]), (100, 101, [(3, 0)]))
    assert (days[3] - days[2], days[3] - days[0]) == (30, 101)


def test_what_is_counted_to_a_day_before_a_birth_moves_the_earlier_day_alone() -> None:
    told = [(tally(282, 284), [(1, 0)])]
    # The last period, an entry, the birth of the child.
    assert settled([0, 300, 302], [1, 1], [True] * 3, told, [2]) == ([0, 300, 302], [(0, 1, -284, -282)])
    # Nor is what follows the birth moved away from it, though there is room.
    assert settled([0, 300, 302, 303], [1, 1, 1], [True] * 4, [(tally(320, 320), [(3, 0)])], [1])[0] == [
        0,
        300,
        302,
        303,
    ]
    # But no birth does.
    assert settled([0, 300, 302], [1, 1], [True] * 3, told, [0, 2]) == ([0, 300, 302], [])


def test_what_is_counted_to_a_birth_moves_the_earlier_day() -> None:
    # The last period, the birth of the child, born at 39 SA + 5; its mother's birth stays as well.
    assert settled([0, 400], [1], [True] * 2, [(tally(278, 278), [(1, 0)])], [1]) == ([0, 400], [(0, 1, -278, -278)])
    assert settled([0, 400], [1], [True] * 2, [(tally(278, 278), [(1, 0)])], [0, 1]) == ([0, 400], [])


def test_a_month_is_brought_to_the_middle_of_what_is_counted() -> None:
    # « contrôle à 4 mois, soit mars »
    assert settled([0, 90], [0], [True, False], [(tally(113, 129), [(1, 0)])], []) == ([0, 90], [(1, 0, 121, 121)])


def in_step(days: list[int], *steps: tuple[int, int, int], births: tuple[int, ...] = ()) -> list[int]:
    """Return days of which the layout says that some follow the one before by so many, and how far off they may be."""
    told = [(Tally(by, by, (), within), [(later, later - 1)]) for later, by, within in steps]
    return settled(days, [1] * (len(days) - 1), [True] * len(days), told, births)[0]


def test_days_that_the_layout_says_follow_one_another_do_so_and_no_other_moves() -> None:
    # Three entries of a log around a visit before them and one behind.
    assert in_step([0, 12, 21, 22, 40], (2, 1, 9), (3, 1, 9)) == [0, 20, 21, 22, 40]
    # Too far off to be the next day.
    assert in_step([0, 12, 21, 22, 40], (2, 1, 7), (3, 1, 7)) == [0, 12, 21, 22, 40]
    # Weeks, where there is room for them.
    assert in_step([0, 5, 14, 40], (1, 7, 3), (2, 7, 3)) == [0, 7, 14, 40]
    assert in_step([0, 1, 5, 6, 12], (2, 7, 3)) == [0, 1, 5, 6, 12]


def test_days_before_a_birth_follow_one_another_too() -> None:
    # « Célestène les 11 et 12/07 », « née le 2/8 »
    assert in_step([0, 3, 20], (1, 1, 7), births=(2,)) == [2, 3, 20]
    assert in_step([0, 3, 20], (1, 1, 7), births=(0, 2)) == [0, 3, 20]


def test_what_words_count_comes_before_what_the_layout_says() -> None:
    told = [(tally(4, 4), [(1, 0)]), (Tally(1, 1, (), 7), [(1, 0)])]
    assert settled([0, 3, 30], [1, 1], [True] * 3, told, ()) == ([0, 3, 30], [(1, 0, 4, 4)])


def test_no_birth_is_moved_beside_what_follows_it() -> None:
    assert in_step([0, 3, 5], (1, 1, 7), (2, 1, 7), births=(0,)) == [0, 4, 5]


def test_a_count_that_only_bounds_an_interval_holds_nothing() -> None:
    assert of_days([0, 60], (5, 65, [(1, 0)]), (70, 70, [(1, 0)])) == [0, 70]


def test_a_day_of_birth_is_not_moved_to_tell_a_count() -> None:
    assert of_days([0, 45, 60], (40, 40, [(2, 0)])) == [0, 25, 40]
    # The first day is moved alone, later, whether there is room behind the birth or none.
    assert of_days([0, 30, 60], (40, 40, [(2, 0)]), births=(1,)) == [0, 30, 60]
    assert of_days([0, 45, 60], (40, 40, [(2, 0)]), births=(1,)) == [0, 45, 60]
    # From a birth days behind it are counted.
    assert of_days([0, 30, 60], (40, 40, [(2, 0)]), births=(0, 1)) == [0, 30, 40]


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 90)), min_size=1, max_size=11),
    st.lists(st.tuples(LEAST, st.integers(0, 10), st.lists(PLACES, max_size=3)), max_size=4),
    st.lists(st.tuples(st.sampled_from((1, 7)), st.integers(0, 9), PLACES), max_size=8),
    st.integers(-1, 5),
    st.data(),
)
def test_order_steps_and_births_are_kept(
    drawn: list[tuple[int, int]],
    told: list[tuple[int, int, list[tuple[int, int]]]],
    following: list[tuple[int, int, tuple[int, int]]],
    first: int,
    data: st.DataObject,
) -> None:
    steps = [step for step, _ in drawn]
    days = list(accumulate((step + gap for step, gap in drawn), initial=100))
    are_days = data.draw(st.lists(st.booleans(), min_size=len(days), max_size=len(days)))
    size = len(days)
    tallies = [
        (tally(least, least + more), [(later % size, earlier % size) for later, earlier in pairs])
        for least, more, pairs in told
    ]
    # Nothing comes before the first.
    behind = [(by, within, place % size) for by, within, (place, _) in following if place % size]
    tallies += [(Tally(by, by, (), within), [(place, place - 1)]) for by, within, place in behind]
    moved, reaches = settled(days, steps, are_days, tallies, [min(first, size - 1)])
    assert all(late - early >= step for (early, late), step in zip(pairwise(moved), steps, strict=True))
    assert first < 0 or moved[min(first, size - 1)] == days[min(first, size - 1)]
    assert len(reaches) <= len(tallies)
