"""What is sent to the service: notes, alone or several, with or without annotations. Unknown fields are refused."""

from __future__ import annotations

import datetime
import re
from dataclasses import fields
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from palimpseste.detection.record.birthdate import refuse_unread
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError

__all__ = ["KNOWN_FIELDS", "AnnotatedNote", "AnnotatedNotes", "Note", "Notes", "documents_of"]

_MOST_CHARACTERS = 5_000_000
_STRICT = ConfigDict(extra="forbid", strict=True)


def _written(value: object) -> object:
    """Return what is sent for a field of the record as a file may have it too: a number, or null for unknown."""
    return "" if value is None else str(value) if type(value) is int else value


def _day(value: object) -> object:
    """Return the day of a date with a time of day, as files have it too."""
    return value[:10] if isinstance(value, str) and _DAY_AND_TIME.fullmatch(value) else value


_DAY_AND_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ].*")
_FIELD_OF_RECORD = Annotated[str, BeforeValidator(_written)]
_FIELDS_OF_RECORD: dict[str, Any] = {each.name: (_FIELD_OF_RECORD, "") for each in fields(Patient)}
Record: Any = create_model(
    "Record", __config__=_STRICT, __doc__="What the hospital's record knows of the patient.", **_FIELDS_OF_RECORD
)


class Note(BaseModel):
    """A clinical document."""

    model_config = _STRICT

    id: Annotated[str, Field(max_length=1000, description="Names the document in answers; unique in a request.")] = (
        "document"
    )
    text: Annotated[str, Field(max_length=_MOST_CHARACTERS, description="The text, in French.")]
    type: Annotated[str, Field(max_length=200, description="Type of the document, such as CRH-HOSPI.")] = ""
    date: Annotated[
        datetime.date | None, Field(strict=False, description="Date of the document."), BeforeValidator(_day)
    ] = None
    patient: Annotated[Record | None, Field(description="What the record knows; surrogates agree for a patient.")] = (
        None
    )

    def document(self) -> Document:
        """Return the document that was sent.

        Raises
        ------
        UsageError
            If a field of the record cannot be taken.
        """
        return _readable(Document.from_mapping(self.model_dump(exclude_none=True, exclude_defaults=False)))


class Notes(BaseModel):
    """Several documents."""

    model_config = _STRICT

    documents: Annotated[list[Note], Field(min_length=1)]


class Entity(BaseModel):
    """A span that an annotator marked."""

    model_config = _STRICT

    start: Annotated[int, Field(ge=0, description="In code points.")]
    end: Annotated[int, Field(ge=1)]
    label: str


class AnnotatedNote(Note):
    """A clinical document, and what identifies people in it."""

    entities: Annotated[list[Entity], Field(description="What an annotator marked.")]
    predicted: Annotated[
        list[Entity] | None, Field(description="What a system marked; this service looks itself where it is not given.")
    ] = None

    def gold(self) -> Document:
        """Return the document with the annotator's spans."""
        return _readable(Document.from_mapping(self.model_dump(exclude_none=True, exclude={"predicted"})))

    def found(self) -> Document | None:
        """Return the document with the system's spans, where they were sent."""
        if self.predicted is None:
            return None
        values = self.model_dump(exclude_none=True, exclude={"entities", "predicted"})
        return Document.from_mapping({**values, "entities": [each.model_dump() for each in self.predicted]})


class AnnotatedNotes(BaseModel):
    """Annotated documents, and how they are compared."""

    model_config = _STRICT

    documents: Annotated[list[AnnotatedNote], Field(min_length=1)]
    view: Annotated[str, Field(description="The label set both sides are read in.")] = "canonical"
    bootstrap: Annotated[int, Field(ge=0, le=1000, description="Samples behind the intervals; 0 for none.")] = 0


# What an error may name: other keys may be anything that was sent.
KNOWN_FIELDS = {"body", "query", "format", "text_column", "id_column"}.union(
    *(model.model_fields for model in (Record, Note, Notes, Entity, AnnotatedNote, AnnotatedNotes))
)


def documents_of(notes: Notes | AnnotatedNotes, most: int) -> list[Document]:
    """Return the documents of a request.

    Parameters
    ----------
    notes : Notes or AnnotatedNotes
        What was sent.
    most : int
        How many may be sent at once.

    Raises
    ------
    UsageError
        If they are too many, two have one identifier, or one cannot be taken.
    """
    if len(notes.documents) > most:
        raise UsageError(f"at most {most:,} documents are taken at once")
    if len({note.id for note in notes.documents}) < len(notes.documents):
        raise UsageError("two documents of one request have the same id")
    return [_document_at(position, note) for position, note in enumerate(notes.documents)]


def _readable(document: Document) -> Document:
    """Return a document that a file could hold too."""
    if "\0" in document.text:
        raise UsageError("not text: it holds NUL characters")
    refuse_unread(document.patient)
    return document


def _document_at(position: int, note: Note) -> Document:
    try:
        return note.gold() if isinstance(note, AnnotatedNote) else note.document()
    except UsageError as error:
        raise UsageError(f"body.documents.{position}: {error}") from None
