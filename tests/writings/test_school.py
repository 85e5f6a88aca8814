"""Classes of school are read where words outside the spans say them of the patient, or of whose age stands beside."""

from __future__ import annotations

from datetime import date

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.passages import Passages
from palimpseste.writings.school import ClassTold, classes_told, is_in_class, years_in_class


def told(marked: str) -> list[ClassTold]:
    text, spans = parse_markup(marked)
    return list(classes_told(Passages.at(Document("note", text), spans)))


@pytest.mark.parametrize(
    ("words", "ages"),
    [
        ("Élève de CE2 à l'<ORGANIZATION>école Jean-Zay</ORGANIZATION>", (8, 8)),
        ("Classe : CM1 B", (9, 9)),
        ("CP à l'<ORGANIZATION>école du Parc</ORGANIZATION>", (6, 6)),
        ("en CP cette année", (6, 6)),
        ("Classe : CP/CE1 de Mme <LASTNAME>Aubry</LASTNAME>", (6, 7)),
        ("scolarisée en 4e au <ORGANIZATION>collège Colette</ORGANIZATION>", (13, 13)),
        ("il est en 6ème B au <ORGANIZATION>collège Colette</ORGANIZATION>", (11, 11)),
        ("élève de seconde au <ORGANIZATION>lycée Branly</ORGANIZATION>", (15, 15)),
        ("en première au <ORGANIZATION>lycée Branly</ORGANIZATION>", (16, 16)),
        ("en terminale, interne", (17, 17)),
        ("en grande section à <CITY>Ahun</CITY>", (5, 5)),
        ("redouble son CE1", (8, 8)),
        ("La maîtresse de CM1 garde ses compresses", (9, 9)),
        # Who is in a crèche was born in the school year, or up to two years before it.
        ("Éviction de la crèche", (-1, 2)),
    ],
)
def test_a_class_tells_the_age_of_the_year_in_which_it_begins(words: str, ages: tuple[int, int]) -> None:
    assert told(words) == [ClassTold(None, True, *ages)]


@pytest.mark.parametrize(
    "words",
    [
        "1 CP le matin, 2 cp le soir",
        "surface 0,7 CM2",
        "PDS 92 GY.CM2",
        "traitement en 3e intention, brûlure en 3e degré",
        "insuffisance rénale en terminale de dialyse",
        "est en 4e position sur la liste",
        "Pas de Dépakine en première intention",
        "décroché depuis le CM2",
        "retard de parole persistant en grande section",
        "L'entrée en 6e se jouera cette semaine",
        "le papa a redoublé son CE1",
        "le traitement qu'elle avait arrêté en terminale",
        "sa maîtresse de CE2, Mme <LASTNAME>Petit</LASTNAME>",
        "son frère est en CM2 à <CITY>Ahun</CITY>",
        "trois enfants, en CE1 et en CM2",
        "sa fille va à la crèche",
        "rôle dans la crèche vivante, sous la crèche de Noël",
        "maîtresse de CM1 à <CITY>Ahun</CITY>",
        "drain en 4e espace, au lit",
    ],
)
def test_other_words_and_classes_of_others_or_of_another_time_tell_nothing(words: str) -> None:
    assert told(words) == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("<FIRSTNAME>Noé</FIRSTNAME>, <AGE>8 ans</AGE>, est scolarisé en CE2", ClassTold(1, True, 8, 8)),
        ("<FIRSTNAME>Noé</FIRSTNAME> (CE2, <AGE>8 ans</AGE>)", ClassTold(1, True, 8, 8)),
        ("Nourrisson <FIRSTNAME>Léa</FIRSTNAME>", None),
        ("<AGE>2 ans</AGE>, à la crèche", ClassTold(0, False, 0, 3)),
        ("Nourrisson <AGE>11 mois</AGE>", ClassTold(0, False, 0, 2)),
        (
            "Nourrisson <FIRSTNAME>Léa</FIRSTNAME> <LASTNAME>AUBRY</LASTNAME> - <AGE>2 ans</AGE>",
            ClassTold(2, False, 0, 2),
        ),
        ("Nourrisson, père <AGE>31 ans</AGE>", None),
        ("<AGE>43 ans</AGE>, dont le fils est en CE2", None),
    ],
)
def test_a_class_is_of_whose_age_stands_beside(words: str, found: ClassTold | None) -> None:
    assert told(words) == ([] if found is None else [found])


def test_years_of_age_are_those_of_some_birth_in_the_class() -> None:
    for month in range(1, 13):
        day = date(2024, month, 10)
        born = [date(year, of, 10) for year in range(2012, 2020) for of in range(1, 13)]
        ages = {
            day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
            for birth in born
            if is_in_class(8, 8, birth, day)
        }
        assert ages <= set(years_in_class(ClassTold(None, True, 8, 8), day))
        assert len(years_in_class(ClassTold(None, True, 8, 8), day)) == (3 if month == 8 else 2)


def test_a_school_year_begins_in_september_and_either_counts_in_august() -> None:
    born = date(2016, 5, 3)
    assert is_in_class(8, 8, born, date(2024, 9, 1))
    assert is_in_class(8, 8, born, date(2025, 7, 31))
    assert is_in_class(8, 8, born, date(2025, 8, 10))
    assert is_in_class(9, 9, born, date(2025, 8, 10))
    assert not is_in_class(8, 8, born, date(2024, 7, 31))
    assert not is_in_class(8, 8, born, date(2025, 9, 1))
