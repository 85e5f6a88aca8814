"""Which notes are worth reading first: by the span that is least decided, by detectors that differ, by odd counts.

Each order gives a number a note, the larger the sooner. None looks at what people decided.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from palimpseste.document import Document
from palimpseste.labels import Label

__all__ = ["DOUBTS", "NoteFacts", "facts_of"]

# A document type that fewer notes bear is counted with all others.
_LEAST_NOTES = 5
_MODEL = "model"


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """What is counted of a note.

    Parameters
    ----------
    type : str, optional
        Of the document.
    words : int
        How long it is; 1 at least.
    labels : mapping of str to int
        Spans of each label.
    margin : float in [0, 1]
        How far the probability of the least decided span is from one half: 0 is even, 1 sure, of right or of wrong, or
        where no span has one.
    contradicted : int
        Spans of which a source says another label.
    without_model : int
        Spans that others found and the model did not.
    has_model : bool
        Whether the model found anything.
    """

    type: str | None
    words: int
    labels: Mapping[Label, int]
    margin: float
    contradicted: int
    without_model: int
    has_model: bool


def facts_of(values: Mapping[str, Any]) -> NoteFacts:
    """Return what is counted of a note with what was found in it.

    Parameters
    ----------
    values : mapping
        A line of ``palimpseste detect``, that is a document.
    """
    document = Document.from_mapping(values)
    margins = [abs(2 * span.probability - 1) for span in document.entities if span.probability is not None]
    sources = [_sources_of(each) for each in values.get("entities") or ()]
    by_model = [any(_is_of_model(source) for source in own) for own in sources]
    return NoteFacts(
        document.type,
        max(1, len(document.text.split())),
        Counter(span.label for span in document.entities),
        min(margins, default=1.0),
        sum(any(":" in source for source in own) for own in sources),
        by_model.count(False),
        any(by_model),
    )


def _sources_of(entity: Mapping[str, Any]) -> list[str]:
    evidence = entity.get("evidence")
    return [str(each) for each in (entity.get("source") or "", *(evidence if isinstance(evidence, list) else ()))]


def _is_of_model(source: str) -> bool:
    return source.partition(":")[0].partition(".")[0] == _MODEL


def _by_margin(notes: Mapping[str, NoteFacts]) -> dict[str, float]:
    return {name: 1 - note.margin for name, note in notes.items()}


def _by_disagreement(notes: Mapping[str, NoteFacts]) -> dict[str, float]:
    """Return how many spans of a note detectors differ on, for its length."""
    has_model = any(note.has_model for note in notes.values())
    return {
        name: (note.contradicted + (note.without_model if has_model else 0)) / note.words
        for name, note in notes.items()
    }


def _by_counts(notes: Mapping[str, NoteFacts]) -> dict[str, float]:
    """Return how little the count of some label is to be expected of a note of its type and length.

    It is the deviance of a Poisson law whose rate is that of the notes of the type: a label that is missing where it
    usually stands counts as much as one that is everywhere.
    """
    by_type: defaultdict[str | None, list[NoteFacts]] = defaultdict(list)
    for note in notes.values():
        by_type[note.type].append(note)
    usual = {type: own for type, own in by_type.items() if len(own) >= _LEAST_NOTES}
    all_rates = _rates_of(notes.values())
    rates = {type: _rates_of(own) for type, own in usual.items()}
    return {name: _surprise_of(note, rates.get(note.type, all_rates)) for name, note in notes.items()}


def _rates_of(notes: Iterable[NoteFacts]) -> dict[Label, float]:
    words, spans = 0, Counter[Label]()
    for note in notes:
        words += note.words
        spans.update(note.labels)
    return {label: count / words for label, count in spans.items()}


def _surprise_of(note: NoteFacts, rates: Mapping[Label, float]) -> float:
    return max((_deviance(note.labels.get(label, 0), rate * note.words) for label, rate in rates.items()), default=0.0)


def _deviance(count: int, expected: float) -> float:
    return 2 * ((count * math.log(count / expected) if count else 0.0) - (count - expected))


DOUBTS: Mapping[str, Callable[[Mapping[str, NoteFacts]], dict[str, float]]] = {
    "margin": _by_margin,
    "disagreement": _by_disagreement,
    "counts": _by_counts,
}
