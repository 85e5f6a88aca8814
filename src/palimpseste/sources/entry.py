"""What a source yields: documents, and the places where there should have been one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from palimpseste.debugging import kind_of
from palimpseste.document import Document
from palimpseste.errors import UsageError

__all__ = ["Entry", "Origin", "Place", "make_entry"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands, for people who look for it.

    Parameters
    ----------
    file : str
        The path, or ``standard input``.
    line : int
        The line or row, from 1; 0 stands for the whole file.
    """

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Origin(Protocol):
    """An entry as those see it who write results: where it stood and in what form, without its document."""

    @property
    def id(self) -> str:
        """The document's identifier."""

    @property
    def place(self) -> Place:
        """Where it stands."""

    @property
    def form(self) -> object:
        """What its source needs to write the result as the entry came."""

    @property
    def kept(self) -> Mapping[str, object]:
        """Values of the further columns that results have, by name."""


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """One document of a source, or the reason why it could not be read.

    Parameters
    ----------
    source : int
        Position of the source in the run.
    number : int
        Position of the entry in its source, from 0.
    place : Place
        Where it stands.
    document : Document, optional
        None where it could not be read.
    reason : str
        Why it could not be read; quotes nothing of it.
    form : object
        What its source needs to write the result as the entry came.
    kept : mapping
        Values of the further columns that results have, by name.
    """

    source: int
    number: int
    place: Place
    document: Document | None = None
    reason: str = ""
    form: object = None
    kept: Mapping[str, object] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The document's identifier, or the place where there is none."""
        return self.document.id if self.document else str(self.place)

    def __repr__(self) -> str:
        return f"Entry(source={self.source}, number={self.number}, place={str(self.place)!r})"


def make_entry(
    source: int,
    number: int,
    place: Place,
    make: Callable[[], Document],
    form: object = None,
    kept: Mapping[str, object] | None = None,
) -> Entry:
    """Return the entry of a document that `make` reads; what it raises becomes the reason.

    A text with NUL characters is a damaged or binary file, never a note: it counts as unreadable.

    Parameters
    ----------
    source : int
        Number of the source.
    number : int
        Of the entry in it.
    place : Place
        Of it, for people.
    make : callable
        Reads the document.
    form : object, optional
        What the source needs to write it again.
    kept : mapping, optional
        Fields that are written as they came.
    """
    try:
        document = make()
    except UsageError as error:
        return Entry(source, number, place, None, str(error), form)
    except Exception as error:  # a number or date beyond all, a text that is none: whatever a table may hold
        return Entry(source, number, place, None, f"a value in it cannot be read ({kind_of(error)})", form)
    if "\0" in document.text:
        return Entry(source, number, place, None, "not text: it holds NUL characters", form)
    return Entry(source, number, place, document, "", form, kept or {})
