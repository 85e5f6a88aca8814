"""Nothing that a file is called, or holds in the place of a name, acts on a terminal or is read there."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from palimpseste.rendering.screen import identifier_shown, name_shown, shown


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


def test_an_identifier_is_shown_where_it_is_no_text() -> None:
    assert identifier_shown("a\x1b\nb") == "'a\\x1b\\nb'"
    assert identifier_shown("x" * 100) == "'" + "x" * 100 + "'"
    assert identifier_shown("x" * 1200) == "of 1,200 characters, not shown"


def test_every_message_shows_an_identifier_in_one_way(palimpseste, tmp_path, monkeypatch) -> None:
    text = "Mme DURAND Paulette \x1b[31m\n" + "vue ce jour " * 9
    twice = [json.dumps({"id": id, "text": "vu"}) + "\n" for id in ("a\x1b", "a\x1b", text, text)]
    (tmp_path / "short.jsonl").write_text("".join(twice[:2]))
    (tmp_path / "long.jsonl").write_text("".join(twice[2:]))
    (tmp_path / "each.jsonl").write_text("".join(twice[1:3]))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("".join(twice).encode())))
    rules = ("--detectors", "rules", "--policy", "tag", "--workers", 1)
    said = [
        palimpseste("deid", "short.jsonl", "-o", "-", *rules)[2],
        palimpseste("deid", "long.jsonl", "-o", "-", *rules)[2],
        palimpseste("deid", "-", "-o", "-", *rules)[2],
        palimpseste("deid", "each.jsonl", "-o", "o.jsonl", "--require-record", *rules)[2],
    ]
    assert "two documents of the identifier 'a\\x1b'" in said[0]
    assert "two documents of the identifier of 134 characters, not shown" in said[1]
    assert "the identifier 'a\\x1b' is that of standard input:1" in said[2]
    assert "document 'a\\x1b': no record" in said[3]
    assert "document of 134 characters, not shown: no record" in said[3]
    assert "DURAND" not in "".join(said)


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
