"""Where results go, and which bytes of which file each document becomes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Generic, NewType, Protocol, TypeVar

from palimpseste.errors import UsageError
from palimpseste.files import standard_output
from palimpseste.result import Result
from palimpseste.sources.entry import Entry, Origin
from palimpseste.sources.formats import format_named, format_of_name, gathering_of_name, kind_without_text
from palimpseste.sources.listing import STANDARD, Input
from palimpseste.sources.source import Source

__all__ = ["Merged", "Mirrored", "Shape", "Target", "Written", "refuse_loss", "target_of"]

# What a document becomes: a result, or a prediction.
W = TypeVar("W", contravariant=True)
# Bytes that a shape made of one: what goes to a file, which no other bytes of a document do.
Written = NewType("Written", bytes)


@dataclass(frozen=True, slots=True)
class Target:
    """The place of the results.

    Parameters
    ----------
    path : Path, optional
        None is standard output.
    is_folder : bool
        Whether each input becomes a file under `path`.
    merged : bool
        Whether all documents go to one file, whatever they were read from.
    gathering : str
        Which kind of file that is (:class:`palimpseste.sources.formats.Gathering`).
    """

    path: Path | None
    is_folder: bool
    merged: bool
    gathering: str = "jsonl"

    def __str__(self) -> str:
        return str(self.path) if self.path else "standard output"

    @property
    def is_there(self) -> bool:
        """Whether there are results: a file of one document that was refused is never written."""
        return self.path is None or os.path.lexists(self.path)


class Shape(Protocol[W]):
    """The files results are made of, or predictions where those are asked for."""

    def names(self) -> Sequence[str]:
        """Return the relative names of the files in the order they are written; a single file has the name ``''``."""

    def file_of(self, source: int) -> int:
        """Return which file the results of a source belong to."""

    def is_optional(self, file: int) -> bool:
        """Tell whether a file is one document: without it there is no file."""

    def head(self, file: int) -> bytes:
        """Return what stands before the first document of a file."""

    def written(self, entry: Entry, became: W) -> Written:
        """Return the bytes of what a document became."""

    def finish(self, file: int, partial: Path) -> None:
        """Turn the bytes of a whole file into the final one, in place; doing it twice does no harm."""


@dataclass(frozen=True, slots=True)
class Mirrored:
    """Results that are one file for each source, in its likeness.

    Parameters
    ----------
    sources : sequence of Source
        In the order of the run.
    is_folder : bool
        Whether results go to a folder, under the names of the inputs; else there is one source, and one file.
    """

    sources: Sequence[Source]
    is_folder: bool

    def names(self) -> Sequence[str]:
        """Return the names of the inputs."""
        return [source.input.result_name for source in self.sources] if self.is_folder else [""]

    def file_of(self, source: int) -> int:
        """Return the source's own."""
        return source

    def is_optional(self, file: int) -> bool:
        """Tell whether the source is one document."""
        return self.sources[file].input.is_one_document

    def head(self, file: int) -> bytes:
        """Return the head of the source."""
        return self.sources[file].head()

    def written(self, entry: Entry, became: Result) -> Written:
        """Return the result as its source writes it."""
        return Written(self.sources[entry.source].written(entry, became))

    def finish(self, file: int, partial: Path) -> None:
        """Finish the file as its source does."""
        self.sources[file].finish(partial)


@dataclass(frozen=True, slots=True)
class Merged(Generic[W]):
    """One file for all sources.

    Parameters
    ----------
    line : callable
        Makes the bytes of what a document became.
    first : bytes
        What stands before the first.
    ending : callable, optional
        Finishes the file in place.
    """

    line: Callable[[Origin, W], bytes]
    first: bytes = b""
    ending: Callable[[Path], None] | None = None

    def names(self) -> Sequence[str]:
        """Return the only one."""
        return [""]

    def file_of(self, source: int) -> int:
        """Return the only one."""
        return 0

    def is_optional(self, file: int) -> bool:
        """Tell that the file is there even if it holds no document."""
        return False

    def head(self, file: int) -> bytes:
        """Return what stands before the first document."""
        return self.first

    def written(self, entry: Entry, became: W) -> Written:
        """Return the document's bytes."""
        return Written(self.line(entry, became))

    def finish(self, file: int, partial: Path) -> None:
        """Finish the file, where its kind asks for it."""
        if self.ending is not None:
            self.ending(partial)


def target_of(
    output: str, paths: Sequence[str | Path], inputs: Sequence[Input], *, always_merged: bool = False
) -> Target:
    """Return what OUTPUT means for some inputs.

    ``-`` is standard output and takes JSON lines, or one text where a text is read. A name in ``.jsonl``, or with the
    suffix of another gathering, takes results from any input. Otherwise one file becomes one file of the same format,
    and a folder or several files become a folder of files with the same relative names. If `always_merged`, the name
    does not matter: it is JSON lines.

    Parameters
    ----------
    output : str
        What the user wrote.
    paths : sequence of str | Path
        The inputs, as the user wrote them.
    inputs : sequence of Input
        The files found there.
    always_merged : bool
        Whether all results go into one file of JSON lines.

    Raises
    ------
    UsageError
        If OUTPUT is an input, stands inside one or holds one, or its suffix is that of another format.
    """
    one_text = len(inputs) == 1 and inputs[0].is_one_document and not Path(paths[0]).is_dir()
    formats = {input.format: format_named(input.format) for input in inputs if not input.refusal}
    apart = next((format for format in formats.values() if not format.is_gathered), None)
    if output == STANDARD:
        if apart and len(formats) > 1:
            raise UsageError(f"{apart.noun}s and other documents do not go to one standard output")
        standard_output()  # refused now where it is closed
        return Target(None, False, merged=always_merged or not (one_text or apart))
    path = Path(output)
    promised = kind_without_text(path.name)
    if promised and not path.is_dir() and path.suffix not in {input.path.suffix for input in inputs}:
        raise UsageError(f"{path}: no result is {promised}; name a file with another suffix, or a folder")
    for given in map(Path, paths):
        if str(given) != STANDARD and given.resolve() in path.resolve().parents:
            raise UsageError(f"{path}: results cannot replace {given} or stand inside it; name another place")
        if str(given) != STANDARD:
            _refuse_loss_of(given, path)
    if always_merged:
        if path.is_dir() or output.endswith("/"):
            raise UsageError(f"{path}: is a folder; name the file of JSON lines to write")
        return Target(path, False, merged=True)
    is_folder = len(paths) > 1 or Path(paths[0]).is_dir() or output.endswith("/") or path.is_dir()
    suffix_format = format_of_name(path.name) if PurePosixPath(path.name).suffix else None
    gathering = gathering_of_name(path.name)
    if gathering and not output.endswith("/") and not path.is_dir():
        if apart:
            raise UsageError(
                f"{path}: {apart.noun}s stay what they are; name a file in {apart.suffixes[0]} or a folder"
            )
        return Target(path, False, merged=True, gathering=gathering.name)
    result_format = inputs[0].result_format
    if not is_folder and suffix_format != result_format and (suffix_format, result_format) != (None, "text"):
        what = f"results keep the format of their source, {result_format}"
        if inputs[0].becomes:
            what = f"this {formats[inputs[0].format].noun or 'file'} becomes {result_format}"
        raise UsageError(f"{path}: {what}; name a file with that suffix, a folder, or a .jsonl file")
    return Target(path, is_folder, merged=False)


def refuse_loss(target: Target, quarantine: Path | None, inputs: Sequence[Input], others: Sequence[Path]) -> None:
    """Refuse a run that would replace, or remove with the folder it is in, what it reads.

    Parameters
    ----------
    target : Target
        Where results go.
    quarantine : Path, optional
        Where refusals go; a file of that name is removed where there are none.
    inputs : sequence of Input
        All that is listed.
    others : sequence of Path
        What is read beside them: records, settings, keys.

    Raises
    ------
    UsageError
        If it would.
    """
    for path in (target.path, quarantine):
        if path is not None:
            for other in others:
                _refuse_loss_of(other, path)
    for input in inputs:
        if quarantine is not None and input.path.name == quarantine.name:
            _refuse_loss_of(input.path, quarantine)


def _refuse_loss_of(read: Path, place: Path) -> None:
    if place.resolve() in (read.resolve(), *read.resolve().parents):
        raise UsageError(
            f"{place}: results cannot replace {read}, which is read, or a folder with it; name another place"
        )
