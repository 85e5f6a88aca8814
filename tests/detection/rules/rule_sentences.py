"""Sentences with their spans marked inside, and what a rule finds in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

_TAG = re.compile(r"<(/?)([A-Z_]+)>")

Table = Mapping[str, Sequence[str]]


def read_marked(marked: str) -> tuple[str, set[tuple[int, int, str]]]:
    """Return the sentence without its tags, and the intervals and labels the tags stand for."""
    text, spans, position, opened = "", set(), 0, 0
    for tag in _TAG.finditer(marked):
        text += marked[position : tag.start()]
        position = tag.end()
        if tag[1]:
            spans.add((opened, len(text), tag[2]))
        else:
            opened = len(text)
    return text + marked[position:], spans


def found_by(rule: PatternRule, text: str) -> set[tuple[int, int, str]]:
    """Return what one rule finds in a text, in offsets of the text."""
    view = TextView.of(text)
    return {(*view.to_original(span.start, span.end), span.label) for span in rule.spans(view)}


def cases(table: Table) -> list[object]:
    """Return one test case a sentence, named by its rule and its rank."""
    return [
        pytest.param(name, sentence, id=f"{name}-{rank}")
        for name, sentences in table.items()
        for rank, sentence in enumerate(sentences, 1)
    ]


def check(rules: Sequence[PatternRule], name: str, marked: str) -> None:
    """Fail unless the rule finds exactly what is marked."""
    (rule,) = (rule for rule in rules if rule.name == name)
    text, expected = read_marked(marked)
    found = found_by(rule, text)
    assert found == expected, f"found {[(text[start:end], label) for start, end, label in sorted(found)]} in {text!r}"


def check_every_rule_is_shown(rules: Sequence[PatternRule], sentences: Table, traps: Table) -> None:
    """Fail unless each rule has two sentences with marks and one trap without, and no table names another."""
    names = {rule.name for rule in rules}
    assert set(sentences) == names
    assert set(traps) == names
    assert all(len(sentences[name]) >= 2 and len(traps[name]) >= 1 for name in names)
    assert all(_TAG.search(sentence) for examples in sentences.values() for sentence in examples)
    assert not any(_TAG.search(sentence) for examples in traps.values() for sentence in examples)
