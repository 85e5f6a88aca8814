"""What words count between two dates is read, and weeks of gestation."""

from __future__ import annotations

import re

import pytest
from matching_texts import matching_texts

from palimpseste.writings.dates.counts_in_words import (
    _ANY_NUMBER,
    _ANY_UNIT,
    _COUNT,
    _GESTATION,
    _NEEDED,
    _NUMBER,
    _WEEKS,
    counts_told,
    gestation_of_today,
    gestation_told,
    may_tell_gestation,
)


@pytest.mark.parametrize(
    ("between", "least", "most"),
    [
        (", G2P2, qui sort ce jour à J4 d'une césarienne.", 4, 4),
        ("Aujourd'hui, à J89 :\nDouleur", 89, 89),
        ("PN 3 410 g.\n\nMÈRE (J4)\nT 36,9", 4, 4),
        (".\n2. Examen (J35) : bien", 35, 35),
        (". À cinq mois : élévation active 135°", 144, 160),
        ("J'ai revu en contrôle à six semaines X, opéré ", 39, 45),
        ("prochaine injection à 8 semaines : ", 55, 57),
        ("contrôle échographique gauche à 4 mois, soit ", 113, 129),
        ("PSA à 6 semaines, consultation ", 39, 45),
        ("La lettre dit 35 jours, donc jusqu'au ", 35, 35),
        ("trois semaines après un clou gamma mis à X (Dr X, ", 18, 24),
        ("après ses 34 jours chez nous (du ", 33, 34),
        (", 84 jours.\nM. X", 83, 84),
        ("depuis un an (", 305, 425),
        ("trois semaines apres exerese (", 18, 24),
        ("revu a 6 semaines de ", 39, 45),
        (". Transférée ici trois semaines et demie plus tard.", 21, 27),
        (" : votre patiente a passé douze jours chez nous pour ", 11, 12),
        (". Séjour de 9 jours.", 8, 9),
        (".\nÉvolution en un peu plus de trois mois :", 83, 99),
        (", soit dix-huit mois. Toux", 539, 555),
        (", 3 mois révolus.", 91, 99),
        (" ; à trois semaines, la lésion n'a pas bougé.", 18, 24),
        (" lundi (J12 d'une cholécystectomie du ", 12, 12),
        ("Appel J1 infirmier (", 1, 1),
        ("\nCERTIFICAT DIT DES SOIXANTE-DOUZE HEURES\n", 3, 3),
    ],
)
def test_a_count_is_read(between: str, least: int, most: int) -> None:
    assert [(told.least, told.most) for told in counts_told(between)] == [(least, most)]


@pytest.mark.parametrize(
    "between",
    [
        "Redon ôté à J2, lever J1, marche avec cadre à J3. ",
        "Protocole J1-J8, J15. Vu le ",
        "Amoxicilline 7 jours. Revu le ",
        "tous les 21 jours, du ",
        "à la mois, ",
        "à 1 jour, le ",
        "Séjour de 9 jours en réanimation à Lyon en ",
        "J10 : ablation. Vu le ",
    ],
)
def test_what_counts_nothing_between_dates_is_left(between: str) -> None:
    assert not list(counts_told(between))


@pytest.mark.parametrize(
    ("before", "behind", "days"),
    [
        ("née le ", " à 31 SA + 5, 1 480 g", (222, 222)),
        ("", " (24 SA)", (168, 174)),
        ("Entrée le ", " 21h30 à 40 SA + 4, rupture", (284, 284)),
        ("accouche le ", " 3h à 38 SA", (266, 272)),
        ("écho à 32 SA (", ")", (224, 230)),
        ("terme prévu le ", "", (280, 289)),
        ("Terme fixé par échographie au ", "", (280, 289)),
        ("terme à 41 SA : ", "", (287, 287)),
        ("DDG (LCC 62 mm) : ", "", (14, 14)),
        ("LCC 58 mm -> DG ", "", (14, 14)),
        ("Début de grossesse fixé au ", "", (14, 14)),
        ("DDR ", "", (0, 0)),
        ("vue le ", ". À 31 SA", None),
        ("avec ses 2 sa sœur ", "", None),
        # Diabetes, a birth at term, an appointment.
        ("DG sous insuline, vue le ", "", None),
        ("née à terme le ", "", None),
        ("accouchement prévu à domicile, vue le ", "", None),
    ],
)
def test_weeks_of_gestation_are_read(before: str, behind: str, days: tuple[int, int] | None) -> None:
    assert gestation_told(before, behind) == days
    assert days is None or may_tell_gestation(f"{before}12/05{behind}")


def test_a_text_without_a_word_of_pregnancy_is_not_asked_for_weeks() -> None:
    assert not may_tell_gestation("Avec ses 2 sa sœur, vue le 12/05 à 31 semaines du début.")


@pytest.mark.parametrize(
    ("between", "days"),
    [
        (".\n\n18 SA + 3     Poids 71", (129, 129)),
        (" X, 31 ans, G2P1, 33 SA + 4, col long. Contrôle à 36 SA.", (235, 235)),
        (". Terme du jour : 22 SA + 1", (155, 155)),
        ("Mme X, enceinte de 31 SA, ", (217, 223)),
        # Of another day, or of another child.
        (" Né à 33 SA + 4. Césarienne à 37 SA en ", None),
        (" Version à 36 SA si siège, contrôle vers 32 SA.", None),
        ("\n60 SA sur 90", None),
    ],
)
def test_weeks_of_the_day_of_the_note_are_read(between: str, days: tuple[int, int] | None) -> None:
    assert gestation_of_today(between) == days


@pytest.mark.parametrize(("pattern", "needed"), [(_COUNT, _ANY_UNIT), (_NUMBER, _ANY_NUMBER)], ids=["count", "day"])
def test_what_a_count_needs_stands_in_each(pattern: str, needed: re.Pattern[str]) -> None:
    for match in matching_texts(f"(?i){pattern}"):
        for text in (match.string, match.string.upper()):
            assert needed.search(text.lower()), text
            assert _NEEDED.search(text.lower()), text


def test_weeks_of_a_pregnancy_stand_in_each_writing_of_them() -> None:
    for match in matching_texts(f"(?i){_GESTATION}"):
        for text in (match.string, match.string.upper()):
            assert _WEEKS.search(text.lower()), text
