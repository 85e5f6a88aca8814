"""What a text is asked for before a rule searches it stands in every text in which the rule finds something."""

from __future__ import annotations

import re

import pytest
from matching_texts import matching_texts

from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

_RULES = [rule for rule in RuleDetector()._over_characters if rule.needs or rule.form or rule.first_words]


_WORD = re.compile("[a-z]+")


def _begins_with(folded: str, place: int, beginning: str) -> bool:
    """Tell whether a rule is tried at a place for its first words: they are looked up by the whole of the first."""
    there, looked_up = (_WORD.match(text, at) for text, at in ((folded, place), (beginning, 0)))
    return folded.startswith(beginning, place) and there is not None and there[0] == (looked_up and looked_up[0])


@pytest.mark.parametrize("rule", _RULES, ids=lambda rule: rule.name)
def test_every_match_holds_what_the_rule_needs(rule: PatternRule) -> None:
    missed, tried = set(), 0
    for match in matching_texts(rule.pattern):
        view = TextView.of(match.string)
        tried += 1
        is_there = (
            not rule.needs or any(map(view.folded.__contains__, rule.needs)),
            not rule.form or re.search(rule.form, view.folded) is not None,
            not rule.first_words or any(_begins_with(view.folded, match.start(), each) for each in rule.first_words),
        )
        if not all(is_there) and (rule.accept is None or rule.accept(match, view)):
            missed.add(match.string)
    assert sorted(missed)[:20] == []
    assert tried
