r"""The linear-chain CRF of :mod:`palimpseste.detection.neural.crf` in torch: batches, and gradients.

Both compute the same numbers; `tests/training/encoder/test_crf.py` holds them together. Transitions that spell no span
are minus infinity here too (the constrained CRF of AP-HP, Tannier et al. 2023, model). The ends of a sequence are free
in training: a window may cut a span.
"""

from __future__ import annotations

import torch
from torch import Tensor

__all__ = ["constrained", "log_likelihood", "tag_log_marginals"]


def constrained(transitions: Tensor, allowed: Tensor) -> Tensor:
    """Return transitions with minus infinity where a tag may not follow; no gradient goes there.

    Parameters
    ----------
    transitions : Tensor of shape (tags, tags)
        Score of a tag (column) behind another (row).
    allowed : bool Tensor of the same shape
        True where a tag (column) may stand behind another (row).
    """
    return transitions.masked_fill(~allowed, -torch.inf)


def log_likelihood(
    emissions: Tensor,
    tags: Tensor,
    mask: Tensor,
    transitions: Tensor,
    start: Tensor | None = None,
    end: Tensor | None = None,
) -> Tensor:
    """Return the log-probability of each sequence of tags, shape ``(sequences,)``.

    Parameters
    ----------
    emissions : Tensor of shape (sequences, words, tags)
        Score of each tag at each word, its neighbours apart.
    tags : int Tensor of shape (sequences, words)
        An allowed sequence; anything where `mask` is false.
    mask : bool Tensor of shape (sequences, words)
        True for the words of a sequence, which come first; each has one at least.
    transitions : Tensor of shape (tags, tags)
        See :func:`constrained`.
    start, end : Tensor of shape (tags,), optional
        Score of a tag at either end; none without.
    """
    rows = torch.arange(len(emissions), device=emissions.device)
    score = emissions.gather(2, tags[:, :, None]).squeeze(2).masked_fill(~mask, 0.0).sum(1)
    steps = transitions[tags[:, :-1], tags[:, 1:]].masked_fill(~mask[:, 1:], 0.0)
    score = score + steps.sum(1)
    last = mask.sum(1) - 1
    if start is not None:
        score = score + start[tags[:, 0]]
    if end is not None:
        score = score + end[tags[rows, last]]
    return score - _log_partition(_forward(emissions, transitions, start), last, end)


def tag_log_marginals(
    emissions: Tensor, mask: Tensor, transitions: Tensor, start: Tensor | None = None, end: Tensor | None = None
) -> Tensor:
    """Return the log-probability of each tag at each word (forward-backward), the shape of `emissions`.

    Parameters are those of :func:`log_likelihood`; what stands where `mask` is false means nothing.
    """
    forward = _forward(emissions, transitions, start)
    last = mask.sum(1) - 1
    closing = torch.zeros_like(emissions[:, 0]) if end is None else end.expand_as(emissions[:, 0])
    backward = [closing]
    for index in range(emissions.shape[1] - 2, -1, -1):
        following = emissions[:, index + 1] + backward[-1]
        reached = torch.logsumexp(transitions[None] + following[:, None, :], dim=2)
        # Behind the last word of a shorter sequence nothing follows.
        backward.append(torch.where((index < last)[:, None], reached, closing))
    whole = _log_partition(forward, last, end)
    return forward + torch.stack(backward[::-1], dim=1) - whole[:, None, None]


def _forward(emissions: Tensor, transitions: Tensor, start: Tensor | None) -> Tensor:
    table = [emissions[:, 0] if start is None else emissions[:, 0] + start]
    for index in range(1, emissions.shape[1]):
        table.append(torch.logsumexp(table[-1][:, :, None] + transitions[None], dim=1) + emissions[:, index])
    return torch.stack(table, dim=1)


def _log_partition(forward: Tensor, last: Tensor, end: Tensor | None) -> Tensor:
    final = forward[torch.arange(len(forward), device=forward.device), last]
    return torch.logsumexp(final if end is None else final + end, dim=1)
