"""The page of a run shows what was counted: a bar for each label, parted by what found the spans, whatever that was."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from palimpseste.engines.run.tally import Tally
from palimpseste.report import RunFacts
from palimpseste.report.page import page_of
from palimpseste.surrogates.policy.policy import Policy

OTHER = "found otherwise: another detector, or a field of the source"


def page_with(found: Mapping[str, int]) -> str:
    """Return the page of a run that found so many spans of labels by families of sources."""
    tally = Tally(documents=3)
    tally.found.update(found)
    return page_of(RunFacts(tally, Policy.named("plausible"), "c", ("model",), 1, is_repeatable=True).to_mapping())


def parts_of(page: str) -> list[tuple[str, int]]:
    """Return what the parts of bars say when they are pointed at, in the order of the page."""
    titles = re.findall(r"<title>(.*?): ([\d\u202f]+)</title>", page)
    return [(title.replace("&#39;", "'"), int(count.replace("\u202f", ""))) for title, count in titles]


def test_a_bar_is_parted_by_what_found_the_spans() -> None:
    page = page_with(
        {
            "LASTNAME record": 1200,
            "LASTNAME model": 30,
            "LASTNAME rules.names": 4,
            "LASTNAME propagation": 1,
            "DATE rules.date": 7,
            "DATE rules.birthdate": 2,
        }
    )
    assert parts_of(page) == [
        ("LASTNAME, known from the patient's record", 1200),
        ("LASTNAME, found by the model", 30),
        ("LASTNAME, found by a rule", 4),
        ("LASTNAME, found again: the same name elsewhere in the note", 1),
        ("DATE, found by a rule", 9),
    ]
    assert "found otherwise" not in page


@pytest.mark.parametrize("source", ["mine", "structure", "unknown", "rules_of_ours"])
def test_a_kind_of_source_that_the_page_does_not_know_has_a_bar(source: str) -> None:
    page = page_with({"CITY rules.place": 4, f"CITY {source}": 4, f"DATE {source}": 4})
    assert parts_of(page) == [("CITY, found by a rule", 4), (f"CITY, {OTHER}", 4), (f"DATE, {OTHER}", 4)]
    assert page.count(OTHER) == 3
