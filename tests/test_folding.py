"""Folding makes two spellings of one name equal, and nothing else."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from palimpseste.folding import FIGURES_MISREAD, fold, fold_name, one_error_apart


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        pytest.param("ÉLOÏSE", "eloise", id="accents in capitals"),
        pytest.param("E\u0301loi\u0308se", "eloise", id="decomposed accents"),
        pytest.param("Œuvre", "oeuvre", id="oe ligature"),
        pytest.param("Lætitia", "laetitia", id="ae ligature"),
        pytest.param("Weiß", "weiss", id="sharp s"),
        pytest.param("ẞ", "ss", id="capital sharp s"),
        pytest.param("Łódź", "lodz", id="polish l"),
        pytest.param("Tromsø", "tromso", id="o with stroke"),
        pytest.param("Đà Nẵng", "da nang", id="d with stroke"),
        pytest.param("İzmir", "izmir", id="dotted capital i"),
        pytest.param("Çà et là, 12 %", "ca et la, 12 %", id="punctuation stays"),
        pytest.param("", "", id="empty"),
    ],
)
def test_fold_drops_case_and_accents(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_fold_takes_marks_from_every_letter_there_is() -> None:
    whole = {"œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
    for character in map(chr, range(sys.maxunicode + 1)):
        parts = unicodedata.normalize("NFD", character.lower())
        letters = "".join(whole.get(part, part) for part in parts if not unicodedata.combining(part))
        assert fold(f"x{character}É’") == f"x{letters}e’"


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        pytest.param("L'Haÿ-les-Roses", "l hay les roses", id="straight apostrophe"),
        pytest.param("L’Haÿ‑les‑Roses", "l hay les roses", id="curly apostrophe, unbreakable hyphens"),
        pytest.param("ST. ÉTIENNE", "st etienne", id="abbreviation dot"),
        pytest.param("  Le \n Goff\t", "le goff", id="white space"),
        pytest.param("Jean - Pierre", "jean pierre", id="spaced hyphen"),
        pytest.param("J.-P.", "j p", id="initials"),
        pytest.param("D´Artagnan", "d artagnan", id="spacing acute as apostrophe"),
        pytest.param("-'.", "", id="only separators"),
    ],
)
def test_fold_name_separates_words_by_one_space(written: str, folded: str) -> None:
    assert fold_name(written) == folded


@pytest.mark.parametrize("reduced", [fold, fold_name])
def test_letters_of_latin_1_are_folded_as_they_are_among_others(reduced: Callable[[str], str]) -> None:
    for first, second in product(map(chr, range(256)), "é'\xa0´ß°"):
        written = f"x{first}{second}z"
        assert reduced(f"{written}Ł") == f"{reduced(written)}l", (first, second)


@pytest.mark.parametrize("written", ["Le Haÿ", "ǅ", "ﬁn", "Ω", "St-Étienne", "ŉ", "İ", "ẞ"])
def test_folding_twice_changes_nothing(written: str) -> None:
    assert fold(fold(written)) == fold(written)
    assert fold_name(fold_name(written)) == fold_name(written)


def _edits(word: str) -> set[str]:
    """Return every word that one error makes of another, by trying them all."""
    letters = "abc"
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    made = {a + letter + b for a, b in cuts for letter in letters}
    made |= {a + b[1:] for a, b in cuts if b} | {a + letter + b[1:] for a, b in cuts if b for letter in letters}
    made |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    return made - {word}


def test_one_error_apart_is_one_edit_or_one_exchange_and_nothing_else() -> None:
    words = ["".join(word) for size in range(1, 5) for word in product("abc", repeat=size)]
    for left in words:
        assert {right for right in words if one_error_apart(left, right)} == _edits(left) & set(words)


def test_letters_read_for_each_other_are_one_error_where_they_are_named() -> None:
    assert not one_error_apart("arnaud", "amaud")
    assert one_error_apart("arnaud", "amaud", frozenset({("rn", "m")}))


def test_letters_misread_for_figures_are_read_as_these() -> None:
    assert "Il OO oI l2".translate(FIGURES_MISREAD) == "11 00 01 12"


@pytest.mark.parametrize("name", ["one_error_apart", 'maketrans("OoIl", "0011")'])
def test_what_is_one_error_and_which_letters_are_misread_is_said_in_one_place(name: str) -> None:
    package = Path(__file__).parent.parent / "src" / "palimpseste"
    said = name if "(" in name else f"def {name}"
    pattern = re.compile(re.escape(said).replace("def\\ ", "def _?"))
    assert [path.name for path in package.rglob("*.py") if pattern.search(path.read_text())] == ["folding.py"]
