"""One PDF file, one document; its identifier is the file's relative path. Needs pypdfium2, the extra ``pdf``.

A result is a text in UTF-8, or a new PDF file in which nothing of the old one is left but the words that were kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palimpseste.document import Document
from palimpseste.errors import DocumentError
from palimpseste.pdf.extraction import EXTRACTORS
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.layout import Layout
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.pdfium import require_pdfium
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.scans import require_tesseract
from palimpseste.pdf.text import PlacedText, text_of
from palimpseste.result import Result
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["PdfFile"]


@dataclass(frozen=True, slots=True, repr=False)
class _Read:
    """What a new PDF is made from: the text with the places of its words, and the pages."""

    text: PlacedText
    layout: Layout


@dataclass(frozen=True, slots=True)
class PdfFile(SourceDefaults):
    """A PDF file as a source of one document.

    Parameters
    ----------
    position : int
        Of the source in the run.
    input : Input
        The file.
    options : PdfOptions
        How it is read, and what becomes of it.
    reader : PdfReader
        Shared by all files of a run: starting its process takes longer than most files.
    """

    position: int
    input: Input
    options: PdfOptions
    reader: PdfReader

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> PdfFile:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.pdf, opening.pdf_reader())

    def check(self) -> None:
        """Raise UsageError if a library or program is missing; a file that cannot be read is an unreadable entry."""
        require_pdfium()
        if self.options.reads_scans:
            require_tesseract()
        if self.options.output != "text":
            from palimpseste.pdf.redaction import require_writers

            require_writers()

    def entries(self) -> Iterator[Entry]:
        """Yield the only entry."""
        place = Place(str(self.input.path))
        try:
            layout = self.reader.read(self.input.path)
            self.input.require_unchanged(self.input.path.stat())
        except PdfError as error:
            yield Entry(self.position, 0, place, None, str(error))
            return
        except OSError as error:
            yield Entry(self.position, 0, place, None, f"cannot be read: {error.strerror}")
            return
        extraction = EXTRACTORS[self.options.extractor](layout)
        text = text_of(extraction.body, extraction.aside if self.options.keeps_aside else ())
        if not text.words:
            reason = "no body was found among its text; --pdf-extractor full, or --pdf-aside, reads all of it"
            yield Entry(self.position, 0, place, None, reason)
            return
        form = None if self.options.output == "text" else _Read(text, layout)
        yield make_entry(self.position, 0, place, lambda: Document(self.input.name, text.text), form)

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the whole file.

        Raises
        ------
        DocumentError
            If a new PDF was asked for and does not pass its verification.
        """
        if self.options.output == "text":
            return result.text.encode("utf-8")
        from palimpseste.pdf.redaction import redacted

        if not isinstance(origin.form, _Read):
            raise TypeError("the entry of a PDF file carries its layout")
        try:
            return redacted(origin.form.layout, origin.form.text, result, self.options, self.input.path, self.reader)
        except PdfError as error:
            raise DocumentError(origin.id, str(error)) from None
