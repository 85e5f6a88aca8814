"""A word that only notes, records and the key hold is looked for in all that a run prints and leaves behind."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

NAME = "Zorglubine"
SAFE = "Mme Lucie ZORGLUBINE, suivie par le Dr Zorglubine, zorglubine@orange.fr, va mieux."
NOTE = {"id": "n1", "text": SAFE, "patient": {"lastname": NAME, "firstname": "Lucie"}}

BROKEN = {
    "lines that are not JSON": {"in.jsonl": f'{{"id": "{NAME}\n["{NAME}"]\n{{"id": 1, "text": ["{NAME}"]}}\n'},
    "lines with unknown fields and values": {
        "in.jsonl": "".join(
            json.dumps({"id": n, "text": SAFE, **more}) + "\n"
            for n, more in enumerate([{"date": NAME}, {"patient": {"lastname": [NAME]}}, {"patient": NAME}])
        )
    },
    "a text of NUL characters": {"in.jsonl": json.dumps({"id": 1, "text": SAFE + "\0"})},
    "a table without header": {"in.csv": f"{NAME},{SAFE.replace(',', '')}\n"},
    "rows that do not fit": {"in.csv": f'id,text\n1,{SAFE}\n2,"{NAME}"x\n'},
    "a record said twice": {"in.jsonl": json.dumps(NOTE), "p.csv": f"id,lastname\n1,{NAME}\n1,{NAME}\n"},
    "records that are not JSON": {"in.jsonl": json.dumps(NOTE), "p.jsonl": f'{{"id": 1, "lastname": "{NAME}\n'},
    "an unknown encoding": {"in.txt": SAFE.encode() + b"\x81\xff"},
    "a key that is none": {"in.jsonl": json.dumps(NOTE), "key": NAME},
    "nothing wrong": {"in.jsonl": json.dumps(NOTE)},
}


def leaks(folder: Path, inputs: set[str], printed: str, words: list[str]) -> list[str]:
    """Return where any of the words stands, in any case, outside the inputs."""
    places = {"printed": printed.encode()}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        places[f"name of {name}"] = name.encode()
        if path.is_file() and name not in inputs:
            places[name] = path.read_bytes()
    return [place for place, content in places.items() for word in words if word.lower().encode() in content.lower()]


@pytest.mark.parametrize("case", BROKEN)
def test_no_value_is_printed_or_left_behind(palimpseste, key_file, tmp_path, case):
    secret = key_file.read_text().strip().rpartition(":")[2]
    for name, content in BROKEN[case].items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    source = next(name for name in BROKEN[case] if name.startswith("in."))
    patients = [("--patients", name) for name in BROKEN[case] if name.startswith("p.")]
    output = "out" + source[2:]
    status, out, err = palimpseste(
        "deid", source, "-o", output, "--key-file", key_file, "--report", "report", *(patients[0] if patients else ())
    )
    assert status in ((0,) if case == "nothing wrong" else (2, 3))
    assert err
    assert "Traceback" not in err
    assert leaks(tmp_path, {*BROKEN[case], "key"}, out + err, [NAME, secret]) == []


def test_a_killed_run_leaves_no_value_behind(tmp_path, key_file):
    secret = key_file.read_text().strip().rpartition(":")[2]
    lines = (json.dumps({**NOTE, "id": n, "text": SAFE * 20}) + "\n" for n in range(3000))
    (tmp_path / "in.jsonl").write_text("".join(lines))
    options = ["--key-file", "key", "--report", "report", "--progress", "--workers", "1"]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from palimpseste.cli import main; main()",
            "deid",
            "in.jsonl",
            "-o",
            "out.jsonl",
            *options,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=tmp_path,
    )
    partial = tmp_path / "out.jsonl.partial" / "result"
    deadline = time.monotonic() + 20
    while not (partial.exists() and partial.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    printed, _ = process.communicate()
    assert partial.stat().st_size
    assert leaks(tmp_path, {"in.jsonl", "key"}, printed, [NAME, secret]) == []
