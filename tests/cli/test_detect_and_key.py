from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from palimpseste.configuration import Configuration, master_key
from palimpseste.surrogates import MasterKey


def test_detect_writes_the_original_text_with_spans_and_sources(palimpseste, tmp_path):
    note = {"id": "n1", "text": "Mme DURAND\u00a0: RAS", "type": "IAO", "patient": {"lastname": "Durand"}}
    (tmp_path / "n.jsonl").write_text(json.dumps(note) + "\n{\n")
    status, _, err = palimpseste("detect", "n.jsonl", "-o", "p.jsonl", "--workers", "1", "--detectors", "record,rules")
    assert status == 3
    (line,) = Path("p.jsonl").read_text().splitlines()
    written = json.loads(line)
    (entity,) = written["entities"]
    assert 0.5 < entity.pop("probability") < 1
    evidence = entity.pop("evidence")
    assert evidence[0] == "record.lastname"
    assert any(source.startswith("rules.name.") for source in evidence)
    assert written == {
        **note,
        "entities": [{"start": 4, "end": 10, "label": "LASTNAME", "source": "record.lastname"}],
    }
    assert "quarantine   p.jsonl.quarantine.jsonl" in err
    assert json.loads(Path("p.jsonl.quarantine.jsonl").read_text()) == {
        "id": "n.jsonl:2",
        "file": "n.jsonl",
        "line": 2,
        "reason": "not JSON: Expecting property name enclosed in double quotes at column 1; write one object a line: "
        "jq -c '.[]' makes them of an array, jq -c . of objects over several lines",
    }


def test_rules_alone_know_no_record_and_predictions_are_lines_whatever_the_name_of_the_output(palimpseste, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("zorglub et M. Durand")
    (tmp_path / "patients.csv").write_text("id,lastname\na,Zorglub\n")
    options = ("--patients", "patients.csv", "--detectors", "rules")
    assert palimpseste("detect", "notes", "-o", "predictions.txt", *options)[0] == 0
    line = json.loads(Path("predictions.txt").read_text())
    assert line["id"] == "a.txt"
    assert [(entity["start"], entity["source"]) for entity in line["entities"]] == [(14, "rules.name.title")]
    status, _, err = palimpseste("detect", "notes", "-o", "notes2/")
    assert status == 2
    assert "name the file of JSON lines to write" in err


def test_a_new_key_is_a_file_of_its_owner_and_is_not_shown(palimpseste):
    status, out, err = palimpseste("key", "new", "secret.key")
    assert status == 0
    path = Path("secret.key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text().strip() not in out + err
    assert MasterKey.from_file(path) == MasterKey.from_file(path)


def test_a_key_is_never_overwritten(palimpseste, key_file):
    before = key_file.read_bytes()
    status, _, err = palimpseste("key", "new", key_file)
    assert status == 2
    assert "exists and is not overwritten" in err
    assert key_file.read_bytes() == before


def test_a_key_goes_to_no_standard_output(palimpseste):
    status, out, err = palimpseste("key", "new", "-")
    assert (status, out) == (2, "")
    assert "never to standard output" in err
    assert not Path("-").exists()


def test_the_key_is_that_of_the_option_then_the_environment_then_the_configuration(tmp_path):
    keys = {name: MasterKey(name.encode() * 32) for name in "abcd"}
    for name, key in keys.items():
        key.to_file(tmp_path / name)
    value, file = (tmp_path / "b").read_text(), str(tmp_path / "c")
    site = Configuration(key_file=tmp_path / "d")
    environment = {"PALIMPSESTE_KEY": value, "PALIMPSESTE_KEY_FILE": file}
    assert master_key(tmp_path / "a", site, environment) == keys["a"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALIMPSESTE_KEY", value)
        assert master_key(None, site, environment) == keys["b"]
    assert master_key(None, site, {"PALIMPSESTE_KEY_FILE": file}) == keys["c"]
    assert master_key(None, site, {}) == keys["d"]
    assert master_key(None, Configuration(), {}) is None


def test_a_key_others_may_read_is_refused(palimpseste, key_file, tmp_path):
    key_file.chmod(0o644)
    (tmp_path / "n.jsonl").write_text('{"id": 1, "text": ""}')
    status, _, err = palimpseste("deid", "n.jsonl", "-o", "o.jsonl", "--key-file", key_file)
    assert status == 2
    assert "has mode 0644, it must be 0600 or 0400" in err


def test_a_run_leaves_neither_key_nor_passphrase_in_the_environment(palimpseste, key_file, tmp_path, monkeypatch):
    (tmp_path / "n.jsonl").write_text('{"id": 1, "text": ""}')
    monkeypatch.setenv("PALIMPSESTE_KEY", key_file.read_text())
    monkeypatch.setenv("PALIMPSESTE_PASSPHRASE", "six words of dice")
    assert palimpseste("deid", "n.jsonl", "-o", "o.jsonl", "--detectors", "rules")[0] == 0
    assert [name for name in os.environ if name.startswith("PALIMPSESTE_")] == []


def test_pictures_that_stay_are_told(palimpseste, tmp_path):
    (tmp_path / "n.txt").write_text("vu")
    told = palimpseste("deid", "n.txt", "-o", "o.txt", "--detectors", "rules", "--pdf-images", "--dry-run")[2]
    assert "pictures stay in new PDF files as they are" in told


def test_doubtful_spans_are_listed_without_text_the_most_doubtful_first(palimpseste, tmp_path):
    notes = [{"id": f"n{n}", "text": text} for n, text in enumerate(["M. Paul Zorglub, 75013", "vu par Zorglub"])]
    (tmp_path / "n.jsonl").write_text("".join(json.dumps(note) + "\n" for note in notes))
    command = ("detect", "n.jsonl", "-o", "p.jsonl", "--workers", "1", "--detectors", "rules", "--review-below")
    status, _, err = palimpseste(*command, "0.9")
    assert status == 0
    written = [json.loads(line) for line in Path("p.jsonl").read_text().splitlines()]
    found = [(n, entity) for n, note in enumerate(written, start=1) for entity in note["entities"]]
    doubtful = sorted((entity["probability"], n, entity["start"]) for n, entity in found if entity["probability"] < 0.9)
    content = Path("p.jsonl.review.jsonl").read_text()
    listed = [json.loads(line) for line in content.splitlines()]
    assert 0 < len(doubtful) < len(found)
    assert [(span["probability"], span["line"], span["start"]) for span in listed] == doubtful
    assert listed[0]["evidence"]
    assert "Zorglub" not in content + err
    assert f"review       p.jsonl.review.jsonl: {len(doubtful)} spans below 0.9" in err
    Path("p.jsonl").unlink()
    assert "p.jsonl.review.jsonl exists" in palimpseste(*command, "0.9")[2]
    assert "standard output has not" in palimpseste("detect", "n.jsonl", "-o", "-", "--review-below", "0.5")[2]
