"""A run from files to files: same bytes whatever happens on the way, and nothing half done in its place."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace

import pytest
from results_of_runs import refusals, tree
from small_task import Silent, plan_of
from timing import grows_in_proportion

from palimpseste.engines.run.journal import Checkpoint
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.reading import entries_of
from palimpseste.engines.run.run import run
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.files import partial_folder_of
from palimpseste.result import OffsetMap, Result
from palimpseste.sources import PatientFile
from palimpseste.sources.target import Merged, Mirrored


@pytest.mark.parametrize("workers", [1, 2])
def test_a_folder_becomes_a_folder_of_the_same_files(notes, tmp_path, workers):
    out = tmp_path / "out"
    tally = run(plan_of([notes], out, workers=workers), Silent())
    assert (tally.documents, tally.quarantined, tally.spans) == (190, 3, 189)
    written = tree(out)
    assert set(tree(notes)) - set(written) == {"nul.txt", "echoue.txt"}
    assert written["sub/07.txt"] == "NOTE 7, É\r\n".encode("cp1252")
    assert written["empty.txt"] == b""
    assert written["void.jsonl"] == b""
    assert written["z.csv"].startswith("\ufeffid;text\r\nc0;RANGÉE 0\r\n".encode())
    assert written["a.jsonl"].count(b"\n") == 89
    assert refusals(out) == [("a.jsonl", 51), ("echoue.txt", None), ("nul.txt", None)]
    assert not partial_folder_of(out).exists()


def test_any_input_becomes_json_lines(notes, tmp_path):
    out = tmp_path / "out.jsonl"
    run(plan_of([notes], out), Silent())
    ids = [json.loads(line)["id"] for line in out.read_text().splitlines()]
    assert len(ids) == 190
    assert ids[0] == "j0"
    assert ids[-1] == "sub/19.txt"


def test_results_that_exist_are_replaced_only_on_demand(notes, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "old").write_text("")
    with pytest.raises(UsageError, match="out exists; --force replaces it"):
        run(plan_of([notes], out), Silent())
    assert list(tmp_path.glob("*.partial")) == []
    run(plan_of([notes], out, force=True), Silent())
    assert not (out / "old").exists()


def test_results_that_cannot_be_written_stop_the_run_with_the_reason(notes, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(PalimpsesteError, match=r"out cannot be written: (Not a directory|File exists)"):
        run(plan_of([notes], blocker / "out"), Silent())


def test_a_worker_that_dies_over_a_document_leaves_the_others_written(tmp_path):
    path, out = tmp_path / "n.jsonl", tmp_path / "o.jsonl"
    path.write_text("".join(json.dumps({"id": n, "text": "MEURT" if n == 5 else "vu"}) + "\n" for n in range(9)))
    observer = Silent()
    tally = run(plan_of([path], out, workers=2), observer)
    assert (tally.documents, tally.quarantined) == (8, 1)
    assert observer.refusals == [
        f"{path}:6: document '5': the worker process ended twice over this document (SIGKILL, often for lack of memory)"
    ]


def test_what_took_the_name_of_the_refusals_during_a_run_stays(notes, tmp_path):
    out = tmp_path / "out"

    class Meanwhile(Silent):
        def moved(self, tally):
            quarantine_file_of(out).write_text("theirs")

    run(plan_of([notes / "sub"], out), Meanwhile())
    assert quarantine_file_of(out).read_text() == "theirs"


class Records:
    """Writes of each document who the patient is."""

    def make(self):
        return lambda document: Result(document.id, f"{document.patient.patient_id}", (), (), OffsetMap(()))


def test_documents_without_a_record_get_that_of_the_file_of_patients(notes, tmp_path):
    patients = tmp_path / "patients.csv"
    patients.write_text("id,patient_id\n03,P3\n04,P4\n")
    plan = plan_of([notes / "sub"], tmp_path / "out", task=Records(), patients=PatientFile.read(patients))
    assert run(plan, Silent()).with_record == 2
    written = {name: text.decode() for name, text in tree(tmp_path / "out").items()}
    assert written["03.txt"].startswith("P3")
    assert written["04.txt"].startswith("P4")
    assert not [name for name, text in written.items() if "P" in text and name not in ("03.txt", "04.txt")]


def test_a_run_that_asks_for_records_refuses_documents_without_one(notes, tmp_path):
    patients = tmp_path / "patients.csv"
    patients.write_text("id,lastname\n03,P3a\n04,P4a\n")
    out, observer = tmp_path / "out", Silent()
    file = PatientFile.read(patients)
    tally = run(plan_of([notes / "sub"], out, patients=file, requires_record=True), observer)
    assert (tally.documents, tally.with_record, tally.quarantined) == (2, 2, 18)
    assert sorted(tree(out)) == ["03.txt", "04.txt"]
    assert all("no record of its patient, which --require-record asks for" in each for each in observer.refusals)


def test_types_that_are_not_released_are_counted_over_all_of_a_run(tmp_path):
    lines = [{"id": str(n), "text": "x", **({"type": "CRH"} if n < 3 else {})} for n in range(5)]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert run(plan_of([tmp_path / "in.jsonl"], tmp_path / "some.jsonl"), Silent()).types_withheld == 0
    assert run(plan_of([tmp_path / "in.jsonl"], tmp_path / "none.jsonl", task=Records()), Silent()).types_withheld == 3


def test_refusals_go_where_they_are_wanted(notes, tmp_path):
    out, wanted = tmp_path / "out", tmp_path / "deep" / "deeper" / "refused.jsonl"
    run(plan_of([notes], out, quarantine=wanted), Silent())
    assert wanted.read_bytes().count(b"\n") == 3
    assert not quarantine_file_of(out).exists()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (DocumentError("n1", "no place for it"), "no place for it"),
        (
            UnicodeEncodeError("cp1252", "Zorglub", 0, 1, "x"),
            "the result cannot be written in this format (UnicodeEncodeError)",
        ),
        (ValueError("Zorglub"), "the result cannot be written in this format (ValueError)"),
    ],
)
def test_a_result_that_its_format_cannot_hold_is_refused_in_words_that_quote_nothing(
    notes, tmp_path, monkeypatch, error, reason
):
    def written(entry, became):
        raise error

    plan = plan_of([notes / "a.jsonl"], tmp_path / "out.jsonl")
    monkeypatch.setattr(type(plan.shape), "written", lambda self, entry, became: written(entry, became))
    observer = Silent()
    tally = run(plan, observer)
    assert (tally.documents, tally.quarantined) == (0, 90)
    assert observer.refusals[0] == f"{notes / 'a.jsonl'}:1: document 'j0': {reason}"
    assert quarantine_file_of(tmp_path / "out.jsonl").read_bytes().count(b"\n") == 90


def test_standard_input_and_output(notes, tmp_path, monkeypatch, capfdbinary):
    """An identifier used twice is refused on standard input, which nobody can read twice."""
    lines = [json.dumps({"id": name, "text": f"ligne {name}"}) for name in ("a", "b", "a", "c")]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    observer = Silent()
    wanted = tmp_path / "deep" / "deeper" / "refused.jsonl"
    tally = run(plan_of(["-"], "-", quarantine=wanted), observer)
    assert (tally.documents, tally.quarantined) == (3, 1)
    assert [json.loads(line)["text"] for line in capfdbinary.readouterr().out.splitlines()] == [
        "LIGNE A", "LIGNE B", "LIGNE C",
    ]  # fmt: skip
    assert observer.refusals == ["standard input:3: the identifier 'a' is that of standard input:1"]
    assert wanted.read_bytes().count(b"\n") == 1


def test_on_standard_output_each_file_begins_with_its_head_once(tmp_path, capfdbinary):
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text(f"id;text\n{name}1;un\n{name}2;deux\n")
    plan = plan_of([tmp_path / "a.csv", tmp_path / "b.csv"], "-")
    run(replace(plan, shape=Merged(lambda entry, became: f"{became.document_id}\n".encode(), b"id\n")), Silent())
    assert capfdbinary.readouterr().out == b"id\na1\na2\nb1\nb2\n"
    run(replace(plan, shape=Mirrored(plan.sources, is_folder=True)), Silent())
    lines = capfdbinary.readouterr().out.splitlines()
    assert [line.partition(b";")[0] for line in lines] == [b"id", b"a1", b"a2", b"id", b"b1", b"b2"]


def test_a_folder_of_many_notes_with_a_file_of_patients_takes_time_in_proportion(tmp_path):
    def run_over(count):
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text("vu")
        file = tmp_path / f"{count}.csv"
        file.write_text("id,lastname\n" + "".join(f"{number},Petit\n" for number in range(count)))
        plan = plan_of([folder], tmp_path / f"{count}.out", patients=PatientFile.read(file))
        return lambda: sum(bool(entry.document.patient) for entry in entries_of(plan, Checkpoint(), Silent()))

    assert run_over(3)() == 3
    assert grows_in_proportion(run_over, (500, 2000), growth=6, noise=0.2)
