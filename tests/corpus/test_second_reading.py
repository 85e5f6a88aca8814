"""The tool that compares the first committed version of the notes with the files as they are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from palimpseste.corpus import read_documents

FIRST = """=== id: a
---
Mme <LASTNAME>Durand</LASTNAME> de <CITY>Dijon</CITY>

=== id: b
---
vu le <DATE>3 mars</DATE>

=== id: c
---
rien
"""


@pytest.fixture
def tool(load_tool: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = load_tool("second_reading")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "NOTES", tmp_path)
    return module


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of notes, committed twice."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: there is no first version to find")

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    path = tmp_path / "some.notes"
    path.write_text(FIRST, encoding="utf-8")
    git("init")
    git("add", "some.notes")
    git("commit", "-m", "first")
    path.write_text(FIRST.replace("rien", "rien de plus"), encoding="utf-8")
    git("commit", "-am", "second")
    return path


def test_the_first_version_is_the_one_that_added_the_file(tool: ModuleType, file: Path) -> None:
    assert [document.text for document in tool.first_version(file)] == ["Mme Durand de Dijon", "vu le 3 mars", "rien"]


def test_a_file_never_committed_has_no_first_version(tool: ModuleType, file: Path) -> None:
    other = file.with_name("other.notes")
    other.write_text(FIRST, encoding="utf-8")
    assert tool.first_version(other) is None


def test_notes_are_compared_with_the_file_on_disk_and_those_with_another_text_left_out(
    tool: ModuleType, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = FIRST.replace("CITY>", "LOCATION>").replace("rien", "rien du tout")
    file.write_text(changed, encoding="utf-8")
    output = file.with_name("page.md")
    monkeypatch.setattr(sys, "argv", ["second_reading.py", "--output", str(output)])
    tool.main()
    page = output.read_text(encoding="utf-8")
    # Two notes, one left out; three spans on each side, two identical, one relabelled.
    assert "| some.notes | 2 | 1 | 3 | 3 | 2 | 0 | 0 | 1 | 0 | 0.6667 | " in page
    assert "| **the 1 with a change** | 2 | 1 | " in page
    assert "overstate" in page
    assert "Durand" not in page + capsys.readouterr().out


def test_both_readings_are_written_where_asked(
    tool: ModuleType, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file.write_text(FIRST.replace("CITY>", "LOCATION>"), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["second_reading.py", "--write", str(tmp_path / "readings")])
    tool.main()
    first, second = (list(read_documents(tmp_path / "readings" / f"{name}.jsonl")) for name in ("first", "second"))
    assert [note.text for note in first] == [note.text for note in second]
    labels = [{span.label for note in reading for span in note.entities} for reading in (first, second)]
    assert labels[0] - labels[1] == {"CITY"}
    assert labels[1] - labels[0] == {"LOCATION"}


def test_no_change_at_all_is_told_from_a_change(tool: ModuleType, file: Path) -> None:
    documents = list(read_documents(file))
    reading = tool.reading_of("some.notes", documents, documents)
    assert not reading.is_changed
    assert "| **the 0 with a change** | 0 | 0 | –" in tool.page_of([reading])
