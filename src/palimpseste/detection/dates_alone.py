"""The dates and ages of a note by their rules alone: for what asks about dates only, in a tenth of the time."""

from __future__ import annotations

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.merge import merge
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.rules.dates.repeats import repeated_dates
from palimpseste.document import STRUCTURE, Document, Span

__all__ = ["dates_in"]

_LABELS = ("DATE", "BIRTHDATE", "AGE")


def dates_in(document: Document) -> list[Span]:
    """Return the dates and ages that rules find in a document: sorted, disjoint spans of its text as it came.

    A detector that reads the whole note finds nearly the same ones.
    """
    if not document.text.strip():
        return []
    view = view_of(document.text)
    found = [span for rule in (*figures.RULES, *ages.RULES) for span in rule.spans(view)]
    found = without_refused(view, [*found, *repeated_dates(view, found)])
    given = [span for span in document.entities if span.source == STRUCTURE and span.label in _LABELS]
    spans = [span.at(*view.to_original(span.start, span.end)) for span in found if span.label in _LABELS]
    return merge([*given, *spans], view.original)
