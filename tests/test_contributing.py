"""What CONTRIBUTING.md names is there."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# Quoted paths with a folder, files at the root, and what links point to.
FILES = {
    *re.findall(r"`((?:src|tests|docs|tools|corpus|\.ci)/[\w./-]*)`", PAGE),
    *re.findall(r"`(\w+\.(?:md|toml))`", PAGE),
    *re.findall(r"\]\(([^)#:]+)\)", PAGE),
}
TARGETS = set(re.findall(r"(?:`|^)make ([a-z][a-z-]*)", PAGE, re.MULTILINE))


def test_the_page_names_files_and_targets() -> None:
    assert len(FILES) > 30
    assert {"check", "test", "digests", "mutants", "model"} <= TARGETS


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_file_it_names_exists(file: str) -> None:
    assert (ROOT / file).exists()


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_a_target_it_names_exists(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_a_file_named_beside_another_exists() -> None:
    places = {path.name for path in (ROOT / "src" / "palimpseste").rglob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", PAGE)) <= places


def test_every_target_says_what_it_is_for() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    named = {line: above for above, line in pairwise(lines) if re.match(r"[a-z][a-z-]*:( |$)", line)}
    assert len(named) > 15
    assert [line for line, above in named.items() if not above.startswith("# ")] == []


def test_a_commit_is_checked_like_make_check() -> None:
    hooks = re.findall(r"entry: \.venv/bin/(ruff \w+|\w+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (style,) = re.findall(r"^style:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert hooks == re.findall(r"\$\(BIN\)/(ruff \w+|\w+)", style)


def test_the_changes_of_make_bites_stand_where_they_say(load_tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = load_tool("bites")
    moved = [
        bite.name
        for bite in tool.BITES
        if (ROOT / tool.PACKAGE / bite.path).read_text(encoding="utf-8").count(bite.old) != 1
    ]
    assert moved == []
