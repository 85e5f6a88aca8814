"""Inline markup: ``Mme <LASTNAME>Durand</LASTNAME>``, tags being the canonical labels."""

from __future__ import annotations

import re
from collections.abc import Iterable

from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, label_named

__all__ = ["marked_text", "parse_markup"]

# Any word in capitals, not only the labels: a misspelt tag taken for text would be an annotation lost.
_TAG = re.compile(r"<(/?)([A-Z_]{3,})>")


def parse_markup(marked: str, source: str = "markup", first_line: int = 1) -> tuple[str, tuple[Span, ...]]:
    """Return the text without its tags, and the spans they enclosed.

    Parameters
    ----------
    marked : str
        The marked text.
    source, first_line : str, int
        Where it stands, for messages.

    Raises
    ------
    UsageError
        At a tag that closes nothing, is never closed, stands in another, encloses nothing or is none of the labels.
    """
    pieces: list[str] = []
    spans: list[Span] = []
    opened: tuple[str, int] | None = None
    length = last = 0

    def refuse(offset: int, reason: str) -> UsageError:
        return UsageError(f"{source}:{first_line + marked.count(chr(10), 0, offset)}: {reason}")

    for tag in _TAG.finditer(marked):
        pieces.append(marked[last : tag.start()])
        length += tag.start() - last
        last = tag.end()
        closing, label = tag.groups()
        if label not in LABELS:
            raise refuse(tag.start(), f"a tag that is no label; labels: {', '.join(LABELS)}")
        if not closing:
            if opened:
                raise refuse(tag.start(), f"<{label}> opened inside <{opened[0]}>")
            opened = (label, length)
            continue
        if not opened or opened[0] != label:
            raise refuse(tag.start(), f"</{label}> closes nothing")
        if opened[1] == length:
            raise refuse(tag.start(), f"<{label}> encloses nothing")
        spans.append(Span(opened[1], length, label_named(label)))
        opened = None
    if opened:
        raise refuse(len(marked), f"<{opened[0]}> is never closed")
    pieces.append(marked[last:])
    return "".join(pieces), tuple(spans)


def marked_text(text: str, spans: Iterable[Span]) -> str:
    """Return the text with its spans in tags.

    Raises
    ------
    UsageError
        If spans overlap, or the text would not be read back the same: it holds a tag already.
    """
    if _TAG.search(text):
        raise UsageError("the text holds what would read as a tag")
    pieces: list[str] = []
    last = 0
    for span in sorted(spans):
        if span.start < last:
            raise UsageError(f"spans overlap at {span.start}")
        pieces += (text[last : span.start], f"<{span.label}>", text[span.start : span.end], f"</{span.label}>")
        last = span.end
    pieces.append(text[last:])
    return "".join(pieces)
