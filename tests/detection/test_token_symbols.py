from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.lexicon import alphabet, words_of
from palimpseste.detection.tokens import Alphabet, Shape, Tokens, Trait, is_told_by_capitals
from palimpseste.detection.view import TextView

SMALL = Alphabet({"dr": int(Trait.TITLE), "paul": int(Trait.FIRST), "rose": int(Trait.FIRST | Trait.COMMON)})


def read(text: str, symbols: Alphabet = SMALL) -> Tokens:
    return Tokens(TextView.of(text), symbols)


@given(st.text(st.one_of(st.sampled_from("aBé1 .\n\t-'’\r"), st.characters(codec="utf-8")), max_size=60))
def test_there_is_one_symbol_a_token_and_tokens_stand_where_they_say(text: str) -> None:
    tokens = read(text)
    assert len(tokens.words) == len(tokens.starts) == len(tokens.symbols)
    assert list(tokens.starts) == sorted(set(tokens.starts))
    for index, word in enumerate(tokens.words):
        assert tokens.view.folded[tokens.starts[index] : tokens.end(index)] == word


@given(st.text(st.one_of(st.sampled_from("aBé1 .\n\t-'’\r"), st.characters(codec="utf-8")), max_size=60))
def test_what_is_no_space_belongs_to_a_token(text: str) -> None:
    tokens = read(text)
    covered = {i for index in range(len(tokens.words)) for i in range(tokens.starts[index], tokens.end(index))}
    assert all(i in covered for i, character in enumerate(tokens.view.folded) if not character.isspace())


@given(st.text(st.one_of(st.sampled_from("aBé1 .\n\t-'’٣²\r"), st.characters(codec="utf-8")), max_size=60))
def test_an_offset_and_an_end_lead_to_the_token_they_lie_in_and_to_the_one_behind(text: str) -> None:
    tokens = read(text)
    for index, piece in enumerate(tokens.pieces):
        start = tokens.starts[index]
        for offset in range(start, start + len(piece)):
            assert tokens.index_at(offset) == index
            assert tokens.index_behind(offset + 1) == index + 1


@given(st.text(st.one_of(st.sampled_from("aBé1 .\n\t-'’٣²\r"), st.characters(codec="utf-8")), max_size=60))
def test_places_of_words_and_numbers_are_those_of_tokens_looked_at_one_by_one(text: str) -> None:
    tokens = read(text)
    known = frozenset(tokens.words[::2])
    assert tokens.places_of(known) == [index for index, word in enumerate(tokens.words) if word in known]
    begin_with_a_figure = [index for index, word in enumerate(tokens.words) if word[0] in "0123456789"]
    assert tokens.numbers() == [(tokens.starts[index], len(tokens.words[index])) for index in begin_with_a_figure]


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("rose", Shape.LOWER),
        ("Rose", Shape.TITLE),
        ("ROSE", Shape.UPPER),
        ("R", Shape.INITIAL),
        ("É", Shape.INITIAL),
        ("VBP", Shape.ACRONYM),
        ("LI", Shape.ACRONYM),
        ("McDonald", Shape.MIXED),
        ("DURANDPaul", Shape.MIXED),
        ("Zoé", Shape.TITLE),
        ("ÉLISE", Shape.UPPER),
    ],
)
def test_a_word_has_the_shape_it_is_written_in(word: str, shape: Shape) -> None:
    assert SMALL.describe(read(word).symbols)[1] is shape


def test_a_word_has_the_traits_of_its_folded_form() -> None:
    assert SMALL.describe(read("ROSE").symbols)[0] == Trait.FIRST | Trait.COMMON
    assert SMALL.describe(read("Xylo").symbols)[0] == 0


def test_a_mark_is_no_word() -> None:
    with pytest.raises(ValueError, match="not the symbol of a word"):
        SMALL.describe(read(".").symbols)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Dr. Paul", ["dr", ".", "paul"]),
        ("Dr\tPaul", ["dr", "\t", "paul"]),
        ("12bis", ["12", "bis"]),
        ("L'Haÿ-les", ["l", "'", "hay", "-", "les"]),
        ("a\n\n b", ["a", "\n\n", "b"]),
    ],
    ids=["dot", "gap", "number and word", "joined", "blank line"],
)
def test_a_text_is_cut_into_words_marks_and_breaks(text: str, words: list[str]) -> None:
    assert read(text).words == words


def test_line_breaks_blank_lines_and_gaps_are_told_apart() -> None:
    assert [read(f"a{between}b").symbols[1] for between in ("\n", "\n \n", "   ", "\t")] == [
        SMALL.BREAK,
        SMALL.BLANK,
        SMALL.GAP,
        SMALL.GAP,
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        (SMALL.mark("."), ".", True),
        (SMALL.mark("."), ". a", True),
        (SMALL.tight("."), ".a", True),
        (SMALL.tight("."), ". a", False),
        (SMALL.loose("."), ". a", True),
        (SMALL.loose("."), ".a", False),
        (SMALL.NUMBER, "12", True),
        (SMALL.NUMBER, "12 a", True),
        (SMALL.TIGHT_NUMBER, "12a", True),
        (SMALL.TIGHT_NUMBER, "12 a", False),
    ],
)
def test_a_mark_is_told_with_or_without_the_space_behind_it(pattern: str, text: str, matches: bool) -> None:
    assert bool(re.match(pattern, read(text).symbols)) is matches


def test_a_pattern_names_words_by_traits_and_shape() -> None:
    title = SMALL.words(lambda traits, shape: bool(traits & Trait.TITLE))
    capital = SMALL.words(lambda traits, shape: shape is Shape.TITLE)
    assert re.fullmatch(f"{title}{SMALL.mark('.')}?{capital}", read("dr. Paul").symbols)
    assert not re.fullmatch(f"{title}{SMALL.mark('.')}?{capital}", read("dr. paul").symbols)


def test_a_pattern_of_no_word_matches_nothing() -> None:
    nothing = SMALL.words(lambda traits, shape: bool(traits & Trait.MONTH))
    assert not re.search(nothing, read("Dr Paul, rose 12 .").symbols)


@pytest.mark.parametrize(
    ("word", "trait"),
    [
        ("mme", Trait.TITLE),
        ("infirmiere", Trait.ROLE),
        ("maladie", Trait.EPONYM_HEAD),
        ("quimper", Trait.CITY),
        ("mali", Trait.LOCATION),
        ("hopital", Trait.CARE_HEAD),
        ("college", Trait.BODY_HEAD),
        ("samira", Trait.FIRST),
        ("szymanski", Trait.FAMILY),
        ("kardegic", Trait.MEDICAL),
        ("necker", Trait.HOSPITAL_START),
        ("douleur", Trait.COMMON),
    ],
)
def test_the_lists_of_the_package_know_a_word(word: str, trait: Trait) -> None:
    assert alphabet().lexicon[word] & trait


def test_the_words_of_a_name_are_folded() -> None:
    assert words_of("L'Haÿ-les-Roses") == ["l", "hay", "les", "roses"]


def test_small_letters_tell_nothing_in_a_text_without_capitals() -> None:
    assert is_told_by_capitals("Vu hier par le dr durand", 6)
    assert not is_told_by_capitals("vu hier par le dr durand", 6)
    assert not is_told_by_capitals("Vu hier. " + "vu par le dr durand " * 20, 102)
