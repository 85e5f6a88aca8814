from __future__ import annotations

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.completion import completed
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

JOINED = {
    "<ORGANIZATION>lycée X</ORGANIZATION>\nde <CITY>Auray</CITY>": "<ORGANIZATION>lycée X\nde Auray</ORGANIZATION>",
    "<HOSPITAL>clinique des Lilas</HOSPITAL> de <CITY>Dijon</CITY>": "<HOSPITAL>clinique des Lilas de Dijon</HOSPITAL>",
    "<HOSPITAL>maison Ty Gwen</HOSPITAL> d'<CITY>Auray</CITY>": "<HOSPITAL>maison Ty Gwen d'Auray</HOSPITAL>",
}
APART = (
    "<HOSPITAL>clinique des Lilas</HOSPITAL> à <CITY>Dijon</CITY>",
    "<HOSPITAL>clinique des Lilas</HOSPITAL>, <CITY>Dijon</CITY>",
    "<LASTNAME>Kervella</LASTNAME> de <CITY>Lannion</CITY>",
    "<HOSPITAL>clinique des Lilas</HOSPITAL> de <LOCATION>Bretagne</LOCATION>",
)


def completion_of(marked: str) -> str:
    text, spans = parse_markup(marked)
    return marked_text(text, completed(Tokens(TextView.of(text), alphabet()), spans))


@pytest.mark.parametrize("marked", JOINED)
def test_a_body_takes_the_town_it_is_of(marked: str) -> None:
    assert completion_of(marked) == JOINED[marked]


@pytest.mark.parametrize("marked", APART)
def test_a_town_beside_a_body_stays_a_town(marked: str) -> None:
    assert completion_of(marked) == marked
