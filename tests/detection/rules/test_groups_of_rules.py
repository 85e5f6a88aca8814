"""Rules know the groups of their patterns by name: a bracket more changes nothing of what they find."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.corpus import read_documents
from palimpseste.detection.rules import addresses, identifiers, phones, web
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView
from palimpseste.document import Span

RULES = [rule for module in (web, identifiers, phones, figures, ages, addresses) for rule in module.RULES]
NOTES = Path(__file__).parents[3] / "corpus" / "notes"
# One of every way of writing a date or an age, and of what else is announced.
WRITTEN = (
    "le 12/03/2021, le 12 03 2021, le 15/V/2023, le 3 mars 2021, le 12 et 13 mars, le 12/8, le 03/19, en 03/2021, "
    "en 03.2021, le 12. 2021-03-12 puis 2024-11 puis 2021. Entrée 12032021 ; 1 2 / 0 3 / 2 0 2 1, "
    "|1|4|0|6|1|9|7|9| et le 12 03 21. Âgé de 82 ans (71a), 11 mois, des jumeaux de 4 et 9 mois. "
    "dans sa 82e année. IPP : 123456789, tél : 06 12 34 56 78, poste 4512, mars 2020, Rue des Lilas, 21000 Dijon"
)


@pytest.fixture(scope="module")
def views() -> list[TextView]:
    paths = sorted(NOTES.glob("*.notes"))[::4]
    texts = [WRITTEN, *(document.text for path in paths for document in read_documents(path))]
    return [TextView.of(text) for text in texts]


def found_by(rule: PatternRule, views: list[TextView]) -> list[list[Span]]:
    return [list(rule.spans(view)) for view in views]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_brackets_that_capture_change_no_verdict(rule: PatternRule, views: list[TextView]) -> None:
    other = replace(rule, pattern=f"(?:(){rule.pattern.replace('(?:', '(')})")
    assert other.compiled.groups > rule.compiled.groups
    assert found_by(other, views) == found_by(rule, views)


WAYS = pytest.mark.parametrize(
    ("pattern", "verdicts"),
    [(figures._FIGURES, figures._WAYS), (ages._FIGURES, ages._VERDICTS)],
    ids=["dates", "ages"],
)


@WAYS
def test_every_name_of_an_alternative_has_a_verdict(pattern: str, verdicts: Mapping[str, object]) -> None:
    assert re.findall(r"\(\?P<(\w+)>\)", pattern) == list(verdicts)


@WAYS
def test_every_match_is_of_one_alternative(pattern: str, verdicts: Mapping[str, object], views: list[TextView]) -> None:
    for view in views:
        for match in re.finditer(pattern, view.folded):
            assert [match[name] for name in verdicts].count("") == 1


def test_each_way_of_writing_is_met_in_one_sentence() -> None:
    view = TextView.of(WRITTEN)
    met = {
        name
        for pattern, verdicts in ((figures._FIGURES, figures._WAYS), (ages._FIGURES, ages._VERDICTS))
        for match in re.finditer(pattern, view.folded)
        for name in verdicts
        if match[name] is not None
    }
    assert met == {*figures._WAYS, *ages._VERDICTS}


def test_groups_in_small_letters_are_no_labels() -> None:
    rule = PatternRule("test.two", "(?P<cue>le )(?P<DATE>[0-9]{4})")
    assert [(span.start, span.end, span.label) for span in rule.spans(TextView.of("le 2021"))] == [(3, 7, "DATE")]
    with pytest.raises(ValueError, match="names no label"):
        PatternRule("test.none", "(?P<cue>le )")
