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
    from palimpseste.detection.record.birthdate import BirthDate

    unreadable = characters = with_record = without_name = unread_births = 0
    seen: dict[bytes, tuple[int, int]] = {}
    files = [str(source.input.path) for source in sources]
    match = patients.matching([source.input for source in sources]) if patients else lambda id: None
    used: set[str] = set()
    by_source = []
    patients_met: Counter[bytes | None] = Counter()
    in_pdf: Counter[bytes | None] = Counter()
    for position, source in enumerate(sources):
        source.check()
        if source.input.is_one_document:
            # The name is the identifier, and no two inputs have one name: no need to open the file.
            by_source.append(1)
            if source.input.refusal:
                unreadable += 1
            else:
                characters += _size_of(source)
                key = match(source.input.name)
                with_record += key is not None
                used.update([key] if key is not None else ())
                if patients and key is not None:
                    without_name += not patients.records[key].has_name
                    met = in_pdf if source.input.format == "pdf" else patients_met
                    met[_patient_of(source.input.name, patients.records[key])] += 1
            _claim(seen, files, source.input.name, position, 0)
            continue
        count = 0
        for entry in source.entries():
            count += 1
            if entry.document is None:
                unreadable += 1
                continue
            characters += len(entry.document.text)
            key = match(entry.document.id)
            used.update([key] if key is not None else ())
            record = entry.document.patient
            if patients and key is not None:
                record = patients.completed(record, key)
            with_record += bool(record or key is not None)
            without_name += bool(record) and not record.has_name
            unread_births += bool(record.birthdate) and BirthDate.of(record.birthdate) is None
            patients_met[_patient_of(entry.document.id, record)] += 1
            _claim(seen, files, entry.document.id, position, entry.place.line)
        announced = getattr(source, "announced", lambda: None)()
        if announced is not None and announced != count:
            raise PalimpsesteError(
                f"{files[position]}: it says it holds {announced:,} documents, and {count:,} were met"
            )
        by_source.append(count)
    dropped = {name for source in sources for name in source.dropped()}
    return Survey(
        sum(by_source),
        unreadable,
        characters,
        printable_names(dropped),
        tuple(by_source),
        with_record,
        len(patients.records) - len(used) if patients else None,
        {patient: count for patient, count in patients_met.items() if patient is not None and count > 1},
        {patient for patient, count in in_pdf.items() if patient is not None and count + patients_met[patient] > 1},
        french=french_fields(sorted(dropped)),
        without_name=without_name,
        unread_births=unread_births,
    )


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
