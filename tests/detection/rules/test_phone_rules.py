from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.phones import RULES

SENTENCES = {
    "phone.french": [
        "Tél. <PHONE>01.42.16.00.00</PHONE>",
        "fille au <PHONE>06 12 34 56 78</PHONE>.",
        "portable <PHONE>0612345678</PHONE>, fixe <PHONE>02-98-11-22-33</PHONE>",
        "gsm <PHONE>0298 44 71 36</PHONE>",
        "Allemagne <PHONE>0049 171 330 8846</PHONE>",
        "son fils <PHONE>0033 6 12 34 56 78</PHONE>",
        "tél <PHONE>O6 8I 44 O2 97</PHONE>",
        "n° vert <PHONE>0 800 29 41 17</PHONE>",
        "tel <PHONE>0 7 6 9 1 4 5 0 2 2</PHONE>",
        "fille :   <PHONE>06   12   84   56   71</PHONE>   ( soir )",
        "32100Tél<PHONE>05.62.28.41.07</PHONE>",
    ],
    "phone.international": [
        "joint au <PHONE>+33 (0)6 80 51 74 26</PHONE>",
        "cousin <PHONE>+1 767 245 66 10</PHONE>",
        "Londres <PHONE>+44 (20) 7946 0958</PHONE>, fils",
        "cousin   <PHONE>+33   6   80   51   74   26</PHONE>   le   soir",
        "Kiev <PHONE>+380 56 440 17 28</PHONE>",
    ],
    "phone.announced": [
        "poste <PHONE>4 52 13</PHONE>",
        "poste <PHONE>6145</PHONE>, DECT <PHONE>8 4417</PHONE>",
        "bip <PHONE>744</PHONE> la nuit",
        "Tél. <PHONE>20 83 19</PHONE> à Nouméa",
        "fax <PHONE>40 48 62 62</PHONE>",
        "DECT garde <PHONE>5 27 90</PHONE>",
    ],
    "phone.said": [
        "au <PHONE>zéro six vingt-quatre quatre-vingt-huit dix-neuf zéro trois</PHONE>",
        "fax <PHONE>zéro cinq quatre vingt dix quatre vingt neuf onze quarante sept</PHONE>",
    ],
}

TRAPS = {
    "phone.french": [
        "le 03/03/2022 17:31",
        "n° série AX 009 417",
        "IPP 0800437219",
        "créatinine 0.8, 0,5 mg, 01/02/03",
        "S-0088213",
        "Examen 0612",
        "heures   08   10   12   14   16",
        "glycémies   12   06   98   04   11   08",
        "04   98   12   06   11   07",
    ],
    "phone.international": ["K+ 4,2 mmol, HCO3+ 24", "J+12 34 SA", "Rh+ 1 2 3"],
    "phone.announced": ["BIP 54,1 mm", "poste 12", "rotation interne 45°", "appel 15", "contact le 12/03/2021"],
    "phone.said": ["zéro douleur", "zéro un"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_numbers_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_figures_are_no_telephone_numbers(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_phones_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
