"""The tool behind ``make evaluate``: which notes it takes, what it writes, what it says where something lacks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from palimpseste.errors import UsageError

NOTES = """=== id: a
---
Mme <LASTNAME>Durand</LASTNAME>

=== id: b
---
vu le <DATE>3 mars 2021</DATE>
"""
GIT = {"log": "abc 2024-03-05", "status": ""}


@pytest.fixture
def tool(load_tool: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = load_tool("evaluate")
    (tmp_path / "n.notes").write_text(NOTES, encoding="utf-8")
    (tmp_path / "split.tsv").write_text("document\tsplit\na\ttest\nb\tdev\n", encoding="utf-8")
    monkeypatch.setattr(module, "SPLITS", tmp_path / "split.tsv")
    monkeypatch.setattr(module, "NOTES", (tmp_path / "n.notes",))
    monkeypatch.setattr(module, "git", lambda *arguments: GIT[arguments[0]])
    return module


def test_only_notes_of_the_test_split_are_taken(tool: ModuleType, tmp_path: Path) -> None:
    sets = tool.held_out_notes([tmp_path / "n.notes"])
    assert {name: [document.id for document in notes] for name, notes in sets.items()} == {"n": ["a"]}


def test_a_test_note_that_is_not_there_is_an_error(tool: ModuleType, tmp_path: Path) -> None:
    with (tmp_path / "split.tsv").open("a", encoding="utf-8") as file:
        file.write("c\ttest\n")
    with pytest.raises(UsageError, match=r"1 test notes of split\.tsv are not there, 'c' first"):
        tool.held_out_notes([tmp_path / "n.notes"])


def test_it_says_that_there_is_no_model(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["evaluate.py", "--model", str(tmp_path / "none")])
    with pytest.raises(UsageError, match=r"there is no model in .*none"):
        tool.main()


def test_it_writes_the_page_and_the_figure_the_same_twice(
    tool: ModuleType, tmp_path: Path, model_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "docs" / "results.md"
    output.parent.mkdir()
    arguments = ["--model", str(model_folder), "--output", str(output), "--bootstrap", "5"]
    monkeypatch.setattr(sys, "argv", ["evaluate.py", *arguments])
    written = []
    for _ in range(2):
        tool.main()
        written.append((output.read_bytes(), (output.parent / tool.FIGURE).read_bytes()))
    assert written[0] == written[1]
    page = written[0][0].decode()
    assert "commit abc, 2024-03-05" in page
    assert f"]({tool.FIGURE})" in page
    assert "1 test notes" in page
