"""No crash writes notes and keys to a file, no other process reads them, and what is made is for its user alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="told by /proc")

_SHOW = """
import ctypes, os, resource, sys
from palimpseste import memory
memory.keep_memory_private()
memory.make_files_private()
memory.forget_variable("PALIMPSESTE_KEY")
open("made", "w").close()
os.mkdir("folder")
memory_of_environment = open("/proc/self/environ", "rb").read() if os.geteuid() == 0 else b""
print(resource.getrlimit(resource.RLIMIT_CORE)[0], ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
print("PALIMPSESTE_KEY" in os.environ, b"5ecre7" in memory_of_environment, b"OTHER=kept" in memory_of_environment)
print(oct(os.stat("made").st_mode & 0o777), oct(os.stat("folder").st_mode & 0o777))
"""


@pytest.mark.skipif(__import__("os").geteuid() != 0, reason="only root reads the environment of such a process")
def test_a_process_keeps_its_memory_its_key_and_its_files_to_itself(tmp_path: Path) -> None:
    environment = {"PALIMPSESTE_KEY": "5ecre7" * 9, "OTHER": "kept", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _SHOW], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["0 0", "False False True", "0o600 0o700"]


_CRASH = """
import os, sys
from palimpseste.cli import main, palimpseste
palimpseste.callback = None
import resource, ctypes
try:
    main(["--version"])
except SystemExit:
    print(resource.getrlimit(resource.RLIMIT_CORE)[0], ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


def test_the_command_itself_leaves_no_core(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _CRASH], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 0"
