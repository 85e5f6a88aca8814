"""Measure predictions against a gold annotation, or two annotators against each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation.bleu import bleu_of
from palimpseste.evaluation.bootstrap import Samples, ratio
from palimpseste.evaluation.changes import changes_of
from palimpseste.evaluation.counts import Counts, Scheme, count_document, stacked
from palimpseste.evaluation.scores import (
    Agreement,
    Averages,
    Confusion,
    Evaluation,
    Hiding,
    LabelAgreement,
    LabelScores,
    Masks,
    Matching,
    Mean,
    OverRedaction,
    Redaction,
    Scorecard,
)
from palimpseste.labels import LABELS, view_named

__all__ = ["agreement", "evaluate", "paired"]

Array = NDArray[np.float64]


def evaluate(
    gold: Iterable[Document],
    predicted: Iterable[Document],
    *,
    view: str = "canonical",
    bootstrap: int = 1000,
    seed: int = 20240305,
) -> Evaluation:
    """Return every measure of predictions against a gold annotation.

    Parameters
    ----------
    gold, predicted : iterable of Document
        The same documents, matched by identifier; their `entities` are compared.
    view : str
        The label view to read both sides in.
    bootstrap : int
        Samples of documents behind the 95 % intervals; 0 for none.
    seed : int
        Seed of the samples.

    Raises
    ------
    UsageError
        If a document is on one side only, twice on one side, or has another text; its identifier is named.

    Examples
    --------
    >>> from palimpseste.document import Document, Span
    >>> note = Document("1", "Mme Durand, 82 ans", entities=(Span(4, 10, "LASTNAME"), Span(12, 18, "AGE")))
    >>> found = Document("1", "Mme Durand, 82 ans", entities=(Span(4, 10, "LASTNAME"),))
    >>> scores = evaluate([note], [found]).overall
    >>> f"{scores.micro.tokens.recall} {scores.labels['LASTNAME'].redaction.fully_redacted}"
    '0.333 1.000'
    """
    pairs = paired(gold, predicted)
    scheme = Scheme.of(view_named(view))
    counts = stacked(count_document(one, other, scheme) for one, other in pairs)
    rows: dict[str, list[int]] = {}
    for row, (document, _) in enumerate(pairs):
        rows.setdefault(document.type or "unknown", []).append(row)
    return Evaluation(
        view=view,
        bootstrap=bootstrap,
        seed=seed,
        overall=_scorecard(Samples(counts, bootstrap, seed), scheme),
        types={name: _scorecard(Samples(counts.chosen(rows[name]), bootstrap, seed), scheme) for name in sorted(rows)},
    )


def agreement(
    first: Iterable[Document],
    second: Iterable[Document],
    *,
    view: str = "canonical",
    bootstrap: int = 1000,
    seed: int = 20240305,
) -> Agreement:
    """Return how far two annotations of the same documents agree.

    Parameters and errors are those of :func:`evaluate`.
    """
    scheme = Scheme.of(view_named(view))
    pairs = paired(first, second)
    samples = Samples(stacked(count_document(a, b, scheme) for a, b in pairs), bootstrap, seed)
    token_f1 = samples.estimates(lambda c: ratio(2 * c.token_correct, c.token_gold + c.token_predicted))
    span_f1 = samples.estimates(lambda c: ratio(2 * c.span_correct, c.span_gold + c.span_predicted))
    kappa = samples.estimate(_kappa)
    kappas = [*samples.estimates(_kappas)[:-1], kappa]
    scores = [LabelAgreement(*measures) for measures in zip(token_f1, span_f1, kappas, strict=True)]
    return Agreement(
        view=view,
        bootstrap=bootstrap,
        seed=seed,
        documents=int(samples.total.documents),
        tokens=int(samples.total.tokens),
        kappa=kappa,
        micro=scores[-1],
        labels={label: scores[i] for i, label in enumerate(scheme.labels) if _met(samples.total, i)},
        changes=changes_of(pairs, view_named(view)),
    )


def paired(first: Iterable[Document], second: Iterable[Document]) -> list[tuple[Document, Document]]:
    """Return the documents of both sides matched by identifier, in the order of the first.

    Raises
    ------
    UsageError
        If they are not the same documents, or there are none.
    """
    one, other = _by_id(first, "first"), _by_id(second, "second")
    for missing in sorted(one.keys() - other.keys()):
        raise UsageError(f"document {missing!r} is on the first side only")
    for extra in sorted(other.keys() - one.keys()):
        raise UsageError(f"document {extra!r} is on the second side only")
    for name, document in one.items():
        if document.text != other[name].text:
            raise UsageError(f"document {name!r} does not have the same text on both sides: offsets cannot be compared")
    if not one:
        raise UsageError("there is no document to compare")
    return [(document, other[name]) for name, document in one.items()]


def _by_id(documents: Iterable[Document], side: str) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for document in documents:
        if document.id in found:
            raise UsageError(f"document {document.id!r} occurs twice on the {side} side")
        found[document.id] = document
    return found


def _scorecard(samples: Samples[Counts], scheme: Scheme) -> Scorecard:
    total = samples.total
    tokens = _matchings(samples, "token")
    spans = _matchings(samples, "span")
    redactions = _redactions(samples)
    hiding = _hiding(samples)
    scores = [LabelScores(*parts) for parts in zip(tokens, redactions, spans, hiding, strict=True)]
    return Scorecard(
        documents=int(total.documents),
        tokens=int(total.tokens),
        micro=scores[-1],
        labels={label: scores[i] for i, label in enumerate(scheme.labels) if _met(total, i)},
        token_averages=_averages(samples, "token"),
        span_averages=_averages(samples, "span"),
        masks=_masks(samples),
        note_recall=hiding[-1].notes,
        over_redaction=OverRedaction(
            share=samples.estimate(lambda c: ratio(c.others_masked, c.others)),
            tokens=int(total.others),
            masked=int(total.others_masked),
            by_label={
                label: int(count) for label, count in zip(LABELS, total.others_masked_by_label, strict=True) if count
            },
        ),
        bleu=samples.estimate(lambda c: bleu_of(c.bleu_matches, c.bleu_totals, c.bleu_reference, c.bleu_candidate)),
        note_bleu=samples.estimate(lambda c: ratio(c.bleu_of_notes, c.bleu_notes)),
        confusion=_confusion(total, scheme),
    )


def _matchings(samples: Samples[Counts], unit: str) -> list[Matching]:
    def counted(counts: Counts, what: str) -> Array:
        values: Array = getattr(counts, f"{unit}_{what}")
        return values

    precision = samples.estimates(lambda c: ratio(counted(c, "correct"), counted(c, "predicted")))
    recall = samples.estimates(lambda c: ratio(counted(c, "correct"), counted(c, "gold")))
    f1 = samples.estimates(lambda c: ratio(2 * counted(c, "correct"), counted(c, "gold") + counted(c, "predicted")))
    sizes: Sequence[Array] = [counted(samples.total, what) for what in ("gold", "predicted", "correct")]
    return [
        Matching(*shares, *(int(size) for size in row))
        for shares, row in zip(zip(precision, recall, f1, strict=True), zip(*sizes, strict=True), strict=True)
    ]


def _hiding(samples: Samples[Counts]) -> list[Hiding]:
    identifiers = samples.estimates(lambda c: ratio(c.span_hidden, c.span_gold))
    notes = samples.estimates(lambda c: ratio(c.notes_hidden, c.notes_holding))
    total = samples.total
    sizes = zip(total.span_gold, total.span_hidden, total.notes_holding, strict=True)
    return [
        Hiding(*shares, *(int(size) for size in row))
        for shares, row in zip(zip(identifiers, notes, strict=True), sizes, strict=True)
    ]


def _masks(samples: Samples[Counts]) -> Masks:
    def precision(counts: Counts) -> Array:
        return ratio(counts.masks_right, counts.span_predicted[..., -1])

    def f1(counts: Counts) -> Array:
        shares = precision(counts), ratio(counts.span_hidden[..., -1], counts.span_gold[..., -1])
        return ratio(2 * shares[0] * shares[1], shares[0] + shares[1])

    total = samples.total
    return Masks(
        samples.estimate(precision), samples.estimate(f1), int(total.span_predicted[-1]), int(total.masks_right)
    )


def _averages(samples: Samples[Counts], unit: str) -> Averages:
    def of_labels(counts: Counts, measure: str) -> Array:
        gold, predicted, correct = (
            getattr(counts, f"{unit}_{what}")[..., :-1] for what in ("gold", "predicted", "correct")
        )
        whole = {"precision": predicted, "recall": gold, "f1": (gold + predicted) / 2}[measure]
        return np.where(gold > 0, np.nan_to_num(ratio(correct, whole)), np.nan)

    def mean(counts: Counts, measure: str) -> Array:
        shares = of_labels(counts, measure)
        return ratio(np.nansum(shares, axis=-1), (~np.isnan(shares)).sum(axis=-1))

    means = []
    for measure in ("precision", "recall", "f1"):
        shares = of_labels(samples.total, measure)
        met = shares[~np.isnan(shares)]
        deviation = float(np.std(met, ddof=1)) if len(met) > 1 else math.nan
        means.append(Mean(samples.estimate(partial(mean, measure=measure)), deviation))
    return Averages(*means)


def _redactions(samples: Samples[Counts]) -> list[Redaction]:
    redacted = samples.estimates(lambda c: ratio(c.token_redacted, c.token_gold))
    fully = samples.estimates(lambda c: ratio(c.fully_redacted, c.documents[..., None]))
    where_present = samples.estimates(_fully_redacted_where_present)
    rows = zip(redacted, fully, where_present, samples.total.present, strict=True)
    return [Redaction(share, full, present, int(documents)) for share, full, present, documents in rows]


def _fully_redacted_where_present(counts: Counts) -> Array:
    # Documents without the label are all fully redacted: take them off both sides.
    absent = counts.documents[..., None] - counts.present
    return ratio(counts.fully_redacted - absent, counts.present)


def _confusion(total: Counts, scheme: Scheme) -> Confusion:
    kept = [i for i in range(len(scheme.labels)) if _met(total, i)]
    kept.append(len(scheme.labels))
    names = (*scheme.labels, "O")
    return Confusion(
        labels=tuple(names[i] for i in kept),
        counts=tuple(tuple(int(total.confusion[i, j]) for j in kept) for i in kept),
    )


def _kappa(counts: Counts) -> Array:
    """Return Cohen's kappa: agreement beyond what the two label frequencies would give by chance."""
    observed = ratio(np.trace(counts.confusion, axis1=-2, axis2=-1), counts.tokens)
    chance = ratio((counts.confusion.sum(axis=-1) * counts.confusion.sum(axis=-2)).sum(axis=-1), counts.tokens**2)
    return ratio(observed - chance, 1 - chance)


def _kappas(counts: Counts) -> Array:
    """Return Cohen's kappa of each label against all else."""
    tokens = counts.tokens[..., None]
    first, second = ratio(counts.token_gold, tokens), ratio(counts.token_predicted, tokens)
    observed = 1 - first - second + 2 * ratio(counts.token_correct, tokens)
    chance = first * second + (1 - first) * (1 - second)
    return ratio(observed - chance, 1 - chance)


def _met(total: Counts, column: int) -> bool:
    return bool(total.token_gold[column] or total.token_predicted[column])
