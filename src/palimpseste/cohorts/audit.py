"""The audit log: who did what to which cohort and when, one JSON line each, chained and sealed; never a key.

Each line holds the SHA-256 of the line before it (the first, that of the register's identifier) and an HMAC of itself
under the register's sealing key. The register holds the last line. So

- an edited, removed, inserted or reordered line breaks the chain, and is found by anybody;
- who rewrites all that follows, and the register too, cannot make the seals, and is found by who opens the register;
- a log cut at its end is found since the register still holds the last line;
- only register and log both put back to what they were together earlier look whole: for that, the head of the chain,
  which ``cohort verify`` prints, is noted elsewhere and given back to it.
"""

from __future__ import annotations

import os
from pathlib import Path

from palimpseste import __version__, chained_log
from palimpseste.chained_log import Chain, now, sealed_line
from palimpseste.cohorts.contents import Contents
from palimpseste.errors import UsageError
from palimpseste.files import append_line, cut_to, private_bytes

__all__ = ["audit_file_of", "catch_up", "chain_of", "head_of", "new_line", "operating_system_user"]


def audit_file_of(register: Path) -> Path:
    """Return the audit log of a register."""
    return register.with_name(register.name + ".audit.jsonl")


def head_of(register: str, last_line: str) -> str:
    """Return the hash the next line holds."""
    return chained_log.head_of(_origin_of(register), last_line)


def new_line(contents: Contents, what: str, cohort: str | None, sealing_key: bytes) -> str:
    """Return the line that says what is done now.

    Parameters
    ----------
    contents : Contents
        Of the register.
    what : str
        What is done.
    cohort : str or None
        To which, if to one.
    sealing_key : bytes
        Of the register.
    """
    values = {
        "at": now(),
        "who": operating_system_user(),
        "what": what,
        "cohort": cohort,
        "version": __version__,
    }
    return sealed_line(values, contents.entries + 1, head_of(contents.register, contents.last_line), sealing_key)


def catch_up(path: Path, contents: Contents) -> None:
    """Write the last line the register holds, if a kill came between the register and the log.

    Raises
    ------
    UsageError
        If the log ends otherwise than a kill can leave it: lines were removed or changed.
    """
    log = audit_file_of(path)
    content = private_bytes(log) if log.exists() else b""
    last = contents.last_line.encode("utf-8")
    if not last or content.endswith(b"\n" + last + b"\n") or content == last + b"\n":
        return
    whole = content[: content.rfind(b"\n") + 1]
    before = whole[:-1].rpartition(b"\n")[2].decode("utf-8", "replace")
    if (
        not last.startswith(content[len(whole) :])
        or f'"previous":"{head_of(contents.register, before)}"'.encode() not in last
    ):
        raise UsageError(f"{log} does not end as {path} says: see what is wrong with palimpseste cohort verify")
    if len(whole) < len(content):
        cut_to(log, len(whole))
    append_line(log, last)


def chain_of(path: Path, register: str) -> Chain:
    """Return the audit log of a register, read up to its first flaw.

    Raises
    ------
    UsageError
        If it cannot be read.
    """
    log = audit_file_of(path)
    return chained_log.chain_of(private_bytes(log) if log.exists() else b"", _origin_of(register), _FIELDS)


_FIELDS = {"at", "who", "what", "cohort", "version"}


def _origin_of(register: str) -> str:
    return f"palimpseste register {register}"


def operating_system_user() -> str:
    """Return who runs this by the operating system; the environment could say anything."""
    try:
        import pwd
    except ImportError:  # not a POSIX system
        return os.environ.get("USERNAME", "unknown")
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
