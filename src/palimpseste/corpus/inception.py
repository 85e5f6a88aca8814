"""INCEpTION's documents: a folder of UIMA CAS in JSON (``.json``), or in XMI (``.xmi``) beside ``TypeSystem.xml``.

Spans are of the layer *Named entity*, whose value is the label: the projects of INCEpTION have it. Written is either,
and beside it ``documents.index``, JSON lines of what a CAS has no place for (type, date, patient). Read is the
identifier that the CAS says, else the name of its file. Where INCEpTION exports a CAS, it says who annotated in place
of the identifier: that is then the title without its suffix, or the name of the document's folder. dkpro-cassis counts
code points, where UIMA counts UTF-16 units (`pip install 'palimpseste[campaign]'`).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from palimpseste.corpus.brat import file_name_of
from palimpseste.corpus.jsonl import json_lines, write_json_lines
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LabelSet, label_in_view

__all__ = [
    "folder_of_people",
    "holds_annotators",
    "holds_only_inception",
    "is_inception_folder",
    "is_project",
    "read_annotators",
    "read_inception",
    "write_inception",
    "write_inception_xmi",
]

_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
_INDEX = "documents.index"
_TYPES = "TypeSystem.xml"
_MOST_BYTES = 200_000_000
# What INCEpTION exports beside people: a document as it was imported, and as a project of corrections began with it.
_NOBODY = ("INITIAL_CAS", "CORRECTION_USER")
_TOLD_ON_EXPORT = ("collectionId", "documentTitle", "documentUri")
_FILES_OF_PEOPLE = (".json", ".xmi", ".zip")


def is_inception_folder(path: Path) -> bool:
    """Tell whether a folder holds documents in CAS."""
    return path.is_dir() and (any(path.glob("*.xmi")) or ((path / _INDEX).exists() and any(path.glob("*.json"))))


def is_project(path: Path) -> bool:
    """Tell whether a folder is a project as INCEpTION exports it, unpacked."""
    return path.is_dir() and any(path.glob("exportedproject*.json"))


def holds_annotators(path: Path) -> bool:
    """Tell whether a folder holds documents, each a folder of files by the name of who annotated."""
    return any(file.suffix in _FILES_OF_PEOPLE for file in path.glob("*/*"))


def folder_of_people(project: Path, *, settled: bool = False) -> Path:
    """Return the folder of a project in which people's annotations are.

    Parameters
    ----------
    project : Path
        As INCEpTION exports it, unpacked.
    settled : bool
        Whether what a curator settled is meant, where anybody did.

    Raises
    ------
    UsageError
        If there are none, in a form that is read.
    """
    for name in ("curation", "annotation") if settled else ("annotation",):
        if holds_annotators(project / name):
            return project / name
    raise UsageError(
        f"{project}: this project holds no annotations that are read; export it with a secondary format, "
        "'UIMA CAS JSON' or 'UIMA CAS XMI'"
    )


def holds_only_inception(path: Path) -> bool:
    """Tell whether a folder holds nothing but what :func:`write_inception` and :func:`write_inception_xmi` make."""
    return all(file.suffix in (".json", ".xmi") or file.name in (_INDEX, _TYPES) for file in path.iterdir())


def read_inception(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a file or folder: those of ``documents.index``, then the others by file name.

    Parameters
    ----------
    path : Path
        The file or folder.
    view : str
        Whose labels they are annotated in.

    Raises
    ------
    UsageError
        At the first mistake, with the file; if dkpro-cassis is missing.
    """
    index = path / _INDEX
    known = {str(values.pop("file", "")): values for _, values in json_lines(index)} if index.exists() else {}
    files = [path] if path.is_file() else sorted([*path.glob("*.json"), *path.glob("*.xmi")])
    place = {name: number for number, name in enumerate(known)}
    for file in sorted(files, key=lambda each: place.get(each.stem, len(place))):
        yield _document_of(file.name, _cas_of(file), known.get(file.stem, {}), file.stem, view)


def read_annotators(path: Path, view: LabelSet = "canonical") -> Iterator[tuple[str, Document]]:
    """Yield who annotated, and the document as that person did, of the folder ``annotation`` of a project's export.

    Parameters
    ----------
    path : Path
        A folder of documents, each a folder of files or archives by the name of who annotated.
    view : str
        Whose labels it is annotated in.

    Raises
    ------
    UsageError
        At the first mistake, with the file; if dkpro-cassis is missing.
    """
    for file in sorted(path.glob("*/*")):
        if file.suffix in _FILES_OF_PEOPLE and file.stem not in _NOBODY:
            name = f"{file.parent.name}/{file.name}"
            id = Path(file.parent.name).stem
            document = _document_of(name, _cas_of(file), {}, id, view)
            yield file.stem, replace(document, id=id) if document.id == file.stem else document


def write_inception(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a new folder of CAS in JSON, which INCEpTION imports as *UIMA CAS JSON*.

    Raises
    ------
    FileExistsError
        If there is something at that path.
    UsageError
        If dkpro-cassis is missing.
    """
    _write(documents, path, lambda cas, name: cas.to_json(path / f"{name}.json"))


def write_inception_xmi(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a new folder of CAS in XMI, beside their types, which INCEpTION imports as *UIMA CAS XMI*.

    Raises
    ------
    FileExistsError
        If there is something at that path.
    UsageError
        If dkpro-cassis is missing, or a document has a character that XML has no place for.
    """

    def write(cas: Any, name: str) -> None:
        try:
            cas.to_xmi(path / f"{name}.xmi")
        except UnicodeEncodeError:
            raise
        except ValueError:  # its words may quote the text
            raise UsageError(f"{path / name}: a character that XML has no place for; JSON has") from None

    types = _write(documents, path, write)
    types.to_xml(path / _TYPES)


def _write(documents: Iterable[Document], path: Path, write: Callable[[Any, str], None]) -> Any:
    """Write each document's CAS by its name, and the index; return the types."""
    cassis = _cassis()
    path.mkdir()
    taken: set[str] = set()
    index: list[dict[str, object]] = []
    types = cassis.TypeSystem()
    entity = types.create_type(_ENTITY, "uima.tcas.Annotation")
    types.create_feature(entity, "value", "uima.cas.String")
    metadata = types.create_type(_METADATA, "uima.tcas.DocumentAnnotation")
    types.create_feature(metadata, "documentId", "uima.cas.String")
    for document in documents:
        cas = cassis.Cas(types)
        cas.sofa_string = document.text
        cas.sofa_mime = "text/plain"
        cas.add(metadata(begin=0, end=len(document.text), documentId=document.id, language="fr"))
        for span in document.entities:
            cas.add(entity(begin=span.start, end=span.end, value=span.label))
        name = file_name_of(document.id, taken)
        write(cas, name)
        values = document.to_mapping()
        del values["text"], values["entities"]
        index.append({"file": name, **values})
    write_json_lines(index, path / _INDEX)
    return types


def _cassis() -> Any:
    try:
        import cassis
    except ImportError:
        raise UsageError("INCEpTION's files need more: pip install 'palimpseste[campaign]'") from None
    return cassis


def _cas_of(file: Path) -> Any:
    cassis = _cassis()
    try:
        if file.suffix == ".zip":
            return _cas_in(file)
        if file.suffix == ".json":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return cassis.load_cas_from_json(io.BytesIO(_bounded(file)))
        with (file.parent / _TYPES).open("rb") as stream:
            types = cassis.load_typesystem(stream)
        return cassis.load_cas_from_xmi(io.BytesIO(_bounded(file)), types, lenient=True)
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no {_TYPES} beside it") from None
    except UsageError:
        raise
    except Exception as error:  # whatever a file may hold; the library's own words may quote it
        raise UsageError(f"{file}: no UIMA CAS that can be read ({error.__class__.__name__})") from None


def _cas_in(file: Path) -> Any:
    """Return the CAS in an archive, which holds it in JSON or in XMI with its types."""
    cassis = _cassis()
    try:
        with ZipFile(file) as archive:
            members = {Path(member.filename).name: member for member in archive.infolist()}
            if any(member.file_size > _MOST_BYTES for member in members.values()):
                raise UsageError(f"{file}: a file of more than {_MOST_BYTES:,} bytes is in it")
            for name, member in members.items():
                if name.endswith(".json"):
                    return cassis.load_cas_from_json(io.BytesIO(archive.read(member)))
                if name.endswith(".xmi") and _TYPES in members:
                    types = cassis.load_typesystem(io.BytesIO(archive.read(members[_TYPES])))
                    return cassis.load_cas_from_xmi(io.BytesIO(archive.read(member)), types, lenient=True)
    except BadZipFile:
        raise UsageError(f"{file}: no archive") from None
    raise UsageError(f"{file}: neither a .json, nor an .xmi with {_TYPES}, is in it")


def _bounded(file: Path) -> bytes:
    if file.stat().st_size > _MOST_BYTES:
        raise UsageError(f"{file}: more than {_MOST_BYTES:,} bytes")
    return file.read_bytes()


def _identifier_in(metadata: Any) -> str | None:
    """Return the identifier of a document that a CAS tells, were it by the title beside who annotated."""
    collection, title, uri = (getattr(metadata, name, None) for name in _TOLD_ON_EXPORT)
    id = Path(title).stem if title and uri == f"{collection}/{title}" else metadata.documentId
    return str(id) if id else None


def _document_of(name: str, cas: Any, values: dict[str, object], id: str, view: LabelSet) -> Document:
    text = cas.sofa_string or ""
    entities = []
    for each in _all_of(cas, _ENTITY):
        value = each.value
        if not value:
            raise UsageError(f"{name}: a named entity at {each.begin} without a value")
        try:
            label = label_in_view(str(value), view)
        except UsageError as error:
            raise UsageError(f"{name}: {error}") from None
        entities.append({"start": each.begin, "end": each.end, "label": label})
    said = next(filter(None, map(_identifier_in, _all_of(cas, _METADATA))), None)
    entities.sort(key=lambda each: each["start"])
    try:
        return Document.from_mapping({"id": said or id, **values, "text": text, "entities": entities})
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def _all_of(cas: Any, name: str) -> list[Any]:
    return list(cas.select(name)) if cas.typesystem.contains_type(name) else []
