"""Workers that stay: whose turn it is, and what becomes of documents that kill them or take too long."""

from __future__ import annotations

import sys
import time

import pytest
from small_task import Capitals

from palimpseste.document import Document
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.pool import WorkerPool
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError

LATE = "it took longer than the 1 seconds that a document of its length may take"


@pytest.fixture
def pool_of():
    pools = []

    def make(workers=1, deadline=USUAL_DEADLINE, **task):
        pools.append(WorkerPool(Capitals(**task), workers, deadline))
        pools[-1].start()
        return pools[-1]

    yield make
    for pool in pools:
        pool.close()


def said(future):
    outcome = future.result(timeout=30)
    return outcome.reason if isinstance(outcome, DocumentError) else outcome.text


def test_documents_become_results_in_whichever_worker_is_free(pool_of):
    pool = pool_of(workers=2)
    futures = [pool.submit(Document(str(n), f"note {n}")) for n in range(20)]
    assert [said(future) for future in futures] == [f"NOTE {n}" for n in range(20)]
    assert pool.waiting == 0


def test_what_kills_a_worker_twice_is_given_up_and_the_others_are_done(pool_of):
    pool = pool_of()
    first, deadly, last = (pool.submit(Document(text, text)) for text in ("un", "MEURT", "trois"))
    assert said(first) == "UN"
    assert said(deadly).startswith("the worker process ended twice over this document (SIGKILL")
    assert said(last) == "TROIS"


def test_what_kills_a_worker_once_is_done(pool_of, tmp_path):
    assert said(pool_of(once=str(tmp_path / "once")).submit(Document("a", "TREBUCHE"))) == "TREBUCHE"


def test_what_passes_its_deadline_is_given_up_and_the_others_are_done(pool_of):
    pool = pool_of(deadline=Deadline(least=0.6))
    late, last = pool.submit(Document("a", "TRAINE")), pool.submit(Document("b", "bien"))
    assert said(late) == LATE
    assert said(last) == "BIEN"


@pytest.mark.skipif(sys.platform != "linux", reason="no clock of another process's processor time")
def test_what_waits_for_its_processor_may_wait_but_not_for_ever(pool_of):
    pool = pool_of(deadline=Deadline(least=0.6))
    waits, hangs = pool.submit(Document("a", "ATTEND 1.5")), pool.submit(Document("b", "ATTEND 60"))
    assert said(waits) == "ATTEND 1.5"
    assert said(hangs) == LATE


def test_what_fails_says_what_kind_of_error_it_was_and_no_more(pool_of):
    assert said(pool_of().submit(Document("a", "ECHOUE"))) == "processing failed (ValueError)"


def test_owners_have_their_turns(pool_of):
    pool = pool_of(seconds_each=0.05)
    done = []
    for owner, name in [("much", "m0"), ("much", "m1"), ("much", "m2"), ("much", "m3"), ("little", "l0")]:
        pool.submit(Document(name, name), owner).add_done_callback(lambda _, name=name: done.append(name))
    assert pool.waiting_of("much") >= 3
    assert pool.waiting_of("nobody") == 0
    pool.close()
    assert done.index("l0") <= 2
    assert sorted(done) == ["l0", "m0", "m1", "m2", "m3"]


def test_what_is_cancelled_before_its_turn_is_not_processed(pool_of):
    pool = pool_of(seconds_each=0.2)
    first, second, third = (pool.submit(Document(n, n)) for n in "abc")
    time.sleep(0.05)
    assert second.cancel()
    assert said(first) == "A"
    assert said(third) == "C"


def test_a_pool_that_is_closed_finishes_what_came_and_takes_no_more(pool_of):
    pool = pool_of()
    futures = [pool.submit(Document(n, n)) for n in "abc"]
    pool.close()
    assert [said(future) for future in futures] == ["A", "B", "C"]
    with pytest.raises(PalimpsesteError, match="no more documents are taken"):
        pool.submit(Document("d", "d"))


@pytest.mark.parametrize(
    ("once", "kind", "words"),
    [("cannot start", UsageError, "a wrong setting"), ("dies at start", PalimpsesteError, "ended while it started")],
)
def test_workers_that_cannot_start_say_why(once, kind, words):
    with pytest.raises(kind, match=words):
        WorkerPool(Capitals(once=once), 2).start()


def test_a_worker_that_cannot_be_replaced_is_told_and_the_next_document_tries_again(pool_of, no_process):
    pool = pool_of(deadline=Deadline(least=0.6))
    with no_process():
        assert said(pool.submit(Document("a", "TRAINE"))) == LATE
        with pytest.raises(PalimpsesteError, match="no process can be started here"):
            pool.submit(Document("b", "bien")).result(timeout=30)
    assert said(pool.submit(Document("c", "mieux"))) == "MIEUX"
