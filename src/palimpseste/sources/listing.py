"""The files a run reads, in an order that depends on their names only."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.sources.formats import format_named, format_of_name

__all__ = ["STANDARD", "Input", "listed_inputs"]

STANDARD = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Parameters
    ----------
    path : Path
        As the caller named it; ``-`` is standard input.
    name : str
        Relative path of its result where results go to a folder, with ``/`` between parts.
    format : str
        Name of the format it is read as.
    becomes : str, optional
        Name of the format of its result, where it is one of several.
    """

    path: Path
    name: str
    format: str
    becomes: str | None = None

    @property
    def is_standard(self) -> bool:
        """Tell whether the input is standard input."""
        return str(self.path) == STANDARD

    @property
    def result_format(self) -> str:
        """The name of the format of its result."""
        return self.becomes or self.format

    @property
    def result_name(self) -> str:
        """The relative path of its result; where that is of another format, its suffix follows the old one."""
        if self.result_format == self.format:
            return self.name
        return self.name + next(iter(format_named(self.result_format).suffixes), "")

    @property
    def is_one_document(self) -> bool:
        """Tell whether it holds one document, which bears its name."""
        return format_named(self.format).is_one_document


def listed_inputs(
    paths: Sequence[str | Path], format: str | None = None, *, becomes: Mapping[str, str] | None = None
) -> tuple[Input, ...]:
    """Return the files of some files and folders.

    Folders are searched through in the order of the names. Files whose name begins with a dot are left out, and links
    to folders are not followed. The files of several folders keep the folder's name before their own.

    Parameters
    ----------
    paths : sequence of str or Path
        At least one; ``-`` stands alone.
    format : str, optional
        How all of them are read; None tells it by the suffix of each, and takes JSON lines from standard input.
    becomes : mapping of str to str, optional
        For a format whose results may have several, by name, the one they are to have; the usual one without it.

    Raises
    ------
    UsageError
        If a path does not exist, nothing is found, two results would bear one name, a file holds annotated notes, or
        there is no such format.
    """
    if format is not None:
        format_named(format)
    if any(str(path) == STANDARD for path in paths):
        if len(paths) > 1:
            raise UsageError("standard input ('-') cannot be read beside other inputs")
        if format is not None and not format_named(format).is_read_from_standard_input:
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
            inputs[name] = Input(file, name, its_format, _result_format(its_format, becomes or {}))
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


def _result_format(name: str, becomes: Mapping[str, str]) -> str | None:
    possible = format_named(name).becomes
    chosen = becomes.get(name, possible[0] if possible else None)
    if chosen not in (possible or (None, name)):
        raise UsageError(f"results of the format {name!r} cannot be {chosen!r}, but {' or '.join(possible or (name,))}")
    return chosen
