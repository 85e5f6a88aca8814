"""An encoder over the segments of a stay, and the ways of joining them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from palimpseste.coding.networks.attention import LabelAttention
from palimpseste.coding.networks.gradients import gradient_times_input
from palimpseste.coding.networks.network import CodingNetwork
from palimpseste.coding.networks.segments import Frame, Segments, encoded, segmented
from palimpseste.coding.settings import CodingSettings

__all__ = ["EncoderCoder", "pooled", "side_by_side"]


class EncoderCoder(CodingNetwork):
    """Scores codes from what an encoder makes of segments.

    Under ``truncated`` and ``hierarchical-*`` a segment is its first state, as in classification by BERT (Devlin et al.
    2019, section 4); a stay is the mean or the maximum of its segments, or the first of them. Under ``laat`` all
    sub-words of all segments stand side by side and each code attends to its own.

    Parameters
    ----------
    encoder : transformers model
        Gives ``last_hidden_state``.
    frame : Frame
        One segment a stay under ``truncated``.
    labels : int
        Codes to score.
    settings : CodingSettings
        Names the model, and its sizes.
    """

    def __init__(self, encoder: Any, frame: Frame, labels: int, settings: CodingSettings) -> None:
        super().__init__()
        self.encoder = encoder
        self.frame = frame
        self.model = settings.model
        self.segments_at_once = settings.segments_at_once
        self.dropout = nn.Dropout(settings.dropout)
        size = int(encoder.config.hidden_size)
        self.head: LabelAttention | nn.Linear
        if self.model == "laat":
            self.head = LabelAttention(size, labels, settings.attention_size, settings.labels_at_once)
        else:
            self.head = nn.Linear(size, labels)

    @property
    def output_bias(self) -> nn.Parameter:
        """The last thing added to the scores."""
        return self.head.last.bias if isinstance(self.head, LabelAttention) else self.head.bias

    def encoder_parameters(self) -> list[nn.Parameter]:
        """Return the encoder's."""
        return list(self.encoder.parameters())

    def forward(self, sequences: Sequence[Tensor]) -> Tensor:
        """Return the scores."""
        scores: Tensor
        if isinstance(self.head, LabelAttention):
            hidden, mask = self._side_by_side(sequences)
            scores = self.head(self.dropout(hidden), mask)
        else:
            segments = segmented(sequences, self.frame, self.output_bias.device)
            firsts = encoded(self._first, segments, self.segments_at_once, recompute=self.training)
            scores = self.head(self.dropout(pooled(firsts, segments.counts, self.model)))
        return scores

    def attributions(self, sequence: Tensor, label: int) -> dict[str, Tensor]:
        """Return gradient times input, and under ``laat`` the attention of the label; 0 beyond the last segment."""
        segments = segmented([sequence], self.frame, self.output_bias.device)
        gradient = gradient_times_input(self, self.encoder.get_input_embeddings(), sequence, label)
        found = {"gradient": gradient[segments.content]}
        if isinstance(self.head, LabelAttention):
            with torch.inference_mode():
                found["attention"] = self.head.weights(*self._side_by_side([sequence]), label)[0]
        beyond = len(sequence) - segments.pieces[0]
        return {name: nn.functional.pad(values, (0, beyond)) for name, values in found.items()}

    def _side_by_side(self, sequences: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
        segments = segmented(sequences, self.frame, self.output_bias.device)
        hidden = encoded(self._hidden, segments, self.segments_at_once, recompute=self.training)
        return side_by_side(hidden, segments)

    def _hidden(self, ids: Tensor, attention: Tensor) -> Tensor:
        hidden: Tensor = self.encoder(input_ids=ids, attention_mask=attention).last_hidden_state
        return hidden

    def _first(self, ids: Tensor, attention: Tensor) -> Tensor:
        return self._hidden(ids, attention)[:, 0]


def pooled(segments: Tensor, counts: Sequence[int], model: str) -> Tensor:
    """Return one vector a stay, shape (stays, size): the maximum under ``hierarchical-max``, else the mean.

    Parameters
    ----------
    segments : Tensor of shape (segments, size)
        One vector a segment, those of a stay behind each other.
    counts : sequence of int
        Segments of each stay, one or more.
    model : str
        Name of the model, ``hierarchical-max`` among them.
    """
    stays = torch.split(segments, list(counts))
    return torch.stack([stay.amax(dim=0) if model == "hierarchical-max" else stay.mean(dim=0) for stay in stays])


def side_by_side(hidden: Tensor, segments: Segments) -> tuple[Tensor, Tensor]:
    """Return the states of the sub-words of each stay behind each other, and where there are any.

    Returns
    -------
    hidden : Tensor of shape (stays, sub-words, size)
        Zero beyond a stay's last sub-word; signs and padding of segments are gone.
    mask : bool Tensor of shape (stays, sub-words)
    """
    stays = torch.split(hidden[segments.content], list(segments.pieces))
    joined = pad_sequence(list(stays), batch_first=True)
    lengths = torch.tensor(segments.pieces, device=hidden.device)[:, None]
    return joined, torch.arange(joined.shape[1], device=hidden.device) < lengths
