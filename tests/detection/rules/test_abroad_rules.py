from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.abroad import RULES

SENTENCES = {
    "identifier.shaped": [
        "NISS <OTHER_ID>85.07.30-033.28</OTHER_ID>",
        "registre national <OTHER_ID>85073003328</OTHER_ID>, mutuelle",
        "assuré <OTHER_ID>756.9217.0769.85</OTHER_ID>",
        "<OTHER_ID>7569217076985</OTHER_ID>",
        "RAMQ : <OTHER_ID>TREJ 8562 1419</OTHER_ID>",
        "carte <OTHER_ID>BOUF94030117</OTHER_ID> exp.",
    ],
    "identifier.numbered": [
        "caution virée sur <OTHER_ID>BE55 7331 0448 2957</OTHER_ID> hier",
        "<OTHER_ID>CH2300483019274460218</OTHER_ID> (Genève)",
        "IBAN <OTHER_ID>LU90 0291 0488 3712 0465</OTHER_ID> BIC",
    ],
    "phone.international": [
        "bureau <PHONE>450-555-0164 ext. 31</PHONE>, jour",
        "appeler au <PHONE>514-555-0123</PHONE>",
        "<PHONE>(418) 682-7511</PHONE> poste 214, bureau",
        "<PHONE>819 564-2210</PHONE>, sans frais <PHONE>1 800 555-0147</PHONE>",
    ],
    "address.postal_code": [
        "Chemin des Vergers 4, <ZIP>CH-1205</ZIP> Genève",
        "<ZIP>B - 4000</ZIP> Liège",
        "<ZIP>L-2763</ZIP> Luxembourg",
        "Montréal (Québec) <ZIP>H2J 2K8</ZIP>",
        "Québec QC <ZIP>G1R4S9</ZIP>",
    ],
}
TRAPS = {
    "identifier.shaped": [
        "85.07.30-033.27",
        "756.9217.0769.84",
        "DOSE 8532 1419",
        "TREJ 8585 1419",
        "le 12.03.2019 à 14h, 85 07 30 mesures",
    ],
    "identifier.numbered": ["BE55 7331 0448 2958", "BE29 7331", "lot FR12 3456 7890", "HLA DR04 0483 0192 7446 0218 2"],
    "phone.international": ["1 514-555-01234", "séquence 120-130-1402", "rapport 315.302-1990"],
    "address.postal_code": ["lot CH-1205", "IL-1000 pg", "gène H2A 1B2X", "vitamine B-1205 mg", "allèle H2J2K8"],
}


@pytest.mark.parametrize(("rule", "sentence"), cases(SENTENCES))
def test_rule_finds(rule, sentence):
    check(RULES, rule, sentence)


@pytest.mark.parametrize(("rule", "sentence"), cases(TRAPS))
def test_rule_leaves(rule, sentence):
    check(RULES, rule, sentence)


def test_every_rule_is_shown():
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
