"""Notes that somebody sends from a browser, read in memory: nothing of a file lies on the disk, no path is used."""

from __future__ import annotations

import io
import re

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.service.reviewing.reviews import note_of
from palimpseste.sources.encodings import decode
from palimpseste.sources.evident import evident_kind
from palimpseste.sources.jsonl import bounded_lines, object_of_line
from palimpseste.sources.text import binary_kind_of

__all__ = ["UPLOAD_SUFFIXES", "notes_of"]

UPLOAD_SUFFIXES = (".txt", ".jsonl")
_MOST_CHARACTERS_OF_NAME = 200
_FOLDERS = re.compile(r"[/\\]")
_FIELDS = ("id", "text", "type", "date", "patient", "entities")


def notes_of(name: str, content: bytes, most: int) -> list[Document]:
    """Return the notes of a file.

    Parameters
    ----------
    name : str
        The file's name: its ending tells what it is, and it is the identifier of a note of plain text.
    content : bytes
        What is in it.
    most : int
        How many notes it may hold.

    Raises
    ------
    UsageError
        If it is of another kind, cannot be read, holds none or more; nothing of it is quoted.
    """
    name = _FOLDERS.split(name)[-1]
    if not (0 < len(name) <= _MOST_CHARACTERS_OF_NAME) or not name.isprintable():
        raise UsageError(
            f"the name of the file is none: 1 to {_MOST_CHARACTERS_OF_NAME} characters that can be printed"
        )
    if name.lower().endswith(".jsonl"):
        return _notes_of_lines(content, most)
    if name.lower().endswith(".txt"):
        return [_note_of_text(name, content)]
    raise UsageError(
        f"only files that end with {' or '.join(UPLOAD_SUFFIXES)} are taken: 'palimpseste convert' writes JSON lines "
        "of BRAT, Doccano, Label Studio and INCEpTION"
    )


def _note_of_text(name: str, content: bytes) -> Document:
    if kind := binary_kind_of(content):
        raise UsageError(f"not text: {kind}")
    text, _ = decode(content)
    if not text.strip():
        raise UsageError("there is no text in it")
    if "\0" in text:
        raise UsageError("not text: it holds NUL characters")
    if evident := evident_kind(text):
        raise UsageError(f"not plain text, but {evident}")
    return Document(name, text)


def _notes_of_lines(content: bytes, most: int) -> list[Document]:
    found: dict[str, Document] = {}
    for number, line in enumerate(bounded_lines(io.BytesIO(content.removeprefix(b"\xef\xbb\xbf"))), start=1):
        if not line.strip():
            continue
        if len(found) == most:
            raise UsageError(f"more than {most:,} notes: send them in several files")
        try:
            values = object_of_line(line)
            document = note_of({name: values[name] for name in _FIELDS if name in values})
        except UsageError as error:
            raise UsageError(f"line {number}: {error}") from None
        if document.id in found:
            raise UsageError(f"line {number}: another line has the same id")
        found[document.id] = document
    if not found:
        raise UsageError("there is no note in it")
    return list(found.values())
