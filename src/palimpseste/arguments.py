"""What callers hand over: refused, where it is of another type, in words that do not quote it; made a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from palimpseste.document import Document, Patient

__all__ = ["document_of", "expect", "expect_document", "expect_several"]


def expect(what: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Refuse a value of another type.

    Parameters
    ----------
    what : str
        What the value is for, as the subject of the sentence: « a key ».
    value : object
        What was handed over.
    kinds : type or tuple of type
        What it may be.
    wanted : str
        The same in words.

    Raises
    ------
    TypeError
        If it is of none of the types; it tells the type of the value and nothing else of it.
    """
    if not isinstance(value, kinds):
        raise TypeError(f"{what} is {wanted}, not {type(value).__name__}")


def expect_document(document: object) -> None:
    """Refuse, with a `TypeError`, what is neither a document nor the text of one."""
    expect("a document", document, (str, Document), "a str or a Document")


def expect_several(what: str, documents: object) -> None:
    """Refuse, with a `TypeError`, a single document, or its text, where several are wanted."""
    if isinstance(documents, (str, bytes, Mapping, Document)):
        raise TypeError(f"{what} is of documents, one after another, not a {type(documents).__name__}")


def document_of(
    document: str | Document, patient: Patient | Mapping[str, object] | None = None, id: str = "document"
) -> Document:
    """Return what is to be read as a document.

    Parameters
    ----------
    document : str or Document
        A text is taken for a document without type or date.
    patient : Patient or mapping, optional
        Stands for the document's own record.
    id : str
        Of a text.

    Raises
    ------
    UsageError
        If a field of `patient` is unknown, or holds what none may.
    """
    if isinstance(document, str):
        document = Document(id, document)
    if patient is None:
        return document
    record = patient if isinstance(patient, Patient) else Patient.from_mapping(patient)
    return replace(document, patient=record)
