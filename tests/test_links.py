"""What the pages of the project point to is there: files, and headings of pages."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
BLOCK = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"\]\(([^)\s]+)\)")


def prose_of(page: Path) -> str:
    """Return the text of a page without blocks and words of code, in which a bracket points to nothing."""
    return re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.read_text(encoding="utf-8")))


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as sites that show Markdown make them."""
    times: Counter[str] = Counter()
    anchors = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", said).replace(" ", "-")
        anchors.add(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return anchors


def broken_links(page: Path) -> list[str]:
    broken = []
    for target in TARGET.findall(prose_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        named = page.parent / path if path else page
        if not named.exists() or (anchor and anchor not in anchors_of(named)):
            broken.append(target)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_points_to_is_there(page: Path) -> None:
    assert broken_links(page) == []


def test_a_link_to_nothing_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Dates\n\n## « De » or `d'`?\n\n## Dates\n\n[a](#dates-1) [b](#-de--or-d) [c](page.md#towns) [d](other.md)\n"
        "[e](https://example.org) `[f](none.md)`\n\n```\n# Towns\n[g](none.md)\n```\n",
        encoding="utf-8",
    )
    assert broken_links(page) == ["page.md#towns", "other.md"]


def test_the_index_names_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    named = {(index.parent / target).resolve() for target in TARGET.findall(prose_of(index))}
    pages = {*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "security").glob("*.md")} - {index}
    assert sorted(page.name for page in pages - named) == []
