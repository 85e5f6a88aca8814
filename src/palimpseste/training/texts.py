"""Notes whose annotations do not matter, from whatever files hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.sources import listed_inputs, open_sources
from palimpseste.sources.listing import format_of_name

__all__ = ["texts_of"]


def texts_of(paths: Sequence[Path]) -> Iterator[Document]:
    """Yield the notes of files and folders: text, JSON lines, CSV, Parquet, or annotated formats.

    Raises
    ------
    UsageError
        If there is nothing to read, or a note cannot be read: its place is named.
    """
    for path in paths:
        if path.is_file() and _is_annotated(path):
            yield from read_documents(path)
            continue
        for source in open_sources(listed_inputs([path])):
            source.check()
            for entry in source.entries():
                if entry.document is None:
                    raise UsageError(f"{entry.place}: {entry.reason}")
                yield entry.document


def _is_annotated(path: Path) -> bool:
    try:
        format_of_name(path.name)
    except UsageError:
        return True
    return False
