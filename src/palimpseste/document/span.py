"""A stretch of text and what it identifies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from numbers import Real

from palimpseste.labels import Label

__all__ = ["BESIDE", "STRUCTURE", "Span", "overlap_told"]

# The source of a span that is a value because of the field it stood in, not because a detector read it so.
STRUCTURE = "structure"

# The source of a span that was not found but is written anew with the date behind it: its weekday, a counted time.
BESIDE = "beside"


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """A stretch of text and what it identifies.

    Parameters
    ----------
    start, end : int
        Half-open interval of code points, ``0 <= start < end``.
    label : Label
        One of the canonical labels.
    source : str
        What found it (``rules.date.figures.whole``, ``record.lastname``, ``propagation``); says nothing of the text.
    probability : float in [0, 1], optional
        That it identifies what its label says, edges included: calibrated where record, rules or a model of the
        package found it (:mod:`palimpseste.detection.confidence`), otherwise in the words of its source; None where
        that says none. Two spans are equal, and sorted, without it: how sure a detector is makes no other span.
    evidence : tuple of str
        All that found something there, in order of trust, its own source first: names of rules, fields of the record,
        the model. What gave another label is followed by it (``rules.place.town:CITY``). It says nothing of the text,
        and compares as the probability does: not at all.
    """

    start: int
    end: int
    label: Label
    source: str = ""
    probability: float | None = field(default=None, compare=False)
    evidence: tuple[str, ...] = field(default=(), compare=False)

    def __init__(
        self,
        start: int,
        end: int,
        label: Label,
        source: str = "",
        probability: float | None = None,
        evidence: tuple[str, ...] = (),
    ) -> None:
        # What a frozen dataclass would write takes twice as long, and a note makes some hundred spans.
        if not 0 <= start < end:
            raise ValueError(f"a span needs 0 <= start < end, got start={start}, end={end}")
        _set_start(self, start)
        _set_end(self, end)
        _set_label(self, label)
        _set_source(self, source)
        _set_probability(self, None if probability is None else _probability_of(probability))
        _set_evidence(self, evidence)

    def at(self, start: int, end: int) -> Span:
        """Return what is found here at another place: all else stays.

        Parameters
        ----------
        start, end : int
            Half-open interval of code points.
        """
        return Span(start, end, self.label, self.source, self.probability, self.evidence)

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end


_set_start, _set_end, _set_label, _set_source, _set_probability, _set_evidence = (
    vars(Span)[each.name].__set__ for each in fields(Span)
)


def overlap_told(spans: Sequence[Span]) -> str:
    """Return the words for the first two spans, of sorted ones, that overlap; empty where none do."""
    for one, other in pairwise(spans):
        if one.overlaps(other):
            return f"two spans overlap, from {one.start} to {one.end} and from {other.start} to {other.end}"
    return ""


def _probability_of(value: object) -> float:
    """Return a number as a probability, in the type that JSON writes."""
    if type(value) is float and 0.0 <= value <= 1.0:
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"the probability of a span is a number or None, not {type(value).__name__}")
    number = float(value)
    if not 0.0 <= number <= 1.0:
        raise ValueError("the probability of a span lies between 0 and 1, both included")
    return number
