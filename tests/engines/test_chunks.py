"""Notes read together: which, for how long, and that no stuck, failing or deadly one among them touches the others."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from datetime import date

import pytest
from small_task import Capitals, Troubled, TroubledNotes

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document, Patient
from palimpseste.engines.chunks import CHARACTERS_AT_ONCE, Batching
from palimpseste.engines.deadline import Deadline
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.task import Deidentification, Detection
from palimpseste.engines.worker import outcomes_in_turn, outcomes_of
from palimpseste.errors import DocumentError
from palimpseste.sources import Entry, Place
from palimpseste.surrogates import Policy

QUICK = Batching(4, is_quick=True)
LATE = "it took longer than the 1 seconds that a document of its length may take"
KILLED = "the worker process ended twice over this document (SIGKILL, often for lack of memory)"
DURAND = Patient(firstname="Paul", lastname="DURAND", birthdate="1954-03-12", city="Brest")
MARTIN = Patient(firstname="Odile", lastname="MARTIN", birthdate="1931-11-02", city="Dijon")
TEXTS = (
    "Mme MARTIN, vue le 12/03/2021 au CHU de Dijon par le Dr Kerouac, née le 2/11/1931.",
    "M. Paul DURAND, 67 ans, habite Brest. Tél. 02 98 12 34 56. Revu le 14 mars.",
    "  ",
    "Échographie normale ce jour. Fille : Léa Durand, 12 ans, collège Jean-Moulin.",
    "Courrier du Pr Le Goff : 3 rue des Lilas, 29200 Brest. IPP 8004567891.",
)


@dataclass
class Recorder:
    """Writes down which documents are asked about at once."""

    is_quick: bool = True
    asked: list[list[str]] = field(default_factory=list)

    def __call__(self, document):
        self.asked.append([document.id])
        return document.id

    def many(self, documents):
        self.asked.append([document.id for document in documents])
        if any("ECHOUE" in document.text for document in documents):
            raise ValueError
        return [document.id for document in documents]


def notes_of(texts):
    return [Document(f"n{number}", text) for number, text in enumerate(texts)]


def said(outcome):
    return outcome.reason if isinstance(outcome, DocumentError) else str(outcome.text)


def run_of(task, documents, workers=1):
    entries = (Entry(0, at, Place("notes.jsonl", at + 1), document) for at, document in enumerate(documents))
    return [outcome for _, outcome in LocalEngine(task, workers, Deadline(least=0.6))(entries)]


def mixed_notes():
    """Return many notes of two patients and of nobody, in turn."""
    return [
        Document(f"n{at}", TEXTS[at % len(TEXTS)], "CRH", date(2021, 3, 12), (DURAND, MARTIN, Patient())[at % 3])
        for at in range(72)
    ]


@pytest.mark.parametrize(
    ("lengths", "batches"),
    [
        ([1, 1, 1, 1, 1], [4, 1]),
        ([CHARACTERS_AT_ONCE, 1], [1, 1]),
        ([1, CHARACTERS_AT_ONCE - 1, 1], [2, 1]),
        ([5, 10 * CHARACTERS_AT_ONCE, 5, 5], [1, 1, 2]),
        ([0, 0], [2]),
        ([], []),
    ],
)
def test_a_batch_holds_few_characters_and_a_long_note_is_one_of_its_own(lengths, batches):
    documents = notes_of("x" * length for length in lengths)
    assert [len(together) for together in QUICK.batches(documents)] == batches


def test_a_batch_has_the_time_of_one_note_where_detectors_are_quick_and_else_that_of_each():
    documents = notes_of(["x"] * 4)
    assert QUICK.seconds(Deadline(), documents) == 10
    assert Batching(4).seconds(Deadline(), documents) == 40
    assert Batching.of(Deidentifier.default(detectors=["rules", "record"])).is_quick
    assert not Batching.of(Capitals().make()).is_quick


def test_a_detector_that_is_not_quick_has_notes_read_one_by_one():
    slow = Troubled()
    slow.is_quick = False
    made = Deidentifier.default(policy="tag", detectors=["record", slow])
    assert Batching.of(made) == Batching(1)


def test_notes_are_asked_about_together_and_one_by_one_where_that_fails():
    recorder = Recorder()
    documents = notes_of(["un", "deux", "x" * CHARACTERS_AT_ONCE, "ECHOUE", "cinq"])
    assert list(outcomes_in_turn(recorder, documents)) == [["n0", "n1"], ["n2"], ["n3"], ["n4"]]
    assert recorder.asked == [["n0", "n1"], ["n2"], ["n3", "n4"], ["n3"], ["n4"]]


TROUBLE = ["un", "TRAINE", "ECHOUE sur Mme Durand", "ATTEND 60", *["suite"] * 20, "TRAINE encore", "fin"]
FAILED = "detection failed (ValueError)"
OF_TROUBLE = ["un", LATE, FAILED, LATE, *["suite"] * 20, LATE, "fin"]


@pytest.mark.parametrize("workers", [1, 2])
def test_stuck_failing_and_deadly_notes_are_each_named_and_the_others_come_through(workers):
    done = run_of(TroubledNotes(), notes_of([*TROUBLE, "MEURT ici", "après", "MEURT aussi"]), workers)
    assert list(map(said, done)) == [*OF_TROUBLE, KILLED, "après", KILLED]


def test_a_note_that_kills_its_worker_once_beside_a_stuck_one_comes_through(tmp_path):
    done = run_of(TroubledNotes(str(tmp_path / "once")), notes_of(["TRAINE", "TREBUCHE", "trois"]))
    assert list(map(said, done)) == [LATE, "TREBUCHE", "trois"]


@pytest.mark.skipif(sys.platform == "win32", reason="no alarms")
def test_what_must_not_be_killed_is_interrupted_and_only_the_stuck_note_is_given_up():
    made = TroubledNotes().make()
    assert Batching.of(made).is_quick
    assert list(map(said, outcomes_of(made, notes_of(TROUBLE), Deadline(least=0.6)))) == OF_TROUBLE


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_notes_of_several_patients_read_together_become_what_each_becomes_alone(policy):
    task = Deidentification(bytes(range(32)), Policy.named(policy).to_mapping(), DetectorChoice())
    made, documents = task.make(), mixed_notes()
    together = outcomes_of(made, documents)
    assert [len(each) for each in outcomes_in_turn(made, documents)] == [64, 8]
    for outcome, document in zip(together, documents, strict=True):
        alone = made(document)
        for part in ("document_id", "text", "spans", "original_spans", "type", "date", "ledger", "kept"):
            assert getattr(outcome, part) == getattr(alone, part)
        assert outcome.offsets.replacements == alone.offsets.replacements


def test_what_is_found_in_notes_read_together_is_as_probable_as_in_each_alone():
    made, documents = Detection(DetectorChoice()).make(), mixed_notes()
    for outcome, document in zip(outcomes_of(made, documents), documents, strict=True):
        assert outcome == made(document)
        assert all(span.probability is not None and span.evidence for span in outcome.spans)


def test_a_note_that_fails_in_one_stage_of_a_batch_fails_alone():
    class Fragile:
        name = "model"
        is_quick = True

        def in_steps(self, tokens, patient):
            yield
            if "ECHOUE" in tokens.view.text:
                raise ValueError(tokens.view.text)
            yield
            return []

        def __call__(self, tokens, patient):
            raise NotImplementedError

    deidentifier = replace(Deidentifier.default(policy="tag", detectors=["record"]), detectors=(Fragile(),))
    assert list(map(said, deidentifier.many(notes_of(["un", "ECHOUE", "trois"])))) == ["un", FAILED, "trois"]
