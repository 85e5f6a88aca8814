"""Two parts of an address that the way to a door stands between are one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.beside.united import with_doors
from palimpseste.detection.view import TextView

DOORS = {
    "<ADDRESS>Tour Nord, 1er ét</ADDRESS>. à droite en sortant de l'ascenseur, <ADDRESS>8 rue Basse</ADDRESS>": (
        "<ADDRESS>Tour Nord, 1er ét. à droite en sortant de l'ascenseur, 8 rue Basse</ADDRESS>"
    ),
    "<ADDRESS>8 rue Basse</ADDRESS> au fond de la cour, <ADDRESS>bât. B</ADDRESS>": (
        "<ADDRESS>8 rue Basse au fond de la cour, bât. B</ADDRESS>"
    ),
    "de <ADDRESS>8 rue Basse</ADDRESS> déménage au <ADDRESS>3 rue Haute</ADDRESS>": None,
    "<ADDRESS>8 rue Basse</ADDRESS>\nau fond\n<ADDRESS>3 rue Haute</ADDRESS>": None,
    "<CITY>Apt</CITY> à droite de <ADDRESS>3 rue Haute</ADDRESS>": None,
}


@pytest.mark.parametrize("marked", DOORS)
def test_the_way_to_a_door_is_part_of_an_address(marked: str) -> None:
    text, spans = parse_markup(marked)
    spans = [replace(span, source="model") for span in spans]
    assert marked_text(text, with_doors(TextView.of(text), spans)) == (DOORS[marked] or marked)
