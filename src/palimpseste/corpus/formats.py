"""Annotated documents from and to files, whatever the format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from palimpseste.corpus.brat import holds_only_brat, is_brat_folder, read_brat, write_brat
from palimpseste.corpus.conll import read_conll, write_conll
from palimpseste.corpus.doccano import read_doccano, write_doccano
from palimpseste.corpus.inception import (
    holds_only_inception,
    is_inception_folder,
    read_inception,
    write_inception,
    write_inception_xmi,
)
from palimpseste.corpus.jsonl import read_jsonl, write_jsonl
from palimpseste.corpus.label_studio import read_label_studio, write_label_studio
from palimpseste.corpus.notes import read_notes, write_notes
from palimpseste.document import Document
from palimpseste.document.span import overlap_told
from palimpseste.errors import UsageError
from palimpseste.files import made_beside
from palimpseste.labels import LabelSet
from palimpseste.rendering.screen import identifier_shown
from palimpseste.result import Result

__all__ = ["FORMATS", "is_annotated_folder", "read_documents", "write_documents", "write_results"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of annotated documents.

    Parameters
    ----------
    read : callable
        Yields the documents of a file or folder, given its path and the name of the view that its labels are of.
    write : callable
        Writes documents to a path.
    suffixes : tuple of str
        Those that tell a file of this format, with their dots.
    """

    read: Callable[[Path, LabelSet], Iterator[Document]]
    write: Callable[[Iterable[Document], Path], None]
    suffixes: tuple[str, ...]


# A longer suffix comes before the one it ends with.
FORMATS: Mapping[str, Format] = {
    "notes": Format(read_notes, write_notes, (".notes",)),
    "doccano": Format(read_doccano, write_doccano, (".doccano.jsonl", ".doccano")),
    "jsonl": Format(read_jsonl, write_jsonl, (".jsonl", ".ndjson")),
    "conll": Format(read_conll, write_conll, (".conll", ".bio")),
    "label-studio": Format(read_label_studio, write_label_studio, (".label-studio.json",)),
    "brat": Format(read_brat, write_brat, ()),
    "inception": Format(read_inception, write_inception, ()),
    "inception-xmi": Format(read_inception, write_inception_xmi, ()),
}
# Of which a folder is one thing to read.
_FOLDERS = ("brat", "inception", "inception-xmi")


def is_annotated_folder(path: Path) -> bool:
    """Tell whether a path is a folder that is one set of annotated documents: BRAT's or INCEpTION's."""
    return path.is_dir() and _format_of(path) in _FOLDERS


def read_documents(
    path: Path | str, format: str | None = None, *, view: LabelSet = "canonical", disjoint: bool = False
) -> Iterator[Document]:
    """Yield the annotated documents of a file, of a folder of BRAT or INCEpTION, or of every known file of a folder.

    Parameters
    ----------
    path : Path or str
        Files of a folder are read in the order of their paths.
    format : str, optional
        One of `FORMATS`; None tells it by the suffix, and a folder with ``.ann`` files is BRAT, one of CAS is
        INCEpTION's.
    view : str
        Whose labels the documents are annotated in: those of a paper become canonical ones
        (:func:`~palimpseste.labels.label_in_view`).
    disjoint : bool
        Whether two spans of a document may share no character: those that are to be written over.

    Raises
    ------
    UsageError
        If there is nothing to read, the format cannot be told, a file is malformed (then with its line), or two spans
        overlap that may not.
    """
    path = Path(path)
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    name = format or _format_of(path)
    if path.is_dir() and name not in _FOLDERS:
        files = [file for file in sorted(path.rglob("*")) if file.is_file() and (format or _format_of(file))]
        if not files:
            raise UsageError(f"{path}: no annotated file; suffixes: {_all_suffixes()}, or a BRAT folder")
        for file in files:
            yield from _read_file(file, format or _format_of(file), view, disjoint)
        return
    yield from _read_file(path, name, view, disjoint)


def _read_file(path: Path, name: str | None, view: LabelSet, disjoint: bool) -> Iterator[Document]:
    try:
        for number, document in enumerate(_format_named(name, path).read(path, view), start=1):
            if disjoint and (overlap := overlap_told(document.entities)):
                raise UsageError(f"{path}: document {number}, {identifier_shown(document.id)}: {overlap}")
            yield document
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start}") from None


def write_documents(
    documents: Iterable[Document], path: Path | str, format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write annotated documents to a file, or to a folder for BRAT and INCEpTION; nothing is there until all of it is.

    Their texts are written as they are, and so is the record: what is written is as sensitive as what was read.

    Parameters
    ----------
    documents : iterable of Document
        What each format cannot hold is refused; see its module.
    path : Path or str
        A path without suffix is a BRAT folder.
    format : str, optional
        One of `FORMATS`; None tells it by the suffix.
    overwrite : bool
        Replace what is there. A folder is replaced only if it is a BRAT one.

    Raises
    ------
    UsageError
        If something is there and is not to be replaced, the format cannot be told, or a document does not fit it.
    """
    path = Path(path)
    target = _format_named(format or _format_of(path) or ("brat" if not path.suffix else None), path)
    if path.exists() and not overwrite:
        raise UsageError(f"{path} exists; name another, or replace it (--force, overwrite=True)")
    if path.is_dir() and not (holds_only_brat(path) or holds_only_inception(path)):
        raise UsageError(f"{path} is a folder that holds more than annotated documents and is not replaced")
    try:
        with made_beside(path) as new:
            target.write(documents, new)
    except UnicodeEncodeError:
        raise UsageError(f"{path}: a document holds half a surrogate pair, which no UTF-8 file can") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def write_results(
    results: Iterable[Result], path: Path | str, format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write de-identified documents and their spans as :func:`write_documents` writes annotated ones.

    Parameters
    ----------
    results : iterable of Result
        What each format cannot hold is refused; what they spent of a privacy budget is left out.
    path : Path or str
        A path without suffix is a BRAT folder.
    format : str, optional
        One of `FORMATS`; None tells it by the suffix.
    overwrite : bool
        Replace what is there. A folder is replaced only if it is a BRAT one.

    Raises
    ------
    UsageError
        If something is there and is not to be replaced, the format cannot be told, or a document does not fit it.
    """
    write_documents((result.to_document() for result in results), path, format, overwrite=overwrite)


def _format_of(path: Path) -> str | None:
    if is_brat_folder(path):
        return "brat"
    if is_inception_folder(path):
        return "inception"
    name = path.name.lower()
    return next((name_of for name_of, f in FORMATS.items() if name.endswith(f.suffixes)), None)


def _format_named(name: str | None, path: Path) -> Format:
    if name is None:
        raise UsageError(f"{path}: the suffix tells no format ({_all_suffixes()}); formats: {', '.join(FORMATS)}")
    try:
        return FORMATS[name]
    except KeyError:
        raise UsageError(f"unknown format {name!r}; formats: {', '.join(FORMATS)}") from None


def _all_suffixes() -> str:
    return ", ".join(suffix for f in FORMATS.values() for suffix in f.suffixes)
