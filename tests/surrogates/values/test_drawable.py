"""Which names of the lists stand for a name: of its gender, from France and elsewhere, as often as people bear them."""

from __future__ import annotations

from collections import Counter

import pytest

from palimpseste.surrogates import CohortKey
from palimpseste.surrogates.draws import BitStream, Draws
from palimpseste.surrogates.values import by_births, drawable
from palimpseste.writings.lists import Gender, family_births, family_names, given_births, given_names


@pytest.mark.parametrize(
    ("like", "shortest", "longest"),
    [
        (None, 4, 99),
        ("ab", 4, 5),
        ("abcde", 4, 5),
        ("abcdef", 6, 8),
        ("abcdefgh", 6, 8),
        ("abcdefghi", 9, 99),
    ],
)
def test_family_names_are_all_of_the_lists_or_those_of_a_length(like: str | None, shortest: int, longest: int) -> None:
    expected = tuple(
        [
            each
            for each in dict.fromkeys(map(drawable.as_written_here, family_names(origin)))
            if shortest <= len(each) <= longest and each.isalpha() and each[0].isupper() and not each.isupper()
        ]
        for origin in ("france", "world")
    )
    halves = drawable.family_names(None if like is None else drawable.class_of_length(like))
    assert tuple(map(list, halves)) == expected
    assert min(map(len, halves)) > 0


@pytest.mark.parametrize("gender", ["f", "m"])
def test_given_names_are_all_of_a_gender_or_those_of_a_length(gender: Gender) -> None:
    people = {drawable.as_written_here(name): (its, origin) for name, its, origin in given_names() if its == gender}
    for length_class, shortest, longest in ((None, 4, 99), (0, 4, 5), (1, 6, 8), (2, 9, 99)):
        french, others = drawable.given_names(gender, length_class)
        assert min(len(french), len(others)) >= 30
        for half, is_french in ((french, True), (others, False)):
            for name in half:
                assert people[name][0] == gender
                assert (people[name][1] == "french") is is_french
                assert shortest <= len(name) <= longest


def test_a_name_that_begins_with_a_vowel_may_follow_an_elision() -> None:
    drawn = [drawable.may_follow_elision(name) for name in ("Élise", "Omar", "Yves", "Hugo", "Paul", "Œdipe")]
    assert drawn == [True, True, False, False, False, True]


def test_every_name_that_may_be_drawn_is_listed_once_those_of_the_gender_first() -> None:
    for gender in ("f", "m", "x"):
        names = drawable.every_given_name(gender)
        assert len(set(names)) == len(names)
        own = {drawable.as_written_here(name) for name, its, _ in given_names() if its == gender} & set(names)
        assert own
        assert set(names[: len(own)]) == own
        assert set(names) == set(drawable.every_given_name("x"))
    family = drawable.every_family_name()
    assert len(set(family)) == len(family)
    of_classes = [drawable.family_names(length_class) for length_class in range(3)]
    assert set(family) == {name for halves in of_classes for half in halves for name in half}
    assert {len(name) > 3 for name in names} == {True}


def streams(key: CohortKey, count: int) -> list[BitStream]:
    draws = Draws(key, "note")
    return [draws.stream("NAME", str(number), "distribution") for number in range(count)]


def test_family_names_are_drawn_by_births_three_of_four_from_france(key: CohortKey) -> None:
    drawn = Counter(map(by_births.draw_family_name, streams(key, 20_000)))
    # Binomial of deviation 61; some names are of both.
    for part, share in zip(drawable.family_names(), (15_000, 5_000), strict=True):
        assert share - 250 < sum(drawn[name] for name in part) < share + 1_500
    births = family_births()
    counted = sum(births.get(name, 15) for name in drawable.family_names()[0])
    for name in ("Martin", "Petit", "Durand", "Garnier"):
        expected = 15_000 * births[name] / counted
        assert abs(drawn[name] - expected) < 4 * expected**0.5
    # Half of those drawn bear one of the names that most people bear; before, one in thirty.
    often = {name for name, _ in sorted(births.items(), key=lambda item: item[1])[-1000:]}
    assert sum(count for name, count in drawn.items() if name in often) > 8_000


@pytest.mark.parametrize(
    ("gender", "year", "usual", "never"),
    [
        ("f", 1931, {"Marie", "Jeanne", "Denise", "Simone"}, {"Xiomara", "Jade", "Manon", "Stéphanie", "Lilou"}),
        ("f", 1958, {"Sylvie", "Catherine", "Martine", "Christine"}, {"Jade", "Lilou", "Océane"}),
        ("f", 2019, {"Jade", "Lola", "Romane", "Louna"}, {"Germaine", "Odette", "Simone", "Martine"}),
        ("m", 1931, {"Jean", "André", "René", "Roger"}, {"Enzo", "Kévin", "Lucas", "Jordan"}),
        ("m", 1985, {"Nicolas", "Julien", "David", "Alexandre"}, {"Marcel", "Fernand", "Nolan"}),
        ("m", 2019, {"Lucas", "Hugo", "Adam", "Liam"}, {"René", "Marcel", "Gérard", "Didier"}),
    ],
)
def test_a_given_name_is_of_the_year_of_birth(
    key: CohortKey, gender: Gender, year: int, usual: set[str], never: set[str]
) -> None:
    born = by_births.class_of_birth(year)
    drawn = Counter(by_births.draw_given_name(stream, gender, born=born) for stream in streams(key, 4_000))
    births = given_births()
    means = sorted(births[name][2] for name in drawn.elements())
    middle = means[len(means) // 2]
    assert abs(middle - year) < 15
    assert usual <= {name for name, _ in drawn.most_common(25)}
    assert sum(drawn[name] for name in never) < 20
    # Nobody bears what no list counts.
    assert set(births) >= set(drawn)


def test_every_gender_length_and_time_has_names_to_draw(key: CohortKey) -> None:
    genders: tuple[Gender, ...] = ("f", "m", "x")
    for gender in genders:
        for length_class in (None, 0, 1, 2):
            for year in (None, 1000, 1890, 1931, 1980, 2024, 2999):
                born = None if year is None else by_births.class_of_birth(year)
                (stream,) = streams(key, 1)
                assert by_births.draw_given_name(stream, gender, length_class, born) in drawable.every_given_name(
                    gender
                )


def test_years_of_one_class_draw_alike() -> None:
    assert by_births.class_of_birth(1931) == by_births.class_of_birth(1934) != by_births.class_of_birth(1935)


@pytest.mark.parametrize(
    ("listed", "here"), [("García", "Garcia"), ("Núñez", "Nunez"), ("Éloïse", "Éloïse"), ("Stanisława", "Stanislawa")]
)
def test_a_name_is_written_with_the_accents_of_french(listed: str, here: str) -> None:
    assert drawable.as_written_here(listed) == here


def test_a_name_is_free_where_neither_it_nor_a_word_of_it_is_an_original() -> None:
    originals = frozenset({"jean moulin", "lilas"})
    assert drawable.is_free("Jean Jaurès", originals)
    assert drawable.is_free("Lilasse", originals)
    assert not drawable.is_free("Jean-Moulin", originals)
    assert not drawable.is_free("les Lilas", originals)


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("Yvette", 1935, True),
        ("Yvette", 1890, True),
        ("Yvette", 2017, False),
        ("Kylian", 2024, True),
        ("Dylan", 2024, False),
        ("Kylian", 2100, True),
        ("Marie-Thérèse", 1945, True),
        ("Marie-Thérèse", 1995, False),
    ],
)
def test_a_name_is_of_a_time_near_that_of_those_who_bear_it(name: str, year: int, expected: bool) -> None:
    assert by_births.is_of_time(name, year) is expected
