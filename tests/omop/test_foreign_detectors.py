"""A detector of another distribution reads the notes of OMOP tables, in worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_it_reads_the_notes_of_tables(new_duckdb, key_file: Path, plugin: Path, tmp_path: Path) -> None:
    source, target = new_duckdb(), new_duckdb()
    source.fill()
    source.do("update cdm.note set note_text = note_text || ' Badge B-4711.' where note_id <> 121")
    source.do("update cdm.note set note_text = note_text || ' Badge en panne.' where note_id = 121")
    options = ("--policy", "tag", "--key-file", key_file, "--workers", 2)
    command = ("deid", source.at("cdm"), "-o", target.at("out"), "--detectors", "badge,record,rules", *options)
    done = subprocess.run(
        [sys.executable, "-m", "palimpseste", *map(str, command)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(plugin), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    notes = dict(target.rows("select note_id, note_text from out.note"))
    assert sorted(notes) == [100, 107, 114, 128, 135]
    assert all(text.endswith("Badge [OTHER_ID].") for text in notes.values())
