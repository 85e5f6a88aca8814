"""Places by what they are, streets named after who has a title, regiments and banks."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.told.located import of_kinds
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def located(marked: str) -> list[tuple[str, str]]:
    text, entities = parse_markup(marked)
    spans = [Span(entity.start, entity.end, entity.label, "model") for entity in entities]
    view = TextView.of(text)
    words = frozenset(Tokens(view, alphabet()).words)
    return [(text[span.start : span.end], span.label) for span in of_kinds(view, spans, words)]


@pytest.mark.parametrize(
    ("marked", "name", "label"),
    [
        ("un mérou de la passe de <FIRSTNAME>Tapuhiria</FIRSTNAME> :", "passe de Tapuhiria", "LOCATION"),
        ("chute aux bains de <CITY>Llo</CITY>.", "bains de Llo", "LOCATION"),
        ("au pied du col d'<LOCATION>Aubisque</LOCATION>", "col d'Aubisque", "LOCATION"),
        ("noyade au lac de Guerlédan", "lac de Guerlédan", "LOCATION"),
        ("à l'étang de Vaccarès.", "étang de Vaccarès", "LOCATION"),
        ("IDEL, hameau de <CITY>Poggio</CITY>, 04 95", "hameau de Poggio", "ADDRESS"),
        ("2 fois, hameau de <CITY>piazza</CITY>", "hameau de piazza", "ADDRESS"),
        ("Boulevard du Pr Émile Sergent, Lille", "Boulevard du Pr Émile Sergent", "ADDRESS"),
        ("12 bis rue du Dr Roux\n", "12 bis rue du Dr Roux", "ADDRESS"),
        ("avenue du Docteur Calmette, 3e", "avenue du Docteur Calmette", "ADDRESS"),
        ("engagé au 2e REI", "2e REI", "ORGANIZATION"),
        ("caporal au 21e RIMa.", "21e RIMa", "ORGANIZATION"),
        ("service militaire au 43e RI", "43e RI", "ORGANIZATION"),
        ("greffon commandé Banque française des yeux", "Banque française des yeux", "ORGANIZATION"),
        ("Homogreffes Banque de tissus HCL lots", "Banque de tissus HCL", "ORGANIZATION"),
    ],
)
def test_a_kind_tells_a_name(marked: str, name: str, label: str) -> None:
    assert located(marked) == [(name, label)]


@pytest.mark.parametrize(
    "marked",
    [
        "fracture du col du fémur",
        "anse de <LASTNAME>Roux</LASTNAME>",
        "baignade au lac de montagne",
        "<LOCATION>lac de Guerlédan</LOCATION>",
        "habite le hameau de <CITY>Poggio</CITY> depuis",
        "prend la place du Dr Morel",
        "au cours du Pr Martin",
        "revu en 2e RA",
        "2e RCP le 3",
        "1er RDV",
        "banque de sang prévenue",
        "allergie au lac",
    ],
)
def test_the_like_is_none(marked: str) -> None:
    assert located(marked) == []
