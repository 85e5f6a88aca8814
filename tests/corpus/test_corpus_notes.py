"""The notes of the corpus: every one is read, stands in one split, and no patient is in two. Texts are never shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import SPLITS, read_splits
from palimpseste.document import Document
from palimpseste.folding import fold
from palimpseste.training.run.patients import patient_of

CORPUS = Path(__file__).parents[2] / "corpus"
HELD_OUT = {"blind", "test", "later"}

Notes = dict[str, list[Document]]


@pytest.fixture(scope="module")
def notes() -> Notes:
    """Every note by the folder it stands in."""
    found: Notes = defaultdict(list)
    for file in sorted(CORPUS.glob("*/*.notes")):
        found[file.parent.name] += read_documents(file)
    return found


@pytest.fixture(scope="module")
def splits() -> dict[str, str]:
    return read_splits(CORPUS / "split.tsv")


def test_there_are_enough_notes_in_every_split(notes: Notes, splits: dict[str, str]) -> None:
    assert sum(map(len, notes.values())) >= 1200
    assert set(splits.values()) == set(SPLITS)


def test_every_identifier_is_there_once(notes: Notes) -> None:
    times = Counter(document.id for documents in notes.values() for document in documents)
    assert [name for name, count in times.items() if count > 1] == []


def test_every_note_stands_in_the_table_and_the_table_has_no_other(notes: Notes, splits: dict[str, str]) -> None:
    names = {document.id for documents in notes.values() for document in documents}
    assert (sorted(names - splits.keys()), sorted(splits.keys() - names)) == ([], [])


def test_the_test_split_is_the_notes_held_out(notes: Notes, splits: dict[str, str]) -> None:
    held_out = {document.id for folder in HELD_OUT & notes.keys() for document in notes[folder]}
    assert {name for name, split in splits.items() if split == "test"} == held_out


def test_no_patient_is_in_two_splits(notes: Notes, splits: dict[str, str]) -> None:
    of_patient: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for document in (document for documents in notes.values() for document in documents if document.id in splits):
        for patient in {patient_of(document), person_of(document)}:
            of_patient[patient][splits[document.id]].add(document.id)
    in_two = [sorted(set().union(*found.values())) for found in of_patient.values() if len(found) > 1]
    assert in_two == []


def person_of(document: Document) -> str:
    """Return the whole name and the date of birth of a patient, whatever their numbers; else the document."""
    patient = document.patient
    known = (patient.lastname, patient.firstname, patient.birthdate)
    return fold(" ".join(known)) if all(known) else f"document {document.id}"


def test_every_note_has_a_type(notes: Notes) -> None:
    assert [document.id for documents in notes.values() for document in documents if not document.type] == []
