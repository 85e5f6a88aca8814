"""A town in which the only document of a patient tells of a hospital becomes one that has as much care."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.places import around
from palimpseste.surrogates.places.care_told import care_told
from palimpseste.surrogates.places.choices import Care, choices_of
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.read import TownsRead

ATLAS = atlas_of(PlaceTable.bundled())
CHOICES = choices_of(ATLAS)
LETTERHEAD = (
    "<HOSPITAL>HÔPITAL NORD FRANCHE-COMTÉ</HOSPITAL>\nPôle Femme-Mère-Enfant - Maternité\n"
    "<ADDRESS>100 route de Moval</ADDRESS>, <ZIP>90400</ZIP> <CITY>TRÉVENANS</CITY>"
)


def setting_of(marked: str, number: int = 0) -> Setting:
    text, spans = parse_markup(marked)
    return Setting.of(Document(f"note {number}", text), spans, MasterKey(bytes(range(32))).cohort("care"))


def told(marked: str) -> dict[str, Care]:
    setting = setting_of(marked)
    found = care_told(setting, TownsRead(setting, ATLAS, is_alone=True), CHOICES.care_in)
    return {town.name: care for town, care in found.items()}


@pytest.mark.parametrize(
    ("marked", "care"),
    [
        ("URG <HOSPITAL>CH ROUBAIX</HOSPITAL>", {"Roubaix": Care.EMERGENCIES}),
        ("<HOSPITAL>Groupe Hospitalier du Havre</HOSPITAL>", {"Le Havre": Care.EMERGENCIES}),
        ("<HOSPITAL>Clinique Sainte-Anne</HOSPITAL>, <CITY>Roubaix</CITY>", {"Roubaix": Care.BEDS}),
        ("<HOSPITAL>Centre hospitalier de Rouffach</HOSPITAL>", {"Rouffach": Care.BEDS}),
        ("transfert en réanimation à <CITY>Bastia</CITY>", {"Bastia": Care.EMERGENCIES}),
        (LETTERHEAD, {"Trévenans": Care.BEDS}),
        # A house where nobody lies, and a town that nobody was treated in.
        ("<HOSPITAL>EHPAD de Roubaix</HOSPITAL>, <HOSPITAL>PMI de Bastia</HOSPITAL>", {}),
        ("<HOSPITAL>CHU Ravel</HOSPITAL>. Habite à <CITY>Roubaix</CITY>", {}),
        ("<HOSPITAL>CHU Ravel</HOSPITAL>\n<LASTNAME>Morin</LASTNAME>, <ZIP>59100</ZIP> <CITY>Roubaix</CITY>", {}),
    ],
)
def test_care_is_told_of_towns_of_hospitals(marked: str, care: dict[str, Care]) -> None:
    assert told(marked) == care


def drawn(marked: str, town: str) -> Iterator[Commune]:
    for number in range(12):
        setting = setting_of(marked, number)
        read = TownsRead(setting, ATLAS, is_alone=True)
        source = PlausibleTowns(setting, read)
        towns = [each for index in range(len(setting.spans)) for each in read.told_by(index)]
        yield next(source.commune(each) for each in towns if each.commune is not None and each.commune.name == town)


@pytest.mark.parametrize(
    ("marked", "town", "care"),
    [
        ("<HOSPITAL>CH ROUBAIX</HOSPITAL>, habite <CITY>Wattrelos</CITY>", "Roubaix", Care.EMERGENCIES),
        ("<CITY>Le Havre</CITY>, <HOSPITAL>Groupe Hospitalier du Havre</HOSPITAL>", "Le Havre", Care.EMERGENCIES),
        ("<HOSPITAL>CH</HOSPITAL>, <ZIP>14100</ZIP> <CITY>Lisieux</CITY>", "Lisieux", Care.EMERGENCIES),
        (LETTERHEAD, "Trévenans", Care.BEDS),
    ],
)
def test_a_town_of_a_hospital_comes_out_with_as_much_care(marked: str, town: str, care: Care) -> None:
    assert all(CHOICES.care_in(each) >= care for each in drawn(marked, town))


def test_what_stands_for_towns_of_hospitals_stays_in_their_department(monkeypatch: pytest.MonkeyPatch) -> None:
    towns = "Valence", "Montélimar", "Die", "Romans-sur-Isère"
    marked = ", ".join(f"<HOSPITAL>CH de {town}</HOSPITAL>" for town in towns)

    def departments() -> int:
        return sum(
            len({town.department for town in each}) for each in zip(*(drawn(marked, t) for t in towns), strict=True)
        )

    found = departments()
    monkeypatch.setattr(around, "_DEPARTMENT_AMONG", 0)
    assert found < departments()
