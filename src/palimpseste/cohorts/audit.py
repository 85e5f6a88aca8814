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
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path
from typing import Any

from palimpseste import __version__
from palimpseste.cohorts.contents import Contents, canonical, read_json, seal_of
from palimpseste.errors import UsageError
from palimpseste.files import append_line, cut_to, private_bytes

__all__ = ["Chain", "audit_file_of", "catch_up", "chain_of", "head_of", "new_line", "now"]


@dataclass(frozen=True, slots=True)
class Chain:
    """An audit log as read.

    Parameters
    ----------
    entries : tuple of dict
        Lines up to the first that does not follow from those before it.
    lines : tuple of str
        The same as text.
    flaw : str
        What is wrong with the next line; empty where nothing is.
    rest : str
        What follows the last line end, which a kill may leave.
    """

    entries: tuple[dict[str, Any], ...]
    lines: tuple[str, ...]
    flaw: str
    rest: str


def audit_file_of(register: Path) -> Path:
    """Return the audit log of a register."""
    return register.with_name(register.name + ".audit.jsonl")


def head_of(register: str, last_line: str) -> str:
    """Return the hash the next line holds."""
    return sha256((last_line or f"palimpseste register {register}").encode("utf-8")).hexdigest()


def new_line(contents: Contents, what: str, cohort: str | None, sealing_key: bytes) -> str:
    """Return the line that says what is done now."""
    values = {
        "entry": contents.entries + 1,
        "at": now(),
        "who": _operating_system_user(),
        "what": what,
        "cohort": cohort,
        "version": __version__,
        "previous": head_of(contents.register, contents.last_line),
    }
    return canonical({**values, "seal": seal_of(sealing_key, values)})


def now() -> str:
    """Return the time, to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


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
    content = private_bytes(log).decode("utf-8", "replace") if log.exists() else ""
    *lines, rest = content.split("\n")
    entries: list[dict[str, Any]] = []
    previous = ""
    for number, line in enumerate(lines, 1):
        values = _entry_of(line)
        if values is None:
            return Chain(tuple(entries), tuple(lines[: number - 1]), f"line {number} is no entry", rest)
        if values["entry"] != number or values["previous"] != head_of(register, previous):
            flaw = f"line {number} does not follow from the lines before it"
            return Chain(tuple(entries), tuple(lines[: number - 1]), flaw, rest)
        entries.append(values)
        previous = line
    return Chain(tuple(entries), tuple(lines), "", rest)


_FIELDS = {"entry", "at", "who", "what", "cohort", "version", "previous", "seal"}


def _entry_of(line: str) -> dict[str, Any] | None:
    try:
        values = read_json(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or set(values) != _FIELDS or not _are_plain(list(values.values())):
        return None
    return values if canonical(values) == line else None


def _are_plain(values: Sequence[object]) -> bool:
    return all(isinstance(value, (str, int, type(None))) for value in values)


def _operating_system_user() -> str:
    """Return who runs this by the operating system; the environment could say anything."""
    try:
        import pwd
    except ImportError:  # not a POSIX system
        return os.environ.get("USERNAME", "unknown")
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
