"""Days that words, weekdays or the layout of a note bind to each other stay so where they are written over."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from dates_read import days, days_rewritten, rewritten

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.passages import Passages


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
