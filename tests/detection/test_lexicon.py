"""The compressed lists detection loads are those that the build script makes of the lists now."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from importlib.resources import files
from types import ModuleType

import pytest

from palimpseste.detection.lexicon import CARE_NAMES, LEXICON, PLACE_NAMES, care_names, word_list

HINT = "run python tools/build_lexicon.py and commit what it writes"


@pytest.fixture(scope="module")
def build(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("build_lexicon")


def rows_of(path: str) -> list[str]:
    packed = (files("palimpseste") / "data" / path).read_bytes()
    return gzip.decompress(packed).decode("utf-8").splitlines()


def assert_same(committed: list[str], built: Iterable[str]) -> None:
    """Fail with a few of the rows that differ; the lists are too long to be shown."""
    now = sorted(built)
    missing, stale = sorted(set(now) - set(committed)), sorted(set(committed) - set(now))
    assert not missing, f"{len(missing)} rows missing, such as {[row[:60] for row in missing[:5]]}: {HINT}"
    assert not stale, f"{len(stale)} rows too many, such as {[row[:60] for row in stale[:5]]}: {HINT}"
    assert committed == now, f"rows out of order or twice: {HINT}"


def test_the_lexicon_is_what_the_lists_give(build: ModuleType) -> None:
    assert_same(rows_of(LEXICON), (f"{traits}\t{words}" for traits, words in build.lexicon()))


def test_the_place_names_are_what_the_place_table_gives(build: ModuleType) -> None:
    assert_same(rows_of(PLACE_NAMES), (f"{name}\t{label}" for name, label in build.place_names()))


def test_the_names_of_places_of_care_are_what_the_lists_give(build: ModuleType) -> None:
    assert_same(rows_of(CARE_NAMES), (f"{name}\t{kind}" for name, kind in build.care_names()))


@pytest.mark.parametrize("path", [CARE_NAMES, LEXICON, PLACE_NAMES])
def test_a_compressed_list_bears_no_date(path: str) -> None:
    packed = (files("palimpseste") / "data" / path).read_bytes()
    assert packed[4:8] == bytes(4)


def test_place_names_of_several_words_bear_their_label() -> None:
    rows = set(rows_of(PLACE_NAMES))
    assert {"la roche sur yon\tCITY", "burkina faso\tLOCATION"} <= rows
    assert all(" " in row.split("\t")[0] for row in rows)


def test_names_of_places_of_care_say_whether_they_are_known_alone() -> None:
    names = care_names()
    assert names["lariboisiere"]["lariboisiere"]
    assert not names["pasteur"]["pasteur"]
    assert {"saint joseph", "st joseph"} <= {*names["saint"], *names["st"]}


def test_a_list_is_read_without_its_comments() -> None:
    entries = list(word_list("words/names/title.txt"))
    assert "docteur" in entries
    assert not any(entry.startswith("#") or not entry for entry in entries)
