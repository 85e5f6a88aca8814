"""The values every other room passes around: documents, records, spans and results.

All offsets are half-open intervals ``[start, end)`` of Unicode code points of the text exactly as it came.
No ``repr`` shows a text or a value of a record.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date

from palimpseste.errors import UsageError
from palimpseste.labels import Label, label_named
from palimpseste.privacy.accountant import Ledger

__all__ = ["STRUCTURE", "Document", "OffsetMap", "Patient", "Replacement", "Result", "Span"]

# The source of a span that is a value because of the field it stood in, not because a detector read it so.
STRUCTURE = "structure"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text and what it identifies.

    Parameters
    ----------
    start, end : int
        Half-open interval of code points, ``0 <= start < end``.
    label : Label
        One of the canonical labels.
    source : str
        What found it (``rules.date.figures.whole``, ``record.lastname``, ``propagation``); says nothing of the text.
    """

    start: int
    end: int
    label: Label
    source: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span needs 0 <= start < end, got start={self.start}, end={self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True, repr=False)
class Patient:
    """What the hospital's structured record knows of the patient a document is about.

    Every field is optional and kept as it came; the empty string means unknown.
    """

    lastname: str = ""
    birth_lastname: str = ""
    firstname: str = ""
    birthdate: str = ""
    address: str = ""
    zip: str = ""
    city: str = ""
    phone: str = ""
    email: str = ""
    ssn: str = ""
    patient_id: str = ""
    visit_id: str = ""

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Patient:
        """Read a record from a mapping such as a JSON object.

        Parameters
        ----------
        values : mapping
            Field names to strings, numbers, dates or None.

        Raises
        ------
        UsageError
            If a field name is unknown or a value is not a scalar; the value itself is not quoted.
        """
        known = cls.field_names()
        unknown = sorted(set(values) - set(known))
        if unknown:
            raise UsageError(f"unknown patient field {unknown[0]!r}; known fields: {', '.join(known)}")
        given: dict[str, str] = {}
        for name, value in values.items():
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (str, int, date)):
                raise UsageError(f"patient field {name!r} must be a string, got {type(value).__name__}")
            given[name] = (value.isoformat() if isinstance(value, date) else str(value)).strip()
        return cls(**given)

    @staticmethod
    def field_names() -> tuple[str, ...]:
        """Return the names of the record's fields, in order."""
        return _PATIENT_FIELDS

    def known(self) -> dict[str, str]:
        """Return the fields that hold a value."""
        return {name: value for name, value in asdict(self).items() if value}

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _PATIENT_FIELDS)

    def __repr__(self) -> str:
        return f"Patient(<{len(self.known())} fields>)"


_PATIENT_FIELDS = tuple(f.name for f in fields(Patient))


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
        Annotations that came with the document, sorted. Those whose source is `STRUCTURE` are values by where they
        stood: they are replaced whatever detectors find.
    replacements : tuple of Replacement
        Where a de-identified text differs from the one it came from; empty in a document as it came.
    ledger : Ledger, optional
        What the surrogates in the text spent of a privacy budget.
    """

    id: str
    text: str
    type: str = ""
    date: date | None = None
    patient: Patient = field(default_factory=Patient)
    entities: tuple[Span, ...] = ()
    replacements: tuple[Replacement, ...] = field(default=(), compare=False)
    ledger: Ledger | None = None

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Document:
        """Read a document from a mapping such as one JSON line.

        Raises
        ------
        UsageError
            If a field is missing, unknown or of the wrong kind; no text is quoted.
        """
        unknown = sorted(set(values) - {"id", "text", "type", "date", "patient", "entities", "privacy"})
        if unknown:
            raise UsageError(f"unknown document field {unknown[0]!r}")
        text = values.get("text")
        if not isinstance(text, str):
            raise UsageError("document field 'text' must be a string")
        if "id" not in values or isinstance(values["id"], (dict, list, bool, type(None))):
            raise UsageError("document field 'id' must be a string or a number")
        patient = values.get("patient") or {}
        if not isinstance(patient, Mapping):
            raise UsageError("document field 'patient' must be an object")
        privacy = values.get("privacy")
        if privacy is not None and not isinstance(privacy, Mapping):
            raise UsageError("document field 'privacy' must be an object")
        return cls(
            id=str(values["id"]),
            text=text,
            type=str(values.get("type") or ""),
            date=_date_of(values.get("date")),
            patient=Patient.from_mapping(patient),
            entities=_spans_of(values.get("entities") or (), len(text)),
            ledger=Ledger.from_mapping(privacy) if privacy is not None else None,
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
        values["entities"] = [{"start": s.start, "end": s.end, "label": s.label} for s in self.entities]
        if self.ledger:
            values["privacy"] = self.ledger.to_mapping()
        return values

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, <{len(self.text)} characters>, <{len(self.entities)} entities>)"


def _date_of(value: object) -> date | None:
    if value is None or value == "":
        return None
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
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
        spans.append(Span(start, end, label_named(str(entity.get("label"))), str(entity.get("source") or "")))
    return tuple(sorted(spans))


@dataclass(frozen=True, slots=True)
class Replacement:
    """One stretch of the original text and the stretch that stands for it in the new one.

    Both intervals are half-open; the new one may be empty.
    """

    start: int
    end: int
    new_start: int
    new_end: int


class OffsetMap:
    """Carries intervals across a replacement, in both directions.

    Outside the replaced stretches the map is a translation. Inside one, an interval is widened to the whole stretch:
    an annotation that touches a replaced value covers the whole surrogate.

    Parameters
    ----------
    replacements : iterable of Replacement
        Sorted and disjoint, in both texts.
    """

    __slots__ = ("_new_starts", "_starts", "replacements")

    def __init__(self, replacements: Iterable[Replacement]) -> None:
        self.replacements = tuple(replacements)
        self._starts = [r.start for r in self.replacements]
        self._new_starts = [r.new_start for r in self.replacements]

    def to_new(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the new text that covers ``[start, end)`` of the original."""
        return self._carry(start, end, self._starts, forward=True)

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the original text that covers ``[start, end)`` of the new one."""
        return self._carry(start, end, self._new_starts, forward=False)

    def span_to_new(self, span: Span) -> Span:
        """Return an annotation of the original text as it stands on the new text: label and source kept."""
        start, end = self.to_new(span.start, span.end)
        return Span(start, end, span.label, span.source)

    def span_to_original(self, span: Span) -> Span:
        """Return an annotation of the new text as it stands on the original text: label and source kept."""
        start, end = self.to_original(span.start, span.end)
        return Span(start, end, span.label, span.source)

    def _carry(self, start: int, end: int, starts: list[int], *, forward: bool) -> tuple[int, int]:
        if not 0 <= start <= end:
            raise ValueError(f"an interval needs 0 <= start <= end, got start={start}, end={end}")
        if start == end:
            place = self._edge(start, starts, forward=forward, upper=False)
            return place, place
        return (
            self._edge(start, starts, forward=forward, upper=False),
            self._edge(end, starts, forward=forward, upper=True),
        )

    def _edge(self, offset: int, starts: list[int], *, forward: bool, upper: bool) -> int:
        """Carry one edge; an edge strictly inside a replaced stretch moves to that stretch's outer edge."""
        index = bisect_right(starts, offset - 1 if upper else offset) - 1
        if index < 0:
            return offset
        r = self.replacements[index]
        (a, b), (c, d) = ((r.start, r.end), (r.new_start, r.new_end))
        if not forward:
            (a, b), (c, d) = (c, d), (a, b)
        if offset >= b:
            return offset - b + d
        return d if upper else c


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """A de-identified document.

    Parameters
    ----------
    document_id : str
        The document's identifier.
    text : str
        The new text.
    spans : tuple of Span
        The replaced stretches, in offsets of the new text.
    original_spans : tuple of Span
        The same, in offsets of the original text and the same order.
    offsets : OffsetMap
        Carries any annotation from one text to the other.
    type : str
        The document's type.
    date : datetime.date, optional
        The document's date after the policy for dates.
    ledger : Ledger, optional
        What the surrogates spent of a privacy budget, where the policy has one.
    """

    document_id: str
    text: str
    spans: tuple[Span, ...]
    original_spans: tuple[Span, ...]
    offsets: OffsetMap
    type: str = ""
    date: date | None = None
    ledger: Ledger | None = None

    def to_document(self) -> Document:
        """Return the new text as a document with its spans; it carries no record."""
        return Document(
            id=self.document_id,
            text=self.text,
            type=self.type,
            date=self.date,
            entities=self.spans,
            replacements=self.offsets.replacements,
            ledger=self.ledger,
        )

    def __repr__(self) -> str:
        return f"Result(document_id={self.document_id!r}, <{len(self.text)} characters>, <{len(self.spans)} spans>)"
