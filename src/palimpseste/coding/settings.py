"""What a training of codes is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from palimpseste.training.run.pace import Pace, check, check_choice

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
    epochs: int = 10
    head_learning_rate: float = 1e-3
    dropout: float = 0.1
    attention_size: int = 256
    most_segments: int = 0
    segments_at_once: int = 8
    labels_at_once: int = 1024
    tell_values: bool = False
    least_count: int = 1
    most_words: int = 20_000
    least_word_count: int = 2
    vector_size: int = 100
    filters: int = 100

    def __post_init__(self) -> None:
        Pace.__post_init__(self)
        check_choice("model", self.model, MODELS)
        check("head_learning_rate", self.head_learning_rate > 0, "above 0")
        check("dropout", 0 <= self.dropout < 1, "in [0, 1)")
        check("most_segments", self.most_segments >= 0, "at least 0")
        for name in (
            "attention_size", "segments_at_once", "labels_at_once", "least_count", "most_words", "least_word_count",
            "vector_size", "filters",
        ):  # fmt: skip
            check(name, getattr(self, name) >= 1, "at least 1")

    @classmethod
    def of_model(cls, model: str, **changes: object) -> CodingSettings:
        """Return the settings a model is usually trained under, some of them changed.

        Raises
        ------
        UsageError
            If there is no such model, or a setting is out of range.
        """
        check_choice("model", model, MODELS)
        return cls(model=model, **_USUAL.get(model, {})).changed(**changes)  # type: ignore[arg-type] # checked on the way

    @property
    def has_encoder(self) -> bool:
        """Whether the model has an encoder."""
        return self.model in ENCODER_MODELS
