"""The log: whatever is changed, cut out or moved in it is found, and what a kill leaves is mended."""

from __future__ import annotations

import stat

import pytest

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.monitoring.audit import AuditLog, read_audit

SECRET = bytes(range(32))


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "audit.jsonl"
    log = AuditLog(path, SECRET)
    for number in range(5):
        log.note("deidentify", who="ward", documents=number, characters=100, policy="dp", status=200).result(5)
    log.close()
    return path


def test_lines_say_who_what_when_and_how_many(log):
    chain = read_audit(log, SECRET)
    assert not chain.flaw
    assert [entry["documents"] for entry in chain.entries] == list(range(5))
    assert {entry["who"] for entry in chain.entries} == {"ward"}
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_log_goes_on_where_it_ended(log):
    again = AuditLog(log, SECRET)
    again.note("begin").result(5)
    again.close()
    chain = read_audit(log, SECRET)
    assert (len(chain.entries), chain.flaw) == (6, "")


def test_many_lines_at_once_are_all_written_in_order(tmp_path):
    log = AuditLog(tmp_path / "audit.jsonl", SECRET)
    noted = [log.note("detect", documents=number) for number in range(300)]
    log.close()
    assert all(each.done() and each.exception() is None for each in noted)
    chain = read_audit(tmp_path / "audit.jsonl", SECRET)
    assert [entry["documents"] for entry in chain.entries] == list(range(300))


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (lambda lines: [lines[0].replace('"documents":0', '"documents":9'), *lines[1:]], "line 1 was not sealed"),
        (lambda lines: [lines[0], *lines[2:]], "line 2 does not follow"),
        (lambda lines: [lines[1], lines[0], *lines[2:]], "line 1 does not follow"),
        (lambda lines: [*lines[:2], "{}", *lines[2:]], "line 3 is no entry"),
    ],
)
def test_what_was_changed_is_found(log, change, flaw):
    lines = log.read_text().splitlines()
    log.write_text("\n".join(change(lines)) + "\n")
    assert flaw in read_audit(log, SECRET).flaw or "does not follow" in read_audit(log, SECRET).flaw
    with pytest.raises(UsageError, match="keep it for whoever looks into it"):
        AuditLog(log, SECRET)


def test_a_line_with_another_seal_is_found(log):
    assert read_audit(log, bytes(32)).flaw == "line 1 was not sealed by this service"


def test_half_a_line_that_a_kill_left_is_cut(log):
    with log.open("a") as stream:
        stream.write('{"at":"20')
    again = AuditLog(log, SECRET)
    again.note("begin").result(5)
    again.close()
    assert len(read_audit(log, SECRET).entries) == 6


def test_what_cannot_be_written_is_said(tmp_path):
    folder = tmp_path / "log"
    folder.mkdir()
    log = AuditLog(folder / "audit.jsonl", SECRET)
    folder.rmdir()
    with pytest.raises(PalimpsesteError, match="cannot be written"):
        log.note("detect").result(5)
    folder.mkdir()
    log.note("detect").result(5)
    log.close()
    assert len(read_audit(folder / "audit.jsonl", SECRET).entries) == 1
