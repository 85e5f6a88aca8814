"""A BRAT folder: one ``.txt`` and one ``.ann`` (standoff) a document.

Offsets count code points of the ``.txt`` as it is, line ends and byte order mark included: "the number of characters in
the document preceding it", in the words of the standoff format. Tools in JavaScript count characters beyond U+FFFF
twice: the text each ``.ann`` line repeats is compared with the document, so that is an error and never a shifted span.

A span across line ends is written in fragments, as brat does, and read back as one. Other discontinuous spans are
refused, and so are relations, events, attributes and normalisations; notes (``#``) are skipped.

A folder written here also holds ``annotation.conf``, so that brat opens it, and ``documents.index``, JSON lines of what
brat has no place for (identifier, type, date, patient), in order. Without it a document is named after its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from palimpseste.corpus.jsonl import json_lines, write_json_lines
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, LabelSet, label_in_view

__all__ = ["file_name_of", "holds_only_brat", "is_brat_folder", "read_brat", "write_brat"]

_INDEX = "documents.index"
_CONFIGURATION = "annotation.conf"
_SPAN = re.compile(r"T\d+\t(\S+) (\d{1,18} \d{1,18}(?:;\d{1,18} \d{1,18})*)\t(.*)", re.DOTALL)
_LINE_END = re.compile(r"[\r\n]")


def is_brat_folder(path: Path) -> bool:
    """Tell whether a folder holds BRAT annotations."""
    return path.is_dir() and any(path.glob("*.ann"))


def holds_only_brat(path: Path) -> bool:
    """Tell whether a folder holds nothing but what :func:`write_brat` makes."""
    return all(file.suffix in (".txt", ".ann") or file.name in (_INDEX, _CONFIGURATION) for file in path.iterdir())


def read_brat(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a BRAT folder: first those of ``documents.index``, then the others by file name.

    Parameters
    ----------
    path : Path
        The folder.
    view : str
        Whose labels it is annotated in.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the line.
    """
    index = path / _INDEX
    known: set[str] = set()
    for place, values in json_lines(index) if index.exists() else ():
        name = str(values.pop("file", ""))
        if not name or Path(name).name != name:
            raise UsageError(f"{place}: 'file' must be a file name without folder")
        known.add(name)
        yield _document_of(path / f"{name}.ann", values, place, view)
    # By .txt, so that a document nobody annotated is an error rather than left out.
    for file in sorted(path.glob("*.txt")):
        if file.stem not in known:
            yield _document_of(file.with_suffix(".ann"), {"id": file.stem}, str(file), view)


def _document_of(annotations: Path, values: dict[str, object], place: str, view: LabelSet) -> Document:
    try:
        text = annotations.with_name(f"{annotations.stem}.txt").read_bytes().decode("utf-8")
        lines = annotations.read_bytes().decode("utf-8-sig").split("\n")
    except (FileNotFoundError, UnicodeDecodeError) as error:
        problem = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else "is missing"
        raise UsageError(f"{place}: the .txt or .ann of {annotations.stem!r} {problem}") from None
    spans = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            try:
                spans.append(_span_of(line.removesuffix("\r"), text, view))
            except UsageError as error:
                raise UsageError(f"{annotations}:{number}: {error}") from None
    try:
        document = Document.from_mapping({**values, "text": text})
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    return Document(document.id, text, document.type, document.date, document.patient, tuple(sorted(spans)))


def _span_of(line: str, text: str, view: LabelSet) -> Span:
    match = _SPAN.fullmatch(line)
    if not match:
        raise UsageError("not a text-bound annotation (T1<tab>LABEL start end<tab>text)")
    fragments = [tuple(map(int, fragment.split())) for fragment in match[2].split(";")]
    for (_, end), (start, _) in pairwise(fragments):
        if not end <= start or text[end:start].strip("\r\n"):
            raise UsageError("a discontinuous span; only the fragments of a span across line ends are read")
    start, end = fragments[0][0], fragments[-1][1]
    if not 0 <= start < end <= len(text):
        raise UsageError(f"a span must have 0 <= start < end <= {len(text)}")
    if match[3] != _repeated_text(text, fragments):
        raise UsageError(f"the text at {start} is not the one this line repeats; are offsets in code points?")
    return Span(start, end, label_in_view(match[1], view))


def _repeated_text(text: str, fragments: list[tuple[int, ...]]) -> str:
    return " ".join(_LINE_END.sub(" ", text[start:end]) for start, end in fragments)


def _fragments_of(text: str, span: Span) -> list[tuple[int, ...]]:
    """Return the span cut at line ends, as brat writes it, or whole where its own edges are line ends."""
    surface = text[span.start : span.end]
    if surface[0] in "\r\n" or surface[-1] in "\r\n":
        return [(span.start, span.end)]
    return [(span.start + m.start(), span.start + m.end()) for m in re.finditer(r"[^\r\n]+", surface)]


def write_brat(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a new BRAT folder.

    Raises
    ------
    FileExistsError
        If there is something at that path.
    """
    path.mkdir()
    taken: set[str] = set()
    index: list[dict[str, object]] = []
    for document in documents:
        name = file_name_of(document.id, taken)
        values = document.to_mapping()
        del values["text"], values["entities"]
        index.append({"file": name, **values})
        (path / f"{name}.txt").write_bytes(document.text.encode("utf-8"))
        (path / f"{name}.ann").write_bytes("".join(_annotation_lines(document)).encode("utf-8"))
    write_json_lines(index, path / _INDEX)
    sections = ("[entities]", *LABELS, "", "[relations]", "", "[events]", "", "[attributes]", "")
    (path / _CONFIGURATION).write_text("\n".join(sections), encoding="utf-8")


def _annotation_lines(document: Document) -> Iterator[str]:
    for number, span in enumerate(document.entities, start=1):
        fragments = _fragments_of(document.text, span)
        offsets = ";".join(f"{start} {end}" for start, end in fragments)
        yield f"T{number}\t{span.label} {offsets}\t{_repeated_text(document.text, fragments)}\n"


def file_name_of(identifier: str, taken: set[str]) -> str:
    """Return a file name that shows the identifier, unlike those taken even where case is ignored, and take it."""
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", identifier)[:80] or "document"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name
