"""Who annotated what, in the exports of the tools in which several people annotate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from palimpseste.corpus import inception, label_studio
from palimpseste.corpus.brat import is_brat_folder
from palimpseste.corpus.formats import read_documents
from palimpseste.corpus.jsonl import json_lines
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LabelSet

__all__ = ["annotations_of"]


def annotations_of(
    path: Path,
    format: str | None = None,
    *,
    person: str | None = None,
    view: LabelSet = "canonical",
    settled: bool = False,
) -> Iterator[tuple[str, Document]]:
    """Yield who annotated, and the document as that person did.

    Parameters
    ----------
    path : Path
        A file of Label Studio says itself who annotated; so does a project that INCEpTION exported, unpacked, or its
        folder ``annotation``, by the names of its files. Files of Doccano, one a person, are named after the person,
        and so are folders of BRAT in a folder.
    format : str, optional
        Of the annotations; None tells it by suffixes.
    person : str, optional
        Who annotated, whatever the export says.
    view : str
        Whose labels they are annotated in.
    settled : bool
        Whether of a project of INCEpTION what was curated is meant, where anything was.

    Raises
    ------
    UsageError
        If there is nothing to read, or a file is malformed: then with its line.
    """
    for said, document in _said(path, format, view, settled):
        yield person or said, document


def _said(path: Path, format: str | None, view: LabelSet, settled: bool) -> Iterator[tuple[str, Document]]:
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if path.suffix == ".zip" and path.is_file():
        raise UsageError(f"{path}: an archive is not gone into; unpack it, and name the folder")
    if inception.is_project(path):
        yield from inception.read_annotators(inception.folder_of_people(path, settled=settled), view)
    elif format == "label-studio" or (format is None and path.name.endswith(".json")):
        yield from label_studio.read_annotators(path, view)
    elif path.is_dir() and (format in ("inception", "inception-xmi") or inception.holds_annotators(path)):
        yield from inception.read_annotators(path, view)
    elif path.is_dir() and not is_brat_folder(path):
        inner = sorted(each for each in path.iterdir() if not each.name.startswith("."))
        if not inner:
            raise UsageError(f"{path}: nothing is in it")
        for each in inner:
            for document in read_documents(each, format or _format_of(each), view=view):
                yield each.name.partition(".")[0], document
    else:
        for document in read_documents(path, format or _format_of(path), view=view):
            yield path.name.partition(".")[0], document


def _format_of(path: Path) -> str | None:
    """Return Doccano's format for a file that its export calls after the annotator alone; None for any other."""
    if path.suffix != ".jsonl" or path.name.endswith(".doccano.jsonl"):
        return None
    for _, values in json_lines(path):
        entities = values.get("entities")
        if "label" in values:
            return "doccano"
        if isinstance(entities, list) and entities:
            return "doccano" if isinstance(entities[0], dict) and "start_offset" in entities[0] else None
    return None
