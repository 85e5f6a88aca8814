"""The README's Python works as it is written."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
COMMANDS = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# What follows them is written, or kept with what must stay here.
WRITTEN = ("-o", "--output", "--report", "--html", "--csv", "--register", "--watch-store", "--key-file")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"^(result\.\S+(?:\(.*?\))?) +# (?:'(.*)'|.*: (\(.*\)))$", re.MULTILINE)


def test_the_python_of_the_readme_gives_what_it_shows() -> None:
    (block,) = BLOCK.findall(README.read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    exec(block, names)
    shown = SHOWN.findall(block)
    assert len(shown) == 2
    for expression, text, pair in shown:
        assert str(eval(expression, names)) == (text or pair)


def test_what_the_commands_of_the_readme_leave_in_a_clone_is_not_committed_with_it() -> None:
    if shutil.which("git") is None or not (README.parent / ".git").exists():
        pytest.skip("only a clone says what git ignores")
    left = {"cohort.key", "service.backup", "gold.jsonl", "counts.sqlite"}
    for block in COMMANDS.findall(README.read_text(encoding="utf-8")):
        for line in filter(lambda line: line.startswith("palimpseste "), block.splitlines()):
            words = shlex.split(line, comments=True)
            left |= {words[place + 1] for place, word in enumerate(words) if word in WRITTEN}
    assert len(left) > 15
    # A run leaves more beside its results: what it could not do, and all of it while it is interrupted.
    left |= {"out.quarantine.jsonl", "out.partial/journal.jsonl", "model.partial/settings.json"}
    known = subprocess.run(
        ["git", "check-ignore", "--no-index", *sorted(left)],
        cwd=README.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert sorted(left - set(known.stdout.splitlines())) == []
