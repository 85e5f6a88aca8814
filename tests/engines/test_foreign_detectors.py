"""Detectors of others through whole runs: interrupted and gone on with, failing, some notes at once."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from offered import Logged, offer, run, start

from palimpseste.detection.choice import DetectorChoice
from palimpseste.document import Document
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.task import Deidentification
from palimpseste.engines.worker import outcomes_of
from palimpseste.errors import DocumentError
from palimpseste.result import Result
from palimpseste.sources.columns import Columns
from palimpseste.sources.entry import Entry, Place
from palimpseste.sources.jsonl import line_of_result
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.policy.policy import Policy

CANARY = "Zorglubine"


def write_notes(folder: Path, count: int, *failing: int) -> None:
    texts = [f"Mme Durand, badge B-{4000 + number}, vue le 12/03/2021." for number in range(count)]
    for number in failing:
        texts[number] = f"ECHOUE Mme {CANARY} B-4711"
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")


def leaks(folder: Path, printed: str, word: str = CANARY) -> list[str]:
    """Return where a word of the input stands."""
    found = ["printed"] if word.lower() in printed.lower() else []
    for path in folder.rglob("*"):
        if path.is_file() and path.name not in ("in.jsonl", "k") and word.lower().encode() in path.read_bytes().lower():
            found.append(path.name)
    return found


def test_a_killed_run_goes_on_with_the_same_version_alone_and_left_nothing_of_a_note(tmp_path: Path) -> None:
    old, new = offer(tmp_path / "old"), offer(tmp_path / "new", version="1.3")
    work = tmp_path / "work"
    work.mkdir()
    write_notes(work, 300, 3, 4)
    assert run(work, old, "key", "new", "k")[0] == 0
    command = ("deid", "in.jsonl", "--key-file", "k", "--policy", "tag", "--detectors", "words", "--workers", 2)
    assert run(work, old, *command, "-o", "whole.jsonl")[0] == 3
    process = start(work, old, *command, "-o", "out.jsonl", PAUSE="0.01")
    journal = work / "out.jsonl.partial" / "journal.jsonl"
    while not journal.exists() or len(journal.read_bytes().splitlines()) < 3:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    process.kill()
    printed = "".join(process.communicate())
    assert leaks(work, printed) == []

    begun = journal.read_bytes()
    status, said = run(work, new, *command, "-o", "out.jsonl")
    assert status == 2
    assert "holds an interrupted run with other settings: detectors" in said
    assert len([line for line in said.splitlines() if line.startswith("palimpseste: ")]) == 1
    assert journal.read_bytes() == begun
    status, said = run(work, old, *command, "-o", "out.jsonl")
    assert status == 3
    assert "resuming after" in said
    assert (work / "out.jsonl").read_bytes() == (work / "whole.jsonl").read_bytes()
    assert leaks(work, said) == []


@pytest.mark.parametrize(("error", "size"), [("RuntimeError", 1), ("SystemExit", 4), ("Panic", 1), ("Panic", 4)])
def test_nothing_of_a_note_over_which_a_detector_fails_is_told_but_to_a_developer(
    error: str, size: int, tmp_path: Path
) -> None:
    folder, work = offer(tmp_path / "site"), tmp_path / "work"
    work.mkdir()
    write_notes(work, 7, 3)
    for value in ("", "0", "1") if error == "RuntimeError" else ("", "1"):
        output = f"out{value}"
        command = ("deid", "in.jsonl", "-o", f"{output}.jsonl", "--report", f"report{value}", "--policy", "tag")
        options = ("--detectors", "words,record", "--workers", 2)
        debugging = {"PALIMPSESTE_DEBUG": value} if value else {}
        status, said = run(work, folder, *command, *options, ERROR=error, SIZE=str(size), **debugging)
        assert status == 3, said
        (refused,) = (work / f"{output}.jsonl.quarantine.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(refused)["id"] == "3"
        released = [json.loads(line)["id"] for line in (work / f"{output}.jsonl").read_text().splitlines()]
        assert released == ["0", "1", "2", "4", "5", "6"]
        if value == "1":
            reason = json.loads(refused)["reason"]
            assert f"ECHOUE Mme {CANARY}" in reason
            assert "words_of_others.py" in reason
            assert "never with real notes" in said
        else:
            # The sources of its spans quote the note, too.
            assert json.loads(refused)["reason"] == f"detection failed ({error})"
            assert leaks(work, said) == []
            assert leaks(work / f"report{value}", "", "B-400") == []


def task_of(tmp_path: Path, size: int) -> tuple[Deidentification, Logged]:
    detector = Logged(Path(mkdtemp(dir=tmp_path)), size)
    choice = DetectorChoice(("record",), own=(detector,))
    return Deidentification(
        MasterKey(bytes(32)).cohort("x").to_bytes(), Policy.named("dp").to_mapping(), choice
    ), detector


def documents(count: int) -> list[Document]:
    texts = [f"Mme Durand, badge B-{4000 + number}." for number in range(count)]
    texts[count // 2] = f"ECHOUE {CANARY} B-4711"
    return [Document(str(number), text) for number, text in enumerate(texts)]


def line(document: Document, outcome: Result | DocumentError) -> bytes:
    if isinstance(outcome, DocumentError):
        return str(outcome).encode()
    return line_of_result(Entry(0, 0, Place("notes"), document), outcome, Columns())


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(11)), size=st.sampled_from([1, 2, 3, 50]), cut=st.integers(1, 11))
def test_in_whatever_order_and_batches_notes_come_each_has_the_same_bytes(
    order: list[int], size: int, cut: int, tmp_path: Path
) -> None:
    notes = documents(11)
    alone = task_of(tmp_path, 1)[0].make()
    expected = [line(note, outcome) for note, outcome in zip(notes, outcomes_of(alone, notes), strict=True)]
    assert expected[5] == b"5: detection failed (RuntimeError)"
    assert b"B-4001" not in expected[1]
    process = task_of(tmp_path, size)[0].make()
    shuffled = [notes[number] for number in order]
    outcomes = outcomes_of(process, shuffled[:cut]) + outcomes_of(process, shuffled[cut:])
    found = dict(zip(order, map(line, shuffled, outcomes), strict=True))
    assert [found[number] for number in range(11)] == expected


def test_whatever_the_batches_and_the_workers_results_are_the_same_bytes(tmp_path: Path) -> None:
    notes = documents(120)
    written: dict[tuple[int, int], list[bytes]] = {}
    for size, workers in ((1, 1), (3, 2), (50, 2)):
        task, detector = task_of(tmp_path, size)
        # Another order each time: what comes back is sorted.
        order = random.Random(10 * size + workers).sample(notes, len(notes))
        entries = [Entry(0, number, Place("notes"), note) for number, note in enumerate(order)]
        outcomes = list(LocalEngine(task, workers)(entries))
        assert [entry.document for entry, _ in outcomes] == order
        lines = {int(e.document.id): line(e.document, outcome) for e, outcome in outcomes if e.document}
        written[size, workers] = [lines[number] for number in range(120)]
        sizes = [each for batches in detector.sizes().values() for each in batches]
        assert max(sizes, default=1) == size
        assert len(detector.sizes()) == (workers if size > 1 else 0)
    assert written[1, 1][60] == b"60: detection failed (RuntimeError)"
    assert all(lines == written[1, 1] for lines in written.values())


def test_what_names_only_ours_reads_no_entry_point_in_any_process(tmp_path: Path) -> None:
    folder = offer(tmp_path / "site")
    write_notes(tmp_path, 2)
    for detectors, is_read in (("words", True), ("record,rules,model", False)):
        command = ("deid", "in.jsonl", "-o", f"{is_read}.jsonl", "--policy", "tag", "--detectors", detectors)
        status, said = run(tmp_path, folder, *command, "--workers", 2, PYTHONPROFILEIMPORTTIME="1")
        assert status == 0, said
        imported = {row.rpartition("|")[2].strip() for row in said.splitlines() if row.startswith("import time:")}
        assert "palimpseste.engines.worker" in imported
        assert ("importlib.metadata" in imported) is is_read
