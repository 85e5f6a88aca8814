"""New PDF files of the bench, and whether any gold value is left in them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf

from palimpseste.document import Document
from palimpseste.folding import fold
from palimpseste.pdf.extraction import full
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.options import OutputName, PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.redaction import redacted
from palimpseste.pdf.text import text_of
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy import Policy
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
    document = Replacer(MasterKey(b"pdf-bench" * 3 + b"12345").cohort("bench"), Policy.named("plausible"))(
        gold, gold.entities
    )
    options = PdfOptions(output=output, extractor="full")
    try:
        content = redacted(layout, text, document.to_document(), options, path, reader)
    except PdfError as error:
        return Outcome(reason=str(error))
    there = fold(text_of(full(reader.read_again(content)).body).text)
    known = fold(document.text)
    values = {gold.text[span.start : span.end] for span in gold.entities}
    telling = [value for value in values if sum(map(str.isalnum, value)) >= _TELLING]
    objects = _objects(content)
    left = sum(fold(value) in there and fold(value) not in known for value in telling)
    left += sum(value.encode(codec, "ignore") in objects for value in telling for codec in ("utf-8", "utf-16-be"))
    return Outcome(left=left)


def _objects(content: bytes) -> bytes:
    """Return the file, and all its streams that are no font, decompressed."""
    with pikepdf.open(io.BytesIO(content)) as file:
        streams: Sequence[bytes] = [
            thing.read_bytes()
            for thing in file.objects
            if isinstance(thing, pikepdf.Stream) and "/Length1" not in thing
        ]
    return b"\n".join([content, *streams])
