"""The page of a run shows what was counted: a bar for each label, parted by what found the spans."""

from __future__ import annotations

import re
from collections import Counter

from palimpseste.engines.tally import Tally
from palimpseste.report import RunFacts
from palimpseste.report.page import page_of
from palimpseste.surrogates.policy.policy import Policy


def parts_of(page: str) -> list[tuple[str, int]]:
    """Return what the parts of bars say when they are pointed at, in the order of the page."""
    titles = re.findall(r"<title>(.*?): ([\d\u202f]+)</title>", page)
    return [(title.replace("&#39;", "'"), int(count.replace("\u202f", ""))) for title, count in titles]


def test_a_bar_is_parted_by_what_found_the_spans() -> None:
    found = Counter(
        {
            "LASTNAME record": 1200,
            "LASTNAME model": 30,
            "LASTNAME rules.names": 4,
            "LASTNAME propagation": 1,
            "DATE rules.date": 7,
            "DATE rules.birthdate": 2,
        }
    )
    facts = RunFacts(Tally(documents=3, found=found), Policy.named("plausible"), "c", ("model",), 1, is_repeatable=True)
    assert parts_of(page_of(facts.to_mapping())) == [
        ("LASTNAME, known from the patient's record", 1200),
        ("LASTNAME, found by the model", 30),
        ("LASTNAME, found by a rule", 4),
        ("LASTNAME, found again: the same name elsewhere in the note", 1),
        ("DATE, found by a rule", 9),
    ]
