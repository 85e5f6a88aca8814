"""Patients' records kept in a file of their own, for documents that bring none, or less of one."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.files import open_to_read
from palimpseste.sources.columns import Columns, add_to_record, printable_names
from palimpseste.sources.entry import Entry
from palimpseste.sources.formats import format_of_name
from palimpseste.sources.jsonl import object_of_line
from palimpseste.sources.listing import Input

__all__ = ["PatientFile"]

# 2,54031E+14: what a spreadsheet shows of a long number, whose last figures are lost.
_ROUNDED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)
_NUMBERS = ("phone", "ssn", "patient_id", "visit_id")


@dataclass(frozen=True, slots=True, repr=False)
class PatientFile:
    """Records by document.

    Parameters
    ----------
    path : Path
        Where they were read.
    records : mapping of str to Patient
        By document identifier: for a file of one document its relative path, with or without suffix, or its name
        without suffix.
    """

    path: Path
    records: Mapping[str, Patient]

    @classmethod
    def read(cls, path: Path, id_column: str = "id") -> PatientFile:
        """Read a CSV file or JSON lines: the column ``id`` and the fields of the record, alone or after ``patient.``.

        Raises
        ------
        UsageError
            If the file cannot be read, says two things of one document, or a row is wrong; with file and line.
        """
        format = format_of_name(path.name)
        if format not in ("csv", "jsonl"):
            raise UsageError(f"{path}: patients are read from .csv or .jsonl")
        rows = _rows_of_csv(path, id_column) if format == "csv" else _rows_of_json(path, id_column)
        records: dict[str, Patient] = {}
        places: dict[str, str] = {}
        for place, id, record in rows:
            if id in records:
                raise UsageError(f"{place}: the document already has a record at {places[id]}")
            records[id], places[id] = record, place
        return cls(path, records)

    def matching(self, inputs: Sequence[Input]) -> Callable[[str], str | None]:
        """Return what gives, for the identifier of a document, that of its record; None where there is none.

        Parameters
        ----------
        inputs : sequence of Input
            All of a run.
        """
        names = {input.name for input in inputs if input.is_one_document}
        stems = Counter(PurePosixPath(name).stem for name in names)

        def key_of(id: str) -> str | None:
            keys = [id]
            # The dot of another identifier begins no suffix: "12.5" is not "12".
            if id in names:
                path = PurePosixPath(id)
                keys.append(str(path.with_suffix("")))
                # Of two files with one name, nothing says which patient's record it is.
                if stems[path.stem] == 1:
                    keys.append(path.stem)
            return next((key for key in keys if key in self.records), None)

        return key_of

    def joined(self, entries: Iterator[Entry], key_of: Callable[[str], str | None]) -> Iterator[Entry]:
        """Yield entries with their record: their own, and what the file knows besides.

        Parameters
        ----------
        entries : iterator of Entry
            As they are read.
        key_of : callable
            That of `matching`, made once a run: it looks at the names of all files.
        """
        for entry in entries:
            document = entry.document
            key = key_of(document.id) if document is not None else None
            if document is None or key is None:
                yield entry
            else:
                yield replace(entry, document=replace(document, patient=self.completed(document.patient, key)))

    def completed(self, own: Patient, key: str) -> Patient:
        """Return a document's own record with the fields that it lacks and the file has.

        A table that has a number of the patient beside each text, and the names in this file, needs both.

        Parameters
        ----------
        own : Patient
            What the document brings, which is believed where the two differ.
        key : str
            As `matching` gives it.
        """
        return replace(self.records[key], **own.known())


def _rows_of_csv(path: Path, id_column: str) -> Iterator[tuple[str, str, Patient]]:
    import io

    from palimpseste.sources.rows import Rows
    from palimpseste.sources.table import shape_of

    shape = shape_of(path, None)
    columns = Columns(id=id_column)
    roles = [columns.role_of(name) for name in shape.header]
    if "id" not in roles:
        raise UsageError(
            f"{path}:1: no column {id_column!r} among its {len(roles)} columns: it names the document of each record; "
            f"known beside it: {', '.join(Patient.field_names())}"
        )
    _refuse_unknown([name for name, role in zip(shape.header, roles, strict=True) if not _is_record(role)], f"{path}:1")
    twice = next((role for role in roles if roles.count(role) > 1), None)
    if twice:
        raise UsageError(f"{path}:1: two columns for {twice!r}")
    with path.open("rb") as binary:
        binary.seek(len(shape.encoding.bom))
        stream = io.TextIOWrapper(binary, shape.encoding.codec, newline="")
        rows = Rows(stream, shape.delimiter, len(roles), roles.index("id"))
        next(rows)
        for line, row in rows:
            place = f"{path}:{line}"
            if isinstance(row, str):
                raise UsageError(f"{place}: {row}")
            if not row:
                continue
            if len(row) != len(roles):
                raise UsageError(f"{place}: a row of {len(row)} columns under a header of {len(roles)}")
            values = dict(zip(roles, row, strict=True))
            id = values.pop("id")
            yield place, id, _record_of([(role.removeprefix("patient."), each) for role, each in values.items()], place)


def _rows_of_json(path: Path, id_column: str) -> Iterator[tuple[str, str, Patient]]:
    columns = Columns(id=id_column)
    try:
        stream = os.fdopen(open_to_read(path, follow=True), "rb")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    with stream:
        for number, line in enumerate(stream, start=1):
            place = f"{path}:{number}"
            if not line.strip():
                continue
            try:
                values = object_of_line(line.removeprefix(b"\xef\xbb\xbf"))
            except UsageError as error:
                raise UsageError(f"{place}: {error}") from None
            if not isinstance(values.get(id_column), (str, int)):
                raise UsageError(f"{place}: a line must hold an object with the field {id_column!r}")
            nested = values.pop("patient", None) or {}
            if not isinstance(nested, dict):
                raise UsageError(f"{place}: the field 'patient' must hold an object")
            id = str(values.pop(id_column))
            fields = [*values.items(), *((f"patient.{name}", value) for name, value in nested.items())]
            _refuse_unknown([name for name, _ in fields if not _is_record(columns.role_of(name))], place)
            yield place, id, _record_of([(columns.field_of_record(name), value) for name, value in fields], place)


def _record_of(fields: Iterable[tuple[str, object]], place: str) -> Patient:
    from palimpseste.detection.record.birthdate import refuse_unread

    values: dict[str, object] = {}
    try:
        for field, value in fields:
            add_to_record(values, field, value)
        record = Patient.from_mapping(values)
        refuse_unread(record)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    rounded = next((name for name in _NUMBERS if _ROUNDED.fullmatch(getattr(record, name))), None)
    if rounded:
        raise UsageError(f"{place}: a spreadsheet has rounded the number {rounded!r}; export its column as text")
    return record


def _is_record(role: str) -> bool:
    return role == "id" or role.startswith("patient.")


def _refuse_unknown(names: Sequence[str], place: str) -> None:
    if names:
        known = ", ".join(Patient.field_names())
        raise UsageError(f"{place}: unknown columns ({printable_names(names)}); known: id, {known}")
