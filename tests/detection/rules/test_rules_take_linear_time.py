"""No rule may take more than linear time, whatever the text: a note is never trusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from timing import grows_in_proportion

from palimpseste.detection.rules import abroad, addresses, identifiers, network, phones, web
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

MODULES = (web, identifiers, phones, figures, ages, addresses, abroad, network)
# A text is searched whatever its form.
RULES = [replace(rule, form="") for module in MODULES for rule in module.RULES]

HOSTILE = {
    "digits": "1",
    "spaces": " ",
    "letters": "a",
    "capitals": "A",
    "at signs": "a@",
    "dots": "a.",
    "slashes": "1/",
    "spaced digits": "1 ",
    "new lines": "\n    ",
    "streets": "12 rue de la Paix, ",
    "announcements": "ipp n° ",
    "numbers said": "zero vingt ",
    "births": "nee A ",
    "names": "Le Bois ",
    "codes": "A1-",
}

# Ten times the text in less than thirty times the time: quadratic growth would take a hundred.
GROWTH = 30
# Below this many seconds the grain of the clock drowns what is measured.
NOISE = 0.02


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_ten_times_the_text_takes_about_ten_times_as_long(unit: str) -> None:
    for rule in RULES:
        # What the rule needs stands at the end, so that the text before it is searched.
        end = " " + (rule.needs[0] if rule.needs else "")
        search = partial(searching, [rule], unit, end)
        assert grows_in_proportion(search, (10_000, 100_000), GROWTH, NOISE), rule.name


@pytest.mark.parametrize("unit", ["1", " ", "1/", "a@"])
def test_a_million_characters_take_about_ten_times_a_hundred_thousand(unit: str) -> None:
    assert grows_in_proportion(partial(searching, RULES, unit, ""), (100_000, 1_000_000), GROWTH, NOISE)


def searching(rules: Sequence[PatternRule], unit: str, end: str, length: int) -> Callable[[], object]:
    """Return what looks for rules in a text of one unit and an end."""
    view = TextView.of(unit * (length // len(unit)) + end)
    return lambda: [span for rule in rules for span in rule.spans(view)]
