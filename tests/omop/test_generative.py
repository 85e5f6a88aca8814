"""A language model masks the notes of OMOP tables, in worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("peft", reason="language models need pip install 'palimpseste[generative]'")
pytest.importorskip("sentencepiece", reason="the decoders of the tests need SentencePiece")

from small_decoders import make_decoder


def test_it_masks_the_notes_of_tables(new_duckdb, key_file: Path, tmp_path: Path) -> None:
    source, target = new_duckdb(), new_duckdb()
    source.fill()
    texts = [text for (text,) in source.rows("select note_text from cdm.note")]
    folder = make_decoder(tmp_path / "decoder", "llama", "byte-level", [*texts, "abcdefghijklmnopqrstuvwxyz" * 30])
    options = ("--policy", "mask", "--key-file", key_file, "--workers", 2)
    model = ("--detectors", "generative,record,rules", "--generative", folder, "--way", "copy-or-mask")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "palimpseste",
            "deid",
            source.at("cdm"),
            "-o",
            target.at("out"),
            *map(str, (*model, *options)),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    written = [text for (text,) in target.rows("select note_text from out.note")]
    assert len(written) == 6
    assert any("[XXXXX]" in text for text in written)
