"""Why a PDF file cannot be read or written: words that quote nothing of it."""

from __future__ import annotations

from palimpseste.errors import PalimpsesteError

__all__ = ["PdfError"]


class PdfError(PalimpsesteError):
    """One file cannot be read or written; the message is the reason in its line of the quarantine."""

    exit_status = 3
