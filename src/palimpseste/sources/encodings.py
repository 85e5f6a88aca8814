"""How the characters of a file are written, told from its bytes, and written back the same way."""

from __future__ import annotations

import codecs
import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files import open_to_read
from palimpseste.folding import fold

__all__ = ["Encoding", "decode", "encoding_named", "encoding_of_file"]

_SAMPLE_BYTES = 4096
_BLOCK_BYTES = 1 << 20
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UNKNOWN = "unknown encoding: neither UTF-8, UTF-16 nor CP1252; name it with --encoding"


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file turns text into bytes.

    Parameters
    ----------
    codec : str
        As Python names it.
    bom : bytes
        The byte order mark before the text; empty where there is none.
    """

    codec: str
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return the text in this encoding, without the byte order mark.

        A character the encoding lacks, which only a surrogate can bring to a text read in it, is written without its
        accents and ligatures, in its own case; failing that, as a question mark.
        """
        try:
            return text.encode(self.codec)
        except UnicodeEncodeError:
            return "".join(map(self._nearest, text)).encode(self.codec)

    def _nearest(self, character: str) -> str:
        bare = "".join(c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
        folded = fold(character)
        for candidate in (character, bare, folded.upper() if character.isupper() else folded):
            try:
                candidate.encode(self.codec)
            except UnicodeEncodeError:
                continue
            return candidate
        return "?"


def encoding_named(name: str) -> Encoding:
    """Return an encoding by the name of its codec, without byte order mark.

    Raises
    ------
    UsageError
        If Python knows no text codec of that name.
    """
    try:
        "".encode(name)
    except LookupError:
        raise UsageError(f"unknown encoding {name!r}; examples: utf-8, cp1252, latin-1, mac-roman, utf-16-le") from None
    return Encoding(name)


def decode(content: bytes, forced: Encoding | None = None) -> tuple[str, Encoding]:
    """Return the text of some bytes and how it was written.

    A byte order mark decides; else NUL bytes at every other place tell UTF-16; else UTF-8 where all of it is valid, and
    CP1252 where it is not.

    Raises
    ------
    UsageError
        If no encoding fits.
    """
    encoding = forced or _told_by_sample(content[:_SAMPLE_BYTES])
    candidates = [encoding] if encoding else [Encoding("utf-8"), Encoding("cp1252")]
    lines = []
    for candidate in candidates:
        try:
            return content[len(candidate.bom) :].decode(candidate.codec), candidate
        except UnicodeDecodeError as error:
            lines.append(_line_of(error))
    raise _error(candidates[0], lines[0], forced)


def encoding_of_file(path: Path, forced: Encoding | None = None) -> Encoding:
    """Return how a file is written, as :func:`decode` tells it, reading it by blocks.

    Raises
    ------
    UsageError
        If no encoding fits.
    OSError
        If it cannot be read, or is no file.
    """
    with os.fdopen(open_to_read(path, follow=True), "rb") as stream:
        told = forced or _told_by_sample(stream.read(_SAMPLE_BYTES))
        candidates = [told] if told else [Encoding("utf-8"), Encoding("cp1252")]
        lines = []
        for candidate in candidates:
            stream.seek(len(candidate.bom))
            decoder = codecs.getincrementaldecoder(candidate.codec)()
            before = 0
            try:
                while block := stream.read(_BLOCK_BYTES):
                    decoder.decode(block)
                    before += block.count(b"\n")
                decoder.decode(b"", final=True)
            except UnicodeDecodeError as error:
                lines.append(before + _line_of(error))
                continue
            return candidate
    raise _error(candidates[0], lines[0], forced)


def _line_of(error: UnicodeDecodeError) -> int:
    """Return the line of what could not be decoded where the first byte is that this encoding lacks."""
    return error.object.count(b"\n", 0, error.start) + 1


def _error(tried: Encoding, line: int, forced: Encoding | None) -> UsageError:
    """Return the error of content that no encoding fits, with the line where the first that was tried does not."""
    if forced:
        return UsageError(f"not {forced.codec}: bytes that this encoding lacks, the first in line {line:,}")
    return UsageError(f"{_UNKNOWN}, or mend line {line:,}, the first that is not {tried.codec.upper()}")


def _told_by_sample(sample: bytes) -> Encoding | None:
    for bom, codec in _BOMS:
        if sample.startswith(bom):
            return Encoding(codec, bom)
    half = len(sample) // 2
    if half:
        # The high byte of Latin text is NUL, the low one hardly ever.
        even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
        if odd > 0.6 and even < 0.1:
            return Encoding("utf-16-le")
        if even > 0.6 and odd < 0.1:
            return Encoding("utf-16-be")
    return None
