"""The detector made of the patient's record."""

from __future__ import annotations

from palimpseste.detection.record.compact import CompactText
from palimpseste.detection.record.name_forms import name_forms
from palimpseste.detection.record.names import find_names, spans_of_hits
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

__all__ = ["RecordDetector"]


class RecordDetector:
    """Finds what the patient's structured record knows, in any writing."""

    name = "record"

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return where values of the record stand, in offsets of the view; spans may overlap."""
        if not patient:
            return []
        compact = CompactText(tokens.view)
        return spans_of_hits(tokens, find_names(tokens, compact, name_forms(patient)))
