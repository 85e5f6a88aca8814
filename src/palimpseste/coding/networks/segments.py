"""Long sequences as segments an encoder takes, and their encoding in bounded memory.

All segments of a batch are as wide as the longest of them. They go through the encoder a few at a time; in training
what a chunk computed is thrown away and computed again backwards (Chen et al. 2016), so that memory holds the
activations of one chunk and the results of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

__all__ = ["Frame", "Segments", "encoded", "segmented"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What an encoder expects of a segment.

    Parameters
    ----------
    prefix, suffix : tuple of int
        Signs around the sub-words.
    pad : int
        Fills the shorter segments.
    pieces : int
        Most sub-words of a segment, signs included.
    most_segments : int
        Of a stay; 0 for all.
    """

    prefix: tuple[int, ...]
    suffix: tuple[int, ...]
    pad: int
    pieces: int
    most_segments: int = 0

    @property
    def room(self) -> int:
        """Sub-words of a text that a segment holds."""
        return self.pieces - len(self.prefix) - len(self.suffix)

    def segments_of(self, pieces: int) -> int:
        """Return how many segments a sequence of sub-words makes; at least one."""
        needed = max(1, -(-pieces // self.room))
        return min(needed, self.most_segments) if self.most_segments else needed


@dataclass(frozen=True, slots=True, repr=False)
class Segments:
    """The segments of a batch of sequences, those of a sequence behind each other.

    Parameters
    ----------
    ids, attention : Tensor of shape (segments, width)
        What the encoder takes: numbers of sub-words, and 1 where they are to be looked at, 0 at padding.
    content : bool Tensor of shape (segments, width)
        Where there is a sub-word of a text: neither sign nor padding.
    counts : tuple of int
        Segments of each sequence.
    pieces : tuple of int
        Sub-words of each sequence that the segments hold.
    """

    ids: Tensor
    attention: Tensor
    content: Tensor
    counts: tuple[int, ...]
    pieces: tuple[int, ...]


def segmented(sequences: Sequence[Tensor], frame: Frame, device: torch.device) -> Segments:
    """Return sequences of sub-words cut into segments; what is beyond the last segment allowed is left out.

    Parameters
    ----------
    sequences : sequence of Tensor
        Each of shape (sub-words,).
    frame : Frame
        How they are cut.
    device : torch.device
        Where the segments go.
    """
    rows: list[Tensor] = []
    counts, pieces = [], []
    for sequence in sequences:
        count = frame.segments_of(len(sequence))
        kept = sequence[: count * frame.room].cpu()
        rows += torch.split(kept, frame.room) if len(kept) else [kept]
        counts.append(count)
        pieces.append(len(kept))
    around = len(frame.prefix) + len(frame.suffix)
    ids = torch.full((len(rows), max(map(len, rows)) + around), frame.pad)
    attention = torch.zeros_like(ids)
    content = torch.zeros(ids.shape, dtype=torch.bool)
    prefix, suffix = torch.tensor(frame.prefix, dtype=torch.long), torch.tensor(frame.suffix, dtype=torch.long)
    for place, row in enumerate(rows):
        whole = torch.cat((prefix, row.long(), suffix))
        ids[place, : len(whole)] = whole
        attention[place, : len(whole)] = 1
        content[place, len(prefix) : len(prefix) + len(row)] = True
    return Segments(ids.to(device), attention.to(device), content.to(device), tuple(counts), tuple(pieces))


def encoded(encode: Callable[[Tensor, Tensor], Tensor], segments: Segments, at_once: int, *, recompute: bool) -> Tensor:
    """Return the hidden states of all segments, shape (segments, width, hidden size).

    Parameters
    ----------
    encode : callable
        From ids and attention mask to hidden states.
    at_once : int
        Segments that are in memory together.
    recompute : bool
        Whether activations are computed again backwards instead of kept, where it saves memory: a single chunk would
        be all there again. Results are the same.
    """
    chunks = []
    recompute = recompute and torch.is_grad_enabled() and len(segments.ids) > at_once
    for ids, attention in zip(
        torch.split(segments.ids, at_once), torch.split(segments.attention, at_once), strict=True
    ):
        if recompute:
            chunks.append(checkpoint(encode, ids, attention, use_reentrant=False))
        else:
            chunks.append(encode(ids, attention))
    return torch.cat(chunks)
