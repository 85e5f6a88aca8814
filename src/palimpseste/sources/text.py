"""One text file, one document; its identifier is the file's relative path.

A result has the encoding, the byte order mark and the line ends of its file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.result import Result
from palimpseste.sources.encodings import Encoding, decode
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["TextFile", "binary_kind_of"]

# What a folder of notes may hold beside text, by its first bytes.
_BINARY = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP, Word or OpenDocument file"),
    (b"{\\rtf", "an RTF file"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel file"),
    (b"\x1f\x8b", "a gzip file"),
)


@dataclass(frozen=True, slots=True)
class TextFile(SourceDefaults):
    """A text file as a source of one document."""

    position: int
    input: Input
    encoding: Encoding | None = None

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> TextFile:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.encoding)

    def entries(self) -> Iterator[Entry]:
        """Yield the only entry."""
        place = Place("standard input" if self.input.is_standard else str(self.input.path))
        try:
            content = sys.stdin.buffer.read() if self.input.is_standard else self.input.path.read_bytes()
        except OSError as error:
            yield Entry(self.position, 0, place, None, f"cannot be read: {error.strerror}")
            return
        kind = binary_kind_of(content)
        if kind:
            yield Entry(self.position, 0, place, None, f"not text: {kind}")
            return
        try:
            text, encoding = decode(content, self.encoding)
        except UsageError as error:
            yield Entry(self.position, 0, place, None, str(error))
            return
        yield make_entry(self.position, 0, place, lambda: Document(self.input.name, text), encoding)

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the whole file."""
        encoding = origin.form
        if not isinstance(encoding, Encoding):
            raise TypeError("the entry of a text file carries its encoding")
        return encoding.bom + encoding.encode(result.text)


def binary_kind_of(content: bytes) -> str:
    """Return what some bytes are that are no text, told by how they begin; empty where nothing tells."""
    return next((kind for magic, kind in _BINARY if content.startswith(magic)), "")
