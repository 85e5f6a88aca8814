"""Private files are made by one process, for its owner alone, and are never written over by chance."""

from __future__ import annotations

import os
import resource
import struct
from contextlib import contextmanager

import pytest

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import (
    append_line,
    cut_to,
    make_private,
    new_private,
    new_private_file,
    private_bytes,
    replace_private,
    write_text,
)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277])
def test_every_private_file_is_for_its_owner_alone(tmp_path, umask):
    before = os.umask(umask)
    try:
        new_private(tmp_path / "new", b"key")
        replace_private(tmp_path / "replaced", b"key")
        if umask != 0o277:  # which would not let the owner write either
            append_line(tmp_path / "appended", b"key")
            make_private(tmp_path / "made")
    finally:
        os.umask(before)
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file.name
    assert private_bytes(tmp_path / "new") == private_bytes(tmp_path / "replaced") == b"key"


def test_a_new_file_takes_no_name_that_is_taken(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_bytes(b"old")
    for name in ("link", "file"):
        with pytest.raises(FileExistsError):
            new_private(tmp_path / name, b"new")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert not (tmp_path / "elsewhere").exists()


def test_what_others_may_read_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"key")
    path.chmod(0o640)
    with pytest.raises(UsageError, match=r"key file .*/a has mode 0640, it must be 0600 or 0400: chmod 600 .*/a$"):
        private_bytes(path, "key file")
    with pytest.raises(UsageError, match=r"/b cannot be read: No such file"):
        private_bytes(tmp_path / "b")


def test_what_its_owner_cannot_write_is_read_too(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"key")
    path.chmod(0o400)
    assert private_bytes(path) == b"key"


def access_list(*entries):
    """Return a list of access as Linux keeps it: of each entry tag, rights, user or group."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


NOBODY = 0xFFFFFFFF
OWNER, GROUP, MASK, OTHERS = (0x01, 4, NOBODY), (0x04, 0, NOBODY), (0x10, 4, NOBODY), (0x20, 0, NOBODY)


@pytest.mark.skipif(not hasattr(os, "setxattr") or os.geteuid() != 0, reason="root lends a file by a list of Linux")
@pytest.mark.parametrize(
    ("entries", "is_read"),
    [
        (((0x02, 4, 0), GROUP), True),  # as systemd lends a credential: to the user of the service
        (((0x02, 4, 0), (0x02, 4, 4242), GROUP), False),  # and to another
        (((0x02, 4, 4242), GROUP), False),
        (((0x02, 4, 0), GROUP, (0x08, 4, 4242)), False),  # and to a group
        (((0x02, 4, 0), (0x04, 4, NOBODY)), False),  # and to the group of the file
    ],
)
def test_what_root_lends_to_this_user_alone_is_read(tmp_path, entries, is_read):
    path = tmp_path / "credential"
    path.write_bytes(b"key")
    path.chmod(0o440)
    try:
        os.setxattr(path, "system.posix_acl_access", access_list(OWNER, *entries, MASK, OTHERS))
    except OSError:
        pytest.skip("this file system keeps no lists of access")
    assert path.stat().st_mode & 0o777 == 0o440
    if is_read:
        assert private_bytes(path) == b"key"
    else:
        with pytest.raises(UsageError, match="has mode 0440"):
            private_bytes(path)


def test_lines_are_added_and_cut(tmp_path):
    path = tmp_path / "log"
    append_line(path, b"one")
    append_line(path, b"two")
    cut_to(path, 4)
    append_line(path, b"three")
    assert private_bytes(path) == b"one\nthree\n"
    assert private_bytes(path, most=3) == b"one"


@contextmanager
def room_for(size):
    """Let files of this process grow to a size, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _new_file(path, content):
    with new_private_file(path) as stream:
        stream.write(content)


@pytest.mark.parametrize("write", [new_private, _new_file, replace_private])
def test_nothing_is_left_of_a_file_for_which_there_is_no_room(tmp_path, write):
    with room_for(10), pytest.raises((OSError, PalimpsesteError)):
        write(tmp_path / "key", b"0123456789abcdef" * 1000)
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "key", b"key")
    assert private_bytes(tmp_path / "key") == b"key"


def test_a_file_that_is_to_be_replaced_stays_where_there_is_no_room(tmp_path):
    for write in (replace_private, lambda path, content: write_text(path, content.decode())):
        replace_private(tmp_path / "old", b"old")
        with room_for(10), pytest.raises((OSError, PalimpsesteError)):
            write(tmp_path / "old", b"0123456789abcdef" * 1000)
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"old")]
