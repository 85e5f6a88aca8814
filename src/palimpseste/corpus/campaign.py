"""An annotation campaign in a folder: what each person annotated, and what a third one settled.

``annotators/NAME.jsonl`` and ``settled/NAME.jsonl`` hold documents with their text: the folder is as sensitive as they
are. What two people marked alike holds (Tchouka et al., journal paper, section 3.1.4: pairs are merged by hand; Doremus
et al.: a third expert settles).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from palimpseste.corpus.disputes import Dispute, disputes_of
from palimpseste.corpus.jsonl import read_jsonl
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.files import write_text
from palimpseste.sources.jsonl import json_line

__all__ = ["Campaign", "Disputed", "Settled"]

_OF_EARLIER_VERSIONS = re.compile(r"[^A-Za-z0-9@._-]")
_MOST_CHARACTERS_OF_NAME = 80


@dataclass(frozen=True, slots=True, repr=False)
class Disputed:
    """A document that people annotated differently.

    Parameters
    ----------
    document : Document
        With the spans that all marked alike, and the first reading of each other place.
    disputes : tuple of Dispute
        The places where they differ.
    annotators : tuple of str
        Who, in the order of the readings.
    """

    document: Document
    disputes: tuple[Dispute, ...]
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Settled:
    """A document with the spans that hold, and who says so.

    Parameters
    ----------
    document : Document
        The document.
    annotators : tuple of str
        Who annotated it.
    third : str
        Who settled it; empty where all annotated it alike.
    """

    document: Document
    annotators: tuple[str, ...]
    third: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign.

    Parameters
    ----------
    folder : Path
        Where it lies.
    """

    folder: Path

    def add(self, annotations: Iterable[tuple[str, Document]], *, is_third: bool = False) -> dict[str, int]:
        """Add what people annotated; what a person annotated before is replaced, document by document.

        Parameters
        ----------
        annotations : iterable of (str, Document)
            Who, and the document as that person did.
        is_third : bool
            Whether they settle what others annotated.

        Returns
        -------
        dict
            Each person's count of documents.

        Raises
        ------
        UsageError
            If a text is another one than that of the same document here, who settles a document annotated it, or a
            person annotated one in two ways, or would have the file of another.
        """
        folder = self.folder / ("settled" if is_third else "annotators")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        texts, annotators = self._texts(), self.annotators()
        by_person: dict[str, dict[str, Document]] = {}
        names: dict[str, str] = {}
        for person, document in annotations:
            file = _file_of(person)
            if names.setdefault(file, person) != person:
                raise UsageError(f"{names[file]!r} and {person!r} would be one annotator, {file!r}: rename one of them")
            if texts.setdefault(document.id, document.text) != document.text:
                raise UsageError(f"document {document.id!r} has another text than the one that others annotated")
            if is_third and document.id in annotators.get(file, {}):
                raise UsageError(f"document {document.id!r} is settled by a third person: {person} annotated it")
            if by_person.setdefault(file, {}).setdefault(document.id, document).entities != document.entities:
                raise UsageError(
                    f"document {document.id!r} is there twice, marked otherwise by {person}: leave out one"
                )
        for file, person in names.items():
            _refuse_two_names(
                folder, file, _OF_EARLIER_VERSIONS.sub("_", person).lstrip(".")[:_MOST_CHARACTERS_OF_NAME]
            )
        for person, new in by_person.items():
            path = folder / f"{person}.jsonl"
            before = {each.id: each for each in read_jsonl(path)} if path.exists() else {}
            lines = (json_line(each.to_mapping()) for each in (before | new).values())
            write_text(path, b"".join(lines).decode("utf-8"))
        return {person: len(new) for person, new in by_person.items()}

    def annotators(self) -> dict[str, dict[str, Document]]:
        """Return each person's documents by identifier, the people in the order of their names."""
        return self._read("annotators")

    def settled(self) -> dict[str, tuple[str, Document]]:
        """Return the documents that somebody settled, by identifier, with who did."""
        return {
            id: (person, document)
            for person, documents in self._read("settled").items()
            for id, document in documents.items()
        }

    def disputed(self) -> Iterator[Disputed]:
        """Yield the documents that two people or more annotated differently and nobody settled."""
        settled = self.settled()
        for id, sides in self._sides().items():
            alike, disputes = disputes_of([each.entities for each in sides.values()])
            if len(sides) > 1 and disputes and id not in settled:
                first = [span for each in disputes for span in next(filter(None, each.choices))]
                document = _with(next(iter(sides.values())), [*alike, *first])
                yield Disputed(document, tuple(disputes), tuple(sides))

    def gold(self) -> Iterator[Settled]:
        """Yield the documents that hold: settled by a third person, or annotated alike by two or more."""
        settled = self.settled()
        for id, sides in self._sides().items():
            if id in settled:
                third, document = settled[id]
                yield Settled(document, tuple(sides), third)
            elif len(sides) > 1 and not disputes_of([each.entities for each in sides.values()])[1]:
                yield Settled(next(iter(sides.values())), tuple(sides))

    def _sides(self) -> dict[str, dict[str, Document]]:
        """Return who annotated each document, and how."""
        sides: dict[str, dict[str, Document]] = {}
        for person, documents in self.annotators().items():
            for id, document in documents.items():
                sides.setdefault(id, {})[person] = document
        return sides

    def _read(self, kind: str) -> dict[str, dict[str, Document]]:
        if not self.folder.is_dir():
            raise UsageError(f"{self.folder}: no campaign: palimpseste campaign import makes one")
        files = sorted((self.folder / kind).glob("*.jsonl"))
        return {file.stem: {each.id: each for each in read_jsonl(file)} for file in files}

    def _texts(self) -> dict[str, str]:
        people = [*self.annotators().values(), {id: each for id, (_, each) in self.settled().items()}]
        return {id: document.text for documents in people for id, document in documents.items()}


def _file_of(person: str) -> str:
    """Return what the file of a person is called: letters and figures of any script stay, so that two stay two."""
    name = unicodedata.normalize("NFC", person)
    kept = "".join(each if each in "@._-" or unicodedata.category(each)[0] in "LMN" else "_" for each in name)
    return kept.lstrip(".")[:_MOST_CHARACTERS_OF_NAME] or "annotator"


def _refuse_two_names(folder: Path, file: str, before: str) -> None:
    """Refuse somebody whose earlier annotations may lie under the name of an earlier version, as another's."""
    if before != file and (folder / f"{before}.jsonl").exists() and not (folder / f"{file}.jsonl").exists():
        name = folder / before
        raise UsageError(f"{name}.jsonl may be of the same person: rename it to {file}.jsonl if it is, or remove it")


def _with(document: Document, spans: Iterable[Span]) -> Document:
    return Document(document.id, document.text, document.type, document.date, document.patient, tuple(sorted(spans)))
