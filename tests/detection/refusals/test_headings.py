"""Heads of columns are no names; whoever stands in a table is."""

from __future__ import annotations

import pytest
from both_ways import marked

from palimpseste.detection.refusals import refusal_of


@pytest.mark.parametrize(
    "passage",
    [
        "Nom            Adresse          Heure   [Soin]\nGARCIA         4 rue du Moulin  08:15   insuline",
        "Patient      [Ville]        MT\nRoche        Vichy        Dupuy",
        "NOM;PRENOM;[UF];LIT",
        "| Date | [IDE] | Soin |",
        "NOM PRENOM [SERVICE] LIT\nMARTIN PAUL CARDIO 12",
    ],
)
def test_a_head_of_a_column_is_refused(passage: str) -> None:
    assert refusal_of(*marked(passage, "LASTNAME", "model")) == "column.head"


@pytest.mark.parametrize(
    "passage",
    [
        "[Ville]  Vichy  MT",  # the line heads nothing
        "Nom  [Ville]",
        "Nom : [Ville]  Service : Lit",
        "Nom  Prénom  [Ville]  12",
        "NOM PRENOM [VILLE] BERTRAND",
        "Nom  Prénom  [Garcia]  Service",
    ],
)
def test_whoever_stands_in_a_table_stays(passage: str) -> None:
    assert refusal_of(*marked(passage, "LASTNAME", "model")) != "column.head"
