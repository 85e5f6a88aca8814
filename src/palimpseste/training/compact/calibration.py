"""What is fitted on the development notes after training: temperature, rules that stay, operating points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.completion import completed
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel, CompactSettings, OperatingPoint
from palimpseste.detection.neural.compact.network import Network, Steps
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Span
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.tokens import token_bounds, touched_tokens
from palimpseste.labels import view_named
from palimpseste.training.compact.examples import token_intervals

__all__ = [
    "ReadNote",
    "RuleTally",
    "calibrated",
    "harmful_rules",
    "operating_points",
    "read_notes_with_evidence",
    "rule_tallies",
]

THRESHOLDS = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01, 0.005)
VIEW = "aphp"
# Needless tokens masked for one that identifies: about what lowering the threshold costs where it operates.
_PRICE = 3


@dataclass(frozen=True, slots=True, repr=False)
class ReadNote:
    """A development note, read once.

    Parameters
    ----------
    document : Document
        As annotated.
    tokens : Tokens
        Of its text.
    found : tuple of Span
        What record and rules found in it, in order of trust.
    """

    document: Document
    tokens: Tokens
    found: tuple[Span, ...]


class RuleTally(NamedTuple):
    """What a rule changes by standing beside model and record, in tokens.

    Parameters
    ----------
    masked, labelled : int
        Identifying tokens masked, or rightly labelled, with the rule less without it.
    needless : int
        Other tokens masked.
    """

    masked: int
    labelled: int
    needless: int

    def __add__(self, other: object) -> RuleTally:
        if not isinstance(other, RuleTally):
            return NotImplemented
        return RuleTally(*(one + two for one, two in zip(self, other, strict=True)))


def read_notes_with_evidence(documents: Iterable[Document]) -> list[ReadNote]:
    """Return each document with what the record and the rules find in it."""
    record, rules = RecordDetector(), RuleDetector()
    notes = []
    for document in documents:
        tokens = Tokens(view_of(document.text), alphabet())
        notes.append(ReadNote(document, tokens, (*record(tokens, document.patient), *rules(tokens, document.patient))))
    return notes


def calibrated(
    network: Network,
    settings: CompactSettings,
    notes: Sequence[ReadNote],
    *,
    most_over_redaction: float,
    tallies: Mapping[str, RuleTally] | None = None,
    evidence_only: tuple[str, ...] | None = None,
    moved: Callable[[str], None] = lambda what: None,
) -> CompactSettings:
    """Return the settings with all that is fitted.

    Parameters
    ----------
    network : Network
        Trained.
    settings : CompactSettings
        Labels and dilations count; the rest is replaced.
    notes : sequence of ReadNote
        Development notes: none may have been trained on.
    most_over_redaction : float in (0, 1)
        The default threshold is the lowest whose share of other tokens masked stays within this.
    tallies : mapping of str to RuleTally, optional
        What each rule changes on other notes, by which it is judged in place of the development notes.
    evidence_only : tuple of str, optional
        The rules that do not stand, judged elsewhere: none is judged then.
    moved : callable
        Told what begins.
    """
    moved("temperature")
    settings = replace(settings, temperature=fitted_temperature(network, settings, notes), evidence_only=())
    if evidence_only is None:
        moved("rules")
        tallies = rule_tallies(CompactModel(network, settings), notes) if tallies is None else tallies
        evidence_only = harmful_rules(tallies)
    settings = replace(settings, evidence_only=evidence_only)
    moved("operating points")
    points = operating_points(network, settings, notes)
    within = [point for point in points if point.over_redaction <= most_over_redaction]
    return replace(settings, operating_points=points, threshold=within[-1].threshold if within else points[0].threshold)


def fitted_temperature(network: Network, settings: CompactSettings, notes: Sequence[ReadNote]) -> float:
    """Return the temperature under which the tags of the notes are most likely (Guo et al. 2017, 4.2).

    Parameters
    ----------
    network : Network
        Trained.
    settings : CompactSettings
        Of its training.
    notes : sequence of ReadNote
        That it was not trained on.
    """
    model, scheme = CompactModel(network, settings), TagScheme(settings.labels)
    scores, gold = [], []
    for note in notes:
        scores.append(model.scores(note.tokens, note.found) * Steps.score)
        intervals = token_intervals(note.tokens, note.document.entities)
        gold += scheme.tags_of(intervals, len(note.tokens.words))
    logits, tags = np.concatenate(scores).astype(np.float64), np.array(gold)

    def cost(temperature: float) -> float:
        scaled = logits / temperature
        top = scaled.max(axis=1)
        norm = top + np.log(np.exp(scaled - top[:, None]).sum(axis=1))
        return float((norm - scaled[np.arange(len(tags)), tags]).mean())

    grid = [round(0.5 + 0.05 * step, 2) for step in range(71)]
    return min(grid, key=cost)


def rule_tallies(model: CompactModel, notes: Sequence[ReadNote]) -> dict[str, RuleTally]:
    """Return what each rule that finds something in the notes changes, sorted by name.

    Each is tried alone beside model and record: rules are chosen one at a time (Tannier et al. 2023, supplement D).

    Parameters
    ----------
    model : CompactModel
        That lets every rule stand.
    notes : sequence of ReadNote
        None may have been trained on.
    """
    sources = sorted({span.source for note in notes for span in note.found if not span.source.startswith("record.")})
    tallies = dict.fromkeys(sources, RuleTally(0, 0, 0))
    for note in notes:
        spans = model(note.tokens, note.found)
        base = [span for span in spans if span.source == "model" or span.source.startswith("record.")]
        gold = _labels_of_tokens(note.document, note.document.entities)
        before = _tally(gold, _labels_of_tokens(note.document, completed(note.tokens, base)))
        for source in sorted({span.source for span in spans} - {span.source for span in base}):
            with_rule = [*base, *(span for span in spans if span.source == source)]
            after = _tally(gold, _labels_of_tokens(note.document, completed(note.tokens, with_rule)))
            tallies[source] += RuleTally(*(after - before).tolist())
    return tallies


def harmful_rules(tallies: Mapping[str, RuleTally]) -> tuple[str, ...]:
    """Return the rules that cost more than a lower threshold would, or spoil labels.

    One that changes nothing stays, for what it may find elsewhere.
    """
    return tuple(
        source
        for source, (masked, labelled, needless) in tallies.items()
        if needless > _PRICE * masked or (masked <= 0 and labelled < 0)
    )


def operating_points(
    network: Network, settings: CompactSettings, notes: Sequence[ReadNote]
) -> tuple[OperatingPoint, ...]:
    """Return what each threshold of a grid gives on the notes, model, record, rules and refusals, in the AP-HP view.

    Parameters
    ----------
    network : Network
        Trained.
    settings : CompactSettings
        Of its training.
    notes : sequence of ReadNote
        That it was not trained on.
    """
    gold = [note.document for note in notes]
    points = []
    for threshold in THRESHOLDS:
        model = CompactModel(network, replace(settings, threshold=threshold))
        predicted = [
            replace(
                note.document,
                entities=tuple(
                    completed(note.tokens, without_refused(note.tokens.view, model(note.tokens, note.found)))
                ),
            )
            for note in notes
        ]
        card = evaluate(gold, predicted, view=VIEW, bootstrap=0).overall
        points.append(
            OperatingPoint(
                threshold,
                *(
                    round(float(estimate.value), 5)
                    for estimate in (
                        card.micro.redaction.redacted,
                        card.micro.redaction.fully_redacted_where_present,
                        card.micro.tokens.precision,
                        card.micro.tokens.recall,
                        card.micro.tokens.f1,
                        card.over_redaction.share,
                    )
                ),
            )
        )
    return tuple(points)


def _labels_of_tokens(document: Document, spans: Iterable[Span]) -> NDArray[np.int32]:
    """Return the label of each token in the view, as a number; -1 where there is none, -2 for one outside the view."""
    classes = {label: number for number, label in enumerate(sorted(set(view_named(VIEW).values())))}
    starts, ends = token_bounds(document.text)
    labels = np.full(len(starts), -1, dtype=np.int32)
    for span in spans:
        touched = touched_tokens(span.start, span.end, starts, ends)
        known = view_named(VIEW).get(span.label)
        labels[touched.start : touched.stop] = -2 if known is None else classes[known]
    return labels


def _tally(gold: NDArray[np.int32], found: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return how many identifying tokens are masked, how many rightly labelled, how many others are masked."""
    identifying = gold >= 0
    return np.array(
        [
            (identifying & (found != -1)).sum(),
            (identifying & (found == gold)).sum(),
            ((gold == -1) & (found != -1)).sum(),
        ]
    )
