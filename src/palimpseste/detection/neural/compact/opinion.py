"""What a model's scores say of any span of a note, whoever found it.

Of the scores of a note only those of unsure tokens are kept: everything else is clearly outside.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import exp

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.tags import OUTSIDE, TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["Opinion"]


class Opinion:
    """The scores of the unsure tokens of a note.

    Parameters
    ----------
    tokens : Tokens
        The note.
    scheme : TagScheme
        The model's tags.
    unit : float
        What a score is multiplied by to be a logarithm of odds.
    shift : float
        What the operating point added to the scores of ``O`` that are kept.
    sure : float
        Log-probability of any tag but ``O`` at a token that is not kept.
    """

    def __init__(self, tokens: Tokens, scheme: TagScheme, unit: float, shift: float, sure: float) -> None:
        self._tokens = tokens
        self._scheme = scheme
        self._unit, self._shift, self._sure = np.float32(unit), np.float32(shift), sure
        self._places: list[int] = []
        # Logarithms of odds less the highest of their token; and the logarithm of the sum of a token's odds.
        self._scores: list[NDArray[np.floating]] = []
        self._sums: list[NDArray[np.floating]] = []

    def keep(self, places: Sequence[int], scores: NDArray[np.floating]) -> None:
        """Keep the scores of some tokens, shape ``(tokens, tags)``, which are changed; they come in order."""
        scores[:, OUTSIDE] -= self._shift
        scores -= scores.max(axis=1, keepdims=True)
        scores *= self._unit
        self._places += places
        self._scores.append(scores)
        self._sums.append(np.log(np.exp(scores).sum(axis=1)))

    def probabilities(self, spans: Sequence[Span]) -> list[float | None]:
        """Return how probable the tags of each span are, taken token by token; None for a label that the model has not.

        Spans are in offsets of the view.
        It is the product, over the tokens of the span, of the probability of the tag that the span gives the token: at
        most that of the constrained chain (:meth:`CompactModel.probabilities`), for a hundredth of its time.
        """
        places = self._places
        rows: list[int] = []
        tags: list[int] = []
        asked: list[tuple[int, float] | None] = []
        for span in spans:
            if not self._scheme.has(span.label):
                asked.append(None)
                continue
            first, last = self._reach(span)
            path = self._scheme.path(span.label, last - first)
            low = bisect_left(places, first)
            high = bisect_left(places, last, low)
            rows += range(low, high)
            outside = last - first - (high - low)
            tags += [path[place - first] for place in places[low:high]] if outside else path
            asked.append((len(rows), self._sure * outside))
        logs = self._logs(rows, tags)
        said: list[float | None] = []
        begin = 0
        for each in asked:
            if each is None:
                said.append(None)
                continue
            end, sure = each
            said.append(exp(min(0.0, sum(logs[begin:end]) + sure)))
            begin = end
        return said

    def masked(self, spans: Sequence[Span]) -> list[float]:
        """Return how probable it is that a word of each span is masked under any label, on average over its words.

        Spans are in offsets of the view.
        """
        places = self._places
        rows: list[int] = []
        ends: list[tuple[int, int]] = []
        for span in spans:
            first, last = self._reach(span)
            rows += range(bisect_left(places, first), bisect_left(places, last))
            ends.append((len(rows), last - first))
        outside = [exp(log) for log in self._logs(rows, [OUTSIDE] * len(rows))]
        said: list[float] = []
        begin = 0
        for end, count in ends:
            # What is not kept is clearly outside.
            said.append(sum(1.0 - each for each in outside[begin:end]) / count)
            begin = end
        return said

    def _reach(self, span: Span) -> tuple[int, int]:
        """Return the first token of a span and the one behind its last; it has one at least."""
        starts = self._tokens.starts
        first = max(0, bisect_right(starts, span.start) - 1)
        return first, max(first + 1, bisect_left(starts, span.end, first))

    def _logs(self, rows: Sequence[int], tags: Sequence[int]) -> list[float]:
        """Return the log-probability of each tag at its row of what is kept."""
        if not rows:
            return []
        if len(self._scores) == 1:
            logs: list[float] = (self._scores[0][rows, tags] - self._sums[0].take(rows)).tolist()
            return logs
        # Windows are not put together: those of a long text took as much memory again.
        firsts = np.cumsum([0, *map(len, self._sums)])
        asked, under = np.asarray(rows), np.asarray(tags)
        window = np.searchsorted(firsts, asked, side="right") - 1
        said = np.empty(len(rows), dtype=np.float32)
        for number in np.unique(window):
            here = window == number
            inside = asked[here] - firsts[number]
            said[here] = self._scores[number][inside, under[here]] - self._sums[number].take(inside)
        many: list[float] = said.tolist()
        return many
