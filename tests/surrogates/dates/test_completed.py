"""Dates without their year or month are those that a reader takes them for, before and after they are written over."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from dates_read import days, days_rewritten, rewritten

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.words import WEEKDAYS
from palimpseste.writings.passages import Passages

FULL_LATER = "x" * 80 + "<DATE>14/11/2015</DATE>, " + "y" * 80


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        # A full date may have a year of two figures.
        ("Le <DATE>17/05/24</DATE>. INR le <DATE>8/05</DATE>, revu le <DATE>3</DATE>.", "2024-05-08"),
        ("Séjour du <DATE>24/03/23</DATE>, pansement <DATE>19/12</DATE>.", "2022-12-19"),
        # A date of long ago completes what stands beside it, not what stands further on.
        ("Greffe le <DATE>14/11/2015</DATE>, rejet le <DATE>3/12</DATE>. Vu le <DATE>2/9/2021</DATE>.", "2015-12-03"),
        (f"Lille, <DATE>2/9/2021</DATE>. {FULL_LATER} fièvre le <DATE>30 août</DATE>.", "2021-08-30"),
        # What begins on another line is of the year of the note.
        ("<DATE>18/06/2019</DATE>\n\nBiopsie le <DATE>9 février</DATE>. Vue <DATE>12/02/2021</DATE>", "2021-02-09"),
        # The weekday tells the year where the nearest one has another.
        ("Note du <DATE>3 janvier 2024</DATE>. Revoir mardi <DATE>3 septembre</DATE>.", "2024-09-03"),
        # A year that would be ahead of the note is not meant where the dates around tell another.
        (
            f"Fait le <DATE>18/12/2024</DATE>. Chute le <DATE>12 janvier 2021</DATE>. {'x' * 80} Le "
            f"<DATE>2 février</DATE>, rien. {'y' * 80} Reprise le <DATE>19 février 2021</DATE>.",
            "2021-02-02",
        ),
        # Where no date is full, all are of one year: one that is said, that of a child's birth, or any.
        (
            "Chute le <DATE>4 avril</DATE>, suivi depuis <DATE>2018</DATE>, sorti le <DATE>20 avril</DATE>.",
            "2018-04-20",
        ),
        ("Né le <BIRTHDATE>06.05.24</BIRTHDATE>. Sorti le <DATE>9/05</DATE>.", "2024-05-09"),
        (
            "Née le <BIRTHDATE>06.05.1951</BIRTHDATE>. Vue <DATE>28/12</DATE>, puis <DATE>3/01</DATE>.",
            "2021-01-03",
        ),
    ],
)
def test_a_date_without_its_year_is_of_the_year_that_a_reader_takes(marked: str, meant: str) -> None:
    assert meant in days(marked)


@pytest.mark.parametrize(
    "ahead",
    [
        "Je la reverrai le",
        "à revoir le",
        "Rendez-vous le",
        "Arrêt jusqu'au",
        "carte valable jusqu'au",
        "pas de poste de nuit avant le",
        "terme prévu le",
        "Terme fixé par échographie au",
        "DPA :",
        "Consultation de contrôle avec le Dr Stéphant le",
        "Radio + consultation le",
        "Suites :\n- HDJ le lundi",
        "Revue en consultation le",
    ],
)
def test_the_note_is_not_of_a_day_that_it_looks_ahead_to(ahead: str) -> None:
    text, spans = parse_markup(
        f"Le <DATE>15.12.2023</DATE>. Opérée le <DATE>04.08</DATE>. {ahead} <DATE>18.06.2024</DATE>."
    )
    calendar = Calendar(Passages.at(Document("note", text), spans))
    assert calendar.reference == date(2023, 12, 15)
    assert calendar.dated[1].day == date(2023, 8, 4)


@pytest.mark.parametrize(
    "told",
    [
        "Vue en consultation le",
        "Consultation du",
        "Scanner le",
        "Consultation (vue avec sa fille) le",
        "Née à terme le",
    ],
)
def test_what_happened_on_a_day_is_no_appointment(told: str) -> None:
    text, spans = parse_markup(
        f"Le <DATE>15.12.2023</DATE>. Opérée le <DATE>04.08</DATE>. {told} <DATE>18.06.2024</DATE>."
    )
    assert Calendar(Passages.at(Document("note", text), spans)).reference == date(2024, 6, 18)


def test_a_note_begins_with_its_own_consultation() -> None:
    text, spans = parse_markup("Consultation le <DATE>18.06.2024</DATE>. Opérée le <DATE>15.12.2023</DATE>.")
    assert Calendar(Passages.at(Document("note", text), spans)).reference == date(2024, 6, 18)


@pytest.mark.parametrize(
    ("signed", "day"),
    [
        ("\nValidé par Dr <LASTNAME>Marchand</LASTNAME> le", date(2025, 2, 11)),
        ("\n  SIGNÉE À <CITY>SÉNÉ</CITY>, LE", date(2025, 2, 11)),
        # What somebody signed is not the note, and what is signed until a day to come is not of that day.
        ("\nContrat signé le", date(2025, 3, 11)),
        ("\nValidé jusqu'au", date(2025, 3, 11)),
        ("\nSignes de reprise le", date(2025, 3, 11)),
    ],
)
def test_a_note_is_of_the_day_on_which_it_was_signed(signed: str, day: date) -> None:
    text, spans = parse_markup(
        "Entrée <DATE>03/02/2025</DATE>. Fait marquant : FA le <DATE>4</DATE>, apixaban introduit, bilan au complet.\n"
        f"Gaz du sang en HDJ : <DATE>11 mars 2025</DATE>{signed} <DATE>11/02/2025</DATE>"
    )
    calendar = Calendar(Passages.at(Document("note", text), spans))
    assert calendar.reference == day


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("<CITY>Flers</CITY>, le <DATE>26/06/2025</DATE>", date(2025, 6, 26)),
        ("HAMARD\n  Le lundi <DATE>26/06/2025</DATE>    Médecin : X", date(2025, 6, 26)),
        # A line of a story is no head.
        ("Opérée le <DATE>26/06/2025</DATE>", date(2025, 8, 11)),
        ("Vue le 3, le <DATE>26/06/2025</DATE>", date(2025, 8, 11)),
        ("Le <DATE>26/06/2025</DATE>, chute", date(2025, 8, 11)),
    ],
)
def test_a_letter_is_of_the_date_that_stands_at_its_head(head: str, day: date) -> None:
    text, spans = parse_markup(f"CH\n{head}\n\nChère collègue,\nElle sera ici lundi <DATE>11/08/2025</DATE> à 14 h.")
    assert Calendar(Passages.at(Document("note", text), spans)).reference == day


def test_the_day_of_the_document_completes_before_any_other() -> None:
    assert days("Vu le <DATE>17/05/19</DATE>, revu le <DATE>8/06</DATE>.", date(2023, 6, 20))[1] == "2023-06-08"


@pytest.mark.parametrize(
    ("range_", "unit"),
    [("week-end du <DATE>18</DATE>-<DATE>19</DATE>", "day"), ("<DATE>1956</DATE> à <DATE>58</DATE>", "year")],
)
def test_two_figures_behind_a_hyphen_are_a_year_behind_a_year_alone(range_: str, unit: str) -> None:
    text, spans = parse_markup(f"Le <DATE>27/02/2023</DATE>, {range_}.")
    dated = Calendar(Passages.at(Document("note", text), spans)).dated
    assert [dated[index].unit for index in (1, 2)] == [unit, unit]


@pytest.mark.parametrize(
    ("stay", "with_month"),
    [
        ("du <DATE>2</DATE> au <DATE>27 mars 2020</DATE>", r"du (\d+|1er) [a-zéû]{3,} au \S+ [a-zéû]+ \d{4}"),
        ("du <DATE>02</DATE> au <DATE>27.03.2020</DATE>", r"du \d\d\.\d\d au \d\d\.\d\d\.\d{4}"),
        ("les <DATE>2</DATE>, <DATE>3</DATE> et <DATE>27/3</DATE>", r"les \d+/\d+, |, \d+/\d+ et "),
    ],
)
def test_the_first_day_of_a_range_says_its_month_where_it_is_another(stay: str, with_month: str) -> None:
    marked = f"Vu le <DATE>3/4/2020</DATE>. Séjour {stay}."
    for cohort in range(30):
        _, first, *_, last = days_rewritten(marked, "plausible", cohort)
        assert (last - first).days == 25
        assert bool(re.search(with_month, rewritten(marked, "plausible", cohort))) == (first.month != last.month)


def test_weekdays_tell_the_year_that_no_date_says() -> None:
    marked = "Vendredi <DATE>14/6</DATE> : absent. Revenu lundi <DATE>17/6</DATE>. Bilan du <DATE>3/6</DATE>."
    assert days(marked) == ["2019-06-14", "2019-06-17", "2019-06-03"]
    for cohort in range(30):
        first, second = re.findall(r"([a-z]+) \d", rewritten(marked, "plausible", cohort).lower())[:2]
        assert (WEEKDAYS.index(second) - WEEKDAYS.index(first)) % 7 == 3


def test_days_that_lead_back_before_the_first_year_are_not_read() -> None:
    months = 2 * 12 * 2020
    dates = days("<DATE>2</DATE>, <DATE>1</DATE>, " * months)
    assert months < len(dates) < 2 * months
    assert dates[0] == "0001-01-01"


WEEKS = """\
Transmissions <DATE>2022</DATE>
lun <DATE>14/11</DATE> : arrivé. Vu mardi <DATE>15</DATE>.

jeu <DATE>8 décembre</DATE> : sortie"""


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_a_year_that_completes_other_dates_is_that_of_the_first_of_them(policy: str) -> None:
    years = set()
    for cohort in range(30):
        written = rewritten(WEEKS, policy, cohort)
        (head,), (first,) = re.findall(r"ssions (\d{4})", written), re.findall(r"(\S+ \d\d/\d\d) : arr", written)
        name, day, month = re.fullmatch(r"(\S+) (\d\d)/(\d\d)", first).groups()  # type: ignore[union-attr] # it is one
        assert WEEKDAYS[date(int(head), int(month), int(day)).weekday()].startswith(name), written
        years.add(int(head))
    assert len(years) > 1


HEADED = """Synthèse du <DATE>14/03/2024</DATE>.
<DATE>2019</DATE>. En <DATE>février</DATE>, pneumopathie ; Ofev le <DATE>1er juillet</DATE>.
<DATE>2021</DATE> : covid le <DATE>26/11</DATE>
Sortie le <DATE>2/3</DATE>, opéré en
<DATE>2017</DATE>. Revu le <DATE>3 mars</DATE>."""


def test_a_year_at_the_head_of_a_line_is_that_of_the_dates_behind_it() -> None:
    told = ["2019-02-15", "2019-07-01", "2021-07-02", "2021-11-26", "2024-03-02", "2017-07-02", "2024-03-03"]
    assert days(HEADED)[2:] == told


def test_a_date_that_leaves_the_year_at_the_head_of_its_line_says_its_own() -> None:
    written = set()
    for cohort in range(30):
        before, after = days(HEADED), [str(day) for day in days_rewritten(HEADED, "plausible", cohort)]
        shifts = {date.fromisoformat(new) - date.fromisoformat(old) for old, new in zip(before, after, strict=True)}
        assert max(shifts) - min(shifts) < timedelta(days=200), "what says no day is read in its middle"
        written.add(bool(re.search(r"covid le \d\d/\d\d/\d{4}", rewritten(HEADED, "plausible", cohort))))
    assert written == {True, False}
