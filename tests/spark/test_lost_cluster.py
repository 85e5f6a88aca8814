"""A cluster whose machines are all gone, and which says so to nobody: the run ends, and goes on where one is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from standalone import Standalone, missing

SCRIPT = Path(__file__).with_name("lost.py")
NOTE = "Mme Lucie DURAND, vue le {day:02}/03/2021 par le Dr Paul LEROY, va mieux. " * 20
CHOSEN = ("--policy", "plausible", "--detectors", "rules", "--workers", "2", "--no-progress")


@pytest.fixture
def cluster(tmp_path, key_file):
    if reason := missing():
        pytest.skip(reason)
    (tmp_path / "cluster").mkdir()
    cluster = Standalone(tmp_path / "cluster")
    try:
        cluster.start(key_file, workers=1)
        yield cluster
    finally:
        cluster.stop()


def test_a_run_does_not_wait_for_ever_for_machines_that_are_gone(cluster, key_file, tmp_path, monkeypatch):
    for name, value in cluster.environment.items():
        monkeypatch.setenv(name, value)
    lines = [json.dumps({"id": f"n{number}", "text": NOTE.format(day=number % 28 + 1)}) for number in range(1200)]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines))
    out, partial = tmp_path / "out.jsonl", tmp_path / "out.jsonl.partial" / "result"
    settings = [part for setting in cluster.settings.items() for part in ("--spark-conf", "=".join(setting))]
    run = ["deid", tmp_path / "notes.jsonl", "-o", out, "--key-file", key_file, *CHOSEN]
    log = tmp_path / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, SCRIPT, *run, "--engine", "spark", "--spark-master", cluster.master, *settings],
            stdout=stream,
            stderr=stream,
        )
    try:
        deadline = time.monotonic() + 200
        while not partial.exists() or not partial.stat().st_size:
            assert process.poll() is None, log.read_text(errors="replace")[-2000:]
            assert time.monotonic() < deadline
            time.sleep(0.05)
        executors = cluster.executors()
        cluster.workers[0].kill()
        for executor in executors.values():
            cluster.kill(executor)
        assert process.wait(timeout=120) == 1
    finally:
        process.kill()
    assert "palimpseste: Spark has had no executor for 5 seconds; repeat the command" in log.read_text(errors="replace")
    assert not out.exists()
    again = subprocess.run(
        [sys.executable, "-m", "palimpseste", *run], capture_output=True, text=True, check=False, timeout=200
    )
    assert (again.returncode, "resuming after" in again.stderr) == (0, True), again.stderr
    assert len(out.read_text().splitlines()) == len(lines)
