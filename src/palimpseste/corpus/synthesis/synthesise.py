"""Many annotated documents out of few: every entity redrawn, forms varied, noise, templates and carriers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from palimpseste.corpus.synthesis.carriers import Carriers
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.envelopes import enveloped, sheet
from palimpseste.corpus.synthesis.forms import varied
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.noise import noisy
from palimpseste.corpus.synthesis.pieces import Piece, assembled, trimmed
from palimpseste.corpus.synthesis.redraw import Redrawer, SourceRead
from palimpseste.corpus.synthesis.values import Values
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError

__all__ = ["synthesise"]

_NEGATIVE = 0.4


def synthesise(
    documents: Iterable[Document],
    *,
    seed: int,
    copies: int,
    lists_folder: Path | str | None = None,
    carriers: Path | str | Sequence[Path | str] | None = None,
    carrier_share: float = 0.3,
    sheet_share: float = 0.1,
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
    carriers : path or sequence of paths, optional
        Real prose; see :mod:`palimpseste.corpus.synthesis.carriers`. None yields no document made of it.
    carrier_share : float
        How likely a copy is followed by a document of carrier prose, in ``[0, 1]``.
    sheet_share : float
        How likely a copy is followed by a document of templates alone, in ``[0, 1]``.

    Yields
    ------
    Document
        With entities and record redrawn alike. The identifier is that of the source, ``#`` and the copy; with
        ``-carrier`` or ``-sheet`` for the documents that follow it.

    Raises
    ------
    UsageError
        If a parameter is out of range, or the lists or the carriers cannot be read.
    """
    if copies < 1:
        raise UsageError(f"copies must be 1 or more, got {copies}")
    for name, share in (("carrier_share", carrier_share), ("sheet_share", sheet_share)):
        if not 0 <= share <= 1:
            raise UsageError(f"{name} must be within 0 and 1, got {share}")
    lists = Lists.of(lists_folder)
    paths = [carriers] if isinstance(carriers, (str, Path)) else list(carriers or ())
    prose = Carriers([Path(path) for path in paths]) if paths else None
    return _synthesised(documents, seed, copies, lists, prose, carrier_share if prose else 0.0, sheet_share)


def _synthesised(
    documents: Iterable[Document],
    seed: int,
    copies: int,
    lists: Lists,
    prose: Carriers | None,
    carrier_share: float,
    sheet_share: float,
) -> Iterator[Document]:
    for document in documents:
        read = SourceRead.of(document)
        for copy in range(copies):
            name = f"{document.id}#{copy}"
            yield _copied(read, Chance(seed, document.id, copy), lists, name)
            chance = Chance(seed, document.id, copy, "carrier")
            if prose is not None and chance.odds(carrier_share):
                yield _carried(prose, chance, lists, f"{name}-carrier")
            chance = Chance(seed, document.id, copy, "sheet")
            if chance.odds(sheet_share):
                values = Values(chance, lists, Patient(), None)
                yield _finished(f"{name}-sheet", sheet(values, chance), chance)


def _copied(read: SourceRead, chance: Chance, lists: Lists, name: str) -> Document:
    redrawer = Redrawer(read, chance, lists)
    patient = redrawer.patient()
    source = read.document
    day = redrawer.dates.moved(source.date)
    pieces = varied(redrawer.pieces(), chance)
    pieces = enveloped(pieces, Values(chance, lists, patient, day), chance)
    text, entities = assembled(trimmed(noisy(pieces, chance)))
    return Document(name, text, source.type, day, patient, entities)


def _carried(prose: Carriers, chance: Chance, lists: Lists, name: str) -> Document:
    if chance.odds(_NEGATIVE):
        return _finished(name, prose.negative(chance), chance)
    values = Values(chance, lists, Patient(), None)
    pieces = prose.carrying(chance, values)
    return _finished(name, enveloped(pieces, values, chance), chance)


def _finished(name: str, pieces: list[Piece], chance: Chance) -> Document:
    text, entities = assembled(trimmed(noisy(pieces, chance)))
    return Document(name, text, entities=entities)
