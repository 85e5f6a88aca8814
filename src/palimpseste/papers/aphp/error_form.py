"""The form in which a reader says of what class each error is: a table, a line an error."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.papers.aphp.error_classes import ErrorClass

__all__ = ["Line", "form_of", "read_forms"]

_HEADS = ("document", "kind", "label", "start", "end", "by rule", "class")
_QUOTED = ("before", "entity", "behind")
_AROUND = 60  # characters


@dataclass(frozen=True, slots=True)
class Line:
    """An error.

    Parameters
    ----------
    document : str
        Its identifier.
    kind : {'missed', 'false'}
        Whether an entity was not found, or something else was.
    label : str
        As the tables of the paper have it.
    start, end : int
        In code points.
    guessed : str
        Its class by rule.
    read_as : str
        Its class as a reader has it; empty until one has looked.
    """

    document: str
    kind: str
    label: str
    start: int
    end: int
    guessed: str
    read_as: str = ""


def form_of(lines: Iterable[Line], classes: Sequence[ErrorClass], notes: Sequence[Document] = ()) -> str:
    """Return a form as CSV, its last column to be filled with the name of a class; it quotes the notes that are given.

    The first line under the heads is no error: its last column lists the classes.

    Parameters
    ----------
    lines : iterable of Line
        One an error.
    classes : sequence of ErrorClass
        From which a reader chooses.
    notes : sequence of Document
        Those that are quoted around the errors.
    """
    texts = {note.id: note.text for note in notes}
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*(_QUOTED if notes else ()), *_HEADS])
    writer.writerow([*([""] * (len(_QUOTED) if notes else 0)), *[""] * (len(_HEADS) - 1), _hint(classes)])
    for line in lines:
        quoted = _quoted(texts[line.document], line) if notes else []
        writer.writerow(
            [*quoted, line.document, line.kind, line.label, line.start, line.end, line.guessed, line.read_as]
        )
    return stream.getvalue()


def read_forms(paths: Iterable[Path], kind: str, classes: Sequence[str]) -> list[Line]:
    """Return the errors of filled forms.

    Parameters
    ----------
    paths : iterable of Path
        Each quotes the notes or not.
    kind : {'missed', 'false'}
        That the forms must be of.
    classes : sequence of str
        Those a reader may give, in any case.

    Raises
    ------
    UsageError
        If one cannot be read, is no such form, gives another class, or an error stands in two.
    """
    found: dict[tuple[str, int, int], Line] = {}
    known = {name.lower(): name for name in classes}
    for path in paths:
        for number, row in enumerate(_rows(path), start=2):
            if not row["document"]:
                continue
            where = f"{path.name}, line {number}"
            if row["kind"] != kind:
                raise UsageError(f"{where}: this is no form of errors of the kind {kind!r}")
            try:
                place = (row["document"], int(row["start"]), int(row["end"]))
            except ValueError:
                raise UsageError(f"{where}: start and end are whole numbers") from None
            if place in found:
                raise UsageError(f"{where}: this error stands in another line too")
            read_as = " ".join(row["class"].split()).lower()
            if read_as and read_as not in known:
                raise UsageError(f"{where}: no such class; classes: {', '.join(classes)}")
            found[place] = Line(*place[:1], kind, row["label"], *place[1:], row["by rule"], known.get(read_as, ""))
    return list(found.values())


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            missing = set(_HEADS) - set(reader.fieldnames or ())
            rows = [{name: value or "" for name, value in row.items() if name is not None} for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error):
        raise UsageError(f"{path}: cannot be read as a form") from None
    if missing:
        raise UsageError(f"{path}: no form of errors, it lacks the column {min(missing)!r}")
    return rows


def _hint(classes: Sequence[ErrorClass]) -> str:
    return "one of: " + "; ".join(each.name for each in classes)


def _quoted(text: str, line: Line) -> list[str]:
    parts = text[max(0, line.start - _AROUND) : line.start], text[line.start : line.end], text[line.end :][:_AROUND]
    return [" ".join(part.split()) for part in parts]
