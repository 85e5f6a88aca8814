"""Logs whose lines hold the hash of the line before them, and a seal: what was changed, cut or moved is found.

A line is one JSON object in its one canonical writing. It holds its number (``entry``), the SHA-256 of the line before
(``previous``; the first line's is that of where the log comes from), and the HMAC of all the rest (``seal``).
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import sha256
from typing import Any

__all__ = ["Chain", "canonical", "chain_of", "head_of", "now", "read_json", "seal_of", "sealed_line"]

_FIELDS = frozenset(("entry", "previous", "seal"))


@dataclass(frozen=True, slots=True)
class Chain:
    """A log as read.

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


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def head_of(origin: str, last_line: str) -> str:
    """Return the hash that the next line holds: of the last one, or of the origin where there is none."""
    return sha256((last_line or origin).encode("utf-8")).hexdigest()


def sealed_line(values: Mapping[str, Any], entry: int, head: str, sealing_key: bytes) -> str:
    """Return a line without its end.

    Parameters
    ----------
    values : mapping
        What it says: strings, whole numbers, None.
    entry : int
        Its number, from 1.
    head : str
        As `head_of` gives it.
    sealing_key : bytes
        What seals it.
    """
    numbered = {**values, "entry": entry, "previous": head}
    return canonical({**numbered, "seal": seal_of(sealing_key, numbered)})


def chain_of(content: bytes, origin: str, fields: Set[str]) -> Chain:
    """Return a log, read up to its first flaw.

    Parameters
    ----------
    content : bytes
        Of the file.
    origin : str
        Where the log comes from.
    fields : set of str
        What each line says, beside its number, the hash and the seal.
    """
    *lines, rest = content.decode("utf-8", "replace").split("\n")
    entries: list[dict[str, Any]] = []
    previous = ""
    for number, line in enumerate(lines, 1):
        values = _entry_of(line, _FIELDS | fields)
        if values is None:
            flaw = f"line {number} is no entry"
        elif values["entry"] != number or values["previous"] != head_of(origin, previous):
            flaw = f"line {number} does not follow from the lines before it"
        else:
            entries.append(values)
            previous = line
            continue
        return Chain(tuple(entries), tuple(lines[: number - 1]), flaw, rest)
    return Chain(tuple(entries), tuple(lines), "", rest)


def read_json(content: str | bytes) -> Any:
    """Return a JSON value all of whose texts can be written.

    Raises
    ------
    ValueError
        If it is none, or an escape in it stands for half a character.
    RecursionError
        If it is nested too deep.
    """
    value = json.loads(content)
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def canonical(values: Mapping[str, Any]) -> str:
    """Return the one way a mapping is written where it is sealed: ASCII, sorted, no spaces."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


def seal_of(sealing_key: bytes, values: Mapping[str, Any]) -> str:
    """Return the HMAC-SHA256 of a mapping, in hexadecimal."""
    return hmac.digest(sealing_key, canonical(values).encode("ascii"), sha256).hex()


def _entry_of(line: str, fields: Set[str]) -> dict[str, Any] | None:
    try:
        values = read_json(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or values.keys() != fields:
        return None
    if not all(isinstance(value, (str, int, type(None))) for value in values.values()):
        return None
    return values if canonical(values) == line else None
