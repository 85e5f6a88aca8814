"""Days alone, without month and year, are those that a reader takes them for."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from dates_read import days, days_rewritten, rewritten

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.passages import Passages


def test_a_day_alone_is_of_the_stay_and_not_of_a_visit_that_comes_after_the_signature() -> None:
    marked = (
        "Sortie <DATE>11/02/2025</DATE>. {0}. Fini le <DATE>10/02</DATE>. Fait marquant : FA le <DATE>4</DATE>. {0}\n"
        "Gaz du sang en HDJ : <DATE>11 mars 2025</DATE>\nValidé par Dr Marchand le <DATE>11/02/2025</DATE>"
    )
    assert days(marked.format("Fruitier à la retraite, sevré, suivi en ville " * 3))[2] == "2025-02-04"


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        ("<DATE>11/02/2020</DATE>, c'est J7, née le <BIRTHDATE>4</BIRTHDATE> à 27+2", "2020-02-04"),
        ("<DATE>11/02/2020</DATE>, né le <BIRTHDATE>12</BIRTHDATE>", "2020-01-12"),
        ("<DATE>11/02/2020</DATE>, né en <BIRTHDATE>56</BIRTHDATE>", "1956-07-02"),
    ],
)
def test_a_birth_by_its_day_alone_is_the_last_of_its_number(marked: str, meant: str) -> None:
    assert days(marked)[1] == meant


def test_a_birth_of_two_digits_is_past_where_nothing_dates_the_note() -> None:
    log = "lun <DATE>3/02</DATE>  pansement\n<DATE>7/02</DATE>  labo\nsam <DATE>8</DATE>  vu dr\nven <DATE>14/02</DATE>"
    told = days(f"né <BIRTHDATE>19/04/34</BIRTHDATE>\n{log}")
    assert told == ["1934-04-19", *days(log)]
    assert told[3] == "2020-02-08"


def test_a_note_of_days_to_come_alone_is_of_the_latest() -> None:
    text, spans = parse_markup("À revoir le <DATE>15.12.2023</DATE>, puis rendez-vous le <DATE>18.06.2024</DATE>.")
    assert Calendar(Passages.at(Document("note", text), spans)).reference == date(2024, 6, 18)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("le <DATE>22/09</DATE>", "2023-09-22"),
        # No other day, and none that a full date of the nearest year says as well, or a weekday.
        ("le <DATE>21/09</DATE>", "2024-09-21"),
        ("le <DATE>22/09</DATE>, le <DATE>22/09/2024</DATE>", "2024-09-22"),
        ("dimanche <DATE>22/09</DATE>", "2024-09-22"),
    ],
)
def test_a_day_of_a_note_that_looks_ahead_is_that_which_it_says_in_full(told: str, meant: str) -> None:
    far = "x" * 80
    marked = f"Imprimé le <DATE>22/09/2023</DATE>. {far} Remis {told}. {far} Droits au <DATE>31/12/2024</DATE>."
    assert days(marked)[1] == meant


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        ("<DATE>03/09/2024</DATE>, vue avec sa fille. Arrêt de travail jusqu'au <DATE>22</DATE>.", "2024-09-22"),
        ("<DATE>13/07/2024</DATE>, vue avec sa fille. Augmentin jusqu'au <DATE>10</DATE> inclus.", "2024-08-10"),
        ("Le <DATE>11/03/2025</DATE>, vue avec sa fille. Sortie prévue le <DATE>14</DATE>.", "2025-03-14"),
        # Of the full dates before it the latest counts, and none behind it.
        (
            f"<DATE>02/10/2023</DATE>, vu <DATE>04/05/2012</DATE>. {'x' * 80} RDV le <DATE>3</DATE> {'y' * 80} "
            "revu <DATE>07/11/2023</DATE>",
            "2023-10-03",
        ),
        # A weekday tells better.
        ("Le <DATE>11/03/2025</DATE>, vue avec sa fille. RDV lundi <DATE>10</DATE>.", "2025-03-10"),
        # At once behind another that is ahead.
        (
            "Le <DATE>22/03/2024</DATE>. Séance <DATE>5 avril</DATE> à Brest, au centre. Vol du <DATE>6</DATE>.",
            "2024-04-06",
        ),
        # Not of a full date further on, but of that of the note.
        (
            f"Vue <DATE>13 janvier 2023</DATE>, <DATE>2021</DATE>. {'x' * 80} Crises le <DATE>11</DATE>. {'y' * 80} "
            "Arrêté du <DATE>28 mars 2022</DATE>.",
            "2023-01-11",
        ),
        # Neither past nor to come: the last day of the number.
        ("Le <DATE>11/03/2025</DATE>, vue avec sa fille. Curares jusqu'au <DATE>17</DATE>.", "2025-02-17"),
    ],
)
def test_a_day_alone_that_is_to_come_is_the_next_of_its_number(marked: str, meant: str) -> None:
    assert meant in days(marked)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("les <DATE>6</DATE> et <DATE>7</DATE>, stop. Gaz le <DATE>4</DATE>", ["06-06", "06-07", "06-04"]),
        ("du <DATE>10</DATE> au <DATE>5</DATE>. Gaz le <DATE>6/6</DATE>", ["05-10", "06-05", "06-06"]),
        ("sort le <DATE>30/05</DATE>. Venu le <DATE>21</DATE>", ["05-30", "05-21"]),
        # In order, what a further sentence says completes both.
        ("le <DATE>3</DATE>. Revue <DATE>5</DATE> et <DATE>12 mars</DATE>", ["03-03", "03-05", "03-12"]),
    ],
)
def test_a_lower_day_of_another_sentence_begins_no_month_before(said: str, meant: list[str]) -> None:
    marked = f"Sortie <DATE>07/06/2024</DATE>. {'x' * 80} {said}."
    assert days(marked)[1:] == [f"2024-{day}" for day in meant]


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        # A month in brackets says nothing of what stands behind them.
        ("Mme B. (hanche fin <DATE>novembre</DATE>) sort le <DATE>9</DATE>.", ["2024-11-15", "2025-01-09"]),
        ("Opérée en <DATE>novembre</DATE>, jeudi <DATE>16</DATE> au plus tard.", ["2024-11-15", "2025-01-16"]),
        # What is a week from a day whose weekday tells that it is to come is to come, too.
        (
            "Retour vendredi <DATE>17</DATE>. Le lit vient le <DATE>16</DATE>, je passe le <DATE>21</DATE>.",
            ["2025-01-17", "2025-01-16", "2025-01-21"],
        ),
        ("Retour vendredi <DATE>17</DATE>. Fièvre le <DATE>3</DATE>.", ["2025-01-17", "2025-01-03"]),
    ],
)
def test_days_alone_around_a_weekday_to_come_are_to_come(told: str, meant: list[str]) -> None:
    assert days(f"Lettre du <DATE>8 janvier 2025</DATE>. {told}")[1:] == meant


def test_a_day_to_come_is_within_the_month_from_the_day_of_the_document() -> None:
    marked = "Le <DATE>03/09/2024</DATE>. Arrêt de travail jusqu'au <DATE>22</DATE> inclus."
    assert days(marked, date(2024, 9, 25))[1] == "2024-10-22"
    for cohort in range(30):
        for policy in ("plausible", "dp"):
            full, alone = re.findall(r"\d{2}/\d{2}/\d{4}|(?<=au )\d+", rewritten(marked, policy, cohort))
            today = date(*map(int, reversed(full.split("/"))))
            coming = [today + timedelta(days=ahead) for ahead in range(28)]
            assert int(alone) in {day.day for day in coming}
            if policy == "plausible":
                assert int(alone) == coming[19].day


@pytest.mark.parametrize("told", ["<DATE>9</DATE>", "<DATE>9</DATE>. Vue <DATE>3/2</DATE>"])
def test_a_day_alone_is_as_far_from_the_day_of_the_note_as_before(told: str) -> None:
    for cohort in range(30):
        of_note, alone, *_ = days_rewritten(
            f"Lyon, le <DATE>28/03/2020</DATE>. La famille a été reçue le {told}.", "plausible", cohort
        )
        assert (of_note - alone).days == 19


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_weekday_tells_which_day_is_meant(policy: str) -> None:
    marked = "Borgo, <DATE>1er avril 2022</DATE>. Convocation du lundi <DATE>4</DATE>."
    assert days(marked)[1] == "2022-04-04"
    for cohort in range(20):
        of_note, told = days_rewritten(marked, policy, cohort)
        assert of_note < told


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        # Soon after the last date that says its month, where the note tells of a later one.
        (
            "Le <DATE>17 avril 2023</DATE> consultation. Entrée aux urgences de la ville, chute sans gravité, le"
            " <DATE>20</DATE>. Sortie <DATE>24 avril</DATE>.",
            "2023-04-20",
        ),
        ("Bourges, le <DATE>28/03/2020</DATE>. " + "x" * 40 + " reçue le <DATE>29</DATE>", "2020-03-29"),
        ("<DATE>03/04/2024</DATE>. Arrêt à partir du <DATE>25</DATE>", "2024-04-25"),
        # What is on one line is of the month that begins it, not of the date that begins the next.
        (
            "<DATE>18/09/2023</DATE>\n<DATE>oct. 2023</DATE> : <DATE>16</DATE>, <DATE>23</DATE>\n<DATE>19/09</DATE>",
            "2023-10-23",
        ),
        ("<DATE>12/03/2021</DATE>, <DATE>15</DATE>, <DATE>20</DATE> et <DATE>2</DATE>.", "2021-04-02"),
        # Where nothing dates the note, the nearest.
        ("Nuit du <DATE>22</DATE> : " + "x" * 40 + ". Isolement levé <DATE>22/03</DATE>.", "2020-03-22"),
        ("ven <DATE>12/6</DATE>, sam <DATE>13/6</DATE>", "2020-06-13"),
        ("<DATE>02/2024</DATE>, le <DATE>27/03</DATE>. " + "x" * 40 + " passe vendredi <DATE>5</DATE>", "2024-04-05"),
        ("mer <DATE>11/6</DATE>, ven <DATE>13</DATE>", "2025-06-13"),
    ],
)
def test_a_day_alone_is_of_the_month_that_a_reader_takes(marked: str, meant: str) -> None:
    assert meant in days(marked)


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        # Near the day of the note rather than near the dates beside it, where it has that weekday.
        (
            "Le <DATE>12 juin 2024</DATE>. Poses : <DATE>9/10/23</DATE>, puis <DATE>10/10</DATE>. "
            + "x" * 60
            + " vendredi <DATE>14</DATE>.",
            "2024-06-14",
        ),
        # Of a text that says no month, in a January in which most weekdays are right.
        ("Lundi <DATE>8</DATE> : rien.\nMardi <DATE>9</DATE> : vu.\nRevoir le <DATE>19</DATE>.", "2018-01-19"),
    ],
)
def test_weekdays_tell_of_which_month_a_day_is(marked: str, meant: str) -> None:
    assert days(marked)[-1] == meant


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        # The note is of one night, and another line tells another month.
        (
            "Relève nuit du <DATE>8</DATE> au <DATE>09/03/2019</DATE>\nch. 4 : cure le <DATE>31/1</DATE>.\n"
            "Chariot vérifié le <DATE>8</DATE> à 21h",
            ["2019-03-08", "2019-03-09", "2019-01-31", "2019-03-08"],
        ),
        # On one line the month before it counts.
        (
            "Relève nuit du <DATE>8</DATE> au <DATE>09/03/2019</DATE>\nch. 4 : cure le <DATE>2/2</DATE>, deuxième dose "
            "faite sans difficulté le <DATE>8</DATE>",
            ["2019-03-08", "2019-03-09", "2019-02-02", "2019-02-08"],
        ),
        # A longer stay is no night.
        (
            "Séjour du <DATE>4</DATE> au <DATE>09/03/2019</DATE>\nch. 4 : cure le <DATE>2/2</DATE>.\n"
            "Chariot vérifié le <DATE>4</DATE>",
            ["2019-03-04", "2019-03-09", "2019-02-02", "2019-02-04"],
        ),
    ],
)
def test_a_day_alone_is_of_the_night_of_the_note(marked: str, meant: list[str]) -> None:
    assert days(marked) == meant


@pytest.mark.parametrize(
    ("number", "shape", "born"),
    [
        ("NISS <OTHER_ID>53.07.19-217.64</OTHER_ID>", r"(\d\d)\.(\d\d)\.(\d\d)", date(1953, 7, 19)),
        ("matricule <OTHER_ID>1962 1103 204 57</OTHER_ID>", r"19(\d\d) (\d\d)(\d\d)", date(1962, 11, 3)),
        # The number tells the century.
        ("matricule <OTHER_ID>1916 0403 204 57</OTHER_ID>", r"19(\d\d) (\d\d)(\d\d)", date(1916, 4, 3)),
    ],
)
def test_a_birth_that_a_number_alone_tells_moves_with_the_day_of_the_note(number: str, shape: str, born: date) -> None:
    marked = f"{number}, <AGE>66 ans</AGE>, vu le <DATE>08/10/2019</DATE>."
    for cohort in range(10):
        text = rewritten(marked, "plausible", cohort)
        year, month, day = map(int, re.search(shape, text).groups())
        seen = date.fromisoformat("-".join(reversed(re.search(r"le (\S+)\.$", text)[1].split("/"))))
        assert date(1900 + year, month, day) - born == seen - date(2019, 10, 8)
        assert ", 66 ans," in text


@pytest.mark.parametrize(
    "number", ["NISS <OTHER_ID>53.07.19-217.64</OTHER_ID>", "CNS <OTHER_ID>1962110320457</OTHER_ID>"]
)
def test_a_birth_that_a_number_alone_tells_is_drawn_under_a_mechanism(number: str) -> None:
    for age in ("<AGE>66 ans</AGE>", "<AGE>31 ans</AGE>"):
        written = rewritten(f"{number}, {age}, le <DATE>08/10/2019</DATE>.", "dp", 1)
        assert written == rewritten(f"{number}, {age}, le <DATE>08/10/2019</DATE>.", "dp", 1)
        # As old as the new age, which was released, on the new day.
        told = re.search(r"(?:NISS |CNS 19)(\d\d).*, (\d+) ans, le \d\d/\d\d/(\d{4})", written)
        assert int(told[3]) - int(told[2]) - int(told[1]) - 1900 in (0, 1)
    years = {re.search(r"(?:NISS |CNS 19)(\d\d)", rewritten(f"{number}.", "dp", each))[1] for each in range(10)}
    assert len(years) > 3
    assert all("50" <= year <= "94" for year in years)
