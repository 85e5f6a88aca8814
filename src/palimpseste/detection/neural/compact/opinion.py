"""What a model's scores say of any span of a note, whoever found it.

Of the scores of a note only those of unsure tokens are kept: everything else is clearly outside.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
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
        self._firsts: list[int] = []
        self._scores: list[NDArray[np.floating]] = []

    def keep(self, first: int, scores: NDArray[np.floating]) -> None:
        """Keep the scores of a stretch of tokens, shape ``(tokens, tags)``; stretches come in order."""
        self._firsts.append(first)
        self._scores.append(scores)

    def probabilities(self, spans: Sequence[Span]) -> list[float | None]:
        """Return how probable the tags of each span are, taken token by token; None for a label that the model has not.

        Spans are in offsets of the view.
        It is the product, over the tokens of the span, of the probability of the tag that the span gives the token: at
        most that of the constrained chain (:meth:`CompactModel.probabilities`), for a hundredth of its time.
        """
        starts = self._tokens.starts
        rows: list[NDArray[np.floating]] = []
        tags: list[int] = []
        asked: list[tuple[int, float] | None] = []
        for span in spans:
            if span.label not in self._scheme.labels:
                asked.append(None)
                continue
            first = max(0, bisect_right(starts, span.start) - 1)
            last = max(first + 1, bisect_left(starts, span.end, first))
            path = self._scheme.path(span.label, last - first)
            inside = 0
            for start, scores in self._kept(first, last):
                rows.append(scores)
                tags += path[start - first : start - first + len(scores)]
                inside += len(scores)
            asked.append((inside, self._sure * (last - first - inside)))
        logs = iter(self._logs(rows, tags))
        return [None if each is None else exp(min(0.0, sum(islice(logs, each[0])) + each[1])) for each in asked]

    def _kept(self, first: int, last: int) -> Iterator[tuple[int, NDArray[np.floating]]]:
        """Yield what is kept of the tokens ``[first, last)``, each part with its first token."""
        place = max(0, bisect_right(self._firsts, first) - 1)
        while place < len(self._firsts) and self._firsts[place] < last:
            begin = self._firsts[place]
            start = max(first, begin)
            part = self._scores[place][start - begin : last - begin]
            if len(part):
                yield start, part
            place += 1

    def _logs(self, rows: Sequence[NDArray[np.floating]], tags: Sequence[int]) -> list[float]:
        """Return the log-probability of each tag at its row of scores."""
        if not rows:
            return []
        scores = np.concatenate(rows)
        scores[:, OUTSIDE] -= self._shift
        scores -= scores.max(axis=1, keepdims=True)
        scores *= self._unit
        of_tags = scores[np.arange(len(tags)), tags]
        np.exp(scores, out=scores)
        logs: list[float] = (of_tags - np.log(scores.sum(axis=1))).tolist()
        return logs
