"""The ``.notes`` format: documents with inline tags, made to be written and read by hand.

::

    === id: cardio-014
    type: CRH-HOSPI
    date: 2021-03-12
    patient: {"lastname": "Durand", "firstname": "Paul"}
    ---
    Monsieur <LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>, CRP < 5 mg/L

Blank lines around a text are layout, not text; line ends inside it are kept as they are. A document this cannot hold
(a text that is blank, begins or ends with a line end, holds a tag or a line that opens a document; overlapping
spans) is refused, never bent. Files are UTF-8, with or without a byte order mark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from palimpseste.corpus.markup import marked_text, parse_markup
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LabelSet

__all__ = ["read_notes", "write_notes"]

_OPENING = "=== id: "
_BLOCK = re.compile(rf"^{_OPENING}", re.MULTILINE)
_SEPARATOR = re.compile(r"^---\r?\n", re.MULTILINE)
_LINE_ENDS = "\r\n"


def read_notes(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a ``.notes`` file.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the line; under any view but ``canonical``, whose labels alone are tags.
    """
    if isinstance(view, str) and view != "canonical":
        raise UsageError(f"{path}: the tags of .notes are the canonical labels, not those of the view {view!r}")
    content = path.read_bytes().decode("utf-8-sig")
    starts = [match.start() for match in _BLOCK.finditer(content)]
    if content[: starts[0] if starts else None].strip():
        raise UsageError(f"{path}:1: a document opens with '{_OPENING}...'")
    line = 1 + content.count("\n", 0, starts[0] if starts else 0)
    for start, end in pairwise([*starts, len(content)]):
        yield _document_of(content[start:end], path, line)
        line += content.count("\n", start, end)


def _document_of(block: str, path: Path, line: int) -> Document:
    separator = _SEPARATOR.search(block)
    if not separator:
        raise UsageError(f"{path}:{line}: no '---' line between the header and the text")
    header, body = block[: separator.start()], block[separator.end() :]
    values: dict[str, object] = {}
    for offset, entry in enumerate(header.removeprefix("=== ").rstrip(_LINE_ENDS).split("\n")):
        name, colon, value = entry.partition(": ")
        if not colon or name not in ("id", "type", "date", "patient") or name in values:
            raise UsageError(f"{path}:{line + offset}: a header line is 'type: ', 'date: ' or 'patient: ', each once")
        values[name] = _json_of(value, f"{path}:{line + offset}") if name == "patient" else value.strip()
    body_line = line + header.count("\n") + 1
    text = body.lstrip(_LINE_ENDS)
    body_line += body[: len(body) - len(text)].count("\n")
    values["text"], spans = parse_markup(text.rstrip(_LINE_ENDS), str(path), body_line)
    if not values["id"] or not str(values["text"]).strip():
        raise UsageError(f"{path}:{line}: a document needs an id and a text")
    try:
        document = Document.from_mapping(values)
    except UsageError as error:
        raise UsageError(f"{path}:{line}: {error}") from None
    return Document(document.id, document.text, document.type, document.date, document.patient, spans)


def _json_of(value: str, place: str) -> object:
    try:
        return json.loads(value)
    except json.JSONDecodeError as error:
        raise UsageError(f"{place}: 'patient' is not JSON ({error.msg} at column {error.colno})") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{place}: a number too long or objects nested too deep") from None


def write_notes(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a ``.notes`` file.

    Raises
    ------
    UsageError
        For a document the format cannot hold; its identifier is named.
    """
    with path.open("w", encoding="utf-8", newline="") as stream:
        for document in documents:
            stream.write(_block_of(document))


def _block_of(document: Document) -> str:
    for name, value in (("id", document.id), ("type", document.type)):
        if value != value.strip() or "\n" in value:
            raise UsageError(f"document {document.id!r}: {name} must be one line without outer space in .notes")
    text = document.text
    if not text.strip() or text[0] in _LINE_ENDS or text[-1] in _LINE_ENDS:
        raise UsageError(f"document {document.id!r}: a text that is blank or has outer line ends does not fit .notes")
    if not document.id or _BLOCK.search(text):
        raise UsageError(
            f"document {document.id!r}: an empty id or a line '{_OPENING}' in the text does not fit .notes"
        )
    try:
        marked = marked_text(text, document.entities)
    except UsageError as error:
        raise UsageError(f"document {document.id!r} does not fit .notes: {error}") from None
    lines = [_OPENING + document.id]
    if document.type:
        lines.append(f"type: {document.type}")
    if document.date:
        lines.append(f"date: {document.date.isoformat()}")
    lines += [f"patient: {json.dumps(document.patient.known(), ensure_ascii=False)}", "---", marked]
    return "\n".join(lines) + "\n\n"
