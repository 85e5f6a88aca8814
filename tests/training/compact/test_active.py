"""Which notes to annotate first: a measure that is cut goes on, orders choose what they say, the page says so."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs pip install 'palimpseste[train]'")

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.document import Document
from palimpseste.training.compact.calibration import read_notes_with_evidence

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def active(load_tool):
    return load_tool("active")


@pytest.fixture(scope="module")
def bench(active):
    """Notes of one file, and a plan that takes a second."""
    splits = read_splits(ROOT / "corpus" / "split.tsv")
    notes = read_documents(min((ROOT / "corpus" / "notes").glob("*.notes")))
    notes = [note for note in notes if splits[note.id] == "train"][:18]
    plan = active.Plan(pool=14, sizes=(3, 6), seeds=2, steps=4, batch_tokens=300, width=16, candidates=8)
    return active.Bench(plan, notes[:14], notes[14:])


def test_a_measure_that_was_cut_goes_on_to_the_same_bytes(active, bench, tmp_path):
    path = tmp_path / "results.jsonl"
    whole = active.run(bench, path, "key", lambda what: None)
    content = path.read_bytes()
    assert [each.notes for each in whole] == [3, 6] * 2 * len(active.DOUBTS)
    for one in whole:
        assert len(set(one.chosen)) == one.notes
        assert one.chosen[:3] == tuple(bench.first(one.seed)[:3])
    lines = content.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:7]) + lines[7][:40])
    assert active.run(bench, path, "key", lambda what: None) == whole
    assert path.read_bytes() == content
    with pytest.raises(SystemExit, match="other notes or settings"):
        active.run(bench, path, "other", lambda what: None)


def test_doubt_chooses_what_the_model_doubts_most(active, bench):
    model = bench.trained(bench.first(0)[:3], 0)
    for order, doubt in list(active.DOUBTS.items())[1:]:
        chosen = bench.most_doubted(model, order, bench.first(0)[:6], 2, 0)
        doubts = doubt(model, {name: bench._read[name] for name in bench.first(0)[6:]})
        most = sorted(doubts.values(), reverse=True)
        assert [doubts[name] for name in chosen] == most[:2], order
        assert most[0] > most[-1], order


def test_a_note_is_counted_in_its_own_offsets(active):
    text = "Vu le Dr <b>DUR</b>AND, &agrave; <i>Dijon</i>"
    (note,) = read_notes_with_evidence([Document("n", text)])
    assert sum(active.facts_of_read(CompactModel.load(), note).labels.values()) >= 2


def test_what_is_needed_is_read_between_sizes(active):
    points = [(10, 0.5), (100, 0.7), (1000, 0.9)]
    assert active.needed(points, 0.4) == 10
    assert active.needed(points, 0.8) == pytest.approx(10**2.5)
    assert active.needed(points, 0.95) is None


def test_the_pages_begin_with_the_order_that_pays(active):
    pytest.importorskip("sqlalchemy", reason="the service needs pip install 'palimpseste[service]'")
    from palimpseste.service.reviewing.turns.next_notes import ORDERS

    results = active.read_csv(ROOT / "docs" / "active.csv")
    assert ORDERS[0] == ("doubt" if active.pays(results, "doubt") else "random")
    assert active.verdict_of(results) in (ROOT / "docs" / "active.md").read_text()
    assert active.csv_of(results) == (ROOT / "docs" / "active.csv").read_text()
