"""How workers begin and end beside the process that starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_task import InterruptedOnItsWay

from palimpseste.engines.child import started

HERE = Path(__file__).parent
# A run of one note that never ends, whose worker says its number once it reads it.
WORKS_FOR_EVER = """
import sys
sys.path.insert(0, sys.argv[1])
from small_task import Capitals
from palimpseste.document import Document
from palimpseste.engines.child import started
if __name__ == "__main__":
    process, connection = started(Capitals())
    connection.recv()
    connection.send([Document("a", "TRAINE")])
    print(process.pid, flush=True)
    sys.stdin.read()
"""


def test_an_interruption_while_a_worker_starts_is_not_lost():
    # A shell starts what it runs in the background with interruptions ignored, tests too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            started(InterruptedOnItsWay())
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_worker_ends_at_once_with_the_process_that_started_it(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(WORKS_FOR_EVER)
    parent = subprocess.Popen(
        [sys.executable, script, HERE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    assert _is_running(worker)
    parent.kill()
    deadline = time.monotonic() + 10
    while _is_running(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    is_left = _is_running(worker)
    if is_left:
        os.kill(worker, signal.SIGKILL)
    parent.communicate()
    assert not is_left


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
