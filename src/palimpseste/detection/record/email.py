"""The e-mail address of the record found in the text, in any case and however a scanner spaced it."""

from __future__ import annotations

from collections.abc import Iterator

from palimpseste.detection.record.compact import CompactText, compact
from palimpseste.document import Patient, Span

__all__ = ["email_spans"]

_SPACING = 3  # times the address's own length, at most


def email_spans(compact_text: CompactText, patient: Patient) -> Iterator[Span]:
    """Yield the address, its @ written as a sign, ``at`` or ``arobase``."""
    local, _, domain = patient.email.partition("@")
    head, tail = compact(local), compact(domain)
    if not head or len(tail) < 3:
        return
    text = compact_text.view.text
    for sign in (b"", b"at", b"arobase"):
        needle = head + sign + tail
        for index in compact_text.occurrences(needle):
            start, end = compact_text.extent(index, len(needle))
            if end - start > _SPACING * len(patient.email):
                continue
            if (start and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum()):
                continue
            yield Span(start, end, "EMAIL", "record.email")
