"""Several processes: the order of results, and what becomes of documents that kill workers."""

from __future__ import annotations

import resource
import sys

import pytest
from small_task import Capitals, CapitalsInPairs, CoreLimits

from palimpseste.document import Document
from palimpseste.engines.deadline import Deadline
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.worker import outcomes_of
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.sources import Entry, Place


def entries_of(texts):
    for number, text in enumerate(texts):
        place = Place("notes.jsonl", number + 1)
        yield (
            Entry(0, number, place, None, "illisible")
            if text is None
            else Entry(0, number, place, Document(f"n{number}", text))
        )


def outcomes(texts, workers=2, **task):
    engine = LocalEngine(Capitals(**task), workers)
    return [
        outcome.reason if isinstance(outcome, DocumentError) else outcome.text
        for _, outcome in engine(entries_of(texts))
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_documents(workers):
    texts = ["x" * (70_000 if n % 50 == 0 else n) for n in range(400)]
    assert outcomes(texts, workers) == [text.upper() for text in texts]


def test_no_document_makes_no_process():
    assert outcomes([]) == []
    assert outcomes([None, None]) == ["illisible", "illisible"]


def test_the_document_that_kills_workers_is_given_up_and_its_neighbours_are_done():
    texts = ["un", "deux", "MEURT ici", None, "quatre", *["suite"] * 100, "MEURT aussi"]
    done = outcomes(texts)
    killed = "the worker process ended twice over this document (SIGKILL, often for lack of memory)"
    assert done == ["UN", "DEUX", killed, "illisible", "QUATRE", *["SUITE"] * 100, killed]


def test_a_worker_that_dies_once_costs_no_document(tmp_path):
    assert outcomes(["un", "TREBUCHE", "trois"], once=str(tmp_path / "once")) == ["UN", "TREBUCHE", "TROIS"]


NEEDS_CLOCKS = pytest.mark.skipif(sys.platform != "linux", reason="no clock of another process's processor time")
SLEEPS = "ATTEND 60"
LATE = "it took longer than the 1 seconds that a document of its length may take"


@pytest.mark.parametrize("task", [Capitals(), CapitalsInPairs()])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_document_that_passes_its_deadline_is_given_up_and_its_neighbours_are_done(task, workers):
    texts = ["un", "deux", "TRAINE", None, "cinq", *["suite"] * 70, "TRAINE aussi"]
    engine = LocalEngine(task, workers, Deadline(least=0.6))
    done = [getattr(outcome, "reason", None) or outcome.text for _, outcome in engine(entries_of(texts))]
    assert done == ["UN", "DEUX", LATE, "illisible", "CINQ", *["SUITE"] * 70, LATE]


@NEEDS_CLOCKS
def test_a_document_whose_processor_is_busy_with_others_may_wait_for_it_but_not_for_ever():
    engine = LocalEngine(Capitals(), 2, Deadline(least=0.6))
    done = [
        getattr(outcome, "reason", None) or outcome.text for _, outcome in engine(entries_of(["ATTEND 1.5", SLEEPS]))
    ]
    assert done == ["ATTEND 1.5", LATE]


def test_a_document_may_take_longer_the_longer_it_is():
    short, long = Document("a", "x"), Document("b", "x" * 2_000_000)
    assert Deadline().seconds([short]) == 10
    assert Deadline().seconds([long]) == 120
    assert Deadline(600).seconds([short, long]) == 1210


@pytest.mark.parametrize("task", [Capitals(), CapitalsInPairs()])
def test_what_must_not_be_killed_is_interrupted(task):
    documents = [Document(str(n), text) for n, text in enumerate(["un", "TRAINE", "ATTEND 1.5", "quatre"])]
    done = outcomes_of(task.make(), documents, Deadline(least=0.6))
    reasons = [getattr(outcome, "reason", None) or outcome.text for outcome in done]
    assert reasons == ["UN", LATE, "ATTEND 1.5", "QUATRE"]


def test_what_must_not_be_killed_is_interrupted_where_it_waits_for_ever():
    (late,) = outcomes_of(Capitals().make(), [Document("a", SLEEPS)], Deadline(least=0.6))
    assert late.reason == LATE


def test_an_error_names_its_kind_and_nothing_of_the_text():
    (reason,) = outcomes(["ECHOUE sur Mme Durand"])
    assert reason == "processing failed (ValueError)"


def test_a_wrong_setting_found_by_a_worker_is_the_callers_error():
    with pytest.raises(UsageError, match="a wrong setting"):
        outcomes(["un"], once="cannot start")


def test_a_worker_that_dies_while_it_starts_stops_the_run():
    with pytest.raises(PalimpsesteError, match="ended while it started"):
        outcomes(["un"], once="dies at start")


def test_reading_waits_for_the_slowest_document():
    read = 0

    def counted():
        nonlocal read
        for entry in entries_of(["x" * 500_000] * 80):
            read += 1
            yield entry

    ahead = 0
    for done, _ in enumerate(LocalEngine(Capitals(), 1)(counted()), start=1):
        ahead = max(ahead, read - done)
    assert done == 80
    assert ahead <= 16


def test_the_crash_of_a_worker_leaves_no_memory_on_disk():
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    if hard == 0:
        pytest.skip("this system lets no process leave its memory")
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    try:
        ((_, outcome),) = LocalEngine(CoreLimits(), 1)(entries_of(["un"]))
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))
    assert outcome.text == "0"


def test_a_note_of_ten_million_characters_goes_through():
    assert outcomes(["a" * 10_000_000, "b"]) == ["A" * 10_000_000, "B"]
