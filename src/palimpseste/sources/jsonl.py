"""JSON lines: one document a line, in UTF-8.

A result has the document's identifier, type, date, text and spans, what the policy kept of what was found (``kept``),
and the fields asked for; never the record. Fields named like one of the record, alone or after ``patient.``, belong to
it, as in tables: a table exported as JSON lines has them so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import BinaryIO

from palimpseste.document import Document, Prediction
from palimpseste.errors import UsageError
from palimpseste.files import standard_input
from palimpseste.result import Result
from palimpseste.sources.columns import Columns, add_to_record
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = [
    "MOST_BYTES",
    "ONE_A_LINE",
    "JsonLines",
    "bounded_lines",
    "entities_of",
    "json_line",
    "line_of_prediction",
    "line_of_result",
    "mapping_of_result",
    "object_of_line",
]

# A line that is longer is no document, and would take the memory of the machine.
MOST_BYTES = 1 << 28
_FIELDS = ("type", "date", "patient", "entities")
_NAMES_REMEMBERED = 100
ONE_A_LINE = "write one object a line: jq -c '.[]' makes them of an array, jq -c . of objects over several lines"


@dataclass(frozen=True, slots=True)
class JsonLines(SourceDefaults):
    """A file of JSON lines, or standard input, as a source.

    Parameters
    ----------
    position : int
        Which input of the run it is, from 0.
    input : Input
        The file.
    columns : Columns
        Which fields are read, and which are written.
    """

    position: int
    input: Input
    columns: Columns = field(default_factory=Columns)
    _dropped: set[str] = field(default_factory=set, repr=False)

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> JsonLines:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.columns)

    def entries(self) -> Iterator[Entry]:
        """Yield one entry a line; blank lines hold none."""
        file = "standard input" if self.input.is_standard else str(self.input.path)
        try:
            with nullcontext(standard_input()) if self.input.is_standard else self.input.opened() as stream:
                yield from self._entries_of(stream, file)
        except OSError as error:
            yield Entry(self.position, 0, Place(file), None, f"cannot be read: {error.strerror}")

    def _entries_of(self, stream: BinaryIO, file: str) -> Iterator[Entry]:
        number = 0
        for line_number, line in enumerate(bounded_lines(stream), start=1):
            if line_number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if not line.strip():
                continue
            if len(line) > MOST_BYTES:
                reason = f"a line of more than {MOST_BYTES >> 20} MiB"
                yield Entry(self.position, number, Place(file, line_number), None, reason)
            else:
                yield self._entry(number, Place(file, line_number), line)
            number += 1

    def _entry(self, number: int, place: Place, line: bytes) -> Entry:
        try:
            values = object_of_line(line)
        except UsageError as error:
            return Entry(self.position, number, place, None, str(error))
        known = {name: values.pop(name) for name in _FIELDS if name in values}
        for role, name in (("text", self.columns.text), ("id", self.columns.id)):
            if name not in values:
                return Entry(self.position, number, place, None, f"no field {name!r}")
            known[role] = values.pop(name)
        try:
            known["patient"] = self._record_of(known.get("patient"), values)
        except UsageError as error:
            return Entry(self.position, number, place, None, str(error))
        kept = {name: values.pop(name) for name in self.columns.kept if name in values}
        if len(self._dropped) < _NAMES_REMEMBERED:
            self._dropped.update(values)
        return make_entry(self.position, number, place, lambda: Document.from_mapping(known), kept=kept)

    def _record_of(self, whole: object, values: dict[str, object]) -> object:
        """Return the record, with the fields of it that stand beside it, as columns of a table do; take these away.

        Raises
        ------
        UsageError
            If a field has two values, or nearly the name of one.
        """
        if whole is not None and not isinstance(whole, Mapping):
            return whole  # refused where documents are made
        record = dict(whole or {})
        for name in tuple(values):
            self.columns.refuse_lookalike(name, "a line of JSON")
            if field := self.columns.field_of_record(name):
                add_to_record(record, field, values.pop(name))
        return record

    def dropped(self) -> tuple[str, ...]:
        """Return the names of the fields met that results do not have."""
        return tuple(sorted(self._dropped))

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return one line."""
        return line_of_result(origin, result, self.columns)


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is longer than `MOST_BYTES` only so much that this can be seen."""
    while line := stream.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES + 1)


def object_of_line(line: bytes) -> dict[str, object]:
    """Return the JSON object of a line.

    Raises
    ------
    UsageError
        If it holds none, or an object with two fields of one name; with the place and nothing of it.
    """
    try:
        values = json.loads(line.decode("utf-8"), object_pairs_hook=_object_of)
    except UnicodeDecodeError as error:
        raise UsageError(f"not UTF-8 at byte {error.start} of the line{_encoding_told(line)}") from None
    except json.JSONDecodeError as error:
        way_out = f"; {ONE_A_LINE}" if line.strip() in (b"[", b"{") or line.lstrip().startswith(b"[") else ""
        line_of_several = f" of line {error.lineno}" if b"\n" in line.strip() else ""
        told = error.msg.removesuffix(" at")
        raise UsageError(f"not JSON: {told} at column {error.colno}{line_of_several}{way_out}") from None
    except (ValueError, RecursionError):
        raise UsageError("not JSON this program reads: a number too long, or objects nested too deep") from None
    if not isinstance(values, dict):
        raise UsageError(f"a line must hold one JSON object{f'; {ONE_A_LINE}' if isinstance(values, list) else ''}")
    return values


def _encoding_told(line: bytes) -> str:
    """Return what a line that is not UTF-8 seems to be, and how its file is made UTF-8, which JSON lines are."""
    name = "UTF-16" if line.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in line else "WINDOWS-1252"
    return f", as JSON lines are; if the file is {name}: iconv -f {name} -t UTF-8 FILE > NEW"


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; where two fields have one name nobody can say which is meant, and the other would be lost."""
    values = dict(pairs)
    if len(values) != len(pairs):
        raise UsageError("two fields of one name in an object")
    return values


def line_of_result(origin: Origin, result: Result, columns: Columns) -> bytes:
    """Return the JSON line of a de-identified document: what was released and what that spent, then the fields kept.

    Parameters
    ----------
    origin : Origin
        Where the document came from.
    result : Result
        What is written.
    columns : Columns
        Names of the fields.
    """
    return json_line(_renamed(mapping_of_result(result), columns) | dict(origin.kept))


def mapping_of_result(result: Result) -> dict[str, object]:
    """Return what was released of a document and what that spent, as one JSON object."""
    values = result.to_document().to_mapping()
    if result.kept:
        values["kept"] = [{"start": span.start, "end": span.end, "label": span.label} for span in result.kept]
    if result.ledger:
        values["privacy"] = result.ledger.to_mapping()
    return values


def line_of_prediction(origin: Origin, prediction: Prediction, columns: Columns) -> bytes:
    """Return the JSON line of a document as it came, with the spans found in it, how surely, and on what evidence.

    Parameters
    ----------
    origin : Origin
        Where the document came from.
    prediction : Prediction
        What is written.
    columns : Columns
        Names of the fields.
    """
    values = prediction.document.to_mapping()
    values["entities"] = entities_of(prediction)
    return json_line(_renamed(values, columns) | dict(origin.kept))


def entities_of(prediction: Prediction) -> list[dict[str, object]]:
    """Return the spans found in a document, how surely, and on what evidence, as JSON objects."""
    return [
        {"start": s.start, "end": s.end, "label": s.label, "source": s.source}
        | ({} if s.probability is None else {"probability": s.probability})
        | ({"evidence": list(s.evidence)} if s.evidence else {})
        for s in prediction.spans
    ]


def _renamed(values: Mapping[str, object], columns: Columns) -> dict[str, object]:
    names = {"id": columns.id, "text": columns.text}
    return {names.get(name, name): value for name, value in values.items()}


def json_line(values: Mapping[str, object]) -> bytes:
    """Return one object as a line of UTF-8; half a surrogate pair, which UTF-8 lacks, is written as an escape."""
    try:
        return (json.dumps(values, ensure_ascii=False, default=str) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return (json.dumps(values, default=str) + "\n").encode("ascii")
