"""Text of others where it is printed: names of files and columns, identifiers of documents, values read of a note."""

from __future__ import annotations

import re
import unicodedata
from typing import TypeVar

__all__ = ["identifier_shown", "name_shown", "shown", "shown_without_values"]

T = TypeVar("T")

# A longer identifier is a text in the wrong column.
_LONGEST_IDENTIFIER = 100
_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
# Controls of the terminal, of the line and of the direction of writing; halves of surrogate pairs.
_ACTING = ("Cc", "Cf", "Cs", "Zl", "Zp")


def shown(message: str) -> str:
    """Return a message in which every character that acts on a terminal is written out, line ends too."""
    if message.isprintable():
        return message
    return "".join(
        character.encode("unicode_escape").decode("ascii") if unicodedata.category(character) in _ACTING else character
        for character in message
    )


def name_shown(name: str) -> str:
    """Return the name of a field in quotes, where it looks like one; a text in its place is not shown."""
    return repr(name) if _NAME.fullmatch(name) else "whose name is not shown"


def identifier_shown(id: str) -> str:
    """Return the identifier of a document in quotes, `shown`; one so long that it may be a text is not."""
    if len(id) > _LONGEST_IDENTIFIER:
        return f"of {len(id):,} characters, not shown"
    return f"'{shown(id)}'"


def shown_without_values(kind: type[T]) -> type[T]:
    """Return a class, of named tuples, whose ``repr`` tells nothing of what stands in its fields.

    Dataclasses say so themselves (``repr=False``).
    """
    kind.__repr__ = object.__repr__  # type: ignore[method-assign]
    return kind
