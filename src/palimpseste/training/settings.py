"""What a training is told: a recipe, and what the command line changes in it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from palimpseste.errors import UsageError
from palimpseste.labels import view_named
from palimpseste.training.metrics import METRICS

__all__ = ["Head", "Loss", "MixedPrecision", "Settings", "recipe_names"]

Head = Literal["linear", "crf"]
Loss = Literal["cross-entropy", "crf"]
MixedPrecision = Literal["float32", "bfloat16", "float16"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one training; all of them are part of what a resumed run must share with the first.

    Parameters
    ----------
    encoder : str
        A Hugging Face encoder by name, or a folder.
    view : str
        The label view the model learns.
    head : {'crf', 'linear'}
        Whether the scores of one tag behind another are learned. Decoding is constrained to whole spans either way.
    loss : {'crf', 'cross-entropy'}
        Of whole sequences, or of tags one by one; under the ``crf`` head, cross-entropy is that of the tags' marginal
        probabilities.
    epochs : int
        Passes over the training windows; 0 where `steps` counts.
    steps : int
        Batches; 0 where `epochs` counts.
    batch_size : int
        Windows a batch.
    learning_rate, head_learning_rate : float
        Highest rate of AdamW (Loshchilov and Hutter 2019) for the encoder, and for the head with the transitions.
    warmup_share : float
        Share in [0, 1] of all steps in which rates rise from zero; then they fall to zero, in straight lines.
    weight_decay : float
        Of AdamW; biases and norms are spared.
    dropout : float
        In [0, 1), before the head.
    clip_norm : float
        Largest norm of a gradient; 0 for no limit.
    window_words, window_stride, window_pieces : int
        See :class:`~palimpseste.detection.neural.encoder.windows.WindowPlan`; a stride of 0 cuts at sentence starts,
        and 0 pieces are as many as the encoder takes.
    precision : {'float32', 'bfloat16', 'float16'}
        Of the encoder's arithmetic in training; ``float16`` on a GPU only.
    metric : str
        What early stopping and the choice of the best weights look at, measured on the dev notes.
    patience_evaluations : int
        Evaluations without a better measure before training stops; 0 never stops early.
    evaluate_every_steps : int
        0 evaluates after each epoch.
    checkpoint_every_steps : int
        How much an interruption may cost.
    seed : int
        Of the head's first weights, of dropout, of the order of windows.
    """

    encoder: str = "camembert-base"
    view: str = "canonical"
    head: Head = "crf"
    loss: Loss = "crf"
    epochs: int = 0
    steps: int = 0
    batch_size: int = 8
    learning_rate: float = 5e-5
    head_learning_rate: float = 3e-4
    warmup_share: float = 0.1
    weight_decay: float = 0.01
    dropout: float = 0.1
    clip_norm: float = 1.0
    window_words: int = 384
    window_stride: int = 0
    window_pieces: int = 0
    precision: MixedPrecision = "float32"
    metric: str = "f1"
    patience_evaluations: int = 0
    evaluate_every_steps: int = 0
    checkpoint_every_steps: int = 200
    seed: int = 42

    def __post_init__(self) -> None:
        view_named(self.view)
        for name, allowed in (("head", Head), ("loss", Loss), ("precision", MixedPrecision)):
            _check_choice(name, getattr(self, name), get_args(allowed))
        _check_choice("metric", self.metric, METRICS)
        if self.head == "linear" and self.loss == "crf":
            raise UsageError("loss 'crf' needs head 'crf'; a linear head learns by 'cross-entropy'")
        if (self.epochs > 0) == (self.steps > 0):
            raise UsageError(f"either epochs or steps must be above 0, got epochs={self.epochs}, steps={self.steps}")
        for name in ("batch_size", "window_words", "checkpoint_every_steps"):
            _check(name, getattr(self, name) >= 1, "at least 1")
        for name in (
            "epochs", "steps", "window_stride", "window_pieces", "patience_evaluations", "evaluate_every_steps",
            "clip_norm", "weight_decay", "seed",
        ):  # fmt: skip
            _check(name, getattr(self, name) >= 0, "at least 0")
        for name in ("learning_rate", "head_learning_rate"):
            _check(name, getattr(self, name) > 0, "above 0")
        _check("warmup_share", 0 <= self.warmup_share <= 1, "in [0, 1]")
        _check("dropout", 0 <= self.dropout < 1, "in [0, 1)")
        _check("window_stride", self.window_stride <= self.window_words, "at most window_words")

    @classmethod
    def from_recipe(cls, name: str, **changes: object) -> Settings:
        """Return the settings of a recipe, some of them changed.

        Parameters
        ----------
        name : str
            A recipe of the package, or a TOML file of the same kind.
        **changes
            Settings by name; None leaves the recipe's. Epochs take the place of the recipe's steps, and the reverse.

        Raises
        ------
        UsageError
            If there is no such recipe, or a setting is unknown or out of range.
        """
        values = {**_read_recipe(name), **{key: value for key, value in changes.items() if value is not None}}
        for given, other in (("epochs", "steps"), ("steps", "epochs")):
            if changes.get(given) and not changes.get(other):
                values[other] = 0
        return cls.from_mapping(values)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Settings:
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

    def changed(self, **changes: Any) -> Settings:
        """Return the settings with some changed; epochs take the place of steps, and the reverse."""
        if changes.get("epochs"):
            changes.setdefault("steps", 0)
        return replace(self, **changes)

    def to_mapping(self) -> dict[str, Any]:
        """Return the settings by name."""
        return asdict(self)


def recipe_names() -> tuple[str, ...]:
    """Return the names of the package's recipes."""
    folder = files("palimpseste") / "data" / "recipes"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def _read_recipe(name: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        if name in recipe_names():
            text = (files("palimpseste") / "data" / "recipes" / f"{name}.toml").read_text(encoding="utf-8")
        elif name.endswith(".toml"):
            text = Path(name).read_text(encoding="utf-8")
        else:
            raise UsageError(f"unknown recipe {name!r}; recipes: {', '.join(recipe_names())}, or a .toml file")
        values: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{name}: not TOML ({error})") from None
    return values


def _check(name: str, holds: bool, what: str) -> None:
    if not holds:
        raise UsageError(f"setting {name!r} must be {what}")


def _check_choice(name: str, value: str, allowed: tuple[str, ...] | Mapping[str, object]) -> None:
    if value not in allowed:
        raise UsageError(f"unknown {name} {value!r}; {name}: {', '.join(allowed)}")
