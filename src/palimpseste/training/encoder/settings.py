"""What a training for named entities is told: a recipe, and what the command line changes in it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from palimpseste.errors import UsageError
from palimpseste.labels import view_named
from palimpseste.training.encoder.metrics import METRICS
from palimpseste.training.run.pace import Pace, check, check_choice

__all__ = ["Head", "Loss", "Settings", "recipe_names"]

Head = Literal["linear", "crf"]
Loss = Literal["cross-entropy", "crf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Pace):
    """The settings of one training for named entities; those of :class:`Pace`, and these.

    Parameters
    ----------
    view : str
        The label view the model learns.
    head : {'crf', 'linear'}
        Whether the scores of one tag behind another are learned. Decoding is constrained to whole spans either way.
    loss : {'crf', 'cross-entropy'}
        Of whole sequences, or of tags one by one; under the ``crf`` head, cross-entropy is that of the tags' marginal
        probabilities.
    head_learning_rate : float
        Highest rate for the head and the transitions.
    dropout : float
        In [0, 1), before the head.
    metric : str
        What early stopping and the choice of the best weights look at, measured on the dev notes.
    """

    view: str = "canonical"
    head: Head = "crf"
    loss: Loss = "crf"
    head_learning_rate: float = 3e-4
    dropout: float = 0.1
    metric: str = "f1"

    def __post_init__(self) -> None:
        Pace.__post_init__(self)
        view_named(self.view)
        check_choice("head", self.head, get_args(Head))
        check_choice("loss", self.loss, get_args(Loss))
        check_choice("metric", self.metric, METRICS)
        if self.head == "linear" and self.loss == "crf":
            raise UsageError("loss 'crf' needs head 'crf'; a linear head learns by 'cross-entropy'")
        check("head_learning_rate", self.head_learning_rate > 0, "above 0")
        check("dropout", 0 <= self.dropout < 1, "in [0, 1)")

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
