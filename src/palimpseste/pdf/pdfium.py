"""The layout of a file by PDFium. Needs pypdfium2, the extra ``pdf``.

PDFium is a large C++ library fed with files from anywhere: this module runs in a process of its own
(:mod:`palimpseste.pdf.reader`), never in that of the run.
"""

from __future__ import annotations

import ctypes
import io
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import degrees, hypot
from operator import itemgetter
from pathlib import Path
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.files import open_to_read
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.glyphs import UNKNOWN, Glyph, words_of
from palimpseste.pdf.layout import Box, Layout, Page
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.scans import is_outlined, is_scan, scanned_words

__all__ = ["content_of", "read_layout", "read_pictures", "require_pdfium"]

_TAIL_BYTES = 4096
_FORM_DEPTH = 5
_ASCENT, _DESCENT = 0.85, 0.25
_SCAN_SCALE = 300 / 72
_MOST_PIXELS = 4e7
_RULE_THICKNESS = 3.0
_RULE_LENGTH = 40.0
# A file whose fonts do not say what they show gives signs in place of letters.
_UNREADABLE_SHARE = 0.2
# Bytes of a string of nothing.
_EMPTY = 2


def require_pdfium() -> Any:
    """Return the library.

    Raises
    ------
    UsageError
        If it is not installed.
    """
    try:
        import pypdfium2
    except ImportError:
        raise UsageError("PDF files need pypdfium2: pip install 'palimpseste[pdf]'") from None
    return pypdfium2


def read_layout(content: bytes, options: PdfOptions, *, is_ours: bool = False) -> Layout:
    """Return the layout of a file, its scanned pages read by Tesseract if that is asked for.

    A file that this package wrote (`is_ours`) may lack text, and its pages are no scans.

    Parameters
    ----------
    content : bytes
        Of the file.
    options : PdfOptions
        How PDF files are read.
    is_ours : bool
        Whether this package wrote it.

    Raises
    ------
    PdfError
        If the file is encrypted, damaged or too large, or holds a page whose text cannot be told.
    """
    with _opened(content) as document:
        if not len(document):
            raise PdfError("a PDF file without pages")
        _refuse_what_is_elsewhere(document, content)
        # Fields that were filled without being drawn are drawn by the library.
        document.init_forms()
        if len(document) > options.limits.pages:
            raise PdfError(f"{len(document)} pages; at most {options.limits.pages} are read")
        pages = []
        characters = 0
        for index in range(len(document)):
            page = _page(document, index, options, is_ours)
            characters += sum(len(word.text) for word in page.words)
            if characters > options.limits.characters:
                raise PdfError(f"more than {options.limits.characters} characters")
            pages.append(page)
    if not is_ours and not any(page.words for page in pages):
        raise PdfError("no text on any page")
    unknown = sum(word.text.count(UNKNOWN) for page in pages for word in page.words)
    if not is_ours and unknown > _UNREADABLE_SHARE * characters:
        raise PdfError("its fonts do not tell which characters they show")
    return Layout(tuple(pages))


def content_of(path: Path, options: PdfOptions) -> bytes:
    """Return the bytes of a file that begins and ends as a PDF file does.

    Raises
    ------
    PdfError
        If it does not, or is too large, or cannot be read.
    """
    try:
        with os.fdopen(open_to_read(path, follow=True), "rb") as stream:
            content = stream.read(options.limits.file_bytes + 1)
        if len(content) > options.limits.file_bytes:
            raise PdfError(f"larger than {options.limits.file_bytes >> 20} MiB")
    except OSError as error:
        raise PdfError(f"cannot be read: {error.strerror}") from None
    if b"%PDF-" not in content[:1024]:
        raise PdfError("not a PDF file: it does not begin as one")
    # PDFium repairs a file that was cut and shows the pages that are left: the others would be lost in silence.
    if b"%%EOF" not in content[-_TAIL_BYTES:]:
        raise PdfError("a truncated PDF file: its end is missing")
    return content


def _opened(content: bytes) -> Any:
    pdfium = require_pdfium()
    try:
        return pdfium.PdfDocument(content)
    except pdfium.PdfiumError:
        error = pdfium.raw.FPDF_GetLastError()
    # PDFium does not always say why: its last error may be that of an earlier file.
    if b"/Encrypt" in content and error == pdfium.raw.FPDF_ERR_PASSWORD:
        raise PdfError("encrypted: it opens with a password only")
    if b"/Encrypt" in content and error == pdfium.raw.FPDF_ERR_SECURITY:
        raise PdfError("encrypted in a way that is not read")
    raise PdfError("a damaged PDF file, or one without pages: it cannot be opened")


def _refuse_what_is_elsewhere(document: Any, content: bytes) -> None:
    """Refuse a file whose pages only say that what it holds is not on them."""
    if document.get_formtype() == require_pdfium().raw.FORMTYPE_XFA_FULL:
        raise PdfError("a form in XFA, whose pages Acrobat makes: print it to a PDF file there")
    if document.count_attachments() and _is_portfolio(content):
        raise PdfError("a portfolio: what it holds are other files; take them out of it")


def _is_portfolio(content: bytes) -> bool:
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as file:
            return "/Collection" in file.Root
    except pikepdf.PdfError:
        return False


def _page(document: Any, index: int, options: PdfOptions, is_ours: bool) -> Page:
    pdfium = require_pdfium()
    try:
        page = document[index]
        _refuse_undrawn(page, index)
        # Filled forms and stamps are annotations: made part of the page, their text is read with it.
        if pdfium.raw.FPDFPage_GetAnnotCount(page) > 0:
            pdfium.raw.FPDFPage_Flatten(page, pdfium.raw.FLAT_NORMALDISPLAY)
            page.close()
            page = document[index]
        with suppress(ValueError):
            return _read_page(page, index, options, is_ours)
        raise PdfError(f"page {index + 1} has no proper size")
    except pdfium.PdfiumError:
        raise PdfError(f"page {index + 1} cannot be read: damaged") from None


def _refuse_undrawn(page: Any, index: int) -> None:
    """Refuse a page that bears text in an annotation without what draws it: each program draws that in its own way."""
    raw = require_pdfium().raw
    for number in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        is_text = raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_FREETEXT
        is_shown = not raw.FPDFAnnot_GetFlags(annotation) & (raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW)
        # The length of an appearance, in bytes of UTF-16 with its end.
        is_drawn = raw.FPDFAnnot_GetAP(annotation, raw.FPDF_ANNOT_APPEARANCEMODE_NORMAL, None, 0) > _EMPTY
        says = raw.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0) > _EMPTY
        raw.FPDFPage_CloseAnnot(annotation)
        if is_text and is_shown and says and not is_drawn:
            raise PdfError(f"page {index + 1} bears a text that it does not draw; print it to a new PDF file")


def _read_page(page: Any, index: int, options: PdfOptions, is_ours: bool) -> Page:
    text = page.get_textpage()
    if text.count_chars() > options.limits.characters:
        raise PdfError(f"more than {options.limits.characters} characters")
    placed = _Placement(page)
    read = _shown(page, index, text, placed)
    if is_ours:
        return read
    is_picture = is_scan(read)
    if not is_picture and not is_outlined(read, _paths(page, placed)):
        turn = _turn_of(page, text)
        return read if turn == page.get_rotation() else _shown(page, index, text, _Placement(page, turn))
    if not options.reads_scans:
        if not is_picture:
            raise PdfError(f"page {index + 1} draws its letters as lines, without text; --pdf-ocr reads it")
        what = "with little text beside or on it, such as a stamp" if read.words else "without text, as scanners make"
        raise PdfError(f"page {index + 1} is a picture {what}; --pdf-ocr reads it")
    return replace(read, words=scanned_words(_bitmap_of(page, read), read))


def _shown(page: Any, index: int, text: Any, placed: _Placement) -> Page:
    words = tuple(words_of(_glyphs(text.raw, text.count_chars(), placed)))
    return Page(index + 1, placed.width, placed.height, words, *_drawings(page, placed))


def _turn_of(page: Any, text: Any) -> int:
    """Return by how many degrees a page is to be turned that most of its text be level.

    It is that of its display, unless more than half of its text is on its side or upside down there: such a page lies
    wrongly in its file, and its text is no note in a margin.
    """
    raw = require_pdfium().raw
    turns: Counter[int] = Counter()
    for index in range(text.count_chars()):
        if not chr(raw.FPDFText_GetUnicode(text.raw, index)).isspace():
            angle = raw.FPDFText_GetCharAngle(text.raw, index)
            turns[page.get_rotation() if angle < 0 else round(degrees(angle) / 90) * 90 % 360] += 1
    turn, count = max(turns.items(), key=itemgetter(1), default=(0, 0))
    return turn if 2 * count > turns.total() else int(page.get_rotation())


class _Placement:
    """Carries coordinates of a page, which may be cut and turned, to those of its display, or of another turn."""

    def __init__(self, page: Any, turn: int | None = None) -> None:
        self.width, self.height = map(float, page.get_size())
        if not (0 < self.width < 1e6 and 0 < self.height < 1e6):
            raise ValueError("the page has no size")
        left, bottom, right, top = page.get_cropbox()
        self._turn = page.get_rotation() if turn is None else turn
        if (self._turn - page.get_rotation()) % 180:
            self.width, self.height = self.height, self.width
        self._left, self._bottom, self._right, self._top = left, bottom, right, top

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self._turn == 90:
            return y - self._bottom, x - self._left
        if self._turn == 180:
            return self._right - x, y - self._bottom
        if self._turn == 270:
            return self._top - y, self._right - x
        return x - self._left, self._top - y

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        (x0, y0), (x1, y1) = self.point(left, bottom), self.point(right, top)
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def is_upright(self, angle: float) -> bool:
        """Tell whether text at an angle, in radians against the clock, is level as displayed."""
        turned = (degrees(angle) - self._turn) % 360
        return bool(min(turned, 360 - turned) < 10)


def _glyphs(text: Any, count: int, placed: _Placement) -> Iterator[Glyph]:
    raw = require_pdfium().raw
    x, y = ctypes.c_double(), ctypes.c_double()
    rectangle = raw.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    matrix = raw.FS_MATRIX()
    high = 0
    for index in range(count):
        code = raw.FPDFText_GetUnicode(text, index)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000 and high:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        if not raw.FPDFText_GetLooseCharBox(text, index, pointer):
            continue
        raw.FPDFText_GetCharOrigin(text, index, x, y)
        box = placed.box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        angle = raw.FPDFText_GetCharAngle(text, index)
        upright = angle < 0 or placed.is_upright(angle)
        baseline = placed.point(x.value, y.value)[1]
        size = raw.FPDFText_GetFontSize(text, index)
        if raw.FPDFText_GetMatrix(text, index, matrix):
            size *= hypot(matrix.c, matrix.d)
        size = size if size > 0 else box.height
        if upright:
            # Many fonts do not tell how high their letters are: all are taken to be alike.
            box = Box(box.left, baseline - _ASCENT * size, box.right, baseline + _DESCENT * size)
        yield Glyph(chr(code), box, round(size, 2), round(baseline, 2), upright)


def read_pictures(content: bytes) -> list[tuple[int, Box, bytes]]:
    """Return the pictures of a file as PNG, with page and place; those that cannot be shown are left out."""
    pdfium = require_pdfium()
    found = []
    with _opened(content) as document:
        for index in range(len(document)):
            page = document[index]
            placed = _Placement(page, _turn_of(page, page.get_textpage()))
            for thing in page.get_objects(filter=(pdfium.raw.FPDF_PAGEOBJ_IMAGE,), max_depth=_FORM_DEPTH):
                with suppress(pdfium.PdfiumError):
                    buffer = io.BytesIO()
                    picture = thing.get_bitmap(render=True).to_pil().convert("RGBA")
                    _on_white(picture).save(buffer, "PNG")
                    found.append((index + 1, placed.box(*thing.get_bounds()), buffer.getvalue()))
    return found


def _on_white(picture: Any) -> Any:
    """Return a picture without what shines through it."""
    from PIL import Image

    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def _drawings(page: Any, placed: _Placement) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return where pictures and where straight lines stand."""
    raw = require_pdfium().raw
    images, rules = [], []
    for thing in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH), max_depth=_FORM_DEPTH):
        box = placed.box(*thing.get_bounds())
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            images.append(box)
        elif min(box.width, box.height) <= _RULE_THICKNESS and max(box.width, box.height) >= _RULE_LENGTH:
            rules.append(box)
    return tuple(images), tuple(rules)


def _paths(page: Any, placed: _Placement) -> Iterator[tuple[Box, int]]:
    """Yield where each drawn path stands, and of how many pieces it is."""
    raw = require_pdfium().raw
    for thing in page.get_objects(filter=(raw.FPDF_PAGEOBJ_PATH,), max_depth=_FORM_DEPTH):
        yield placed.box(*thing.get_bounds()), raw.FPDFPath_CountSegments(thing.raw)


def _bitmap_of(page: Any, layout: Page) -> Any:
    """Return a page as a picture in grey, coarser where it would have too many pixels."""
    scale = min(_SCAN_SCALE, (_MOST_PIXELS / (layout.width * layout.height)) ** 0.5)
    return page.render(scale=scale, grayscale=True).to_pil()
