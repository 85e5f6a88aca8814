"""Notes longer than an encoder reads at once, as windows of words; each word is decided by one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

__all__ = ["WindowPlan", "deciding_windows"]


@dataclass(frozen=True, slots=True)
class WindowPlan:
    """How notes are cut.

    Parameters
    ----------
    words : int
        Most words of a window.
    pieces : int
        Most sub-words of a window, those around the sequence included; a window that would have more has fewer words.
    stride : int
        Words from one window to the next where windows slide; 0 cuts at the last sentence start that fits instead, and
        windows do not overlap.
    """

    words: int
    pieces: int
    stride: int = 0

    def windows(self, lengths: Sequence[int], sentence_starts: Sequence[int], around: int) -> Iterator[tuple[int, int]]:
        """Yield half-open intervals of words that cover a note.

        Parameters
        ----------
        lengths : sequence of int
            Sub-words of each word.
        sentence_starts : sequence of int
            Sorted.
        around : int
            Sub-words around each sequence.
        """
        total = len(lengths)
        sums = [0, *accumulate(lengths)]
        start = 0
        while start < total:
            fitting = bisect_right(sums, sums[start] + self.pieces - around) - 1
            end = min(total, start + self.words, max(fitting, start + 1))
            if end == total:
                yield start, end
                return
            if self.stride:
                yield start, end
                # A window cut short by its sub-words moves on in proportion, so that no word is left out.
                start += max(1, min((end - start) * self.stride // self.words, self.stride))
                continue
            last = bisect_right(sentence_starts, end) - 1
            if last >= 0 and sentence_starts[last] > start:
                end = sentence_starts[last]
            yield start, end
            start = end


def deciding_windows(windows: Sequence[tuple[int, int]], total: int) -> list[int]:
    """Return, for each word, the window that decides its tag: the one in which it has most context on its worse side.

    Edges of the note are no edges of context. Of equals, the first window decides.
    """
    deciding = [0] * total
    context = [-1] * total
    for number, (start, end) in enumerate(windows):
        for word in range(start, end):
            before = word - start if start else total
            after = end - 1 - word if end < total else total
            if min(before, after) > context[word]:
                context[word], deciding[word] = min(before, after), number
    return deciding
