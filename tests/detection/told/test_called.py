from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.told.called import of_sayings, taken_back
from palimpseste.detection.view import TextView
from palimpseste.document import Span

NAMES = {
    "gendre deux (c est son nom) dit que non": ("deux", "LASTNAME"),
    "Chaumont (c'est son nom, rien à voir)": ("Chaumont", "LASTNAME"),
    "M. Tas (oui c son nom) va bien": ("Tas", "LASTNAME"),
    "léger, oui c'est son prénom": ("léger", "FIRSTNAME"),
    "Corinne PERRUQUE (c'est son vrai nom)": ("PERRUQUE", "LASTNAME"),
    "Désiré (c’est bien son prénom !)": ("Désiré", "FIRSTNAME"),
    "surnom : « Garriguette ». Compte": ("Garriguette", "FIRSTNAME"),
    'surnommée "la mouche"': ("la mouche", "FIRSTNAME"),
}
NO_NAMES = (
    "refuse de donner son nom",
    "dit que c'est son prénom",
    "porte bien son nom : il vient",
    "12, c'est son nombre",
    "surnommé ainsi",
)


@pytest.mark.parametrize("text", NAMES)
def test_what_a_note_says_is_a_name_is_one(text: str) -> None:
    (found,) = of_sayings(TextView.of(text), [])
    assert (text[found.start : found.end], found.label) == NAMES[text]


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_are_none(text: str) -> None:
    assert list(of_sayings(TextView.of(text), [])) == []


SPELT = {
    "monsieur <LASTNAME>le doeuff</LASTNAME> ça s'écrit D O E U deux F prénom": "D O E U deux F",
    "docteur <LASTNAME>sall</LASTNAME> s a deux l fin de dictée": "s a deux l",
    "cc docteur <LASTNAME>villette</LASTNAME> v i deux l e deux t e à": "v i deux l e deux t e",
    "monsieur <LASTNAME>wattebled</LASTNAME> double V A deux T E B": "double V A deux T E B",
    "monsieur <LASTNAME>wattebled</LASTNAME> double V A deux T E B L E D": "double V A deux T E B L E D",
}
NOT_SPELT = (
    "monsieur <LASTNAME>sall</LASTNAME> a deux l d'oxygène",
    "<LASTNAME>sall</LASTNAME> a eu deux IRM et une TDM",
    "stades deux A B C D",
    "<LASTNAME>sall</LASTNAME> il y a deux g d y",
)


@pytest.mark.parametrize("marked", SPELT)
def test_letters_of_which_one_is_doubled_spell_a_name(marked: str) -> None:
    text, spans = parse_markup(marked)
    view = TextView.of(text)
    found = [view.to_original(span.start, span.end) for span in of_sayings(view, spans)]
    assert [text[start:end] for start, end in found] == [SPELT[marked]]


@pytest.mark.parametrize("marked", NOT_SPELT)
def test_other_letters_spell_none(marked: str) -> None:
    text, spans = parse_markup(marked)
    assert list(of_sayings(TextView.of(text), spans)) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mr chaussure a mal au genou", ["chaussure"]),
        ("mme bonjour est sortie, mr clément marche", ["bonjour", "clément"]),
        ("mme agitée a dormi 2h, mr fatigue se lève", []),
        ("mr dyspnéique est sous o2, mme seule va au repas", []),
        ("mr hier est sorti", []),
        ("mme toujours va mieux", []),
        ("mr patient est sorti", []),
        ("mme est sortie", []),
        ("le mr chaussure du magasin", []),
    ],
)
def test_a_word_between_a_title_and_a_verb_is_somebody(text: str, names: list[str]) -> None:
    assert [text[span.start : span.end] for span in of_sayings(TextView.of(text), [])] == names


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Prélevé le 15/01/2026 à 07:42 par MDL             Édité", ["MDL"]),
        ("validé le 12.03.2024 par KR\n", ["KR"]),
        ("Prélevé le 15/01/2026 à 07:42 par IDE    Édité", []),
        ("traité à Bron par ECT, rechute", []),
        ("partis le 15/01/2026 par DHL, bordereau", []),
    ],
)
def test_letters_behind_a_time_are_who_did_it(text: str, letters: list[str]) -> None:
    assert [text[span.start : span.end] for span in of_sayings(TextView.of(text), [])] == letters


def test_what_a_span_has_is_known_already() -> None:
    text = "surnommé « mollah Nasrat » ; deux (c'est son nom)"
    spans = [Span(18, 24, "FIRSTNAME"), Span(text.index("deux"), text.index("deux") + 4, "LASTNAME")]
    assert list(of_sayings(TextView.of(text), spans)) == []


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        ("madame chant pays pardon <LASTNAME>CHAMPEIX</LASTNAME> josette", "chant pays"),
        ("docteur bel air non <LASTNAME>BELLAIRE</LASTNAME> virgule", "bel air"),
        ("docteur mal herbe en un mot <LASTNAME>malherbe</LASTNAME> jeanne", "mal herbe"),
        ("madame du bois en deux mots <LASTNAME>dubois</LASTNAME>", "du bois"),
        ("monsieur cori y je rappelle <LASTNAME>K O R Y</LASTNAME> prénom", "cori y"),
        ("docteur bel air pardon <LASTNAME>bellaire</LASTNAME>", "bel air"),
        ("docteur lebel j'épelle <LASTNAME>LEBELLE</LASTNAME>", "lebel"),
    ],
)
def test_a_name_that_is_said_again_is_one(marked: str, name: str) -> None:
    text, spans = parse_markup(marked)
    (found,) = taken_back(TextView.of(text), spans)
    assert (text[found.start : found.end], found.label) == (name, "LASTNAME")


@pytest.mark.parametrize(
    "marked",
    [
        "monsieur va bien non REVU depuis",
        "monsieur a dormi je rappelle <LASTNAME>Roy</LASTNAME> demain",
        "madame va bien en un mot sortie",
        "je revois madame chant pays pardon CHAMPEIX",
    ],
)
def test_words_that_nobody_says_again_are_none(marked: str) -> None:
    text, spans = parse_markup(marked)
    assert list(taken_back(TextView.of(text), spans)) == []
