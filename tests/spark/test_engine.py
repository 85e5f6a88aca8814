"""The engine itself, on two executors of a cluster."""

from __future__ import annotations

import pytest
from small_task import Capitals

from palimpseste.deidentifier import DetectorChoice
from palimpseste.document import Document, Patient
from palimpseste.engines import spark
from palimpseste.engines.keyed import KeyedDeidentification, KeySource, proof_of
from palimpseste.engines.spark import SparkEngine
from palimpseste.engines.task import Deidentification
from palimpseste.engines.worker import outcome_of
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.result import Result
from palimpseste.sources import Entry
from palimpseste.sources.entry import Place
from palimpseste.surrogates import Policy

RULES = DetectorChoice(("record", "rules"))


def entries_of(*texts: str, patient: Patient | None = None) -> list[Entry]:
    return [
        Entry(0, number, Place("notes.jsonl", number + 1), Document(f"d{number}", text, patient=patient or Patient()))
        for number, text in enumerate(texts)
    ]


def outcomes_of(task, context, entries) -> list:
    done = list(SparkEngine(task, lambda: context, 2)(entries))
    assert [entry for entry, _ in done] == entries
    return [outcome for _, outcome in done]


def test_results_are_those_of_this_machine_whatever_the_text(context, key_file):
    texts = ["Vu M. Paul DURAND le 12/03/2021.", "", " ", "Mme Durand, 06 12 34 56 78 \ud800 et 👩‍⚕️\r\n", "Rien."] * 20
    entries = entries_of(*texts, patient=Patient(lastname="DURAND", birthdate="1950-03-12"))
    entries.insert(3, Entry(0, 100, Place("notes.jsonl", 101), None, "not JSON"))
    policy, key = Policy.named("plausible").to_mapping(), KeySource(key_file).cohort_key("default")
    process = Deidentification(key.to_bytes(), policy, RULES).make()
    task = KeyedDeidentification(KeySource(key_file), "default", proof_of(key), policy, RULES)
    expected = [outcome_of(process, entry.document) if entry.document else None for entry in entries]
    found = outcomes_of(task, context, entries)
    assert (found[3].document_id, found[3].reason) == ("notes.jsonl:101", "not JSON")
    assert found[:3] + found[4:] == expected[:3] + expected[4:]
    # What equality leaves out, and files other than JSON lines are written by.
    assert [o.offsets for o in found if isinstance(o, Result)] == [o.offsets for o in expected if o]


def test_the_document_that_ends_its_process_is_given_up_and_no_other(context, monkeypatch):
    monkeypatch.setattr(spark, "_CHUNK_ENTRIES", 3)
    found = outcomes_of(Capitals(), context, entries_of("un", "deux MEURT", "trois", "quatre", "cinq ECHOUE"))
    assert [o.text if isinstance(o, Result) else o.reason for o in found] == [
        "UN",
        "the executor's process ended each time it had this document alone",
        "TROIS",
        "QUATRE",
        "processing failed (ValueError)",
    ]
    assert isinstance(found[1], DocumentError)


def test_reading_waits_while_much_is_unfinished(context, monkeypatch):
    monkeypatch.setattr(spark, "_CHUNK_ENTRIES", 1)
    monkeypatch.setattr(spark, "_WINDOW_CHUNKS", 3)
    read = []

    def counted():
        for entry in entries_of(*["note"] * 20):
            read.append(entry)
            yield entry

    for done, _ in enumerate(SparkEngine(Capitals(), lambda: context, 2)(counted()), start=1):
        assert len(read) <= done + 2 * 3


def test_an_executor_with_another_key_ends_the_run(context, key_file):
    proof = proof_of(KeySource(key_file).cohort_key("another cohort"))
    task = KeyedDeidentification(KeySource(key_file), "default", proof, {}, RULES)
    with pytest.raises(PalimpsesteError, match=r"^the key on .* is another than the one of the run$"):
        outcomes_of(task, context, entries_of("note"))


@pytest.mark.parametrize(
    ("once", "said"), [("cannot start", "a wrong setting"), ("dies at start", "executors end while they start")]
)
def test_processes_that_cannot_start_end_the_run(context, once, said):
    with pytest.raises(PalimpsesteError, match=said):
        outcomes_of(Capitals(once=once), context, entries_of("note"))
