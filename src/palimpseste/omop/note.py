"""A note with its title and those who cared: what travels to a worker, and what is done to it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

from palimpseste.deidentifier import Deidentifier, Detector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.document import Document, Patient, Span
from palimpseste.engines.task import Deidentification, Process
from palimpseste.errors import DocumentError
from palimpseste.folding import fold_name
from palimpseste.omop.records import Care
from palimpseste.result import ReleasedText, Result

__all__ = ["CareDetector", "Note", "NoteDeidentification", "ReleasedNote"]

_TITLES = frozenset(("dr", "docteur", "pr", "prof", "professeur", "mme", "madame", "m", "mr", "monsieur", "mlle"))


@dataclass(frozen=True, slots=True, repr=False)
class Note(Document):
    """A document with what OMOP knows besides.

    Parameters
    ----------
    title : str
        Free text of its own.
    care : Care
        Who cared, and where.
    """

    title: str = ""
    care: Care = field(default_factory=Care)


@dataclass(frozen=True, slots=True, repr=False)
class ReleasedNote(Result):
    """The result of a note.

    Parameters
    ----------
    title : ReleasedText, optional
        Its title anew; None where it has none or it was withheld.
    """

    title: ReleasedText | None = None


@dataclass(frozen=True, slots=True)
class NoteDeidentification:
    """De-identifies notes and their titles, under one key and one policy.

    Parameters
    ----------
    task : Deidentification
        What is done to a text.
    """

    task: Deidentification

    def make(self) -> Process[ReleasedNote]:
        """Return the function that de-identifies a note: text, title and date."""
        return _NoteProcess(self.task.deidentifier())

    @property
    def batch_size(self) -> int:
        """How many notes its detectors ask to read at once."""
        return self.task.batch_size


@dataclass(frozen=True, slots=True)
class _NoteProcess:
    """De-identifies notes with their titles, each with the names of those who cared."""

    deidentify: Deidentifier

    @property
    def batch_size(self) -> int:
        return self.deidentify.batch_size

    @property
    def is_quick(self) -> bool:
        return self.deidentify.is_quick

    def __call__(self, document: Document) -> ReleasedNote:
        (outcome,) = self.many([document])
        if isinstance(outcome, DocumentError):
            raise outcome
        return outcome

    def many(self, documents: Sequence[Document]) -> list[ReleasedNote | DocumentError]:
        beside = [_care_of(document) for document in documents]
        results = self.deidentify.many(documents, beside)
        titled = [at for at, document in enumerate(documents) if isinstance(document, Note)]
        titles = self.deidentify.many(
            [replace(note, text=note.title) for note in documents if isinstance(note, Note)],
            [beside[at] for at in titled],
        )
        title_of = dict(zip(titled, titles, strict=True))
        outcomes: list[ReleasedNote | DocumentError] = []
        for at, result in enumerate(results):
            title = title_of.get(at)
            if isinstance(result, DocumentError):
                outcomes.append(result)
            elif isinstance(title, DocumentError):
                outcomes.append(title)
            else:
                # A budget is spent on the text: dates or towns of a title would be a second release.
                is_withheld = title is None or (result.ledger is not None and bool(title.spans))
                outcomes.append(_released(result, None if is_withheld or title is None else title.text))
        return outcomes


def _care_of(document: Document) -> tuple[Detector, ...]:
    if isinstance(document, Note) and (document.care.providers or document.care.care_sites):
        return (CareDetector(document.care),)
    return ()


def _released(result: Result, title: ReleasedText | None) -> ReleasedNote:
    values = {each.name: getattr(result, each.name) for each in fields(Result)}
    return ReleasedNote(**values, title=title)


@dataclass(frozen=True, slots=True, repr=False)
class CareDetector:
    """Finds the names of those who cared, in any writing, and of the places of care, word by word.

    Parameters
    ----------
    care : Care
        The names.
    """

    care: Care

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return where they stand, in offsets of the view."""
        found: list[Span] = []
        for name in self.care.providers:
            spans = RecordDetector()(tokens, _person_named(name))
            found += [replace(span, source="record.provider") for span in spans]
        for name in self.care.care_sites:
            found += _places_of(name, tokens)
        return found


def _person_named(name: str) -> Patient:
    """Return a record of a full name: words in capitals are the family name, else the last word is."""
    words = [word for word in name.replace(",", " ").split() if fold_name(word).strip(".") not in _TITLES]
    family = [word for word in words if word.isupper() and len(word) > 1]
    if not family or len(family) == len(words):
        family = words[-1:]
    return Patient(lastname=" ".join(family), firstname=" ".join(word for word in words if word not in family))


def _places_of(name: str, tokens: Tokens) -> list[Span]:
    """Return where the words of a place of care follow each other, whatever their case and the marks between them.

    A name without a word for such places, as of a ward, is left to the rules: « Cardiologie » names nobody.
    """
    words = fold_name(name).split()
    lexicon = alphabet().lexicon
    if len(words) < 2 or not any(lexicon.get(word, 0) & Trait.CARE_HEAD for word in words):
        return []
    places = [place for place, word in enumerate(tokens.words) if word[0].isalnum()]
    written = [tokens.words[place] for place in places]
    return [
        Span(tokens.starts[places[index]], tokens.end(places[index + len(words) - 1]), "HOSPITAL", "record.care_site")
        for index, word in enumerate(written)
        if word == words[0] and written[index : index + len(words)] == words
    ]
