"""Names, addresses and numbers of the model that go on."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.beside.extents import with_extents
from palimpseste.detection.view import TextView

GONE_ON = {
    "sort de <HOSPITAL>Larrieu</HOSPITAL> 2 ce matin": None,
    "sort de <HOSPITAL>Larrieu</HOSPITAL> 2 le 3 mai": "sort de <HOSPITAL>Larrieu 2</HOSPITAL> le 3 mai",
    "<HOSPITAL>Unité Cassin</HOSPITAL> 3\nSalle": "<HOSPITAL>Unité Cassin 3</HOSPITAL>\nSalle",
    "revu <HOSPITAL>Larrieu</HOSPITAL> 2 fois": None,
    "<HOSPITAL>CHU Nord</HOSPITAL> 12, puis": None,
    "<HOSPITAL>Larrieu</HOSPITAL> 2/j": None,
    "équipe <HOSPITAL>SAPHIR</HOSPITAL> 34 (IDE)": "équipe <HOSPITAL>SAPHIR 34</HOSPITAL> (IDE)",
    "équipe <HOSPITAL>Saphir</HOSPITAL> 34 (IDE)": None,
    "chez <HOSPITAL>Sainte-Fleurie</HOSPITAL> Dialyse, ce jour": (
        "chez <HOSPITAL>Sainte-Fleurie Dialyse</HOSPITAL>, ce jour"
    ),
    "chez <HOSPITAL>Sainte-Fleurie</HOSPITAL> dialyse, ce jour": None,
    "chez <HOSPITAL>Sainte-Fleurie</HOSPITAL> Imagerie normale": None,
    "vit <ADDRESS>bâtiment D</ADDRESS>, cellule 117.": "vit <ADDRESS>bâtiment D, cellule 117</ADDRESS>.",
    "<ADDRESS>3 rue Basse</ADDRESS>, derrière la halle aux grains, Albi": (
        "<ADDRESS>3 rue Basse, derrière la halle aux grains</ADDRESS>, Albi"
    ),
    "<ADDRESS>3 rue Basse</ADDRESS>, porte fermée": None,
    "chute <ADDRESS>rue Basse</ADDRESS>, derrière elle un vélo est passé": None,
    "aux <LOCATION>Aubépins</LOCATION>, tour 7, 4e": "aux <LOCATION>Aubépins, tour 7</LOCATION>, 4e",
    "à l'<LOCATION>hôtel Bellerive</LOCATION>, chambre 12": None,
    "habite grand <ADDRESS>rue porte bleue</ADDRESS>": "habite <ADDRESS>grand rue porte bleue</ADDRESS>",
    "le grand <ADDRESS>chemin de Rigny</ADDRESS>": None,
    "Technopôle, <ADDRESS>4 allée Curie</ADDRESS>": "<ADDRESS>Technopôle, 4 allée Curie</ADDRESS>",
    "Voltige, <ADDRESS>4 allée Curie</ADDRESS>": None,
    "vsav <CITY>saint jean</CITY> pied de port ce soir": "vsav <CITY>saint jean pied de port</CITY> ce soir",
    "habite la <CITY>tour du pin</CITY>": "habite <CITY>la tour du pin</CITY>",
    "habite à la <LOCATION>Réunion</LOCATION>": None,
    "sur l'<LOCATION>ile d'yeu</LOCATION>": None,
    "né à <CITY>Saint-Denis</CITY> en France": None,
    "SA, <LOCATION>Sentier</LOCATION> (permis": None,
    "SA, Le <LOCATION>Sentier</LOCATION> (permis": "SA, <LOCATION>Le Sentier</LOCATION> (permis",
    "compte (L'<ORGANIZATION>Atelier de Sonia</ORGANIZATION>), Pantin": (
        "compte (<ORGANIZATION>L'Atelier de Sonia</ORGANIZATION>), Pantin"
    ),
    "ENFANTS (L'<ORGANIZATION>ENVOL DES PETITS</ORGANIZATION>).": (
        "ENFANTS (<ORGANIZATION>L'ENVOL DES PETITS</ORGANIZATION>)."
    ),
    "PAR LA <ORGANIZATION>CPAM DORDOGNE</ORGANIZATION> SOUS": None,
    "Revu. L'<ORGANIZATION>amicale du Ried</ORGANIZATION> appelle": None,
    "à la <HOSPITAL>Timone</HOSPITAL> hier": None,
    "intérim Vifor <ORGANIZATION>Médical</ORGANIZATION>, as": "intérim <ORGANIZATION>Vifor Médical</ORGANIZATION>, as",
    "matériel <ORGANIZATION>Médical</ORGANIZATION>, as": None,
    "à l'<ORGANIZATION>US Marly</ORGANIZATION> handball. Je": "à l'<ORGANIZATION>US Marly handball</ORGANIZATION>. Je",
    "chez <ORGANIZATION>Marly</ORGANIZATION> handball": None,
    "D R O I T\nSCANNER IRM <HOSPITAL>BEAUREGARD</HOSPITAL>   35": (
        "D R O I T\n<HOSPITAL>SCANNER IRM BEAUREGARD</HOSPITAL>   35"
    ),
    "\nIRM <HOSPITAL>CLINIQUE BEAUREGARD</HOSPITAL>": None,
    "DEMANDE DE SCANNER <HOSPITAL>BEAUREGARD</HOSPITAL>": None,
    "à <CITY>morne</CITY> à <LOCATION>l'eau</LOCATION>, vu": "à <CITY>morne à l'eau</CITY>, vu",
    "vient de la <HOSPITAL>Villa</HOSPITAL> Senior à": "vient de la <HOSPITAL>Villa Senior</HOSPITAL> à",
    "de la <HOSPITAL>Villa</HOSPITAL> ce jour": None,
    "(<ORGANIZATION>société Mille</ORGANIZATION> et Un Plateaux) demande": (
        "(<ORGANIZATION>société Mille et Un Plateaux</ORGANIZATION>) demande"
    ),
    "chez <ORGANIZATION>Garcin</ORGANIZATION> et Fils, plombier": (
        "chez <ORGANIZATION>Garcin et Fils</ORGANIZATION>, plombier"
    ),
    "chez <ORGANIZATION>Garcin</ORGANIZATION> et Dacia, puis": None,
    "papa en côte <LOCATION>d'ivoire</LOCATION>": "papa en <LOCATION>côte d'ivoire</LOCATION>",
    "dr <LASTNAME>de brissy</LASTNAME> d'orval\n": "dr <LASTNAME>de brissy d'orval</LASTNAME>\n",
    "Mme <LASTNAME>de Brissy</LASTNAME> d'Ars, revue": "Mme <LASTNAME>de Brissy d'Ars</LASTNAME>, revue",
    "dr <LASTNAME>de brissy</LASTNAME> d'accord, sort": None,
    "Mme <LASTNAME>Brissy</LASTNAME> d'Orval": None,
    "tél. (<PHONE>+687) 20 80 11</PHONE>": "tél. <PHONE>(+687) 20 80 11</PHONE>",
    "(<PHONE>20 80 11</PHONE>)": None,
    "Rose <LASTNAME>Kervo</LASTNAME>\nadec (psychomot.)": "Rose <LASTNAME>Kervo\nadec</LASTNAME> (psychomot.)",
    "en chambre 8 de la <ADDRESS>résidence Bel Air</ADDRESS>": (
        "en <ADDRESS>chambre 8 de la résidence Bel Air</ADDRESS>"
    ),
    "sort de la chambre 8, <ADDRESS>rue Basse</ADDRESS>": None,
    "(Mme <LASTNAME>Ani</LASTNAME>\nta).": "(Mme <LASTNAME>Ani\nta</LASTNAME>).",
    "Rose <LASTNAME>Lecl</LASTNAME>\nerc, kiné": "Rose <LASTNAME>Lecl\nerc</LASTNAME>, kiné",
    "vue avec <LASTNAME>Kervoad</LASTNAME>\nsort, revient": None,
    "interne <LASTNAME>Kervoad</LASTNAME>\ndblz : relu": None,
    "vue avec <LASTNAME>Leclerc</LASTNAME>\nhta, diabète": None,
}


def gone_on(marked: str, source: str = "model") -> str:
    text, spans = parse_markup(marked)
    return marked_text(text, with_extents(TextView.of(text), [replace(span, source=source) for span in spans]))


@pytest.mark.parametrize("marked", GONE_ON)
def test_words_right_beside_a_span_of_the_model_tell_how_far_it_goes(marked: str) -> None:
    assert gone_on(marked) == (GONE_ON[marked] or marked)
    assert gone_on(marked, "rules.x") == marked


def test_no_span_goes_on_into_another() -> None:
    marked = "<ADDRESS>bâtiment D</ADDRESS>, cellule <AGE>117</AGE>"
    assert gone_on(marked) == marked
    marked = "<FIRSTNAME>grand</FIRSTNAME> <ADDRESS>rue haute</ADDRESS>"
    assert gone_on(marked) == marked


def test_time_is_linear() -> None:
    marked = "vsav <CITY>saint jean</CITY> pied de la la la la, " * 3000
    before = time.process_time()
    gone_on(marked)
    assert time.process_time() - before < 5
