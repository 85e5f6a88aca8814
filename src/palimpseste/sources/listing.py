"""The files a run reads, in an order that depends on their names only."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO

from palimpseste.errors import UsageError
from palimpseste.files import open_to_read, standard_input
from palimpseste.sources.folder import Folder
from palimpseste.sources.formats import REFUSED, format_named, format_of_name, unknown_format

__all__ = ["STANDARD", "Changes", "Input", "changes_of", "hidden_count", "listed_inputs"]

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
    refusal : str
        Why it is not read, where its format is that of refused files.
    is_forced : bool
        Whether the caller named the format, whatever the file looks like.
    follows : bool
        Whether it may be a link.
    folder : Folder, optional
        The one that it lies in; None for standard input.
    stamp : tuple of int, optional
        Its size and the time of its last change when it was listed; None for standard input, and where it is not read.
    """

    path: Path
    name: str
    format: str
    becomes: str | None = None
    refusal: str = ""
    is_forced: bool = False
    follows: bool = False
    folder: Folder | None = None
    stamp: tuple[int, int] | None = None

    def require_unchanged(self, found: os.stat_result) -> None:
        """Make sure that a file is what it was when it was listed: what another is writing to may be half a note.

        Parameters
        ----------
        found : os.stat_result
            Of the file, once it was read.

        Raises
        ------
        OSError
            If its size is another, or it was written since.
        """
        if self.stamp is not None and _stamp_of(found) != self.stamp:
            raise OSError(errno.ESTALE, "it changed since the run began", str(self.path))

    def opened(self) -> BinaryIO:
        """Return the file open for reading.

        Raises
        ------
        OSError
            If it cannot be read, is no file, or became a link that is not to be followed.
        """
        return os.fdopen(open_to_read(self.path, follow=self.follows), "rb")

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
    paths: Sequence[str | Path],
    format: str | None = None,
    *,
    becomes: Mapping[str, str] | None = None,
    follow_links: bool = False,
) -> tuple[Input, ...]:
    """Return the files of some files and folders.

    Folders are searched through in the order of the names. Files and folders whose names begin with a dot are left out
    (:func:`hidden_count`). The files of several folders keep the folder's name before their own. What is of no known
    format, no file, a link that is not followed, or a folder that cannot be listed is listed too, to be refused by
    name.

    Parameters
    ----------
    paths : sequence of str or Path
        At least one; ``-`` stands alone.
    format : str, optional
        How all of them are read; None tells it by the suffix of each, and takes JSON lines from standard input.
    becomes : mapping of str to str, optional
        For a format whose results may have several, by name, the one they are to have; the usual one without it.
    follow_links : bool
        Whether a path may be a link, and files of a folder links to other files of it.

    Raises
    ------
    UsageError
        If a path does not exist, cannot be listed or is a link not to be followed, nothing is found that can be read,
        two results would bear one name, a file holds annotated notes, or there is no such format.
    """
    if format is not None:
        format_named(format if format != REFUSED.name else "")
    if any(str(path) == STANDARD for path in paths):
        if len(paths) > 1:
            raise UsageError("standard input ('-') cannot be read beside other inputs")
        if format is not None and not format_named(format).is_read_from_standard_input:
            raise UsageError(f"standard input is read as jsonl or text, not {format}")
        standard_input()  # refused now where it is closed
        return (Input(Path(STANDARD), STANDARD, format or "jsonl", is_forced=format is not None),)
    inputs: dict[str, Input] = {}
    listed = cache(_listed)
    for path in map(Path, paths):
        if not os.path.lexists(path):
            raise UsageError(f"{path}: no such file or folder")
        if path.is_symlink() and not follow_links:
            raise UsageError(f"{path}: a link; --follow-links reads what it leads to")
        is_folder = path.is_dir()
        for file in _files_under(path) if is_folder else (path,):
            name = file.relative_to(path).as_posix() if is_folder else file.name
            if is_folder and len(paths) > 1:
                name = f"{path.resolve().name}/{name}"
            if name in inputs:
                raise UsageError(f"{inputs[name].path} and {file}: two inputs of the name {name!r}")
            folder = listed(file.parent)
            refusal, stamp = _looked_at(file, path if is_folder else None, follow_links)
            its_format = format or format_of_name(name)
            if not refusal and its_format is None:
                refusal = unknown_format(name)
            if refusal or its_format is None:
                inputs[name] = Input(file, name, REFUSED.name, refusal=refusal, folder=folder)
                continue
            its_result = _result_format(its_format, becomes or {})
            is_forced = format is not None
            inputs[name] = Input(file, name, its_format, its_result, "", is_forced, follow_links, folder, stamp)
    if not inputs:
        hidden = hidden_count(paths)
        which = f"; {hidden:,} begin with a dot" if hidden else ""
        raise UsageError(f"{', '.join(map(str, paths))}: no file to read{which}")
    if all(input.refusal for input in inputs.values()):
        first = next(iter(inputs.values()))
        raise UsageError(f"{first.path}: {first.refusal}" + (f" ({len(inputs)} files)" if len(inputs) > 1 else ""))
    both = next((i for i in inputs.values() if i.result_name != i.name and i.result_name in inputs), None)
    if both:
        raise UsageError(f"{both.path} and {inputs[both.result_name].path}: two results of one name")
    return tuple(inputs.values())


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of the files of a run while it ran, by their paths in order.

    Parameters
    ----------
    came : tuple of str
        Those that nothing was read of.
    gone : tuple of str
        Those that were listed and are no longer there.
    changed : tuple of str
        Those that are not what they were when they were listed.
    """

    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def changes_of(paths: Sequence[str | Path], inputs: Sequence[Input]) -> Changes:
    """Return how files and folders differ from what was listed of them.

    Parameters
    ----------
    paths : sequence of str or Path
        As :func:`listed_inputs` took them.
    inputs : sequence of Input
        What it returned.
    """
    listed = {input.path: input for input in inputs if not input.is_standard}
    came = []
    for path in map(Path, paths):
        if path.is_dir():
            with suppress(UsageError):  # it cannot be listed any more: its files are gone
                came += [str(file) for file in _files_under(path) if file not in listed]
    gone, changed = [], []
    for path, input in listed.items():
        try:
            found = path.stat() if input.stamp else path.lstat()
        except OSError:
            gone.append(str(path))
        else:
            if input.stamp not in (None, _stamp_of(found)):
                changed.append(str(path))
    return Changes(*map(tuple, map(sorted, (came, gone, changed))))


def hidden_count(paths: Sequence[str | Path]) -> int:
    """Return how many files and folders of some folders are left out because their names begin with a dot.

    Parameters
    ----------
    paths : sequence of str or Path
        As :func:`listed_inputs` takes them.
    """
    count = 0
    for path in paths:
        for _, folders, files in os.walk(path):
            count += sum(map(_is_hidden, (*folders, *files)))
            folders[:] = [name for name in folders if not _is_hidden(name)]
    return count


def _is_hidden(name: str) -> bool:
    return name.startswith(".")


def _listed(path: Path) -> Folder:
    try:
        return Folder.listed(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be listed: {error.strerror}") from None


def _files_under(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, and the folders within that cannot be listed: what is in them is not passed over."""
    unlisted: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=unlisted.append):
        # Links to folders are not gone into; they are listed, to be refused.
        links = [name for name in folders if Path(parent, name).is_symlink()]
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        yield from (Path(parent, name) for name in sorted([*names, *links]) if not _is_hidden(name))
    for error in unlisted:
        path = Path(error.filename)
        if path == folder:
            raise UsageError(f"{path}: cannot be listed: {error.strerror}")
        yield path


def _looked_at(file: Path, folder: Path | None, follow_links: bool) -> tuple[str, tuple[int, int] | None]:
    """Return why a file is not read, the empty string where it may be, and then its stamp.

    It is not where it is none, or a link that is not followed.

    Parameters
    ----------
    file : Path
        As it was found.
    folder : Path, optional
        That of the caller, which links may not lead out of; None for a file that the caller named.
    follow_links : bool
        Whether others are followed.
    """
    try:
        if file.is_symlink() and folder is not None:
            if not follow_links:
                return "a link; --follow-links follows those that stay within the folder", None
            if not file.resolve(strict=True).is_relative_to(folder.resolve()):
                return "a link that leads out of the folder: never followed", None
            if file.is_dir():
                return "a link to a folder: not followed", None
        if file.is_dir() and not file.is_symlink():
            return "a folder that cannot be listed: nothing in it is read", None
        found = file.stat()
    except (OSError, RuntimeError):  # a link to nothing, or to itself
        return "cannot be read: it, or what it leads to, is not there", None
    if not stat.S_ISREG(found.st_mode):
        return "not a file, but a pipe, a socket or a device", None
    return "", _stamp_of(found)


def _stamp_of(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns


def _result_format(name: str, becomes: Mapping[str, str]) -> str | None:
    possible = format_named(name).becomes
    chosen = becomes.get(name, possible[0] if possible else None)
    if chosen not in (possible or (None, name)):
        raise UsageError(f"results of the format {name!r} cannot be {chosen!r}, but {' or '.join(possible or (name,))}")
    return chosen
