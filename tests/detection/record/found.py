"""What the detector of the record finds in a sentence, written as the sentence with its spans marked."""

from __future__ import annotations

from palimpseste.corpus.markup import marked_text, parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import merge
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient, Span

__all__ = ["found_in", "spans_in"]


def spans_in(text: str, patient: Patient) -> list[Span]:
    """Return the merged spans, in offsets of the text."""
    view = TextView.of(text)
    spans = RecordDetector()(Tokens(view, alphabet()), patient)
    return [Span(*view.to_original(s.start, s.end), s.label, s.source) for s in merge(spans, view.text)]


def found_in(marked: str, patient: Patient) -> str:
    """Return the sentence without its marks as the detector marks it."""
    text, _ = parse_markup(marked)
    return marked_text(text, spans_in(text, patient))
