"""The results of an evaluation: frozen values, nested by part. None holds text of a document.

A share whose denominator is empty is ``nan``, and ``null`` in JSON.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

__all__ = [
    "Agreement",
    "Averages",
    "Confusion",
    "Estimate",
    "Evaluation",
    "Hiding",
    "LabelAgreement",
    "LabelScores",
    "Masks",
    "Matching",
    "Mean",
    "OverRedaction",
    "Redaction",
    "Scorecard",
    "SpanChanges",
    "json_of",
    "json_share",
]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured share and how sure it is.

    Parameters
    ----------
    value : float
        The share; ``nan`` where it is of nothing.
    low, high : float
        The ends of its 95 % bootstrap interval over documents; ``nan`` where no bootstrap was asked for.
    """

    value: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        return "–" if math.isnan(self.value) else format(self.value, spec or ".3f")


@dataclass(frozen=True, slots=True)
class Matching:
    """Precision, recall and F1 of tokens or of spans, with the counts that they come from.

    Parameters
    ----------
    precision : Estimate
        ``correct / predicted``, in [0, 1].
    recall : Estimate
        ``correct / gold``, in [0, 1].
    f1 : Estimate
        Their harmonic mean, in [0, 1].
    gold, predicted, correct : int
        How many bear the label in the gold, in the prediction, in both.
    """

    precision: Estimate
    recall: Estimate
    f1: Estimate
    gold: int
    predicted: int
    correct: int


@dataclass(frozen=True, slots=True)
class Redaction:
    """What a reader of the masked notes could no longer see, whatever label hid it (Tannier et al. 2023, evaluation).

    Parameters
    ----------
    redacted : Estimate
        Share of the gold tokens that a predicted span of any label touches.
    fully_redacted : Estimate
        Share of all documents where every gold token is so; a document without any counts as done, as in the scorer
        released with the paper (EDS-Pseudo, ``redact_scorer``).
    fully_redacted_where_present : Estimate
        The same over the documents that hold such a token: the figure empty documents cannot flatter.
    documents : int
        How many documents those are.
    """

    redacted: Estimate
    fully_redacted: Estimate
    fully_redacted_where_present: Estimate
    documents: int


@dataclass(frozen=True, slots=True)
class Hiding:
    """What was hidden to the last letter and digit, whatever label hid it (Dorémus et al. 2025, evaluation).

    Parameters
    ----------
    identifiers : Estimate
        Share of the gold spans.
    notes : Estimate
        Share of the notes that hold such a span where all of them are: their recall by note, and by kind of identifier.
    gold, hidden, documents : int
        Those spans; those of them that are hidden; those notes.
    """

    identifiers: Estimate
    notes: Estimate
    gold: int
    hidden: int
    documents: int


@dataclass(frozen=True, slots=True)
class Masks:
    """Predicted spans as masks without a label, one identifier the unit (Dorémus et al. 2025, evaluation).

    Parameters
    ----------
    precision : Estimate
        Share of the predicted spans that touch a gold span.
    f1 : Estimate
        Of this precision and the share of the gold spans that are hidden whole.
    predicted, right : int
        The counts of the precision.
    """

    precision: Estimate
    f1: Estimate
    predicted: int
    right: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over the labels that occur in the gold, each counting once.

    Parameters
    ----------
    value : Estimate
        The mean.
    deviation : float
        The sample standard deviation between the labels, in the unit of the mean.
    """

    value: Estimate
    deviation: float


@dataclass(frozen=True, slots=True)
class Averages:
    """Unweighted means over labels, as the last line of table 1 of Richard, Talbot and Gimbert 2023 has them.

    A rare label counts as much as a common one. A label that was never predicted has precision 0.

    Parameters
    ----------
    precision, recall, f1 : Mean
        Of tokens.
    """

    precision: Mean
    recall: Mean
    f1: Mean


@dataclass(frozen=True, slots=True)
class LabelScores:
    """The measures of one label, or of all labels together (micro average).

    Parameters
    ----------
    tokens : Matching
        Of tokens.
    redaction : Redaction
        What is hidden, under whatever label.
    spans : Matching
        Of spans with both edges and the label right.
    hiding : Hiding
        Spans and notes that show no letter or digit.
    """

    tokens: Matching
    redaction: Redaction
    spans: Matching
    hiding: Hiding


@dataclass(frozen=True, slots=True)
class OverRedaction:
    """What was hidden without need.

    Parameters
    ----------
    share : Estimate
        Share of the tokens under no gold span, of any label, that a predicted span touches.
    tokens, masked : int
        Those tokens; those of them that are masked.
    by_label : mapping
        The masked ones by canonical label of the prediction; labels without any are left out.
    """

    share: Estimate
    tokens: int
    masked: int
    by_label: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Confusion:
    """Which label tokens were given instead of which.

    Parameters
    ----------
    labels : tuple of str
        Of the rows and of the columns; the last, ``O``, stands for no label of the view.
    counts : tuple of tuple of int, shape (labels, labels)
        Tokens by gold label (rows) and predicted label (columns).
    """

    labels: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Every measure over one set of documents.

    Parameters
    ----------
    documents, tokens : int
        Size of the set.
    micro : LabelScores
        All labels together.
    labels : mapping
        Label of the view to its scores; labels met on neither side are left out.
    token_averages, span_averages : Averages
        Unweighted means over labels, of tokens and of exact spans.
    masks : Masks
        Precision and F1 of masks without a label.
    note_recall : Estimate
        Share of the notes holding an identifier where all of them were masked, to the last letter and digit
        (Dorémus et al. 2025, evaluation). Stricter than `fully_redacted`, where touching a token is enough.
    over_redaction : OverRedaction
        What was hidden without need.
    bleu : Estimate
        Corpus BLEU-4 of the notes with predicted masks against the notes with gold masks, both of the view
        (Dorémus et al. 2025, evaluation).
    note_bleu : Estimate
        Mean of the BLEU-4 of each note by itself, where it is defined: a masked note of four tokens or more.
    confusion : Confusion
        Tokens by gold and predicted label.
    """

    documents: int
    tokens: int
    micro: LabelScores
    labels: Mapping[str, LabelScores]
    token_averages: Averages
    span_averages: Averages
    masks: Masks
    note_recall: Estimate
    over_redaction: OverRedaction
    bleu: Estimate
    note_bleu: Estimate
    confusion: Confusion


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Predictions measured against a gold annotation, in one view of the labels.

    Parameters
    ----------
    view : str
        Name of the view.
    bootstrap, seed : int
        Samples of documents behind the intervals (0: no intervals) and the seed they were drawn with.
    overall : Scorecard
        All documents.
    types : mapping
        Document type to the scores of its documents.
    """

    view: str
    bootstrap: int
    seed: int
    overall: Scorecard
    types: Mapping[str, Scorecard]

    def to_json(self) -> str:
        """Return the evaluation as JSON text."""
        return json_of(self)


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """How far two annotations agree on one label, or on all labels together; the same whoever comes first.

    Parameters
    ----------
    token_f1, span_f1 : Estimate
        F1 over tokens and over exact spans.
    kappa : Estimate
        Cohen's kappa over tokens: of the label against all else; of all labels together that of `Agreement`.
    """

    token_f1: Estimate
    span_f1: Estimate
    kappa: Estimate


@dataclass(frozen=True, slots=True)
class SpanChanges:
    """What a second annotation made of the spans of a label; here it matters which side comes first.

    Parameters
    ----------
    first, second : int
        Spans of either side.
    identical : int
        Same edges, same label.
    added, removed : int
        Met by no span of the other side.
    relabelled : int
        Overlapped by a span of another label; counted under the first label.
    re_edged : int
        Overlapped by a span of the same label with other edges.
    """

    first: int
    second: int
    identical: int
    added: int
    removed: int
    relabelled: int
    re_edged: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two annotations of the same documents agree, in one view of the labels.

    Parameters
    ----------
    view : str
        Name of the view.
    bootstrap, seed : int
        Samples of documents behind the intervals (0: no intervals) and the seed they were drawn with.
    documents, tokens : int
        What was annotated twice.
    kappa : Estimate
        Cohen's kappa over tokens, no label being one more category (Cohen 1960).
    micro : LabelAgreement
        All labels together.
    labels : mapping
        Label of the view to its agreement; labels met on neither side are left out.
    changes : mapping
        The same labels, and ``all`` of them together, to what became of the first side's spans.
    """

    view: str
    bootstrap: int
    seed: int
    documents: int
    tokens: int
    kappa: Estimate
    micro: LabelAgreement
    labels: Mapping[str, LabelAgreement]
    changes: Mapping[str, SpanChanges]

    def to_json(self) -> str:
        """Return the agreement as JSON text."""
        return json_of(self)


def json_of(result: Any) -> str:
    """Return a result, a dataclass, as JSON text; undefined shares are ``null``."""
    return json.dumps(_plain(result), ensure_ascii=False, indent=2)


def json_share(value: float) -> float | None:
    """Return a share as results in JSON have it: six decimals, None where it is undefined."""
    return None if math.isnan(value) else round(value, 6)


def _plain(value: Any) -> object:
    """Return mappings, lists and numbers for a value that is made of dataclasses: in one pass, since they are many."""
    if isinstance(value, float):
        return json_share(value)
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
