"""The figure of a run's page shows every span, whatever found it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from palimpseste.engines.tally import Tally
from palimpseste.report import RunFacts
from palimpseste.report.page import page_of
from palimpseste.surrogates.policy.policy import Policy


def page_with(*found: str) -> str:
    """Return the page of a run that found spans of these labels by these families of sources."""
    tally = Tally()
    for each in found:
        tally.found[each] += 4
    facts = RunFacts(tally, Policy.named("plausible"), "c", ("rules",), 1, is_repeatable=True)
    return page_of(replace(facts).to_mapping())


@pytest.mark.parametrize("source", ["mine", "structure", "unknown", "rules_of_ours"])
def test_a_kind_of_source_that_the_page_does_not_know_has_a_bar(source: str) -> None:
    page = page_with("CITY rules.place", f"CITY {source}", f"DATE {source}")
    bars = re.findall(r'<rect class="c(\d)"[^>]*><title>(\w+), (.*?): (\d+)</title>', page)
    other = "found otherwise: another detector, or a field of the source"
    assert [(label, count) for group, label, _, count in bars if group == "5"] == [("CITY", "4"), ("DATE", "4")]
    assert page.count(other) == 3


def test_the_page_speaks_of_no_other_source_where_there_is_none() -> None:
    assert "found otherwise" not in page_with("CITY rules.place", "LASTNAME record", "DATE model", "CITY propagation")
