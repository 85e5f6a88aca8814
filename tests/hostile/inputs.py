"""Hostile inputs: what a folder of notes may hold beside two good ones, and what must become of it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

# A name that only hostile inputs hold; it must not leave them.
NAME = "Zorglubine"
TEXT = f"Mme Lucie {NAME.upper()}, vue par le Dr {NAME}, va mieux."


@dataclass(frozen=True, slots=True)
class Hostile:
    """One hostile file.

    Parameters
    ----------
    id : str
        What is wrong with it.
    name : str
        Of the file.
    content : bytes or callable
        Of the file; a callable makes it when the test runs.
    done : int
        Documents of it that are done.
    reasons : tuple of str
        What the messages about the others say, one each; where the whole run is refused, what its message says.
    is_refused : bool
        Whether the whole run is refused before it starts.
    shows : tuple of str
        What the file of its results says.
    """

    id: str
    name: str
    content: bytes | Callable[[], bytes]
    done: int = 0
    reasons: tuple[str, ...] = ()
    is_refused: bool = False
    shows: tuple[str, ...] = ()

    def bytes(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else self.content()


def lines(*values: object) -> bytes:
    """JSON lines; bytes stand for themselves."""
    return b"".join((v if isinstance(v, bytes) else json.dumps(v).encode()) + b"\n" for v in values)


def note(id: object, text: object = TEXT, **fields: object) -> dict[str, object]:
    return {"id": id, "text": text, **fields}


def table(*rows: tuple[object, ...], header: tuple[str, ...] = ("id", "text")) -> bytes:
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([header, *rows])
    return buffer.getvalue().encode()


def parquet(columns: dict[str, Any], **types: Any) -> bytes:
    import pyarrow
    import pyarrow.parquet

    made = pyarrow.table({name: pyarrow.array(values, types.get(name)) for name, values in columns.items()})
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(made, buffer)
    return buffer.getvalue()


def whole_parquet() -> bytes:
    return parquet({"id": ["p1", "p2"], "text": [TEXT, TEXT]})


def claiming(rows: int) -> bytes:
    """Return a Parquet file of two rows whose footer says, wherever it counts, that there are others."""
    content = whole_parquet()
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    left, said = 2 * rows, b""  # as Thrift writes numbers: zigzag, seven bits a byte
    while left > 127:
        left, said = left >> 7, said + bytes((left & 127 | 128,))
    footer = content[start:-8].replace(b"\x16\x04", b"\x16" + said + bytes((left,)))
    return content[:start] + footer + len(footer).to_bytes(4, "little") + content[-4:]


def columns_with(name: str, values: list[Any], kind: str, storage: str) -> bytes:
    """Return a Parquet file of two rows with a column whose values, as they are stored, are those of another type."""
    import pyarrow
    import pyarrow.parquet

    types = {
        "date32": pyarrow.date32(),
        "timestamp_us": pyarrow.timestamp("us"),
        "duration_s": pyarrow.duration("s"),
        "float64": pyarrow.float64(),
        "string": pyarrow.string(),
    }
    stored = pyarrow.array(values, getattr(pyarrow, storage)())
    column = pyarrow.Array.from_buffers(types[kind], len(values), stored.buffers())
    made = pyarrow.table({"id": ["p1", "p2"], "text": [TEXT, TEXT], name: column})
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(made, buffer)
    return buffer.getvalue()


def views() -> bytes:
    import pyarrow

    view, columns = pyarrow.string_view(), {"id": ["p1", "p2"], "text": [TEXT, TEXT], "type": ["CRH", None]}
    try:
        return parquet(columns, id=view, text=view, type=view)
    except pyarrow.ArrowNotImplementedError:
        pytest.skip("this pyarrow, an old one, writes no such file")


def zipped(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("note.txt", content)
    return buffer.getvalue()


def resource(id: str, **fields: object) -> dict[str, object]:
    return {"resourceType": "DiagnosticReport", "id": id, "status": "final", "conclusion": TEXT, **fields}


BOMB = b"\0" * (1 << 24)
SQL = "'; DROP TABLE note; --"
UNICODE = TEXT + "\u202e" + NAME[::-1] + "\u202c \u200b\u2066x\u2069 \U0001f600"

TEXTS = (
    Hostile("an empty text", "h.txt", b"", 1),
    Hostile("spaces alone", "h.txt", b" \r\n\t" * 1000, 1),
    Hostile("a byte order mark alone", "h.txt", b"\xef\xbb\xbf", 1),
    Hostile("UTF-16 with a mark", "h.txt", TEXT.encode("utf-16"), 1),
    Hostile("UTF-16 cut in mid-character", "h.txt", TEXT.encode("utf-16")[:-1], 0, ("encoding",)),
    Hostile("UTF-32", "h.txt", TEXT.encode("utf-32"), 0, ("not text",)),
    Hostile("bytes of no encoding", "h.txt", TEXT.encode() + b"\x81\xff\x8d", 0, ("encoding",)),
    Hostile("UTF-8 cut in mid-character", "h.txt", (TEXT + "é").encode()[:-1], 1),
    Hostile("an overlong UTF-8 sequence", "h.txt", TEXT.encode() + b"\xc0\x80\x8f", 0, ("encoding",)),
    Hostile("NUL characters", "h.txt", TEXT.encode() + b"\0", 0, ("NUL",)),
    Hostile("control characters", "h.txt", TEXT.encode() + bytes(range(1, 32)) + b"\x7f\x1b[2J", 1),
    Hostile("a gzip bomb", "h.txt", lambda: gzip.compress(BOMB), 0, ("gzip",)),
    Hostile("a zip bomb", "h.txt", lambda: zipped(BOMB), 0, ("ZIP",)),
    Hostile("a zlib stream", "h.txt", lambda: zlib.compress(BOMB), 0, ("",)),
    Hostile("a right-to-left override", "h.txt", UNICODE.encode(), 1),
    Hostile("accents by the thousand", "h.txt", (TEXT + "e" + "\u0301" * 20_000).encode(), 1),
    Hostile("one line of a megabyte", "h.txt", lambda: b"a" * (1 << 20), 1),
    Hostile("twenty thousand lines", "h.txt", lambda: b"12/03\n" * 20_000, 1),
    Hostile(
        "dates that are none", "h.txt", b"Le 31/02/2021, le 00/00/0000, le 1/1/9999, le 99/99/99, le 0001-01-01.", 1
    ),
    Hostile("figures without end", "h.txt", lambda: b"1" * 200_000, 1),
    Hostile("a note of tags", "h.txt", b"<LASTNAME>Durand</LASTNAME> [LASTNAME] [XXXXX]", 1),
    Hostile("SQL in a name", f"h {SQL}.txt", TEXT.encode(), 1),
    Hostile("a line end in a name", "h\n\x1b[31m.txt", TEXT.encode(), 1),
    Hostile("a name of spaces and dots", " ..h.. .txt", TEXT.encode(), 1),
    Hostile("a suffix nobody knows", "h.exe", b"MZ\x90\0\x03", 0, ("",)),
    Hostile("an annotated note", "h.notes", TEXT.encode(), is_refused=True, reasons=("annotated",)),
)

JSON_LINES = (
    Hostile("no line", "h.jsonl", b""),
    Hostile("a line cut", "h.jsonl", lines(note(1), b'{"id": 2, "text": "' + TEXT.encode()), 1, ("not JSON",)),
    Hostile("no object", "h.jsonl", lines([TEXT], TEXT.encode(), note(1)), 1, ("object", "not JSON")),
    Hostile("objects nested deep", "h.jsonl", lines(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, note(1)), 1, ("deep",)),
    Hostile("a number too long", "h.jsonl", lines(b'{"id": ' + b"9" * 5000 + b', "text": "x"}', note(1)), 1, ("long",)),
    Hostile("a text that is a list", "h.jsonl", lines(note(1, [TEXT]), note(2)), 1, ("string",)),
    Hostile("no text", "h.jsonl", lines({"id": 1}, note(2)), 1, ("no field",)),
    Hostile("an identifier that is an object", "h.jsonl", lines(note({"a": TEXT}), note(2)), 1, ("'id'",)),
    Hostile("Latin-1", "h.jsonl", lines(note(1), b'{"id": 2, "text": "\xe9"}'), 1, ("UTF-8",)),
    Hostile(
        "half a surrogate pair", "h.jsonl", lines(b'{"id": 1, "text": "Mme %s va mieux. \\ud800"}' % NAME.encode()), 1
    ),
    Hostile("NUL in a text", "h.jsonl", lines(note(1, TEXT + "\0"), note(2)), 1, ("NUL",)),
    Hostile("NUL between lines", "h.jsonl", lines(b"\0\0\0", note(2)), 1, ("not JSON",)),
    Hostile("the year 0", "h.jsonl", lines(note(1, date="0000-01-01"), note(2)), 1, ("ISO date",)),
    Hostile("the last year", "h.jsonl", lines(note(1, date="9999-12-31"), note(2, date="0001-01-01")), 2),
    Hostile("31 February", "h.jsonl", lines(note(1, date="2021-02-31"), note(2)), 1, ("ISO date",)),
    Hostile("a birth date of the year 0", "h.jsonl", lines(note(1, patient={"birthdate": "0000-00-00"})), 1),
    Hostile("a record of another kind", "h.jsonl", lines(note(1, patient=[NAME]), note(2)), 1, ("object",)),
    Hostile("a record with a field of its own", "h.jsonl", lines(note(1, patient={"nom": NAME}), note(2)), 1, ("nom",)),
    Hostile(
        "entities out of bounds", "h.jsonl", lines(note(1, entities=[{"start": 5, "end": 9999}]), note(2)), 1, ("0 <=",)
    ),
    Hostile("SQL in an identifier", "h.jsonl", lines(note(SQL), note('" OR 1=1')), 2, shows=(json.dumps(SQL),)),
    Hostile("a path in an identifier", "h.jsonl", lines(note("../../etc/passwd"), note("/dev/null\\..")), 2),
    Hostile("control characters in an identifier", "h.jsonl", lines(note("a\n\x1b[31mb\r\x00"), note(2)), 2),
    Hostile("control characters, refused", "h.jsonl", lines(note("a\n\x1b[31mb", TEXT + "\0"), note(2)), 1, ("NUL",)),
    Hostile("an identifier without end", "h.jsonl", lines(note("x" * 1_000_000)), 1),
    Hostile("an empty identifier", "h.jsonl", lines(note(""), note(2)), 2),
    Hostile("an identifier twice", "h.jsonl", lines(note(1), note(1)), is_refused=True, reasons=("two documents",)),
    Hostile(
        "a key twice",
        "h.jsonl",
        lines(b'{"id": 1, "id": 2, "text": "a", "text": "b"}', note(2)),
        1,
        ("two fields of one",),
    ),
    Hostile("ten thousand fields", "h.jsonl", lambda: lines(note(1, **{f"f{n}": NAME for n in range(10_000)})), 1),
    Hostile("a field whose name identifies", "h.jsonl", lines(note(1, **{f"le fils de {NAME} !": 1})), 1),
    Hostile("numbers that are none", "h.jsonl", lines(b'{"id": NaN, "text": "x"}', b'{"id": 1e999, "text": "y"}'), 2),
)

TABLES = (
    Hostile("no header", "h.csv", b"", is_refused=True, reasons=("no header",)),
    Hostile("a header alone", "h.csv", b"id,text\n"),
    Hostile(
        "no column of text", "h.csv", table(("1", TEXT), header=("id", "note")), is_refused=True, reasons=("'text'",)
    ),
    Hostile("two columns of text", "h.csv", b"id,text,text\n1,a,b\n", is_refused=True, reasons=("two columns",)),
    Hostile("rows too short and too long", "h.csv", b"id,text\n1\n2,a,b\n3,c\n", 1, ("1 columns", "3 columns")),
    Hostile("a quote that is not closed", "h.csv", b'id,text\n1,a\n2,"' + TEXT.encode() + b"\n3,b\n", 2, ("quotes",)),
    Hostile("a quote too many", "h.csv", b'id,text\n1,"a"b\n2,c\n', 1, ("quotes",)),
    Hostile("NUL in a cell", "h.csv", b"id,text\n1,a\0b\n2,c\n", 1, ("NUL",)),
    Hostile("a table in UTF-16", "h.csv", table((1, TEXT), (2, "é")).decode().encode("utf-16"), 2),
    Hostile(
        "a table of no encoding", "h.csv", table((1, TEXT)) + b"2,\x81\xff\n", is_refused=True, reasons=("encoding",)
    ),
    Hostile(
        "ten thousand columns",
        "h.csv",
        lambda: table(tuple("1a") + ("",) * 9998, header=("id", "text", *map(str, range(9998)))),
        1,
    ),
    Hostile("a cell of a megabyte", "h.csv", lambda: table(("1", "a b " * 262_144)), 1),
    Hostile("a formula", "h.csv", table(("=1+1", "=cmd|' /C calc'!A0")), 1),
    Hostile(
        "dates of another calendar",
        "h.csv",
        table((1, TEXT, "31/02/2021"), (2, TEXT, "12/03/0000"), (3, TEXT, ""), header=("id", "text", "date")),
        1,
        ("ISO date",) * 2,
    ),
    Hostile("a row without identifier", "h.csv", b"id,text\n,a\n2,b\n", 1, ("identifier",)),
)

PARQUET = (
    Hostile("a Parquet file cut", "h.parquet", lambda: whole_parquet()[:-20], 0, ("truncated",)),
    Hostile("a Parquet file without beginning", "h.parquet", lambda: whole_parquet()[50:], 0, ("damaged",) * 2),
    Hostile("an empty Parquet file", "h.parquet", b"", 0, ("truncated",)),
    Hostile("text in a Parquet file", "h.parquet", TEXT.encode(), 0, ("truncated",)),
    Hostile(
        "a Parquet file of numbers", "h.parquet", lambda: parquet({"id": [1, 2], "text": [3, 4]}), 0, ("string",) * 2
    ),
    Hostile("a Parquet file of lists", "h.parquet", lambda: parquet({"id": ["a"], "text": [[TEXT]]}), 0, ("string",)),
    Hostile(
        "a Parquet file of bytes", "h.parquet", lambda: parquet({"id": ["a"], "text": [TEXT.encode()]}), 0, ("string",)
    ),
    Hostile(
        "a Parquet file without text", "h.parquet", lambda: parquet({"id": ["a"]}), is_refused=True, reasons=("'text'",)
    ),
    Hostile(
        "null texts and identifiers",
        "h.parquet",
        lambda: parquet({"id": ["a", None], "text": [None, TEXT]}),
        1,
        ("identifier",),
    ),
    Hostile("a Parquet file that lacks a row", "h.parquet", lambda: claiming(3), 2, ("damaged",)),
    Hostile("a Parquet file that lacks a million million rows", "h.parquet", lambda: claiming(10**12), 0, ("whole",)),
    Hostile("a damaged page", "h.parquet", lambda: damaged(whole_parquet()), 0, ("damaged",) * 2),
    *(
        Hostile(f"a Parquet file of {name}", "h.parquet", make, 1, ("a value in it cannot be read",))
        for name, make in (
            ("dates beyond all", lambda: columns_with("date", [19_000, 2**31 - 1], "date32", "int32")),
            ("moments beyond all", lambda: columns_with("date", [0, 2**62], "timestamp_us", "int64")),
            ("texts that are none", lambda: columns_with("city", [b"Dijon", b"\xff\xfe"], "string", "binary")),
        )
    ),
    Hostile(
        "a Parquet file of infinite numbers",
        "h.parquet",
        lambda: columns_with("visit_id", [1.0, float("inf")], "float64", "float64"),
        1,
        ("must be a string",),
    ),
    Hostile(
        "a Parquet file of durations",
        "h.parquet",
        lambda: columns_with("visit_id", [0, 2**62], "duration_s", "int64"),
        0,
        ("must be a string", "cannot be read"),
    ),
    Hostile(
        "a column of texts that are numbers or missing",
        "h.parquet",
        lambda: parquet({"id": ["a", "b"], "text": [None, Decimal("1.50")]}),
        1,
        ("must be a string",),
    ),
    Hostile(
        "a column of texts that are lists or missing",
        "h.parquet",
        lambda: parquet({"id": ["a", "b"], "text": [None, [TEXT]]}),
        1,
        ("must be a string",),
    ),
    Hostile("a Parquet file of views", "h.parquet", views, 2),
    Hostile("a Parquet file with no text at all", "h.parquet", lambda: parquet({"id": ["a"], "text": [None]}), 1),
)

RESOURCES = (
    Hostile("no resource", "h.ndjson", lines({"id": 1, "text": TEXT}, resource("a")), 1, ("FHIR",)),
    Hostile("a resource cut", "h.ndjson", lines(resource("a"))[:-9], 0, ("not JSON",)),
    Hostile(
        "markup that expands",
        "h.ndjson",
        lines(resource("a", text={"div": '<!DOCTYPE d [<!ENTITY a "x">]><div>&a;</div>'}), resource("b")),
        1,
        ("entities",),
    ),
    Hostile(
        "resources nested deep", "h.ndjson", lines(b'{"resourceType":' + b"[" * 100_000, resource("b")), 1, ("deep",)
    ),
    Hostile("an identifier that is a path", "h.ndjson", lines(resource("../a"), resource("b")), 1, ("an id",)),
    Hostile(
        "a resource twice", "h.ndjson", lines(resource("a"), resource("a")), is_refused=True, reasons=("two documents",)
    ),
)


def damaged(content: bytes) -> bytes:
    """Return a Parquet file whose pages are overwritten and whose footer is not."""
    return content[:8] + b"\xff" * 60 + content[68:]


FORMATS = tuple(
    Hostile(f"a file of {kind}", name, f"<p>Mme {NAME.upper()}</p>".encode(), 0, (f"{kind} is not read",))
    for kind, name in (("HTML", "h.html"), ("XML", "h.xml"), ("HL7 version 2", "h.hl7"), ("a .xyz file", "h.xyz"))
)

INPUTS = FORMATS + TEXTS + JSON_LINES + TABLES + PARQUET + RESOURCES
