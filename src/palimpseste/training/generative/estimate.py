"""Memory and hours of a fine-tuning, from the configuration of a model alone: before any weights are fetched.

What is counted (n notes in memory together, s tokens of a note, width h, inner width i, L layers, V words):

=====================  ================================================================================
frozen weights         of linear layers but the last: 4 bits 0.516 bytes a weight (NF4, constants of 64 weights
                       quantised again: Dettmers et al. 2023, section 3), 8 bits 1 byte and a scale a row, else
                       2 or 4; the others, embeddings and last layer among them, 2 bytes, or 4 under 32 bits
trained weights        of adapters 16 bytes each: weight, gradient and two moments of AdamW in 32 bits
kept for the way back  2 bytes for each of some 10 h + 3 i + 2 (keys and values) numbers a token and layer, of one layer
                       alone where the others are computed again, with the input of each
scores of words        10 bytes a token and word: as they come, in 32 bits, and their gradient
besides                one layer unpacked to 16 bits, and what the driver and the libraries take
=====================  ================================================================================

Work is 2 operations a weight and token forwards and 2 backwards, since weights that stay need no gradient; 2 more where
layers are computed again, and 2 more for weights that are trained.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.training.generative.settings import GenerativeSettings

__all__ = ["Estimate", "Notes", "estimated", "sizes_of"]

GIB = 2**30
_BYTES_OF_BITS = {4: 0.516, 8: 1.0, 16: 2.0, 32: 4.0}
_TRAINED_BYTES = 16
_BESIDES = 0.8 * GIB  # CUDA, cuBLAS and what bitsandbytes keeps
_FRAGMENTED = 1.1  # what an allocator holds of what was asked for
_SCORE_BYTES = 10


@dataclass(frozen=True, slots=True)
class Notes:
    """How much there is to learn from.

    Parameters
    ----------
    count : int
        Notes.
    tokens : float
        Mean of question and answer together.
    longest : int
        Most tokens of question and answer together.
    """

    count: int
    tokens: float
    longest: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a model is.

    Parameters
    ----------
    frozen_linear, frozen_other : int
        Weights in linear layers but the last, and elsewhere.
    trained : int
        Weights that are learned.
    largest_layer : int
        Weights of the largest linear layer.
    active : int
        Weights that a token meets: of experts, those that it is sent to.
    layers, width, inner, key_value, words : int
        Layers; numbers a token between them, inside the gate, and in its keys; words that are scored.
    """

    frozen_linear: int
    frozen_other: int
    trained: int
    largest_layer: int
    active: int
    layers: int
    width: int
    inner: int
    key_value: int
    words: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a fine-tuning takes, in bytes and operations.

    Parameters
    ----------
    sizes : Sizes
        Of the model.
    weights, trained, kept, scores, besides : float
        Bytes: see the table above.
    operations : float
        Of all epochs together, readings of development notes left out.
    """

    sizes: Sizes
    weights: float
    trained: float
    kept: float
    scores: float
    besides: float
    operations: float

    @property
    def memory(self) -> float:
        """Most bytes at once."""
        return (self.weights + self.trained + self.kept + self.scores) * _FRAGMENTED + self.besides

    def hours(self, teraflops: float, share: float) -> float:
        """Return the hours on a processor of so many 10^12 operations a second, of which a share is reached."""
        return self.operations / (teraflops * 1e12 * share) / 3600


def sizes_of(config: Any, settings: GenerativeSettings) -> Sizes:
    """Return how large the model of a configuration is; its layers are made without weights, whatever its family.

    Parameters
    ----------
    config : transformers configuration
        As ``config.json`` holds it.
    settings : GenerativeSettings
        Which layers get adapters, and of which rank.

    Raises
    ------
    UsageError
        If the configuration is of no model that writes, or no layer is called as the settings say.
    """
    import torch
    from torch import nn
    from transformers import AutoModelForCausalLM

    families: Any = AutoModelForCausalLM

    try:
        with torch.device("meta"):
            model = families.from_config(config, trust_remote_code=False)
    except (ValueError, KeyError) as error:
        raise UsageError(f"no language model that writes has this configuration ({type(error).__name__})") from None
    last = model.get_output_embeddings()
    linear = {name: each for name, each in model.named_modules() if isinstance(each, nn.Linear) and each is not last}
    adapted = [each for name, each in linear.items() if name.rpartition(".")[2] in settings.projections]
    if settings.rank and not adapted:
        raise UsageError(f"no layer of this model is called {', '.join(settings.projections)}")
    total = sum(weight.numel() for weight in model.parameters())
    within = sum(each.weight.numel() for each in linear.values())
    experts = sum(w.numel() for name, w in model.named_parameters() if ".experts." in name)
    trained = (
        sum(settings.rank * (each.in_features + each.out_features) for each in adapted) if settings.rank else total
    )
    held = getattr(config, "num_local_experts", 1) or 1
    met = getattr(config, "num_experts_per_tok", held) or held
    # Experts that are one block of weights are no linear layers, and are packed by no one yet.
    heads = config.num_attention_heads
    key_value = getattr(config, "num_key_value_heads", heads) or heads
    head = getattr(config, "head_dim", None) or config.hidden_size // heads
    return Sizes(
        frozen_linear=within,
        frozen_other=total - within,
        trained=trained,
        largest_layer=max((each.weight.numel() for each in linear.values()), default=0),
        active=total - round(experts * (1 - met / held)),
        layers=config.num_hidden_layers,
        width=config.hidden_size,
        inner=getattr(config, "intermediate_size", 4 * config.hidden_size) * met,
        key_value=2 * key_value * head,
        words=config.vocab_size,
    )


def estimated(sizes: Sizes, settings: GenerativeSettings, notes: Notes) -> Estimate:
    """Return what a fine-tuning takes.

    Parameters
    ----------
    sizes : Sizes
        Of the model.
    settings : GenerativeSettings
        Bits, notes in memory together, epochs.
    notes : Notes
        How many there are, and how long.
    """
    plain = 4 if settings.bits == 32 else 2
    number = plain  # bytes of a number that is kept
    tokens = settings.notes_at_once * notes.longest
    layer = number * tokens * (10 * sizes.width + 3 * sizes.inner + sizes.key_value)
    between = number * tokens * sizes.width * sizes.layers
    weights = sizes.frozen_linear * _BYTES_OF_BITS[settings.bits] + sizes.frozen_other * plain
    if settings.bits == 8:
        weights += 4 * sizes.frozen_linear / max(1, sizes.width)
    steps = settings.steps or settings.epochs * math.ceil(notes.count / settings.batch_size)
    seen = min(steps * settings.batch_size, settings.epochs * notes.count or steps * settings.batch_size)
    each_way = 4 + (2 if settings.recompute else 0) + (0 if settings.rank else 2)
    return Estimate(
        sizes=sizes,
        weights=weights if settings.rank else 0.0,
        trained=_TRAINED_BYTES * sizes.trained,
        kept=layer + between if settings.recompute else sizes.layers * layer,
        scores=_SCORE_BYTES * tokens * sizes.words,
        besides=_BESIDES + (2.0 * sizes.largest_layer if settings.bits < 16 else 0.0),
        operations=float(each_way) * sizes.active * seen * notes.tokens,
    )
