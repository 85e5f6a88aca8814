"""What the fine-tuning of a language model is told: a recipe, and what the command line changes in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.settings_files import one_of
from palimpseste.training.run.pace import AtLeastNone, AtLeastOne, ShareBelowOne
from palimpseste.training.run.recipes import OfRecipe, Recipes

__all__ = ["Bits", "GenerativeSettings", "Masks"]

Bits = Literal[4, 8, 16, 32]
Masks = Literal["plain", "typed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerativeSettings(OfRecipe):
    """The settings of one fine-tuning of a language model; those of :class:`OfRecipe`, and these.

    Of those, ``encoder`` names the decoder, ``window_pieces`` is the most tokens of question and answer together, 0 for
    as many as the decoder takes; ``window_words`` and ``window_stride`` have no effect. The usual values are those of
    QLoRA (Dettmers et al. 2023) in Dorémus et al. (2024, methods).

    Parameters
    ----------
    view : str
        The label view whose labels are masked.
    language : str
        Of the instruction: ``fr`` or ``en``.
    masks : {'plain', 'typed'}
        One mask word for all, or one a label.
    bits : {4, 8, 16, 32}
        Of the weights that stay as they are: 4 (NF4) and 8 by bitsandbytes, 16 (bfloat16) and 32 not quantised.
    rank : int
        Of the adapters; 0 trains all weights instead, which needs 16 or 32 bits.
    alpha : int
        Adapters count `alpha` / `rank` times.
    adapter_dropout : float
        In [0, 1), before each adapter.
    projections : tuple of str
        Linear layers that get an adapter, by the end of their names.
    notes_at_once : int
        Notes of a batch that are in memory together; their gradients are added up.
    recompute : bool
        Whether what layers computed is computed again on the way back: less memory, a third more time.
    measured_notes : int
        Development notes that are read after each epoch; 0 for all.
    """

    recipes: ClassVar[Recipes] = Recipes("generative")

    encoder: str = ""
    view: Annotated[str, one_of(VIEWS)] = "tarpon"
    language: str = "fr"
    masks: Masks = "plain"
    bits: Bits = 8
    rank: AtLeastNone = 32
    alpha: AtLeastOne = 64
    adapter_dropout: ShareBelowOne = 0.1
    projections: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj")
    epochs: AtLeastNone = 15
    batch_size: AtLeastOne = 24
    notes_at_once: AtLeastOne = 4
    warmup_share: Annotated[float, Meta(ge=0, le=1)] = 0.0
    recompute: bool = False
    measured_notes: AtLeastNone = 0

    def __post_init__(self) -> None:
        OfRecipe.__post_init__(self)
        if not self.rank and self.bits < 16:
            raise UsageError(
                f"weights of {self.bits} bits cannot be trained: give adapters a rank, or take 16 or 32 bits"
            )
        if self.rank and not self.projections:
            raise UsageError("adapters need projections to stand beside")
