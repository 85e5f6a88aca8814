"""What a caller may ask of PDF files, and the bounds none of them may pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

__all__ = ["EXTRACTORS", "OUTPUTS", "ExtractorName", "Limits", "OutputName", "PdfOptions"]

ExtractorName = Literal["body", "full"]
OutputName = Literal["text", "boxes", "surrogates"]
EXTRACTORS: tuple[ExtractorName, ...] = get_args(ExtractorName)
OUTPUTS: tuple[OutputName, ...] = get_args(OutputName)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file; passing one puts the file in quarantine.

    Parameters
    ----------
    seconds, seconds_with_scans : float
        To read it, and to read it where Tesseract reads scanned pages.
    memory_bytes : int
        Address space of the process that reads.
    file_bytes, pages, characters : int
        Of the file.
    """

    seconds: float = 60.0
    seconds_with_scans: float = 600.0
    memory_bytes: int = 2 << 30
    file_bytes: int = 256 << 20
    pages: int = 2_000
    characters: int = 5_000_000


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """How PDF files are read, and what becomes of them.

    Parameters
    ----------
    extractor : {"body", "full"}
        Which text: what the document says, or all that stands on its pages.
    keeps_aside : bool
        Whether what the extractor leaves out is de-identified too and follows the body.
    output : {"text", "boxes", "surrogates"}
        A text, or a new PDF with black boxes or surrogates in place of what identifies.
    keeps_images : bool
        Whether pictures, which nobody examined, stay in a new PDF.
    reads_scans : bool
        Whether pages that are pictures are read by Tesseract; else their file goes to the quarantine.
    limits : Limits
        Bounds.
    """

    extractor: ExtractorName = "body"
    keeps_aside: bool = False
    output: OutputName = "text"
    keeps_images: bool = False
    reads_scans: bool = False
    limits: Limits = field(default_factory=Limits)
