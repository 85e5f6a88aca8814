"""How much memory a training takes, from its sizes alone: no stay is read, no weight is made.

Texts are streamed: what stays of them is four bytes a sub-word. Codes are sparse: four bytes each. What a step holds
is bounded by the segments and labels that are in memory together, whatever the number of stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from palimpseste.coding.numbers.label_space import LabelSpace
from palimpseste.coding.numbers.word_pairs import MOST_PAIRS
from palimpseste.coding.numbers.words import words_of
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay

__all__ = ["MemoryEstimate", "Part", "Sizes", "estimate_memory", "sizes_of"]

_FLOAT = 4
_LIBRARIES = 450 * 2**20  # Python, torch and transformers before any data, measured
# The notes of the corpus have 1.4 words and signs a word; the rest allows for words cut in two.
_PIECES_A_WORD = 2.2
# Weights, gradients, the two moments of AdamW, and two copies that it makes while it steps.
_STATES = 6


@dataclass(frozen=True, slots=True)
class Sizes:
    """What there is to learn.

    Parameters
    ----------
    stays, labels : int
        How many stays are learned from, and how many codes.
    words : float
        Of a stay, the mean.
    codes : float
        Of a stay, the mean.
    """

    stays: int
    labels: int
    words: float
    codes: float = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the memory that a training takes.

    Parameters
    ----------
    name : str
        What takes it.
    bytes : int
        How much.
    reason : str
        Why so much, as a sentence with the sizes that it comes from.
    """

    name: str
    bytes: int
    reason: str


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """How much memory a training takes, part by part."""

    parts: tuple[Part, ...]

    @property
    def bytes(self) -> int:
        """How many bytes all parts take together."""
        return sum(part.bytes for part in self.parts)


def sizes_of(stays: Iterable[Stay], least_count: int) -> Sizes:
    """Return the sizes of stays, gone through one by one.

    Raises
    ------
    UsageError
        If no code has enough of them.
    """
    counts: Counter[str] = Counter()
    number = words = 0
    for stay in stays:
        number += 1
        words += len(words_of(stay.text))
        counts.update(stay.codes)
    space = LabelSpace.of(counts, number, least_count)
    return Sizes(number, len(space.codes), words / number, counts.total() / number)


def estimate_memory(sizes: Sizes, settings: CodingSettings) -> MemoryEstimate:
    """Return the memory a training takes on one device, host and device together; the dev stays are not counted.

    Raises
    ------
    UsageError
        If the configuration of the encoder cannot be loaded.
    """
    numbers = sizes.words * (_PIECES_A_WORD if settings.has_encoder else 1.0)
    what = "sub-words" if settings.has_encoder else "words"
    parts = [
        Part("libraries", _LIBRARIES, "Python, torch, transformers"),
        Part("texts", round(sizes.stays * (numbers * 4 + 8)), f"{numbers:,.0f} {what} a stay, 4 bytes each"),
        Part("codes", round(sizes.stays * (sizes.codes * 4 + 24)), f"{sizes.codes:g} a stay, 4 bytes each"),
    ]
    if settings.has_encoder:
        parts += _encoder_parts(sizes, settings, numbers)
    else:
        parts += _word_parts(sizes, settings)
    batch = settings.batch_size * sizes.labels * _FLOAT * 4
    parts.append(Part("scores", batch, f"{settings.batch_size} stays of {sizes.labels:,} labels, and their gradients"))
    return MemoryEstimate(tuple(parts))


def _word_parts(sizes: Sizes, settings: CodingSettings) -> list[Part]:
    words = settings.most_words + 2  # padding and unknown
    if settings.model == "linear":
        weights = (words + 1) * sizes.labels
        return [_parameters("weights", weights, f"{words:,} words by {sizes.labels:,} labels")]
    size, filters = settings.vector_size, settings.filters
    weights = words * size + filters * size * 12 + 3 * filters * sizes.labels
    seen = settings.batch_size * round(sizes.words * 1.5) * (2 * size + 4 * 3 * filters)
    pairs = min(words**2, round(sizes.stays * sizes.words * 10), MOST_PAIRS)
    return [
        _parameters("weights", weights, f"{words:,} vectors of {size}, filters, last layer"),
        Part("activations", seen * _FLOAT, f"{settings.batch_size} stays half as long again as the mean"),
        Part("neighbours", pairs * 16 * 9, f"at most {pairs:,} pairs of words, sorted and factorised"),
    ]


def _encoder_parts(sizes: Sizes, settings: CodingSettings, pieces: float) -> list[Part]:
    from palimpseste.training.encoder.encoders import load_config, window_pieces

    config = load_config(settings.encoder)
    width = window_pieces(config, settings.window_pieces)
    width = width if settings.window_pieces else min(width, 512)
    size, layers = int(config.hidden_size), int(config.num_hidden_layers)
    # A stay half as long again as the mean: batches are as wide as their longest.
    segments = max(1, -(-round(pieces * 1.5) // (width - 2)))
    most = 1 if settings.model == "truncated" else settings.most_segments
    segments = min(segments, most) if most else segments
    in_batch = segments * settings.batch_size
    at_once = min(in_batch, settings.segments_at_once)
    inner = int(getattr(config, "intermediate_size", 0) or 4 * size)
    half = 1 if settings.precision == "float32" else 0.5
    # Of each layer: queries, keys, values, their joining, two norms and two sums, the inner layer before and after its
    # function, and what backwards needs of them. Attention is not kept where torch fuses it, and counted once.
    kept = at_once * width * layers * (12 * size + 3 * inner) * _FLOAT * half
    kept += at_once * int(config.num_attention_heads) * width**2 * _FLOAT * half
    states = in_batch * (width if settings.model == "laat" else 1) * size * _FLOAT * 4
    parts = [
        _parameters("encoder", _encoder_weights(config), settings.encoder),
        Part("activations", round(kept), f"{at_once} segments of {width} at once, computed again backwards"),
        Part("segments", round(states), f"what a batch of {in_batch} segments keeps, and its gradients"),
    ]
    if settings.model != "laat":
        return [*parts, _parameters("head", size * sizes.labels, f"{sizes.labels:,} labels")]
    attending = min(sizes.labels, settings.labels_at_once)
    weights = (settings.attention_size + size + 1) * sizes.labels + settings.attention_size * size
    attention = settings.batch_size * attending * (5 * segments * width + 3 * size) * _FLOAT
    return [
        *parts,
        _parameters("head", weights, f"{sizes.labels:,} labels"),
        Part("attention", attention, f"{attending:,} labels at once over {segments * width:,} sub-words"),
    ]


def _parameters(name: str, weights: int, reason: str) -> Part:
    return Part(name, weights * _FLOAT * _STATES, f"{weights:,} weights, six times: {reason}")


def _encoder_weights(config: Any) -> int:
    """Return how many weights an encoder has, without making one."""
    import torch
    from transformers import AutoModel

    auto: Any = AutoModel  # published without types
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in auto.from_config(config, trust_remote_code=False).parameters())
