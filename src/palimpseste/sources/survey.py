"""What a run is about to read, counted before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from palimpseste.document import Document, Patient
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.rendering.screen import identifier_shown
from palimpseste.sources.columns import french_fields, printable_names
from palimpseste.sources.patients import PatientFile
from palimpseste.sources.source import Source
from palimpseste.surrogates.dates.plan import patient_digest

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
    by_source : tuple of int
        The documents of each source.
    with_record : int
        Documents that have a record of their patient, of their own or from the file of patients.
    without_document : int, optional
        Rows of that file that belong to no document; None without such a file.
    patients : mapping of bytes to int
        The patients of several documents, by digest, with how many; PDF files are not counted.
    also_in_pdf : collection of bytes
        The patients who have a PDF file and another document, by digest.
    hidden : int
        Files and folders that are left out because their names begin with a dot.
    french : mapping of str to str
        Of the columns that results will not have, those with a French name of a field of the record, with that field.
    without_name : int
        Of the documents with a record, those whose record holds no name.
    unread_births : int
        Of the documents with a record of their own, those whose record holds a date of birth that cannot be read, which
        nobody looks for; a file of patients with one is refused.
    """

    entries: int
    unreadable: int
    characters: int
    dropped: str
    by_source: tuple[int, ...] = ()
    with_record: int = 0
    without_document: int | None = None
    patients: Mapping[bytes, int] = field(default_factory=dict, repr=False)
    also_in_pdf: Collection[bytes] = field(default=frozenset(), repr=False)
    hidden: int = 0
    french: Mapping[str, str] = field(default_factory=dict)
    without_name: int = 0
    unread_births: int = 0


def survey(sources: Sequence[Source], patients: PatientFile | None = None) -> Survey:
    """Return the counts of some sources, each checked.

    Parameters
    ----------
    sources : sequence of Source
        All of a run.
    patients : PatientFile, optional
        Records for documents without one, or with a part of one.

    Raises
    ------
    UsageError
        If a source is not what the caller says or is no longer there, or two documents have one identifier: with both
        places.
    PalimpsesteError
        If a source yields another number of entries than its file says it holds.
    """
    counting = _Counting(sources, patients)
    by_source = []
    for position, source in enumerate(sources):
        source.check()
        if source.input.is_one_document:
            counting.take_file(position, source)
            by_source.append(1)
        else:
            by_source.append(counting.take_entries(position, source))
    dropped = {name for source in sources for name in source.dropped()}
    met, in_pdf = counting.patients_met, counting.in_pdf
    return Survey(
        sum(by_source),
        counting.unreadable,
        counting.characters,
        printable_names(dropped),
        tuple(by_source),
        counting.with_record,
        len(patients.records) - len(counting.used) if patients else None,
        {patient: count for patient, count in met.items() if patient is not None and count > 1},
        {patient for patient, count in in_pdf.items() if patient is not None and count + met[patient] > 1},
        french=french_fields(sorted(dropped)),
        without_name=counting.without_name,
        unread_births=counting.unread_births,
    )


class _Counting:
    """What is counted of the sources of a run, one after the other."""

    def __init__(self, sources: Sequence[Source], patients: PatientFile | None) -> None:
        self._files = [str(source.input.path) for source in sources]
        self._patients = patients
        self._match = patients.matching([source.input for source in sources]) if patients else lambda id: None
        self._seen: dict[bytes, tuple[int, int]] = {}
        self.unreadable = self.characters = self.with_record = self.without_name = self.unread_births = 0
        self.used: set[str] = set()
        self.patients_met: Counter[bytes | None] = Counter()
        self.in_pdf: Counter[bytes | None] = Counter()

    def take_file(self, position: int, source: Source) -> None:
        """Count a file that is one document, which is not opened.

        Its name is the identifier, and no two inputs have one name.
        """
        if source.input.refusal:
            self.unreadable += 1
        else:
            self.characters += _size_of(source)
            key = self._matched(source.input.name)
            self.with_record += key is not None
            if self._patients and key is not None:
                record = self._patients.records[key]
                self.without_name += not record.has_name
                met = self.in_pdf if source.input.format == "pdf" else self.patients_met
                met[_patient_of(source.input.name, record)] += 1
        _claim(self._seen, self._files, source.input.name, position, 0)

    def take_entries(self, position: int, source: Source) -> int:
        """Count the entries of a source, and return how many there are; an error if its file says another number."""
        count = 0
        for entry in source.entries():
            count += 1
            if entry.document is None:
                self.unreadable += 1
            else:
                self._take_document(entry.document)
                _claim(self._seen, self._files, entry.document.id, position, entry.place.line)
        announced = getattr(source, "announced", lambda: None)()
        if announced is not None and announced != count:
            raise PalimpsesteError(
                f"{self._files[position]}: it says it holds {announced:,} documents, and {count:,} were met"
            )
        return count

    def _take_document(self, document: Document) -> None:
        from palimpseste.detection.record.birthdate import BirthDate

        self.characters += len(document.text)
        key = self._matched(document.id)
        record = document.patient
        if self._patients and key is not None:
            record = self._patients.completed(record, key)
        self.with_record += bool(record or key is not None)
        self.without_name += bool(record) and not record.has_name
        self.unread_births += bool(record.birthdate) and BirthDate.of(record.birthdate) is None
        self.patients_met[_patient_of(document.id, record)] += 1

    def _matched(self, id: str) -> str | None:
        """Return the record of the file of patients that an identifier belongs to, and note that it has a document."""
        key = self._match(id)
        if key is not None:
            self.used.add(key)
        return key


def _patient_of(id: str, record: Patient) -> bytes | None:
    return patient_digest(Document(id, "", patient=record))


def _size_of(source: Source) -> int:
    try:
        return source.input.path.stat().st_size
    except OSError as error:
        raise UsageError(f"{source.input.path}: cannot be read: {error.strerror}") from None


def _claim(seen: dict[bytes, tuple[int, int]], files: Sequence[str], id: str, position: int, line: int) -> None:
    """Note where an identifier is used. Digests keep millions of them in little memory."""
    digest = blake2b(id.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    if digest in seen:
        first, first_line = seen[digest]
        both = f"{files[position]}:{line} and {files[first]}:{first_line}"
        raise UsageError(f"{both}: two documents of the identifier {identifier_shown(id)}")
    seen[digest] = (position, line)
