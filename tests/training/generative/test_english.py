"""Notes in English are learned and read by the same code: language is what the settings and the data say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.detection.generative.instruction import Instruction

TOOLS = Path(__file__).parents[3] / "tools"


@pytest.fixture
def english(load_tool: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)
    return load_tool("english")


def test_notes_that_are_measured_on_bear_no_name_that_was_learned(english: ModuleType) -> None:
    learned, others = (english.english_notes(300, seed=1, learned=part) for part in (True, False))
    assert learned == english.english_notes(300, seed=1, learned=True)
    names = [
        {
            note.text[span.start : span.end].title()
            for note in notes
            for span in note.entities
            if span.label in ("FIRSTNAME", "LASTNAME", "CITY")
        }
        for notes in (learned, others)
    ]
    assert min(map(len, names)) > 50
    assert names[0].isdisjoint(names[1])
    assert all("{" not in note.text and note.entities for note in learned)


def test_a_decoder_of_english_is_made_taught_and_read_by_three_ways(english: ModuleType, tmp_path: Path) -> None:
    table = english.measured(tmp_path, scale=0.002, count=2)
    rows = [line.split("|")[1:-1] for line in table.splitlines()[2:]]
    assert [row[0].strip() for row in rows] == ["one-pass, 0.5", "copy-or-mask", "rewrite"]
    card = GenerativeCard.read(tmp_path / "model")
    assert card.instruction == Instruction.named("en", view="tarpon")
    assert json.loads((tmp_path / "decoder" / "settings.json").read_text())["language"] == "en"
    found = (tmp_path / "found" / "copy-or-mask.jsonl").read_text()
    assert [json.loads(line)["id"] for line in found.splitlines()] == ["en-2-0", "en-2-1"]
    assert english.measured(tmp_path, scale=0.002, count=2) == table
