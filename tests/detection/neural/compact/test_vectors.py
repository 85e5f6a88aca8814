"""Vectors are sums of rows, however they are kept."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import vectors as module
from palimpseste.detection.neural.compact.features import Evidence, piece_rows
from palimpseste.detection.neural.compact.vectors import Vectors
from palimpseste.detection.tokens import Alphabet, Tokens
from palimpseste.document import Span
from palimpseste.labels import LABELS

EVIDENCE = Evidence(LABELS)
# The largest weights there are: what could overflow, does.
TABLE = np.random.default_rng(0).choice(np.array([-127, 127, 3], dtype=np.int8), (EVIDENCE.rows, 4))
NOTES = [
    "Mme Kervella, vue le 12/03/2021 à Brest.",
    "Kervella et Kervella : le 12/03/2021\n\n  à Quimper",
    "a" * 5000 + " Brest",
    " ".join(f"mot{chr(97 + i)}{chr(97 + j)}" for i in range(20) for j in range(20)),
    "",
    "Mme Kervella, vue le 12/03/2021 à Brest.",
]
FOUND = [Span(0, 4, "LASTNAME", "rules.one"), Span(2, 9, "CITY", "rules.two"), Span(0, 4, "CITY", "rules.one")]


def halved(sums: np.ndarray) -> np.ndarray:
    return sums / np.float64(2)


def summed(tokens: Tokens, found: list[Span]) -> np.ndarray:
    table = TABLE.astype(np.int64)
    vectors = np.array([table[piece_rows(piece, alphabet())].sum(axis=0) for piece in tokens.pieces])
    for index, rows in EVIDENCE.of(tokens, found).items():
        vectors[index] += table[rows].sum(axis=0)
    return vectors.reshape(-1, TABLE.shape[1])


@pytest.mark.parametrize("room", [1, 7, 300, 1 << 15])
def test_vectors_are_the_sums_of_their_rows_whatever_was_forgotten(
    room: int, tokens_of: Callable[[str], Tokens], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_REMEMBERED", room)
    vectors = Vectors(TABLE, EVIDENCE, halved)
    for text in NOTES:
        tokens = tokens_of(text)
        for found in ([], FOUND if text else []):
            result = vectors.of(tokens, found)
            assert np.array_equal(result, halved(summed(tokens, found)))


def test_evidence_is_added_to_its_tokens_alone(tokens_of: Callable[[str], Tokens]) -> None:
    vectors, tokens = Vectors(TABLE, EVIDENCE, halved), tokens_of("Mme Kervella va bien")
    changed = vectors.of(tokens, [Span(4, 12, "LASTNAME", "rules.one")]) != vectors.of(tokens, [])
    assert changed.any(axis=1).tolist() == [False, True, False, False]


def test_what_is_returned_may_be_overwritten(tokens_of: Callable[[str], Tokens]) -> None:
    vectors, tokens = Vectors(TABLE, EVIDENCE, halved), tokens_of("Mme Kervella va bien")
    first = vectors.of(tokens, [])
    kept = first.copy()
    first[:] = 1e6
    assert np.array_equal(vectors.of(tokens, []), kept)


def test_what_was_met_lately_is_not_summed_anew(
    tokens_of: Callable[[str], Tokens], monkeypatch: pytest.MonkeyPatch
) -> None:
    summed_pieces: list[str] = []

    def rows_of(piece: str, letters: Alphabet) -> list[int]:
        summed_pieces.append(piece)
        return piece_rows(piece, letters)

    monkeypatch.setattr(module, "_MOST_REMEMBERED", 8)
    monkeypatch.setattr(module, "piece_rows", rows_of)
    vectors = Vectors(TABLE, EVIDENCE, halved)
    for text in ("un deux trois", "un quatre cinq"):
        vectors.of(tokens_of(text), [])
    assert summed_pieces == ["un ", "deux ", "trois", "quatre ", "cinq"]
