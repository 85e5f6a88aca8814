from __future__ import annotations

from dataclasses import replace

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.edges import with_edges
from palimpseste.detection.view import TextView

MENDED = {
    '<HOSPITAL>EHPAD "Le Logis</HOSPITAL>" ce jour': '<HOSPITAL>EHPAD "Le Logis"</HOSPITAL> ce jour',
    "<HOSPITAL>MAS « Les Cerisiers</HOSPITAL> », vu": "<HOSPITAL>MAS « Les Cerisiers »</HOSPITAL>, vu",
    "<ADDRESS>ferme (RD 34</ADDRESS>), tél.": "<ADDRESS>ferme (RD 34)</ADDRESS>, tél.",
    "(« <HOSPITAL>GHR »), site A</HOSPITAL>": "(« <HOSPITAL>GHR</HOSPITAL> »), <HOSPITAL>site A</HOSPITAL>",
    "<HOSPITAL>CHU BREST (MORVAN</HOSPITAL>)": "<HOSPITAL>CHU BREST</HOSPITAL> (<HOSPITAL>MORVAN</HOSPITAL>)",
    "<BIRTHDATE>29 février (1948</BIRTHDATE>)": "<BIRTHDATE>29 février</BIRTHDATE> (<BIRTHDATE>1948</BIRTHDATE>)",
    "<OTHER_ID>17)260331</OTHER_ID>": "<OTHER_ID>17</OTHER_ID>)<OTHER_ID>260331</OTHER_ID>",
    "<LASTNAME>Le)</LASTNAME> ": "<LASTNAME>Le</LASTNAME>) ",
    "69003 <CITY>Lyon</CITY> CEDEX 03\nTél.": "69003 <CITY>Lyon CEDEX 03</CITY>\nTél.",
    "<CITY>Strasbourg</CITY> Cedex": "<CITY>Strasbourg Cedex</CITY>",
    "Erwan <LASTNAME>Le</LASTNAME> Maître !": "Erwan <LASTNAME>Le Maître</LASTNAME> !",
    "IPP<PATIENT_ID>/00871104</PATIENT_ID>": "IPP/<PATIENT_ID>00871104</PATIENT_ID>",
    "EMEA<VISIT_ID>/ 797</VISIT_ID>": "EMEA/ <VISIT_ID>797</VISIT_ID>",
    "ET LA <ORGANIZATION>PRESIDENCE DU CLUB DE TIR D'ONS</ORGANIZATION>.": (
        "ET LA PRESIDENCE DU <ORGANIZATION>CLUB DE TIR D'ONS</ORGANIZATION>."
    ),
    "chirurgie de la <HOSPITAL>main Clermont</HOSPITAL> (": "chirurgie de la main <HOSPITAL>Clermont</HOSPITAL> (",
    "bilan S<DATE>1 2025</DATE>": "bilan S1 <DATE>2025</DATE>",
    "dialyse T<DATE>3 2025</DATE>": "dialyse T3 <DATE>2025</DATE>",
    "Aînée : vingt<AGE>-deux ans</AGE>.": "Aînée : <AGE>vingt-deux ans</AGE>.",
    "père : quatre-vingt<AGE>-six ans</AGE>": "père : <AGE>quatre-vingt-six ans</AGE>",
    "DATE<DATE>/06/09/24</DATE>": "DATE/<DATE>06/09/24</DATE>",
    "<OTHER_ID>RPU 1712-3340</OTHER_ID>": "RPU <OTHER_ID>1712-3340</OTHER_ID>",
    "lit à <HOSPITAL>la Cotonnière</HOSPITAL>": "lit à la <HOSPITAL>Cotonnière</HOSPITAL>",
    "vu à <HOSPITAL>l'infirmerie Bleue</HOSPITAL>": "vu à l'<HOSPITAL>infirmerie Bleue</HOSPITAL>",
    "<ORGANIZATION>ACM Habitat d'</ORGANIZATION>accord": "<ORGANIZATION>ACM Habitat</ORGANIZATION> d'accord",
    "depuis <DATE>la Toussaint 2021</DATE>": "depuis la <DATE>Toussaint 2021</DATE>",
}
LEFT = (
    "<ORGANIZATION>Amis d'</ORGANIZATION>Évrecy",
    "chez <HOSPITAL>les hirondelles</HOSPITAL>",
    "à <HOSPITAL>La Cotonnière</HOSPITAL>",
    "<HOSPITAL>lavande bleue</HOSPITAL>",
    "chez <ORGANIZATION>la Souris</ORGANIZATION>.",
    '<HOSPITAL>EHPAD "Le Logis"</HOSPITAL> "',
    "<LASTNAME>Kervella</LASTNAME> »",
    "<HOSPITAL>CH de Niort (site Nord)</HOSPITAL>",
    "<PHONE>(0)6 12 34 56 78</PHONE>",
    "<PHONE>33) 6 12 34 56 78</PHONE>",
    "<CITY>Lyon</CITY> Cedexia",
    "IPP <PATIENT_ID>/</PATIENT_ID> 12",
    "<HOSPITAL>()(</HOSPITAL> CHU",
    "<LASTNAME>Le</LASTNAME> <FIRSTNAME>Maître</FIRSTNAME>",
    "<LASTNAME>Le</LASTNAME> maître",
    "<LASTNAME>le</LASTNAME> Maître",
    "<LASTNAME>Durand</LASTNAME> Maître",
    "<ADDRESS>/12 rue Haute</ADDRESS>",
    "<CITY>Lyon</CITY><CITY> Cedex</CITY>",
    "<HOSPITAL>Pasteur de Cherbourg</HOSPITAL>",
    "<HOSPITAL>Pasteur du Mans</HOSPITAL>",
    "chirurgie de la <HOSPITAL>Croix Rousse</HOSPITAL>",
    "vu à la <HOSPITAL>clinique Pasteur</HOSPITAL>",
    "le <DATE>3 2025</DATE>",
    "AOUT<DATE>3 2025</DATE>",
    "lit trois<AGE>-deux ans</AGE>",
    "lit <DATE>vingt</DATE><AGE>-deux ans</AGE>",
)


def mended(marked: str, source: str) -> str:
    text, spans = parse_markup(marked)
    return marked_text(text, with_edges(TextView.of(text), [replace(span, source=source) for span in spans]))


@pytest.mark.parametrize("marked", MENDED)
def test_marks_and_words_beside_a_span_of_the_model_tell_its_edges(marked: str) -> None:
    assert mended(marked, "model") == MENDED[marked]
    assert mended(marked, "rules.x") == marked


@pytest.mark.parametrize("marked", LEFT)
def test_edges_that_nothing_speaks_against_stay(marked: str) -> None:
    assert mended(marked, "model") == marked
