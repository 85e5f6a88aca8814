from __future__ import annotations

import pytest
from rule_sentences import cases, check_every_rule_is_shown
from word_rule_sentences import check_alone

from palimpseste.detection.rules.names.glued import glued_rules

SENTENCES = {
    "name.glued.title": [
        "avis Dr<LASTNAME>Kervella</LASTNAME> ce jour",
        "Mme<LASTNAME>Benali</LASTNAME> sort demain",
        "(Pr<LASTNAME>Szymanski</LASTNAME>)",
    ],
    "name.glued.small": [
        "appel dr<LASTNAME>kervella</LASTNAME>",
        "mme<LASTNAME>haddad</LASTNAME> dort",
        "vu avec mr<LASTNAME>diallo</LASTNAME>, ok sortie",
    ],
    "name.glued.pair": [
        "<LASTNAME>DIALLOOusmane</LASTNAME> lit 3",
        "patient <LASTNAME>KERVELLAYann</LASTNAME>, sorti",
    ],
}

TRAPS = {
    "name.glued.title": ["Drain en place", "Présence d'un épanchement", "Prise de sang"],
    "name.glued.small": ["drain retiré", "prise en charge", "prudence", "pression stable", "dragées au fer"],
    "name.glued.pair": ["IRMc réalisée", "ECGs normaux", "NaCl", "HbA1c", "CRPus"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_names_glued_to_a_title_or_to_each_other_are_found(name: str, sentence: str) -> None:
    check_alone(glued_rules(), name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_words_that_begin_like_a_title_are_left(name: str, sentence: str) -> None:
    check_alone(glued_rules(), name, sentence)


def test_every_rule_for_glued_names_has_its_sentences() -> None:
    check_every_rule_is_shown(glued_rules(), SENTENCES, TRAPS)
