"""Notes whose annotations do not matter, from whatever files hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from palimpseste.corpus import is_annotated_folder, read_documents
from palimpseste.corpus.jsonl import json_lines
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.sources import Input, listed_inputs, open_sources
from palimpseste.sources.formats import format_of_name

__all__ = ["texts_of"]

_DOCUMENTS = "documents"


def texts_of(paths: Sequence[Path]) -> Iterator[Document]:
    """Yield the notes of files and folders: text, JSON lines, CSV, Parquet, or annotated formats.

    JSON lines may be stays: then each of their `documents` is a note. In a folder stays come last.

    Raises
    ------
    UsageError
        If there is nothing to read, or a note cannot be read: its place is named.
    """
    for path in paths:
        if is_annotated_folder(path) or (path.is_file() and _is_annotated(path)):
            yield from read_documents(path)
            continue
        inputs = listed_inputs([path])
        stays = [each for each in inputs if _holds_stays(each)]
        for source in open_sources([each for each in inputs if each not in stays]):
            source.check()
            for entry in source.entries():
                if entry.document is None:
                    raise UsageError(f"{entry.place}: {entry.reason}")
                yield entry.document
        for each in stays:
            yield from _documents_of_stays(each.path)


def _is_annotated(path: Path) -> bool:
    try:
        format_of_name(path.name)
    except UsageError:
        return True
    return False


def _holds_stays(file: Input) -> bool:
    """Tell whether a file is of JSON lines whose first has documents in the place of a text."""
    if file.format != "jsonl" or file.is_standard:
        return False
    _, values = next(json_lines(file.path), ("", {}))
    return _DOCUMENTS in values and "text" not in values


def _documents_of_stays(path: Path) -> Iterator[Document]:
    for place, stay in json_lines(path):
        documents = stay.get(_DOCUMENTS)
        if not isinstance(documents, list):
            raise UsageError(f"{place}: {_DOCUMENTS!r} is not a list")
        # Without a record, the stay is the patient: what is held out are whole stays.
        patient = stay.get("patient") or {"patient_id": f"stay {stay.get('id')}"}
        for number, document in enumerate(documents, start=1):
            text = document.get("text") if isinstance(document, Mapping) else document
            values = {"id": f"{stay.get('id')}-{number}", "text": text, "patient": patient}
            try:
                yield Document.from_mapping(values)
            except UsageError as error:
                raise UsageError(f"{place}: {error}") from None
