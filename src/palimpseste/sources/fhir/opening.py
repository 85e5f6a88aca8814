"""The sources of a run's files of resources, which share whom they know."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.reader import PdfReader
from palimpseste.sources.columns import Columns
from palimpseste.sources.fhir.attachments import PdfText
from palimpseste.sources.fhir.ndjson import FhirLines
from palimpseste.sources.fhir.people import People
from palimpseste.sources.fhir.pseudonyms import Pseudonyms
from palimpseste.sources.listing import Input
from palimpseste.surrogates.keys import CohortKey

__all__ = ["open_fhir"]


def open_fhir(
    inputs: Iterable[tuple[int, Input]],
    columns: Columns,
    key: CohortKey | None,
    further_patients: Path | None,
    reader: PdfReader,
) -> list[FhirLines]:
    """Return the sources of some files, each with its position in the run."""
    given = list(inputs)
    files = [input.path for _, input in given] + ([further_patients] if further_patients else [])
    people = People(files)
    pseudonyms = Pseudonyms(key) if key else Pseudonyms()
    pdf = _pdf_text(reader)
    return [FhirLines(position, input, columns, people, pseudonyms, pdf) for position, input in given]


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
