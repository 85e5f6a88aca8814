"""A run from files to files: same bytes whatever happens on the way, and nothing half done in its place."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from small_task import Silent, plan_of

from palimpseste.engines.run.journal import Journal
from palimpseste.engines.run.output import PartialOutput, quarantine_file_of
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.resuming import is_begun
from palimpseste.engines.run.run import run
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.files import partial_folder_of
from palimpseste.result import OffsetMap, Result
from palimpseste.sources import PatientFile, Place
from palimpseste.sources.target import Merged, Mirrored

SCRIPT = Path(__file__).parents[1] / "small_task.py"


@pytest.fixture
def notes(tmp_path):
    """A folder of every format, with documents that fail in every way a small task knows."""
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    for number in range(20):
        (folder / "sub" / f"{number:02}.txt").write_bytes(f"note {number}, é\r\n".encode("cp1252"))
    (folder / "empty.txt").write_bytes(b"")
    (folder / "nul.txt").write_bytes(b"\0" * 9)
    (folder / "echoue.txt").write_text("ECHOUE")
    lines = [json.dumps({"id": f"j{n}", "text": f"ligne {n}"}) for n in range(90)]
    lines[50] = '{"id": "cassé",'
    (folder / "a.jsonl").write_text("\n".join(lines))
    rows = "".join(f"c{n};rangée {n}\r\n" for n in range(80))
    (folder / "z.csv").write_bytes(("id;text\r\n" + rows).encode("utf-8-sig"))
    (folder / "void.jsonl").write_text("")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def refusals(target: Path) -> list[tuple[str, int | None]]:
    lines = quarantine_file_of(target).read_text().splitlines()
    return [(Path(values["file"]).name, values.get("line")) for values in map(json.loads, lines)]


class Stop(BaseException):
    """Ends a run from inside, at a step of our choice, as abruptly as a test can."""


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


@pytest.mark.parametrize("output", ["out", "out.jsonl"])
def test_a_run_killed_again_and_again_gives_the_same_bytes(notes, tmp_path, output):
    whole = tmp_path / "whole" / output
    whole.parent.mkdir()
    run(plan_of([notes], whole), Silent())
    out = tmp_path / output
    command = [sys.executable, str(SCRIPT), "0.006", "1", str(out), str(notes)]
    draw = random.Random(20240521)
    kills = 0
    while not out.exists():
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            _, errors = process.communicate(timeout=draw.uniform(0.2, 0.7) if kills < 3 else None)
            assert process.returncode == 0, errors
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    assert kills >= 1
    if partial_folder_of(out).exists():
        # The kill came after the results were in place, and before the cleaning.
        run(plan_of([notes], out), Silent())
    same = tree(out) == tree(whole) if out.is_dir() else out.read_bytes() == whole.read_bytes()
    assert same
    assert refusals(out) == refusals(whole)


@pytest.mark.parametrize("step", ["_shape.finish", "quarantine", "result", "cleaning"])
def test_a_run_stopped_while_results_are_put_in_place_is_finished_by_the_next(notes, tmp_path, monkeypatch, step):
    whole, out = tmp_path / "whole", tmp_path / "out"
    run(plan_of([notes], whole), Silent())

    def stop(*_):
        raise Stop

    plan = plan_of([notes], out)
    with monkeypatch.context() as patch:
        if step == "_shape.finish":
            patch.setattr("palimpseste.engines.run.output.sync", stop)
        elif step == "quarantine":
            patch.setattr("palimpseste.engines.run.output.move_file", stop)
        elif step == "result":
            patch.setattr(Path, "replace", stop)
        with pytest.raises(Stop):
            run(plan, Silent(), stop if step == "cleaning" else lambda tally: None)
    observer = Silent()
    tally = run(plan_of([notes], out), observer)
    assert tally.documents == 190
    assert tree(out) == tree(whole)
    assert refusals(out) == refusals(whole)
    assert not partial_folder_of(out).exists()


def test_old_results_stay_until_the_new_ones_are_in_their_place(notes, tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    (out / "old").write_text("of an earlier run")
    real = Path.replace

    def stop_at_results(self, target):
        if self.name == "result":
            raise Stop
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop_at_results)
        with pytest.raises(Stop):
            run(plan_of([notes], out, force=True), Silent())
    assert [path.read_text() for path in tmp_path.rglob("old")] == ["of an earlier run"]
    run(plan_of([notes], out, force=True), Silent())
    assert tree(out).keys() == tree(notes).keys() - {"nul.txt", "echoue.txt"}
    assert list(tmp_path.rglob("old")) == []


class Stopper(Silent):
    def moved(self, tally) -> None:
        if tally.documents == 100:
            raise Stop


@pytest.fixture
def interrupted(notes, monkeypatch):
    """Start a run and stop it in the middle; returns its journal, which has a checkpoint for each document."""

    def start(out: Path, **options) -> Path:
        with monkeypatch.context() as patch:
            patch.setattr("palimpseste.engines.run.output._SECONDS_BETWEEN_CHECKPOINTS", 0.0)
            with pytest.raises(Stop):
                run(plan_of([notes], out, **options), Stopper())
        return partial_folder_of(out) / "journal.jsonl"

    return start


def test_another_key_does_not_resume_a_run_unless_told_to_begin_anew(notes, tmp_path, interrupted):
    out = tmp_path / "out"
    journal = interrupted(out)
    assert not out.exists()
    with pytest.raises(UsageError, match="interrupted run with another key, or for another cohort; repeat"):
        run(plan_of([notes], out, key=b"other" + b"k" * 27), Silent())
    with pytest.raises(UsageError, match="interrupted run with a key, and this run has none"):
        run(plan_of([notes], out, repeatable=False), Silent())
    assert journal.exists()
    observer = Silent()
    run(plan_of([notes], out), observer)
    assert observer.resumed_at >= 99


def test_another_version_does_not_resume_a_run(notes, tmp_path, interrupted, monkeypatch):
    out = tmp_path / "out"
    interrupted(out)
    monkeypatch.setattr("palimpseste.engines.run.journal.__version__", "0.0.0")
    with pytest.raises(UsageError, match=r"interrupted run with other settings: version; repeat its command"):
        run(plan_of([notes], out), Silent())
    told = (
        f"{partial_folder_of(out)} holds an interrupted run with other settings: inputs, version; repeat its command "
        "to finish it, or give --restart to throw it away"
    )
    with pytest.raises(UsageError, match=f"^{re.escape(told)}$"):
        run(plan_of([notes / "sub"], out), Silent())


def test_a_run_begun_anew_forgets_the_interrupted_one(notes, tmp_path, interrupted):
    out, whole = tmp_path / "out", tmp_path / "whole"
    interrupted(out)
    observer = Silent()
    run(plan_of([notes], out, key=b"z" * 32, restart=True), observer)
    assert observer.resumed_at is None
    run(plan_of([notes], whole), Silent())
    assert tree(out) == tree(whole)


def test_what_a_run_without_key_left_is_thrown_away(notes, tmp_path, interrupted):
    out = tmp_path / "out"
    interrupted(out, repeatable=False)
    observer = Silent()
    assert run(plan_of([notes], out), observer).documents == 190
    assert observer.resumed_at is None


def test_two_runs_do_not_write_the_same_results(notes, tmp_path):
    out = tmp_path / "out"
    folder = partial_folder_of(out)
    folder.mkdir()
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder / "journal.jsonl")], stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    try:
        assert holder.stdout.readline()
        with pytest.raises(UsageError, match="another run is writing these results"):
            run(plan_of([notes], out), Silent())
    finally:
        holder.communicate()


_HOLD = """
import sys
from dataclasses import replace
from pathlib import Path
from palimpseste.engines.run.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_partial_result_that_lost_bytes_is_not_continued(notes, tmp_path, interrupted):
    out = tmp_path / "out.jsonl"
    interrupted(out)
    (partial_folder_of(out) / "result").write_bytes(b"")
    with pytest.raises(PalimpsesteError, match="shorter than its journal says; --restart"):
        run(plan_of([notes], out), Silent())


def test_a_journal_cut_in_the_middle_of_a_line_goes_back_to_the_line_before(notes, tmp_path, interrupted):
    out, whole = tmp_path / "out", tmp_path / "whole"
    journal = interrupted(out)
    with journal.open("ab") as stream:
        stream.write(b'{"position": [3, 1')
    run(plan_of([notes], out), Silent())
    run(plan_of([notes], whole), Silent())
    assert tree(out) == tree(whole)


def test_a_text_refused_just_before_a_kill_leaves_no_file(notes, tmp_path):
    out = tmp_path / "out"
    plan = plan_of([notes], out)
    folder = partial_folder_of(out)
    folder.mkdir()
    position = [s.input.name for s in plan.sources].index("nul.txt")
    for _ in range(2):
        journal = Journal(folder / "journal.jsonl")
        if journal.fingerprint is None:
            journal.begin(plan.fingerprint)
        output = PartialOutput(out, quarantine_file_of(out), True, plan.shape, len(plan.sources), journal)
        output.refuse(position, Refusal("x", Place("x"), "no reason"))
        output.save(Tally(), now=True)
        output.close()
    assert not (folder / "result" / "nul.txt").exists()


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


@pytest.mark.parametrize(
    ("options", "begun"),
    [({}, True), ({"key": b"z" * 32}, False), ({"restart": True}, False), ({"repeatable": False}, False)],
    ids=["the same", "another key", "begun anew", "a key that is forgotten"],
)
def test_a_run_is_begun_where_the_same_plan_was_interrupted(notes, tmp_path, interrupted, options, begun):
    out = tmp_path / "out"
    assert not is_begun(plan_of([notes], out))
    interrupted(out)
    assert is_begun(plan_of([notes], out, **options)) is begun
    # Asking leaves it free for the run itself.
    assert is_begun(plan_of([notes], out))
    run(plan_of([notes], out), Silent())
    assert not is_begun(plan_of([notes], out))
    assert not is_begun(plan_of([notes / "a.jsonl"], "-"))


@pytest.mark.parametrize("repeatable", [True, False])
def test_an_interruption_leaves_what_can_be_continued_and_nothing_else(notes, tmp_path, repeatable):
    class Interrupting(Silent):
        def moved(self, tally):
            if tally.documents == 100:
                raise KeyboardInterrupt

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run(plan_of([notes], out, repeatable=repeatable), Interrupting())
    assert partial_folder_of(out).exists() is repeatable
    assert not out.exists()
    assert run(plan_of([notes], out), Silent()).documents == 190


def test_a_pipe_that_closes_is_told_apart_from_a_full_disk(notes, tmp_path):
    class Closed(Silent):
        def moved(self, tally):
            raise self.error

    for error, told in (
        (BrokenPipeError(), BrokenPipeError),
        (OSError(28, "No space left on device"), PalimpsesteError),
    ):
        observer = Closed()
        observer.error = error
        with pytest.raises(told) as caught:
            run(plan_of([notes], tmp_path / "out"), observer)
        assert type(caught.value) is told
        if told is PalimpsesteError:
            assert str(caught.value) == f"{tmp_path / 'out'} cannot be written: No space left on device"


def test_the_time_of_an_interrupted_run_is_counted_on(notes, tmp_path, interrupted):
    out = tmp_path / "out"
    journal = interrupted(out)
    lines = journal.read_bytes().splitlines()
    values = json.loads(lines[-1])
    before = values["tally"]["seconds"]
    assert 0 < before < 60
    values["tally"]["seconds"] = 1000.0
    journal.write_bytes(b"\n".join([*lines[:-1], json.dumps(values).encode(), b""]))
    assert 1000 < run(plan_of([notes], out), Silent()).seconds < 1060


def test_what_is_counted_is_told_before_the_partial_results_go(notes, tmp_path):
    out = tmp_path / "out"
    told = []

    def before_cleaning(tally):
        told.append((tally.documents, out.is_dir(), partial_folder_of(out).is_dir()))

    run(plan_of([notes], out), Silent(), before_cleaning)
    assert told == [(190, True, True)]


def test_refusals_of_an_earlier_run_stay_until_they_may_be_replaced(notes, tmp_path):
    out = tmp_path / "out"
    quarantine_file_of(out).write_text("old")
    with pytest.raises(UsageError, match=r"out.quarantine.jsonl exists; --force replaces it"):
        run(plan_of([notes / "sub"], out), Silent())
    assert quarantine_file_of(out).read_text() == "old"
    for _ in ("there is one to replace", "there is none any more"):
        run(plan_of([notes / "sub"], out, force=True), Silent())
        assert not quarantine_file_of(out).exists()


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
    patients.write_text("id,patient_id\n03,P3\n04,P4\n")
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
