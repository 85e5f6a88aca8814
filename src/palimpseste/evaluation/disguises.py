"""Ways of writing that hide a value from a program and not from a reader, or hardly: to measure what they hide.

A disguise takes a text and returns *pieces*: what is written, and the place of the character it stands for, or None for
what the disguise adds. So it is known to the character where each letter of a value stands afterwards. Nothing is drawn
by chance.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html.entities import codepoint2name

from palimpseste.document import Document

__all__ = ["DISGUISES", "Disguise", "DisguisedNote", "Piece", "disguised"]

Piece = tuple[str, int | None]
Interval = tuple[int, int]

SAME_READING = 0.98
ALMOST_SAME_READING = 0.95


@dataclass(frozen=True, slots=True)
class Disguise:
    """A way of writing.

    Parameters
    ----------
    name : str
        As tables show it.
    pieces : callable
        Takes a text without line ends and returns its pieces, in the order in which they are written.
    aim : float in [0, 1], optional
        Share of the values that must be masked in spite of it; None where nothing is claimed.
    """

    name: str
    pieces: Callable[[str], Sequence[Piece]]
    aim: float | None = SAME_READING


@dataclass(frozen=True, slots=True)
class DisguisedNote:
    """A note written otherwise.

    Parameters
    ----------
    document : Document
        The note, its record as it was, without annotations.
    values : tuple of tuple of intervals
        For each annotated value the intervals ``[start, end)`` of the new text that stand for its letters and figures.
    changed : tuple of bool
        For each value whether it is written otherwise than before.
    """

    document: Document
    values: tuple[tuple[Interval, ...], ...]
    changed: tuple[bool, ...]


def disguised(document: Document, disguise: Disguise, *, everywhere: bool = False) -> DisguisedNote:
    """Return a note with its annotated values in disguise, line by line, or all of its lines.

    Parameters
    ----------
    document : Document
        With its annotations, disjoint and sorted.
    disguise : Disguise
        How they are written.
    everywhere : bool
        Whether the rest of the note is too.
    """
    text = document.text
    values = [(span.start, span.end) for span in document.entities]
    written: list[str] = []
    places: dict[int, Interval] = {}
    length = 0
    for start, end, is_disguised in _stretches(text, values, everywhere):
        stretch = text[start:end]
        pieces = disguise.pieces(stretch) if is_disguised else [(c, i) for i, c in enumerate(stretch)]
        for piece, place in pieces:
            written.append(piece)
            if place is not None and piece:
                places[start + place] = length, length + len(piece)
            length += len(piece)
    new = "".join(written)
    return DisguisedNote(
        replace(document, text=new, entities=()),
        tuple(tuple(places[i] for i in range(a, b) if text[i].isalnum() and i in places) for a, b in values),
        tuple("".join(piece for piece, _ in disguise.pieces(text[a:b])) != text[a:b] for a, b in values),
    )


def _stretches(text: str, values: Sequence[Interval], everywhere: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield the text in pieces without line ends that are disguised, and the rest."""
    at = 0
    for start, end in [match.span() for match in _LINE.finditer(text)] if everywhere else values:
        yield at, start, False
        at = start
        for line in _LINE.finditer(text, start, end):
            yield at, line.start(), False
            yield *line.span(), True
            at = line.end()
        yield at, end, False
        at = end
    yield at, len(text), False


_LINE = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"[^\W\d_]+")


def _plain(text: str) -> list[Piece]:
    return [(character, place) for place, character in enumerate(text)]


def _each(write: Callable[[str], str]) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes each character in another way."""
    return lambda text: [(write(character), place) for place, character in enumerate(text)]


def _between(mark: str, belongs: Callable[[str], bool] = str.isalpha) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes a mark between any two letters of a word, or any two of other characters."""

    def pieces(text: str) -> list[Piece]:
        written: list[Piece] = []
        for place, character in enumerate(text):
            written.append((character, place))
            if belongs(character) and belongs(text[place + 1 : place + 2]):
                written.append((mark, None))
        return written

    return pieces


def _in_each_word(pieces_of: Callable[[str], Sequence[Piece]], shortest: int = 2) -> Callable[[str], list[Piece]]:
    """Return a disguise of each word of so many letters by itself."""

    def pieces(text: str) -> list[Piece]:
        written: list[Piece] = []
        at = 0
        for word in _WORD.finditer(text):
            if len(word.group()) < shortest:
                continue
            written += [(text[i], i) for i in range(at, word.start())]
            for piece, place in pieces_of(word.group()):
                written.append((piece, None if place is None else place + word.start()))
            at = word.end()
        return written + [(text[i], i) for i in range(at, len(text))]

    return pieces


def _around(before: str, after: str) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes marks around the whole."""
    return lambda text: [(before, None), *_plain(text), (after, None)]


def _spaced(belongs: Callable[[str], bool] = str.isalpha) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes a space between the letters of a word, and two more between words."""

    def pieces(text: str) -> list[Piece]:
        gaps = {
            place
            for place, character in enumerate(text)
            if character == " " and belongs(text[place - 1 : place]) and belongs(text[place + 1 : place + 2])
        }
        return [(piece * 3 if place in gaps else piece, place) for piece, place in _between(" ", belongs)(text)]

    return pieces


def _halved(mark: str) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes a mark in the middle of the longest word, if it has four letters."""

    def pieces(text: str) -> list[Piece]:
        written: list[Piece] = [(c, i) for i, c in enumerate(text)]
        longest = max(_WORD.finditer(text), key=lambda word: len(word.group()), default=None)
        if longest is not None and len(longest.group()) >= 4:
            written.insert((longest.start() + longest.end()) // 2, (mark, None))
        return written

    return pieces


def _half_marked(before: str, between: str, after: str) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes marks before, in the middle and after."""

    def pieces(text: str) -> list[Piece]:
        written, middle = _plain(text), (len(text) + 1) // 2
        return [(before, None), *written[:middle], (between, None), *written[middle:], (after, None)]

    return pieces


def _swapped(word: str) -> list[Piece]:
    """Exchange the second and third letter of a word."""
    return [(word[i], i) for i in (0, 2, 1, *range(3, len(word)))]


def _reversed(before: str, after: str) -> Callable[[str], list[Piece]]:
    """Return a disguise that writes the last character first; marks may tell a screen to show it the right way."""
    return lambda text: [(before, None), *reversed(_plain(text)), (after, None)]


def _from_table(table: dict[str, str]) -> Callable[[str], str]:
    return lambda character: table.get(character, character)


def _first_of(table: dict[str, str]) -> Callable[[str], list[Piece]]:
    """Return a disguise of the first letter of a word that stands in the table."""

    def pieces(word: str) -> list[Piece]:
        first = next((i for i, character in enumerate(word) if character in table), None)
        return [(table[c] if i == first else c, i) for i, c in enumerate(word)]

    return pieces


def _shifted(capital: int, small: int, figure: int | None = None) -> Callable[[str], str]:
    """Return what writes the letters of the English alphabet as those of another that begin at these code points."""

    def write(character: str) -> str:
        decomposed = unicodedata.normalize("NFD", character)
        base, marks = decomposed[:1], decomposed[1:]
        if "A" <= base <= "Z":
            return chr(capital + ord(base) - ord("A")) + marks
        if "a" <= base <= "z":
            return chr(small + ord(base) - ord("a")) + marks
        if figure is not None and "0" <= base <= "9":
            return chr(figure + ord(base) - ord("0"))
        return character

    return write


def _figure(zero: int) -> Callable[[str], str]:
    return lambda character: chr(zero + int(character)) if "0" <= character <= "9" else character


def _named_entity(character: str) -> str:
    return f"&{codepoint2name[ord(character)]};" if ord(character) in codepoint2name and character > "~" else character


def _quoted_printable(character: str) -> str:
    return character if character < "\x80" else "".join(f"={byte:02X}" for byte in character.encode("utf-8"))


def _rich_text(character: str) -> str:
    encoded = character.encode("cp1252", "ignore")
    return f"\\'{encoded[0]:02x}" if character > "~" and encoded else character


def _misencoded(character: str) -> str:
    encoded = character.encode("utf-8") if character > "~" else b""
    # Five bytes are no character of CP1252; programs keep their numbers.
    return "".join(bytes((byte,)).decode("cp1252", "ignore") or chr(byte) for byte in encoded) or character


def _when_letter(write: Callable[[str], str]) -> Callable[[str], str]:
    return lambda character: write(character) if character.isalpha() else character


_CYRILLIC = dict(zip("aeopcxyijsABEKMHOPCTXYIJS", "аеорсхуіјѕАВЕКМНОРСТХУІЈЅ", strict=True))
_GREEK = dict(zip("aiknopuvxyABEZHIKMNOPTYX", "αικηορυνχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", strict=True))
_SMALL_CAPITALS = dict(zip("abcdefghijklmnoprstuvwz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢ", strict=True))
_PHONETIC = dict(zip("agilouvyR", "ɑɡıǀᴏᴜᴠʏƦ", strict=True))
_MISREAD = {"O": "0", "l": "1"}

DISGUISES: tuple[Disguise, ...] = (
    Disguise("untouched", _plain, None),
    Disguise("zero-width space", _between("\u200b")),
    Disguise("word joiner", _between("\u2060")),
    Disguise("soft hyphen", _between("\u00ad")),
    Disguise("right-to-left mark", _between("\u200f")),
    Disguise("grapheme joiner U+034F", _between("\u034f")),
    Disguise("variation selector U+FE0F", _between("\ufe0f")),
    Disguise("Hangul filler U+3164", _between("\u3164")),
    Disguise("invisible tag character U+E0061", _between("\U000e0061")),
    Disguise("accents apart (NFD)", _each(lambda character: unicodedata.normalize("NFD", character))),
    Disguise("no-break space", _each(_from_table({" ": "\u00a0"}))),
    Disguise("struck through U+0336", _each(_when_letter(lambda character: character + "\u0336"))),
    Disguise("full-width figures", _each(_figure(0xFF10))),
    Disguise("Arabic figures", _each(_figure(0x660))),
    Disguise("full-width letters", _each(_shifted(0xFF21, 0xFF41, 0xFF10))),
    Disguise("mathematical bold letters", _each(_shifted(0x1D400, 0x1D41A, 0x1D7CE))),
    Disguise("mathematical sans-serif italic", _each(_shifted(0x1D608, 0x1D622))),
    Disguise("mathematical monospace", _each(_shifted(0x1D670, 0x1D68A, 0x1D7F6))),
    Disguise("letters in circles", _each(_shifted(0x24B6, 0x24D0))),
    Disguise("letters in squares", _each(_shifted(0x1F130, 0x1F130))),
    Disguise("one Cyrillic letter a word", _in_each_word(_first_of(_CYRILLIC), 1)),
    Disguise("Cyrillic for each letter alike", _each(_from_table(_CYRILLIC))),
    Disguise("Greek for each letter alike", _each(_from_table(_GREEK))),
    Disguise("Cyrillic and Greek mixed", _each(_from_table(_CYRILLIC | _GREEK))),
    Disguise("phonetic letters", _each(_from_table(_PHONETIC))),
    Disguise("small capitals", _each(_from_table(_SMALL_CAPITALS))),
    Disguise("entities: `&eacute;`", _each(_named_entity)),
    Disguise("entities: each letter `&#68;`", _each(_when_letter(lambda character: f"&#{ord(character)};"))),
    Disguise("entities: each letter `&#x44;`", _each(_when_letter(lambda character: f"&#x{ord(character):x};"))),
    Disguise("tags around: `<td>`", _around("<td>", "</td>")),
    Disguise("tags inside: `<b>DUR</b>AND`", _in_each_word(_half_marked("<b>", "</b>", ""))),
    Disguise("tags between letters: `D<i></i>U`", _between("<i></i>")),
    Disguise("quoted-printable: `=C3=A9`", _each(_quoted_printable)),
    Disguise("RTF: `\\'e9`", _each(_rich_text)),
    Disguise("UTF-8 read as CP1252: `Ã©`", _each(_misencoded)),
    Disguise("Markdown: `**DURAND**`", _around("**", "**")),
    Disguise("Markdown: `_DURAND_`", _around("_", "_")),
    Disguise("Markdown within words: `DUR**AND**`", _in_each_word(_half_marked("", "**", "**"))),
    Disguise("`_` for spaces", _each(_from_table({" ": "_"}))),
    Disguise("`_` between letters", _between("_")),
    Disguise("hyphen and line end in a word", _halved("-\n")),
    Disguise("reversed, shown the right way by U+202E", _reversed("\u202e", "\u202c")),
    Disguise("letters with spaces", _spaced(), ALMOST_SAME_READING),
    Disguise("letters with dots", _between("."), ALMOST_SAME_READING),
    Disguise("letters with hyphens", _between("-"), ALMOST_SAME_READING),
    Disguise("misread: O as 0, l as 1", _each(_from_table(_MISREAD)), ALMOST_SAME_READING),
    Disguise("letters and figures with spaces", _spaced(str.isalnum), ALMOST_SAME_READING),
    Disguise("letters and figures with dots", _between(".", str.isalnum), ALMOST_SAME_READING),
    Disguise("letters and figures with hyphens", _between("-", str.isalnum), ALMOST_SAME_READING),
    Disguise("upper case", _each(str.upper), None),
    Disguise("lower case", _each(str.lower), None),
    Disguise("line end for space", _each(_from_table({" ": "\n"})), None),
    Disguise("without spaces", _each(_from_table({" ": ""})), None),
    Disguise("two letters exchanged", _in_each_word(_swapped, 4), None),
    Disguise("line end in a word", _halved("\n"), None),
    Disguise("reversed", lambda text: list(reversed(_plain(text))), None),
)
