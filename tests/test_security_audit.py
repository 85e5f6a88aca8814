"""The page on the audit agrees with the code: what it names is there, and each item has a mend that is undone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security" / "audit.md").read_text(encoding="utf-8")
TABLES = [[cell.strip() for cell in line[1:-1].split("|")] for line in PAGE.splitlines() if line.startswith("| ")]
ITEMS = {int(row[0]): row[1:] for row in TABLES if row[0].isdecimal()}
NAMED = sorted(set(re.findall(r"`((?:[\w.]+/)*\w+\.py(?:::\w+)?)`", PAGE)))


@cache
def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_all_seventeen_items_say_what_was_done_what_mends_it_what_tests_it_and_what_remains() -> None:
    assert list(ITEMS) == list(range(1, 18))
    for number, (done, mended, tests, remains) in ITEMS.items():
        assert done, number
        assert re.fullmatch(r"`[\w/]+\.py`(, `[\w/]+\.py`)*", mended), number
        assert re.fullmatch(r"`tests/[\w/]+\.py::\w+`(, `tests/[\w/]+\.py::\w+`)*", tests), number
        assert remains, number


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    path = (ROOT if file.startswith("tests/") else ROOT / "src" / "palimpseste") / file
    assert path.is_file()
    assert not test or test in functions_of(path)


def test_each_item_has_a_mend_that_is_undone_and_a_test_of_the_page_that_fails_then(
    load_tool: Callable[[str], ModuleType],
) -> None:
    undone: dict[int, set[str]] = {}
    for name, *_, test in load_tool("bites_of_security").MENDS:
        if item := re.match(r"audit (\d+): ", name):
            undone.setdefault(int(item[1]), set()).add(test.partition("::")[0])
    assert sorted(undone) == list(ITEMS)
    for number, files in undone.items():
        assert [file for file in files if f"`{file}::" not in ITEMS[number][2]] == [], number
