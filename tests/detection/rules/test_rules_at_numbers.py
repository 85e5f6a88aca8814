"""A rule that begins with figures finds at the numbers of a text what it finds when the whole text is searched."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.view import TextView

RULES = [rule for rule in RuleDetector()._over_characters if rule.figures]
NUMBER = re.compile("[0-9]+")
NOTES = (
    "Née le 03/07/1958, 67 ans, 2 58 07 29 232 014 57, 12 bis rue du Port, 29 200 Brest 29200 BREST CEDEX 9",
    "Dossier 8001234567 du 20240312, à 3 ans et 6 mois puis 12,5 ans ; 4 allée des Pins 44093 Nantes",
    "vu 1/2 et 3-4/5-24, 100 ans, 110 ans, 119 ans, IPP 12345678 12345678901234567890 le 1er mars 2021",
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_finds_as_much_at_numbers_as_everywhere(rule) -> None:
    @given(st.lists(st.sampled_from([*" .,/-:\n", *"0123456789", "ans ", "rue ", "B", "é", *NOTES]), max_size=40))
    def compared(parts: list[str]) -> None:
        view = TextView.of("".join(parts))
        numbers = [(found.start(), len(found[0])) for found in NUMBER.finditer(view.folded)]
        assert rule.spans_at(view, [at for at, length in numbers if length in rule.figures]) == rule.spans(view)

    compared()


def test_there_are_such_rules_that_find_something() -> None:
    found = {rule.name for rule in RULES for note in NOTES if rule.spans(TextView.of(note))}
    assert found == {rule.name for rule in RULES}
