"""What the files of resources of a run share: whom they know, and how identifiers are written anew."""

from __future__ import annotations

import os
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.reader import PdfReader
from palimpseste.sources.fhir.attachments import PdfText
from palimpseste.sources.fhir.people import People
from palimpseste.sources.fhir.pseudonyms import Pseudonyms
from palimpseste.sources.source import Opening

__all__ = ["shared_by"]


def shared_by(opening: Opening) -> tuple[People, Pseudonyms, PdfText]:
    """Return what is known of people in all files of resources of a run, the pseudonyms, and what reads attachments."""
    return opening.once("fhir", lambda: _shared(opening))


def _shared(opening: Opening) -> tuple[People, Pseudonyms, PdfText]:
    files = [input.path for input in opening.inputs if input.format == "fhir"]
    if opening.further_patients:
        files.append(opening.further_patients)
    pseudonyms = Pseudonyms(opening.key) if opening.key else Pseudonyms()
    return People(files), pseudonyms, _pdf_text(opening.pdf_reader())


def _pdf_text(reader: PdfReader) -> PdfText:
    """Return what reads the text of a PDF file held in memory."""

    def text_of_content(content: bytes) -> str:
        from palimpseste.pdf.extraction import full
        from palimpseste.pdf.pdfium import require_pdfium
        from palimpseste.pdf.text import text_of

        require_pdfium()
        if not hasattr(os, "memfd_create"):
            raise UsageError("an attachment in PDF, which is read on Linux only")
        # The reader's process opens a path: one that leads to memory, so that no note lies on a disk.
        with open(os.memfd_create("attachment"), "w+b") as stream:  # noqa: PTH123 # a descriptor has no path
            stream.write(content)
            stream.flush()
            try:
                layout = reader.read(Path(f"/proc/{os.getpid()}/fd/{stream.fileno()}"))
            except PdfError as error:
                raise UsageError(f"an attachment in PDF: {error}") from None
        text = text_of(full(layout).body).text
        if not text.strip():
            raise UsageError("an attachment in PDF without text")
        return text

    return text_of_content
