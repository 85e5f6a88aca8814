"""A file that is written whole is on the disk before it has its name."""

from __future__ import annotations

import pytest

from palimpseste.files import read_json, write_json, write_text


def test_a_file_gets_its_name_when_it_is_on_disk(tmp_path, disk):
    path = tmp_path / "settings.json"
    path.write_text("old")
    write_json(path, {"é": 1})
    assert disk.renamed == [(path, True)]
    assert read_json(path) == {"é": 1}
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_whole_stays_what_it_was(tmp_path):
    path = tmp_path / "page.html"
    write_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "new \ud800")
    assert path.read_text() == "old"


@pytest.mark.parametrize("content", [None, "[1]", "{", '"text"'])
def test_what_is_no_object_is_not_read(tmp_path, content):
    path = tmp_path / "settings.json"
    if content is not None:
        path.write_text(content)
    assert read_json(path) is None
