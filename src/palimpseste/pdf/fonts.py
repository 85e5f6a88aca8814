"""The letters of new files: one free font, embedded, whatever the fonts of the old file were."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import as_file, files
from typing import Any

__all__ = ["FONT", "font", "writable"]

FONT = "Palimpseste"
_LACKING = "\u25a1"


@cache
def font() -> Any:
    """Return the font, known to ReportLab by the name `FONT`."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    with as_file(files("palimpseste") / "data" / "fonts" / "DejaVuSans.ttf") as path:
        loaded = TTFont(FONT, str(path))
    pdfmetrics.registerFont(loaded)
    return loaded


def writable(text: str) -> str:
    """Return a text in composed characters, with a white square for each that the font lacks."""
    known = font().face.charToGlyph
    return "".join(c if ord(c) in known else _LACKING for c in unicodedata.normalize("NFC", text))
