"""What the French papers on security say in figures and commands is what the English ones say, which are binding."""

from __future__ import annotations

import re
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
BLOCK = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def commands_of(text: str) -> list[str]:
    """Return the lines of the blocks, without the comments behind them, which are in the language of the page."""
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    return [bare for line in lines if (bare := re.sub(r"(?:^| )+#.*", "", line).strip())]


def figures_of(text: str) -> set[str]:
    """Return the numbers of a page, written alike: « 10 000 » and « 10,000 », « 0,3 » and « 0.3 »."""
    bare = re.sub(r"\]\([^)]*\)", "]", text)
    whole = re.sub(r"(?<=\d)[ ,\u202f\xa0](?=\d{3}(?!\d))", "", bare)
    return set(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", whole)))


def test_every_french_paper_has_its_english_one() -> None:
    assert {page.name for page in FRENCH.glob("*.md")} == {*ENGLISH, "README.md"}


@pytest.mark.parametrize("name", ENGLISH)
def test_a_french_paper_shows_the_commands_of_the_english_one(name: str) -> None:
    french, english = (path.read_text(encoding="utf-8") for path in (FRENCH / name, ROOT / ENGLISH[name]))
    assert commands_of(french) == commands_of(english)


@pytest.mark.parametrize("name", ENGLISH)
def test_a_french_paper_has_the_figures_of_the_english_one(name: str) -> None:
    french, english = (path.read_text(encoding="utf-8") for path in (FRENCH / name, ROOT / ENGLISH[name]))
    assert figures_of(french) == figures_of(english)


def test_a_figure_or_command_that_differs_is_told() -> None:
    assert figures_of("10 000 patients, 0,3 sur 10, [a](b12.md)") == figures_of("10,000 patients, 0.3 of 10")
    assert figures_of("19 %") != figures_of("20 %")
    assert commands_of("```\nls -l   # tout\n# rien\n```\n") == commands_of("```\nls -l # all\n```\n")
    assert commands_of("```\nls\n```\n") != commands_of("```\nls -l\n```\n")
