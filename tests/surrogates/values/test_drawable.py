"""Which names of the lists stand for a name: of its gender, from France and elsewhere, whatever its letters."""

from __future__ import annotations

import pytest

from palimpseste.surrogates import CohortKey
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.values import drawable
from palimpseste.writings.lists import Gender, family_names, given_names


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
            for each in dict.fromkeys(family_names(origin))
            if shortest <= len(each) <= longest and each.isalpha() and each[0].isupper() and not each.isupper()
        ]
        for origin in ("france", "world")
    )
    halves = drawable.family_names(like)
    assert tuple(map(list, halves)) == expected
    assert min(map(len, halves)) > 0


@pytest.mark.parametrize("gender", ["f", "m"])
def test_given_names_are_all_of_a_gender_or_those_of_a_length(gender: Gender) -> None:
    people = {name: (its_gender, origin) for name, its_gender, origin in given_names()}
    for like, shortest, longest in ((None, 4, 99), ("anna", 4, 5), ("marcelle", 6, 8), ("bernadette", 9, 99)):
        french, others = drawable.given_names(gender, like)
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
        own = {name for name, its, _ in given_names() if its == gender} & set(names)
        assert own
        assert set(names[: len(own)]) == own
        assert set(names) == set(drawable.every_given_name("x"))
    family = drawable.every_family_name()
    assert len(set(family)) == len(family)
    of_classes = [drawable.family_names("b" * size) for size in (4, 7, 10)]
    assert set(family) == {name for halves in of_classes for half in halves for name in half}
    assert {len(name) > 3 and name.istitle() for name in names if name.isascii()} == {True}


def test_a_half_is_drawn_first_then_a_name_of_it(key: CohortKey) -> None:
    drawn = [
        drawable.draw_name((("Un",), ("Deux", "Trois", "Quatre")), Draws(key, "note").stream("NAME", str(n), "half"))
        for n in range(400)
    ]
    # Binomial of mean 200 and deviation 10; the key is fixed.
    assert 150 < drawn.count("Un") < 250
    assert set(drawn) == {"Un", "Deux", "Trois", "Quatre"}


def test_a_name_is_free_where_neither_it_nor_a_word_of_it_is_an_original() -> None:
    originals = frozenset({"jean moulin", "lilas"})
    assert drawable.is_free("Jean Jaurès", originals)
    assert drawable.is_free("Lilasse", originals)
    assert not drawable.is_free("Jean-Moulin", originals)
    assert not drawable.is_free("les Lilas", originals)
