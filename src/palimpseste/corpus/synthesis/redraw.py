"""A document whose every entity is redrawn, consistently and in the writing of the source."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palimpseste.corpus.synthesis.ages import age
from palimpseste.corpus.synthesis.bodies import Bodies
from palimpseste.corpus.synthesis.cast import KINDS, Cast, NamesRead
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.dates import Dates, DatesRead
from palimpseste.corpus.synthesis.figures import Figures
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.pieces import Piece, pieces_of, trimmed
from palimpseste.corpus.synthesis.streets import street_line
from palimpseste.corpus.synthesis.towns import Towns, TownsRead
from palimpseste.corpus.synthesis.web import Web
from palimpseste.document import Document, Patient, Span
from palimpseste.folding import fold_name
from palimpseste.labels import DATES
from palimpseste.writings.case import broken_like, in_case_of, plain
from palimpseste.writings.names import Kind

__all__ = ["Redrawer", "SourceRead"]

_LONGEST = 500
_KEPT = 0.12


@dataclass(frozen=True)
class SourceRead:
    """A source document, read once for all of its copies.

    Parameters
    ----------
    document : Document
        As it was annotated.
    spans : tuple of Span
        Its annotations, disjoint and in order.
    names : NamesRead
        Whose the names of the text and of the record are.
    towns : TownsRead
        Which towns the spans mean.
    dates : DatesRead
        What the dates of the spans say.
    """

    document: Document
    spans: tuple[Span, ...]
    names: NamesRead
    towns: TownsRead
    dates: DatesRead

    @classmethod
    def of(cls, document: Document) -> SourceRead:
        """Return what is read in a document."""
        spans = _disjoint(document.entities)
        text, patient = document.text, document.patient
        values = [plain(text[span.start : span.end]) for span in spans]
        record: tuple[tuple[Kind, str], ...] = (
            ("family", patient.lastname),
            ("family", patient.birth_lastname),
            ("given", patient.firstname),
        )
        names = [(kind, plain(value)) for kind, value in record if value]
        names += [
            (KINDS[span.label], value)
            for span, value in zip(spans, values, strict=True)
            if span.label in KINDS and len(value) < _LONGEST
        ]
        return cls(
            document,
            spans,
            NamesRead.of(names),
            TownsRead.of(text, spans, values, patient),
            DatesRead.of(document, spans),
        )


class Redrawer:
    """The new values of one copy of a document.

    Parameters
    ----------
    read : SourceRead
        The source.
    chance : Chance
        Where they are drawn from.
    lists : Lists
        What they are drawn from.
    """

    def __init__(self, read: SourceRead, chance: Chance, lists: Lists) -> None:
        self._read = read
        self._chance = chance
        self._lists = lists
        self._cast = Cast(read.names, chance, lists)
        self._towns = Towns(read.towns, chance, lists)
        self._bodies = Bodies(self._towns, chance, lists)
        self._dates = Dates(read.dates, read.document.patient, chance)
        self._figures = Figures(chance)
        self._web = Web(self._cast, chance, lists)
        self._values: dict[str, str] = {}
        self._by_label: dict[str, Callable[[str], str]] = {
            "FIRSTNAME": lambda source: self._cast.redrawn(source, "given"),
            "LASTNAME": lambda source: self._cast.redrawn(source, "family"),
            "AGE": lambda source: self._once("age", source, lambda: age(source, chance)),
            "ADDRESS": self._address,
            "ZIP": self._towns.code,
            "CITY": self._towns.city,
            "LOCATION": self._towns.location,
            "HOSPITAL": self._bodies.hospital,
            "ORGANIZATION": self._bodies.organization,
            "PHONE": self._figures.phone,
            "EMAIL": self._web.email,
            "URL": self._web.url,
            "SSN": self._figures.ssn,
            "REFERENCE": self._figures.reference,
            "PATIENT_ID": self._figures.identifier,
            "VISIT_ID": self._figures.identifier,
            "OTHER_ID": self._figures.identifier,
        }

    @property
    def dates(self) -> Dates:
        """The new dates."""
        return self._dates

    def pieces(self) -> list[Piece]:
        """Return the pieces of the copy."""
        text = self._read.document.text
        is_decomposed = not text.isascii() and not unicodedata.is_normalized("NFC", text)
        index = 0
        found: list[Piece] = []
        for piece in pieces_of(text, self._read.spans):
            if piece.label is None:
                found.append(piece)
                continue
            new = self._redrawn(index, piece)
            found.append(Piece(unicodedata.normalize("NFD", new) if is_decomposed else new, piece.label))
            index += 1
        return trimmed(found)

    def patient(self) -> Patient:
        """Return the record of the copy, which agrees with its text."""
        patient = self._read.document.patient
        if not patient:
            return patient

        def new(value: str, label: str) -> str:
            return self._by_label[label](value) if value else ""

        return Patient(
            lastname=new(patient.lastname, "LASTNAME"),
            birth_lastname=new(patient.birth_lastname, "LASTNAME"),
            firstname=new(patient.firstname, "FIRSTNAME"),
            birthdate=self._dates.birth(patient.birthdate) if patient.birthdate else "",
            address=new(patient.address, "ADDRESS"),
            zip=new(patient.zip, "ZIP"),
            city=new(patient.city, "CITY"),
            phone=new(patient.phone, "PHONE"),
            email=new(patient.email, "EMAIL"),
            ssn=new(patient.ssn, "SSN"),
            patient_id=new(patient.patient_id, "PATIENT_ID"),
            visit_id=new(patient.visit_id, "VISIT_ID"),
        )

    def _redrawn(self, index: int, piece: Piece) -> str:
        source, label = piece
        if label is None or len(source) >= _LONGEST:
            return source
        if label in DATES:
            return self._dates.redrawn(index, source, is_birth=label == "BIRTHDATE") or source
        return self._by_label[label](source) or source

    def _address(self, source: str) -> str:
        line = self._once("address", source, lambda: street_line(source, self._chance, self._lists))
        if "\n" in source and "\n" not in line:
            line = broken_like(source, line)
        elif "\n" not in source:
            line = plain(line)
        return in_case_of(source, line) if source.isupper() or source.islower() else line

    def _once(self, kind: str, source: str, draw: Callable[[], str]) -> str:
        key = f"{kind}:{fold_name(plain(source))}"
        if key not in self._values:
            self._values[key] = source if self._chance.odds(_KEPT) else draw()
        return self._values[key]


def _disjoint(spans: Sequence[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for span in sorted(spans):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return tuple(found)
