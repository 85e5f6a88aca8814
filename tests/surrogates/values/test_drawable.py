"""Which names of the lists stand for a name: of its length, gender and first sound, from France and elsewhere."""

from __future__ import annotations

import pytest

from palimpseste.folding import fold_name
from palimpseste.surrogates import CohortKey
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.values import drawable
from palimpseste.writings.lists import Gender, family_names, given_names

VOWELS = "aeiouyh"


@pytest.mark.parametrize(
    ("name", "shortest", "longest"),
    [("abcd", 4, 5), ("abcde", 4, 5), ("abcdef", 6, 8), ("abcdefgh", 6, 8), ("abcdefghi", 9, 99), ("ab", 4, 5)],
)
def test_a_family_name_stands_for_names_of_its_length_and_first_sound(name: str, shortest: int, longest: int) -> None:
    for start in ("a", "b", "h", "y"):
        halves = drawable.family_names_like(start + name[1:])
        expected = tuple(
            [
                each
                for each in dict.fromkeys(family_names(origin))
                if shortest <= len(each) <= longest
                and each.isalpha()
                and each[0].isupper()
                and not each.isupper()
                and (fold_name(each)[0] in VOWELS) == (start in VOWELS)
            ]
            for origin in ("france", "world")
        )
        assert tuple(map(list, halves)) == expected
        assert min(map(len, halves)) > 0


@pytest.mark.parametrize("gender", ["f", "m"])
def test_a_given_name_stands_for_names_of_its_gender_length_and_first_sound(gender: Gender) -> None:
    people = {name: (its_gender, origin) for name, its_gender, origin in given_names()}
    for folded, shortest, longest in (("anna", 4, 5), ("marcelle", 6, 8), ("bernadette", 9, 99)):
        french, others = drawable.given_names_like(folded, gender)
        assert min(len(french), len(others)) >= 30
        for half, is_french in ((french, True), (others, False)):
            for name in half:
                assert people[name][0] == gender
                assert (people[name][1] == "french") is is_french
                assert shortest <= len(name) <= longest
                assert (fold_name(name)[0] in VOWELS) == (folded[0] in VOWELS)


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
    of_classes = [drawable.family_names_like(start + "b" * size) for start in "ab" for size in (3, 6, 9)]
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
