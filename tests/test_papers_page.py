"""What the page on the papers names is there: modules, commands, options, tests; and no row lacks an answer."""

from __future__ import annotations

import ast
import re
import shlex
from functools import lru_cache
from pathlib import Path

import click
import pytest

from palimpseste.cli import palimpseste

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "palimpseste"
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
STATES = ("here", "differs", "theirs")
OUTSIDE = (
    "tests/",
    "tools/",
    "benchmarks/",
    "docs/",
    "corpus/G",
    "corpus/R",
    "corpus/se",
    "corpus/sp",
    "corpus/notes",
    "src/",
)

QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"\n  (?=\S)", " ", PAGE))
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| place |"))
]
PATHS = sorted(
    {name for name in QUOTED if re.fullmatch(r"[\w./-]+\.(?:py|md|tsv)|[\w.-]+(?:/[\w.-]+)*/?", name) and "/" in name}
)
FILES = sorted({name for name in QUOTED if re.fullmatch(r"[\w-]+\.py", name)})
TESTS = sorted({name for name in QUOTED if "::" in name})
COMMANDS = sorted({name for name in QUOTED if name.startswith("palimpseste ")})


@lru_cache
def names_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def place_of(name: str) -> Path:
    return (ROOT if name.startswith(OUTSIDE) else PACKAGE) / name


@pytest.mark.parametrize("name", [*PATHS, *FILES])
def test_a_module_or_file_named_there_is_there(name: str) -> None:
    assert place_of(name).exists()


@pytest.mark.parametrize("name", TESTS)
def test_a_test_named_there_is_there(name: str) -> None:
    path, _, test = name.partition("::")
    assert test in names_of(ROOT / path)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_named_there_is_there_with_its_options(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command = palimpseste
    with click.Context(palimpseste) as context:
        while words and isinstance(command, click.Group):
            found = command.get_command(context, words.pop(0))
            assert found is not None, line
            command = found
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options


def test_an_option_named_before_its_command_is_one_of_it() -> None:
    pairs = re.findall(r"`(--[a-z-]+)[^`]*` of `(palimpseste [a-z -]+?)`", PAGE)
    assert len(pairs) > 5
    for option, line in pairs:
        test_a_command_named_there_is_there_with_its_options(f"{line} {option}")


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", PAGE))
def test_a_link_leads_to_a_page(target: str) -> None:
    assert (ROOT / "docs" / target).exists()


def test_every_row_has_an_answer() -> None:
    assert len(ROWS) > 130
    for row in ROWS:
        assert len(row) == 4, row
        place, what, state, where = row
        assert place, row
        assert what, row
        assert state in STATES, row
        assert where or state == "theirs", row
        if state == "here":
            # A module, command, test, policy, page or option that does it.
            assert re.search(r"`|\]\(|as in the table above|hierarchies below", where), row


def test_all_five_papers_have_a_table() -> None:
    heads = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert [head.partition(":")[0] for head in heads] == [
        "How the labels were read", "AP-HP", "HCL", "HNFC", "HNFC", "Bordeaux", "What is missing",
    ]  # fmt: skip
    assert PAGE.count("| place | what | state | where, or why not |") == 5
