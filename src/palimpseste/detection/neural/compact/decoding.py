"""The best tags of a note, stretch by stretch.

Most tokens of a note are clearly outside of any span: the search runs only over the stretches between them. There the
best tag of each token usually makes whole spans already; under a chain without learned transitions that is the best
sequence, and Viterbi runs only where it does not.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.crf import ChainScores, best_tags
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme

__all__ = ["StretchDecoder"]


# No span of a real note is so long; a hostile one must not take memory without bound.
_LONGEST = 1024


class StretchDecoder:
    """Finds the stretches that may hold spans, and their best tags.

    Parameters
    ----------
    scheme : TagScheme
        Which tags there are, and which may follow which.
    margin : float
        Where ``O`` scores this much above every other tag, the token is outside, whatever stands beside it.
    """

    def __init__(self, scheme: TagScheme, margin: float) -> None:
        self.chain = ChainScores.constrained(scheme)
        self._scheme = scheme
        self._may_follow = scheme.allowed()
        self._allowed: list[list[bool]] = self._may_follow.tolist()
        self._opening, self._closing = scheme.opening().tolist(), scheme.closing().tolist()
        self._stands_alone = scheme.opening() & scheme.closing()
        self._margin = margin

    def settled(self, scores: NDArray[np.floating]) -> int:
        """Return how many tokens can be decoded whatever follows: all but the unsure ones at the end.

        A stretch is cut after so many tokens, whole parts of which are settled too.
        """
        _, lead = _rivals(scores)
        sure = np.flatnonzero(lead >= self._margin)
        open_since = int(sure[-1]) + 1 if len(sure) else 0
        return open_since + (len(scores) - open_since) // _LONGEST * _LONGEST

    def decoded(self, scores: NDArray[np.floating]) -> tuple[list[int], Sequence[tuple[int, int]]]:
        """Return the best tag of each token, ``O`` of those that are sure, and where the stretches of the others are.

        Parameters
        ----------
        scores : array of shape (tokens, tags)
            Of each tag at each token of a document; higher is likelier.
        """
        rival, lead = _rivals(scores)
        is_outside = np.concatenate(([True], lead >= self._margin, [True]))
        edges = np.flatnonzero(is_outside[1:] != is_outside[:-1]).tolist()
        best = np.where(lead >= 0, OUTSIDE, rival)
        tags: list[int] = best.tolist()
        stretches = list(_cut(edges[::2], edges[1::2]))
        for first, last in self._not_whole(best, stretches):
            tags[first:last] = self._searched(scores[first:last], tags[first:last])
        return tags, stretches

    def _not_whole(self, tags: NDArray[np.intp], stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the stretches whose tags are not of whole spans, and those that may have been cut."""
        around = np.concatenate(([OUTSIDE], tags, [OUTSIDE]))
        broken = np.flatnonzero(~self._may_follow[around[:-1], around[1:]]).tolist()
        return [
            (first, last)
            for first, last in stretches
            if last - first == _LONGEST or bisect_left(broken, first) < bisect_right(broken, last)
        ]

    def _are_whole(self, tags: Sequence[int]) -> bool:
        """Tell whether tags are of whole spans."""
        return (
            self._opening[tags[0]]
            and self._closing[tags[-1]]
            and all(self._allowed[tag][behind] for tag, behind in pairwise(tags))
        )

    def _searched(self, scores: NDArray[np.floating], tags: Sequence[int]) -> list[int]:
        """Return the best tags of whole spans, given those that are the best token by token.

        A tag all others of which lose more than `_most_lost` stays; where such a one stands alone, what is before and
        what is behind it are searched apart.
        """
        rows = np.arange(len(tags))
        others = scores.copy()
        others[rows, tags] = -np.inf
        lead = scores[rows, tags] - others.max(axis=1)
        stays = (lead > self._most_lost(scores, tags)) & self._stands_alone[tags]
        found: list[int] = []
        for before, behind in pairwise((-1, *np.flatnonzero(stays).tolist(), len(tags))):
            part = tags[before + 1 : behind]
            if part:
                found += part if self._are_whole(part) else best_tags(scores[before + 1 : behind], self.chain)
            found += tags[behind : behind + 1]
        return found

    def _most_lost(self, scores: NDArray[np.floating], tags: Sequence[int]) -> float:
        """Return by how much the best tags of whole spans may score below these, at most.

        So much do those that make one span, or none, of each part of these that is not whole.
        """
        cuts = [place for place in range(1, len(tags)) if self._closing[tags[place - 1]] and self._opening[tags[place]]]
        lost = 0.0
        for first, last in pairwise((0, *cuts, len(tags))):
            part = tags[first:last]
            if not self._are_whole(part):
                best = scores[range(first, last), part].sum(dtype=np.float64)
                lost += float(best) - _best_span_or_none(scores[first:last])
        return lost


def _best_span_or_none(scores: NDArray[np.floating]) -> float:
    """Return what the best tags score that make one span of all tokens, or none."""
    none = scores[:, OUTSIDE].sum(dtype=np.float64)
    begins, inside, ends, alone = (scores[:, position::4] for position in range(1, 5))
    if len(scores) == 1:
        return float(max(none, alone[0].max()))
    spans = inside[1:-1].sum(axis=0, dtype=np.float64)
    spans += begins[0]
    spans += ends[-1]
    return float(max(none, spans.max()))


def _rivals(scores: NDArray[np.floating]) -> tuple[NDArray[np.intp], NDArray[np.floating]]:
    """Return the best tag but ``O`` of each token, and by how much ``O`` scores above it."""
    others = scores[:, OUTSIDE + 1 :]
    best = others.argmax(axis=1)
    return best + OUTSIDE + 1, scores[:, OUTSIDE] - others[np.arange(len(others)), best]


def _cut(starts: Sequence[int], ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    for start, end in zip(starts, ends, strict=True):
        for first in range(start, end, _LONGEST):
            yield first, min(first + _LONGEST, end)
