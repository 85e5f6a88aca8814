"""What a network makes of a whole note: windows, batches, one row of scores a word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.encoder.network import Network
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan, deciding_windows
from palimpseste.detection.neural.encoder.words import Words

__all__ = ["emissions_of", "padded"]

_WINDOWS_AT_ONCE = 8


def emissions_of(
    words: Words, reader: PieceReader, plan: WindowPlan, network: Network, tags: int
) -> NDArray[np.float32]:
    """Return the score of each tag at each word, shape ``(words, tags)``.

    Batches hold windows of one note only, so that a note's scores do not depend on its neighbours.

    Parameters
    ----------
    words : Words
        Of the note.
    reader : PieceReader
        Cuts them into sub-words.
    plan : WindowPlan
        How windows lie over them.
    network : Network
        Gives scores for a batch of windows.
    tags : int
        How many there are.
    """
    scores = np.zeros((len(words), tags), dtype=np.float32)
    pieces = reader.read(words.texts, words.glued)
    windows = list(plan.windows([len(p) for p in pieces], words.sentence_starts, reader.around))
    deciding = np.asarray(deciding_windows(windows, len(words)))
    for first in range(0, len(windows), _WINDOWS_AT_ONCE):
        batch = windows[first : first + _WINDOWS_AT_ONCE]
        sequences, heads = zip(*(_sequence(pieces[start:end], reader) for start, end in batch), strict=True)
        ids, mask = padded(sequences, reader.pad)
        found = network(ids, mask)
        for row, (start, end) in enumerate(batch):
            decided = np.flatnonzero(deciding[start:end] == first + row)
            scores[start + decided] = found[row, np.asarray(heads[row])[decided]]
    return scores


def _sequence(pieces: list[tuple[int, ...]], reader: PieceReader) -> tuple[list[int], list[int]]:
    """Return the sub-words of a window and the places of its words' first ones."""
    ids = list(reader.prefix)
    heads = []
    for word in pieces:
        heads.append(len(ids))
        ids += word
    return [*ids, *reader.suffix], heads


def padded(sequences: tuple[list[int], ...] | list[list[int]], pad: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return sequences as one array, and 1 where it holds them, both of shape ``(sequences, longest)``."""
    longest = max(map(len, sequences))
    ids = np.full((len(sequences), longest), pad, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, sequence in enumerate(sequences):
        ids[row, : len(sequence)] = sequence
        mask[row, : len(sequence)] = 1
    return ids, mask
