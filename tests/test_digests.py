"""The tool behind `make digests`: what it writes, and what it says of two files."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from palimpseste.document import Document

NOTES = [
    Document("a", "Monsieur DURAND, vu le 12/03/2021 à Dijon."),
    Document("b", "RAS."),
    Document("c", "Mme LEROY, tél. 06 12 34 56 78."),
]


@pytest.fixture(scope="module")
def tool(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("digests")


@pytest.fixture
def write(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Return what writes the digests of some notes."""
    monkeypatch.setattr(tool, "ProcessPoolExecutor", lambda _: ThreadPoolExecutor(1))

    def run(name: str, notes: list[Document] = NOTES, every: int = 1) -> Path:
        monkeypatch.setattr(tool, "notes", lambda: iter(notes))
        tool.write(tmp_path / name, every)
        return tmp_path / name

    return run


def test_two_runs_are_equal(tool: ModuleType, write: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = write("first.tsv"), write("second.tsv")
    assert first.read_bytes() == second.read_bytes()
    assert [row.split("\t")[0] for row in first.read_text().splitlines()] == ["id", "a", "b", "c"]
    assert tool.compare(first, second) == 0
    assert "detect: 0 of 3 notes differ" in capsys.readouterr().out


def test_what_differs_is_named_by_note_and_column(
    tool: ModuleType, write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    changed = [*NOTES[:2], Document("c", "Mme LEROY, tél. 06 12 34 56 79.")]
    assert tool.compare(write("before.tsv"), write("after.tsv", changed)) == 1
    printed = capsys.readouterr().out
    # The number stands where it stood: the same spans, and a tag in its place.
    assert "detect: 0 of 3 notes differ" in printed
    assert "plausible: 1 of 3 notes differ" in printed
    assert "tag: 0 of 3 notes differ" in printed
    assert [line for line in printed.splitlines() if line.startswith("  ")] == ["  c: dp, plausible"]
    assert not any(word in printed for word in ("LEROY", "06 12", "DURAND"))


def test_one_note_in_some_is_compared_with_what_there_is_of_it(
    tool: ModuleType, write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    some, all_of_them = write("some.tsv", every=2), write("all.tsv")
    assert [row.split("\t")[0] for row in some.read_text().splitlines()] == ["id", "a", "c"]
    assert tool.compare(all_of_them, some) == 0
    assert tool.compare(some, all_of_them) == 1
    assert "1 notes were not there before" in capsys.readouterr().out
