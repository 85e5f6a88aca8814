"""New PDF files of the bench, and whether any gold value is left in them."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pikepdf

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.pdf.extraction import full
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.options import OutputName, PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.redaction import redacted
from palimpseste.pdf.text import text_of
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.replacer import Replacer

__all__ = ["Outcome", "redact"]

_TELLING = 5


class Outcome:
    """What became of one file: refused, or delivered with so many gold values left."""

    def __init__(self, reason: str = "", left: int = 0) -> None:
        self.reason, self.left = reason, left


def redact(path: Path, gold: Document, output: OutputName, reader: PdfReader) -> Outcome:
    """Return what becomes of a file whose gold spans are replaced.

    Values of five letters or digits are looked for, each token of them, in the text, in the metadata and in every
    object of the new file; those that surrogates or what was kept hold too are passed over.
    """
    layout = reader.read(path)
    text = text_of(full(layout).body)
    key = MasterKey(b"pdf-bench" * 3 + b"12345").cohort("bench")
    policy = Policy.named("plausible")
    result = Deidentifier((), Replacer(key, policy), policy.kept).replace(gold, _joined(gold))
    options = PdfOptions(output=output, extractor="full")
    try:
        content = redacted(layout, text, result, options, path, reader)
    except PdfError as error:
        return Outcome(reason=str(error))
    there = fold("".join(text_of(full(reader.read_again(content)).body).text.split()))
    known = fold("".join(result.text.split()))
    values = {gold.text[span.start : span.end] for span in gold.entities}
    telling = [v for v in values if sum(map(str.isalnum, v)) >= _TELLING and fold(v) not in known]
    objects = _objects(content)
    left = sum(fold(value) in there for value in telling)
    # Digits alone may be a coordinate.
    worded = [value for value in telling if any(map(str.isalpha, value))]
    left += sum(value.encode(codec, "ignore") in objects for value in worded for codec in ("utf-8", "utf-16-be"))
    return Outcome(left=left)


def _joined(gold: Document) -> list[Span]:
    """Return the gold spans, which are tokens, those of one value together."""
    joined: list[Span] = []
    for span in gold.entities:
        if joined and joined[-1].label == span.label and _is_within(gold.text[joined[-1].end : span.start]):
            span = Span(joined.pop().start, span.end, span.label)
        joined.append(span)
    return joined


def _is_within(between: str) -> bool:
    """Tell whether what stands between two tokens leaves them in one value."""
    return len(between) <= 1 and between in "/.-:'’@ "


def _objects(content: bytes) -> bytes:
    """Return the file, and all its streams that are no font, decompressed."""
    with pikepdf.open(io.BytesIO(content)) as file:
        streams: Sequence[bytes] = [
            thing.read_bytes()
            for thing in file.objects
            if isinstance(thing, pikepdf.Stream) and "/Length1" not in thing
        ]
    # The names of the format are no values: « Conte » is in « /Contents ».
    return b"\n".join([re.sub(rb"/[A-Za-z]+", b"", content), *streams])
