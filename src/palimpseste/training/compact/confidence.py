"""How surely spans are right, learned from annotated notes: precision counted, a model's probabilities calibrated."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.completion import completed
from palimpseste.detection.confidence.calibration import Calibration, kind_of, log_odds, regime_of
from palimpseste.detection.confidence.evidence import Agreement, evidence_for
from palimpseste.detection.confidence.judge import Says, said_of
from palimpseste.detection.confidence.precision import PrecisionTable
from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.steps import end_of
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient, Span

__all__ = [
    "Seen",
    "calibrations_json",
    "counts_of",
    "fitted",
    "precision_json",
    "seen_by_model",
    "seen_by_rules",
]

Array = NDArray[np.float64]
# Detectors that a model may read, each combination with a calibration of its own.
READ: tuple[tuple[str, ...], ...] = ((), ("record",), ("rules",), ("record", "rules"))
# How strongly coefficients are drawn to 0, and those of a kind to those of all: as if by so many spans against.
_RIDGE = 3.0
_STEPS = 100
_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Seen:
    """A span that was left in the end, what was known of it, and whether the annotation has it.

    Parameters
    ----------
    label, source : str
        Of the span.
    agreement : str
        What other sources say of it.
    said : float, optional
        What the model says of it; None without a model.
    is_right : bool
        Whether some annotation has its edges and its label.
    """

    label: str
    source: str
    agreement: Agreement
    said: float | None
    is_right: bool


def seen_by_rules(documents: Iterable[Document]) -> list[list[Seen]]:
    """Return, for each annotated note, what record and rules leave in the end without a model."""
    record, rules = RecordDetector(), RuleDetector()

    def asked(tokens: Tokens, patient: Patient) -> tuple[list[Span], Sequence[Span], None]:
        found = [*record(tokens, patient), *rules(tokens, patient)]
        return found, found, None

    return [_seen(document, asked) for document in documents]


def seen_by_model(documents: Iterable[Document], model: CompactModel, names: Sequence[str]) -> list[list[Seen]]:
    """Return, for each annotated note, what a model leaves in the end that reads these detectors.

    Parameters
    ----------
    documents : iterable of Document
        None may have been trained on.
    model : CompactModel
        At the operating point that it is calibrated for.
    names : sequence of str
        Among ``record`` and ``rules``.
    """
    detectors = [{"record": RecordDetector, "rules": RuleDetector}[name]() for name in sorted(names)]
    hybrid = HybridDetector(detectors, model)

    def asked(tokens: Tokens, patient: Patient) -> tuple[list[Span], Sequence[Span], Says | None]:
        spans, judge = end_of(hybrid.heard(tokens, patient))
        return spans, judge.found, judge.opinion

    return [_seen(document, asked) for document in documents]


def _seen(
    document: Document, asked: Callable[[Tokens, Patient], tuple[list[Span], Sequence[Span], Says | None]]
) -> list[Seen]:
    tokens = Tokens(TextView.of(document.text), alphabet())
    found, heard, opinion = asked(tokens, document.patient)
    gold = {(span.start, span.end, span.label) for span in document.entities}
    seen: list[Seen] = []

    def looked_at(spans: list[Span]) -> list[Span]:
        said = said_of(opinion, spans, heard)
        for span, evidence, own in zip(spans, evidence_for(spans, heard), said, strict=True):
            place = tokens.view.to_original(span.start, span.end)
            seen.append(Seen(span.label, span.source, evidence.agreement, own, (*place, span.label) in gold))
        return spans

    completed(tokens, found, (), looked_at)
    return seen


def counts_of(notes: Iterable[Sequence[Seen]]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Return how many spans were right and how many there were, by label, source and agreement."""
    right: Counter[tuple[str, str, str]] = Counter()
    total: Counter[tuple[str, str, str]] = Counter()
    for note in notes:
        for each in note:
            key = (each.label, each.source, each.agreement)
            total[key] += 1
            right[key] += each.is_right
    return {key: (right[key], total[key]) for key in sorted(total)}


def precision_json(counts: Mapping[tuple[str, str, str], tuple[int, int]], notes: int) -> str:
    """Return counts as the file that :class:`PrecisionTable` reads."""
    nested: dict[str, dict[str, dict[str, list[int]]]] = {}
    for (label, source, agreement), numbers in counts.items():
        nested.setdefault(label, {}).setdefault(source, {})[agreement] = list(numbers)
    return json.dumps({"notes": notes, "counts": nested}, indent=1) + "\n"


def _calibration_of(
    model: CompactModel, documents: Sequence[Document], precision: PrecisionTable
) -> dict[str, Calibration]:
    """Return the calibrations of a model, one for each combination of detectors that it may read.

    Parameters
    ----------
    model : CompactModel
        Calibrated at its operating point.
    documents : sequence of Document
        Annotated notes that it was not trained on.
    precision : PrecisionTable
        Of rules and record.
    """
    return {
        regime_of(names): fitted([each for note in seen_by_model(documents, model, names) for each in note], precision)
        for names in READ
    }


def calibrations_json(model: CompactModel, documents: Sequence[Document], precision: PrecisionTable) -> str:
    """Return the calibrations of a model as the file beside its weights.

    Parameters
    ----------
    model : CompactModel
        Trained.
    documents : sequence of Document
        Annotated, that it was not trained on.
    precision : PrecisionTable
        How often rules and record are right.
    """
    calibrations = _calibration_of(model, documents, precision)
    table = {name: each.to_mapping() for name, each in calibrations.items()}
    return json.dumps({"calibrations": table}, indent=1) + "\n"


def fitted(seen: Sequence[Seen], precision: PrecisionTable) -> Calibration:
    """Return the calibration under which what was seen is likeliest, its coefficients drawn in (ridge).

    Parameters
    ----------
    seen : sequence of Seen
        Spans on which a model said something; without any, what it says is left as it is.
    precision : PrecisionTable
        Of their sources without a model.
    """
    usable = [each for each in seen if each.said is not None]
    if not usable:
        return Calibration(0.0, 1.0, {}, {}, {}, 0.0)
    kinds = sorted({kind_of(each.source, each.agreement) for each in usable})
    labels = sorted({each.label for each in usable})
    columns, penalties = _columns(usable, kinds, labels, precision)
    right = np.array([each.is_right for each in usable], dtype=np.float64)
    found = _logistic(columns, right, penalties)
    base, slope, source = found[:3].tolist()
    own, slopes, of_labels = np.split(found[3:], [len(kinds), 2 * len(kinds)])
    return Calibration(
        base=_short(base),
        slope=_short(slope),
        intercepts={kind: _short(base + value) for kind, value in zip(kinds, own, strict=True)},
        slopes={kind: _short(slope + value) for kind, value in zip(kinds, slopes, strict=True)},
        labels={label: _short(value) for label, value in zip(labels, of_labels, strict=True)},
        source=_short(source),
    )


def _short(value: float) -> float:
    return round(float(value), 4)


def _columns(
    seen: Sequence[Seen], kinds: Sequence[str], labels: Sequence[str], precision: PrecisionTable
) -> tuple[Array, Array]:
    """Return one row a span: what all share, then what each kind and label has of its own; and who is drawn in."""
    own_kind = np.array([kinds.index(kind_of(each.source, each.agreement)) for each in seen])
    own_label = np.array([labels.index(each.label) for each in seen])
    said = np.array([log_odds(each.said or 0.0) for each in seen])
    source = np.array(
        [
            0.0 if each.source.startswith("model") else log_odds(precision.of(each.label, each.source, each.agreement))
            for each in seen
        ]
    )
    of_kind = np.eye(len(kinds))[own_kind]
    columns = np.column_stack(
        (np.ones(len(seen)), said, source, of_kind, of_kind * said[:, None], np.eye(len(labels))[own_label])
    )
    penalties = np.full(columns.shape[1], _RIDGE)
    penalties[:2] = 1e-6
    return columns, penalties


def _logistic(columns: Array, right: Array, penalties: Array) -> Array:
    """Return the coefficients of a logistic regression with a ridge (Newton's steps, halved where they overshoot)."""
    found: Array = np.zeros(columns.shape[1])
    cost = _cost(columns, right, penalties, found)
    for _ in range(_STEPS):
        share = 1.0 / (1.0 + np.exp(-columns @ found))
        gradient = columns.T @ (share - right) + penalties * found
        curvature = (columns * (share * (1.0 - share))[:, None]).T @ columns + np.diag(penalties)
        step = np.linalg.solve(curvature, gradient)
        length = 1.0
        while (after := _cost(columns, right, penalties, found - length * step)) > cost and length > _ENOUGH:
            length /= 2
        found = found - length * step
        if cost - after < _ENOUGH:
            break
        cost = after
    return found


def _cost(columns: Array, right: Array, penalties: Array, coefficients: Array) -> float:
    odds = columns @ coefficients
    return float((np.logaddexp(0.0, odds) - right * odds).sum() + (penalties * coefficients**2).sum() / 2)
