from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.passages import Passages
from palimpseste.writings.series import links_between_numbers


@pytest.mark.parametrize(
    ("marked", "links"),
    [
        ("<OTHER_ID>UMJ-0771</OTHER_ID> à <OTHER_ID>UMJ-0778</OTHER_ID>", {"umj0778": (0, 4, 7)}),
        ("<OTHER_ID>41772</OTHER_ID>, puis <OTHER_ID>41770</OTHER_ID>", {"41770": (0, 5, -2)}),
        (
            "<VISIT_ID>21P148</VISIT_ID> <OTHER_ID>21P148-A5</OTHER_ID> et <OTHER_ID>21P148-A6</OTHER_ID>",
            {"21p148a5": (0, 0, 0), "21p148a6": (1, 1, 1)},
        ),
        ("<OTHER_ID>EP21-1187A</OTHER_ID> et <OTHER_ID>EP21-1187C</OTHER_ID>", {"ep211187c": (0, 1, 2)}),
        ("<OTHER_ID>EP21-1187A</OTHER_ID> et <OTHER_ID>EP21-1188C</OTHER_ID>", {}),
        ("<OTHER_ID>UMJ-0771</OTHER_ID> du <OTHER_ID>UMJ-0778</OTHER_ID>", {}),
        ("<OTHER_ID>UMJ-0771</OTHER_ID> à <OTHER_ID>UMJ-1778</OTHER_ID>", {}),
        ("<OTHER_ID>UMJ-0771</OTHER_ID> à <OTHER_ID>UMK-0778</OTHER_ID>", {}),
        ("<OTHER_ID>UMJ-0771</OTHER_ID> à <PATIENT_ID>UMJ-0778</PATIENT_ID>", {}),
        ("<OTHER_ID>12</OTHER_ID> à <OTHER_ID>18</OTHER_ID>", {}),
        ("<OTHER_ID>UMJ-0771</OTHER_ID>, <OTHER_ID>UMJ 0771</OTHER_ID>, <OTHER_ID>UMJ-0771-</OTHER_ID>", {}),
        ("<OTHER_ID>21P148</OTHER_ID> / <OTHER_ID>21P1482</OTHER_ID>", {}),
    ],
)
def test_a_number_goes_on_from_the_one_before_it_or_that_it_begins_with(
    marked: str, links: dict[str, tuple[int, int, int]]
) -> None:
    text, spans = parse_markup(marked)
    assert links_between_numbers(Passages.at(Document("1", text), spans)) == links
