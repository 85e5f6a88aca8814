"""Family names with a particle, in lists of people and in capitals."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.beside.particles import with_particles
from palimpseste.detection.view import TextView

LED = {
    "<LASTNAME>Blanc</LASTNAME> (anapath), de <CITY>Lavaur</CITY> (radio), fin": (
        "<LASTNAME>Blanc</LASTNAME> (anapath), <LASTNAME>de Lavaur</LASTNAME> (radio), fin"
    ),
    "garde : <FIRSTNAME>Chen</FIRSTNAME> / de <CITY>Montreuil</CITY>)": (
        "garde : <FIRSTNAME>Chen</FIRSTNAME> / <LASTNAME>de Montreuil</LASTNAME>)"
    ),
    "<LASTNAME>Roy</LASTNAME> (IDE), d'<LASTNAME>Arvor</LASTNAME> (AS), puis": (
        "<LASTNAME>Roy</LASTNAME> (IDE), <LASTNAME>d'Arvor</LASTNAME> (AS), puis"
    ),
    "sa nièce <LASTNAME>Roy</LASTNAME>, de <LASTNAME>Barfleur</LASTNAME>, appelle": None,
    "<LASTNAME>Roy</LASTNAME> / de la <LASTNAME>Tour</LASTNAME>\n": (
        "<LASTNAME>Roy</LASTNAME> / <LASTNAME>de la Tour</LASTNAME>\n"
    ),
    "M. <LASTNAME>Morel</LASTNAME>, de <CITY>Lavaur</CITY>, appelle": None,
    "Mme <LASTNAME>Chen</LASTNAME> (fille), de <CITY>Bordeaux</CITY>, vient": None,
    "<LASTNAME>Roy</LASTNAME>, de <LASTNAME>Garde</LASTNAME> lundi": None,
    "le <DATE>3</DATE> / de <CITY>Montreuil</CITY>)": None,
    "Pr <LASTNAME>CASTEL</LASTNAME> DE <HOSPITAL>BEAU REPAIRE</HOSPITAL> (chir.)": (
        "Pr <LASTNAME>CASTEL DE BEAU REPAIRE</LASTNAME> (chir.)"
    ),
    "vue par <LASTNAME>ROY</LASTNAME> D'<CITY>AVRAY</CITY> hier": "vue par <LASTNAME>ROY D'AVRAY</LASTNAME> hier",
    "DR <LASTNAME>MARTIN</LASTNAME> DE <CITY>LYON</CITY> A VU": None,
    "le Dr <LASTNAME>MARTIN</LASTNAME> de <CITY>LYON</CITY> a vu": None,
    "le Dr <LASTNAME>MARTIN</LASTNAME> DE <CITY>Lyon</CITY> a vu": None,
}


@pytest.mark.parametrize("marked", LED)
def test_a_particle_belongs_to_the_name(marked: str) -> None:
    text, spans = parse_markup(marked)
    found = with_particles(TextView.of(text), [replace(span, source="model") for span in spans])
    assert marked_text(text, found) == (LED[marked] or marked)


def test_time_is_linear() -> None:
    text, spans = parse_markup("<LASTNAME>Roy</LASTNAME> (radio), de <CITY>Lavaur</CITY> (kiné), " * 5000)
    before = time.process_time()
    with_particles(TextView.of(text), [replace(span, source="model") for span in spans])
    assert time.process_time() - before < 3
