"""Nothing that a file is called, or holds in the place of a name, acts on a terminal or is read there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from palimpseste.screen import name_shown, shown


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("notes/été.txt: vu", "notes/été.txt: vu"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("a\nfailed: b\rc\t", "a\\nfailed: b\\rc\\t"),
        ("a\u202eb\u2028c\x9bd\udc80", "a\\u202eb\\u2028c\\x9bd\\udc80"),
    ],
)
def test_what_acts_on_a_terminal_is_written_out(message: str, expected: str) -> None:
    assert shown(message) == expected


def test_a_name_is_shown_where_it_looks_like_one() -> None:
    assert name_shown("birth_date") == "'birth_date'"
    for text in ("Mme DURAND", "Durand", "a b", "", "a" * 99):
        assert name_shown(text) == "whose name is not shown"


def test_names_of_files_and_fields_neither_act_nor_tell(palimpseste, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a\x1b[31m\nok.txt").write_bytes(b"\0")
    lines = [
        {"id": "a", "text": "vu", "patient": {"Mme DURAND Paulette": 1}},
        {"id": "b", "text": "vu", "entities": [{"start": 0, "end": 1, "label": "Mme DURAND Paulette"}]},
        {"id": "c", "text": "vu", "Mme DURAND Paulette": 1},
    ]
    (folder / "b.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    status, _, said = palimpseste(
        "deid", folder, "-o", "out", "--policy", "tag", "--detectors", "rules", "--workers", 1
    )
    assert status == 3
    assert "\x1b" not in said
    assert "a\\x1b[31m\\nok.txt: not text: it holds NUL characters" in said
    assert "DURAND" not in said + Path("out.quarantine.jsonl").read_text()
    status, _, said = palimpseste("deid", folder / "no\x1b\nsuch", "-o", "other")
    assert status == 2
    assert "no\\x1b\\nsuch: no such file or folder" in said
