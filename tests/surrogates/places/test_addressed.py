"""A university's hospital is one where the town of its address has one."""

from __future__ import annotations

import re

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.folding import fold_name
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import alone
from palimpseste.surrogates.places.choices import has_university
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.addressed import cities_of_addresses

LETTER = (
    "<HOSPITAL>CHU Jeanne-Ravel</HOSPITAL>\n<ADDRESS>3 rue des Lilas</ADDRESS> - BP 12\n<ZIP>21034</ZIP> "
    "<CITY>Dijon Cedex</CITY>\n\nVu au <HOSPITAL>CHU Jeanne-Ravel</HOSPITAL>."
)


def written(marked: str, policy: str, number: int, *, is_alone: bool = True) -> str:
    text, spans = parse_markup(marked)
    document = Document("note", text, patient=Patient(patient_id="1"))
    replacer = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named(policy))
    return replacer(alone(document) if is_alone else document, spans).text


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_university_hospital_is_one_where_its_address_has_one(policy: str) -> None:
    heads = set()
    for number in range(24):
        text = written(LETTER, policy, number)
        town = re.search(r"\d{5} (.+) Cedex", text)
        assert town is not None
        first, second = re.findall(r"\bCHU?\b(?= [A-ZÉ])", text)
        assert first == second == ("CHU" if has_university(town[1]) else "CH"), text
        heads.add(first)
    assert heads == ({"CH", "CHU"} if policy == "dp" else {"CHU"})


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_hospital_named_after_no_town_is_that_of_its_address(policy: str) -> None:
    marked = (
        "<HOSPITAL>Centre Hospitalier de Saintonge</HOSPITAL>\n<ADDRESS>11 bd Ambroise-Paré</ADDRESS> - BP 103\n"
        "<ZIP>17108</ZIP> <CITY>SAINTES CEDEX</CITY>"
    )
    for number in range(12):
        first, *_, last = written(marked, policy, number).split("\n")
        named = re.sub(r"Centre Hospitalier (?:de |d')", "", first)
        assert fold_name(named) == fold_name(re.sub(r"\d+ | CEDEX", "", last))


def test_a_hospital_of_a_patient_with_other_documents_stays_what_it_is() -> None:
    assert all("CHU" in written(LETTER, "dp", number, is_alone=False) for number in range(12))


@pytest.mark.parametrize(
    ("marked", "cities"),
    [
        (LETTER, ["Dijon Cedex"]),
        ("<HOSPITAL>CHU Ravel</HOSPITAL>, <ZIP>21034</ZIP> <CITY>Dijon</CITY>", ["Dijon"]),
        # Where somebody lives, and a town without a code.
        ("<HOSPITAL>CHU Ravel</HOSPITAL>. Habite <ZIP>21034</ZIP> <CITY>Dijon</CITY>", []),
        ("<HOSPITAL>CHU Ravel</HOSPITAL>, <CITY>Dijon</CITY>", []),
        ("<HOSPITAL>CHU Ravel</HOSPITAL>, <LASTNAME>Morin</LASTNAME>, <ZIP>21034</ZIP> <CITY>Dijon</CITY>", []),
    ],
)
def test_an_address_stands_right_behind(marked: str, cities: list[str]) -> None:
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text), spans)
    assert [passages.source(index) for index in cities_of_addresses(passages).values()] == cities
