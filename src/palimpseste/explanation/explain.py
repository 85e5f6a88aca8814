"""How much each word around a mask speaks for it, by leaving words out.

Occlusion leaves out one word at a time: a word counts for as much as the probability falls without it. LIME (Ribeiro,
Singh and Guestrin 2016) leaves out many at once, at random, and fits a weighted linear model to the probabilities: so
words that tell the same are seen together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.explanation.readers import Reader

__all__ = ["METHODS", "Explained", "Method", "explained"]

Method = Literal["occlusion", "lime"]
METHODS: tuple[Method, ...] = get_args(Method)
_WORD = re.compile(r"\w+")
# Of LIME: how fast the weight of a sample falls with the words that are left out of it.
_KERNEL_WIDTH = 0.25
Interval = tuple[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class Explained:
    """A mask and the words that speak for it or against it.

    Parameters
    ----------
    span : Span
        In offsets of the note.
    probability : float in [0, 1]
        Of the mask, in the note as it is.
    words : tuple of (int, int, float)
        Where each word around it stands, and how much it adds to the probability; negative where it speaks against.
    """

    span: Span
    probability: float
    words: tuple[tuple[int, int, float], ...]

    def strongest(self, most: int) -> list[tuple[int, int, float]]:
        """Return the words that count most, the strongest first."""
        return sorted(self.words, key=lambda word: (-abs(word[2]), word[0]))[:most]


def explained(
    document: Document,
    reader: Reader,
    method: Method = "occlusion",
    *,
    spans: Sequence[Span] | None = None,
    reach: int = 20,
    samples: int = 300,
    seed: int = 0,
    counted: Callable[[Sequence[Any]], Iterable[Any]] = lambda steps: steps,
) -> list[Explained]:
    """Return why a model masks what it masks in a note, or why it would mask what it is asked about.

    Parameters
    ----------
    document : Document
        The note, with the patient's record where the model reads it.
    reader : Reader
        The model.
    method : {'occlusion', 'lime'}
        How words are left out.
    spans : sequence of Span, optional
        What is asked about; all that the model finds by default.
    reach : int
        Words on either side of a mask that are looked at.
    samples : int
        Of LIME: texts for each mask.
    seed : int
        Of LIME: of what is left out.
    counted : callable
        Returns the texts or masks it is given, under a progress bar.

    Raises
    ------
    UsageError
        If LIME is asked for and not installed.
    """
    if method == "lime":
        _require_lime()
    spans = reader.found(document.text, document.patient) if spans is None else spans
    if not spans:
        return []
    words = [match.span() for match in _WORD.finditer(document.text)]
    whole = reader.probabilities(document.text, document.patient, spans)
    around = [_around(span, words, reach) for span in spans]
    if method == "lime":
        weights = [
            _lime(document, reader, spans[place], around[place], samples, seed) for place in counted(range(len(spans)))
        ]
    else:
        weights = _occlusion(document, reader, spans, whole, around, counted)
    return [
        Explained(span, probability, tuple((*word, weight) for word, weight in zip(near, found, strict=True)))
        for span, probability, near, found in zip(spans, whole, around, weights, strict=True)
    ]


def _around(span: Span, words: Sequence[Interval], reach: int) -> list[Interval]:
    """Return the words on either side of a span, so many on each, in order."""
    starts = [start for start, _ in words]
    first = bisect_left(starts, span.start)
    before = [word for word in words[:first] if word[1] <= span.start]
    behind = words[bisect_left(starts, span.end) :]
    return [*before[len(before) - min(reach, len(before)) :], *behind[:reach]]


def _occlusion(
    document: Document,
    reader: Reader,
    spans: Sequence[Span],
    whole: Sequence[float],
    around: Sequence[Sequence[Interval]],
    counted: Callable[[Sequence[Any]], Iterable[Any]],
) -> list[list[float]]:
    """Return, for each span, by how much its probability falls without each word around it."""
    falls: dict[tuple[int, Interval], float] = {}
    for word in counted(sorted({word for near in around for word in near})):
        # One reading tells of all masks that the word is no part of.
        asked = [place for place, near in enumerate(around) if word in near]
        text, moved = _without(document.text, [spans[place] for place in asked], [word])
        for place, probability in zip(asked, reader.probabilities(text, document.patient, moved), strict=True):
            falls[place, word] = whole[place] - probability
    return [[falls[place, word] for word in near] for place, near in enumerate(around)]


def _lime(
    document: Document, reader: Reader, span: Span, around: Sequence[Interval], samples: int, seed: int
) -> list[float]:
    """Return the weights of the words around a span in the linear model nearest to the probabilities."""
    import numpy as np
    from lime.lime_base import LimeBase

    if not around:
        return []
    chance = np.random.default_rng(seed)
    kept = np.ones((samples + 1, len(around)), dtype=bool)  # the first is the note itself
    for row in kept[1:]:
        row[chance.choice(len(around), size=chance.integers(1, len(around) + 1), replace=False)] = False
    said = []
    for row in kept:
        text, moved = _without(
            document.text, [span], [word for word, stays in zip(around, row, strict=True) if not stays]
        )
        said.append(reader.probabilities(text, document.patient, moved))
    # The cosine distance from a row of ones.
    distances = 1.0 - np.sqrt(kept.mean(axis=1))
    base = LimeBase(lambda far: np.sqrt(np.exp(-((far / _KERNEL_WIDTH) ** 2))), random_state=seed)
    _, weights, _, _ = base.explain_instance_with_data(
        kept.astype(float), np.array(said), distances, 0, len(around), feature_selection="none"
    )
    found = dict(weights)
    return [float(found.get(place, 0.0)) for place in range(len(around))]


def _without(text: str, spans: Sequence[Span], words: Sequence[Interval]) -> tuple[str, list[Span]]:
    """Return a text without some words, and where spans that hold none of them stand in it."""
    pieces: list[str] = []
    reached = 0
    for start, end in sorted(words):
        pieces.append(text[reached:start])
        reached = end
    pieces.append(text[reached:])
    moved = []
    for span in spans:
        shift = sum(end - start for start, end in words if end <= span.start)
        moved.append(span.at(span.start - shift, span.end - shift))
    return "".join(pieces), moved


def _require_lime() -> None:
    import importlib.util

    if importlib.util.find_spec("lime") is None:
        raise UsageError("LIME is not installed: pip install 'palimpseste[explain]'")
