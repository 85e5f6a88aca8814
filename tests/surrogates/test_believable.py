"""The measure of surrogates: an area that is right, and contradictions that are seen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from types import ModuleType

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document


@pytest.fixture(scope="module")
def tool(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("believable")


def test_an_area_is_the_chance_to_score_above(tool: ModuleType) -> None:
    area = tool.area
    assert area([0, 1], [2, 3]) == 1
    assert area([2, 3], [0, 1]) == 0
    assert area([1, 1], [1, 1]) == 0.5
    assert area([0, 2], [1, 3]) == 0.75


def test_what_differs_is_learned_and_what_does_not_is_not(tool: ModuleType) -> None:
    told = [(tool.rows_of("Durand"), tool.rows_of("Zorblix"))] * 30
    assert tool.area(*tool.learned(told, told)) == 1
    same = [(rows, rows) for rows, _ in told]
    assert tool.area(*tool.learned(same, same)) == 0.5


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ("du <DATE>02/03/2020</DATE> au <DATE>05/03/2020</DATE>, <AGE>66 ans</AGE>", []),
        ("du <DATE>05/03/2020</DATE> au <DATE>02/03/2020</DATE>, <AGE>66 ans</AGE>", ["reversed ranges"]),
        ("du <DATE>02/03/2020</DATE> au <DATE>05/03/2020</DATE>, <AGE>130 ans</AGE>", ["impossible ages"]),
        ("du <DATE>02/03/2020</DATE> au <DATE>05/03/2020</DATE>, <AGE>40 ans</AGE>", ["ages against the birth"]),
    ],
)
def test_contradictions_are_seen(tool: ModuleType, new: str, found: list[str]) -> None:
    born = "née le <BIRTHDATE>03/11/1953</BIRTHDATE>, "
    (text, spans), (text_now, spans_now) = (
        parse_markup(born + each)
        for each in ("du <DATE>12/03/2021</DATE> au <DATE>17/03/2021</DATE>, <AGE>67 ans</AGE>", new)
    )
    told = tool.contradicted(
        Document("a", text, date=date(2021, 3, 17)), spans, Document("a", text_now, date=date(2020, 3, 5)), spans_now
    )
    expected = found if "impossible ages" not in found else [*found, "ages against the birth"]
    assert [kind for kind in told if kind not in ("ranges", "ages")] == expected


@pytest.mark.parametrize(
    ("new", "found"),
    [
        (("Lens", "03 53 01 12 34", "155026249800007"), ["landlines", "landlines agree", "NIR", "NIR agree"]),
        (("Lens", "04 65 71 12 34", "155028002300007"), ["landlines", "NIR"]),
    ],
)
def test_numbers_that_leave_their_town_are_seen(tool: ModuleType, new: tuple[str, ...], found: list[str]) -> None:
    marked = "<CITY>{}</CITY>, <PHONE>{}</PHONE>, <SSN>{}</SSN>, <PHONE>06 12 13 14 15</PHONE>"
    old, now = (
        parse_markup(marked.format("Lyon", "04 78 29 66 40", "154036912304567")),
        parse_markup(marked.format(*new)),
    )
    assert list(tool.agreeing(*old, *now)) == found
