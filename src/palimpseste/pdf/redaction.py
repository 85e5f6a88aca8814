"""A new PDF file made of the words that were kept and of what stands for the others, and of nothing else.

Nothing of the old file is carried over but characters and their places, straight lines, and pictures where they are
asked for: what was never read cannot be left in. ADR 11 says why.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.fonts import FONT, font, writable
from palimpseste.pdf.layout import Box, Layout, Page
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.reader import PdfReader, Picture
from palimpseste.pdf.replacing import Blot, Writing, pieces_of
from palimpseste.pdf.text import PlacedText
from palimpseste.pdf.verification import verify
from palimpseste.result import Result

__all__ = ["composed", "redacted", "require_writers"]

# The font's letters are larger than those of most fonts of one size.
_FONT_SIZE = 0.92
_NARROWEST = 50.0
_LARGEST_PAGE = 14_400.0


def require_writers() -> None:
    """Raise UsageError if a library that writes PDF files is missing."""
    try:
        import pikepdf  # noqa: F401 # only looked for
        import reportlab  # noqa: F401 # the same
    except ImportError:
        raise UsageError("new PDF files need ReportLab and pikepdf: pip install 'palimpseste[pdf]'") from None


def redacted(
    layout: Layout, text: PlacedText, result: Result, options: PdfOptions, path: Path, reader: PdfReader
) -> bytes:
    """Return the new file, verified by reading it again.

    Parameters
    ----------
    layout : Layout
        The pages of the old file.
    text : PlacedText
        The part of their text that was de-identified; what is not in it is not in the new file.
    result : Result
        That text de-identified, with its replacements.
    options : PdfOptions
        Boxes or surrogates, with or without pictures.
    path : Path
        The old file, read again only for its pictures.
    reader : PdfReader
        Reads it, and the new file.

    Raises
    ------
    PdfError
        If the file does not pass its verification.
    """
    pieces = [
        piece for piece in pieces_of(text, result, as_boxes=options.output == "boxes") if _is_on_page(piece, layout)
    ]
    pictures = _pictures(layout, reader.pictures(path)) if options.keeps_images else []
    content = composed(layout.pages, pieces, pictures)
    values = [text.text[r.start : r.end] for r in result.offsets.replacements]
    verify(content, layout, pieces, values, reader, may_hold_images=bool(pictures))
    return content


def composed(pages: Sequence[Page], pieces: Iterable[Writing | Blot], pictures: Sequence[Picture] = ()) -> bytes:
    """Return a file of some pages with pieces on them; the same bytes for the same pieces.

    Parameters
    ----------
    pages : sequence of Page
        With their sizes.
    pieces : iterable of Writing | Blot
        What is written on them, or blotted out.
    pictures : sequence of Picture
        What is laid under it.

    Raises
    ------
    PdfError
        If a page is larger than a PDF file may say.
    """
    from reportlab.pdfgen.canvas import Canvas

    font()
    by_page: dict[int, list[Writing | Blot]] = {page.number: [] for page in pages}
    for piece in pieces:
        by_page[piece.page].append(piece)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1, initialFontName=FONT)
    for page in pages:
        if max(page.width, page.height) > _LARGEST_PAGE:
            raise PdfError(f"page {page.number} is larger than a PDF file may say; its text can be had as text")
        canvas.setPageSize((page.width, page.height))
        for picture in pictures:
            if picture.page == page.number:
                _draw_picture(canvas, page, picture)
        canvas.setLineWidth(0.5)
        for rule in page.rules:
            _draw_rule(canvas, page, rule)
        for piece in by_page[page.number]:
            if isinstance(piece, Blot):
                box = piece.box
                canvas.rect(box.left, page.height - box.bottom, box.width, box.height, stroke=0, fill=1)
            else:
                _write(canvas, page, piece)
        canvas.showPage()
    canvas.save()
    return _without_information(buffer.getvalue())


def _is_on_page(piece: Writing | Blot, layout: Layout) -> bool:
    """Tell whether any of a piece would be seen."""
    page, box = layout.pages[piece.page - 1], piece.box
    return box.right > 0 and box.bottom > 0 and box.left < page.width and box.top < page.height


def _write(canvas: Any, page: Page, piece: Writing) -> None:
    text = writable(piece.text)
    room = piece.box.width if piece.is_upright else piece.box.height
    size = max(piece.size * _FONT_SIZE, 0.5)
    natural = font().stringWidth(text, size) or 1.0
    scale = 100 * max(room, 0.1) / natural
    if piece.is_new:
        scale = min(scale, 100.0)
        if scale < _NARROWEST:
            size, scale = size * scale / _NARROWEST, _NARROWEST
    canvas.saveState()
    if piece.is_upright:
        canvas.translate(piece.box.left, page.height - piece.baseline)
    else:
        canvas.translate(piece.box.right, page.height - piece.box.bottom)
        canvas.rotate(90)
    line = canvas.beginText(0, 0)
    line.setFont(FONT, size)
    line.setHorizScale(scale)
    line.textOut(text)
    canvas.drawText(line)
    canvas.restoreState()


def _draw_rule(canvas: Any, page: Page, rule: Box) -> None:
    if rule.width >= rule.height:
        middle = page.height - (rule.top + rule.bottom) / 2
        canvas.line(rule.left, middle, rule.right, middle)
    else:
        middle = (rule.left + rule.right) / 2
        canvas.line(middle, page.height - rule.top, middle, page.height - rule.bottom)


def _draw_picture(canvas: Any, page: Page, picture: Picture) -> None:
    from reportlab.lib.utils import ImageReader

    box = picture.box
    image = ImageReader(io.BytesIO(picture.content))
    canvas.drawImage(image, box.left, page.height - box.bottom, box.width, box.height)


def _pictures(layout: Layout, pictures: Iterable[Picture]) -> list[Picture]:
    """Return the pictures no word stands on: one that words stand on is a scan, and shows them."""
    return [
        picture
        for picture in pictures
        if not any(_holds(picture.box, word.box) for word in layout.pages[picture.page - 1].words)
    ]


def _holds(outer: Box, inner: Box) -> bool:
    x, y = (inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2
    return outer.left <= x <= outer.right and outer.top <= y <= outer.bottom


def _without_information(content: bytes) -> bytes:
    """Return a file without title, author, producer and dates."""
    import pikepdf

    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as file:
        if "/Info" in file.trailer:
            del file.trailer["/Info"]
        for key in ("/Outlines", "/PageMode", "/Lang"):
            if key in file.Root:
                del file.Root[key]
        file.remove_unreferenced_resources()
        file.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return buffer.getvalue()
