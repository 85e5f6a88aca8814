"""The spans of a note with the probability and the evidence of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Protocol

from palimpseste.detection.confidence.calibration import Calibration, family_of, kind_of
from palimpseste.detection.confidence.evidence import Evidence, as_told, evidence_for
from palimpseste.detection.confidence.precision import PrecisionTable, bundled_precision
from palimpseste.document import Span

__all__ = ["Judge", "Says", "said_of"]

_OURS = frozenset({"model", "record", "rules", "propagation"})
# So many decimals are written: the others are not measured, and may differ between machines.
_DECIMALS = 4
_MOST = 1.0 - 10.0**-_DECIMALS


class Says(Protocol):
    """What a model says of spans, whoever found them."""

    def probabilities(self, spans: Sequence[Span]) -> list[float | None]:
        """Return how probable each span is; None for a label that the model has not."""

    def masked(self, spans: Sequence[Span]) -> list[float]:
        """Return how probable it is that a word of each span is masked under any label."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Says of each span that is left how surely it is right, and why.

    Parameters
    ----------
    found : sequence of Span
        All that detectors found, in order of trust, what the model only read included; offsets of the view.
    opinion : Says, optional
        Of the model that read the note.
    calibration : Calibration, optional
        Of that model; without it its probabilities are its own.
    precision : PrecisionTable, optional
        Of rules and record; the bundled one without it.
    threshold : float in (0, 1)
        Where the model operates.
    """

    found: Sequence[Span]
    opinion: Says | None = None
    calibration: Calibration | None = None
    precision: PrecisionTable | None = None
    threshold: float = 0.5

    def __call__(self, spans: Sequence[Span]) -> list[Span]:
        """Return sorted, disjoint spans with probability and evidence; those of other distributions keep their own."""
        table = self.precision or bundled_precision()
        said = said_of(self.opinion, spans, self.found)
        judged = []
        for span, evidence, own in zip(spans, evidence_for(spans, self.found), said, strict=True):
            probability = span.probability
            if family_of(span.source) in _OURS:
                probability = self._probability(span, evidence, own, table)
            judged.append(Span(span.start, span.end, span.label, span.source, probability, evidence.sources))
        return judged

    def _probability(self, span: Span, evidence: Evidence, said: float | None, table: PrecisionTable) -> float | None:
        is_of_model = family_of(span.source) == "model"
        precision = None if is_of_model else table.of(span.label, span.source, evidence.agreement)
        if said is None:
            return span.probability if precision is None else _written(precision)
        if self.calibration is not None:
            kind = kind_of(span.source, evidence.agreement)
            return _written(self.calibration.probability(span.label, kind, said, precision))
        return _written(said if precision is None else precision)


def said_of(opinion: Says | None, spans: Sequence[Span], found: Sequence[Span]) -> list[float | None]:
    """Return what a model says of spans: where it told several of them as others, that all of these are right.

    Parameters
    ----------
    opinion : Says, optional
        Of the model; without one nothing is said.
    spans, found : sequence of Span
        As `as_told` takes them.
    """
    if opinion is None:
        return [None] * len(spans)
    told = as_told(spans, found)
    each = opinion.probabilities([part for parts in told for part in parts])
    if len(each) == len(spans):
        return each
    said = iter(each)
    of_parts = [list(islice(said, len(parts))) for parts in told]
    return [None if None in parts else prod(part for part in parts if part is not None) for parts in of_parts]


def _written(probability: float) -> float:
    return round(min(max(probability, 1.0 - _MOST), _MOST), _DECIMALS)
