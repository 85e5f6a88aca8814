"""The options for PDF files, and what they ask for together."""

from __future__ import annotations

from typing import Any

import click

from palimpseste.cli.options import together
from palimpseste.pdf.options import EXTRACTORS, OUTPUTS, PdfOptions

__all__ = ["pdf_options_of", "pdf_output_options", "pdf_read_options"]


pdf_read_options = together(
    click.option(
        "--pdf-extractor",
        type=click.Choice(EXTRACTORS),
        default="body",
        show_default=True,
        help="Text of PDF files: what they say, or all that stands on their pages.",
    ),
    click.option("--pdf-aside", is_flag=True, help="Keep letterheads, margins and footers too, after the body."),
    click.option("--pdf-ocr", is_flag=True, help="Read scanned pages by Tesseract; else their files are quarantined."),
)
pdf_output_options = together(
    click.option(
        "--pdf-output",
        type=click.Choice(OUTPUTS),
        default="text",
        show_default=True,
        help="A PDF file becomes a text, or a new PDF with black boxes or surrogates in place.",
    ),
    click.option("--pdf-images", is_flag=True, help="Keep pictures in new PDF files. Nobody examined them."),
)


def pdf_options_of(options: dict[str, Any]) -> PdfOptions:
    """Return what the options of a command ask for."""
    return PdfOptions(
        extractor=options["pdf_extractor"],
        keeps_aside=options["pdf_aside"],
        output=options.get("pdf_output", "text"),
        keeps_images=options.get("pdf_images", False),
        reads_scans=options["pdf_ocr"],
    )
