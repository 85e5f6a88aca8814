"""A text as pieces, each with its label or none: every step works on them, so that no offset is ever sought.

A piece with a label is never empty and neither begins nor ends with white space.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["Piece", "assembled", "pieces_of", "trimmed"]


class Piece(NamedTuple):
    """A stretch of text; `label` is None for what identifies nobody."""

    text: str
    label: Label | None = None


def pieces_of(text: str, spans: Sequence[Span]) -> list[Piece]:
    """Return the pieces of a text under sorted spans; a span that overlaps the one before is left out."""
    pieces: list[Piece] = []
    end = 0
    for span in spans:
        if span.start < end:
            continue
        if span.start > end:
            pieces.append(Piece(text[end : span.start]))
        pieces.append(Piece(text[span.start : span.end], span.label))
        end = span.end
    if end < len(text):
        pieces.append(Piece(text[end:]))
    return pieces


def assembled(pieces: Iterable[Piece]) -> tuple[str, tuple[Span, ...]]:
    """Return the text of pieces and its spans."""
    texts: list[str] = []
    spans: list[Span] = []
    length = 0
    for text, label in pieces:
        if label is not None and text:
            spans.append(Span(length, length + len(text), label))
        texts.append(text)
        length += len(text)
    return "".join(texts), tuple(spans)


def trimmed(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces with white space at the edges of labelled ones put outside of them, and empty ones left out."""
    found: list[Piece] = []
    for piece in pieces:
        text, label = piece
        if label is None or (text and not text[0].isspace() and not text[-1].isspace()):
            if text:
                found.append(piece)
            continue
        core = text.strip()
        if not core:
            if text:
                found.append(Piece(text))
            continue
        start = text.index(core[0])
        if start:
            found.append(Piece(text[:start]))
        found.append(Piece(core, label))
        if start + len(core) < len(text):
            found.append(Piece(text[start + len(core) :]))
    return found
