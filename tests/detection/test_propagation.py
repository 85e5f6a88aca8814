from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from timing import grows_in_proportion

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.propagation import propagate
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span

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
    "an ordinary word found small": ("mme [LASTNAME:olive] ", "famille <LASTNAME>olive</LASTNAME> vue"),
    "an ordinary word where all is small": (
        "Mme [FIRSTNAME:Olive]\n",
        "rien de neuf cette nuit, a dormi de minuit à six heures puis <FIRSTNAME>olive</FIRSTNAME> a sonné",
    ),
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
    "an ordinary word that is a name with a capital": ("[FIRSTNAME:Olive] dort. ", "un peu d'huile d'olive"),
    "a class": ("Dr [LASTNAME:Allen] opère. ", "amputation distale Allen III, lambeau"),
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


# Whole notes: what is in square tags was found by a detector; the marks are what follows from it.
NOTES = {
    "names before and beside those found": [
        "<LASTNAME>Kervella</LASTNAME> vu. M. [LASTNAME:Kervella]",
        "[FIRSTNAME:Yann] <LASTNAME>Kervella</LASTNAME> et M. [LASTNAME:Kervella]",
        "M. [LASTNAME:Kervella]. " + " ".join(["<LASTNAME>Kervella</LASTNAME>"] * 3),
        "M. [LASTNAME:Kervella] puis [HOSPITAL:clinique Kervella], <LASTNAME>Kervella</LASTNAME>",
        "vu en [DATE:mars] M. [LASTNAME:Kervella], <LASTNAME>Kervella</LASTNAME>",
        "mot " * 40 + "M. [LASTNAME:Kervella], <LASTNAME>Kervella</LASTNAME>",
        "[FIRSTNAME:Zohra] et [FIRSTNAME:Anouk] : <FIRSTNAME>Zohra</FIRSTNAME>, <FIRSTNAME>Anouk</FIRSTNAME>",
    ],
    "parts of a compound": [
        "[LASTNAME:Kervella Haddad] : <LASTNAME>Kervella Haddad</LASTNAME> dort, <LASTNAME>Haddad</LASTNAME> mange",
        "[LASTNAME:Kervella Zyx] : Mme Zyx",
        "retour à [CITY:Kerlouarn Zytrec], Zytrec vu",
        "M. [LASTNAME:Petit-Kervella] dort. <LASTNAME>Petit-Kervella</LASTNAME> mange",
    ],
    "length of a name": [
        "retour à [CITY:Zyx], vit à <CITY>Zyx</CITY>",
        "retour à [CITY:Zq], vit à Zq",
        "M. [LASTNAME:Zq] dort, le fils de <LASTNAME>ZQ</LASTNAME> aussi, zq non",
        "M. [LASTNAME:Zyx] dort, famille <LASTNAME>zyx</LASTNAME>",
        f"[HOSPITAL:clinique{' Kervella' * 23}] ou <HOSPITAL>clinique{' Kervella' * 23}</HOSPITAL>",
        f"[HOSPITAL:clinique{' Kervella' * 24}] ou clinique{' Kervella' * 24}",
        f"[HOSPITAL:clinique{' Zytrec' * 24}], M. [LASTNAME:Kervella] : <LASTNAME>Kervella</LASTNAME>",
    ],
    "numbers": [
        "<PATIENT_ID>8001234567</PATIENT_ID> : IPP [PATIENT_ID:8001234567]",
        "IPP [PATIENT_ID:8001234567], <PATIENT_ID>8001234567</PATIENT_ID>. (<PATIENT_ID>8001234567</PATIENT_ID>), le"
        " <PATIENT_ID>8001234567</PATIENT_ID>-",
        "IPP [PATIENT_ID:8001234567], 8001234567-2 8001234567/A 8001234567.5 8001234567,5 8001234567A",
        "IPP [PATIENT_ID:8001234567], 2-8001234567 A/8001234567 5.8001234567 5,8001234567 A8001234567",
        "/8001234567 : IPP [PATIENT_ID:8001234567], 8001234567A-",
        "né le [BIRTHDATE:12/54], patient du <BIRTHDATE>12/54</BIRTHDATE>",
        "dossier [VISIT_ID:22H04512] : <VISIT_ID>22H04512</VISIT_ID>",
    ],
    "ordinary words": [
        "M. [LASTNAME:Wagon] dort. B. <LASTNAME>Wagon</LASTNAME> mange. Wagon bleu",
        "[FIRSTNAME:Iris] vue. Présents : <FIRSTNAME>Iris</FIRSTNAME>",
        "[FIRSTNAME:Iris] vue. Interne : <FIRSTNAME>Iris</FIRSTNAME>",
        "[FIRSTNAME:Iris] vue. Fils : <FIRSTNAME>Iris</FIRSTNAME>",
        "B. <LASTNAME>Wagon</LASTNAME> bleu et M. [LASTNAME:Wagon]",
        "M. [LASTNAME:Wagon] : A. <LASTNAME>Wagon</LASTNAME> bleu, Z. <LASTNAME>Wagon</LASTNAME> bleu. Wagon bleu",
        "[FIRSTNAME:Iris] vue. <FIRSTNAME>Iris</FIRSTNAME> : «",
        "M. [LASTNAME:Petit] dort. PETIT Wagon",
        "[FIRSTNAME:Iris] vue. Yeux : Iris",
        "M. [LASTNAME:Wagon] dort.\n<LASTNAME>Wagon</LASTNAME>\nfin",
        "M. [LASTNAME:Wagon] dort.\n<LASTNAME>Wagon</LASTNAME>",
        "M. [LASTNAME:Wagon] dort.\nWagon bleu. Wagon\nfin. Wagon",
        "M. [LASTNAME:Petit] dort. <LASTNAME>PETIT</LASTNAME> Honoré. PETIT déjeuner. PETIT honoré",
        '[FIRSTNAME:Iris] vue. <FIRSTNAME>Iris</FIRSTNAME> : "non". Iris : normal. Iris :',
        "Mme <LASTNAME>Blanc</LASTNAME> et M. [LASTNAME:Blanc]",
        "Blanc rit et M. [LASTNAME:Blanc]",
        "M. [LASTNAME:Hashimoto] : <LASTNAME>Hashimoto</LASTNAME> dort",
        "M. [LASTNAME:Tzanck] : Tzanck dort",
    ],
    "the other part of a full name": [
        "Mme [LASTNAME:Petit] [FIRSTNAME:Rose]. <LASTNAME>petit</LASTNAME> [FIRSTNAME:rose] a vomi, petit lit",
        "Mme [FIRSTNAME:Rose] [LASTNAME:Petit]. [FIRSTNAME:rose] <LASTNAME>petit</LASTNAME> a vomi, un petit rhume",
        "Mme [FIRSTNAME:Rose] [LASTNAME:Petit]. <LASTNAME>petit</LASTNAME> [FIRSTNAME:rose], petite [FIRSTNAME:rose]",
        "Mme [LASTNAME:Petit], fille de [FIRSTNAME:Rose]. Un petit [FIRSTNAME:rose]",
        "M. [LASTNAME:Grand], Mme [LASTNAME:Petit] [FIRSTNAME:Rose]. grand [FIRSTNAME:rose]",
    ],
    "eponyms": [
        "Maladie de Kervella, M. [LASTNAME:Kervella]",
        "M. [LASTNAME:Addison] : maladie d'Addison, maladie d’Addison, maladie du Addison, maladie Addison",
        "de <LASTNAME>Kervella</LASTNAME>, M. [LASTNAME:Kervella]",
        "[FIRSTNAME:Zohra] : maladie <FIRSTNAME>Zohra</FIRSTNAME>, maladie de Zohra",
    ],
}


@pytest.mark.parametrize(
    "note", [pytest.param(note, id=f"{name} {n}") for name in NOTES for n, note in enumerate(NOTES[name])]
)
def test_what_follows_in_a_whole_note(note: str) -> None:
    text, marked = parse_markup(re.sub(r"\[(\w+):([^]]*)\]", r"<\1>\2</\1>", note))
    opened = [opening == "[" for opening in re.findall(r"\[(?=\w+:)|<(?=\w)", note)]
    known = [span for span, is_known in zip(marked, opened, strict=True) if is_known]
    expected = [span for span, is_known in zip(marked, opened, strict=True) if not is_known]
    found = propagate(Tokens(TextView.of(text), alphabet()), known)
    assert marked_text(text, found) == marked_text(text, expected)


def test_nothing_follows_from_a_span_inside_a_word() -> None:
    assert propagate(Tokens(TextView.of("Kervella ervella"), alphabet()), [Span(1, 8, "LASTNAME")]) == []


def test_nothing_follows_from_nothing() -> None:
    assert propagate(Tokens(TextView.of("Mme Kervella"), alphabet()), ()) == []


def test_names_that_begin_alike_are_found_again_in_linear_time() -> None:
    def finding_again(count: int) -> Callable[[], list[Span]]:
        names = [f"LE {'KQXZ'[n % 4]}{n:06}".translate(str.maketrans("0123456789", "ABCDEFGHIJ")) for n in range(count)]
        text = "\n".join([*names, *names])
        tokens = Tokens(TextView.of(text), alphabet())
        spans = [Span(11 * n, 11 * n + 10, "LASTNAME") for n in range(count)]
        assert len(propagate(tokens, spans)) == count
        return lambda: propagate(tokens, spans)

    assert grows_in_proportion(finding_again, (500, 5_000), growth=30, noise=0.05)
