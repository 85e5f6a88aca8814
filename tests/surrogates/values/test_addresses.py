"""A street line keeps its form: figures for figures, a street for a street, a house for a house."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.writings.number_words import read_number

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("12 bis rue des Lilas", r"\d+ bis rue .+"),
        ("2, place du Marché", r"\d, place .+"),
        ("3 RUE DURAND", r"\d RUE [^a-z]+"),
        ("45 lieu-dit Kerlouarn", r"\d\d lieu-dit .+"),
        ("Résidence les Tilleuls, bât. B, 3e étage", r"Résidence .+, bât\. [A-Z], (1er|([2-9]|1\d)e) étage"),
        ("1er étage", r"([2-9]|1\d)e étage"),
        ("appt 45", r"appt \d\d"),
        ("la Grange aux Belles", r"[A-ZÉ].+"),
    ],
)
def test_an_address_keeps_its_form(surrogates: Surrogates, source: str, shape: str) -> None:
    drawn = [surrogates(f"vit au <ADDRESS>{source}</ADDRESS>", id=str(number))[0] for number in range(40)]
    assert [each for each in drawn if not re.fullmatch(shape, each)] == []
    assert source not in drawn
    assert len(set(drawn)) > 4


def test_the_words_of_a_street_number_become_others(surrogates: Surrogates) -> None:
    drawn = [surrogates("<ADDRESS>douze rue des Lilas</ADDRESS>", id=str(number))[0] for number in range(60)]
    numbers = [read_number(tuple(re.split(r"[\s-]+", each.split(" rue ")[0]))) for each in drawn]
    assert all(number is not None and 2 <= number <= 130 for number in numbers)
    assert len(set(numbers)) > 20


def test_no_word_of_the_street_stays(surrogates: Surrogates) -> None:
    for number in range(60):
        (drawn,) = surrogates("<ADDRESS>12 rue des Lilas</ADDRESS>", id=str(number))
        assert "lilas" not in drawn.lower()


def test_one_line_keeps_one_surrogate_in_a_document(surrogates: Surrogates) -> None:
    first, second = surrogates("<ADDRESS>12 rue des Lilas</ADDRESS> <ADDRESS>12 RUE DES LILAS</ADDRESS>")
    assert first.lower() == second.lower()
