"""Ages agree with the new dates where they follow from them; any other is released by itself."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

import pytest

from palimpseste import Deidentifier
from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import alone
from palimpseste.writings.ages.reckoned import age_at
from palimpseste.writings.ages.written import AgeUnit
from palimpseste.writings.dates.reading import read_date


def policy(dates: str = "metric-laplace", **privacy: object) -> Policy:
    labels = {"DATE": dates, "BIRTHDATE": dates, "AGE": "metric-laplace"}
    return Policy.from_mapping({"default": "plausible", "labels": labels, "privacy": privacy})


def released(
    key: CohortKey, marked: str, chosen: Policy, *, id: str = "note", written: date | None = None, **patient: str
) -> Draft:
    text, spans = parse_markup(marked)
    return Replacer(key, chosen)(Document(id, text, date=written, patient=Patient(**patient)), spans)


def values(result: Draft) -> list[str]:
    return [result.text[span.start : span.end] for span in result.spans]


def day_of(text: str) -> date:
    read = read_date(text)
    assert read is not None
    return date(read.year or 0, read.month or 0, read.day or 0)


@pytest.mark.parametrize("number", range(12))
def test_an_age_agrees_with_the_new_birth_and_the_new_document(key: CohortKey, number: int) -> None:
    result = released(
        key,
        "<AGE>67 ans</AGE>, né le <BIRTHDATE>12/03/1954</BIRTHDATE>, soit <AGE>soixante-sept ans</AGE>",
        policy(epsilon="1/1000"),
        id=str(number),
        written=date(2021, 5, 1),
    )
    age, birth, spelt = values(result)
    assert result.date is not None
    expected = age_at(result.date, day_of(birth), ("year",))
    assert age == f"{expected} ans"
    assert spelt != "soixante-sept ans" or expected == 67
    assert result.ledger is not None
    assert result.ledger.entries == (("DATE", "metric-laplace", Fraction(1, 2000), 2),)


TOLD = (
    "Né le <BIRTHDATE>12/03/1950</BIRTHDATE>, <AGE>71 ans</AGE>. Opéré en <DATE>2005</DATE> à <AGE>55 ans</AGE>, puis "
    "le <DATE>04/06/2018</DATE> (<AGE>68 ans</AGE>), hanche à <AGE>70 ans</AGE> en <DATE>mars 2020</DATE>. "
    "Cancer à <AGE>55 ans</AGE>. Mère décédée à <AGE>80 ans</AGE>."
)


def test_an_age_told_of_another_day_agrees_with_birth_and_that_day(key: CohortKey) -> None:
    for number in range(200):
        result = released(
            key, TOLD, Policy.named("dp"), written=date(2021, 5, 1), patient_id=str(number)
        )  # fmt: skip
        written = values(result)
        born, (now, operated, again, hip, cancer, mother) = (
            day_of(written[0]),
            [int(v[:-4]) for v in written if "ans" in v],
        )
        month = read_date(written[7])
        assert result.date is not None
        assert month is not None
        assert now == age_at(result.date, born, ("year",))
        assert int(written[2]) - born.year - operated in (0, 1)
        assert cancer == operated
        assert again == age_at(day_of(written[4]), born, ("year",))
        ends = [date(month.year or 0, month.month or 0, day) for day in (1, 28)]
        youngest, oldest = (age_at(each, born, ("year",)) for each in ends)
        assert youngest is not None
        assert oldest is not None
        assert youngest <= hip <= oldest
        assert operated <= again <= hip <= now <= mother
        assert result.ledger is not None
        assert {kind: count for kind, _, _, count in result.ledger.entries} == {
            "AGE": 1,
            "DATE": 3,
            "MONTH": 1,
            "YEAR": 1,
        }


@pytest.mark.parametrize(
    ("marked", "released_ages"),
    [
        pytest.param("opéré en <DATE>2005</DATE> à <AGE>55 ans</AGE>", 0, id="a year it fits"),
        pytest.param("opéré en <DATE>2005</DATE> à <AGE>54 ans</AGE>", 0, id="before the birthday"),
        pytest.param("opéré en <DATE>2005</DATE> à <AGE>53 ans</AGE>", 1, id="a year it does not fit"),
        pytest.param("opéré en <DATE>2005</DATE>. À <AGE>55 ans</AGE>", 1, id="of another sentence"),
        pytest.param("<AGE>8 mois</AGE> en <DATE>1950</DATE>", 1, id="a year tells no months"),
        pytest.param("<AGE>8 mois</AGE> en <DATE>novembre 1950</DATE>", 0, id="a month does"),
        pytest.param("vu en <DATE>1949</DATE> à <AGE>1 an</AGE>", 1, id="before birth"),
    ],
)
def test_an_age_follows_from_a_date_of_its_sentence_that_it_fits(
    key: CohortKey, marked: str, released_ages: int
) -> None:
    result = released(key, f"Né le <BIRTHDATE>12/03/1950</BIRTHDATE>, {marked}.", policy(per="value"))
    assert result.ledger is not None
    assert sum(count for kind, _, _, count in result.ledger.entries if kind == "AGE") == released_ages


@pytest.mark.parametrize("age", ["<AGE>5 semaines</AGE> à l'admission", "âge à l'entrée : <AGE>37 jours</AGE>"])
def test_an_age_at_admission_follows_from_the_first_day_of_the_stay(key: CohortKey, age: str) -> None:
    for number in range(40):
        result = released(
            key,
            "Séjour du <DATE>14/01/2025</DATE> au <DATE>19/01/2025</DATE>.\nNé le <BIRTHDATE>08/12/2024</BIRTHDATE>, "
            f"{age}. Revu le <DATE>22/01/2025</DATE>.",
            Policy.named("dp"),
            patient_id=str(number),
        )
        written = values(result)
        unit: tuple[AgeUnit, ...] = ("week",) if "semaines" in age else ("day",)
        assert int(written[3].split()[0]) == max(age_at(day_of(written[0]), day_of(written[2]), unit) or 0, 1)


def test_the_age_of_today_follows_from_the_document_whatever_stands_beside_it(key: CohortKey) -> None:
    for number in range(40):
        result = released(
            key,
            "<AGE>67 ans</AGE>, né le <BIRTHDATE>12/03/1954</BIRTHDATE>, opéré le <DATE>20/03/2021</DATE>.",
            Policy.named("dp"),
            written=date(2022, 1, 10),
            patient_id=str(number),
        )
        assert result.date is not None
        assert values(result)[0] == f"{age_at(result.date, day_of(values(result)[1]), ('year',))} ans"


def test_the_latest_full_date_stands_for_a_document_without_one(key: CohortKey) -> None:
    for number in range(12):
        result = released(
            key,
            "<AGE>2 ans 8 mois</AGE>, né le <BIRTHDATE>10/07/2018</BIRTHDATE>, vu le <DATE>12/03/2021</DATE>",
            policy(),
            id=str(number),
        )
        age, birth, seen = values(result)
        months = age_at(day_of(seen), day_of(birth), ("year", "month"))
        assert months is not None
        # One month at least is written after the years.
        assert age in (f"{months // 12} ans {max(months % 12, 1)} mois", "2 ans 8 mois")


@pytest.mark.parametrize(
    ("marked", "patient", "entries"),
    [
        pytest.param(
            "<AGE>67 ans</AGE>", {"birthdate": "1954-03-12"}, {"DATE": 2}, id="a birth of the record alone is released"
        ),
        pytest.param(
            "<AGE>67 ans</AGE> <BIRTHDATE>12/03/1954</BIRTHDATE>", {"birthdate": "1954-03-12"}, {"DATE": 2},
            id="once with that of the text",
        ),
        pytest.param("<AGE>45 ans</AGE>", {"birthdate": "1954-03-12"}, {"DATE": 1, "AGE": 1}, id="the age of another"),
        pytest.param("<AGE>68 ans</AGE>", {"birthdate": "1954-03-12"}, {"DATE": 2}, id="a year of difference"),
        pytest.param("<AGE>69 ans</AGE>", {"birthdate": "1954-03-12"}, {"DATE": 1, "AGE": 1}, id="two years"),
        pytest.param("<AGE>67 ans</AGE>", {}, {"DATE": 1, "AGE": 1}, id="no birth is known"),
        pytest.param(
            "<AGE>45 ans</AGE> <AGE>45a</AGE> <AGE>quarante-cinq ans</AGE> <AGE>45 mois</AGE>", {},
            {"DATE": 1, "AGE": 2}, id="equal ages are released once",
        ),
        pytest.param("<AGE>3 mois</AGE>", {"birthdate": "1954"}, {"DATE": 1, "AGE": 1}, id="a year tells no months"),
        pytest.param("<AGE>twenty-six</AGE>", {}, {"DATE": 1}, id="an age that cannot be read"),
    ],
)  # fmt: skip
def test_an_age_is_released_and_paid_for_unless_dates_tell_it(
    key: CohortKey, marked: str, patient: dict[str, str], entries: dict[str, int]
) -> None:
    result = released(key, marked, policy(), written=date(2021, 5, 1), **patient)
    assert result.ledger is not None
    counts = {kind: count for kind, _, _, count in result.ledger.entries}
    # The date of the document is always among them.
    assert counts == entries
    assert result.ledger.epsilon == 1


@pytest.mark.parametrize(("age", "unit"), [("3 mois et demi", 30.4), ("8 ans ½", 365.25)])
def test_a_half_is_written_where_it_is_nearer_than_none(age: str, unit: float) -> None:
    born = date(2023, 3, 1) - timedelta(days=round(3.5 * 30.4 if unit < 100 else 8.5 * 365.25))
    halves = set()
    for cohort in range(30):
        text, spans = parse_markup(
            f"Né le <BIRTHDATE>{born:%d/%m/%Y}</BIRTHDATE>, <AGE>{age}</AGE>, le <DATE>01/03/2023</DATE>."
        )
        new = Replacer(MasterKey(bytes(range(32))).cohort(f"half {cohort}"), Policy.named("dp"))(
            Document("n", text), spans
        )
        birth, told, day = (new.text[span.start : span.end] for span in new.spans)
        first, last = (date(*map(int, reversed(each.split("/")))) for each in (birth, day))
        number = int(told.split()[0]) + ("½" in told or "demi" in told) / 2
        halves.add(number % 1)
        exact = (last - first).days / unit
        assert number == 1 or -0.3 <= exact - number <= 0.55
    assert halves == {0, 0.5}


@pytest.mark.parametrize("dates", ["shift", "bounded-laplace", "mask", "keep"])
def test_an_age_follows_only_from_dates_that_are_released(key: CohortKey, dates: str) -> None:
    result = released(
        key,
        "<AGE>67 ans</AGE>, né le <BIRTHDATE>12/03/1954</BIRTHDATE>",
        policy(dates),
        written=date(2021, 5, 1),
        birthdate="1954-03-12",
    )
    assert result.ledger is not None
    assert ("AGE", "metric-laplace") in {entry[:2] for entry in result.ledger.entries}


def test_a_plausible_age_is_not_kept_beside_dates_with_noise(key: CohortKey) -> None:
    labels = {"DATE": "metric-laplace", "BIRTHDATE": "metric-laplace"}
    result = released(
        key,
        "<AGE>67 ans</AGE>, né le <BIRTHDATE>12/03/1954</BIRTHDATE>",
        Policy.from_mapping({"default": "plausible", "labels": labels}),
        written=date(2021, 5, 1),
    )
    assert values(result)[0] in ("65 ans", "66 ans", "68 ans", "69 ans")


def test_different_ages_stay_different_and_in_order(key: CohortKey) -> None:
    marked = "Opérée à <AGE>34 ans</AGE>, à <AGE>35 ans</AGE> et à <AGE>36 ans</AGE>, de nouveau à <AGE>35 ans</AGE>."
    for number in range(60):
        first, second, third, again = values(released(key, marked, Policy.named("dp"), patient_id=str(number)))
        assert int(first[:-4]) < int(second[:-4]) < int(third[:-4])
        assert second == again


def test_a_national_number_is_as_old_as_the_note_says_where_no_birth_is_told(key: CohortKey) -> None:
    marked = (
        "Le <DATE>14/11/2019</DATE>. M. Roels, <AGE>66 ans</AGE>, NISS <OTHER_ID>53.07.19-217.64</OTHER_ID>, "
        "veuf d'une femme de <AGE>61 ans</AGE>."
    )
    for number in range(40):
        text, spans = parse_markup(marked)
        only = alone(Document(str(number), text, patient=Patient(patient_id=str(number))))
        written, age, niss, _ = values(Replacer(key, Policy.named("dp"))(only, spans))
        today, (year, month, day) = day_of(written), map(int, niss[:8].split("."))
        assert today.year - int(age[:-4]) - ((month, day) > (today.month, today.day)) in (1900 + year, 2000 + year)


def test_the_oldest_age_is_the_policy_s(key: CohortKey) -> None:
    written = {
        values(released(key, "<AGE>101 ans</AGE>", policy(oldest_age=90, epsilon="100"), id=str(number)))[0]
        for number in range(5)
    }
    assert written == {"90 ans"}


def test_no_birth_date_tells_more_than_the_oldest_age_under_any_policy(key: CohortKey) -> None:
    marked = "Née le <BIRTHDATE>03/11/1919</BIRTHDATE>, <AGE>101 ans</AGE>. Sœur : <AGE>95 ans</AGE>."
    for default, labels in (("plausible", {}), ("plausible", {"DATE": "clock-laplace", "BIRTHDATE": "clock-laplace"})):
        capped = Policy.from_mapping({"default": default, "labels": labels, "privacy": {"oldest_age": 90}})
        for number in range(20):
            result = released(key, marked, capped, id=str(number), written=date(2021, 5, 1))
            birth, *ages = values(result)
            assert result.date is not None
            assert result.date.year - int(birth[-4:]) <= 90
            assert ages == ["90 ans", "90 ans"]


def test_an_age_in_words_that_cannot_be_read_is_drawn(key: CohortKey) -> None:
    drawn = {values(released(key, "<AGE>twenty-six</AGE>", policy(), id=str(number)))[0] for number in range(9)}
    assert all(re.fullmatch(r"\d\d", age) for age in drawn)
    assert len(drawn) > 3


def test_releases_with_different_epsilons_are_independent(key: CohortKey) -> None:
    # With one stream of noise for both, nearly every document would get one age twice.
    once, other = (
        [values(released(key, "<AGE>45 ans</AGE>", policy(epsilon=e), id=str(n)))[0] for n in range(60)]
        for e in ("100/1601", "101/1601")
    )
    assert sum(map(str.__eq__, once, other)) < 15


def test_the_whole_way_keeps_order_and_agreement(key: CohortKey) -> None:
    deidentify = Deidentifier.default(key=key, policy=policy(epsilon="1/2"), detectors=("rules",))
    text = (
        "Compte rendu d'hospitalisation.\nPatient né le 12/03/1954, âgé de 67 ans, hospitalisé du 04/05/2021 au "
        "17/05/2021. Opéré le 06/05/2021. Revu le 02/06/2021."
    )
    for number in range(10):
        result = deidentify(Document(str(number), text, date=date(2021, 5, 17)))
        assert [span.label for span in result.spans] == ["BIRTHDATE", "AGE", "DATE", "DATE", "DATE", "DATE"]
        birth, age, start, end, operated, seen = values(result)
        assert result.date == day_of(end)
        assert day_of(birth) < day_of(start) < day_of(operated) < day_of(end) < day_of(seen)
        assert age == f"{age_at(day_of(end), day_of(birth), ('year',))} ans"
        assert result.ledger is not None
        assert result.ledger.epsilon == Fraction(1, 2)


def test_a_plausible_age_goes_up_and_down_by_one_or_two(key: CohortKey) -> None:
    plausible = Policy.named("plausible")
    drawn = {values(released(key, "<AGE>67 ans</AGE>", plausible, id=str(n)))[0] for n in range(80)}
    assert drawn == {"65 ans", "66 ans", "68 ans", "69 ans"}


def test_plausible_ages_stay_as_far_apart(key: CohortKey) -> None:
    for number in range(40):
        marked = "opérée à <AGE>31 ans</AGE>, puis à <AGE>33 ans</AGE>"
        first, second = values(released(key, marked, Policy.named("plausible"), id=str(number)))
        assert int(second[:2]) - int(first[:2]) == 2


def test_a_plausible_age_stays_beside_a_recorded_birth_though_no_date_is_known(key: CohortKey) -> None:
    marked, birth = "élève de <AGE>10 ans ½</AGE>, vu en <DATE>mars</DATE>", "30/07/2012"
    written = values(released(key, marked, Policy.named("plausible"), birthdate=birth, patient_id="7"))
    assert written[0] == "10 ans ½"


def test_both_parts_of_a_plausible_age_change(key: CohortKey) -> None:
    plausible = Policy.named("plausible")
    drawn = {values(released(key, "<AGE>5 ans et 8 mois</AGE>", plausible, id=str(n)))[0] for n in range(200)}
    parts = {tuple(map(int, re.findall(r"\d+", age))) for age in drawn}
    assert {years for years, *_ in parts} == {3, 4, 6, 7}
    assert {months for _, months in parts} == set(range(1, 12)) - {8}


@pytest.mark.parametrize(
    ("age", "near"),
    [
        ("2 ans", {"1 an", "3 ans", "4 ans"}),  # two less is no age
        ("3 ans", {"1 an", "2 ans", "4 ans", "5 ans"}),
        ("30 mois", {"28 mois", "29 mois", "31 mois", "32 mois"}),
        ("24 mois", {"22 mois", "23 mois", "25 mois", "26 mois"}),
        ("118 ans", {"116 ans", "117 ans", "119 ans", "120 ans"}),
        ("119 ans", {"117 ans", "118 ans", "120 ans"}),
        ("1439 mois", {"1437 mois", "1438 mois", "1440 mois"}),
    ],
)
def test_every_near_age_that_is_one_is_drawn(key: CohortKey, age: str, near: set[str]) -> None:
    plausible = Policy.named("plausible")
    assert {values(released(key, f"<AGE>{age}</AGE>", plausible, id=str(n)))[0] for n in range(80)} == near


@pytest.mark.parametrize("age", ["4 jours", "trois jours", "5 semaines", "11 mois", "23 mois", "8 à 10 semaines"])
def test_the_age_of_a_small_child_stays_true_beside_dates_that_move_alike(key: CohortKey, age: str) -> None:
    marked = f"Zoé a <AGE>{age}</AGE>, née le <DATE>03/06/2021</DATE>, vue le <DATE>07/06/2021</DATE>"
    for number in range(20):
        written = values(released(key, marked, Policy.named("plausible"), id=str(number)))
        assert written[0] == age
        assert (day_of(written[2]) - day_of(written[1])).days in (3, 4, 5)


def test_the_age_of_a_small_child_moves_where_dates_stay(key: CohortKey) -> None:
    chosen = Policy.from_mapping({"default": "plausible", "labels": {"DATE": "keep", "BIRTHDATE": "tag"}})
    drawn = {values(released(key, "<AGE>11 mois</AGE>", chosen, id=str(number)))[0] for number in range(40)}
    assert drawn == {"9 mois", "10 mois", "12 mois", "13 mois"}


def test_near_ages_go_up_as_often_as_down(key: CohortKey) -> None:
    # Of 400 even draws, 200 with a standard deviation of 10.
    plausible = Policy.named("plausible")
    up = sum(values(released(key, "<AGE>67 ans</AGE>", plausible, id=str(n)))[0] > "67 ans" for n in range(400))
    assert 150 < up < 250


@pytest.mark.parametrize("chosen", [Policy.named("plausible"), policy()], ids=["plausible", "metric-laplace"])
def test_an_age_that_cannot_be_read_becomes_that_of_an_adult(key: CohortKey, chosen: Policy) -> None:
    drawn = {int(values(released(key, "<AGE>twenty-six</AGE>", chosen, id=str(n)))[0]) for n in range(600)}
    assert drawn == set(range(30, 81))
