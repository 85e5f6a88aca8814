"""Each hostile input is done rightly or refused clearly, and the notes beside it are done."""

from __future__ import annotations

import importlib.util
import json
import re

import pytest
from inline_engine import InlineEngine
from inputs import INPUTS, NAME, Hostile

from palimpseste.cli import main

GOOD = {"good1.txt": "Mme DURAND va mieux.", "good2.txt": "Dr Paul LEROY, le 12/03/2021."}
MASKED = {"good1.txt": "Mme [LASTNAME] va mieux.", "good2.txt": "Dr [FIRSTNAME] [LASTNAME], le [DATE]."}
# What a terminal would obey.
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    monkeypatch.delenv("PALIMPSESTE_KEY", raising=False)
    monkeypatch.delenv("PALIMPSESTE_KEY_FILE", raising=False)
    for name, text in GOOD.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("hostile", INPUTS, ids=lambda hostile: hostile.id)
def test_a_hostile_input_harms_nothing_beside_it(folder, capfd, hostile: Hostile):
    if hostile.name.endswith(".parquet") and importlib.util.find_spec("pyarrow") is None:
        pytest.skip("needs pyarrow")
    (folder / "in" / hostile.name).write_bytes(hostile.bytes())
    out = folder / "out"
    with pytest.raises(SystemExit) as caught:
        main(["deid", str(folder / "in"), "-o", str(out), "--policy", "tag", "--detectors", "rules,record", "--force"])
    printed = capfd.readouterr()

    assert "Traceback" not in printed.err
    assert not CONTROL.search(printed.out + printed.err)
    if hostile.is_refused:
        assert caught.value.code == 2
        assert hostile.reasons[0] in printed.err
        assert not out.exists()
        assert NAME.lower() not in printed.err.lower()
        return
    assert caught.value.code == (3 if hostile.reasons else 0)
    assert f"{len(GOOD) + hostile.done} done, {len(hostile.reasons)} quarantined" in printed.err
    assert {name: (out / name).read_text() for name in GOOD} == MASKED

    quarantine = folder / "out.quarantine.jsonl"
    refusals = [json.loads(line) for line in quarantine.read_text().splitlines()] if quarantine.exists() else []
    assert len(refusals) == len(hostile.reasons)
    for refusal, reason in zip(refusals, hostile.reasons, strict=True):
        assert reason in refusal["reason"]
    written = b"".join(path.read_bytes() for path in [*out.rglob("h*"), *folder.glob("*.jsonl")] if path.is_file())
    for place in (printed.out, printed.err, written.decode("utf-8", "replace")):
        assert NAME.lower() not in place.lower()
    assert all(text in written.decode("utf-8", "replace") for text in hostile.shows)


@pytest.mark.parametrize("megabytes", [1])
def test_a_long_note_is_done_whole(folder, megabytes):
    sentence = f"Mme Lucie {NAME.upper()}, née le 12/03/1950, suivie depuis 2019, va mieux. "
    (folder / "in" / "h.txt").write_text(sentence * (megabytes * 1_000_000 // len(sentence)))
    with pytest.raises(SystemExit) as caught:
        main(["deid", str(folder / "in"), "-o", str(folder / "out"), "--policy", "tag", "--detectors", "rules,record"])
    assert caught.value.code == 0
    result = (folder / "out" / "h.txt").read_text()
    assert NAME.upper() not in result
    assert result.count("[LASTNAME]") == megabytes * 1_000_000 // len(sentence)
