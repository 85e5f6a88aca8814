"""A run that is interrupted goes on where it stopped, or begins anew, and leaves the same bytes."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from results_of_runs import refusals, tree
from small_task import Silent, plan_of

from palimpseste.engines.run import resuming
from palimpseste.engines.run.journal import Journal
from palimpseste.engines.run.output import PartialOutput, quarantine_file_of
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.resuming import is_begun
from palimpseste.engines.run.run import run
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import partial_folder_of
from palimpseste.sources import Place

SCRIPT = Path(__file__).parents[1] / "small_task.py"


class Stop(BaseException):
    """Ends a run from inside, at a step of our choice, as abruptly as a test can."""


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


def test_a_run_killed_while_it_throws_away_another_leaves_nothing_to_go_on_with(
    notes, tmp_path, interrupted, monkeypatch
):
    whole, out = tmp_path / "whole", tmp_path / "out"
    run(plan_of([notes], whole), Silent())
    interrupted(out)

    with monkeypatch.context() as patch:
        patch.setattr(resuming, "_emptied", partial(_killed_after, resuming._emptied))
        with pytest.raises(Stop):
            run(plan_of([notes], out, restart=True), Silent())
    run(plan_of([notes], out), Silent())
    assert tree(out) == tree(whole)


def _killed_after(step, *arguments):
    step(*arguments)
    raise Stop


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
            assert str(caught.value) == (
                f"{tmp_path / 'out'} cannot be written: No space left on device; what is done is kept: repeat the "
                "command once it can be, to go on"
            )


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
