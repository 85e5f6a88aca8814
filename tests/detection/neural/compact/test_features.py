"""What a token is described by: rows that a shipped model depends on."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import (
    LIST_ROWS,
    WORD_ROWS,
    Evidence,
    piece_rows,
)
from palimpseste.detection.tokens import Alphabet, Tokens, Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import LABELS

EVIDENCE = Evidence(LABELS)
BESIDE = "cf8a5df9816d82e2a4b9b64fed2862ec221bca1672215b5731a80145e043a219"
# A lexicon of the tests' own: the bundled one may know more words one day.
LEXICON = Alphabet({"durand": int(Trait.FAMILY), "rose": int(Trait.FAMILY | Trait.COMMON), "de": int(Trait.PARTICLE)})
PIECES = (
    "durand", "Durand ", "DURAND", "DURand", "D", "DR ", "Rose", "de ", "œdème ", "É", "Désirée", "hospitalisation ",
    "x" * 300, "1", "07 ", "12", "1954", "1850 ", "2079", "29000", "0298001122", "1" * 40, ".", ". ", ":", "€", "😀 ",
    "\n", "\n\n", "\n\n\n\n", "\n  ", " ", "   ", "\t", "     ",
)  # fmt: skip


def digest(rows: object) -> str:
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def test_rows_are_those_of_the_models_already_trained() -> None:
    # Another digest here is another meaning of every trained table: all models must then be trained anew.
    rows = [piece_rows(piece, LEXICON) for piece in PIECES]
    assert digest(rows) == "e3ed59cb99bc839d074036d75d70d9e0cb2116022458c0d5780a2223329be986"
    tokens = Tokens(TextView.of("Mme Rose DURAND, vue le 12/03. Durand va bien."), LEXICON)
    found = [Span(4 + at, 8 + at, label, f"rules.{label}") for at, label in enumerate(LABELS)]
    beside = EVIDENCE.of(tokens, found)
    assert digest([[index, *sorted(beside[index])] for index in sorted(beside)]) == BESIDE
    assert EVIDENCE.rows == 69007


@given(st.text(min_size=1, max_size=40))
def test_rows_lie_within_the_table_and_pieces_make_up_the_view(text: str) -> None:
    tokens = Tokens(TextView.of(text), alphabet())
    pieces = tokens.pieces
    assert "".join(pieces) == tokens.view.text
    for piece in pieces:
        rows = piece_rows(piece, alphabet())
        assert rows
        assert all(0 <= row < EVIDENCE.rows for row in rows)
    everywhere = [Span(0, len(tokens.view.text), label, "rules.some") for label in LABELS] if pieces else []
    beside = EVIDENCE.of(tokens, everywhere)
    assert all(0 <= row < EVIDENCE.rows for rows in beside.values() for row in rows)
    assert all(0 <= index < len(pieces) for index in beside)


def test_a_word_of_any_length_has_few_rows() -> None:
    # Their sum must stay within what the vectors are kept in.
    assert len(piece_rows("a" * 100_000, alphabet())) * 127 < 2**15


def test_case_and_the_space_behind_change_only_what_they_are_about() -> None:
    lower, title = Counter(piece_rows("durand", LEXICON)), Counter(piece_rows("Durand ", LEXICON))
    words = [row for row in lower if row in WORD_ROWS]
    assert len(words) == 1
    assert words[0] in title
    # The space, the shape, and the traits with the shape.
    assert (lower - title).total() == 3
    assert (title - lower).total() == 3


def test_rows_of_the_lists_are_apart_from_those_of_the_word() -> None:
    known, unknown = piece_rows("durand", LEXICON), piece_rows("durand", Alphabet({}))
    assert {row for row in known if row not in LIST_ROWS} == {row for row in unknown if row not in LIST_ROWS}
    assert {row for row in known if row in LIST_ROWS} != {row for row in unknown if row in LIST_ROWS}


def test_a_span_tells_its_first_token_from_the_later_ones(tokens_of: Callable[[str], Tokens]) -> None:
    tokens = tokens_of("vu le 12/03 au CHU")
    start = tokens.view.text.index("12")
    rows = EVIDENCE.of(tokens, [Span(start, start + 5, "DATE", "rules.date")])
    first, second, third = (rows[index] for index in sorted(rows))
    assert len(rows) == 3
    assert second == third
    assert len(first) == len(second) == 2
    assert first[1] == second[1]
    assert second[0] == first[0] + 1


def test_a_word_found_once_is_evidence_wherever_it_stands(tokens_of: Callable[[str], Tokens]) -> None:
    tokens = tokens_of("Kervella va bien. KERVELLA sort. ok")
    rows = EVIDENCE.of(tokens, [Span(0, 8, "LASTNAME", "record.lastname")])
    first, again = sorted(rows)
    assert tokens.words[again] == "kervella"
    assert len(rows[first]) == 3
    assert rows[again] == rows[first][2:]


@pytest.mark.parametrize("text", ["le vu le", "12345 vu 12345", ", ,"], ids=["short word", "number", "mark"])
def test_short_words_numbers_and_marks_are_evidence_only_where_found(
    text: str, tokens_of: Callable[[str], Tokens]
) -> None:
    tokens = tokens_of(text)
    assert list(EVIDENCE.of(tokens, [Span(0, len(tokens.words[0]), "LASTNAME", "rules.name")])) == [0]


def test_the_same_evidence_twice_counts_once(tokens_of: Callable[[str], Tokens]) -> None:
    tokens, span = tokens_of("Kervella Maëlle"), Span(0, 8, "LASTNAME", "rules.name")
    assert EVIDENCE.of(tokens, [span, span]) == EVIDENCE.of(tokens, [span])
    other = Span(0, 15, "LASTNAME", "rules.other")
    assert len(EVIDENCE.of(tokens, [span, other])[0]) > len(EVIDENCE.of(tokens, [span])[0])


def test_a_known_name_of_a_place_of_care_is_told_from_its_first_token_to_its_last(
    tokens_of: Callable[[str], Tokens],
) -> None:
    tokens = tokens_of("vu a lariboisiere puis a Saint-Joseph")
    rows = {tokens.words[index]: found for index, found in EVIDENCE.of(tokens, []).items()}
    assert set(rows) == {"lariboisiere", "saint", "-", "joseph"}
    (alone,), (first,), (joint,), (last,) = rows.values()
    assert joint == last == first + 1
    assert alone == first + 2 < EVIDENCE.rows


def test_nothing_found_is_no_evidence(tokens_of: Callable[[str], Tokens]) -> None:
    assert EVIDENCE.of(tokens_of("Kervella va bien"), []) == {}
