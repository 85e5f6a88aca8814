"""Landline numbers of Belgium and Switzerland lie in the zone of their town, old and new."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document
from palimpseste.places.codes_abroad import code_of, towns_of
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.zones_abroad import landline_abroad, zone_begun, zone_of_code


@pytest.mark.parametrize(
    ("source", "country", "figures"),
    [
        ("+32 4 366 71 85", "BE", "43667185"),
        ("0032 (0)65/41.32.70", "BE", "65413270"),
        ("065 41 32 70", "BE", "65413270"),
        ("02/412.33.20", "BE", "24123320"),
        ("+41 22 372 98 04", "CH", "223729804"),
        ("032 421 65 29", "CH", "324216529"),
        ("+41 79 421 65 29", "CH", ""),
        ("0475 61 80 33", "BE", ""),
        # Spaced as a French number is.
        ("03 24 21 65 29", "CH", ""),
        ("+33 3 24 21 65 29", "BE", ""),
        ("+352 4411 2350", "LU", ""),
    ],
)
def test_figures_of_a_landline_number(source: str, country: str, figures: str) -> None:
    assert landline_abroad(source, country) == figures


@pytest.mark.parametrize("country", ["BE", "CH"])
def test_every_town_whose_code_is_known_lies_in_a_zone(country: str) -> None:
    towns = [town.name for town in towns_of(country)]
    assert all(zone_of_code(country, code_of(country, name)) for name in towns)
    assert zone_of_code("BE", code_of("BE", "Namur")) == "81"
    assert zone_of_code("CH", code_of("CH", "Monthey")) == "24"


@pytest.mark.parametrize(
    ("marked", "country"),
    [
        ("<ZIP>B-5000</ZIP> <CITY>Namur</CITY>, tél. <PHONE>+32 81 42 38 60</PHONE>", "BE"),
        ("<ZIP>B-7500</ZIP> <CITY>Tournai</CITY>. RDV <PHONE>069/35.22.06</PHONE>", "BE"),
        ("<ZIP>CH-2800</ZIP> <CITY>Delémont</CITY> - <PHONE>032 421 65 29</PHONE>", "CH"),
    ],
)
def test_a_number_lies_in_the_zone_of_what_stands_for_its_town(marked: str, country: str) -> None:
    text, spans = parse_markup(marked)
    for number in range(12):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(Document("note", text), spans)
        _, town, phone = (result.text[span.start : span.end] for span in result.spans if span.source != BESIDE)
        figures = landline_abroad(phone, country)
        assert zone_begun(country, figures) == zone_of_code(country, code_of(country, town))
        assert figures != landline_abroad(marked.split("<PHONE>")[1].split("<")[0], country)
