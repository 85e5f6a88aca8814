"""No rule may take more than linear time, whatever the text: a note is never trusted."""

from __future__ import annotations

import time

import pytest

from palimpseste.detection.rules import addresses, identifiers, phones, web
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

RULES = [rule for module in (web, identifiers, phones, figures, ages, addresses) for rule in module.RULES]

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


def seconds(rule: PatternRule, unit: str, length: int) -> float:
    # What the rule needs stands at the end, so that the text before it is searched.
    view = TextView.of(unit * (length // len(unit)) + " " + (rule.needs[0] if rule.needs else ""))
    best = float("inf")
    for _ in range(2):
        start = time.process_time()
        for _ in rule.spans(view):
            pass
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_ten_times_the_text_takes_about_ten_times_as_long(unit: str) -> None:
    for rule in RULES:
        assert seconds(rule, unit, 100_000) < GROWTH * seconds(rule, unit, 10_000) + NOISE, rule.name


@pytest.mark.parametrize("unit", ["1", " ", "1/", "a@"])
def test_a_million_characters_take_about_ten_times_a_hundred_thousand(unit: str) -> None:
    def total(length: int) -> float:
        view = TextView.of(unit * (length // len(unit)))
        start = time.process_time()
        for rule in RULES:
            for _ in rule.spans(view):
                pass
        return time.process_time() - start

    assert total(1_000_000) < GROWTH * total(100_000) + NOISE
