"""Attachments: base64 to text by their content type, and what is not read."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Mapping
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.sources.encodings import Encoding, decode
from palimpseste.sources.fhir.layout import Layout
from palimpseste.sources.fhir.markup import add_markup, check_xml
from palimpseste.sources.fhir.slots import AttachmentSlot
from palimpseste.sources.text import binary_kind_of

__all__ = ["PdfText", "attachment_slot", "no_pdf"]

PdfText = Callable[[bytes], str]
_MARKUP = {"text/html": frozenset[str](), "application/xhtml+xml": frozenset(("html", "body", "div"))}
# Codecs of text, with their registered names. Python has others, that decompress or read escapes.
_CHARSETS = {
    "ascii": "us-ascii",
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "iso8859-1": "iso-8859-1",
    "iso8859-15": "iso-8859-15",
    "cp1252": "windows-1252",
    "mac-roman": "macintosh",
}
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CHARSET = re.compile(r""";\s*charset\s*=\s*"?([A-Za-z0-9_.:-]{1,40})"?\s*(?:;|$)""")


def attachment_slot(
    attachment: Mapping[str, Any], fields: Mapping[str, Any], layout: Layout, pdf: PdfText
) -> AttachmentSlot | Mapping[str, Any]:
    """Return what an attachment becomes, its text added to the layout.

    Parameters
    ----------
    attachment : mapping
        As it came.
    fields : mapping
        What of it is written beside its content.
    layout : Layout
        Where its text goes.
    pdf : callable
        Reads the text of a PDF file, which comes out as plain text.

    Raises
    ------
    UsageError
        If the content is elsewhere, or cannot be read.
    """
    data, content_type = attachment.get("data"), attachment.get("contentType")
    if data is None:
        if attachment.get("url") is not None:
            raise UsageError("an attachment by its address alone, which is not fetched")
        return fields
    if not isinstance(data, str) or not isinstance(content_type, str):
        raise UsageError("an attachment without a content type" if isinstance(data, str) else "attachment: no base64")
    try:
        content = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        raise UsageError("an attachment whose data are not base64") from None
    media = content_type.split(";")[0].strip().lower()
    if media == "application/pdf":
        text, encoding, media = pdf(content), Encoding("utf-8"), "text/plain"
    elif media == "text/plain" or media in _MARKUP:
        text, encoding = _decoded(content, content_type)
    else:
        raise UsageError("an attachment of a content type that is not read: text, HTML, XHTML and PDF are")
    roots = _MARKUP.get(media, frozenset())
    if roots:
        check_xml(text, roots)
    number = add_markup(layout, text) if media in _MARKUP else layout.add_value(text)
    # A byte order mark says the order, and the name must not (RFC 2781, section 3.3).
    charset = "utf-16" if encoding.bom and encoding.codec.startswith("utf-16") else _CHARSETS[encoding.codec]
    written_type = f"{media}; charset={charset}"
    return AttachmentSlot(
        number, {"contentType": written_type, **fields}, encoding, roots, "size" in attachment, "hash" in attachment
    )


def no_pdf(content: bytes) -> str:
    """Raise UsageError: nothing reads PDF files here."""
    raise UsageError("an attachment in PDF, which this installation does not read")


def _decoded(content: bytes, content_type: str) -> tuple[str, Encoding]:
    kind = binary_kind_of(content)
    if kind:
        raise UsageError(f"an attachment that is no text but {kind}")
    charset = _charset_of(content_type, content)
    try:
        return decode(content, charset)
    except UsageError:
        raise UsageError("an attachment whose bytes are not text of its charset") from None


def _charset_of(content_type: str, content: bytes) -> Encoding | None:
    if ";" not in content_type or "charset" not in content_type.lower():
        return None
    match = _CHARSET.search(content_type.lower())
    try:
        codec = codecs.lookup(match[1]).name if match else ""
    except LookupError:
        codec = ""
    if codec not in _CHARSETS:
        raise UsageError("an attachment of an unknown charset")
    for mark, told in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if content.startswith(mark) and told.startswith(codec):
            return Encoding(told, mark)
    # Without a mark the bytes tell the order, as for files; big-endian where they do not (RFC 2781).
    return Encoding("utf-16-be" if codec == "utf-16" else codec)
