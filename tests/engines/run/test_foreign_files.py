"""What stands where a run is about to write, and is not its own, stays as it is; what it makes is for its user."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from small_task import Silent, plan_of

from palimpseste.engines.run.output import PartialOutput, quarantine_file_of
from palimpseste.engines.run.resuming import is_begun
from palimpseste.engines.run.run import run
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import partial_folder_of


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text("vu")
    (folder / "c.txt").write_text("ECHOUE")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("options", [{}, {"force": True}, {"restart": True}], ids=["plain", "force", "restart"])
@pytest.mark.parametrize("kind", ["link", "own folder", "linked journal"])
def test_a_partial_folder_that_no_run_left_is_refused_and_stays(notes, tmp_path, options, kind):
    out, elsewhere = tmp_path / "out", tmp_path / "victim"
    partial = partial_folder_of(out)
    elsewhere.mkdir()
    (elsewhere / "thesis").write_text("three years")
    if kind == "link":
        partial.symlink_to(elsewhere)
    else:
        partial.mkdir()
        if kind == "own folder":
            (partial / "result").mkdir()
            (partial / "result" / "mine").write_text("mine")
        else:
            (partial / "journal.jsonl").symlink_to(elsewhere / "thesis")
    before = tree(tmp_path)
    plan = plan_of([notes], out, **options)
    assert not is_begun(plan)
    with pytest.raises(UsageError, match="no run of this program left it"):
        run(plan, Silent())
    assert tree(tmp_path) == before
    assert not out.exists()


@pytest.mark.parametrize("output", ["out", "out.jsonl"])
def test_what_took_the_name_of_the_results_during_a_run_is_not_replaced(notes, tmp_path, output):
    out = tmp_path / output
    blocker = out / "theirs" if output == "out" else out

    class Meanwhile(Silent):
        def moved(self, tally):
            if tally.documents == 1:
                blocker.parent.mkdir(exist_ok=True)
                blocker.write_text("theirs")

    with pytest.raises(PalimpsesteError, match="was made by something else during the run"):
        run(plan_of([notes], out), Meanwhile())
    assert blocker.read_text() == "theirs"
    shutil.rmtree(out) if out.is_dir() else out.unlink()
    assert run(plan_of([notes], out), Silent()).documents == 2
    assert not partial_folder_of(out).exists()


def test_what_a_run_writes_is_for_its_user_alone_at_every_moment(notes, tmp_path):
    out = tmp_path / "deep" / "out"
    seen = {}

    class Looking(Silent):
        def moved(self, tally):
            for path in [*partial_folder_of(out).rglob("*"), partial_folder_of(out), out.parent]:
                seen[path.name] = stat.S_IMODE(path.stat().st_mode)

    before = os.umask(0o022)
    try:
        run(plan_of([notes], out), Looking())
    finally:
        os.umask(before)
    assert {"result", "a.txt", "journal.jsonl", "out.partial", "deep"} <= set(seen)
    for path in [out, *out.rglob("*"), quarantine_file_of(out)]:
        seen[path.name] = stat.S_IMODE(path.stat().st_mode)
    assert {name: mode for name, mode in seen.items() if mode & 0o077} == {}


@pytest.mark.parametrize("kept", [1, 0], ids=["the journal is left", "nothing is left"])
def test_a_run_killed_in_its_last_clean_up_is_finished_by_the_next(notes, tmp_path, monkeypatch, kept):
    class Stop(BaseException):
        pass

    out = tmp_path / "out"
    removed = []
    real_unlink, real_rmdir = Path.unlink, Path.rmdir

    def unlink(self, *args, **options):
        if self.name == "journal.jsonl" and kept:
            raise Stop
        removed.append(self.name)
        real_unlink(self, *args, **options)

    def rmdir(self):
        if self == partial_folder_of(out):
            raise Stop
        real_rmdir(self)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        patch.setattr(Path, "rmdir", rmdir)
        with pytest.raises(Stop):
            run(plan_of([notes], out), Silent())
    whole = tree(out)
    if kept:
        assert run(plan_of([notes], out), Silent()).documents == 2
    else:
        with pytest.raises(UsageError, match="out exists; --force replaces it"):
            run(plan_of([notes], out), Silent())
    assert tree(out) == whole
    assert not partial_folder_of(out).exists()


def test_a_disk_that_is_full_ends_the_run_with_its_own_message(notes, tmp_path, monkeypatch):
    class Full(Silent):
        def moved(self, tally):
            raise OSError(28, "No space left on device")

    plan = plan_of([notes], tmp_path / "out.jsonl")
    real = PartialOutput.__init__

    def with_full_stream(self, *args, **options):
        real(self, *args, **options)
        self._stream.close()
        self._stream = os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb")  # which fails when it is closed

    monkeypatch.setattr(PartialOutput, "__init__", with_full_stream)
    with pytest.raises(PalimpsesteError, match="cannot be written: No space left on device"):
        run(plan, Full())
