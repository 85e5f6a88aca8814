"""What is counted in one document; every measure is a ratio of sums of these counts.

A document's counts are arrays without a document axis; :func:`stacked` adds it in front, and :meth:`Counts.summed`
takes it away again, once for the corpus or once for every bootstrap sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Document, Span
from palimpseste.evaluation.bleu import bleu_counts, bleu_of, masked_tokens
from palimpseste.evaluation.tokens import label_tokens, token_bounds, touched_tokens
from palimpseste.labels import LABELS, Label

__all__ = ["Counts", "Scheme", "count_document", "stacked"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Scheme:
    """Which column of an array of counts belongs to which label of a view.

    The counts of a label stand in its column; one more column, the last, holds those of all labels together.

    Parameters
    ----------
    labels : tuple of str
        The labels of the view, in the order of the columns.
    columns : mapping of Label to int
        The column of each canonical label that the view has.
    """

    labels: tuple[str, ...]
    columns: Mapping[str, int]

    @classmethod
    def of(cls, view: Mapping[Label, str]) -> Scheme:
        """Return the scheme of a view."""
        labels = tuple(dict.fromkeys(view.values()))
        return cls(labels, {canonical: labels.index(name) for canonical, name in view.items()})


@dataclass(frozen=True)
class Counts:
    """Counts over one document, or sums of them.

    Parameters
    ----------
    documents, tokens : array, shape (...)
        Documents and tokens.
    token_gold, token_predicted, token_correct : array, shape (..., labels + 1)
        Tokens of the label in the gold, in the prediction, in both.
    token_redacted : array, shape (..., labels + 1)
        Tokens of the label in the gold that any predicted span touches.
    present, fully_redacted : array, shape (..., labels + 1)
        Documents with a gold token of the label; documents with none left uncovered (those without any included).
    span_gold, span_predicted, span_correct : array, shape (..., labels + 1)
        Spans of the label, and those with the same two edges and the same label on both sides.
    span_hidden : array, shape (..., labels + 1)
        Spans of the label in the gold that show no letter or digit.
    notes_holding, notes_hidden : array, shape (..., labels + 1)
        Documents with a gold span of the label; those of them where all of these show no letter or digit.
    masks_right : array, shape (...)
        Predicted spans of the view that touch a gold span of it, whatever the labels of both.
    others, others_masked : array, shape (...)
        Tokens that no gold span of any label touches; those of them that a predicted span touches.
    others_masked_by_label : array, shape (..., 19)
        The same, by canonical label of the prediction.
    confusion : array, shape (..., labels + 1, labels + 1)
        Tokens by gold and predicted label, the last row and column for none.
    bleu_matches, bleu_totals : array, shape (..., 4)
        Runs of one to four tokens of the masked text that the reference has too, and all of them.
    bleu_reference, bleu_candidate : array, shape (...)
        See :mod:`palimpseste.evaluation.bleu`.
    bleu_of_notes, bleu_notes : array, shape (...)
        BLEU-4 of each document by itself, added up; the documents where it is defined.
    """

    documents: Array
    tokens: Array
    token_gold: Array
    token_predicted: Array
    token_correct: Array
    token_redacted: Array
    present: Array
    fully_redacted: Array
    span_gold: Array
    span_predicted: Array
    span_correct: Array
    span_hidden: Array
    notes_holding: Array
    notes_hidden: Array
    masks_right: Array
    others: Array
    others_masked: Array
    others_masked_by_label: Array
    confusion: Array
    bleu_matches: Array
    bleu_totals: Array
    bleu_reference: Array
    bleu_candidate: Array
    bleu_of_notes: Array
    bleu_notes: Array

    def summed(self, weights: Array) -> Counts:
        """Return the sums over documents, each counted as often as its weight says.

        Parameters
        ----------
        weights : array, shape (documents,) or (samples, documents)
            How often each document counts; a line a bootstrap sample.
        """
        return Counts(**{f.name: np.tensordot(weights, getattr(self, f.name), axes=1) for f in fields(self)})

    def chosen(self, rows: Sequence[int]) -> Counts:
        """Return the counts of some of the documents."""
        return Counts(**{f.name: getattr(self, f.name)[list(rows)] for f in fields(self)})


def stacked(counts: Iterable[Counts]) -> Counts:
    """Return the counts of several documents with the document axis in front."""
    every = list(counts)
    return Counts(**{f.name: np.stack([getattr(one, f.name) for one in every]) for f in fields(Counts)})


_CANONICAL_COLUMNS: dict[str, int] = {label: column for column, label in enumerate(LABELS)}


def count_document(gold: Document, predicted: Document, scheme: Scheme) -> Counts:
    """Return the counts of one document, annotated twice.

    A predicted span of a label outside the view is no false positive of the view, as AP-HP scores only its own labels;
    but it hides what it covers, so it counts wherever masking does: redaction, note-level recall, over-redaction.
    A gold span outside the view is neither to be masked nor wrongly masked: its tokens leave over-redaction alone.

    Parameters
    ----------
    gold : Document
        As annotated.
    predicted : Document
        The same text with what was found.
    scheme : Scheme
        The labels of the view.
    """
    starts, ends = token_bounds(gold.text)
    size = len(scheme.labels)
    gold_columns = label_tokens(gold.entities, scheme.columns, starts, ends)
    predicted_columns = label_tokens(predicted.entities, scheme.columns, starts, ends)
    masked = label_tokens(predicted.entities, _CANONICAL_COLUMNS, starts, ends)
    annotated = {t for span in gold.entities for t in touched_tokens(span.start, span.end, starts, ends)}

    confusion = np.zeros((size + 1, size + 1))
    for token in gold_columns.keys() | predicted_columns.keys():
        confusion[gold_columns.get(token, size), predicted_columns.get(token, size)] += 1
    confusion[size, size] = len(starts) - confusion.sum()

    redacted = _with_total(np.bincount([c for t, c in gold_columns.items() if t in masked], minlength=size))
    token_gold = _with_total(confusion[:size].sum(axis=1))
    others_by_label = np.bincount([c for t, c in masked.items() if t not in annotated], minlength=len(LABELS))
    gold_spans = _spans_in(scheme, gold.entities)
    predicted_spans = _spans_in(scheme, predicted.entities)
    reference = masked_tokens(gold.text, [span for span in gold.entities if span.label in scheme.columns])
    candidate = masked_tokens(gold.text, [span for span in predicted.entities if span.label in scheme.columns])
    matches, totals = bleu_counts(reference, candidate)
    bleu = bleu_of(*(np.asarray(part, dtype=float) for part in (matches, totals, len(reference), len(candidate))))
    span_gold, span_hidden = (
        _spans_per_label(spans, size) for spans in (gold_spans, _hidden(gold, predicted, gold_spans))
    )
    holding = span_gold > 0
    return Counts(
        documents=_scalar(1),
        tokens=_scalar(len(starts)),
        token_gold=token_gold,
        token_predicted=_with_total(confusion[:, :size].sum(axis=0)),
        token_correct=_with_total(confusion.diagonal()[:size]),
        token_redacted=redacted,
        present=(token_gold > 0).astype(float),
        fully_redacted=(redacted == token_gold).astype(float),
        span_gold=span_gold,
        span_predicted=_spans_per_label(predicted_spans, size),
        span_correct=_spans_per_label(gold_spans & predicted_spans, size),
        span_hidden=span_hidden,
        notes_holding=holding.astype(float),
        notes_hidden=(holding & (span_hidden == span_gold)).astype(float),
        masks_right=_scalar(_touching(predicted_spans, gold_spans)),
        others=_scalar(len(starts) - len(annotated)),
        others_masked=_scalar(int(others_by_label.sum())),
        others_masked_by_label=others_by_label.astype(float),
        confusion=confusion,
        bleu_matches=np.asarray(matches, dtype=float),
        bleu_totals=np.asarray(totals, dtype=float),
        bleu_reference=_scalar(len(reference)),
        bleu_candidate=_scalar(len(candidate)),
        bleu_of_notes=np.nan_to_num(bleu),
        bleu_notes=_scalar(not np.isnan(bleu)),
    )


def _scalar(value: int) -> Array:
    return np.asarray(float(value))


def _with_total(per_label: NDArray[np.generic]) -> Array:
    values = per_label.astype(float)
    return np.append(values, values.sum())


def _spans_in(scheme: Scheme, spans: Iterable[Span]) -> set[tuple[int, int, int]]:
    return {(s.start, s.end, scheme.columns[s.label]) for s in spans if s.label in scheme.columns}


def _spans_per_label(spans: set[tuple[int, int, int]], size: int) -> Array:
    return _with_total(np.bincount([column for _, _, column in spans], minlength=size))


def _hidden(gold: Document, predicted: Document, spans: set[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Return the spans of the gold whose every letter and digit lies under a predicted span."""
    shown = bytearray(b"\1") * len(gold.text)
    for span in predicted.entities:
        shown[span.start : span.end] = bytes(len(span))
    return {
        (start, end, column)
        for start, end, column in spans
        if not any(shown[place] and gold.text[place].isalnum() for place in range(start, end))
    }


def _touching(spans: set[tuple[int, int, int]], others: set[tuple[int, int, int]]) -> int:
    """Return how many spans share a character with any of the others."""
    covered: set[int] = set()
    for start, end, _ in others:
        covered.update(range(start, end))
    return sum(not covered.isdisjoint(range(start, end)) for start, end, _ in spans)
