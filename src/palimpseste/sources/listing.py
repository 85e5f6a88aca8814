"""The files a run reads, in an order that depends on their names only."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

from palimpseste.errors import UsageError

__all__ = ["FORMATS", "STANDARD", "Format", "Input", "format_of_name", "listed_inputs"]

Format = Literal["text", "jsonl", "csv", "parquet", "pdf", "fhir"]
FORMATS: tuple[Format, ...] = get_args(Format)
STANDARD = "-"
_SUFFIXES: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "fhir",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pdf": "pdf",
}
# Annotated notes: read as text, their tags would be taken for words of the note.
_ANNOTATED = frozenset((".notes", ".ann", ".conll"))


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Parameters
    ----------
    path : Path
        As the caller named it; ``-`` is standard input.
    name : str
        Relative path of its result where results go to a folder, with ``/`` between parts.
    format : Format
        How it is read.
    becomes : Format, optional
        The format of its result, where that is not its own.
    """

    path: Path
    name: str
    format: Format
    becomes: Format | None = None

    @property
    def is_standard(self) -> bool:
        """Tell whether the input is standard input."""
        return str(self.path) == STANDARD

    @property
    def result_format(self) -> Format:
        """The format of its result."""
        return self.becomes or self.format

    @property
    def result_name(self) -> str:
        """The relative path of its result; a text made of a PDF file keeps the old suffix before its own."""
        return f"{self.name}.txt" if self.result_format == "text" != self.format else self.name

    @property
    def is_one_document(self) -> bool:
        """Tell whether the file holds one document, which bears its name."""
        return self.format in ("text", "pdf")


def format_of_name(name: str) -> Format:
    """Return the format the suffix of a file tells; whatever is not known is text.

    Raises
    ------
    UsageError
        If it is a format of annotated notes.
    """
    if PurePosixPath(name).suffix.lower() in _ANNOTATED:
        raise UsageError(f"{name}: annotated notes; make JSON lines of them first: palimpseste convert {name} x.jsonl")
    return _SUFFIXES.get(PurePosixPath(name).suffix.lower(), "text")


def listed_inputs(
    paths: Sequence[str | Path], format: Format | None = None, *, pdf_becomes: Format = "text"
) -> tuple[Input, ...]:
    """Return the files of some files and folders.

    Folders are searched through in the order of the names. Files whose name begins with a dot are left out, and links
    to folders are not followed. The files of several folders keep the folder's name before their own.

    Parameters
    ----------
    paths : sequence of str or Path
        At least one; ``-`` stands alone.
    format : Format, optional
        How all of them are read; None tells it by the suffix of each, and takes JSON lines from standard input.
    pdf_becomes : Format
        What results of PDF files are: ``text`` or ``pdf``.

    Raises
    ------
    UsageError
        If a path does not exist, nothing is found, two results would bear one name, or a file holds annotated notes.
    """
    if any(str(path) == STANDARD for path in paths):
        if len(paths) > 1:
            raise UsageError("standard input ('-') cannot be read beside other inputs")
        if format not in (None, "jsonl", "text"):
            raise UsageError(f"standard input is read as jsonl or text, not {format}")
        return (Input(Path(STANDARD), STANDARD, format or "jsonl"),)
    inputs: dict[str, Input] = {}
    for path in map(Path, paths):
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        for file in _files_under(path) if path.is_dir() else (path,):
            name = file.relative_to(path).as_posix() if path.is_dir() else file.name
            if path.is_dir() and len(paths) > 1:
                name = f"{path.resolve().name}/{name}"
            if name in inputs:
                raise UsageError(f"{inputs[name].path} and {file}: two inputs of the name {name!r}")
            its_format = format or format_of_name(name)
            inputs[name] = Input(file, name, its_format, pdf_becomes if its_format == "pdf" else None)
    if not inputs:
        raise UsageError(f"{', '.join(map(str, paths))}: no file to read")
    both = next((i for i in inputs.values() if i.result_name != i.name and i.result_name in inputs), None)
    if both:
        raise UsageError(f"{both.path} and {inputs[both.result_name].path}: two results of one name")
    return tuple(inputs.values())


def _files_under(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))
