"""Entries that follow each other, put together to be processed at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from palimpseste.errors import DocumentError
from palimpseste.sources.entry import Entry

__all__ = ["Chunk", "Outcome", "chunked"]

# What a document becomes: a result, or a prediction.
W = TypeVar("W")
Outcome: TypeAlias = W | DocumentError


@dataclass(slots=True)
class Chunk(Generic[W]):
    """Entries that follow each other, and what became of each; entries that could not be read are done already.

    Attributes
    ----------
    entries : list of Entry
        In order.
    outcomes : list of Outcome or None
        As long; None where there is none yet.
    characters : int
        Of all their texts.
    """

    entries: list[Entry]
    outcomes: list[Outcome[W] | None] = field(init=False)
    characters: int = field(init=False)

    def __post_init__(self) -> None:
        self.outcomes = [None if e.document else DocumentError(e.id, e.reason) for e in self.entries]
        self.characters = sum(map(_length_of, self.entries))

    def undone(self) -> list[int]:
        """Return the positions of the entries without an outcome."""
        return [index for index, outcome in enumerate(self.outcomes) if outcome is None]

    def results(self) -> Iterator[tuple[Entry, Outcome[W]]]:
        """Yield each entry with its outcome, once all are done."""
        for entry, outcome in zip(self.entries, self.outcomes, strict=True):
            assert outcome is not None  # noqa: S101 # for types: no entry of this chunk is undone
            yield entry, outcome


def chunked(entries: Iterable[Entry], most_characters: int, most_entries: int) -> Iterator[Chunk[Any]]:
    """Yield entries in chunks of so many characters and entries at most; a longer text is a chunk of its own."""
    held: list[Entry] = []
    characters = 0
    for entry in entries:
        length = _length_of(entry)
        if held and characters + length > most_characters:
            yield Chunk(held)
            held, characters = [], 0
        held.append(entry)
        characters += length
        if len(held) == most_entries or characters >= most_characters:
            yield Chunk(held)
            held, characters = [], 0
    if held:
        yield Chunk(held)


def _length_of(entry: Entry) -> int:
    return len(entry.document.text) if entry.document else 0
