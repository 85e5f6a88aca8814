"""A clinical document as it came: its text, what its source knows of it; no ``repr`` shows the text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from palimpseste.document.patient import Patient
from palimpseste.document.scalars import plain_scalar
from palimpseste.document.span import Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, label_named
from palimpseste.rendering.screen import name_shown

__all__ = ["Document"]


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """A clinical document as it came.

    Parameters
    ----------
    id : str
        Identifier, unique in a run.
    text : str
        The text, untouched: line ends, accents and spaces are those of the source.
    type : str, optional
        Document type, such as the AP-HP codes (``CRH-HOSPI``, ``IAO``).
    date : datetime.date, optional
        Date of the document, where the source knows it.
    patient : Patient
        The structured record, empty where unknown.
    entities : tuple of Span
        Annotations that came with the document, sorted: an annotator's, which training and evaluation read and
        de-identification does not, and those whose source is `STRUCTURE`, which are values by where they stood and are
        replaced whatever detectors find.
    patient_dates : bytes
        The dates of all documents of the patient, packed, where they were read before
        (:class:`~palimpseste.surrogates.dates.plan.DatesPlan`).

    Raises
    ------
    UsageError
        If a field is of another type; its value is not quoted.
    """

    id: str
    text: str
    type: str = ""
    date: date | None = None
    patient: Patient = field(default_factory=Patient)
    entities: tuple[Span, ...] = ()
    patient_dates: bytes = b""

    def __post_init__(self) -> None:
        for name, kind, wanted in _DOCUMENT_FIELDS:
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise UsageError(f"document field {name!r} must be {wanted}, got {type(value).__name__}")
        if type(self.date) not in (date, type(None)):
            object.__setattr__(self, "date", _date_of(self.date))
        other = next((span for span in self.entities if not isinstance(span, Span)), None)
        if other is not None:
            raise UsageError(f"document field 'entities' must hold spans, got {type(other).__name__}")

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Document:
        """Read a document from a mapping such as one JSON line.

        A line of a result is read too, as any other text: what it says it spent (``privacy``) and left in place
        (``kept``) is not a document's.

        Raises
        ------
        UsageError
            If a field is missing, unknown or of the wrong kind; no text is quoted.
        """
        unknown = sorted(set(values) - {"id", "text", "type", "date", "patient", "entities", "privacy", "kept"})
        if unknown:
            raise UsageError(f"unknown document field {name_shown(unknown[0])}")
        text = values.get("text")
        if not isinstance(text, str):
            raise UsageError("document field 'text' must be a string")
        if "id" not in values or isinstance(values["id"], (dict, list, bool, type(None))):
            raise UsageError("document field 'id' must be a string or a number")
        patient = values.get("patient") or {}
        if not isinstance(patient, Mapping):
            raise UsageError("document field 'patient' must be an object")
        return cls(
            id=str(values["id"]),
            text=text,
            type=str(values.get("type") or ""),
            date=_date_of(values.get("date")),
            patient=Patient.from_mapping(patient),
            entities=_spans_of(values.get("entities") or (), len(text)),
        )

    def to_mapping(self) -> dict[str, object]:
        """Return the document as one JSON object, unknown fields left out."""
        values: dict[str, object] = {"id": self.id, "text": self.text}
        if self.type:
            values["type"] = self.type
        if self.date:
            values["date"] = self.date.isoformat()
        if self.patient:
            values["patient"] = self.patient.known()
        values["entities"] = [
            {"start": s.start, "end": s.end, "label": s.label}
            | ({} if s.probability is None else {"probability": s.probability})
            for s in self.entities
        ]
        return values

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, <{len(self.text)} characters>, <{len(self.entities)} entities>)"


_DOCUMENT_FIELDS: tuple[tuple[str, type | tuple[type, ...], str], ...] = (
    ("id", str, "a string"),
    ("text", str, "a string"),
    ("type", str, "a string"),
    ("date", (date, type(None)), "a datetime.date or None"),
    ("patient", Patient, "a Patient"),
    ("entities", (tuple, list), "a tuple of spans"),
    ("patient_dates", bytes, "bytes"),
)


def _date_of(value: object) -> date | None:
    value = plain_scalar(value)
    if value is None or value == "":
        return None
    if isinstance(value, date):
        return value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}([T ].*)?", value):
        try:
            return date.fromisoformat(value[:10])
        except ValueError:
            pass
    raise UsageError("document field 'date' must be an ISO date (YYYY-MM-DD)")


def _spans_of(values: object, length: int) -> tuple[Span, ...]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise UsageError("document field 'entities' must be a list")
    spans = []
    for position, entity in enumerate(values):
        if not isinstance(entity, Mapping):
            raise UsageError(f"entity {position} must be an object")
        start, end = entity.get("start"), entity.get("end")
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end <= length:
            raise UsageError(f"entity {position} must have 0 <= start < end <= {length}")
        label, source, probability = entity.get("label"), entity.get("source"), entity.get("probability")
        evidence = entity.get("evidence")
        if label not in LABELS:
            raise UsageError(f"entity {position}: its label is none of {', '.join(LABELS)}")
        try:
            told = tuple(map(str, evidence)) if isinstance(evidence, (list, tuple)) else ()
            spans.append(Span(start, end, label_named(str(label)), str(source or ""), probability, told))
        except (TypeError, ValueError):
            raise UsageError(f"entity {position}: its probability must be a number from 0 to 1") from None
    return tuple(sorted(spans))
