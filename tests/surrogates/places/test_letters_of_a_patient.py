"""Under `plausible` what only one letter of a patient tells is not looked at where there may be others."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document, Patient
from palimpseste.surrogates import MasterKey, Policy, Replacer


def written(marked: str, label: str, number: int, **record: str) -> str:
    """Return what stands for the last value of a label, in a letter of a patient who may have others."""
    text, spans = parse_markup(marked)
    replacer = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named("plausible"))
    result = replacer(Document(text, text, patient=Patient(patient_id="7", **record)), spans)
    return [
        result.text[span.start : span.end] for span in result.spans if span.label == label and span.source != BESIDE
    ][-1]


@pytest.mark.parametrize(
    ("label", "alone", "beside"),
    [
        (
            "HOSPITAL",
            "<HOSPITAL>Hôpital de Zzyrmouski</HOSPITAL>",
            "<HOSPITAL>Hôpital de Zzyrmouski</HOSPITAL>, <CITY>Zzyrmouski</CITY> (<LOCATION>Canada</LOCATION>)",
        ),
        (
            "CITY",
            "vit à <CITY>Niafounkou</CITY>",
            "de <CITY>Bamako</CITY> puis <CITY>Niafounkou</CITY>",
        ),
        (
            "CITY",
            "vit à <CITY>Rouffach</CITY>",
            "<HOSPITAL>Centre hospitalier de Rouffach</HOSPITAL>, <CITY>Rouffach</CITY>",
        ),
        (
            "CITY",
            "vit à <CITY>Givet</CITY>",
            "<ZIP>B-5500</ZIP> <CITY>Dinant</CITY>, F-<ZIP>08600</ZIP> <CITY>Givet</CITY>",
        ),
        (
            "OTHER_ID",
            "marqué <OTHER_ID>TG</OTHER_ID>",
            "<FIRSTNAME>Thérèse</FIRSTNAME> <LASTNAME>Guibert</LASTNAME>, marqué <OTHER_ID>TG</OTHER_ID>",
        ),
        (
            "PHONE",
            "<PHONE>+32 81 42 38 60</PHONE>",
            "<ZIP>B-5000</ZIP> <CITY>Namur</CITY>, <PHONE>+32 81 42 38 60</PHONE>",
        ),
    ],
)
def test_letters_agree_whatever_else_stands_in_one(label: str, alone: str, beside: str) -> None:
    for number in range(8):
        assert written(alone, label, number) == written(beside, label, number)


def test_a_site_of_an_island_is_one_in_all_letters() -> None:
    record = {"city": "Saint-Pierre", "zip": "97410"}
    site = "<HOSPITAL>CHU - site Sud</HOSPITAL>"
    for number in range(8):
        others = (
            written(f"{site}, <CITY>{town}</CITY>", "HOSPITAL", number, **record) for town in ("Saint-Leu", "Salazie")
        )
        assert set(others) == {written(site, "HOSPITAL", number, **record)}
