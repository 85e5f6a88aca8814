"""Examples laid end to end, as the network reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from palimpseste.detection.neural.compact.features import LIST_ROWS, WORD_ROWS
from palimpseste.training.compact.examples import Example, PieceTable

__all__ = ["Batch", "Batcher"]


@dataclass(frozen=True, slots=True, repr=False)
class Batch:
    """What one step of training reads: some examples laid end to end, with padding after each.

    Parameters
    ----------
    used : tensor of int, shape (used rows,)
        The rows of the table of vectors that the batch speaks of; `rows` and `found` count in these.
    rows : tensor of int, shape (entries,)
        The rows of each distinct piece, one piece after the other.
    offsets : tensor of int, shape (distinct pieces,)
        Where the rows of each piece begin.
    weights : tensor of float, shape (entries,)
        0 for a row that is left out of this step, else 1.
    pieces : tensor of int, shape (tokens,)
        Which of the distinct pieces each token is.
    at : tensor of int, shape (evidence,)
        The token that each row of evidence stands at.
    found : tensor of int, shape (evidence,)
        The row that says what was found there.
    inside : tensor of float, shape (tokens, 1)
        1 for a token of an example, 0 for padding.
    tags : tensor of int, shape (tokens,)
        The right tag of each token, -100 for padding; all the others are the arguments of the network.
    """

    used: Tensor
    rows: Tensor
    offsets: Tensor
    weights: Tensor
    pieces: Tensor
    at: Tensor
    found: Tensor
    inside: Tensor
    tags: Tensor

    def inputs(self) -> tuple[Tensor, ...]:
        """Return the arguments of the network."""
        return self.used, self.rows, self.offsets, self.weights, self.pieces, self.at, self.found, self.inside


class Batcher:
    """Makes batches, leaving out some of what describes each piece so that the model learns to do without.

    Parameters
    ----------
    pieces : PieceTable
        What describes each piece of text.
    gap : int
        Tokens of padding between documents: at least the largest dilation.
    word_dropout, list_dropout, piece_dropout : float in [0, 1]
        How often a piece's own word, all that the lists know of it, or the whole of it is left out.
    """

    def __init__(
        self,
        pieces: PieceTable,
        gap: int,
        word_dropout: float = 0.0,
        list_dropout: float = 0.0,
        piece_dropout: float = 0.0,
    ) -> None:
        counts = np.array([*(len(rows) for rows in pieces.rows), 0], dtype=np.int64)
        self._nothing = len(pieces.rows)  # a piece that no row describes, behind all others
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._rows = np.fromiter((row for rows in pieces.rows for row in rows), dtype=np.int64, count=int(counts.sum()))
        self._is_word = (self._rows >= WORD_ROWS.start) & (self._rows < WORD_ROWS.stop)
        self._is_list = (self._rows >= LIST_ROWS.start) & (self._rows < LIST_ROWS.stop)
        self._gap = gap
        self._word_dropout, self._list_dropout, self._piece_dropout = word_dropout, list_dropout, piece_dropout

    def plan(self, examples: Sequence[Example], tokens: int, generator: np.random.Generator) -> list[list[int]]:
        """Return the examples, by their numbers, in batches of about so many tokens, in a random order.

        Parameters
        ----------
        examples : sequence of Example
            All of an epoch.
        tokens : int
            Of a batch.
        generator : numpy.random.Generator
            Where the order comes from.
        """
        batches: list[list[int]] = [[]]
        size = 0
        for index in generator.permutation(len(examples)).tolist():
            if size >= tokens:
                batches.append([])
                size = 0
            batches[-1].append(index)
            size += len(examples[index]) + self._gap
        return batches

    def batch(self, examples: Sequence[Example], generator: np.random.Generator | None = None) -> Batch:
        """Return some examples as one batch; nothing is left out without a generator."""
        lengths = np.array([len(example) for example in examples])
        starts = np.concatenate([[0], np.cumsum(lengths + self._gap)[:-1]])
        total = int((lengths + self._gap).sum())
        pieces = np.zeros(total, dtype=np.int64)
        tags = np.full(total, -100, dtype=np.int64)
        inside = np.zeros((total, 1), dtype=np.float32)
        for start, example in zip(starts, examples, strict=True):
            here = slice(start, start + len(example))
            pieces[here], tags[here], inside[here] = example.pieces, example.tags, 1.0
        if generator:
            pieces[generator.random(total) < self._piece_dropout] = self._nothing
        distinct, numbers = np.unique(pieces, return_inverse=True)
        counts = self._starts[distinct + 1] - self._starts[distinct]
        offsets = np.concatenate([[0], np.cumsum(counts)[:-1]])
        flat = np.repeat(self._starts[distinct] - offsets, counts) + np.arange(int(counts.sum()))
        weights = np.ones(len(flat), dtype=np.float32)
        if generator:
            for dropped, kind in ((self._word_dropout, self._is_word), (self._list_dropout, self._is_list)):
                forgotten = generator.random(len(distinct)) < dropped
                weights[np.repeat(forgotten, counts) & kind[flat]] = 0.0
        found = np.concatenate([example.rows for example in examples])
        used, numbered = np.unique(np.concatenate([self._rows[flat], found]), return_inverse=True)
        numbered = numbered.reshape(-1)
        return Batch(
            torch.from_numpy(used),
            torch.from_numpy(numbered[: len(flat)]),
            torch.from_numpy(offsets),
            torch.from_numpy(weights),
            torch.from_numpy(numbers.reshape(-1)),
            torch.from_numpy(
                np.concatenate([s + e.at.astype(np.int64) for s, e in zip(starts, examples, strict=True)])
            ),
            torch.from_numpy(numbered[len(flat) :]),
            torch.from_numpy(inside),
            torch.from_numpy(tags),
        )
