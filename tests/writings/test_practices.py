from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.places import PlaceTable
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.practices import practices_of
from palimpseste.writings.towns.read import TownsRead

FAR = "cabinet de médecine générale, " * 4


def read(marked: str) -> dict[str, tuple[str, str]]:
    """Return department and town of each number, as the marked text tells them."""
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("1", text), spans)
    towns = TownsRead(passages, atlas_of(PlaceTable.bundled()))
    told = [index for index, span in enumerate(spans) if span.label in ("CITY", "ZIP")]
    found = practices_of(passages, towns, told).items()
    return {
        number: (each.department, each.town.commune.name if each.town and each.town.commune else "")
        for number, each in found
    }


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("<CITY>Lyon</CITY>, <OTHER_ID>69 1 04417 3</OTHER_ID>", {"691044173": ("69", "Lyon")}),
        (
            "<CITY>Villeurbanne</CITY>, FINESS <OTHER_ID>690781810</OTHER_ID>, <CITY>Lyon</CITY>",
            {"690781810": ("69", "Villeurbanne")},
        ),
        ("FINESS ET : <OTHER_ID>69|0|7|8|1|8|1|0</OTHER_ID> <CITY>Lyon</CITY>", {"690781810": ("69", "Lyon")}),
        ("FINESS <OTHER_ID>970408124</OTHER_ID> <CITY>Le Tampon</CITY>", {"970408124": ("974", "Le Tampon")}),
        ("AM <OTHER_ID>20 1 00731 4</OTHER_ID> <CITY>Bastia</CITY>", {"201007314": ("2B", "Bastia")}),
        ("FINESS <OTHER_ID>2A0000014</OTHER_ID>", {"2a0000014": ("2A", "")}),
        ("<CITY>Lyon</CITY>, ADELI <OTHER_ID>13 933 148 2</OTHER_ID>", {"139331482": ("13", "")}),
        ("<CITY>Lyon</CITY>, lot <OTHER_ID>139331482</OTHER_ID>", {}),
        (
            f"<CITY>Vénissieux</CITY>, {FAR} <OTHER_ID>691044173</OTHER_ID>\n3 rue Noire, <CITY>Lyon</CITY>",
            {"691044173": ("69", "Lyon")},
        ),
        (
            f"<CITY>Lyon</CITY>\n{FAR} habite <CITY>Vénissieux</CITY>. {FAR} ADELI <OTHER_ID>691044173</OTHER_ID>",
            {"691044173": ("69", "Lyon")},
        ),
        (
            "MDPH du Rhône - Numéro du dossier de la demande : <OTHER_ID>69-2022-04418</OTHER_ID>",
            {"69202204418": ("69", "")},
        ),
        ("<CITY>Lyon</CITY>\nN° de dossier à la MDPH :\n<OTHER_ID>69-D-1173</OTHER_ID>", {"69d1173": ("69", "Lyon")}),
        ("inscrite à l'Ordre sous le n° <OTHER_ID>69/71194</OTHER_ID>, <CITY>Lyon</CITY>", {"6971194": ("69", "Lyon")}),
        (
            f"<CITY>Vénissieux</CITY> {FAR} <CITY>Bron</CITY>, APA <OTHER_ID>69-21-03384</OTHER_ID>",
            {"692103384": ("69", "Bron")},
        ),
        ("<CITY>Lyon</CITY>. Dossier APA <OTHER_ID>69APA-118834</OTHER_ID>", {"69apa118834": ("69", "Lyon")}),
        ("<CITY>Lyon</CITY>. Lot <OTHER_ID>69LOT-118834</OTHER_ID>", {}),
        ("<CITY>Lyon</CITY>. MDPH.\n\nLot <OTHER_ID>69-118420</OTHER_ID>", {}),
        ("FINESS <OTHER_ID>000781810</OTHER_ID>", {}),
        ("<CITY>Lyon</CITY> <OTHER_ID>6910441734</OTHER_ID> <PATIENT_ID>691044173</PATIENT_ID>", {}),
    ],
)
def test_a_number_belongs_to_a_town_of_its_department(marked: str, found: dict[str, tuple[str, str]]) -> None:
    assert read(marked) == found
