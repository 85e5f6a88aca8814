"""What was not released is refused by every writer before the program runs, and one place alone releases."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "palimpseste"
SNIPPETS = Path(__file__).with_name("releases.py")

_ERROR = re.compile(r"releases\.py:(\d+): error: .*\[([\w-]+)\]")


def test_an_original_is_an_error_of_types_in_every_writer_and_a_result_is_none() -> None:
    # In the project's folder and with its settings: the cache of `make check` is used.
    command = [sys.executable, "-m", "mypy", "--hide-error-context", "--no-error-summary", str(SNIPPETS)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    found = {int(line): code for line, code in _ERROR.findall(told)}
    lines = SNIPPETS.read_text(encoding="utf-8").splitlines()
    marked = {number: line.split("# refused: ")[1] for number, line in enumerate(lines, 1) if "# refused: " in line}
    assert found == marked, told
    assert len(marked) > 30


def callers_of(*names: str) -> dict[str, set[str]]:
    """Return the modules that call each of some names."""
    found: dict[str, set[str]] = {name: set() for name in names}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in names):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
                if called in found:
                    found[called].add(path.relative_to(PACKAGE).as_posix())
    return found


def test_text_is_released_where_it_was_checked_and_nowhere_else() -> None:
    assert callers_of("ReleasedText", "Written") == {
        "ReleasedText": {
            "releasing.py",  # checked
            "result.py",  # a part of what was released
            "engines/exchange.py",  # released by another process of the run
            "sources/fhir/layout.py",  # the same text, laid back where it stood
        },
        "Written": {"sources/target.py"},
    }
