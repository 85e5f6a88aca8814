"""A detector of another distribution runs in the executors of Spark, with the results of a run here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from standalone import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "a cluster can be started")


def test_it_runs_in_executors_as_here(key_file: Path, plugin: Path, tmp_path: Path) -> None:
    texts = [f"Mme Durand, badge B-{4711 + number}." for number in range(7)]
    texts[3] = "Mme Durand, badge en panne."
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts)]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines), encoding="utf-8")
    arguments = ("deid", "notes.jsonl", "--policy", "tag", "--key-file", key_file, "--detectors", "badge,rules")
    written = []
    for where in ((), ("--engine", "spark", "--spark-master", "local[2]")):
        output = tmp_path / f"out{len(written)}.jsonl"
        done = subprocess.run(
            [sys.executable, "-m", "palimpseste", *map(str, (*arguments, "--workers", 2, *where, "-o", output))],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(plugin), *sys.path])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 3, done.stderr
        written.append(output.read_bytes())
    assert written[0] == written[1]
    assert written[0].count(b"badge [OTHER_ID].") == 6
