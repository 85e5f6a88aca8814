"""What a new file must not hold, looked for in the file as it will be delivered.

Its text is extracted again and may hold no character that was not written; no replaced value may stand in it, nor in
any of its objects, decompressed; and it may have none of the places where a PDF file keeps what it does not show.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from palimpseste.folding import fold
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.fonts import writable
from palimpseste.pdf.layout import Layout
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.replacing import Blot, Writing

__all__ = ["verify"]

# Names of the specification (ISO 32000-2) under which files keep scripts, attachments, forms, layers, and the like.
_HIDING = frozenset(
    [
        "/AA",
        "/AF",
        "/AcroForm",
        "/Annots",
        "/Collection",
        "/Dests",
        "/EmbeddedFile",
        "/EmbeddedFiles",
        "/Info",
        "/JS",
        "/JavaScript",
        "/Lang",
        "/Metadata",
        "/Names",
        "/OC",
        "/OCProperties",
        "/OpenAction",
        "/Outlines",
        "/PieceInfo",
        "/StructTreeRoot",
        "/Thumb",
        "/Threads",
        "/URI",
    ]
)
# What the format itself writes, of five letters or more: « Parent » and « Conte » are names of people too.
_WORDS_OF_FORMAT = re.compile(
    rb"/(?:Ascent|BaseEncoding|BaseFont|BitsPerComponent|CapHeight|Catalog|ColorSpace|Contents|Count|Descent|DeviceGray"
    rb"|DeviceRGB|Encoding|Filter|FirstChar|FlateDecode|FontDescriptor|FontBBox|FontFile2|FontName|Flags|Height|Image[BCI]?"
    rb"|ItalicAngle|LastChar|Length1?|MediaBox|MissingWidth|Pages?|Parent|ProcSet|Resources|Rotate|StemV|Subtype|ToUnicode"
    rb"|Trans|TrueType|Widths?|XObject)(?![A-Za-z])|endobj|(?:end)?stream|trailer|startxref"
)
# A value of fewer letters and digits may stand in any number, or in the name of an operator.
_TELLING = 5
_MISSING_SHARE = 0.01


def verify(
    content: bytes,
    layout: Layout,
    pieces: Sequence[Writing | Blot],
    values: Iterable[str],
    reader: PdfReader,
    *,
    may_hold_images: bool = False,
) -> None:
    """Check a new file.

    Parameters
    ----------
    content : bytes
        The file.
    layout : Layout
        The pages of the old one.
    pieces : sequence of Writing or Blot
        What was put on its pages.
    values : iterable of str
        What was replaced.
    reader : PdfReader
        Reads the file again.
    may_hold_images : bool
        Whether pictures were asked for.

    Raises
    ------
    PdfError
        If the file holds what it must not, or lacks what it must hold; nothing of it is quoted.
    """
    written = [_compact(_written_on(pieces, page.number)) for page in layout.pages]
    again = reader.read_again(content)
    found = [_compact("".join(word.text for word in page.words)) for page in again.pages]
    if len(found) != len(written):
        raise _refused(f"it has {len(found)} pages, not {len(written)}")
    for number, (expected, there) in enumerate(zip(written, found, strict=True), start=1):
        if Counter(there) - Counter(expected):
            raise _refused(f"page {number} holds characters that were not written")
        if (Counter(expected) - Counter(there)).total() > _MISSING_SHARE * len(expected) + 1:
            raise _refused(f"page {number} lacks characters that were written")
    _check_values(content, values, "".join(written), "".join(found))
    _check_structure(content, may_hold_images)


def _refused(why: str) -> PdfError:
    return PdfError(f"the new PDF file was refused: {why}")


def _written_on(pieces: Iterable[Writing | Blot], page: int) -> str:
    return "".join(writable(p.text) for p in pieces if isinstance(p, Writing) and p.page == page)


def _compact(text: str) -> str:
    """Return the characters without spaces, hyphens and differences of form."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(c for c in plain if not c.isspace() and unicodedata.category(c) not in ("Pd", "Cf", "Mn"))


def _check_values(content: bytes, values: Iterable[str], written: str, found: str) -> None:
    """Check that no telling value stands in the text, unless it was written, nor in any object."""
    known, shown = fold(written), fold(found)
    # What was written on purpose, as a surrogate or because it was kept elsewhere, may well read like a value.
    telling = {v for v in values if sum(map(str.isalnum, v)) >= _TELLING and fold(_compact(v)) not in known}
    if any(fold(_compact(value)) in shown for value in telling):
        raise _refused("a replaced value stands in its text")
    strings, streams = _raw_objects(content)
    for value in telling:
        # A value of digits alone may be a coordinate or the place of an object: it is sought where text can be.
        objects = streams if any(map(str.isalpha, value)) else strings
        for codec in ("utf-8", "latin-1", "utf-16-be"):
            sought = value.encode(codec, "ignore")
            if len(sought) >= _TELLING and sought in objects:
                raise _refused("a replaced value stands in one of its objects")


def _raw_objects(content: bytes) -> tuple[bytes, bytes]:
    """Return all strings, those that pages draw included; and these, the file, and its streams decompressed.

    Fonts and pixels are no text.
    """
    import pikepdf

    strings: list[bytes] = []
    streams = [_WORDS_OF_FORMAT.sub(b"", content)]
    with pikepdf.open(io.BytesIO(content)) as file:
        for thing in file.objects:
            strings += _strings(thing, depth=20)
            if isinstance(thing, pikepdf.Stream) and "/Length1" not in thing and thing.get("/Subtype") != "/Image":
                streams.append(thing.read_bytes())
        for page in file.pages:
            for drawn in pikepdf.parse_content_stream(page):
                strings += [piece for operand in drawn.operands for piece in _strings(operand, depth=3)]
    return b"\n".join(strings), b"\n".join([*streams, *strings])


def _strings(thing: Any, depth: int) -> Iterator[bytes]:
    import pikepdf

    if isinstance(thing, pikepdf.String):
        yield bytes(thing)
    elif depth and isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        for key in dict(thing):
            if not getattr(thing[key], "is_indirect", False):
                yield from _strings(thing[key], depth - 1)
    elif depth and isinstance(thing, pikepdf.Array):
        for item in thing:
            if not getattr(item, "is_indirect", False):
                yield from _strings(item, depth - 1)


def _check_structure(content: bytes, may_hold_images: bool) -> None:
    """Check that the file was written once, and has no place to hide anything."""
    import pikepdf

    if content.count(b"startxref") != 1 or content.count(b"%%EOF") != 1:
        raise _refused("it has more than one revision")
    with pikepdf.open(io.BytesIO(content)) as file:
        things: list[Any] = [file.trailer, *file.objects]
        for thing in things:
            if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
                continue
            hiding = sorted(_HIDING.intersection(thing.keys()))
            if hiding:
                raise _refused(f"it has an entry {hiding[0]}")
            if thing.get("/Subtype") == "/Image" and not may_hold_images:
                raise _refused("it holds a picture")
