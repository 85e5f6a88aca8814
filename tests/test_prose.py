"""Lines of prose are short enough to be read side by side, in the pages that people write and no command does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST = 120
# `make` and `palimpseste papers run` write these, a paragraph a line.
_WRITTEN = "active frontier memory_table mutants results utility_cnn utility_results"
WRITTEN = {ROOT / "docs" / f"{page}.md" for page in _WRITTEN.split()}
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "corpus").glob("*.md"))
    if page not in WRITTEN and (page.parent.name != "papers" or page.name == "README.md")
)
BLOCK = re.compile(r"^ *(`{3,})[^\n]*\n.*?^ *\1$", re.MULTILINE | re.DOTALL)
# What cannot be broken: rows of tables, and commands in the line.
UNBROKEN = re.compile(r"^ *\||`[^`]{100,}`")


def long_lines(text: str) -> list[int]:
    """Return the lengths of the lines of prose that are too long."""
    lines = BLOCK.sub("", text).splitlines()
    return [len(line) for line in lines if len(line) > LONGEST and not UNBROKEN.search(line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_prose_are_short(page: Path) -> None:
    assert long_lines(page.read_text(encoding="utf-8")) == []


def test_a_long_line_is_told() -> None:
    words = "mot " * 40
    assert long_lines(f"{words}\n\n| {words}|\n\n```\n{words}\n```\n\n- {words}\n") == [160, 162]
