"""What a training for named entities is told: a recipe, and what the command line changes in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.settings_files import one_of
from palimpseste.training.encoder.metrics import METRICS
from palimpseste.training.run.pace import Rate, ShareBelowOne
from palimpseste.training.run.recipes import OfRecipe, Recipes

__all__ = ["Head", "Loss", "Settings"]

Head = Literal["linear", "crf"]
Loss = Literal["cross-entropy", "crf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(OfRecipe):
    """The settings of one training for named entities; those of :class:`OfRecipe`, and these.

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

    recipes: ClassVar[Recipes] = Recipes()

    view: Annotated[str, one_of(VIEWS)] = "canonical"
    head: Head = "crf"
    loss: Loss = "crf"
    head_learning_rate: Rate = 3e-4
    dropout: ShareBelowOne = 0.1
    metric: Annotated[str, one_of(METRICS)] = "f1"

    def __post_init__(self) -> None:
        OfRecipe.__post_init__(self)
        if self.head == "linear" and self.loss == "crf":
            raise UsageError("loss 'crf' needs head 'crf'; a linear head learns by 'cross-entropy'")
