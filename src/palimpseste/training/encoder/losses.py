"""What a tagger is told it did wrong, a word."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from palimpseste.detection.neural.encoder.tagger import Tagger
from palimpseste.training.encoder.batches import Batch
from palimpseste.training.encoder.crf import constrained, log_likelihood, tag_log_marginals
from palimpseste.training.encoder.settings import Head, Loss

__all__ = ["tagger_loss"]


def tagger_loss(tagger: Tagger, batch: Batch, allowed: Tensor, head: Head, loss: Loss) -> Tensor:
    """Return the negative log-likelihood of a batch, divided by its words.

    Parameters
    ----------
    allowed : bool Tensor of shape (tags, tags)
        Which tag may follow which.
    head, loss : str
        See :class:`~palimpseste.training.encoder.settings.Settings`.
    """
    scores = tagger(batch.ids, batch.attention)
    # Sums over sequences want the full precision, whatever the encoder's.
    emissions = scores.float().gather(1, batch.heads[:, :, None].expand(-1, -1, scores.shape[2]))
    count = batch.words.sum()
    if head == "linear":
        return cross_entropy(emissions[batch.words], batch.tags[batch.words], reduction="sum") / count
    transitions = constrained(tagger.transitions.float(), allowed)
    if loss == "crf":
        return -log_likelihood(emissions, batch.tags, batch.words, transitions).sum() / count
    marginals = tag_log_marginals(emissions, batch.words, transitions)
    chosen = marginals.gather(2, batch.tags[:, :, None]).squeeze(2)
    return -torch.where(batch.words, chosen, torch.zeros_like(chosen)).sum() / count
