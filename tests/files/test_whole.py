"""A file takes its name when all of it is on the disk, and its folder knows it then."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from palimpseste.errors import PalimpsesteError
from palimpseste.files import made_beside, opened_at, partial_file_of, put_in_place, write_atomically, write_text


class Stop(BaseException):
    """Ends a writing from inside."""


def cut(new: Path) -> None:
    new.write_text("ne")
    raise Stop


def calls_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what happens to files and names, in order."""
    calls: list[str] = []
    real_sync, real_replace = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        calls.append("sync " + Path(f"/proc/self/fd/{descriptor}").readlink().name)
        real_sync(descriptor)

    def replace(old: object, new: object, **options: object) -> None:
        calls.append(f"rename {Path(str(old)).name} {Path(str(new)).name}")
        real_replace(old, new, **options)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    return calls


def test_the_content_reaches_the_disk_before_its_name_and_the_name_before_the_end(tmp_path, monkeypatch):
    calls = calls_of(monkeypatch)
    write_text(tmp_path / "a.json", "content")
    assert calls == ["sync .a.json.partial", "rename .a.json.partial a.json", f"sync {tmp_path.name}"]
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_a_writing_that_fails_leaves_the_old_file(tmp_path):
    path = tmp_path / "a"
    write_text(path, "old")

    with pytest.raises(Stop):
        write_atomically(path, cut)
    assert path.read_text() == "old"
    write_text(path, "new")
    assert path.read_text() == "new"
    assert not partial_file_of(path).exists()


@pytest.mark.parametrize("before", ["nothing", "file", "folder"])
def test_what_is_made_beside_takes_its_place_or_leaves_nothing(tmp_path, before):
    path = tmp_path / "out"
    if before == "file":
        path.write_text("old")
    elif before == "folder":
        path.mkdir()
        (path / "old").write_text("old")
    held = sorted(str(file) for file in tmp_path.rglob("*"))
    with pytest.raises(Stop), made_beside(path) as new:
        cut(new)
    assert sorted(str(file) for file in tmp_path.rglob("*")) == held
    with made_beside(path) as new:
        if before == "folder":
            new.mkdir()
            (new / "new").write_text("new")
        else:
            new.write_text("new")
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    assert (path / "new" if before == "folder" else path).read_text() == "new"


def test_a_folder_is_set_aside_until_the_new_one_stands(tmp_path, monkeypatch):
    for name in ("new", "out"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_text(name)
    calls = calls_of(monkeypatch)
    put_in_place(tmp_path / "new", tmp_path / "out", tmp_path / "aside")
    assert calls == ["rename out aside", "rename new out", f"sync {tmp_path.name}"]
    assert (tmp_path / "aside" / "out").read_text() == "out"


def test_a_file_is_opened_where_it_was_left(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"whole half")
    with opened_at(path, 6) as stream:
        stream.write(b"new")
    assert path.read_bytes() == b"whole new"
    with pytest.raises(PalimpsesteError, match="shorter than its journal says"):
        opened_at(path, 10)
