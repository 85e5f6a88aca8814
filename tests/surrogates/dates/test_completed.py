"""Dates without their year or month are those that a reader takes them for, before and after they are written over."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document, Patient
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.words import WEEKDAYS
from palimpseste.writings.passages import Passages

MASTER = MasterKey(bytes(range(32)))
FULL_LATER = "x" * 80 + "<DATE>14/11/2015</DATE>, " + "y" * 80


def days(marked: str, day: date | None = None) -> list[str]:
    """Return the days that the dates of a note mean."""
    text, spans = parse_markup(marked)
    dated = Calendar(Passages.at(Document("note", text, date=day), spans)).dated
    return [str(dated[index].day) for index in sorted(dated)]


def rewritten(marked: str, policy: str, cohort: int) -> str:
    text, spans = parse_markup(marked)
    key = MASTER.cohort(f"completed {cohort}")
    return Replacer(key, Policy.named(policy).with_exact_days())(Document("note", text), spans).text


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


def test_the_day_of_the_document_completes_before_any_other() -> None:
    assert days("Vu le <DATE>17/05/19</DATE>, revu le <DATE>8/06</DATE>.", date(2023, 6, 20))[1] == "2023-06-08"


def test_a_name_that_begins_as_a_weekend_moves_no_birth() -> None:
    for cohort in range(12):
        name, weekend, plain = (
            days_rewritten(f"{before} (<DATE>17/08/1973</DATE>)", "dp", cohort, patient="7")[0]
            for before in ("de WENDEL Christianne", "we à Nice", "Mme Durand")
        )
        assert name == plain
        assert weekend.weekday() == 5


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_the_days_of_a_night_and_a_weekend_follow_each_other(policy: str) -> None:
    for cohort in range(12):
        text = rewritten(
            "Nuit du <DATE>8</DATE> au <DATE>9 mars 2021</DATE>, week-end du <DATE>13</DATE> au "
            "<DATE>14 mars 2021</DATE>, week-end du <DATE>20 mars 2021</DATE>, <DATE>2/4/21</DATE> (vendredi).",
            policy,
            cohort,
        )
        first, *second = re.search(r"Nuit du (\d+)\S*(?: [a-zéû]+)? au (\d+)\S* (\S+) (\d+)", text).groups()
        months = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août"]
        months += ["septembre", "octobre", "novembre", "décembre"]
        end = date(int(second[2]), months.index(second[1]) + 1, int(second[0]))
        assert int(first) == date.fromordinal(end.toordinal() - 1).day
        days_told = re.findall(r"(?:au|week-end du) (\d+)\S* ([a-zéû]+) (\d{4})", text)[1:]
        sunday, saturday = (date(int(y), months.index(m) + 1, int(d)).weekday() for d, m, y in days_told)
        assert (saturday, sunday) == (5, 6)
        day, month, year, weekday = re.search(r"(\d+)/(\d+)/(\d+) \((\w+)\)", text).groups()
        names = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
        assert names[date(2000 + int(year), int(month), int(day)).weekday()] == weekday


@pytest.mark.parametrize(
    ("range_", "unit"),
    [("week-end du <DATE>18</DATE>-<DATE>19</DATE>", "day"), ("<DATE>1956</DATE> à <DATE>58</DATE>", "year")],
)
def test_two_figures_behind_a_hyphen_are_a_year_behind_a_year_alone(range_: str, unit: str) -> None:
    text, spans = parse_markup(f"Le <DATE>27/02/2023</DATE>, {range_}.")
    dated = Calendar(Passages.at(Document("note", text), spans)).dated
    assert [dated[index].unit for index in (1, 2)] == [unit, unit]


def test_a_school_year_stays_one_year_long() -> None:
    for cohort in range(30):
        first, second = map(int, rewritten("Année <DATE>2021</DATE>-<DATE>2022</DATE>.", "dp", cohort)[6:-1].split("-"))
        assert second == first + 1


@pytest.mark.parametrize(("policy", "least"), [("plausible", 30), ("dp", 24)])
@pytest.mark.parametrize("seen", ["16/02/2022", "22/09/2021", "30/06/2022"])
def test_the_school_year_of_a_note_is_that_of_its_day(policy: str, seen: str, least: int) -> None:
    right = 0
    for cohort in range(30):
        written = rewritten(f"Élève (<DATE>2021</DATE>-<DATE>2022</DATE>), vu le <DATE>{seen}</DATE>.", policy, cohort)
        first, second, _, month, year = map(int, re.findall(r"\d+", written))
        assert second == first + 1
        right += first == (year if month >= 9 else year - 1)
    assert right >= least


@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize(
    "told",
    [
        "CP (<DATE>2020</DATE>-<DATE>2021</DATE>), CE1 (<DATE>2021</DATE>-<DATE>2022</DATE>)",
        "2 <DATE>2011</DATE>-<DATE>2012</DATE>",
    ],
)
def test_other_school_years_are_left_apart(policy: str, told: str) -> None:
    for cohort in range(30):
        written = rewritten(f"{told}, vue le <DATE>03/02/2022</DATE>.", policy, cohort)
        years = list(map(int, re.findall(r"\d{4}", written)))
        assert all(second == first + 1 for first, second in zip(years[:-1:2], years[1:-1:2], strict=True))
        assert len({*years[:-1:2]}) == len(years) // 2 or policy == "dp"
        assert len(years) > 3 or years[-1] - years[0] > 4


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_the_weeks_of_a_year_are_those_of_the_dates_that_it_completes(policy: str) -> None:
    weeks = set()
    for cohort in range(20):
        written = rewritten(
            "Suivi, semaines 46 et 47, <DATE>2022</DATE>\nlun <DATE>14/11</DATE> : vu\n\nmar <DATE>22</DATE> : sorti",
            policy,
            cohort,
        )
        first, last, year, day, month, last_day = map(int, re.findall(r"\d+", written))
        begun = date(year, month, day)
        ends = (begun + timedelta(days=days) for days in range(62))
        assert begun.isocalendar().week == first, written
        assert last in [end.isocalendar().week for end in ends if end.day == last_day], written
        weeks.add(first)
    assert len(weeks) > 3
    told = "Cure S4, <DATE>2022</DATE>. Vu le <DATE>14/11</DATE>."
    assert rewritten(told, policy, 1).startswith("Cure S4, "), "no date of that week"
    told = "Cures S46 et 50, <DATE>2022</DATE>. Vu le <DATE>14/11</DATE>."
    assert rewritten(told, policy, 1).startswith("Cures S46 et 50, "), "no date of one of them"


@pytest.mark.parametrize(
    ("since", "until", "names"),
    [("", "", ["sam", "dim"]), (" 21h", " 7h", ["ven", "lun"]), (" à 8h", " 20h", ["sam", "dim"])],
)
def test_the_range_below_a_weekend_is_one_under_dp(since: str, until: str, names: list[str]) -> None:
    right = 0
    for cohort in range(20):
        written = rewritten(
            f"Transmissions week-end / médecine, CH de Laval\ndu ven <DATE>8</DATE>{since} au lun "
            f"<DATE>11 mars 2024</DATE>{until}",
            "dp",
            cohort,
        )
        told, day, last, end = re.search(r"du (\w{3}) (\d+).*? au (\w{3}) (\d+)", written).groups()  # type: ignore[union-attr] # it is one
        right += [told, last] == names
        assert [told, last] != names or int(end) - int(day) == (3 if names[0] == "ven" else 1)
    assert right >= 12


def test_a_stay_behind_a_weekend_is_none() -> None:
    weekdays = {
        days_rewritten("Sortie en week-end, puis du lun <DATE>4</DATE> au ven <DATE>8 mars 2024</DATE>", "dp", cohort)[
            0
        ]
        for cohort in range(20)
    }
    assert {day.weekday() for day in weekdays} - {5}


def days_rewritten(marked: str, policy: str, cohort: int, patient: str = "") -> list[date]:
    """Return the days that the dates of a note mean once it is written anew."""
    text, spans = parse_markup(marked)
    document = Document("note", text, patient=Patient(patient_id=patient))
    draft = Replacer(MASTER.cohort(f"completed {cohort}"), Policy.named(policy).with_exact_days())(document, spans)
    dates = [span for span in draft.spans if span.source != BESIDE]
    dated = Calendar(Passages.at(Document("note", draft.text), dates)).dated
    return [dated[index].day for index in sorted(dated)]


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


def test_weekdays_tell_the_year_that_no_date_says() -> None:
    marked = "Vendredi <DATE>14/6</DATE> : absent. Revenu lundi <DATE>17/6</DATE>. Bilan du <DATE>3/6</DATE>."
    assert days(marked) == ["2019-06-14", "2019-06-17", "2019-06-03"]
    for cohort in range(30):
        first, second = re.findall(r"([a-z]+) \d", rewritten(marked, "plausible", cohort).lower())[:2]
        assert (WEEKDAYS.index(second) - WEEKDAYS.index(first)) % 7 == 3


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


def test_days_that_lead_back_before_the_first_year_are_not_read() -> None:
    months = 2 * 12 * 2020
    dates = days("<DATE>2</DATE>, <DATE>1</DATE>, " * months)
    assert months < len(dates) < 2 * months
    assert dates[0] == "0001-01-01"


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    "told",
    ["à Nice (<DATE>13</DATE>-<DATE>14 mars 2021</DATE>)", "(<DATE>13 mars 2021</DATE> et <DATE>14/3/21</DATE>)"],
)
def test_a_weekend_in_brackets_is_a_saturday_and_a_sunday(told: str, policy: str) -> None:
    for cohort in range(12):
        saturday, sunday = days_rewritten(f"Retour d'un week-end {told}.", policy, cohort)
        assert saturday.weekday() == 5
        assert (sunday - saturday).days == 1


def test_a_week_begins_on_a_monday_under_dp() -> None:
    for cohort in range(12):
        told, other = days_rewritten(
            "Repos semaine du <DATE>8/1/2024</DATE>. Vu le <DATE>2/2/2024</DATE>.", "dp", cohort
        )
        assert told.weekday() == 0
        assert told < other


NUMBERED = [
    "VVC le <DATE>6/9</DATE>. <DATE>9/9/2022</DATE>, J0 : réinjection. Sortie le <DATE>27/09/2022</DATE>. "
    "Consultation J100 : <DATE>18 décembre 2022</DATE>.",
    "Vaccin J0 <DATE>18/7/2024</DATE>, vu le <DATE>25/7/2024</DATE>, J100 (<DATE>26/10/2024</DATE>), "
    "J110 le <DATE>05/11/2024</DATE>",
]


@pytest.mark.parametrize("marked", NUMBERED)
def test_days_that_are_counted_from_one_another_are_as_far_apart_under_dp(marked: str) -> None:
    for cohort in range(20):
        new = dict(zip(days(marked), days_rewritten(marked, "dp", cohort), strict=True))
        first, last = ("2022-09-09", "2022-12-18") if "VVC" in marked else ("2024-07-18", "2024-10-26")
        assert (new[last] - new[first]).days == 100


@pytest.mark.parametrize(("word", "steps"), [("hier", -1), ("Avant-hier,", -2), ("demain", 1)])
def test_yesterday_stays_the_day_before_that_of_the_note_under_dp(word: str, steps: int) -> None:
    told = date(2023, 2, 6 + steps)
    for cohort in range(20):
        of_note, beside, _ = days_rewritten(
            f"Vu le <DATE>06/02/2023</DATE>, sœur née {word} <DATE>{told:%d/%m}</DATE>, bilan <DATE>02/2022</DATE>.",
            "dp",
            cohort,
        )
        assert (beside - of_note).days == steps


@pytest.mark.parametrize(
    "marked",
    [
        # Another day stands between: today is not the latest date.
        "Entré hier <DATE>14/9/2020</DATE>. Bilan <DATE>16/9/2020</DATE>, vu le <DATE>2/10/2020</DATE>.",
        # Each cycle has a first day, and a fever counts from its own.
        "J1 <DATE>4/3/2021</DATE>, J8 <DATE>11/3/2021</DATE>, J1 <DATE>25/3/2021</DATE>",
        "Cure C1 J1 <DATE>4/3/2021</DATE>, vue le <DATE>11/3/2021</DATE> à J8 d'une fièvre",
    ],
)
def test_what_may_be_counted_from_elsewhere_is_left_apart(marked: str) -> None:
    text, spans = parse_markup(marked)
    dated = Calendar(Passages.at(Document("note", text), spans)).dated
    assert not any(each.reach is not None and each.reach.least == each.reach.most for each in dated.values())


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


def test_a_weekday_that_no_year_around_fits_stays_where_days_move_by_whole_weeks() -> None:
    marked = "Né le <BIRTHDATE>3/7/1957</BIRTHDATE>. Mardi <DATE>8</DATE> : calme. Vendredi <DATE>11</DATE> : sorti."
    for cohort in range(20):
        new = rewritten(marked, "plausible", cohort)
        assert re.search(r"Mardi \S+ : calme. Vendredi \S+ : sorti", new), new


STAY = (
    "Flers, le <DATE>26/06/2025</DATE>\nElle sort ce jour à J4 d'une césarienne. Vue le <DATE>12/01/2025</DATE>. "
    "Accouchement le <DATE>22/06/2025</DATE>. Visite le <DATE>11/08/2025</DATE>."
)
SHOULDER = (
    "Paris, le <DATE>11/06/2024</DATE>\nOpérée le <DATE>14/03/2024</DATE>, scanner le <DATE>20/03/2024</DATE>.\n"
    "Aujourd'hui, à J89 : va bien. Revue le <DATE>11/07/2024</DATE>."
)
BREAST = "Le <DATE>16/10/2023</DATE>    Dr X\nContrôle à 4 mois, soit <DATE>15/02/2024</DATE>."


@pytest.mark.parametrize(
    ("marked", "later", "earlier", "least", "most"),
    [
        (STAY, date(2025, 6, 26), date(2025, 6, 22), 3, 4),
        (SHOULDER, date(2024, 6, 11), date(2024, 3, 14), 88, 89),
        (BREAST, date(2024, 2, 15), date(2023, 10, 16), 110, 132),
    ],
)
def test_dates_are_as_far_apart_as_words_say_under_dp(
    marked: str, later: date, earlier: date, least: int, most: int
) -> None:
    right = 0
    for cohort in range(40):
        new = dict(zip(told_days(marked), days_rewritten(marked, "dp", cohort), strict=True))
        right += least <= (new[later] - new[earlier]).days <= most
    # What noise of some key throws farther is left: it may be another day that is meant.
    assert right >= 36


def test_what_follows_a_counted_day_moves_along() -> None:
    """The visit a month later stays about a month later, whatever is put between operation and note."""
    far = 0
    for cohort in range(40):
        new = dict(zip(told_days(SHOULDER), days_rewritten(SHOULDER, "dp", cohort), strict=True))
        far += abs((new[date(2024, 7, 11)] - new[date(2024, 6, 11)]).days - 30) > 20
    assert far <= 3


def told_days(marked: str) -> list[date]:
    return [date(int(y), int(m), int(d)) for d, m, y in re.findall(r">(\d\d)/(\d\d)/(\d{4})<", marked)]


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


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("marked", "apart"),
    [
        ("Restée dix-sept jours, du <DATE>8</DATE> au <DATE>25 janvier 2024</DATE>.", range(16, 18)),
        ("Une cure de 5 semaines (<DATE>25 mars</DATE> – <DATE>26 avril 2024</DATE>).", range(32, 39)),
        ("Examen le <DATE>06/05/2024</DATE>. Arrêt 8 jours avant, donc dès le <DATE>28/04/2024</DATE>.", range(-8, -7)),
        ("Né le <BIRTHDATE>28/11/2022</BIRTHDATE>. Sorti le <DATE>14/12/2022</DATE> à 16 j de vie.", range(16, 17)),
        (
            "Évacuée le <DATE>28/09/2021</DATE> à 31 SA, né le lendemain (<BIRTHDATE>29/09/2021</BIRTHDATE>).",
            range(1, 2),
        ),
        ("Chute le <DATE>02/03/2021</DATE>, vue le surlendemain, le <DATE>04/03/2021</DATE>.", range(2, 3)),
        ("Opéré le <DATE>02/03/2021</DATE>. Vu la veille (<DATE>01/03/2021</DATE>).", range(-1, 0)),
    ],
)
def test_days_that_words_tell_are_as_far_apart(marked: str, apart: range, policy: str) -> None:
    for cohort in range(30):
        first, last = days_rewritten(marked, policy, cohort)
        assert (last - first).days in apart


def test_every_so_many_days_is_no_stay() -> None:
    marked = "Tous les 21 jours, du <DATE>02/01/2024</DATE> au <DATE>23/01/2024</DATE>."
    days_apart = {(last - first).days for first, last in (days_rewritten(marked, "dp", cohort) for cohort in range(30))}
    assert len(days_apart) > 5


def test_a_week_whose_days_are_told_is_one_and_a_range_of_hours_as_long_as_it_says_under_dp() -> None:
    ends = set()
    for cohort in range(40):
        week = rewritten("Sem. du <DATE>09/12/2024</DATE> au <DATE>15/12/2024</DATE>. Va bien.", "dp", cohort)
        first, last = (date(int(y), int(m), int(d)) for d, m, y in re.findall(r"(\d\d)/(\d\d)/(\d{4})", week))
        assert first.weekday() == 0
        ends.add((last - first).days)
        since, until = days_rewritten(
            "OHD pendant 36 h (<DATE>10/01/2024</DATE> 2 h au <DATE>11/01/2024</DATE> 14 h).", "dp", cohort
        )
        assert (until - since).days in (1, 2)
    assert ends <= {4, 6}


LOG = (
    "Cahier, relevé le <DATE>18/05/2024</DATE>\n<DATE>15/05</DATE> 21h : fièvre, appeler demain.\n"
    "<DATE>16/05</DATE> 9h : mieux ce matin.\n<DATE>17/05</DATE> : rien.\nRevue le <DATE>29/05</DATE>."
)


def test_the_entries_of_a_log_follow_one_another_under_dp_and_nothing_behind_moves_along() -> None:
    follow = far = 0
    for cohort in range(40):
        read, first, second, third, revisit = days_rewritten(LOG, "dp", cohort)
        follow += ((second - first).days, (third - second).days) == (1, 1)
        far += abs((revisit - read).days - 11) > 20
    assert follow >= 32
    assert far <= 3


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
    drawn = {
        tuple(rewritten(f"{number}, {age}, le <DATE>08/10/2019</DATE>.", "dp", 1)[:17] for _ in range(2))
        for age in ("<AGE>66 ans</AGE>", "<AGE>31 ans</AGE>")
    }
    assert len(drawn) == 1
    years = {re.search(r"(?:NISS |CNS 19)(\d\d)", rewritten(f"{number}.", "dp", each))[1] for each in range(10)}
    assert len(years) > 3
    assert all("50" <= year <= "94" for year in years)


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_feast_stays_on_its_side_of_the_note_and_on_its_weekday(policy: str) -> None:
    marked = (
        "Vue le <DATE>16 novembre 2022</DATE>. Veuve depuis la <DATE>Toussaint 2022</DATE>. Infarctus le lundi "
        "de <DATE>Pâques 2021</DATE>, opérée jeudi de l'<DATE>Ascension 2021</DATE>. Vient avant <DATE>Noël 2022</DATE>"
    )
    for cohort in range(20):
        new = rewritten(marked, policy, cohort)
        seen, *feasts = days(marked_anew(new))
        widowed, struck, _, back = feasts
        assert widowed <= seen < back
        assert re.search(r"lundi de (?:la Pentecôte|Pâques) \d{4}", new)
        assert re.search(r"jeudi de l'Ascension \d{4}", new)
        assert struck < widowed


def marked_anew(text: str) -> str:
    """Return a new text of that note with its dates marked as those of the old one are."""
    feast = r"(?:Épiphanie|Chandeleur|Pâques|Ascension|Pentecôte|Assomption|Toussaint|Noël) \d{4}"
    return re.sub(rf"(?<=Vue le )[^.]+|{feast}", r"<DATE>\g<0></DATE>", text)
