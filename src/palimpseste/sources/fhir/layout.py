"""The texts of a resource joined into one, and the way back: what was replaced in it is laid back where it stood.

A *value* is a string of the resource. A *piece* says which stretch of the joined text was read from which stretch of
which value. What no piece covers (line ends between texts, those that stand for ``<br/>``) exists in the joined text
only. Where a replaced stretch covers several pieces, all of its surrogate goes to the first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from palimpseste.document import STRUCTURE, Span
from palimpseste.labels import Label
from palimpseste.result import ReleasedText, Result

__all__ = ["Layout", "Piece", "Writing"]

Writing = Literal["plain", "markup", "attribute", "cdata"]
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch ``[start, end)`` of the joined text and the stretch of a value it was read from.

    Parameters
    ----------
    start, end : int
        In the joined text.
    value : int
        Which value.
    source_start, source_end : int
        In the value.
    writing : {"plain", "markup", "attribute", "cdata"}
        How characters are written there.
    is_whole : bool
        Whether it is one thing, such as an entity, and not character for character the same.
    """

    start: int
    end: int
    value: int
    source_start: int
    source_end: int
    writing: Writing
    is_whole: bool

    def source_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the value that the part of this piece within ``[start, end)`` was read from."""
        if self.is_whole:
            return self.source_start, self.source_end
        shift = self.source_start - self.start
        return max(start, self.start) + shift, min(end, self.end) + shift


@dataclass(slots=True, repr=False)
class Layout:
    """A joined text in the making, and where its stretches came from.

    Parameters
    ----------
    values : list of str
        The strings of the resource that were read.
    pieces : list of Piece
        Which stretch of which value each stretch of the text is, in the order of the text.
    given : list of Span
        What the resource itself says of stretches of the text.
    """

    values: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    given: list[Span] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _removed: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The joined text."""
        return "".join(self._parts)

    def begin(self, value: str) -> int:
        """Return the number of a new value, whose pieces are added next."""
        self.separate()
        self.values.append(value)
        return len(self.values) - 1

    def separate(self) -> None:
        """End a text: what follows is another one."""
        if self._parts:
            self.add_apart(_BETWEEN)

    def add_apart(self, text: str) -> None:
        """Add text that stands in no value."""
        self._parts.append(text)
        self._length += len(text)

    def add(
        self, text: str, value: int, start: int, end: int, writing: Writing = "plain", *, is_whole: bool = False
    ) -> None:
        """Add text read from ``[start, end)`` of a value.

        Parameters
        ----------
        text : str
            As it is read.
        value : int
            Number of the value.
        start, end : int
            Half-open interval of the value that it was read from.
        writing : Writing
            How the value has it.
        is_whole : bool
            Whether it is replaced as a whole or not at all.
        """
        if not text:
            return
        self.pieces.append(Piece(self._length, self._length + len(text), value, start, end, writing, is_whole))
        self.add_apart(text)

    def give(self, start: int, end: int, label: Label) -> None:
        """Say that a stretch of the text added last, offsets counted from where it will end, is a value.

        Parameters
        ----------
        start, end : int
            Half-open interval, from where the text now ends.
        label : Label
            Of the value.
        """
        self.given.append(Span(self._length + start, self._length + end, label, STRUCTURE))

    def remove(self, value: int, start: int, end: int) -> None:
        """Say that a stretch of a value is left out, whatever is replaced.

        Parameters
        ----------
        value : int
            Number of the value.
        start, end : int
            Half-open interval of it.
        """
        self._removed.append((value, start, end))

    def add_value(self, value: str, given: Sequence[tuple[int, int, Label]] = ()) -> int:
        """Add a value that is text as it stands, with what is known of it; return its number."""
        number = self.begin(value)
        for start, end, label in given:
            self.give(start, end, label)
        self.add(value, number, 0, len(value))
        return number

    def written(self, result: Result) -> list[ReleasedText]:
        """Return the values anew after the replacements of a de-identified document.

        Raises
        ------
        ValueError
            If its replacements do not lead from the joined text to its text.
        """
        self._check(result)
        edits: list[list[tuple[int, int, str]]] = [[] for _ in self.values]
        for value, start, end in self._removed:
            edits[value].append((start, end, ""))
        ends = [piece.end for piece in self.pieces]
        for replacement in result.offsets.replacements:
            surrogate = result.text[replacement.new_start : replacement.new_end]
            index = bisect_right(ends, replacement.start)
            while index < len(self.pieces) and self.pieces[index].start < replacement.end:
                piece = self.pieces[index]
                source = piece.source_of(replacement.start, replacement.end)
                edits[piece.value].append((*source, _escaped(surrogate, piece.writing)))
                surrogate = ""
                index += 1
        # Released as the result is: nothing but its surrogates stands where it was written over.
        return [
            ReleasedText(_edited(value, sorted(changes))) for value, changes in zip(self.values, edits, strict=True)
        ]

    def _check(self, result: Result) -> None:
        old, new = self.text, result.text
        end = new_end = 0
        for r in result.offsets.replacements:
            if old[end : r.start] != new[new_end : r.new_start]:
                raise ValueError("a text changed outside its replacements")
            end, new_end = r.end, r.new_end
        if old[end:] != new[new_end:]:
            raise ValueError("a text changed behind its last replacement")


def _edited(value: str, edits: Sequence[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    position = 0
    for start, end, new in edits:
        parts += (value[position:start], new)
        position = max(position, end)
    parts.append(value[position:])
    return "".join(parts)


def _escaped(text: str, writing: Writing) -> str:
    if writing == "plain" or not text:
        return text
    # A bracket could end a CDATA section, or make of a character behind it the end of one.
    written = escape(text, quote=writing == "attribute").replace("]", "&#93;")
    if writing == "cdata" and written != text:
        return f"]]>{written}<![CDATA["
    return written
