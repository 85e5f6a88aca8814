"""What a training of codes is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from palimpseste.training.run.pace import AtLeastNone, AtLeastOne, Pace, Rate, ShareBelowOne

__all__ = ["ENCODER_MODELS", "MODELS", "CodingSettings", "Model"]

Model = Literal["linear", "cnn", "truncated", "hierarchical-mean", "hierarchical-max", "laat"]
MODELS: tuple[Model, ...] = get_args(Model)
ENCODER_MODELS: tuple[Model, ...] = MODELS[2:]
# Nothing of these was trained before: they take other steps than the head of an encoder.
_USUAL: Mapping[str, Mapping[str, Any]] = {
    "linear": {"head_learning_rate": 3.0, "epochs": 15, "batch_size": 64},
    "cnn": {"head_learning_rate": 2e-3, "epochs": 20, "batch_size": 16},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingSettings(Pace):
    """The settings of one training of codes; those of :class:`Pace`, and these.

    Of Pace, ``window_pieces`` is the length of a segment, special signs included; ``window_words`` and
    ``window_stride`` have no effect. The learning rate is the encoder's.

    Parameters
    ----------
    model : str
        ``linear`` (TF-IDF), ``cnn`` (over word vectors), or an encoder: of the first segment (``truncated``), of all
        segments pooled (``hierarchical-mean``, ``hierarchical-max``), of all under label-aware attention (``laat``).
    head_learning_rate : float
        Highest rate for what is new: everything of ``linear`` and ``cnn``.
    dropout : float
        In [0, 1), before the last layer.
    attention_size : int
        Rows of V in ``laat``.
    most_segments : int
        Segments of a stay that are read; 0 for all.
    segments_at_once : int
        Segments that are in the encoder together: what bounds memory, whatever the length of a stay.
    labels_at_once : int
        Labels that attend together, likewise.
    tell_values : bool
        Whether every date and age is read with the delay or the age it tells: :mod:`palimpseste.coding.numbers.values`.
    least_count : int
        Training stays a code needs to be learned.
    most_words : int
        Vocabulary of ``linear`` and ``cnn``: the words of most training stays.
    least_word_count : int
        Training stays a word needs to be in it.
    vector_size, filters : int
        Of ``cnn``: width of the word vectors, filters of each width.
    """

    model: Model = "laat"
    epochs: AtLeastNone = 10
    head_learning_rate: Rate = 1e-3
    dropout: ShareBelowOne = 0.1
    attention_size: AtLeastOne = 256
    most_segments: AtLeastNone = 0
    segments_at_once: AtLeastOne = 8
    labels_at_once: AtLeastOne = 1024
    tell_values: bool = False
    least_count: AtLeastOne = 1
    most_words: AtLeastOne = 20_000
    least_word_count: AtLeastOne = 2
    vector_size: AtLeastOne = 100
    filters: AtLeastOne = 100

    @classmethod
    def of_model(cls, model: str, **changes: object) -> CodingSettings:
        """Return the settings a model is usually trained under, some of them changed.

        Raises
        ------
        UsageError
            If there is no such model, or a setting is out of range.
        """
        usual = cls.from_mapping({"model": model, **_USUAL.get(model, {})})
        return usual.changed(**changes)

    @property
    def has_encoder(self) -> bool:
        """Whether the model has an encoder."""
        return self.model in ENCODER_MODELS
