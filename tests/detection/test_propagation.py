from __future__ import annotations

import pytest

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.propagation import propagate
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

# What is in square tags was found by a detector; the marks are what follows from it.
FOLLOWS = {
    "the same name": ("Mme [LASTNAME:Kervella] dort. ", "<LASTNAME>Kervella</LASTNAME> a mangé."),
    "capitals": ("M. [LASTNAME:Diallo] : ", "DOSSIER <LASTNAME>DIALLO</LASTNAME>"),
    "lower case, no ordinary word": (
        "M. [LASTNAME:Szymanski], ",
        "famille szymanski vue".replace("szymanski", "<LASTNAME>szymanski</LASTNAME>"),
    ),
    "without its accent": ("[FIRSTNAME:Maëlle] dort, ", "<FIRSTNAME>MAELLE</FIRSTNAME> mange"),
    "a compound": ("[LASTNAME:Kervella-Haddad] ; ", "Mme <LASTNAME>KERVELLA-HADDAD</LASTNAME>"),
    "half of a compound": ("[LASTNAME:Kervella-Haddad] ; ", "Mme <LASTNAME>Haddad</LASTNAME>"),
    "two letters": ("M. [LASTNAME:Ba] dort. ", "Le fils de <LASTNAME>BA</LASTNAME>"),
    "a town": ("né à [CITY:Kerlouarn], ", "retour à <CITY>Kerlouarn</CITY>"),
    "who says so": ("Vu [FIRSTNAME:Zohra] ; ", "suicide nié selon <FIRSTNAME>Zohra</FIRSTNAME>"),
    "who speaks": ("Présents : [FIRSTNAME:Iris] ; ", "Non. <FIRSTNAME>Iris</FIRSTNAME> : « je reste »"),
    "who laughs": ("Présents : [FIRSTNAME:Iris] ; ", "Non. <FIRSTNAME>Iris</FIRSTNAME> rit"),
    "a number of five figures": ("poste [PHONE:45 217], ", "rappeler au <PHONE>45 217</PHONE>"),
    "a day and a month": ("vu le [DATE:12/03], ", "bilan 12/03".replace("12/03", "<DATE>12/03</DATE>")),
    "a hospital": ("[HOSPITAL:clinique Kervella] puis ", "la <HOSPITAL>Clinique Kervella</HOSPITAL>"),
}
STAYS = {
    "an ordinary word in lower case": ("M. [LASTNAME:Petit] a pris un ", "petit déjeuner"),
    "an ordinary word that begins a sentence": ("M. [LASTNAME:Blanc] dort. ", "Blanc de l'œil normal"),
    "an eponym": ("le Dr [LASTNAME:Parkinson] suit une ", "maladie de Parkinson"),
    "a scale": ("le Dr [LASTNAME:Fick] calcule le ", "débit selon Fick"),
    "the iris": ("Présents : [FIRSTNAME:Iris] ; ", "Yeux. Iris : normal"),
    "a drain": ("le Dr [LASTNAME:Redon] retire le ", "drain de Redon"),
    "a word of two letters": ("Mme [LASTNAME:DE] DORT. ", "REPAS DE MIDI"),
    "an initial": ("[FIRSTNAME:P.] ; ", "P. 12"),
    "a date": ("vu le [DATE:mars] ; ", "mars"),
    "part of a longer word": ("M. [LASTNAME:Dial] ; ", "dialyse"),
    "an extension of four figures": ("poste [PHONE:4521], ", "plaquettes 4521"),
    "an extension of three figures": ("poste [PHONE:452], ", "plaquettes 452"),
    "a day and a month in two figures": ("vu le [DATE:1/2], ", "douleur 1/2"),
    "a year": ("vu en [DATE:2021], ", "plaquettes 2021"),
    "an identifier": ("IPP [PATIENT_ID:Kervella] ; ", "Kervella"),
}


def followed(found: str, rest: str) -> str:
    """Return the rest of the note with what follows from the names found before it in tags."""
    for opening in ("FIRSTNAME", "LASTNAME", "CITY", "HOSPITAL", "DATE", "PHONE", "PATIENT_ID"):
        while (start := found.find(f"[{opening}:")) >= 0:
            end = found.index("]", start)
            value = found[start + len(opening) + 2 : end]
            found = f"{found[:start]}<{opening}>{value}</{opening}>{found[end + 1 :]}"
    text, spans = parse_markup(found)
    note, _ = parse_markup(rest)
    view = TextView.of(text + note)
    further = propagate(Tokens(view, alphabet()), spans)
    assert all(span.source == "propagation" for span in further)
    assert all(span.start >= len(text) for span in further)
    return marked_text(text + note, further)[len(text) :]


@pytest.mark.parametrize(("found", "rest"), FOLLOWS.values(), ids=FOLLOWS)
def test_a_name_found_once_is_found_again(found: str, rest: str) -> None:
    assert followed(found, rest) == rest


@pytest.mark.parametrize(("found", "rest"), STAYS.values(), ids=STAYS)
def test_a_word_that_is_no_name_there_stays(found: str, rest: str) -> None:
    assert followed(found, rest) == rest


def test_nothing_follows_from_nothing() -> None:
    assert propagate(Tokens(TextView.of("Mme Kervella"), alphabet()), ()) == []
