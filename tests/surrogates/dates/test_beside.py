"""Weekdays and counted times before a date are those of its surrogate, and ranges read in order."""

from __future__ import annotations

import re
from datetime import date

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.result import Draft
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.beside import beside, feast_joined, season_joined
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.words import WEEKDAYS

MASTER = MasterKey(bytes(range(32)))
DAY, TODAY, MEANT = date(2022, 8, 17), date(2022, 2, 10), date(2021, 3, 15)


def replaced(marked: str, policy: str = "dp", cohort: int = 0) -> Draft:
    text, spans = parse_markup(marked)
    document = Document("note", text, date=date(2021, 3, 15), patient=Patient(patient_id="7"))
    return Replacer(MASTER.cohort(f"tests {cohort}"), Policy.named(policy))(document, spans)


def weekday_of(written: str) -> str:
    day, month, year = map(int, re.findall(r"\d+", written)[-3:])
    return WEEKDAYS[date(year, month, day).weekday()]


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("vu le lundi ", ["mercredi"]),
        ("vu le Lundi le ", ["Mercredi"]),
        ("VU LE LUNDI ", ["MERCREDI"]),
        ("vu tous les lundis, le ", []),
        ("> Le mer. ", ["mer."]),
        ("vu JEU ", ["MER"]),
        ("le MAR ", ["MER"]),
        ("vu Dim. le ", ["Mer."]),
        ("vu vend. ", ["mercredi"]),
        ("vu lundi matin, le ", ["mercredi"]),
        ("reçu lundi, ", ["mercredi"]),
        ("au bord de la mer le ", []),
        ("au bord de la mer ", []),
        ("bain de mer ", []),
        ("11 h, mer ", ["mer"]),
        ("revu sam ", ["mer"]),
        ("le jeun le ", []),
        ("contrôle dans 4 mois, soit le ", ["6 mois"]),
        ("contrôle dans quatre mois (soit le ", ["six mois"]),
        # What the new dates agree with stays.
        ("contrôle dans 6 mois, soit le ", []),
        ("contrôle dans 3 semaines soit le lundi ", ["26 semaines", "mercredi"]),
        ("contrôle dans 6 mois le ", []),
        ("contrôle à 3 ans, en ", ["1 an"]),
        ("Revoir Dr Gerentes à 1 mois (", ["6 mois"]),
        ("scanner thoracique dans trois mois : le lundi ", ["six mois", "mercredi"]),
        ("opérée à 3 mois (", []),
        ("consultation. Fils de 3 ans, le ", []),
        ("dans le service, soit le ", []),
        ("unité fermée - semaine 11\n\n", ["33"]),
        ("La Destrousse - sem. 11, lundi ", ["33", "mercredi"]),
        ("GARDES - semaine n° 11 du ", ["33"]),
        ("à la semaine 6 post-partum, le ", []),
        ("chaque semaine 2 doses, le ", []),
    ],
)
def test_what_stands_before_a_date_follows_it(before: str, written: list[str]) -> None:
    found = list(beside(before, DAY, TODAY, to_the_day=True, meant=MEANT))
    assert [piece.text for piece in found] == written
    assert all(before[: piece.start].endswith(" ") and piece.end <= len(before) for piece in found)


def test_a_month_has_no_weekday_and_nothing_is_counted_without_a_day_to_count_from() -> None:
    assert not list(beside("lundi ", DAY, TODAY, to_the_day=False, meant=MEANT))
    assert not list(beside("dans 6 mois, soit le ", DAY, None, to_the_day=True, meant=MEANT))


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_weekday_is_that_of_the_new_day(policy: str) -> None:
    for cohort in range(10):
        result = replaced("Vu le lundi <DATE>15/03/2021</DATE>, revu mardi <DATE>16/03/2021</DATE>.", policy, cohort)
        first, second = re.findall(r"(\w+) (\d\d/\d\d/\d{4})", result.text)
        assert first[0] == weekday_of(first[1])
        assert second[0] == weekday_of(second[1])
        # The weekdays are replaced, and told to be.
        assert [span.source for span in result.original_spans].count("beside") == 2
        assert result.text[slice(*result.offsets.to_new(6, 11))] == first[0]


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("gap", ["", " ", "  "])
def test_a_weekday_in_brackets_is_that_of_the_new_day(gap: str, policy: str) -> None:
    for cohort in range(10):
        text = replaced(f"Le <DATE>09/11/2024</DATE>{gap}(samedi) vu.", policy, cohort).text
        written, day = text.split()[1].partition("(")[0], text.partition("(")[2].partition(")")[0]
        assert day == weekday_of(written)


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_weekday_of_two_letters_is_that_of_the_new_day(policy: str) -> None:
    for cohort in range(10):
        day, written = replaced("Ve <DATE>07/02/2020</DATE> 18h20, AEG.", policy, cohort).text.split(" ")[:2]
        assert day == weekday_of(written)[:2].capitalize()


def test_a_tag_leaves_what_stands_before_it() -> None:
    assert replaced("Vu le lundi <DATE>15/03/2021</DATE>.", "tag").text == "Vu le lundi [DATE]."


def test_a_counted_time_is_told_as_the_new_dates_have_it() -> None:
    for cohort in range(20):
        text = replaced("Contrôle dans 6 mois, soit le <DATE>15/09/2021</DATE>.", cohort=cohort).text
        months, *day = map(int, re.findall(r"\d+", text))
        result = replaced("Vu ce jour, <DATE>15/03/2021</DATE>.", cohort=cohort)
        assert result.date is not None
        apart = (date(*reversed(day)) - result.date).days
        assert abs(apart - months * 30.4) < 32


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("end", ["27 mars 2020", "27/03/2020"])
def test_a_range_that_leaves_its_month_unsaid_is_not_told_in_reverse(policy: str, end: str) -> None:
    for cohort in range(60):
        text = replaced(f"Hospitalisé du <DATE>2</DATE> au <DATE>{end}</DATE>.", policy, cohort).text
        first, last = map(read_date, re.findall(r"(?:du|au) (\d[\w/]*(?: [^\W\d_]{3,})?)", text))
        assert first is not None
        assert last is not None
        assert first.month is not None or (first.day or 0) <= (last.day or 0)


@pytest.mark.parametrize("default", ["dp", "plausible"])
def test_a_clock_time_of_a_date_is_drawn_where_the_policy_asks(default: str) -> None:
    named = Policy.named(default).to_mapping()
    asked = Policy.from_mapping({**named, "options": {**named["options"], "draw_clock_times": True}})
    marked = "Vu le <DATE>12/03/2021</DATE> à 14h30, revu le <DATE>2021-03-12T14:30</DATE>. Garde de 14h30 à 20 h."
    text, spans = parse_markup(marked)
    document = Document("note", text, date=date(2021, 3, 15), patient=Patient(patient_id="7"))
    drawn = set()
    for cohort in range(20):
        result = Replacer(MASTER.cohort(f"tests {cohort}"), asked)(document, spans)
        hour, minute, *again = re.findall(r" à (\d\d)h(\d\d), .*T(\d\d):(\d\d)\.", result.text)[0]
        assert (hour, minute) == tuple(again)
        assert result.text.endswith(" Garde de 14h30 à 20 h.")
        drawn.add((hour, minute))
    assert len(drawn) > 15
    assert " à 14h30" in replaced(marked, default).text


@pytest.mark.parametrize(
    ("before", "feast", "after"),
    [
        ("à la ", "Ascension", "à l'"),
        ("À LA ", "ASCENSION", "À L'"),
        ("depuis l’", "Toussaint", "depuis la "),
        ("L'", "Toussaint", "La "),
        ("de la ", "Noël", "de "),
        ("à la ", "Toussaint", "à la "),
        ("lundi de ", "Pentecôte", "lundi de "),
    ],
)
def test_a_feast_has_its_own_article(before: str, feast: str, after: str) -> None:
    found = feast_joined(before, feast)
    assert (before if found is None else before[: found.start] + found.text) == after


@pytest.mark.parametrize(
    ("before", "season", "after"),
    [
        ("au ", "été", "à l'"),
        ("Au ", "hiver", "À l'"),
        ("à l'", "printemps", "au "),
        ("depuis l’", "printemps", "depuis le "),
        ("DE L'", "printemps", "DU "),
        ("depuis le ", "automne", "depuis l'"),
        ("cet ", "printemps", "ce "),
        ("ce ", "hiver", "cet "),
        ("en ", "printemps", "au "),
        ("en ", "été", "en "),
        ("le ", "printemps", "le "),
        ("vu en mai ", "été", "vu en mai "),
    ],
)
def test_a_season_has_its_own_article(before: str, season: str, after: str) -> None:
    found = season_joined(before, season)
    assert (before if found is None else before[: found.start] + found.text) == after


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_articles_of_feasts_and_seasons_are_written_anew(policy: str) -> None:
    marked = "Vu à <DATE>Noël 2019</DATE>, à l'<DATE>Ascension 2020</DATE> et au <DATE>printemps 2021</DATE>."
    texts = {replaced(marked, policy, cohort).text for cohort in range(40)}
    feast = r"(?:(?:Noël|Pâques)|la (?:Chandeleur|Pentecôte|Toussaint)|l'(?:Épiphanie|Ascension|Assomption)) \d{4}"
    season = r"(?:au printemps|à l'(?:été|automne|hiver)) \d{4}"
    assert all(re.fullmatch(rf"Vu à {feast}, à {feast} et {season}\.", text) for text in texts)
    assert len({text.split()[2] for text in texts}) > 1


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_the_number_of_a_week_is_that_of_the_new_day(policy: str) -> None:
    for cohort in range(10):
        text = replaced("Semaine 11 (<DATE>15/03/2021</DATE>)", policy, cohort).text
        week, day, month, year = map(int, re.findall(r"\d+", text))
        assert week == date(year, month, day).isocalendar().week


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_week_of_treatment_is_left(policy: str) -> None:
    assert replaced("Semaine 6 (<DATE>15/03/2021</DATE>)", policy).text.startswith("Semaine 6 (")


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("after", "left"),
    [
        (" (lundi de Pâques) 10:52", " 10:52"),
        (" (le lundi de Pentecôte), salle 2", ", salle 2"),
        (" (jour de la Toussaint).", "."),
        (" (lundi de Pentecôte travaillé)", ""),
        (" (jeudi de l'Ascension)", ""),
        (" (NOËL)", ""),
        (", lundi de Pâques, et", ", et"),
        (", jour des Rois\n", "\n"),
        (" au réveillon pour", " pour"),
        (" férié, labo fermé", ", labo fermé"),
        (" (férié) au bloc", " au bloc"),
        (", jour férié.", "."),
        (" fériés", " fériés"),
        (", jour des visites", ", jour des visites"),
        (" (le Dr Noël)", " (le Dr Noël)"),
        (" (après Pâques)", " (après Pâques)"),
        (", lundi de Pâquerette", ", lundi de Pâquerette"),
    ],
)
def test_a_feast_that_a_date_is_said_to_be_is_left_out(after: str, left: str, policy: str) -> None:
    result = replaced(f"vu le <DATE>1/4/24</DATE>{after}", policy)
    assert result.text[result.spans[-1].end :] == left
