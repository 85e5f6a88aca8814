"""A street line or a body has one spelling, however short it is written."""

from __future__ import annotations

import pytest

from palimpseste.writings.spelling_out import body_spelled_out, street_line_spelled_out


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        ("12 rue de la Paix", "12 rue de la paix"),
        ("12, R. de la PAIX", "12 rue de la paix"),
        ("3bis av. du Gal-Leclerc, bât. B", "3 bis avenue du general leclerc batiment b"),
        ("RÉSIDENCE LES\nTILLEULS", "residence les tilleuls"),
        ("", ""),
    ],
)
def test_a_street_line_is_spelled_out(value: str, spelled: str) -> None:
    assert street_line_spelled_out(value) == spelled


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        ("Hôpital St Louis", "hopital saint louis"),
        ("C.H.U. de Dijon", "chu de dijon"),
        ("C.H. d'Auch", "ch d auch"),
        ("CH de Dijon", "ch de dijon"),
        ("lycée R. Doisneau", "lycee r doisneau"),
    ],
)
def test_a_body_is_spelled_out(value: str, spelled: str) -> None:
    assert body_spelled_out(value) == spelled
