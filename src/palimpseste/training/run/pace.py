"""How a training goes, whatever is learned: the encoder, the windows, the steps and their rates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.settings_files import Where, check_settings, settings_of

__all__ = ["AtLeastNone", "AtLeastOne", "MixedPrecision", "Pace", "Rate", "ShareBelowOne"]

MixedPrecision = Literal["float32", "bfloat16", "float16"]
AtLeastNone = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]
Rate = Annotated[float, Meta(gt=0)]
ShareBelowOne = Annotated[float, Meta(ge=0, lt=1)]
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
    epochs: AtLeastNone = 0
    steps: AtLeastNone = 0
    batch_size: AtLeastOne = 8
    learning_rate: Rate = 5e-5
    warmup_share: Annotated[float, Meta(ge=0, le=1)] = 0.1
    weight_decay: Annotated[float, Meta(ge=0)] = 0.01
    clip_norm: Annotated[float, Meta(ge=0)] = 1.0
    window_words: AtLeastOne = 384
    window_stride: AtLeastNone = 0
    window_pieces: AtLeastNone = 0
    precision: MixedPrecision = "float32"
    patience_evaluations: AtLeastNone = 0
    evaluate_every_steps: AtLeastNone = 0
    checkpoint_every_steps: AtLeastOne = 200
    seed: AtLeastNone = 42

    def __post_init__(self) -> None:
        check_settings(self, "settings")
        if (self.epochs > 0) == (self.steps > 0):
            raise UsageError(f"either epochs or steps must be above 0, got epochs={self.epochs}, steps={self.steps}")
        if self.window_stride > self.window_words:
            raise UsageError(f"window_stride: {self.window_stride}; allowed: at most window_words, {self.window_words}")

    @classmethod
    def from_mapping(cls: type[Self], values: Mapping[str, Any]) -> Self:
        """Return settings by name; those not named have their default.

        Raises
        ------
        UsageError
            If a setting is unknown, of the wrong kind or out of range.
        """
        return settings_of(cls, values, Where("settings"))

    def changed(self: Self, **changes: Any) -> Self:
        """Return the settings with some changed; epochs take the place of steps, and the reverse."""
        for given, other in (("epochs", "steps"), ("steps", "epochs")):
            if changes.get(given):
                changes.setdefault(other, 0)
        return replace(self, **changes)

    def to_mapping(self) -> dict[str, Any]:
        """Return the settings by name."""
        return asdict(self)
