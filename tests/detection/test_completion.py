from __future__ import annotations

from dataclasses import replace

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.completion import completed
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

JOINED = {
    "<ORGANIZATION>lycée X</ORGANIZATION>\nde <CITY>Auray</CITY>": "<ORGANIZATION>lycée X\nde Auray</ORGANIZATION>",
    "<ORGANIZATION>IAE</ORGANIZATION> de <LOCATION>Bretagne</LOCATION>": "<ORGANIZATION>IAE de Bretagne</ORGANIZATION>",
    "<ORGANIZATION>labo Saint Jean</ORGANIZATION> et <CITY>Sainte Anne</CITY>": (
        "<ORGANIZATION>labo Saint Jean et Sainte Anne</ORGANIZATION>"
    ),
    "<HOSPITAL>Polyclinique Saint-Côme</HOSPITAL> et <HOSPITAL>Saint-Damien</HOSPITAL>": (
        "<HOSPITAL>Polyclinique Saint-Côme et Saint-Damien</HOSPITAL>"
    ),
    "<ORGANIZATION>ENTREPRISES DU HAVRE</ORGANIZATION> ET DE <HOSPITAL>L ESTUAIRE</HOSPITAL>": (
        "<ORGANIZATION>ENTREPRISES DU HAVRE ET DE L ESTUAIRE</ORGANIZATION>"
    ),
    "<HOSPITAL>clinique des Lilas</HOSPITAL> de <CITY>Dijon</CITY>": "<HOSPITAL>clinique des Lilas de Dijon</HOSPITAL>",
    "<HOSPITAL>unité Iris</HOSPITAL> de l'<HOSPITAL>hôpital Foch</HOSPITAL>": (
        "<HOSPITAL>unité Iris de l'hôpital Foch</HOSPITAL>"
    ),
    "<HOSPITAL>maison Ty Gwen</HOSPITAL> d'<CITY>Auray</CITY>": "<HOSPITAL>maison Ty Gwen d'Auray</HOSPITAL>",
}
APART = (
    "<HOSPITAL>clinique des Lilas</HOSPITAL> à <CITY>Dijon</CITY>",
    "<HOSPITAL>clinique des Lilas</HOSPITAL>, <CITY>Dijon</CITY>",
    "<LASTNAME>Kervella</LASTNAME> de <CITY>Lannion</CITY>",
    "<HOSPITAL>clinique des Lilas</HOSPITAL> de <LOCATION>Bretagne</LOCATION>",
)


SETTLED = {
    "Enfant : <FIRSTNAME>Noé</FIRSTNAME>. L'état de <CITY>Noé</CITY> s'améliore.": "FIRSTNAME",
    "M. <LASTNAME>Bonnet</LASTNAME> est parrain ; <CITY>Bonnet</CITY> aussi = le maire": "LASTNAME",
    "né à <FIRSTNAME>Paul-Gellé</FIRSTNAME>": "CITY",
    "<FIRSTNAME>Lucien</FIRSTNAME> dit <LASTNAME>Petit-Lu</LASTNAME>": "FIRSTNAME",
    "Marin vit au <LASTNAME>Marin</LASTNAME>": "CITY",
    "Excusés : <LASTNAME>Mroz</LASTNAME>, <CITY>Saint-Léger</CITY>": "LASTNAME",
    "Mariée à <CITY>Hervé</CITY>, deux fils": "FIRSTNAME",
    "né à <CITY>Brest</CITY> (<DATE>29</DATE>)": "LOCATION",
    "<HOSPITAL>CH de Niort</HOSPITAL> (<AGE>79</AGE>)": "LOCATION",
    "En 1954 elle entre chez <CITY>Sauveterre</CITY>": "ORGANIZATION",
    "M. <LASTNAME>Lunel</LASTNAME> : dîner chez <CITY>Lunel</CITY>": "LASTNAME",
}
UNSETTLED = (
    "<FIRSTNAME>Florence</FIRSTNAME> vit à <CITY>Florence</CITY>.",
    "Mme <LASTNAME>Lens</LASTNAME> revient de <CITY>Lens</CITY> à 21h",
    "<FIRSTNAME>Marin</FIRSTNAME> et <FIRSTNAME>Marin</FIRSTNAME>, elle vit au <CITY>Marin</CITY>.",
    "<LASTNAME>Le Cœur</LASTNAME> dit <LASTNAME>Boisrond</LASTNAME>",
    "<FIRSTNAME>Riad</FIRSTNAME>, alias <LASTNAME>Kassem</LASTNAME>",
    "il vit avec <FIRSTNAME>Paul</FIRSTNAME>",
    "dit à <FIRSTNAME>Paul</FIRSTNAME> de venir",
    "<FIRSTNAME>Vienne</FIRSTNAME>, <ZIP>38200</ZIP> <CITY>Vienne</CITY>",
    "<CITY>Vienne</CITY>, <CITY>Vienne</CITY> et <FIRSTNAME>Vienne</FIRSTNAME>",
    "Excusée : <CITY>Ploërmel</CITY>",
    "Mariée à <CITY>Florence</CITY> en <DATE>1985</DATE>",
    "Mariée à <CITY>Conakry</CITY>",
    "Présents : Dr <LASTNAME>Mroz</LASTNAME> (<CITY>Lyon</CITY>)",
    "Fait par <LASTNAME>Mroz</LASTNAME>, <CITY>Saint-Léger</CITY>",
    "<FIRSTNAME>Noé</FIRSTNAME> (<AGE>29</AGE>)",
    "<CITY>Brest</CITY> (<DATE>99</DATE>)",
    "<CITY>Brest</CITY>, <AGE>29</AGE> ans",
    "chez elle à <CITY>Sauveterre</CITY>",
)


@pytest.mark.parametrize("marked", SETTLED)
def test_a_label_of_the_model_that_a_neighbour_contradicts_is_settled(marked: str) -> None:
    text, spans = parse_markup(marked)
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert found[-1].label == SETTLED[marked]
    assert completed(Tokens(TextView.of(text), alphabet()), spans)[-1].label == spans[-1].label


@pytest.mark.parametrize("marked", UNSETTLED)
def test_a_label_that_something_speaks_for_stays(marked: str) -> None:
    text, spans = parse_markup(marked)
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert [span.label for span in found] == [span.label for span in spans]


@pytest.mark.parametrize(("between", "label"), [(", le ", "CITY"), (" le ", "CITY"), (", vu le ", "FIRSTNAME")])
def test_what_a_letter_is_dated_at_is_a_town_that_the_note_has_elsewhere(between: str, label: str) -> None:
    marked = f"Vit à <CITY>Yvoir</CITY>.\n\n  <FIRSTNAME>Yvoir</FIRSTNAME>{between}<DATE>3 mai 2020</DATE>"
    text, spans = parse_markup(marked)
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert found[1].label == label


def completion_of(marked: str) -> str:
    text, spans = parse_markup(marked)
    return marked_text(text, completed(Tokens(TextView.of(text), alphabet()), spans))


@pytest.mark.parametrize("marked", JOINED)
def test_a_body_takes_the_town_it_is_of(marked: str) -> None:
    assert completion_of(marked) == JOINED[marked]


@pytest.mark.parametrize("marked", APART)
def test_a_town_beside_a_body_stays_a_town(marked: str) -> None:
    assert completion_of(marked) == marked


@pytest.mark.parametrize("second", ["FIRSTNAME", "LASTNAME"])
def test_two_words_are_one_family_name_where_the_note_has_them_as_one(second: str) -> None:
    marked = (
        "<LASTNAME>SAÏD OMAR</LASTNAME> <FIRSTNAME>Zaïnaba</FIRSTNAME>, vue avec Mme "
        f"<LASTNAME>Saïd</LASTNAME> <{second}>Omar</{second}>"
    )
    text, spans = parse_markup(marked)
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert [(span.label, text[span.start : span.end]) for span in found][2:] == [("LASTNAME", "Saïd Omar")]


def test_two_names_stay_two_where_the_note_does_not_have_them_as_one() -> None:
    marked = "<LASTNAME>SAÏD ALI</LASTNAME>, vue avec <LASTNAME>Saïd</LASTNAME> <FIRSTNAME>Omar</FIRSTNAME>"
    text, spans = parse_markup(marked)
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert [span.label for span in found] == ["LASTNAME", "LASTNAME", "FIRSTNAME"]


def test_a_feast_is_not_taken_for_a_name_of_the_note() -> None:
    text, spans = parse_markup(
        "Dr <LASTNAME>Toussaint</LASTNAME>. Ne sort plus depuis la Toussaint ; vue par Toussaint."
    )
    found = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert [span.start for span in found] == [3, text.rindex("Toussaint")]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("<HOSPITAL>GHR »), site A</HOSPITAL>\nVu au GHR", ["GHR", "site A", "GHR"]),
        ("CHCS (<HOSPITAL>CH de Corse-du-Sud</HOSPITAL>). CHCS", ["CHCS", "CH de Corse-du-Sud", "CHCS"]),
        ("gendre Paille (c'est son nom). M. Paille", ["Paille", "Paille"]),
        ("vu 12, <DATE>13</DATE>", ["12", "13"]),
    ],
)
def test_what_marks_and_sayings_tell_is_found_and_found_again(marked: str, found: list[str]) -> None:
    text, spans = parse_markup(marked)
    whole = completed(Tokens(TextView.of(text), alphabet()), [replace(span, source="model") for span in spans])
    assert [text[span.start : span.end] for span in whole] == found
