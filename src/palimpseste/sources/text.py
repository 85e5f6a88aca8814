"""One text file, one document; its identifier is the file's relative path.

A result has the encoding, the byte order mark and the line ends of its file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import standard_input
from palimpseste.result import Result
from palimpseste.sources.encodings import Encoding, decode
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.evident import evident_kind
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["MOST_BYTES", "TextFile", "binary_kind_of"]

# A file that is longer is no note, and would take the memory of the machine.
MOST_BYTES = 1 << 27
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
    """A text file as a source of one document.

    Parameters
    ----------
    position : int
        Which input of the run it is, from 0.
    input : Input
        The file, or standard input.
    encoding : Encoding, optional
        How the file is written; found out where none is given.
    """

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
            content = self._content()
        except OSError as error:
            yield Entry(self.position, 0, place, None, f"cannot be read: {error.strerror}")
            return
        if len(content) > MOST_BYTES:
            yield Entry(self.position, 0, place, None, f"larger than {MOST_BYTES >> 20} MiB: no note")
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
        evident = "" if self.input.is_forced else evident_kind(text)
        if evident:
            reason = f"not plain text, but {evident}; --format text reads it as text, signs of its format and all"
            yield Entry(self.position, 0, place, None, reason)
            return
        yield make_entry(self.position, 0, place, lambda: Document(self.input.name, text), encoding)

    def _content(self) -> bytes:
        if self.input.is_standard:
            return standard_input().read(MOST_BYTES + 1)
        with self.input.opened() as stream:
            content = stream.read(MOST_BYTES + 1)
            self.input.require_unchanged(os.fstat(stream.fileno()))
        return content

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the whole file.

        Raises
        ------
        TypeError
            If the entry came from another source.
        """
        encoding = origin.form
        if not isinstance(encoding, Encoding):
            raise TypeError("the entry of a text file carries its encoding")
        return encoding.bom + encoding.encode(result.text)


def binary_kind_of(content: bytes) -> str:
    """Return what some bytes are that are no text, told by how they begin; empty where nothing tells."""
    return next((kind for magic, kind in _BINARY if content.startswith(magic)), "")
