"""Documents that follow each other: how many go to a worker, and how many of these it reads at once.

Several notes read together, stage by stage, take a tenth to a fifth less time than one after another: what a stage
works with stays near the processor. They have the time of one document, so that a stuck one is noticed no later; a
batch that fails or is late is read again document by document (ADR 21).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any, Final, Generic, TypeAlias, TypeVar

from palimpseste.document import Document
from palimpseste.engines.deadline import Deadline
from palimpseste.errors import DocumentError
from palimpseste.sources.entry import Entry

__all__ = ["CHARACTERS_AT_ONCE", "DOCUMENTS_AT_ONCE", "Batching", "Chunk", "Outcome", "batch_size_of", "chunked"]

CHARACTERS_AT_ONCE: Final = 1 << 16
DOCUMENTS_AT_ONCE: Final = 64
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
    """Yield entries in chunks of so many characters and entries at most; a longer text is a chunk of its own.

    Parameters
    ----------
    entries : iterable of Entry
        In order.
    most_characters : int
        At least 1.
    most_entries : int
        At least 1.
    """
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


def batch_size_of(made: object) -> int:
    """Return how many documents a task, or what it made, asks for at once."""
    return int(getattr(made, "batch_size", 1))


@dataclass(frozen=True, slots=True)
class Batching:
    """How documents are put together to be read at once.

    Parameters
    ----------
    documents : int
        How many at most.
    is_quick : bool
        Whether they have the time of one document together, and so many characters at most that they need no more; else
        each has its own.
    """

    documents: int = 1
    is_quick: bool = False

    @classmethod
    def of(cls, process: object) -> Batching:
        """Return how what a task made reads documents: as its detectors ask, else together where all are quick."""
        asked = batch_size_of(process)
        if asked == 1 and getattr(process, "is_quick", False):
            return cls(DOCUMENTS_AT_ONCE, is_quick=True)
        return cls(asked)

    def first(self, documents: Sequence[Document]) -> Sequence[Document]:
        """Return those of some documents that are read first; one is, however long it is."""
        count = self.documents
        if self.is_quick:
            lengths = accumulate(len(document.text) for document in islice(documents, count))
            count = max(1, sum(length <= CHARACTERS_AT_ONCE for length in lengths))
        return documents[:count]

    def batches(self, documents: Sequence[Document]) -> Iterator[Sequence[Document]]:
        """Yield all documents in turn, those together that are read at once."""
        while documents:
            together = self.first(documents)
            yield together
            documents = documents[len(together) :]

    def seconds(self, deadline: Deadline, documents: Sequence[Document]) -> float:
        """Return how long a processor may work on documents that are read at once."""
        return deadline.seconds_as_one(documents) if self.is_quick else deadline.seconds(documents)
