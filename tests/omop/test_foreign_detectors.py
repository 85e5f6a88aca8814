"""A detector of another distribution reads the notes of OMOP tables, in worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from offered import offer, run


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


def test_whatever_the_batches_and_the_workers_tables_hold_the_same(new_duckdb, key_file: Path, tmp_path: Path) -> None:
    source, folder = new_duckdb(), offer(tmp_path / "site")
    source.fill()
    source.do("update cdm.note set note_text = note_text || ' Badge B-4711.'")
    source.do("update cdm.note set note_text = note_text || ' ECHOUE' where note_id = 121")
    found = []
    for size, workers in ((1, 1), (2, 2)):
        target = new_duckdb()
        options = ("--policy", "plausible", "--key-file", key_file, "--workers", workers)
        command = ("deid", source.at("cdm"), "-o", target.at("out"), "--detectors", "words,record,rules", *options)
        status, said = run(tmp_path, folder, *command, SIZE=str(size))
        assert status == 3, said
        found.append(target.rows("select note_id, note_text, note_title from out.note order by note_id"))
        assert target.rows("select row_key, reason from out.palimpseste_quarantine") == [
            (121, "detection failed (RuntimeError)")
        ]
    assert [row[0] for row in found[0]] == [100, 107, 114, 128, 135]
    assert not [text for _, text, _ in found[0] if "B-4711" in text]
    assert all(rows == found[0] for rows in found)
