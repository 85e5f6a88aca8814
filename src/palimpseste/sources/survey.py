"""What a run is about to read, counted before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from palimpseste.errors import UsageError
from palimpseste.sources.columns import printable_names
from palimpseste.sources.source import Source

__all__ = ["Survey", "survey"]


@dataclass(frozen=True, slots=True)
class Survey:
    """Counts of the entries of some sources.

    Parameters
    ----------
    entries : int
        Documents, those that cannot be read included.
    unreadable : int
        Of these, how many cannot be read; text and PDF files are not opened, so only those refused by name are counted.
    characters : int
        Of all texts; for text and PDF files, their bytes.
    dropped : str
        Columns that results will not have, for a message.
    """

    entries: int
    unreadable: int
    characters: int
    dropped: str


def survey(sources: Sequence[Source]) -> Survey:
    """Return the counts of some sources, each checked.

    Raises
    ------
    UsageError
        If a source is not what the caller says, or two documents have one identifier: with both places.
    """
    entries = unreadable = characters = 0
    seen: dict[bytes, tuple[int, int]] = {}
    files = [str(source.input.path) for source in sources]
    for position, source in enumerate(sources):
        source.check()
        if source.input.is_one_document:
            # The name is the identifier, and no two inputs have one name: no need to open the file.
            entries += 1
            if source.input.refusal:
                unreadable += 1
            else:
                characters += source.input.path.stat().st_size
            _claim(seen, files, source.input.name, position, 0)
            continue
        for entry in source.entries():
            entries += 1
            if entry.document is None:
                unreadable += 1
                continue
            characters += len(entry.document.text)
            _claim(seen, files, entry.document.id, position, entry.place.line)
    dropped = {name for source in sources for name in source.dropped()}
    return Survey(entries, unreadable, characters, printable_names(dropped))


def _claim(seen: dict[bytes, tuple[int, int]], files: Sequence[str], id: str, position: int, line: int) -> None:
    """Note where an identifier is used. Digests keep millions of them in little memory."""
    digest = blake2b(id.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    if digest in seen:
        first, first_line = seen[digest]
        raise UsageError(
            f"{files[position]}:{line} and {files[first]}:{first_line}: two documents of the identifier {id!r}"
        )
    seen[digest] = (position, line)
