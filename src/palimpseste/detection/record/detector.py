"""The detector made of the patient's record."""

from __future__ import annotations

from palimpseste.detection.record.address import address_spans
from palimpseste.detection.record.birthdate import BirthDate
from palimpseste.detection.record.birthdate_search import birthdate_spans
from palimpseste.detection.record.city import city_spans
from palimpseste.detection.record.compact import CompactText
from palimpseste.detection.record.email import email_spans
from palimpseste.detection.record.identifiers import identifier_spans, phone_spans, zip_spans
from palimpseste.detection.record.initials import initial_spans
from palimpseste.detection.record.name_forms import name_forms
from palimpseste.detection.record.names import find_names, spans_of_hits
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

__all__ = ["RecordDetector"]


class RecordDetector:
    """Finds what the patient's structured record knows, in any writing."""

    name = "record"
    is_quick = True

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return where values of the record stand, in offsets of the view; spans may overlap."""
        if not patient:
            return []
        compact = CompactText(tokens.view)
        names = find_names(tokens, compact, name_forms(patient))
        spans = spans_of_hits(tokens, names)
        spans += initial_spans(tokens, patient, names)
        birthdate = BirthDate.of(patient.birthdate) if patient.birthdate else None
        if birthdate is not None:
            spans += birthdate_spans(tokens, compact, birthdate)
        if patient.address:
            spans += address_spans(tokens, patient)
        if patient.city:
            spans += city_spans(tokens, compact, patient)
        if patient.zip:
            spans += zip_spans(compact, patient)
        if patient.phone:
            spans += phone_spans(compact, patient)
        if patient.email:
            spans += email_spans(compact, patient)
        spans += identifier_spans(compact, patient)
        return spans
