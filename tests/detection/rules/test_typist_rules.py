from __future__ import annotations

import pytest
from rule_sentences import check

from palimpseste.detection.rules.names.typists import RULES


@pytest.mark.parametrize(
    "sentence",
    [
        "Frappe : <LASTNAME>mlc</LASTNAME>",
        "relecture Dr Barral, frappe <LASTNAME>lc</LASTNAME> 27/11",
        "édité 12/08/2025 par <LASTNAME>mdv</LASTNAME>\nMme",
        "édité 11/06/2024 06:52  par <LASTNAME>ttv</LASTNAME>\n\nNom",
        "TAPÉ PAR <LASTNAME>SD</LASTNAME> LE 08/03",
        "Dicté par <LASTNAME>MPSL</LASTNAME>, tapé par <LASTNAME>nv</LASTNAME>",
        "Secr. <LASTNAME>MHS</LASTNAME> 03 69 55 07 83",
        "Édité le 17/05/24 15:02",
        "frappée vers 3 h devant témoin",
        "tapée vite, désolé",
        "relu OK   sd",
        "Relu : oui\nvoyage",
        "Imprimé en 2 ex., dont un",
        "dicté le 4, pas signé",
        "dicté par Mme Durand",
        "frappe sf.doc",
    ],
)
def test_letters_behind_what_was_done_to_a_letter_are_somebody(sentence):
    check(RULES, "name.typist", sentence)
