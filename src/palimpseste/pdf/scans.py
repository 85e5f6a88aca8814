"""Pages that are pictures: how they are told, and what Tesseract reads on them."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Iterable
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.layout import Box, Page, Word

__all__ = ["is_outlined", "is_scan", "require_tesseract", "scanned_words"]

_LANGUAGE = "fra"
_SCAN_AREA = 0.4
_SCAN_CHARACTERS = 30
# Of a page without any word: what is there is no logo or stamp alone.
_AREA_ALONE = 0.05
# The height of the pictures in bands, and in how many of them a page that was read has words: a stamp is in two.
_BANDS = 20
_LEAST_BANDS = 4
# A letter has some ten or twenty pieces, the lines of a form hardly so many together.
_OUTLINE_PIECES = 400
_WORD_LEVEL = "5"
_SECONDS = 120.0


def is_scan(page: Page) -> bool:
    """Tell whether a page is a picture: pictures over two fifths of it, and hardly a word on them.

    Without a word on the page, what is larger than a logo is enough: a slip on the glass of a scanner.

    A scan that brings a hidden layer of text is none: that text stands all over the picture, and is read. A stamp, or
    the text beside a picture, says nothing of what the picture shows.
    """
    covered = sum(max(box.width, 0) * max(box.height, 0) for box in page.images)
    if covered < (_SCAN_AREA if page.words else _AREA_ALONE) * page.width * page.height:
        return False
    top, bottom = min(box.top for box in page.images), max(box.bottom for box in page.images)
    if not page.words:
        return bottom - top >= _LEAST_BANDS / _BANDS * page.height
    on_pictures = [word for word in page.words if any(_is_on(word.box, box) for box in page.images)]
    if sum(len(word.text) for word in on_pictures) < _SCAN_CHARACTERS:
        return True
    bands = {int(_BANDS * (_middle(word.box) - top) / (bottom - top)) for word in on_pictures}
    return len(bands) < _LEAST_BANDS


def is_outlined(page: Page, drawn: Iterable[tuple[Box, int]]) -> bool:
    """Tell whether a page shows its text as outlines: no word, no more than lines, over more of it than a logo.

    Parameters
    ----------
    page : Page
        As it was read.
    drawn : iterable of (Box, int)
        Where each path on it stands, and of how many pieces it is; asked for only where there is no word.
    """
    if page.words:
        return False
    paths = list(drawn)
    if sum(pieces for _, pieces in paths) < _OUTLINE_PIECES:
        return False
    bands = {int(_BANDS * _middle(box) / page.height) for box, _ in paths}
    return len(bands) >= _LEAST_BANDS or max(box.height for box, _ in paths) >= _LEAST_BANDS / _BANDS * page.height


def _is_on(word: Box, picture: Box) -> bool:
    across = (word.left + word.right) / 2
    return picture.left <= across <= picture.right and picture.top <= _middle(word) <= picture.bottom


def _middle(box: Box) -> float:
    return (box.top + box.bottom) / 2


def require_tesseract() -> str:
    """Return where Tesseract is.

    Raises
    ------
    UsageError
        If it is not installed, or does not read French.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise UsageError("scanned pages need Tesseract (Debian: tesseract-ocr tesseract-ocr-fra)")
    command = [program, "--list-langs"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 # no word of others
    if _LANGUAGE not in listed.stdout.split():
        raise UsageError("Tesseract lacks French (Debian: tesseract-ocr-fra)")
    return program


def scanned_words(picture: Any, page: Page) -> tuple[Word, ...]:
    """Return the words Tesseract reads on the picture of a page.

    Raises
    ------
    PdfError
        If it fails or takes too long.
    """
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    # The picture goes through a pipe: no page is left in a temporary file.
    command = ["tesseract", "stdin", "stdout", "-l", _LANGUAGE, "--psm", "3", "tsv"]
    try:
        # No word of the command is of others.
        done = subprocess.run(  # noqa: S603
            command, input=buffer.getvalue(), capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise PdfError(f"page {page.number} could not be read by Tesseract ({type(error).__name__})") from None
    rows = csv.DictReader(io.StringIO(done.stdout.decode("utf-8", "replace")), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(_words(list(rows), page.width / picture.width))


def _words(rows: list[dict[str, str]], points: float) -> list[Word]:
    """Return the words of Tesseract's table, with the box of a pixel worth so many points."""
    heights: dict[tuple[str, ...], tuple[float, float]] = {}
    found: list[tuple[tuple[str, ...], str, Box]] = []
    for row in rows:
        if row["level"] != _WORD_LEVEL or not (text := "".join((row["text"] or "").split())):
            continue
        left, top, width, height = (int(row[name]) * points for name in ("left", "top", "width", "height"))
        line = tuple(row[name] for name in ("page_num", "block_num", "par_num", "line_num"))
        above, below = heights.get(line, (top, top + height))
        heights[line] = min(above, top), max(below, top + height)
        found.append((line, text, Box(left, top, left + width, top + height)))
    words = []
    for line, text, box in found:
        top, bottom = heights[line]
        edges = tuple(round(box.left + box.width * index / len(text), 2) for index in range(len(text) + 1))
        size = bottom - top
        words.append(Word(text, Box(box.left, top, box.right, bottom), round(size, 2), bottom - 0.2 * size, edges))
    return words
