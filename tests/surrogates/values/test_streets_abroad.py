"""Streets of other languages stay such, under another name and number."""

from __future__ import annotations

import re

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.values.streets_abroad import street_abroad


def written(address: str, number: int) -> str:
    """Return what stands for an address under one of some keys."""
    text, spans = parse_markup(f"<ADDRESS>{address}</ADDRESS>")
    key = MasterKey(number.to_bytes(32, "big")).cohort("test")
    return Replacer(key, Policy.named("plausible"))(Document("note", text), spans).text


@pytest.mark.parametrize(
    ("address", "new"),
    [
        ("41 Harbour Street", r"\d\d [A-Z]\w+ Street"),
        ("41 Harbour Street, Bristol BS3 4ED", r"\d\d [A-Z]\w+ Street, [A-Z][a-z]+ [A-Z]{2}\d \d[A-Z]{2}"),
        ("7b Old Quarry Lane", r"\d[a-z] [A-Z]\w+ Lane"),
        ("Zeppelinstraße 14", r"[A-Z]\w+straße \d\d"),
        ("Fuchsgasse 3", r"[A-Z]\w+gasse \d"),
        ("Haverstraat 84, bus 3", r"[A-Z]\w+straat \d\d, bus \d"),
        ("via Pacinotti 41", r"via [A-Z]\w+ \d\d"),
        ("Calle Zurbano 9", r"Calle [A-Z]\w+(?: [A-Z]\w+)? \d"),
        ("Rua do Carvalho 12", r"Rua d?[aeo]?s? ?.+ \d\d"),
    ],
)
def test_a_street_of_another_language_stays_one(address: str, new: str) -> None:
    for number in range(6):
        found = written(address, number)
        assert re.fullmatch(new, found), found
        assert found != address


@pytest.mark.parametrize(
    "address", ["12 rue des Lilas", "Les Platanes", "3 allée de Via Nova", "9 place Lane", "le Grand-Platz", "12 Grove"]
)
def test_a_french_street_is_none(address: str) -> None:
    def never(_: str, __: object) -> str:
        raise AssertionError

    assert street_abroad(address, None, never) is None  # type: ignore[arg-type] # nothing is drawn
