"""The torch module: an encoder, dropout, and one linear layer from each sub-word to the scores of the tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from palimpseste.detection.neural.encoder.folder import WEIGHTS_FILE

__all__ = ["Tagger"]


class Tagger(nn.Module):
    """Scores every tag at every sub-word.

    Parameters
    ----------
    encoder : transformers model
        Gives ``last_hidden_state``.
    tags : int
        Width of the output.
    dropout : float
        Share of the encoder's output silenced in training.

    Attributes
    ----------
    transitions : Parameter of shape (tags, tags)
        Score of a tag (column) behind another (row), learned under a CRF loss and zero otherwise.
    """

    def __init__(self, encoder: Any, tags: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(int(encoder.config.hidden_size), tags)
        self.transitions = nn.Parameter(torch.zeros(tags, tags))

    @classmethod
    def load(cls, folder: Path, tags: int) -> Tagger:
        """Return the tagger of a trained model's folder, in float32 on the CPU."""
        from safetensors.torch import load_file
        from transformers import AutoConfig, AutoModel

        auto: Any = AutoModel  # published without types
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
        tagger = cls(auto.from_config(config, trust_remote_code=False), tags)
        tagger.load_state_dict(load_file(folder / WEIGHTS_FILE))
        return tagger.float()

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the emissions, shape ``(sequences, sub-words, tags)``."""
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        emissions: Tensor = self.head(self.dropout(hidden))
        return emissions
