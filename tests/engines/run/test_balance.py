"""No run ends well that did not write or refuse every document there is."""

from __future__ import annotations

import json

import pytest
from small_task import Silent, plan_of

from palimpseste.engines.run.balance import Balance
from palimpseste.engines.run.journal import Checkpoint
from palimpseste.engines.run.run import run
from palimpseste.errors import PalimpsesteError
from palimpseste.files import partial_folder_of
from palimpseste.sources import survey


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a", "b"):
        lines = [json.dumps({"id": f"{name}{n}", "text": "vu"}) for n in range(5)]
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
    (folder / "c.txt").write_text("ECHOUE")
    return folder


def losing(engine, lost):
    """Return an engine that loses a document, or does one twice."""

    def run_engine(entries):
        for entry, outcome in engine(entries):
            if entry.id == lost:
                continue
            yield entry, outcome
            if lost == "twice " + entry.id:
                yield entry, outcome

    return run_engine


@pytest.mark.parametrize(
    ("lost", "message"),
    [
        ("a4", r"a\.jsonl: 5 documents announced, 4 written or in quarantine, 1 missing"),
        ("b0", r"b\.jsonl: 5 documents announced, 4 written or in quarantine, 1 missing"),
        ("c.txt", r"c\.txt: 1 documents announced, 0 written or in quarantine, 1 missing"),
        ("twice b4", r"b\.jsonl: 5 documents announced, 6 written or in quarantine, 1 too many"),
    ],
)
@pytest.mark.parametrize("is_counted", [True, False], ids=["counted before", "counted as it comes"])
def test_a_document_that_an_engine_loses_or_doubles_ends_the_run(notes, tmp_path, lost, message, is_counted):
    out = tmp_path / "out"
    plan = plan_of([notes], out)
    announced = survey(plan.sources).by_source if is_counted else None
    plan = plan_of([notes], out, engine=losing(plan.engine, lost), announced=announced)
    with pytest.raises(PalimpsesteError, match=message) as caught:
        run(plan, Silent())
    assert caught.value.exit_status == 1
    assert not out.exists()
    assert partial_folder_of(out).exists()


def test_a_file_that_grows_or_shrinks_after_it_was_counted_ends_the_run(notes, tmp_path):
    announced = survey(plan_of([notes], tmp_path / "out").sources).by_source
    assert announced == (5, 5, 1)
    with (notes / "a.jsonl").open("a") as stream:
        stream.write('\n{"id": "new", "text": "vu"}\n')
    with pytest.raises(PalimpsesteError, match=r"5 documents announced, 6 read, 1 too many"):
        run(plan_of([notes], tmp_path / "out", announced=announced), Silent())


def test_counts_of_an_earlier_run_that_do_not_fit_end_the_next():
    balance = Balance(["a", "b"], [5, 5], Checkpoint(1, 2))
    balance.begin(7)
    with pytest.raises(PalimpsesteError, match="the journal: 7 documents announced, 6 written or in quarantine"):
        balance.begin(6)


def test_a_parquet_file_holds_the_rows_it_says(tmp_path, monkeypatch):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    from palimpseste.sources.parquet import ParquetTable

    parquet.write_table(pyarrow.table({"id": ["a", "b"], "text": ["", ""]}), tmp_path / "n.parquet")
    sources = plan_of([tmp_path / "n.parquet"], tmp_path / "out.parquet").sources
    assert survey(sources).by_source == (2,)
    real = ParquetTable.entries
    monkeypatch.setattr(ParquetTable, "entries", lambda self: list(real(self))[:1])
    with pytest.raises(PalimpsesteError, match="it says it holds 2 documents, and 1 were met"):
        survey(sources)
