from __future__ import annotations

import json

import pytest


@pytest.fixture
def notes(tmp_path):
    """A folder of every format, with documents that fail in every way a small task knows."""
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    for number in range(20):
        (folder / "sub" / f"{number:02}.txt").write_bytes(f"note {number}, é\r\n".encode("cp1252"))
    (folder / "empty.txt").write_bytes(b"")
    (folder / "nul.txt").write_bytes(b"\0" * 9)
    (folder / "echoue.txt").write_text("ECHOUE")
    lines = [json.dumps({"id": f"j{n}", "text": f"ligne {n}"}) for n in range(90)]
    lines[50] = '{"id": "cassé",'
    (folder / "a.jsonl").write_text("\n".join(lines))
    rows = "".join(f"c{n};rangée {n}\r\n" for n in range(80))
    (folder / "z.csv").write_bytes(("id;text\r\n" + rows).encode("utf-8-sig"))
    (folder / "void.jsonl").write_text("")
    return folder
