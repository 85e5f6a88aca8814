"""The measures a training may be steered by, taken from the evaluation room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from palimpseste.evaluation.scores import Estimate, Scorecard

__all__ = ["METRICS", "measures_of"]

# All of them in [0, 1], more is better.
METRICS: Mapping[str, Callable[[Scorecard], Estimate]] = MappingProxyType(
    {
        "f1": lambda card: card.micro.tokens.f1,
        "precision": lambda card: card.micro.tokens.precision,
        "recall": lambda card: card.micro.tokens.recall,
        "span_f1": lambda card: card.micro.spans.f1,
        "redacted": lambda card: card.micro.redaction.redacted,
        "fully_redacted": lambda card: card.micro.redaction.fully_redacted,
        "fully_redacted_where_present": lambda card: card.micro.redaction.fully_redacted_where_present,
        "note_recall": lambda card: card.note_recall,
    }
)


def measures_of(card: Scorecard) -> dict[str, float]:
    """Return every measure by name; an undefined one counts as 0, so that nothing found is never best."""
    found = {name: measure(card).value for name, measure in METRICS.items()}
    return {name: value if value == value else 0.0 for name, value in found.items()}
