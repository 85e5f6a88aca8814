"""The head of a column says what stands below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from timing import grows_in_proportion

from palimpseste.detection.columns import measured_in, of_columns
from palimpseste.detection.view import fold_same_length
from palimpseste.document import Span

GAPS = """\
ACC          IPP        DDN        EXAMEN
S2402231     B-441-772  19700501   TAP
S2402232     B-118-004  19380227   crâne
"""
BARS = """\
date        | lot           | TA     | DAS28
12/01/23    | 2N4R17        | 13/8   | 4,1
"""


def label_of(text: str, value: str, label: str, source: str = "model") -> str:
    start = text.index(value)
    (span,) = of_columns(fold_same_length(text), [Span(start, start + len(value), label, source)])
    return span.label


@pytest.mark.parametrize(
    ("text", "value", "label", "told"),
    [
        (GAPS, "B-118-004", "OTHER_ID", "PATIENT_ID"),
        (GAPS, "S2402232", "PATIENT_ID", "OTHER_ID"),
        (GAPS, "19380227", "DATE", "BIRTHDATE"),
        (BARS, "12/01/23", "BIRTHDATE", "DATE"),
        (BARS, "2N4R17", "VISIT_ID", "OTHER_ID"),
        (GAPS.replace("   ", "\t"), "S2402232", "DATE", "DATE"),  # of no number it says anything
    ],
)
def test_a_number_is_what_the_head_of_its_column_says(text: str, value: str, label: str, told: str) -> None:
    assert label_of(text, value, label) == told


def test_what_the_record_or_the_structure_found_stays() -> None:
    assert label_of(GAPS, "B-118-004", "OTHER_ID", "record.identifier") == "OTHER_ID"


@pytest.mark.parametrize(
    "text",
    [
        GAPS.replace("EXAMEN\n", "EXAMEN\n\n"),  # a blank line ends the table
        GAPS.replace("ACC          IPP", "ACC 12       IPP"),  # a number stands in no heading
        GAPS.replace("B-118-004", "    B-118-004"),  # below no head
        "ACC  IPP\nS2402232  B-118-004",  # two cells are no table
    ],
)
def test_where_there_is_no_head_the_label_stays(text: str) -> None:
    assert label_of(text, "B-118-004", "OTHER_ID") == "OTHER_ID"


def test_blood_pressures_are_measured() -> None:
    assert [BARS[start : start + 4] for start in measured_in(fold_same_length(BARS))] == ["13/8"]


@pytest.mark.parametrize("piece", ["a  ", "a | ", "a\tb\tc\n", "a  b  c\n1  2  3\n", "|", "a  b  c\n"])
def test_time_is_linear(piece: str) -> None:
    def finding(length: int) -> Callable[[], object]:
        return partial(measured_in, piece * (length // len(piece)))

    assert grows_in_proportion(finding, lengths=(20_000, 200_000), growth=30, noise=0.02)
