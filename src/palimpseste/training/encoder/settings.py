"""What a training for named entities is told: a recipe, and what the command line changes in it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.settings_files import Where, one_of, read_toml, settings_of, values_of
from palimpseste.training.encoder.metrics import METRICS
from palimpseste.training.run.pace import Pace, Rate, ShareBelowOne

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

    view: Annotated[str, one_of(VIEWS)] = "canonical"
    head: Head = "crf"
    loss: Loss = "crf"
    head_learning_rate: Rate = 3e-4
    dropout: ShareBelowOne = 0.1
    metric: Annotated[str, one_of(METRICS)] = "f1"

    def __post_init__(self) -> None:
        Pace.__post_init__(self)
        if self.head == "linear" and self.loss == "crf":
            raise UsageError("loss 'crf' needs head 'crf'; a linear head learns by 'cross-entropy'")

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
        recipe = values_of(cls, _read_recipe(name), Where(name))
        changed = {key: value for key, value in changes.items() if value is not None}
        values = {**recipe, **changed}
        for given, other in (("epochs", "steps"), ("steps", "epochs")):
            if changes.get(given) and not changes.get(other):
                values[other] = 0
        return settings_of(cls, values, Where(f"{name}, changed" if changed else name))


def recipe_names() -> tuple[str, ...]:
    """Return the names of the package's recipes."""
    folder = files("palimpseste") / "data" / "recipes"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def _read_recipe(name: str) -> dict[str, Any]:
    if name in recipe_names():
        return read_toml(files("palimpseste") / "data" / "recipes" / f"{name}.toml", f"recipe {name}")
    if name.endswith(".toml"):
        return read_toml(Path(name), name)
    raise UsageError(f"unknown recipe {name!r}; recipes: {', '.join(recipe_names())}, or a .toml file")
