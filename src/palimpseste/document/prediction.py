"""What was found in a document; no ``repr`` shows the text."""

from __future__ import annotations

from dataclasses import dataclass

from palimpseste.document.document import Document
from palimpseste.document.span import Span

__all__ = ["Prediction"]


@dataclass(frozen=True, slots=True, repr=False)
class Prediction:
    """A document as it came and what was found in it: as sensitive as the document, and never a result.

    Parameters
    ----------
    document : Document
        With its original text.
    spans : tuple of Span
        What was found, in offsets of that text.
    is_contradicted : bool
        Whether a language model masked nothing where another detector found something.
    words_kept : int
        How many occurrences of words that the site never masks would have been masked.
    """

    document: Document
    spans: tuple[Span, ...]
    is_contradicted: bool = False
    words_kept: int = 0

    @property
    def text(self) -> str:
        """The original text."""
        return self.document.text

    @property
    def type(self) -> str:
        """The document's type."""
        return self.document.type

    @property
    def found(self) -> tuple[Span, ...]:
        """What was found: a prediction replaces nothing and keeps nothing."""
        return self.spans

    def __repr__(self) -> str:
        return f"Prediction(id={self.document.id!r}, <{len(self.text)} characters>, <{len(self.spans)} spans>)"
