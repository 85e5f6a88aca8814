"""BLEU-4 between two maskings of the same notes (Papineni et al. 2002, "BLEU: a method for automatic evaluation").

Corpus BLEU with one reference a note: orders 1 to 4 with equal weights, modified precision, brevity penalty, no
smoothing. Dorémus et al. 2025 (JMIR AI 4:e57828) use it to tell how much of a note is left as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Span
from palimpseste.evaluation.tokens import TOKEN

__all__ = ["MASK", "ORDERS", "bleu_counts", "bleu_of", "masked_tokens"]

MASK = "[XXXXX]"
ORDERS = 4
_TOKEN_OR_MASK = re.compile(rf"{re.escape(MASK)}|{TOKEN}")


def masked_tokens(text: str, spans: Iterable[Span]) -> list[str]:
    """Return the tokens of a text whose spans are each written ``[XXXXX]``; a mask is one token.

    Overlapping spans make one mask, touching ones two.
    """
    pieces: list[str] = []
    last = 0
    for span in sorted(spans):
        if span.start >= last:
            pieces += (text[last : span.start], MASK)
        last = max(last, span.end)
    pieces.append(text[last:])
    return _TOKEN_OR_MASK.findall("".join(pieces))


def bleu_counts(reference: list[str], candidate: list[str]) -> tuple[list[int], list[int]]:
    """Return the clipped n-gram matches and the candidate's n-grams, for each order from 1 to 4."""
    matches: list[int] = []
    totals: list[int] = []
    for order in range(1, ORDERS + 1):
        wanted = Counter(zip(*(reference[shift:] for shift in range(order)), strict=False))
        given = Counter(zip(*(candidate[shift:] for shift in range(order)), strict=False))
        matches.append((wanted & given).total())
        totals.append(given.total())
    return matches, totals


def bleu_of(
    matches: NDArray[np.float64],
    totals: NDArray[np.float64],
    reference_length: NDArray[np.float64],
    candidate_length: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return BLEU in [0, 1] from counts summed over the corpus; nan where the candidate has no 4-gram.

    Parameters
    ----------
    matches, totals : array, shape (..., 4)
        Clipped matches and candidate n-grams of each order.
    reference_length, candidate_length : array, shape (...)
        Tokens of the references and of the candidates.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        # log 0 = -inf: an order without a match makes BLEU 0, as in the paper.
        mean_log_precision = np.log(matches / totals).mean(axis=-1)
        log_brevity = np.minimum(0.0, 1.0 - reference_length / candidate_length)
        score: NDArray[np.float64] = np.exp(mean_log_precision + log_brevity)
    return score
