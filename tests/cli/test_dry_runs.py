"""What a dry run says of an interrupted run that it would go on with."""

from __future__ import annotations

import pytest

from palimpseste.engines.run import run


@pytest.mark.parametrize("command", ["deid", "detect"])
def test_a_dry_run_over_a_begun_run_says_which_files_came_since(palimpseste, tmp_path, monkeypatch, key_file, command):
    (tmp_path / "ward").mkdir()
    (tmp_path / "ward" / "1.txt").write_text("Mme DURAND")
    key = ("--key-file", key_file) if command == "deid" else ()
    arguments = (command, "ward", "-o", "out" if key else "out.jsonl", "--workers", "1", "--detectors", "rules", *key)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(run, "carry", interrupted)
        palimpseste(*arguments)
    (tmp_path / "ward" / "0.txt").write_text("Mme DUPONT")
    status, _, told = palimpseste(*arguments, "--dry-run")
    assert status == 0
    assert "came since the run began and not read: 1 file (ward/0.txt)" in told
    assert "would read 1 documents" in told
    assert not (tmp_path / "out").exists()
