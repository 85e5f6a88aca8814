"""Inputs that go while a run reads them: a folder that is gone is no fault of its documents; the run goes on later."""

from __future__ import annotations

import json
import re

import pytest
from small_task import Silent, plan_of

from palimpseste.engines.run.run import run
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import partial_folder_of
from palimpseste.sources import survey


class At(Silent):
    """Does something once so many documents are done."""

    def __init__(self, done, do):
        super().__init__()
        self._done, self._do = done, do

    def moved(self, tally):
        if tally.documents + tally.quarantined == self._done:
            self._do()


@pytest.fixture
def notes(tmp_path, monkeypatch):
    monkeypatch.setattr("palimpseste.engines.run.output._SECONDS_BETWEEN_CHECKPOINTS", 0.0)
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.txt").write_text(f"note {number}")
    return folder


def counted(paths, output):
    """Return a plan whose documents were counted before."""
    return plan_of(paths, output, announced=survey(plan_of(paths, output).sources).by_source)


@pytest.mark.parametrize("is_replaced", [False, True], ids=["gone", "empty, as one that nothing is mounted on"])
@pytest.mark.parametrize("share", [".", "ward"])
def test_a_folder_that_is_gone_ends_the_run_and_refuses_no_document(notes, tmp_path, share, is_replaced):
    away, out = tmp_path / "away", tmp_path / "out"
    if share != ".":
        (notes / share).mkdir()
        for path in sorted(notes.glob("*.txt"))[1:]:
            path.rename(notes / share / path.name)
    read = notes / share

    def unmount():
        read.rename(away)
        if is_replaced:
            read.mkdir()

    observer = At(3, unmount)
    with pytest.raises(
        PalimpsesteError, match=f"{re.escape(str(read))}: the folder that is read is no longer there; repeat the comm"
    ):
        run(counted([notes], out), observer)
    assert observer.refusals == []
    assert not out.exists()

    if is_replaced:
        read.rmdir()
    away.rename(read)
    observer = Silent()
    tally = run(counted([notes], out), observer)
    assert (tally.documents, tally.quarantined, observer.resumed_at) == (6, 0, 3)
    assert sorted(path.name for path in out.rglob("*.txt")) == [f"{number}.txt" for number in range(6)]


def test_a_note_that_is_gone_is_named_and_the_run_goes_on(notes, tmp_path):
    observer = At(2, (notes / "4.txt").unlink)
    tally = run(counted([notes], tmp_path / "out"), observer)
    assert (tally.documents, tally.quarantined) == (5, 1)
    assert observer.refusals == [f"{notes / '4.txt'}: cannot be read: No such file or directory"]


@pytest.mark.parametrize("change", ["longer", "replaced by as much"])
def test_a_note_that_is_written_while_the_run_goes_on_is_no_half_note(notes, tmp_path, change):
    path = notes / "4.txt"
    new = "note 4, et la suite" if change == "longer" else "note 5"
    observer = At(2, lambda: path.write_text(new))
    tally = run(counted([notes], tmp_path / "out"), observer)
    assert (tally.documents, tally.quarantined) == (5, 1)
    assert observer.refusals == [f"{path}: cannot be read: it changed since the run began"]
    assert not (tmp_path / "out" / "4.txt").exists()


def test_a_note_that_comes_before_a_run_goes_on_is_told_as_what_it_is(notes, tmp_path):
    out = tmp_path / "out"

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(counted([notes], out), At(3, stop))
    (notes / "new.txt").write_text("note")
    with pytest.raises(UsageError, match=r"out\.partial holds an interrupted run over other files: some came, went or"):
        run(counted([notes], out), Silent())
    (notes / "new.txt").rename(tmp_path / "new.txt")
    tally = run(counted([notes], out), Silent())
    assert (tally.documents, tally.quarantined) == (6, 0)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("n.jsonl", "".join(json.dumps({"id": f"b{n}", "text": "vu"}) + "\n" for n in range(5)),
         r"n\.jsonl: 5 documents announced, 1 read \(cannot be read: No such file or directory\), 4 missing"),
        ("n.csv", "id,text\n" + "".join(f"b{n},vu\n" for n in range(5)),
         r"n\.csv.* cannot be read: No such file or directory"),
    ],
)  # fmt: skip
def test_a_file_of_several_documents_that_is_gone_ends_the_run(notes, tmp_path, name, content, message):
    file, away, out = notes / name, tmp_path / "away", tmp_path / "out"
    file.write_text(content)
    observer = At(2, lambda: file.rename(away))
    with pytest.raises(PalimpsesteError, match=message):
        run(counted([notes], out), observer)
    assert observer.refusals == []
    away.rename(file)
    tally = run(counted([notes], out), observer)
    assert (tally.documents, tally.quarantined) == (11, 0)
    assert not partial_folder_of(out).exists()


def test_a_table_that_is_gone_when_its_result_is_finished_loses_nothing(tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table, away, out = tmp_path / "n.parquet", tmp_path / "away", tmp_path / "out.parquet"
    parquet.write_table(pyarrow.table({"id": ["a", "b"], "text": ["vu", "revu"]}), table)
    with pytest.raises(PalimpsesteError, match=r"n\.parquet can no longer be read, .*; repeat the command"):
        run(counted([table], out), At(2, lambda: table.rename(away)))
    away.rename(table)
    run(counted([table], out), Silent())
    assert parquet.read_table(out).column("text").to_pylist() == ["VU", "REVU"]
