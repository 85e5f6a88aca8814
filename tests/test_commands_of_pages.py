"""The commands that the pages show, in blocks and in the line, are commands of ours, and have the options shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from palimpseste.cli import palimpseste

ROOT = Path(__file__).parent.parent
PAGES = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SHOWN = sorted(
    {
        line.strip()
        for page in PAGES
        for block in BLOCK.findall(page.read_text(encoding="utf-8"))
        for line in block.replace("\\\n", " ").splitlines()
        if line.strip().startswith("palimpseste ")
    }
)
IN_LINE = re.compile(r"`(palimpseste [^`]+)`")
# « user add|list » names two commands.
JOINED = re.compile(r"\w+(?:\|\w+)+")


def named_in_line(text: str) -> set[str]:
    """Return the commands that the prose of a page names."""
    named = set()
    for command in IN_LINE.findall(BLOCK.sub("", text)):
        joined = JOINED.search(command)
        named |= {JOINED.sub(one, command, count=1) for one in (joined[0].split("|") if joined else [""])}
    return {" ".join(command.split()) for command in named}


NAMED = sorted(set().union(*(named_in_line(page.read_text(encoding="utf-8")) for page in PAGES)))


def wrong_in(line: str) -> list[str]:
    """Return the words of a command line that are no commands, or no options of its command."""
    words = shlex.split(line, comments=True)[1:]
    command: click.Command = palimpseste
    with click.Context(palimpseste) as context:
        while words and isinstance(command, click.Group) and not words[0].startswith("-"):
            found = command.get_command(context, words[0])
            if found is None:
                return [words[0]]
            command = found
            del words[0]
        known = {name for option in command.get_params(context) for name in (*option.opts, *option.secondary_opts)}
    return [word for word in words if word.startswith("-") and word != "-" and word.partition("=")[0] not in known]


@pytest.mark.parametrize("line", NAMED)
def test_a_command_in_the_line_is_one_of_ours(line: str) -> None:
    assert wrong_in(line) == []


@pytest.mark.parametrize("line", SHOWN)
def test_a_command_in_a_block_is_one_of_ours(line: str) -> None:
    assert wrong_in(line) == []


def test_a_command_that_is_not_there_is_told() -> None:
    assert len(SHOWN) > 80
    assert len(NAMED) > 40
    assert named_in_line("`palimpseste user add|list --folder\nF`") == {
        "palimpseste user add --folder F",
        "palimpseste user list --folder F",
    }
    assert wrong_in("palimpseste deid notes/ -o - --policy dp --quick  # soon") == ["--quick"]
    assert wrong_in("palimpseste attack everything notes/") == ["everything"]
