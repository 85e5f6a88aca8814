"""Characters written as codes of ASCII, and UTF-8 that was read as CP1252: each is the character it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5
from unicodedata import normalize

from palimpseste.detection.disguises.rewriting import Edit, Rewriting

__all__ = ["decode"]

# ``&amp;eacute;`` was encoded twice.
_ENTITY = re.compile(r"&(?:amp;)*(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")

# Quoted-printable and addresses. Bytes beyond ASCII alone: "Hb=12" and "FC=80" are figures. A letter of CP1252 needs
# one before it, a capital one behind it too: "stade=C3".
_UTF_8 = "(?:=[C-F][0-9A-F](?:=[89AB][0-9A-F]){1,3})+|(?:%[C-F][0-9A-F](?:%[89AB][0-9A-F]){1,3})+"
_CP1252 = "(?<=[A-Za-z])=(?:E[0278-9ABEF]|F[49B]|C[0789](?=[A-Z]))"
_BYTES = re.compile(f"{_UTF_8}|{_CP1252}")
# A line of a message is cut after 75 characters, with "=" at its end.
_CUT = re.compile(r"(?<=[^\W_])=\r?\n(?=[^\W_])")

# A text written as addresses are, "Mme%20DURAND%2C%20vue%20ce%20jour": without a space, and "%20" where they were. An
# address is read as one.
_WITHOUT_SPACE = re.compile(r"\S+")
_SPACE_OF_ADDRESSES = "%20"
_LEAST_SPACES = 3
_SIGN_OF_ADDRESSES = re.compile("%(2[0-9A-F]|3[ABDF]|40|0A)")
_ADDRESS = ("://", "www.")

_MAY_BE_CODED = re.compile(r"[=%][C-F\r\n]")

# RTF, JSON.
_ESCAPE = re.compile(r"\\'([0-9A-Fa-f]{2})|\\u00([A-Fa-f][0-9A-Fa-f])|\\u(2019)")

# The bytes of UTF-8 as CP1252 shows them: a first one, and those that follow it.
_FOLLOWING = re.escape("".join(bytes((code,)).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0xC0)))
# Letters of Western, Central and Eastern Europe, of Turkish, Romanian and Vietnamese; quotes and dashes.
_MISREAD = re.compile(f"(?:[ÃÂÄÅ][{_FOLLOWING}]|È[˜™š›]|(?:â€|á[º»])[{_FOLLOWING}])+")
# Those of them that are a letter and an accent, where accents stand apart.
_ACCENTED = re.compile("[Aa]\u0302|A[\u0303\u0308\u030a]|E\u0300|a\u0301|[SsZz]\u030c|Y\u0308")
_FIRST = ("Ã", "Â", "Ä", "Å", "È", "â€", "á")
_FIRST_ACCENTED = ("A\u0303", "A\u0302", "A\u0308", "A\u030a", "E\u0300", "a\u0302€", "a\u0301")


def decode(rewriting: Rewriting) -> None:
    """Read codes as the characters they stand for; time is linear."""
    text = rewriting.text
    if "&" in text:
        rewriting.replace(_entities(text))
    if _SPACE_OF_ADDRESSES in text:
        rewriting.replace(_signs_of_addresses(rewriting.text))
    if _MAY_BE_CODED.search(text):
        rewriting.replace(_bytes(rewriting.text))
        rewriting.replace((*cut.span(), "") for cut in _CUT.finditer(rewriting.text))
    if "\\" in text:
        rewriting.replace(_escapes(rewriting.text))
    if any(map(text.__contains__, _FIRST_ACCENTED)):
        rewriting.replace(
            (*match.span(), normalize("NFC", match.group())) for match in _ACCENTED.finditer(rewriting.text)
        )
    if any(map(rewriting.text.__contains__, _FIRST)):
        rewriting.replace(_misread(rewriting.text))


def _entities(text: str) -> Iterator[Edit]:
    for match in _ENTITY.finditer(text):
        decimal, hexadecimal, name = match.groups()
        character = (
            html5.get(f"{name};", "") if name else _character(int(decimal or hexadecimal, 10 if decimal else 16))
        )
        if character:
            yield *match.span(), character


def _character(code: int) -> str:
    """Return the character of a code point, or nothing where it is a control character, half of one or none."""
    return chr(code) if code in (9, 10) or 31 < code < 0xD800 or 0xDFFF < code < 0x110000 else ""


def _signs_of_addresses(text: str) -> Iterator[Edit]:
    for run in _WITHOUT_SPACE.finditer(text):
        written = run.group()
        if written.count(_SPACE_OF_ADDRESSES) < _LEAST_SPACES or any(sign in written for sign in _ADDRESS):
            continue
        for match in _SIGN_OF_ADDRESSES.finditer(written):
            yield run.start() + match.start(), run.start() + match.end(), chr(int(match[1], 16))


def _bytes(text: str) -> Iterator[Edit]:
    for match in _BYTES.finditer(text):
        written = match.group()
        encoded = bytes.fromhex(written.replace(written[0], ""))
        if len(encoded) == 1:
            yield *match.span(), encoded.decode("cp1252")
        else:
            yield from _characters(match.start(), encoded, 3)


def _characters(start: int, encoded: bytes, width: int) -> Iterator[Edit]:
    """Yield the characters of UTF-8 of which each byte is so many characters wide; nothing where it is none."""
    try:
        decoded = encoded.decode("utf-8")
    except UnicodeDecodeError:
        return
    for character in decoded:
        end = start + width * len(character.encode("utf-8"))
        yield start, end, character
        start = end


def _escapes(text: str) -> Iterator[Edit]:
    for match in _ESCAPE.finditer(text):
        byte, *codes = match.groups()
        character = bytes.fromhex(byte).decode("cp1252", "ignore") if byte else chr(int(codes[0] or codes[1], 16))
        if character.isprintable():
            yield *match.span(), character


def _misread(text: str) -> Iterator[Edit]:
    for match in _MISREAD.finditer(text):
        encoded = b"".join(
            character.encode("latin-1" if character < "\u0100" else "cp1252") for character in match.group()
        )
        yield from _characters(match.start(), encoded, 1)
