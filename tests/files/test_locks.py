"""A lock keeps out whoever lives, on any platform, and nobody once its holder is gone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
import pytest

from palimpseste.errors import UsageError
from palimpseste.files import Lock, lock_file_of, locked

HOLD = """
import sys
from pathlib import Path
if sys.argv[2] == "without-fcntl":
    sys.modules["fcntl"] = None
from palimpseste.files import Lock
from palimpseste.errors import UsageError
try:
    lock = Lock(Path(sys.argv[1]), "somebody holds it")
except UsageError as error:
    print(error, flush=True)
else:
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(path: Path, platform: str = "posix") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-W", "ignore", "-c", HOLD, path, platform]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def said_by_another(path: Path, platform: str = "posix") -> str:
    with holder(path, platform) as process:
        return process.communicate(timeout=20)[0].strip()


@pytest.mark.parametrize("platform", ["posix", "without-fcntl"])
def test_what_a_living_process_holds_is_refused_at_once(tmp_path: Path, platform: str) -> None:
    with holder(tmp_path / "a", platform) as first:
        assert first.stdout.readline() == "held\n"
        assert said_by_another(tmp_path / "a", platform) == "somebody holds it"
    assert said_by_another(tmp_path / "a", platform) == "held", "a lock that was let go must be free"


IS_OLD = tuple(int(part) for part in filelock.__version__.split(".")[:3]) < (4, 2, 1)
OLD = pytest.mark.skipif(IS_OLD, reason="where the system has no locks, filelock looks for a dead holder from 4.2.1 on")


@pytest.mark.parametrize("platform", ["posix", pytest.param("without-fcntl", marks=OLD)])
def test_a_killed_holder_keeps_nobody_out(tmp_path: Path, platform: str) -> None:
    with holder(tmp_path / "a", platform) as first:
        assert first.stdout.readline() == "held\n"
        first.kill()
    assert lock_file_of(tmp_path / "a").exists()
    assert said_by_another(tmp_path / "a", platform) == "held"


def test_who_waits_gets_it_when_it_is_let_go(tmp_path: Path) -> None:
    with holder(tmp_path / "a") as first:
        assert first.stdout.readline() == "held\n"
        refused = pytest.raises(UsageError, match="another process is changing it; try again")
        with refused, locked(tmp_path / "a", seconds=0):
            pass
        first.stdin.close()
        with locked(tmp_path / "a", seconds=20):
            pass
    Lock(tmp_path / "a", "held").release()


def test_a_lock_is_a_file_of_its_owner_that_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("content")
    with locked(tmp_path / "a"):
        assert lock_file_of(tmp_path / "a").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a").read_text() == "content"


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    refused = pytest.raises(UsageError, match="its lock cannot be opened: No such file")
    with refused, locked(tmp_path / "no" / "a"):
        pass
