"""Results on their way to disk: everything under one folder beside the target, renamed when all is there.

::

    notes.out.partial/
    ├── journal.jsonl      how far the run is
    ├── quarantine.jsonl   what could not be done
    └── result             the file, or the folder of files
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeVar

from palimpseste.engines.run.journal import Checkpoint, Journal
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import PalimpsesteError
from palimpseste.files import (
    make_folder,
    move_file,
    opened_at,
    partial_folder_of,
    put_in_place,
    remove_folder,
    replace_private,
)
from palimpseste.files.descriptors import sync
from palimpseste.files.standard import standard_output
from palimpseste.sources.target import Shape, Written

__all__ = ["Output", "PartialOutput", "StandardOutput", "quarantine_file_of"]

Content = TypeVar("Content", contravariant=True)

_SECONDS_BETWEEN_CHECKPOINTS = 1.0


class Output(Protocol[Content]):
    """Where a run writes what documents became: bytes of files, rows of tables."""

    def write(self, source: int, content: Content) -> None:
        """Write the next document of a source; sources come in order."""

    def refuse(self, source: int, refusal: Refusal) -> None:
        """Write that the next document of a source could not be done."""

    def save(self, tally: Tally, *, now: bool = False) -> None:
        """Make what is written so far survive, if it is time or `now`."""

    def finish(self, tally: Tally, before_cleaning: Callable[[], None]) -> None:
        """Put the results in their place."""

    def close(self) -> None:
        """Let go of all files."""


def quarantine_file_of(target: Path) -> Path:
    """Return the file that names the documents a run could not do."""
    return target.with_name(target.name + ".quarantine.jsonl")


class PartialOutput:
    """Results that can be continued after a kill.

    Parameters
    ----------
    target : Path
        Where the results go in the end.
    quarantine : Path
        Where the refusals go in the end.
    is_folder : bool
        Whether the results are a folder of files.
    shape : Shape
        The files.
    sources : int
        How many sources there are.
    journal : Journal
        Begun or resumed by the caller.
    replaces : bool
        Whether what has the name of the target gives way in the end.
    """

    def __init__(
        self,
        target: Path,
        quarantine: Path,
        is_folder: bool,
        shape: Shape[Any],
        sources: int,
        journal: Journal,
        *,
        replaces: bool = False,
    ) -> None:
        self._target = target
        self._replaces = replaces
        self._final_quarantine = quarantine
        self._shape = shape
        self._names = shape.names()
        self._sources = sources
        self._journal = journal
        self._folder = partial_folder_of(target)
        self._result = self._folder / "result"
        start = journal.last
        self._source, self._entries = start.source, start.entries
        self._unsaved: list[Path] = []
        self._saved_at = time.monotonic()
        self._file = -1
        self._stream: BinaryIO | None = None
        self._quarantine: BinaryIO | None = None
        if start.source < sources:
            if is_folder:
                make_folder(self._result)
            try:
                self._continue(start)
            except BaseException:
                self.close()
                raise

    def _continue(self, start: Checkpoint) -> None:
        self._quarantine = opened_at(self._folder / "quarantine.jsonl", start.quarantine_bytes)
        self._file = self._shape.file_of(start.source)
        if start.entries and self._shape.is_optional(self._file):
            return  # its only document is done: written, or refused and without a file
        if start.entries or start.file_bytes:
            self._stream = opened_at(self._path_of(self._names[self._file]), start.file_bytes)
        else:
            self._begin_file()

    def write(self, source: int, content: Written) -> None:
        """Write the next document of a source."""
        self._move_to(source)
        if self._stream is None:
            self._stream = self._new_file()
        self._stream.write(content)
        self._entries += 1

    def refuse(self, source: int, refusal: Refusal) -> None:
        """Write that the next document of a source could not be done.

        Raises
        ------
        ValueError
            If the output is complete.
        """
        self._move_to(source)
        if self._quarantine is None:
            raise ValueError("this output is complete")
        self._quarantine.write(refusal.to_json_line())
        self._entries += 1

    def save(self, tally: Tally, *, now: bool = False) -> None:
        """Add a checkpoint to the journal once a second, or `now`: first the data reach the disk, then the line."""
        due = now or time.monotonic() - self._saved_at >= _SECONDS_BETWEEN_CHECKPOINTS
        if not due or self._quarantine is None:
            return
        for path in self._unsaved:
            sync(path)
        self._unsaved.clear()
        length = 0
        for stream in (self._quarantine, self._stream):
            if stream is not None:
                stream.flush()
                os.fsync(stream.fileno())
        if self._stream is not None:
            length = self._stream.tell()
        self._journal.add(Checkpoint(self._source, self._entries, length, self._quarantine.tell(), tally))
        self._saved_at = time.monotonic()

    def finish(self, tally: Tally, before_cleaning: Callable[[], None]) -> None:
        """Finish every file, put results and quarantine in their place, then remove the partial folder.

        Each step may have been done before a kill: it is then passed over.

        Raises
        ------
        PalimpsesteError
            If the target was made by something else during the run.
        """
        if self._quarantine is not None:
            self._move_to(self._sources)
            self.save(tally, now=True)
            self._quarantine.close()
            self._quarantine = None
        for file, name in enumerate(self._names):
            path = self._path_of(name)
            if path.exists() and not self._shape.is_optional(file):
                self._shape.finish(file, path)
                sync(path)
        refusals = self._folder / "quarantine.jsonl"
        if refusals.exists() and tally.quarantined:
            make_folder(self._final_quarantine.parent, parents=True)
            move_file(refusals, self._final_quarantine)
        elif not tally.quarantined and self._replaces:
            self._final_quarantine.unlink(missing_ok=True)
        if self._result.exists():
            try:
                put_in_place(self._result, self._target, self._folder / "replaced", replaces=self._replaces)
            except FileExistsError:
                raise PalimpsesteError(
                    f"{self._target} was made by something else during the run and is not replaced: "
                    "move it away and repeat the command to put the results in their place"
                ) from None
        else:
            if self._replaces and not tally.documents and self._names == [""] and self._shape.is_optional(0):
                # The one document is in quarantine: what an earlier run made of it is no result of this one.
                self._target.unlink(missing_ok=True)
            sync(self._target.parent)  # the kill may have come right after the renaming
        before_cleaning()
        self._journal.close()
        remove_folder(self._folder, "journal.jsonl")

    def close(self) -> None:
        """Let go of all files; what was not saved is written again when the run resumes."""
        for stream in (self._stream, self._quarantine):
            if stream is not None:
                with suppress(OSError):  # a full disk, of which the error that ends the run tells
                    stream.close()
        self._journal.close()

    def _path_of(self, name: str) -> Path:
        return self._result / name if name else self._result

    def _move_to(self, source: int) -> None:
        """Go to a later source; the files of those between are made too, with their head."""
        while self._source < source:
            self._source += 1
            self._entries = 0
            file = self._shape.file_of(self._source) if self._source < self._sources else len(self._names)
            if file == self._file:
                continue
            if self._stream is not None:
                self._stream.close()
                self._unsaved.append(self._path_of(self._names[self._file]))
            self._file, self._stream = file, None
            if file < len(self._names):
                self._begin_file()

    def _begin_file(self) -> None:
        if self._shape.is_optional(self._file):
            # A kill may have left what this run may not write again.
            self._path_of(self._names[self._file]).unlink(missing_ok=True)
        else:
            self._stream = self._new_file()

    def _new_file(self) -> BinaryIO:
        path = self._path_of(self._names[self._file])
        make_folder(path.parent, parents=True)
        stream = opened_at(path, 0)
        stream.write(self._shape.head(self._file))
        return stream


class StandardOutput:
    """Results on standard output, which no run can resume; refusals go to a file where one is given."""

    def __init__(self, shape: Shape[Any], quarantine: Path | None) -> None:
        self._shape = shape
        self._quarantine_path = quarantine
        self._stream = standard_output()
        self._refusals: list[bytes] = []
        self._file = -1

    def write(self, source: int, content: Written) -> None:
        """Write the next document and send it on its way."""
        file = self._shape.file_of(source)
        if file != self._file:
            self._file = file
            self._stream.write(self._shape.head(file))
        self._stream.write(content)
        self._stream.flush()

    def refuse(self, source: int, refusal: Refusal) -> None:
        """Keep a refusal for the end."""
        self._refusals.append(refusal.to_json_line())

    def save(self, tally: Tally, *, now: bool = False) -> None:
        """Do nothing: what is written is gone."""

    def finish(self, tally: Tally, before_cleaning: Callable[[], None]) -> None:
        """Write the refusals."""
        if self._quarantine_path and self._refusals:
            make_folder(self._quarantine_path.parent, parents=True)
            replace_private(self._quarantine_path, b"".join(self._refusals))
        before_cleaning()

    def close(self) -> None:
        """Do nothing: standard output is not ours to close."""
