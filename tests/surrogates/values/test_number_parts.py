"""Numbers keep what a reader sees in them: their kind, and years and dates that move with those of the note."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest

from palimpseste.places import PlaceTable
from palimpseste.surrogates import Policy
from palimpseste.writings.towns.birth_codes import birth_country_of

Surrogates = Callable[..., list[str]]
POLICIES = pytest.mark.parametrize("policy", ["plausible", "dp"])


@POLICIES
@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("047-2024-118", r"\d{3}-{year}-\d{3}"),
        ("RG 24/11150", r"RG {short}/\d{5}"),
        ("24P11874", r"{short}[A-Z]\d{5}"),
        ("EFR24-3308", r"EFR{short}-\d{4}"),
        ("118 24", r"[1-9]\d\d \d\d"),
        ("PV 2023/04471", r"PV {last}/\d{5}"),
        ("2024015587", r"{year}\d{6}"),
        ("240311-0456", r"{day}-\d{4}"),
        ("N20240311-55", r"[A-Z]20{day}-\d\d"),
        ("2403110213", r"{day}\d{4}"),
        ("L2403-118", r"[A-Z]{month}-\d{3}"),
        ("ELSM 11032024/4471", r"[A-Z]{4} {first}{year}/\d{4}"),
        ("110324-0456", r"{first}{short}-\d{4}"),
        ("MN24-0311-003", r"[A-Z]{2}{short}-{own}-\d{3}"),
        ("MED 24 20917", r"MED {short} \d{5}"),
        ("2024-03/0644", r"{year}-{of_year}/\d{4}"),
    ],
)
@pytest.mark.parametrize("label", ["OTHER_ID", "VISIT_ID", "PATIENT_ID"])
def test_a_number_bears_the_new_date_of_the_note(
    surrogates: Surrogates, source: str, shape: str, label: str, policy: str
) -> None:
    for number in range(20):
        told, drawn = surrogates(
            f"Le <DATE>11/03/2024</DATE>, n° <{label}>{source}</{label}>", id=str(number), policy=policy
        )
        day, month, year = told.split("/")
        last = r"\d{4}" if policy == "plausible" else f"{int(year) - 1}"
        parts = {"{year}": year, "{short}": year[2:], "{last}": last}
        parts |= {"{day}": year[2:] + month + day, "{month}": year[2:] + month}
        parts |= {"{first}": day + month, "{own}": month + day, "{of_year}": month}
        expected = shape
        for name, part in parts.items():
            expected = expected.replace(name, part)
        assert re.fullmatch(expected, drawn), (told, drawn)
        assert drawn != source


def test_dates_near_that_of_the_note_move_with_it(surrogates: Surrogates) -> None:
    for number in range(20):
        told, day, month, old = surrogates(
            "Le <DATE>11/03/2024</DATE>, n° <OTHER_ID>240227-0456</OTHER_ID>, <OTHER_ID>B2401-774</OTHER_ID>, "
            "<OTHER_ID>81/2016/00944</OTHER_ID>",
            id=str(number),
            policy=Policy.named("plausible").with_exact_days(),
        )
        new = date(int(told[6:]), int(told[3:5]), int(told[:2]))
        moved = date(2000 + int(day[:2]), int(day[2:4]), int(day[4:6]))
        assert (new - moved).days == 13
        assert 1 <= int(month[3:5]) <= 12
        assert (int(month[1:3]), int(month[3:5])) < (new.year % 100, new.month)
        assert int(old.split("/")[1]) in (new.year - 8, new.year - 7, new.year - 9)


def test_a_released_date_tells_of_no_other(surrogates: Surrogates) -> None:
    marked = "Le <DATE>11/03/2024</DATE>, n° <OTHER_ID>{}</OTHER_ID>"
    drawn = [surrogates(marked.format("81/2016/00944"), id=str(number), policy="dp") for number in range(200)]
    back = {int(told[6:]) - int(new.split("/")[1]) for told, new in drawn}
    assert back == set(range(10))
    undated = {surrogates("<OTHER_ID>81/2016/944</OTHER_ID>", id=str(n), policy="dp")[0][3:7] for n in range(200)}
    assert undated == {str(year) for year in range(2015, 2025)}
    shapes = [surrogates(marked.format("240227-0456"), id=str(number), policy="dp")[1][:6] for number in range(40)]
    assert any(int(shape[2:4]) > 12 for shape in shapes)


@POLICIES
def test_a_number_without_a_date_of_the_note_keeps_none(surrogates: Surrogates, policy: str) -> None:
    drawn = {surrogates("n° <OTHER_ID>118-24-0311</OTHER_ID>", id=str(n), policy=policy)[0][4:6] for n in range(20)}
    assert len(drawn) > 5


@POLICIES
@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("RCP-DIG-17/1187", r"RCP-DIG-\d\d/\d{4}"),
        ("irm 4471", r"irm \d{4}"),
        ("EI-24", r"EI-\d\d"),
        ("XQW-4471", r"(?!XQW)[A-Z]{3}-\d{4}"),
        ("IRM", r"(?!IRM)[A-Z]{3}"),
        ("AT-118-PV", r"(?!AT)[A-Z]{2}-\d{3}-(?!PV)[A-Z]{2}"),
    ],
)
def test_letters_that_tell_the_kind_of_a_number_stay(
    surrogates: Surrogates, source: str, shape: str, policy: str
) -> None:
    (drawn,) = surrogates(f"n° <OTHER_ID>{source}</OTHER_ID>", policy=policy)
    assert re.fullmatch(shape, drawn), drawn
    assert drawn != source


def test_a_number_is_the_same_whichever_writing_shows_its_year(surrogates: Surrogates) -> None:
    _, spaced, close = surrogates(
        "Le <DATE>11/03/2024</DATE>, <OTHER_ID>EFR-24-1187</OTHER_ID>, <OTHER_ID>efr241187</OTHER_ID>"
    )
    assert spaced.replace("-", "").lower() == close
    assert close.startswith("efr")


@POLICIES
@pytest.mark.parametrize(
    ("source", "years", "behind"),
    [
        ("19P02210", slice(0, 2), " (PIN de haut grade, <DATE>2019</DATE>)"),
        ("HL/19/4417", slice(3, 5), " du <DATE>14 mars 2019</DATE>"),
        ("RG 2019/1150", slice(3, 7), " reçu le <DATE>14/03/2019</DATE>"),
        ("2019015587", slice(0, 4), ", <DATE>mars 2019</DATE>"),
    ],
)
def test_a_number_bears_the_year_of_the_date_beside_it(
    surrogates: Surrogates, source: str, years: slice, behind: str, policy: str
) -> None:
    marked = f"Le <DATE>11/03/2024</DATE>, relu <OTHER_ID>{source}</OTHER_ID>{behind}"
    for number in range(20):
        _, drawn, told = surrogates(marked, id=str(number), policy=policy)
        assert told.endswith(drawn[years]), (drawn, told)


def test_the_date_beside_a_number_is_the_nearest_on_its_line(surrogates: Surrogates) -> None:
    for number in range(20):
        _, near, drawn, _ = surrogates(
            "<DATE>31/01/2023</DATE>\n<DATE>12/2023</DATE> vu, <OTHER_ID>23P02210</OTHER_ID>\n<DATE>01/2023</DATE>",
            id=str(number),
        )
        assert drawn[:2] == near[-2:]


@POLICIES
def test_who_was_born_abroad_gets_the_code_of_a_country(surrogates: Surrogates, policy: str) -> None:
    for number in range(30):
        (drawn,) = surrogates("<SSN>1 54 03 99 139 045 67</SSN>", id=str(number), policy=policy)
        assert birth_country_of(drawn), drawn


@POLICIES
def test_a_number_in_another_is_what_stands_for_it(surrogates: Surrogates, policy: str) -> None:
    for number in range(20):
        held, longer, again = surrogates(
            "test <VISIT_ID>3308</VISIT_ID>, <OTHER_ID>EFR17-3308</OTHER_ID>, <OTHER_ID>3308/B-118</OTHER_ID>",
            id=str(number),
            policy=policy,
        )
        assert longer.endswith(f"-{held}")
        assert again.startswith(f"{held}/")
        assert re.fullmatch(r"EFR\d\d-\d{4}", longer)


@POLICIES
@pytest.mark.parametrize(
    ("plain", "misread"),
    [("540022817", "54OO22817"), ("25 0011 832", "25 0O1I 832"), ("4471508", "447lSO8"), ("00417723", "OO417723")],
)
def test_a_number_is_read_as_what_recognition_misread(
    surrogates: Surrogates, plain: str, misread: str, policy: str
) -> None:
    for number in range(10):
        one, other = surrogates(
            f"<OTHER_ID>{plain}</OTHER_ID> <PATIENT_ID>{misread}</PATIENT_ID>", id=str(number), policy=policy
        )
        assert one == other != plain


def test_only_long_numbers_are_misread_without_the_plain_one(surrogates: Surrogates) -> None:
    long, short, lab = surrogates(
        "<OTHER_ID>54OO22817</OTHER_ID> <OTHER_ID>21I0442</OTHER_ID> <OTHER_ID>22S04512</OTHER_ID>"
    )
    assert long.isdecimal()
    assert re.fullmatch(r"\d\d[A-Z]\d{4}", short)
    assert re.fullmatch(r"\d\d[A-Z]\d{5}", lab)


def departments_of(town: str) -> set[str]:
    """Return the departments of the towns of a name."""
    return {commune.department for commune in PlaceTable.bundled().named(town)}


@POLICIES
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("<CITY>Metz</CITY>, dossier MDPH n° {}", "57/118420"),
        ("<CITY>Briançon</CITY>, régulation SAMU, appel {}", "05-118822"),
        ("<CITY>Tours</CITY>, MDPH : {}", "37-2019-006618"),
        ("<CITY>Amiens</CITY>, secteur {}", "80G08"),
    ],
)
def test_a_number_of_a_department_begins_with_the_new_one(
    surrogates: Surrogates, text: str, number: str, policy: str
) -> None:
    for key in range(12):
        town, drawn = surrogates(text.format(f"<OTHER_ID>{number}</OTHER_ID>"), id=str(key), policy=policy)
        assert drawn[:2] in {code[:2] for code in departments_of(town)}, (town, drawn)
        assert "G" not in number or drawn[2] == "G"
        assert drawn != number


@POLICIES
def test_a_department_is_told_by_a_body_before_it(surrogates: Surrogates, policy: str) -> None:
    told, before_year, untold = (
        {surrogates(f"{words} <OTHER_ID>{file}</OTHER_ID>", id=str(key), policy=policy)[0][:2] for key in range(150)}
        for words, file in (("MDPH 57, dossier", "57/118420"), ("MDPH", "57/2016/1184"), ("dossier", "57/118420"))
    )
    codes = {area.code[:2] for area in PlaceTable.bundled().departments}
    assert told | before_year <= codes
    assert not untold <= codes
