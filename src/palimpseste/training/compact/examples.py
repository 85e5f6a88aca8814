"""Annotated documents as the arrays the compact model learns from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import Evidence, piece_rows
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient, Span
from palimpseste.labels import LABELS

__all__ = ["Example", "ExampleMaker", "PieceTable", "token_intervals"]

Integers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One document as numbers.

    Parameters
    ----------
    pieces : array of shape (tokens,)
        Number of each token's piece in the `PieceTable`.
    at, rows : arrays of equal length
        The evidence: a token, and a row of the model's table that it gets.
    tags : array of shape (tokens,)
        Number of the right tag of each token.
    """

    pieces: Integers
    at: Integers
    rows: Integers
    tags: Integers

    def __len__(self) -> int:
        return len(self.pieces)


class PieceTable:
    """The distinct pieces of text of a corpus and the rows that describe them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.rows: list[list[int]] = []

    def numbers_of(self, pieces: Sequence[str]) -> list[int]:
        """Return the number of each piece; new ones are added."""
        numbers, known = self._numbers, []
        for piece in pieces:
            number = numbers.get(piece)
            if number is None:
                number = numbers[piece] = len(numbers)
                self.rows.append(piece_rows(piece, alphabet()))
            known.append(number)
        return known

    def __len__(self) -> int:
        return len(self.rows)


class ExampleMaker:
    """Turns documents into examples, with the evidence the rules and the record give.

    Parameters
    ----------
    scheme : TagScheme
        Numbers the tags.
    """

    def __init__(self, scheme: TagScheme) -> None:
        self.scheme = scheme
        self.pieces = PieceTable()
        self._rules, self._record, self._evidence = RuleDetector(), RecordDetector(), Evidence(LABELS)

    def __call__(self, document: Document, *, rules: bool = True, record: bool = True) -> Example:
        """Return a document as an example.

        Parameters
        ----------
        rules, record : bool
            Whether what these detectors find is shown to the model.
        """
        tokens = Tokens(view_of(document.text), alphabet())
        found: list[Span] = []
        if record:
            found += self._record(tokens, document.patient)
        if rules:
            found += self._rules(tokens, Patient())
        beside = [(index, row) for index, rows in self._evidence.of(tokens, found).items() for row in rows]
        tags = self.scheme.tags_of(token_intervals(tokens, document.entities), len(tokens.words))
        return Example(*(np.array(values, dtype=np.int32) for values in (
            self.pieces.numbers_of(tokens.pieces), [at for at, _ in beside], [row for _, row in beside], tags
        )))  # fmt: skip


def token_intervals(tokens: Tokens, spans: Iterable[Span]) -> list[tuple[int, int, str]]:
    """Return spans of the text as it came as disjoint intervals of tokens; a token is of the first that touches it."""
    view = tokens.view
    origin = [view.to_original(start, tokens.end(index)) for index, start in enumerate(tokens.starts)]
    intervals: list[tuple[int, int, str]] = []
    index = 0
    for span in sorted(spans):
        while index < len(origin) and origin[index][1] <= span.start:
            index += 1
        first = index
        while index < len(origin) and origin[index][0] < span.end:
            index += 1
        if index > first:
            intervals.append((first, index, span.label))
    return intervals
