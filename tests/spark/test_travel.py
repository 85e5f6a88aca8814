"""What travels to executors and back: nothing of a document is lost, and no key is in it."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import is_of_a_record
from standalone import KEY

from palimpseste.deidentifier import DetectorChoice
from palimpseste.document import STRUCTURE, Document, Patient, Span
from palimpseste.engines.cluster import Cluster
from palimpseste.engines.exchange import pack_documents, pack_outcomes, unpack_documents, unpack_outcomes
from palimpseste.engines.keyed import KeyedDeidentification, KeySource, proof_of
from palimpseste.engines.run.planning import Request, plan_deidentification
from palimpseste.engines.spark import SparkEngine
from palimpseste.engines.task import Deidentification
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.privacy.accountant import Ledger
from palimpseste.result import OffsetMap, Replacement, Result
from palimpseste.surrogates import MasterKey, Policy

# Half a surrogate pair among them, which JSON may hold.
TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
OF_A_RECORD = TEXTS.filter(is_of_a_record)
SPANS = st.builds(
    lambda start, length, source: Span(start, start + length, "LASTNAME", source),
    st.integers(0, 9),
    st.integers(1, 9),
    st.sampled_from(["", STRUCTURE, "rules.name"]),
)
LEDGERS = st.builds(
    lambda epsilon, count: Ledger(epsilon, (("date", "laplace", epsilon / count, count),)),
    st.fractions(Fraction(1, 9), 9),
    st.integers(1, 9),
)
DOCUMENTS = st.builds(
    Document,
    id=TEXTS,
    text=TEXTS,
    type=TEXTS,
    date=st.none() | st.dates(),
    patient=st.builds(Patient, lastname=OF_A_RECORD, zip=OF_A_RECORD),
    entities=st.lists(SPANS, max_size=3).map(tuple),
    patient_dates=st.binary(max_size=9),
)
RESULTS = st.builds(
    Result,
    document_id=TEXTS,
    text=TEXTS,
    spans=st.lists(SPANS, max_size=3).map(tuple),
    original_spans=st.lists(SPANS, max_size=3).map(tuple),
    offsets=st.lists(st.builds(Replacement, *[st.integers(0, 9)] * 4), max_size=3).map(OffsetMap),
    type=TEXTS,
    date=st.none() | st.dates(),
    ledger=st.none() | LEDGERS,
    kept=st.lists(SPANS, max_size=3).map(tuple),
)


@given(st.lists(DOCUMENTS, max_size=4))
def test_documents_come_as_they_went(documents):
    assert unpack_documents(pack_documents(documents)) == documents


@given(st.lists(RESULTS, max_size=4))
def test_results_come_as_they_went(results):
    came = unpack_outcomes(pack_outcomes(results))
    assert came == results
    assert [result.offsets.replacements for result in came] == [result.offsets.replacements for result in results]


def test_errors_come_with_their_document_and_reason():
    went = [DocumentError("d1", "processing failed (ValueError)"), Result("d2", "", (), (), OffsetMap(()))]
    came = unpack_outcomes(pack_outcomes(went))
    assert (came[0].document_id, came[0].reason, came[1]) == ("d1", "processing failed (ValueError)", went[1])


@pytest.fixture
def task(key_file):
    proof = proof_of(KeySource(key_file).cohort_key("étude"))
    policy = Policy.named("plausible").to_mapping()
    return KeyedDeidentification(KeySource(key_file), "étude", proof, policy, DetectorChoice(("rules",)))


def test_the_key_is_found_where_the_task_arrives_and_is_not_in_it(task):
    sent = pickle.dumps(task)
    cohort_key = MasterKey(KEY).cohort("étude").to_bytes()
    for secret in (KEY, cohort_key, KEY.hex().encode(), cohort_key.hex().encode()):
        assert secret not in sent
    document = Document("d", "Vu M. Paul DURAND.")
    direct = Deidentification(cohort_key, task.policy, task.detectors).make()
    assert pickle.loads(sent).make()(document) == direct(document)


@pytest.mark.parametrize(
    ("variables", "changed", "said"),
    [
        ({}, {"source": KeySource()}, "^on .*: no key: set PALIMPSESTE_KEY"),
        ({"PALIMPSESTE_KEY_FILE": "/nowhere/key"}, {}, "^on .*: key file /nowhere/key cannot be read"),
        ({}, {"cohort": "une autre"}, "^the key on .* is another"),
        ({}, {"version": "0.0.1"}, "^version .* on .*, 0.0.1 where the run was started"),
    ],
    ids=["no key", "no file", "another key", "another version"],
)
def test_a_machine_that_would_give_other_results_is_named(task, monkeypatch, variables, changed, said):
    for name in ("PALIMPSESTE_KEY", "PALIMPSESTE_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    values = {name: getattr(task, name) for name in task.__dataclass_fields__} | changed
    with pytest.raises(PalimpsesteError, match=said):
        KeyedDeidentification(**values).make()


def test_a_run_begun_on_one_engine_is_the_same_run_on_the_other(task, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": 1, "text": "note"}\n')
    plans = [
        plan_deidentification(
            Request((str(tmp_path / "a.jsonl"),), str(tmp_path / "out.jsonl"), 2, cluster=cluster),
            Policy.named("plausible"),
            task.source.cohort_key("étude"),
            "étude",
            is_repeatable=True,
        )[0]
        for cluster in (None, Cluster("spark://127.0.0.1:7077", key_source=task.source))
    ]
    assert [isinstance(plan.engine, SparkEngine) for plan in plans] == [False, True]
    assert plans[0].fingerprint == plans[1].fingerprint
