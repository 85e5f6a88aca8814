r"""Linear-chain CRF over the tags of a sequence: the best sequence, and the probability of each tag and span.

With emissions :math:`e_{t,y}`, transitions :math:`w_{y,y'}` (minus infinity where one tag may not follow the other)
and scores of the ends, a sequence scores
:math:`s(y) = b_{y_1} + \sum_t e_{t,y_t} + \sum_t w_{y_t,y_{t+1}} + c_{y_n}` and has probability
:math:`\exp s(y) / Z` (Lafferty, McCallum, Pereira 2001). Plain NumPy: no training library at run time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.tags import TagScheme

__all__ = ["ChainScores", "best_tags", "span_log_probability", "tag_log_marginals"]

Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class ChainScores:
    """What a sequence scores beside its emissions.

    Parameters
    ----------
    transitions : array of shape (tags, tags)
        Score of a tag (column) behind another (row).
    start, end : array of shape (tags,)
        Score of a tag at either end of a sequence.
    """

    transitions: Floats
    start: Floats
    end: Floats

    @classmethod
    def constrained(cls, scheme: TagScheme, transitions: Floats | None = None) -> ChainScores:
        """Return scores under which only sequences of whole spans are possible.

        Parameters
        ----------
        transitions : array of shape (tags, tags), optional
            Learned scores; zero without. What the scheme forbids becomes minus infinity.
        """
        free = np.zeros((len(scheme), len(scheme))) if transitions is None else np.asarray(transitions)
        return cls(
            np.where(scheme.allowed(), free, -np.inf),
            np.where(scheme.opening(), 0.0, -np.inf),
            np.where(scheme.closing(), 0.0, -np.inf),
        )


def best_tags(emissions: Floats, scores: ChainScores) -> list[int]:
    """Return the sequence of tags of highest score (Viterbi); of equals, the one with the smallest numbers.

    Parameters
    ----------
    emissions : array of shape (tokens, tags)
        Score of each tag at each token, its neighbours apart.
    """
    if not len(emissions):
        return []
    best = scores.start + emissions[0]
    back = np.zeros(emissions.shape, dtype=np.int32)
    rows = np.arange(emissions.shape[1])
    into = np.ascontiguousarray(scores.transitions.T)  # by the tag reached: each row is searched in one go
    reached = np.empty_like(into)
    for index in range(1, len(emissions)):
        np.add(into, best, out=reached)
        before = back[index] = reached.argmax(axis=1)
        best = reached[rows, before] + emissions[index]
    tag = int((best + scores.end).argmax())
    tags = [tag]
    for index in range(len(emissions) - 1, 0, -1):
        tag = int(back[index, tag])
        tags.append(tag)
    return tags[::-1]


def tag_log_marginals(emissions: Floats, scores: ChainScores) -> Floats:
    """Return the log-probability of each tag at each token (forward-backward), shape ``(tokens, tags)``."""
    if not len(emissions):
        return np.zeros(emissions.shape)
    forward, backward = _forward(emissions, scores), _backward(emissions, scores)
    return np.asarray(forward + backward - _log_sum(forward[-1] + scores.end, axis=0))


def span_log_probability(
    emissions: Floats, scores: ChainScores, spans: list[tuple[int, int, list[int]]]
) -> list[float]:
    """Return the log-probability that the tokens of each interval have exactly the given tags.

    Parameters
    ----------
    spans : list of (int, int, list of int)
        Half-open interval of tokens and one tag for each of them: for the BIOES tags of a span, this is the probability
        of that span with that label.
    """
    if not spans:
        return []
    forward, backward = _forward(emissions, scores), _backward(emissions, scores)
    whole = _log_sum(forward[-1] + scores.end, axis=0)
    found = []
    for start, end, tags in spans:
        total = forward[start, tags[0]]
        for index in range(start + 1, end):
            before, tag = tags[index - 1 - start], tags[index - start]
            total = total + scores.transitions[before, tag] + emissions[index, tag]
        found.append(float(total + backward[end - 1, tags[-1]] - whole))
    return found


def _forward(emissions: Floats, scores: ChainScores) -> Floats:
    table = np.empty(emissions.shape)
    table[0] = scores.start + emissions[0]
    for index in range(1, len(emissions)):
        table[index] = _log_sum(table[index - 1][:, None] + scores.transitions, axis=0) + emissions[index]
    return table


def _backward(emissions: Floats, scores: ChainScores) -> Floats:
    table = np.empty(emissions.shape)
    table[-1] = scores.end
    for index in range(len(emissions) - 2, -1, -1):
        following = emissions[index + 1] + table[index + 1]
        table[index] = _log_sum(scores.transitions + following[None, :], axis=1)
    return table


def _log_sum(values: Floats, axis: int) -> Floats:
    """Return the logarithm of the sum of exponentials along an axis; minus infinity where all are."""
    top = values.max(axis=axis, keepdims=True)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(np.exp(values - safe).sum(axis=axis)) + safe.squeeze(axis))
