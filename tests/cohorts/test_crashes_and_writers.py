"""A register is whole wherever a change is cut, and however many change it at once."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import pytest

from palimpseste.cohorts import CohortRegister, contents_of, verify
from palimpseste.cohorts import register as registers
from palimpseste.cohorts.audit import audit_file_of
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import locked
from palimpseste.surrogates import MasterKey

PHRASE = "canari jaune de Zorglubine"
KEY = MasterKey(b"0123456789abcdef0123456789abcdef")


class Stop(BaseException):
    """Ends a change from inside, as a kill would: nothing of this package catches it."""


class CutSystem:
    """Makes one call to the operating system the last one; of a write that is cut, half of the bytes are there."""

    def __init__(self, last_call: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self._left = last_call
        for name in ("open", "write", "fsync", "truncate", "replace", "unlink"):
            monkeypatch.setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name, real):
        def counted(*arguments, **options):
            self._left -= 1
            if self._left > 0:
                return real(*arguments, **options)
            if name == "write":
                descriptor, content = arguments
                real(descriptor, bytes(content)[: len(content) // 2])
            raise Stop

        return counted


CHANGES = {
    "derive": lambda register: register.derive("2025"),
    "use": lambda register: register.note_use("2024"),
    "retire": lambda register: register.retire("2024"),
    "destroy": lambda register: register.destroy("2024"),
    "rekey": lambda register: register.rekey(KEY),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_cut_anywhere_was_made_or_was_not(path, monkeypatch, change):
    cut_at = 0
    while True:
        cut_at += 1
        for file in path.parent.iterdir():
            file.unlink()
        register = CohortRegister(path, KEY)
        register.create()
        register.derive("2024")
        before = contents_of(path)
        try:
            with monkeypatch.context() as patched:
                CutSystem(cut_at, patched)
                CHANGES[change](register)
        except Stop:
            pass
        else:
            assert cut_at > 10, "the change must have been cut at some calls at least"
            return
        after = contents_of(path)
        was_made = after.entries == before.entries + 1
        assert was_made or after == before
        # Whoever comes next finds the register whole, and leaves register and log in agreement.
        register = CohortRegister(path, KEY)
        assert all("as after a kill" in flaw for flaw in verify(path, register.sealing_key()).flaws)
        register.derive("next")
        assert verify(path, register.sealing_key()).flaws == ()
        lines = audit_file_of(path).read_text().splitlines()
        assert len(lines) == 2 + was_made
        assert not [file for file in path.parent.iterdir() if file.name.endswith(".partial")]


def test_a_register_cut_while_it_is_made_can_be_made_again(path, monkeypatch):
    for cut_at in range(1, 20):
        with monkeypatch.context() as patched:
            CutSystem(cut_at, patched)
            try:
                CohortRegister(path, KEY).create()
            except Stop:
                pass
            else:
                break
        if path.exists():
            assert contents_of(path).cohorts == ()
            path.unlink()
    assert cut_at > 4
    CohortRegister(path, KEY).derive("2024")


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_on_disk_before_the_register_has_its_name(path, disk, change):
    register = CohortRegister(path, KEY)
    register.create()
    register.derive("2024")
    disk.synced.clear()
    disk.renamed.clear()
    CHANGES[change](register)
    assert disk.renamed == [(path, True)]
    assert disk.holds(audit_file_of(path))
    assert path.parent.stat().st_ino in disk.synced


def test_the_old_bytes_are_overwritten(register, path):
    """Another name of the old file shows what was left on disk where it stood."""
    register.derive("2024")
    wrapped = contents_of(path).cohort("2024").key.encode()
    old = path.with_name("old")
    os.link(path, old)
    register.destroy("2024")
    assert wrapped not in old.read_bytes()


def test_what_a_kill_left_beside_is_overwritten_too(register, path):
    register.derive("2024")
    wrapped = contents_of(path).cohort("2024").key.encode()
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(path.read_bytes())
    left = path.with_name("left")
    os.link(partial, left)
    register.destroy("2024")
    assert wrapped not in left.read_bytes()
    assert not partial.exists()


def test_a_folder_that_cannot_be_written_says_so_and_nothing_more(register, path, monkeypatch):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    before = contents_of(path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(PalimpsesteError, match="No space left on device"):
            register.derive("2024")
    assert contents_of(path) == before
    register.derive("2024")


DERIVING = """
import sys, pathlib
from palimpseste.cohorts import CohortRegister, Passphrase
register = CohortRegister(pathlib.Path(sys.argv[1]), Passphrase(sys.stdin.read()))
for number in range(8):
    register.derive(f"{sys.argv[2]}-{number}")
    register.note_use(f"{sys.argv[2]}-{number}")
"""


def test_several_processes_change_one_register(register, path):
    processes = [
        subprocess.Popen([sys.executable, "-c", DERIVING, path, name], stdin=subprocess.PIPE, text=True)
        for name in ("a", "b", "c")
    ]
    for process in processes:
        process.stdin.write(PHRASE)
        process.stdin.close()
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(contents_of(path).cohorts) == 24
    found = verify(path, register.sealing_key())
    assert (found.entries, found.flaws) == (48, ())


def test_who_waits_too_long_for_another_is_told(register, path, monkeypatch):
    monkeypatch.setattr(registers, "locked", partial(locked, seconds=0.05))
    with locked(path), pytest.raises(UsageError, match="another process is changing it"):
        register.derive("2024")
