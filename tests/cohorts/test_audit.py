"""A line of the log says what was done, holds the line before it by its hash, and is written whole or not at all."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import pwd
import sys
from datetime import datetime, timedelta, timezone

import pytest

from palimpseste import __version__
from palimpseste.chained_log import Chain
from palimpseste.cohorts import audit
from palimpseste.cohorts.audit import audit_file_of, catch_up, chain_of, head_of, new_line
from palimpseste.cohorts.contents import Contents
from palimpseste.errors import UsageError

NOON = "2026-01-31T12:00:00+00:00"


def entry(number: int, previous: str, **changed: object) -> str:
    """Return a line as the format has it, after another line; the first comes after the name of the register."""
    values = {
        "at": NOON,
        "cohort": "2024",
        "entry": number,
        "previous": hashlib.sha256((previous or "palimpseste register 9f").encode()).hexdigest(),
        "seal": "0" * 64,
        "version": "1.0",
        "what": "use",
        "who": "zoé",
    }
    return json.dumps({**values, **changed}, sort_keys=True, separators=(",", ":"))


FIRST = entry(1, "")
SECOND = entry(2, FIRST)
THIRD = entry(3, SECOND)


def logged(path, content: str | bytes | None):
    """Return the log of a register, with what stands in it."""
    log = audit_file_of(path)
    if content is not None:
        log.touch(mode=0o600)
        log.write_bytes(content.encode() if isinstance(content, str) else content)
    return log


def test_a_head_is_the_hash_of_the_last_line_or_of_the_register():
    assert head_of("9f", "") == hashlib.sha256(b"palimpseste register 9f").hexdigest()
    assert head_of("9f", "é") == hashlib.sha256("é".encode()).hexdigest()


def test_a_new_line_says_who_did_what_when_and_is_sealed(monkeypatch):
    monkeypatch.setattr(audit, "now", lambda: NOON)
    contents = Contents("9f", {}, "", entries=1, last_line=FIRST)
    parts = (
        f'"at":"{NOON}","cohort":"2024","entry":2,"previous":"{hashlib.sha256(FIRST.encode()).hexdigest()}"',
        f'"version":"{__version__}","what":"retire","who":"{pwd.getpwuid(os.getuid()).pw_name}"}}',
    )
    seal = hmac.new(b"key", ("{" + ",".join(parts)).encode(), hashlib.sha256).hexdigest()
    assert new_line(contents, "retire", "2024", b"key") == f'{{{parts[0]},"seal":"{seal}",{parts[1]}'
    assert json.loads(new_line(contents, "rekey", None, b"key"))["cohort"] is None


def test_the_time_is_universal_and_to_the_second():
    before = datetime.now(timezone.utc).replace(microsecond=0)
    now = datetime.fromisoformat(audit.now())
    assert before <= now <= datetime.now(timezone.utc)
    assert (now.utcoffset(), now.microsecond) == (timedelta(0), 0)


def test_who_did_it_is_the_user_of_the_system(monkeypatch):
    def unknown(number):
        raise KeyError(number)

    def who():
        return json.loads(new_line(Contents("9f", {}, ""), "use", "2024", b"key"))["who"]

    monkeypatch.setenv("USERNAME", "zoé")
    assert who() == pwd.getpwuid(os.getuid()).pw_name
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert who() == str(os.getuid())
    # A system without such accounts says it by the environment alone.
    monkeypatch.setitem(sys.modules, "pwd", None)
    assert who() == "zoé"
    monkeypatch.delenv("USERNAME")
    assert who() == "unknown"


@pytest.mark.parametrize(
    ("content", "chain"),
    [
        (None, Chain((), (), "", "")),
        ("", Chain((), (), "", "")),
        (f"{FIRST}\n{SECOND}\n", Chain((json.loads(FIRST), json.loads(SECOND)), (FIRST, SECOND), "", "")),
        (f'{FIRST}\n{{"at"', Chain((json.loads(FIRST),), (FIRST,), "", '{"at"')),
        (f"{FIRST}\n{{\n{SECOND}\nx", Chain((json.loads(FIRST),), (FIRST,), "line 2 is no entry", "x")),
        (
            f"{FIRST}\n{SECOND}\n{SECOND}\nx",
            Chain(
                (json.loads(FIRST), json.loads(SECOND)),
                (FIRST, SECOND),
                "line 3 does not follow from the lines before it",
                "x",
            ),
        ),
        (f"{SECOND}\n", Chain((), (), "line 1 does not follow from the lines before it", "")),
        (b"\xff\n", Chain((), (), "line 1 is no entry", "")),
    ],
    ids=["none", "empty", "whole", "cut", "no entry", "twice", "first lost", "no UTF-8"],
)
def test_a_log_is_read_up_to_its_first_flaw(path, content, chain):
    logged(path, content)
    assert chain_of(path, "9f") == chain


@pytest.mark.parametrize("flawed", [entry(3, FIRST), entry(2, ""), entry(1, FIRST), entry(2, SECOND)])
def test_a_line_has_its_number_and_follows_the_line_before_it(path, flawed):
    logged(path, f"{FIRST}\n{flawed}\n")
    chain = chain_of(path, "9f")
    assert (chain.lines, chain.flaw) == ((FIRST,), "line 2 does not follow from the lines before it")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        "[]",
        "{}",
        "[" * 10**5,
        FIRST.replace(",", ", ", 1),
        f" {FIRST}",
        FIRST.replace("\\u00e9", "é"),
        entry(1, "", more=""),
        entry(1, "", cohort=1.5),
        entry(1, "", who=["zoé"]),
        json.dumps({name: value for name, value in json.loads(FIRST).items() if name != "who"}, separators=(",", ":")),
    ],
    ids=[
        "nothing", "number", "list", "no field", "deep", "space", "space before", "other writing", "field more",
        "fraction", "list for a text", "field less",
    ],
)  # fmt: skip
def test_what_is_not_written_as_entries_are_is_none(path, line):
    logged(path, f"{line}\n")
    assert chain_of(path, "9f") == Chain((), (), "line 1 is no entry", "")


@pytest.mark.parametrize(("lines", "last"), [((), FIRST), ((FIRST,), SECOND), ((FIRST, SECOND), THIRD)])
def test_a_line_that_a_kill_kept_out_or_cut_is_written_by_the_next(path, lines, last):
    contents = Contents("9f", {}, "", entries=len(lines) + 1, last_line=last)
    before = "".join(f"{line}\n" for line in lines)
    contents_before = [before, f"{before}{last[:1]}", f"{before}{last[:-1]}", f"{before}{last}", f"{before}{last}\n"]
    if not lines:
        contents_before.insert(0, None)
    for content in contents_before:
        log = logged(path, content)
        catch_up(path, contents)
        assert log.read_text() == f"{before}{last}\n"


def test_a_register_that_nothing_was_done_to_has_no_log(path):
    catch_up(path, Contents("9f", {}, ""))
    assert not audit_file_of(path).exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        f"{SECOND[:-1]}",
        f"{FIRST}\n{SECOND}x",
        f"{FIRST}\nx",
        f"{FIRST}x\n",
        f"{FIRST}\n{SECOND}\n\n",
        f"{FIRST}\n{SECOND}\n{THIRD}\n",
        f"x{SECOND}\n",
        b"\xff\n",
        f"{FIRST}\n".encode() + b"\xff",
    ],
)
def test_a_log_that_no_kill_leaves_so_is_not_written_on(path, content):
    log = logged(path, content)
    before = log.read_bytes()
    with pytest.raises(UsageError, match=f"^{log} does not end as {path} says: "):
        catch_up(path, Contents("9f", {}, "", entries=2, last_line=SECOND))
    assert log.read_bytes() == before
