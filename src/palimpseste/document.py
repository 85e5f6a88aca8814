"""What a source reads: documents, records, and the spans that are found in them. Text here is text as it came.

All offsets are half-open intervals ``[start, end)`` of Unicode code points of the text exactly as it came.
No ``repr`` shows a text or a value of a record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from math import isfinite
from numbers import Integral, Real

from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, label_named
from palimpseste.screen import name_shown

__all__ = ["BESIDE", "STRUCTURE", "Document", "Patient", "Prediction", "Span", "plain_scalar"]

# The source of a span that is a value because of the field it stood in, not because a detector read it so.
STRUCTURE = "structure"

# The source of a span that was not found but is written anew with the date behind it: its weekday, a counted time.
BESIDE = "beside"


@dataclass(frozen=True, slots=True, order=True, init=False)
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
    probability : float in [0, 1], optional
        That it identifies what its label says, edges included: calibrated where record, rules or a model of the
        package found it (:mod:`palimpseste.detection.confidence`), otherwise in the words of its source; None where
        that says none. Two spans are equal, and sorted, without it: how sure a detector is makes no other span.
    evidence : tuple of str
        All that found something there, in order of trust, its own source first: names of rules, fields of the record,
        the model. What gave another label is followed by it (``rules.place.town:CITY``). It says nothing of the text,
        and compares as the probability does: not at all.
    """

    start: int
    end: int
    label: Label
    source: str = ""
    probability: float | None = field(default=None, compare=False)
    evidence: tuple[str, ...] = field(default=(), compare=False)

    def __init__(
        self,
        start: int,
        end: int,
        label: Label,
        source: str = "",
        probability: float | None = None,
        evidence: tuple[str, ...] = (),
    ) -> None:
        # What a frozen dataclass would write takes twice as long, and a note makes some hundred spans.
        if not 0 <= start < end:
            raise ValueError(f"a span needs 0 <= start < end, got start={start}, end={end}")
        _set_start(self, start)
        _set_end(self, end)
        _set_label(self, label)
        _set_source(self, source)
        _set_probability(self, None if probability is None else _probability_of(probability))
        _set_evidence(self, evidence)

    def at(self, start: int, end: int) -> Span:
        """Return what is found here at another place: all else stays.

        Parameters
        ----------
        start, end : int
            Half-open interval of code points.
        """
        return Span(start, end, self.label, self.source, self.probability, self.evidence)

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end


_set_start, _set_end, _set_label, _set_source, _set_probability, _set_evidence = (
    vars(Span)[each.name].__set__ for each in fields(Span)
)


def _probability_of(value: object) -> float:
    """Return a number as a probability, in the type that JSON writes."""
    if type(value) is float and 0.0 <= value <= 1.0:
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"the probability of a span is a number or None, not {type(value).__name__}")
    number = float(value)
    if not 0.0 <= number <= 1.0:
        raise ValueError("the probability of a span lies between 0 and 1, both included")
    return number


@dataclass(frozen=True, slots=True, repr=False)
class Patient:
    """What the hospital's structured record knows of the patient a document is about.

    Every field is optional and kept as it came; the empty string means unknown. A field holds 200 characters at most,
    the address 500: what is longer is another column, or a file that went wrong, and is looked for at a cost.

    Raises
    ------
    UsageError
        If a field is no string, is longer, holds control characters other than tabs and line ends, or nothing that can
        be read; the value itself is not quoted.
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

    def __post_init__(self) -> None:
        for name in _PATIENT_FIELDS:
            value = getattr(self, name)
            if value != "":
                _check_field(name, value)

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Patient:
        """Read a record from a mapping such as a JSON object.

        Parameters
        ----------
        values : mapping
            Field names to strings, numbers, dates or None; what tables have for no value, NaN and NaT, is unknown too.

        Raises
        ------
        UsageError
            If it is no mapping, a field name is unknown, or a value is not a scalar or none that a record takes; it is
            not quoted.
        """
        if not isinstance(values, Mapping):
            raise UsageError(f"the patient's record must map its fields to values, got {type(values).__name__}")
        known = cls.field_names()
        unknown = sorted(map(str, set(values) - set(known)))
        if unknown:
            raise UsageError(f"unknown patient field {name_shown(unknown[0])}; known fields: {', '.join(known)}")
        given: dict[str, str] = {}
        for name, value in values.items():
            value = plain_scalar(value)
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
_MOST_CHARACTERS = 200
_MOST_CHARACTERS_OF = {"address": 500}
# Those of the first 32 that end no line and part no columns; 0x80 to 0x9F are CP1252 taken for Latin-1: ’, œ.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def plain_scalar(value: object) -> object:
    """Return a value as a record or an identifier has it, of what programs and tables have.

    Parameters
    ----------
    value : object
        Whole decimals become integers, other decimals strings, moments dates; NaN and NaT become None; what is infinite
        is nothing that a record has, and stays.
    """
    if isinstance(value, bool) or not isinstance(value, (date, Decimal, Real)):
        return value
    if value != value:  # what is no number and no time is not itself
        return None
    if isinstance(value, date):
        return value.date() if isinstance(value, datetime) else value
    if isinstance(value, Integral):
        return int(value)
    number = value if isinstance(value, Decimal) else float(value)
    if not isfinite(number):
        return value
    return int(number) if number == int(number) else str(value)


def _check_field(name: str, value: str) -> None:
    if not isinstance(value, str):
        raise UsageError(f"patient field {name!r} must be a string, got {type(value).__name__}")
    most = _MOST_CHARACTERS_OF.get(name, _MOST_CHARACTERS)
    if len(value) > most:
        raise UsageError(f"patient field {name!r} has {len(value):,} characters; at most {most} are taken")
    if _CONTROLS.search(value):
        raise UsageError(f"patient field {name!r} holds control characters")
    written = value.strip()
    if written and not any(map(str.isprintable, written)):
        raise UsageError(f"patient field {name!r} holds nothing that can be read")


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


@dataclass(frozen=True, slots=True, repr=False)
class Prediction:
    """A document as it came and what was found in it: as sensitive as the document, and never a result.

    Parameters
    ----------
    document : Document
        With its original text.
    spans : tuple of Span
        What was found, in offsets of that text.
    is_contradicted : bool
        Whether a language model masked nothing where another detector found something.
    words_kept : int
        How many occurrences of words that the site never masks would have been masked.
    """

    document: Document
    spans: tuple[Span, ...]
    is_contradicted: bool = False
    words_kept: int = 0

    @property
    def text(self) -> str:
        """The original text."""
        return self.document.text

    @property
    def type(self) -> str:
        """The document's type."""
        return self.document.type

    @property
    def found(self) -> tuple[Span, ...]:
        """What was found: a prediction replaces nothing and keeps nothing."""
        return self.spans

    def __repr__(self) -> str:
        return f"Prediction(id={self.document.id!r}, <{len(self.text)} characters>, <{len(self.spans)} spans>)"
