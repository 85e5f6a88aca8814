"""Files that were harmed: a whole one, some of whose bytes, characters or values became others.

Everything is drawn by Hypothesis, so that what fails is made small and can be made again.
"""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

# What readers stumble over, wherever it comes to stand.
TOKENS: tuple[bytes, ...] = (
    b"\0", b"\n", b"\r\n", b"\r", b'"', b'""', b"'", b",", b";", b"\t", b"|", b"\\", b"{", b"}", b"[", b"]", b":",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xc3", b"\xa9", b"\xed\xa0\x80", b"\x81", b"\x85", b"\x1a", b"\x1b[2J",
    b"\\ud800", b"\\u0000", b"NaN", b"-Infinity", b"1e999", b"null", b"true", b"-1", b"0", b"9" * 25, b"%PDF-1.7",
    b"PK\x03\x04", b"\x1f\x8b", b"PAR1", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"<div>", b"</div>", b"&amp;", b"&#0;",
    b"\xe2\x80\xae", b"\xc2\xad", b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", b"31/02/2021", b"0000-01-01", b"9999-12-31",
    b"[" * 5_000, b'{"a":' * 5_000, b"9" * 5_000,
)  # fmt: skip
# Values that no field expects.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**63, 10**30, 0.5, 1e308, float("nan"), float("inf"), "", " ", "\0", "\ud800", "\u202ex",
    "a" * 5000, "1" * 400, "31/02/2021", "0000-00-00", "9999-12-31", "0001-01-01", "2021-03-12T25:61:61Z", "../../x",
    "x\n\x1b[31my", "=1+1", "%s%n", "{}", [], {}, [[]], [None], ["a"], [{}], {"a": None}, {"": ""}, [1, [2, [3]]],
)  # fmt: skip


@st.composite
def harmed_bytes(draw: st.DrawFn, whole: bytes, tokens: Sequence[bytes] = TOKENS, most: int = 6) -> bytes:
    """Return bytes some of which were changed, lost, doubled, moved or came from elsewhere."""
    content = bytearray(whole)
    for _ in range(draw(st.integers(1, most))):
        start = draw(st.integers(0, len(content)))
        length = draw(st.sampled_from((0, 1, 1, 2, 4, 16, 64, 256)))
        end = min(len(content), start + length)
        how = draw(st.sampled_from(("flip", "token", "token", "delete", "double", "move", "bytes", "cut")))
        if how == "flip" and start < len(content):
            content[start] ^= 1 << draw(st.integers(0, 7))
        elif how == "token":
            content[start:end] = draw(st.sampled_from(tokens))
        elif how == "delete":
            del content[start:end]
        elif how == "double":
            content[start:start] = content[start:end]
        elif how == "move":
            piece = bytes(content[start:end])
            del content[start:end]
            at = draw(st.integers(0, len(content)))
            content[at:at] = piece
        elif how == "bytes":
            content[start:end] = draw(st.binary(max_size=8))
        elif how == "cut":
            del content[start:]
    return bytes(content)


@st.composite
def harmed_text(draw: st.DrawFn, pieces: Sequence[str], most: int = 12) -> str:
    """Return a text of pieces, with characters between and within them that nobody expects."""
    parts = draw(st.lists(st.sampled_from(pieces) | st.text(max_size=6), min_size=1, max_size=most))
    text = draw(st.sampled_from((" ", "\n", "", " - ", ", ", "\r\n"))).join(parts)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        how = draw(st.sampled_from(("insert", "delete", "double", "upper")))
        if how == "insert":
            text = (
                text[:at]
                + draw(st.characters() | st.sampled_from("\u00ad\u200b\u0301\u202e\r\x85\u3164ﬁİß"))
                + text[at:]
            )
        elif how == "delete":
            text = text[:at] + text[at + draw(st.integers(1, 5)) :]
        elif how == "double":
            text = text[:at] + text[max(0, at - 20) : at] * draw(st.sampled_from((1, 2, 40))) + text[at:]
        else:
            text = text[:at] + text[at:].upper()
    return text


@st.composite
def harmed_tree(draw: st.DrawFn, tree: Any) -> Any:
    """Return a JSON value some of whose values or keys were replaced, lost, doubled or moved."""
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, 4))):
        holders = list(_holders(tree))
        if not holders:
            return draw(st.sampled_from(VALUES))
        holder, key = draw(st.sampled_from(holders))
        how = draw(st.sampled_from(("value", "value", "wrap", "delete", "double", "swap", "key")))
        if how == "value":
            holder[key] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        elif how == "wrap":
            holder[key] = draw(st.sampled_from(([holder[key]], {"a": holder[key]}, str(holder[key]))))
        elif how == "delete":
            del holder[key]
        elif how == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif how == "swap":
            other, place = draw(st.sampled_from(holders))
            value = copy.deepcopy(holder[key])
            with_place = copy.deepcopy(other[place])
            other[place], holder[key] = value, with_place
        elif how == "key" and isinstance(holder, dict):
            holder[draw(st.sampled_from(("", "id", "text", "resourceType", "a\nb", "Ünïcode")))] = holder.pop(key)
    return tree


def _holders(tree: Any) -> list[tuple[Any, Any]]:
    """Return every place of a tree, as what holds it and its key or position."""
    found: list[tuple[Any, Any]] = []
    todo = [tree]
    while todo:
        held = todo.pop()
        keys = list(held) if isinstance(held, dict) else range(len(held)) if isinstance(held, list) else ()
        for key in keys:
            found.append((held, key))
            todo.append(held[key])
    return found


@st.composite
def harmed_json_lines(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return JSON lines some of whose values are others; where JSON cannot say them, as Python writes them."""
    lines = [json.loads(line) for line in whole.splitlines()]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at] = draw(harmed_tree(lines[at]))
    written = [json.dumps(line, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass") for line in lines]
    return draw(st.sampled_from((b"\n", b"\r\n", b"\n\n"))).join(written) + draw(st.sampled_from((b"\n", b"")))


@st.composite
def harmed_table(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return CSV some of whose cells, rows and columns are others."""
    rows = list(csv.reader(io.StringIO(whole.decode(), newline="")))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        row = rows[at]
        how = draw(st.sampled_from(("cell", "cell", "append", "pop", "double", "empty", "swap")))
        if how == "cell" and row:
            row[draw(st.integers(0, len(row) - 1))] = str(draw(st.sampled_from(VALUES)))
        elif how == "append":
            row.append(draw(st.sampled_from(("", "x", '"'))))
        elif how == "pop" and row:
            row.pop()
        elif how == "double":
            rows.insert(at, list(row))
        elif how == "empty":
            rows[at] = []
        elif how == "swap":
            row.reverse()
    buffer = io.StringIO(newline="")
    end = draw(st.sampled_from(("\n", "\r\n", "\r")))
    writer = csv.writer(buffer, delimiter=draw(st.sampled_from(",;\t|")), lineterminator=end)
    writer.writerows(rows)
    encoding = draw(st.sampled_from(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252")))
    return buffer.getvalue().encode(encoding, "replace")


def either(*ways: Callable[[bytes], st.SearchStrategy[bytes]]) -> Callable[[bytes], st.SearchStrategy[bytes]]:
    """Return what harms a file in one of several ways."""
    return lambda whole: st.one_of(*(way(whole) for way in ways))


@st.composite
def harmed_toml(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return TOML some of whose values or keys are others."""
    tree = draw(harmed_tree(msgspec.toml.decode(whole)))
    # What is no table at all has no keys: a value alone.
    return toml_file_of(tree) if isinstance(tree, dict) else toml_of(tree).encode("utf-8", "replace")


def toml_file_of(tree: dict[str, Any]) -> bytes:
    """Return the TOML file of a mapping, its tables inline."""
    lines = [f"{json.dumps(key)} = {toml_of(value)}" for key, value in tree.items()]
    return "\n".join(lines).encode("utf-8", "replace")


def toml_of(value: Any) -> str:
    """Return a value as TOML has it; null, which it lacks, as what it refuses."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_of(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)
