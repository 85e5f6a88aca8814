"""Many annotated documents out of few: every entity redrawn, forms varied, noise, templates and carriers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.forms import varied
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.noise import noisy
from palimpseste.corpus.synthesis.pieces import assembled, trimmed
from palimpseste.corpus.synthesis.redraw import Redrawer, SourceRead
from palimpseste.document import Document

__all__ = ["synthesise"]


def synthesise(
    documents: Iterable[Document],
    *,
    seed: int,
    copies: int,
    lists_folder: Path | str | None = None,
    carriers: Path | str | None = None,
) -> Iterator[Document]:
    """Yield synthetic copies of annotated documents, each a pure function of the seed, the document and the copy.

    Parameters
    ----------
    documents : iterable of Document
        With their entities and, where known, the patient's record.
    seed : int
        Another seed gives other copies.
    copies : int
        How many of each document.
    lists_folder : path, optional
        Larger lists of names and streets; see :mod:`palimpseste.corpus.synthesis.lists`.
    carriers : path, optional
        JSON lines with a ``text``: real prose.

    Yields
    ------
    Document
        With entities and record redrawn alike; the identifier is that of the source, ``#`` and the copy.

    Raises
    ------
    UsageError
        If the lists or the carriers cannot be read.
    """
    lists = Lists.of(lists_folder)
    for document in documents:
        read = SourceRead.of(document)
        for copy in range(copies):
            yield _copied(read, Chance(seed, document.id, copy), lists, copy)


def _copied(read: SourceRead, chance: Chance, lists: Lists, copy: int) -> Document:
    redrawer = Redrawer(read, chance, lists)
    patient = redrawer.patient()
    pieces = redrawer.pieces()
    pieces = varied(pieces, chance)
    text, entities = assembled(trimmed(noisy(pieces, chance)))
    source = read.document
    return Document(f"{source.id}#{copy}", text, source.type, redrawer.dates.moved(source.date), patient, entities)
