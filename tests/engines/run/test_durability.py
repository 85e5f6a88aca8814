"""What a run says is done is on the disk: first the data, then the line that speaks of them, then the names."""

from __future__ import annotations

import json

import pytest
from small_task import Silent, plan_of

from palimpseste.engines.run.journal import Checkpoint, Journal
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.run import run
from palimpseste.files import lock_file_of, partial_folder_of


@pytest.fixture
def notes(tmp_path):
    """A folder of several formats, with documents that are refused."""
    folder = tmp_path / "notes"
    folder.mkdir()
    texts = [f"ligne {n}" for n in range(9)] + ["ECHOUE"] * 3
    (folder / "a.jsonl").write_text("".join(json.dumps({"id": n, "text": t}) + "\n" for n, t in enumerate(texts)))
    for empty in ("a1.jsonl", "a2.jsonl"):
        (folder / empty).write_text("")
    (folder / "b.csv").write_text("id;text\nc1;rangée\nc2;ECHOUE\n")
    for number in range(4):
        (folder / f"{number}.txt").write_text("ECHOUE" if number == 2 else f"note {number}")
    return folder


def test_a_line_of_the_journal_is_on_disk_when_it_was_added(tmp_path, disk):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.begin({"key": "k"})
    assert disk.holds(path)
    assert path.read_bytes().count(b"\n") == 1
    for entries in (1, 2):
        journal.add(Checkpoint(0, entries))
        assert disk.holds(path)
        assert path.read_bytes().count(b"\n") == 1 + entries
    journal.close()


# One line a document and one at the end; or that one alone.
@pytest.mark.parametrize(("seconds", "count"), [(0.0, 19), (1000.0, 1)])
@pytest.mark.parametrize("output", ["out", "out.jsonl"])
def test_what_a_line_of_the_journal_speaks_of_was_on_disk_before_it(
    notes, tmp_path, disk, monkeypatch, output, seconds, count
):
    monkeypatch.setattr("palimpseste.engines.run.output._SECONDS_BETWEEN_CHECKPOINTS", seconds)
    target = tmp_path / output
    folder = partial_folder_of(target)
    lines, missing = [], []

    def check(inode):
        journal = folder / "journal.jsonl"
        if not journal.exists() or journal.stat().st_ino != inode or journal.read_bytes().count(b"\n") < 2:
            return
        *_, line = journal.read_bytes().splitlines()
        lines.append(Checkpoint.from_json(line))
        files = [path for path in folder.rglob("*") if path.is_file() and path not in (journal, lock_file_of(journal))]
        missing.extend(path.name for path in files if not disk.holds(path))
        quarantine = (folder / "quarantine.jsonl").stat().st_size
        sizes = {0, *(path.stat().st_size for path in files)}  # 0 between two files
        if lines[-1].quarantine_bytes != quarantine or lines[-1].file_bytes not in sizes:
            missing.append(line)

    disk.on_sync = check
    plan = plan_of([notes], target)
    run(plan, Silent())
    assert missing == []
    assert len(lines) == count
    done = [(at, n) for at, source in enumerate(plan.sources) for n, _ in enumerate(source.entries(), 1)]
    assert [(line.source, line.entries) for line in lines] == [*done, (len(plan.sources), 0)][-count:]
    assert lines[-1].quarantine_bytes > 0


@pytest.mark.parametrize("output", ["out", "out.jsonl"])
def test_results_get_their_name_when_they_are_on_disk(notes, tmp_path, disk, output):
    target = tmp_path / "results" / output
    target.parent.mkdir()
    folder, named = target.parent.stat().st_ino, []
    disk.on_sync = lambda inode: named.append(target.exists()) if inode == folder else None
    run(plan_of([notes], target), Silent())
    assert disk.renamed == [(quarantine_file_of(target), True), (target, True)]
    # The new names too: the folder is brought to the disk once it has them.
    assert named[-1]
