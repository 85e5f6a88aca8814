"""How a training goes, whatever is learned: the encoder, the windows, the steps and their rates."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeVar, get_args

from palimpseste.errors import UsageError

__all__ = ["MixedPrecision", "Pace", "check", "check_choice"]

MixedPrecision = Literal["float32", "bfloat16", "float16"]
Self = TypeVar("Self", bound="Pace")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The settings every training has; all of them are part of what a resumed run must share with the first.

    Parameters
    ----------
    encoder : str
        A Hugging Face encoder by name, or a folder.
    epochs : int
        Passes over the training windows; 0 where `steps` counts.
    steps : int
        Batches; 0 where `epochs` counts.
    batch_size : int
        Windows a batch.
    learning_rate : float
        Highest rate of AdamW (Loshchilov and Hutter 2019) for the encoder.
    warmup_share : float
        Share in [0, 1] of all steps in which rates rise from zero; then they fall to zero, in straight lines.
    weight_decay : float
        Of AdamW; biases and norms are spared.
    clip_norm : float
        Largest norm of a gradient; 0 for no limit.
    window_words, window_stride, window_pieces : int
        See :class:`~palimpseste.detection.neural.encoder.windows.WindowPlan`; a stride of 0 cuts at sentence starts,
        and 0 pieces are as many as the encoder takes.
    precision : {'float32', 'bfloat16', 'float16'}
        Of the encoder's arithmetic in training; ``float16`` on a GPU only.
    patience_evaluations : int
        Evaluations without a better measure before training stops; 0 never stops early.
    evaluate_every_steps : int
        0 evaluates after each epoch.
    checkpoint_every_steps : int
        How much an interruption may cost.
    seed : int
        Of first weights, of dropout, of the order of windows.
    """

    encoder: str = "camembert-base"
    epochs: int = 0
    steps: int = 0
    batch_size: int = 8
    learning_rate: float = 5e-5
    warmup_share: float = 0.1
    weight_decay: float = 0.01
    clip_norm: float = 1.0
    window_words: int = 384
    window_stride: int = 0
    window_pieces: int = 0
    precision: MixedPrecision = "float32"
    patience_evaluations: int = 0
    evaluate_every_steps: int = 0
    checkpoint_every_steps: int = 200
    seed: int = 42

    def __post_init__(self) -> None:
        check_choice("precision", self.precision, get_args(MixedPrecision))
        if (self.epochs > 0) == (self.steps > 0):
            raise UsageError(f"either epochs or steps must be above 0, got epochs={self.epochs}, steps={self.steps}")
        for name in ("batch_size", "window_words", "checkpoint_every_steps"):
            check(name, getattr(self, name) >= 1, "at least 1")
        for name in (
            "epochs", "steps", "window_stride", "window_pieces", "patience_evaluations", "evaluate_every_steps",
            "clip_norm", "weight_decay", "seed",
        ):  # fmt: skip
            check(name, getattr(self, name) >= 0, "at least 0")
        check("learning_rate", self.learning_rate > 0, "above 0")
        check("warmup_share", 0 <= self.warmup_share <= 1, "in [0, 1]")
        check("window_stride", self.window_stride <= self.window_words, "at most window_words")

    @classmethod
    def from_mapping(cls: type[Self], values: Mapping[str, Any]) -> Self:
        """Return settings by name; those not named have their default.

        Raises
        ------
        UsageError
            If a setting is unknown, of the wrong kind or out of range.
        """
        kinds = {f.name: type(f.default) for f in fields(cls)}
        given: dict[str, Any] = {}
        for name, value in values.items():
            if name not in kinds:
                raise UsageError(f"unknown setting {name!r}; settings: {', '.join(kinds)}")
            kind = kinds[name]
            if kind is float and type(value) is int:
                value = float(value)
            if type(value) is not kind:
                raise UsageError(f"setting {name!r} must be {kind.__name__}, got {type(value).__name__}")
            given[name] = value
        return cls(**given)

    def changed(self: Self, **changes: Any) -> Self:
        """Return the settings with some changed; epochs take the place of steps, and the reverse."""
        for given, other in (("epochs", "steps"), ("steps", "epochs")):
            if changes.get(given):
                changes.setdefault(other, 0)
        return replace(self, **changes)

    def to_mapping(self) -> dict[str, Any]:
        """Return the settings by name."""
        return asdict(self)


def check(name: str, holds: bool, what: str) -> None:
    """Raise UsageError with the name of a setting unless it is what it must be."""
    if not holds:
        raise UsageError(f"setting {name!r} must be {what}")


def check_choice(name: str, value: str, allowed: Collection[str]) -> None:
    """Raise UsageError unless a setting is one of those allowed."""
    if value not in allowed:
        raise UsageError(f"unknown {name} {value!r}; {name}: {', '.join(allowed)}")
