from __future__ import annotations

import pytest
from rule_sentences import check

from palimpseste.detection.rules.names.small import RULES


@pytest.mark.parametrize(
    "sentence",
    [
        "vu mr <LASTNAME>le bras</LASTNAME> ce jour",
        "mme <LASTNAME>le goff</LASTNAME>, chambre 4",
        "MR <LASTNAME>le bras</LASTNAME>",
        "mr le maire a appelé, mme la patiente aussi",
        "monsieur le docteur, madame la directrice",
        "mr le Bras",
        "mme de garde",
    ],
)
def test_a_listed_name_with_an_article_is_found_and_a_role_is_not(sentence):
    check(RULES, "name.title.small", sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "mme <LASTNAME>lundi</LASTNAME> se plaint de céphalées",
        "mr <LASTNAME>janvier</LASTNAME> est sorti",
        "mme <LASTNAME>dimanche</LASTNAME> s'alimente peu",
        "appeler mme lundi",
        "vu mme lundi à la consultation",
        "vu mme Lundi est sortie",
        "mme lundi estimée",
    ],
)
def test_a_day_behind_a_title_is_a_name_where_a_verb_follows(sentence):
    check(RULES, "name.title.day", sentence)
