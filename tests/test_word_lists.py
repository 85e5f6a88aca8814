"""The lists the package ships: folded, sorted, without duplicates, and written for it."""

from __future__ import annotations

import hashlib
import re
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from palimpseste.detection.view import fold_same_length

ROOT = Path(__file__).parent.parent
DATA = ROOT / "src" / "palimpseste" / "data"
REFERENCE_LISTS = ROOT.parent / "shared" / "lists"

WORDS = sorted((DATA / "words").glob("*/*.txt"))
# Names of places of care, compared word by word once folded: written as they are read.
WRITTEN_OUT = {"hospital_names.txt", "hospitals.txt"}


def lines_of(path: Path) -> list[str]:
    content = path.read_text(encoding="utf-8")
    assert content.endswith("\n"), "the last line has no end"
    return content[:-1].split("\n")


def sections_of(path: Path) -> list[list[str]]:
    """Return the entries of a list between its comments."""
    return [
        list(entries) for is_comment, entries in groupby(lines_of(path), lambda line: line[:1] == "#") if not is_comment
    ]


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_a_list_of_words_has_no_entry_twice(path: Path) -> None:
    entries = [entry for section in sections_of(path) for entry in section]
    assert entries
    assert len(set(entries)) == len(entries), sorted({entry for entry in entries if entries.count(entry) > 1})[:5]


@pytest.mark.parametrize("path", [path for path in WORDS if path.name not in WRITTEN_OUT], ids=lambda path: path.stem)
def test_a_list_of_words_is_sorted_within_its_sections(path: Path) -> None:
    for section in sections_of(path):
        misplaced = [after for before, after in pairwise(section) if before > after]
        assert not misplaced, f"out of order: {misplaced[:5]}"


@pytest.mark.parametrize("path", [path for path in WORDS if path.name not in WRITTEN_OUT], ids=lambda path: path.stem)
def test_a_list_of_words_holds_words_as_tokens_are(path: Path) -> None:
    entries = [entry for section in sections_of(path) for entry in section]
    assert not [entry for entry in entries if entry != entry.lower()]
    # A token is made of these letters alone; "œ" is one of them once folded.
    assert not [entry for entry in entries if not re.fullmatch("[a-z]+", fold_same_length(entry))]


def test_the_given_names_have_a_name_a_gender_and_a_people() -> None:
    header, *rows = [line.split("\t") for line in lines_of(DATA / "names" / "firstnames.tsv")]
    assert header == ["name", "gender", "people"]
    assert all(len(row) == 3 and all(row) for row in rows)
    assert {row[1] for row in rows} == {"f", "m", "x"}
    assert all(row[0] == row[0].strip() and row[0][0].isupper() for row in rows)
    names = [row[0] for row in rows]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("origin", ["france", "world"])
def test_the_family_names_are_written_once_with_a_capital(origin: str) -> None:
    names = [name for section in sections_of(DATA / "names" / f"lastnames_{origin}.txt") for name in section if name]
    assert len(names) > 5_000
    assert len(set(names)) == len(names)
    assert all(name == name.strip() and any(character.isupper() for character in name) for name in names)


@pytest.mark.parametrize("name", ["lastnames_france.txt", "firstnames.tsv"])
def test_no_french_name_has_an_accent_before_a_doubled_consonant(name: str) -> None:
    rows = [line.split("\t") for line in lines_of(DATA / "names" / name)]
    french = [row[0] for row in rows if len(row) < 3 or row[2] in ("french", "breton", "occitan", "reunionese")]
    assert not [each for each in french if re.search(r"(?i)[éèê]([bcdfglmnprst])\1", each)]


def test_every_file_of_data_is_utf8_without_windows_line_ends() -> None:
    for path in sorted(DATA.rglob("*")):
        if path.suffix in {".txt", ".tsv", ".toml"}:
            content = path.read_bytes()
            content.decode("utf-8")
            assert b"\r" not in content, path.name
            assert not content.startswith(b"\xef\xbb\xbf"), path.name


def test_no_file_of_the_package_is_a_copy_of_a_reference_list() -> None:
    if not REFERENCE_LISTS.is_dir():
        pytest.skip("the reference lists (../shared/lists) are not beside this checkout: copies cannot be looked for")
    reference = {hashlib.sha256(path.read_bytes()).digest() for path in REFERENCE_LISTS.iterdir() if path.is_file()}
    assert reference
    package = [path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert not [path.name for path in package if hashlib.sha256(path.read_bytes()).digest() in reference]
