"""How good a de-identification is: detection, redaction, damage to the note, agreement between annotators.

Must not import: watch, cohorts or anything above them.
"""

from palimpseste.evaluation.evaluate import agreement, evaluate
from palimpseste.evaluation.scores import (
    Agreement,
    Confusion,
    Estimate,
    Evaluation,
    LabelAgreement,
    LabelScores,
    Matching,
    OverRedaction,
    Redaction,
    Scorecard,
    SpanChanges,
)

__all__ = [
    "Agreement",
    "Confusion",
    "Estimate",
    "Evaluation",
    "LabelAgreement",
    "LabelScores",
    "Matching",
    "OverRedaction",
    "Redaction",
    "Scorecard",
    "SpanChanges",
    "agreement",
    "evaluate",
]
