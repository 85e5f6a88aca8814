"""The French papers on security have, section by section, the figures and commands of the English ones, which bind."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FRENCH = ROOT / "docs" / "fr" / "securite"
ENGLISH = {
    "aipd.md": "docs/security/dpia.md",
    "cles.md": "docs/security/keys.md",
    "cnil.md": "docs/security/cnil.md",
    "durcissement.md": "docs/security/hardening.md",
    "hors-ligne.md": "docs/security/offline.md",
    "incidents.md": "docs/security/incident.md",
    "menaces.md": "docs/security/threats.md",
    "signaler.md": "SECURITY.md",
}
# The French README lists the French papers, as « The papers » does the English ones.
TOLD = {"signaler.md": slice(1, 3)}
BLOCK = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def commands_of(text: str) -> list[str]:
    """Return the lines of the blocks, without the comments behind them, which are in the language of the page."""
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    return [bare for line in lines if (bare := re.sub(r"(?:^| )+#.*", "", line).strip())]


def figures_of(text: str) -> Counter[str]:
    """Return how often a text has each number, written alike: « 10 000 » and « 10,000 », « 0,3 » and « 0.3 »."""
    bare = re.sub(r"\]\([^)]*\)", "]", text)
    whole = re.sub(r"(?<=\d)[ ,\u202f\xa0](?=\d{3}(?!\d))", "", bare)
    return Counter(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", whole)))


def sections_of(text: str) -> list[tuple[str, str]]:
    """Return the sections of a page, each with the signs of its heading; comments in blocks are no headings."""
    told = BLOCK.sub(lambda block: block[0].replace("\n#", "\n #"), text)
    _, *pieces = re.split(r"^(#+) .*\n", told, flags=re.MULTILINE)
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def read(name: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the sections of a French paper, and those of the English one that it tells."""
    french, english = (sections_of(path.read_text(encoding="utf-8")) for path in (FRENCH / name, ROOT / ENGLISH[name]))
    return french, english[TOLD.get(name, slice(None))]


def test_every_french_paper_has_its_english_one() -> None:
    assert {page.name for page in FRENCH.glob("*.md")} == {*ENGLISH, "README.md"}


@pytest.mark.parametrize("name", ENGLISH)
def test_a_french_paper_has_the_sections_of_the_english_one(name: str) -> None:
    french, english = read(name)
    assert len(french) == len(english)
    assert [level for level, _ in french[1:]] == [level for level, _ in english[1:]]


@pytest.mark.parametrize("name", ENGLISH)
def test_a_section_of_a_french_paper_shows_the_commands_of_the_english_one(name: str) -> None:
    french, english = read(name)
    assert [commands_of(text) for _, text in french] == [commands_of(text) for _, text in english]


@pytest.mark.parametrize("name", ENGLISH)
def test_a_section_of_a_french_paper_has_the_figures_of_the_english_one(name: str) -> None:
    french, english = read(name)
    assert [figures_of(text) for _, text in french] == [figures_of(text) for _, text in english]


def test_a_figure_or_command_that_differs_is_told() -> None:
    assert figures_of("10 000 patients, 0,3 sur 10, [a](b12.md)") == figures_of("10,000 patients, 0.3 of 10")
    assert figures_of("19 %") != figures_of("20 %")
    assert figures_of("19 % ou 19 %") != figures_of("19 %")
    assert commands_of("```\nls -l   # tout\n# rien\n```\n") == commands_of("```\nls -l # all\n```\n")
    assert commands_of("```\nls\n```\n") != commands_of("```\nls -l\n```\n")


def test_a_section_that_is_missing_or_moved_is_told() -> None:
    page = "# Clés\n\n10 ans\n\n```\n# non\nls\n```\n\n## Perte\n\n20 ans\n"
    assert [level for level, _ in sections_of(page)] == ["#", "##"]
    assert [figures_of(text) for _, text in sections_of(page)] == [{"10": 1}, {"20": 1}]
    assert [commands_of(text) for _, text in sections_of(page)] == [["ls"], []]
