"""Nothing that this program did not make is followed, cut, overwritten or deleted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import (
    Lock,
    append_line,
    claim_folder,
    cut_to,
    lock_file_of,
    made_beside,
    make_private,
    open_to_read,
    opened_at,
    partial_file_of,
    put_in_place,
    replace_private,
    write_text,
)

NAMES = ("journal.jsonl", "journal.jsonl.lock", "result")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.write_bytes(b"of somebody else")
    path.chmod(0o600)
    return path


@pytest.mark.parametrize(
    "write",
    [
        lambda path: write_text(path, "new"),
        lambda path: replace_private(path, b"new"),
    ],
    ids=["write_text", "replace_private"],
)
def test_a_link_behind_the_name_of_an_unfinished_file_leads_nowhere(tmp_path, victim, write) -> None:
    path = tmp_path / "file"
    partial_file_of(path).symlink_to(victim)
    with pytest.raises((OSError, PalimpsesteError), match="link"):
        write(path)
    assert victim.read_bytes() == b"of somebody else"
    assert partial_file_of(path).is_symlink()


@pytest.mark.parametrize(
    "write",
    [
        lambda path: opened_at(path, 0),
        lambda path: append_line(path, b"new"),
        lambda path: cut_to(path, 1),
        lambda path: make_private(path),
        lambda path: replace_private(path, b"new"),
        lambda path: Lock(path.with_name("locked"), "held"),
    ],
    ids=["opened_at", "append_line", "cut_to", "make_private", "replace_private", "Lock"],
)
def test_a_link_in_the_place_of_a_file_is_refused(tmp_path, victim, write) -> None:
    path = tmp_path / "locked.lock"
    path.symlink_to(victim)
    assert path == lock_file_of(tmp_path / "locked")
    with pytest.raises((OSError, PalimpsesteError), match="link"):
        write(path)
    assert victim.read_bytes() == b"of somebody else"


def test_what_is_no_file_is_not_written_to(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"No such device|is not a file"):
        opened_at(tmp_path / "pipe", 0)
    with pytest.raises(OSError, match="a folder, a pipe or a device"):
        open_to_read(tmp_path / "pipe")
    with pytest.raises(OSError, match="a folder, a pipe or a device"):
        open_to_read(Path("/dev/zero"))


def test_the_folder_of_a_run_is_ours_or_not_touched(tmp_path, victim) -> None:
    def claim(folder: Path) -> None:
        claim_folder(folder, NAMES, "journal.jsonl", b'{"fingerprint": {')

    new = tmp_path / "deep" / "new.partial"
    claim(new)
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(new.parent.stat().st_mode) == 0o700
    claim(new)  # a kill came right after
    (new / "journal.jsonl").write_text('{"fingerprint": {"key": "k"}}')
    (new / "result").mkdir()
    claim(new)
    new.chmod(0o777)
    with pytest.raises(UsageError, match="can be written by other users"):
        claim(new)
    new.chmod(0o700)
    (new / "thesis.doc").touch()
    with pytest.raises(UsageError, match="holds something else"):
        claim(new)
    (new / "thesis.doc").unlink()
    (new / "journal.jsonl").write_text("my travels")
    with pytest.raises(UsageError, match=r"holds another kind of journal\.jsonl"):
        claim(new)
    (new / "journal.jsonl").unlink()
    (new / "journal.jsonl").symlink_to(victim)
    with pytest.raises(UsageError, match=r"holds a link, journal\.jsonl"):
        claim(new)
    (new / "journal.jsonl").unlink()
    with pytest.raises(UsageError, match=r"holds no journal\.jsonl"):
        claim(new)
    (tmp_path / "link.partial").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="is no folder"):
        claim(tmp_path / "link.partial")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_came_meanwhile_is_not_replaced(tmp_path, kind) -> None:
    target, result = tmp_path / "out", tmp_path / "result"
    for path, content in ((target, "theirs"), (result, "ours")):
        if kind == "folder":
            path.mkdir()
            (path / "a").write_text(content)
        else:
            path.write_text(content)
    with pytest.raises(FileExistsError):
        put_in_place(result, target, tmp_path / "aside", replaces=False)
    assert (target / "a" if kind == "folder" else target).read_text() == "theirs"
    assert result.exists()


def test_a_link_in_the_place_of_results_is_replaced_and_not_what_it_leads_to(tmp_path, victim) -> None:
    path = tmp_path / "out"
    path.symlink_to(victim)
    with made_beside(path) as new:
        new.write_text("new")
    assert not path.is_symlink()
    assert victim.read_bytes() == b"of somebody else"


def test_what_is_written_is_for_its_owner_alone(tmp_path) -> None:
    before = os.umask(0o022)
    try:
        write_text(tmp_path / "page", "content")
        opened_at(tmp_path / "results", 0).close()
    finally:
        os.umask(before)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "page": 0o600,
        "results": 0o600,
    }
