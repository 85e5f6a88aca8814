"""CoNLL with BIO tags: one token a line, and what is needed to get the documents back.

::

    # id = "cardio-014"
    # type = "CRH-HOSPI"
    # text = "Mme Durand-Petit"
    Mme	0	3	O
    Durand	4	10	B-LASTNAME
    -	10	11	I-LASTNAME
    Petit	11	16	I-LASTNAME

Columns are the token, its start and end in code points, and its tag, separated by tabs; a blank line ends a document.
Values of comments are JSON. Plain CoNLL has no text and no offsets, so spaces and line ends are lost: this reader asks
for the comments and refuses files without them. Tokens are those of the evaluation, cut at the edges of spans. Spans
that overlap, or begin or end with a space, have no tags and are refused on writing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation.tokens import TOKEN
from palimpseste.labels import LabelSet, label_in_view

__all__ = ["read_conll", "write_conll"]

_COMMENT = re.compile(r"# (id|type|date|patient|text) = (.*)", re.DOTALL)
_FIELDS = ("id", "type", "date", "patient", "text")
_OFFSET = re.compile(r"\d{1,18}")
_TOKEN = re.compile(TOKEN)


def write_conll(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a CoNLL file.

    Raises
    ------
    UsageError
        For a document with overlapping spans or spans with outer space; its identifier is named.
    """
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for document in documents:
            values = document.to_mapping()
            for name in _FIELDS:
                if name in values:
                    stream.write(f"# {name} = {json.dumps(values[name], ensure_ascii=False)}\n")
            for start, end, tag in _tagged_tokens(document):
                stream.write(f"{document.text[start:end]}\t{start}\t{end}\t{tag}\n")
            stream.write("\n")


def _tagged_tokens(document: Document) -> Iterator[tuple[int, int, str]]:
    last = 0
    for span in sorted(document.entities):
        surface = document.text[span.start : span.end]
        if span.start < last or surface != surface.strip():
            raise UsageError(
                f"document {document.id!r}: the span at {span.start} overlaps another or has outer space; "
                "CoNLL cannot hold it"
            )
        yield from ((start, end, "O") for start, end in _tokens(document.text, last, span.start))
        prefix = "B"
        for start, end in _tokens(document.text, span.start, span.end):
            yield start, end, f"{prefix}-{span.label}"
            prefix = "I"
        last = span.end
    yield from ((start, end, "O") for start, end in _tokens(document.text, last, len(document.text)))


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _TOKEN.finditer(text, start, end))


def read_conll(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a CoNLL file such as :func:`write_conll` writes, annotated in the labels of a view.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the line: comments missing, a token that is not what the text holds at
        its offsets, an ``I-`` tag that continues nothing.
    """
    values: dict[str, object] = {}
    rows: list[tuple[int, str]] = []
    first_line = 1
    for number, line in enumerate([*path.read_bytes().decode("utf-8-sig").split("\n"), ""], start=1):
        entry = line.removesuffix("\r")
        comment = _COMMENT.fullmatch(entry)
        if comment and not rows:
            try:
                values[comment[1]] = json.loads(comment[2])
            except json.JSONDecodeError as error:
                raise UsageError(f"{path}:{number}: {comment[1]!r} is not JSON ({error.msg})") from None
            except (ValueError, RecursionError):
                raise UsageError(f"{path}:{number}: a number too long or objects nested too deep") from None
        elif entry:
            rows.append((number, entry))
        elif values or rows:
            yield _document_of(values, rows, path, first_line, view)
            values, rows = {}, []
        if not (values or rows):
            first_line = number + 1


def _document_of(
    values: dict[str, object], rows: list[tuple[int, str]], path: Path, first_line: int, view: LabelSet
) -> Document:
    text = values.get("text")
    if not isinstance(text, str):
        raise UsageError(f"{path}:{first_line}: no '# text = ' comment before the tokens")
    entities: list[dict[str, object]] = []
    running = ""
    for number, row in rows:
        start, end, tag = _row_of(row, text, f"{path}:{number}")
        prefix, _, label = tag.partition("-")
        if prefix == "I" and label and label == running:
            entities[-1]["end"] = end
        elif prefix == "B" and label:
            entities.append({"start": start, "end": end, "label": label})
        elif tag != "O":
            raise UsageError(f"{path}:{number}: a tag is O, B-label, or I-label after the same label")
        running = label
    try:
        named = [{**entity, "label": label_in_view(str(entity["label"]), view)} for entity in entities]
        return Document.from_mapping({**values, "entities": named})
    except UsageError as error:
        raise UsageError(f"{path}:{first_line}: {error}") from None


def _row_of(row: str, text: str, place: str) -> tuple[int, int, str]:
    columns = row.split("\t")
    if len(columns) != 4 or not all(_OFFSET.fullmatch(column) for column in columns[1:3]):
        raise UsageError(f"{place}: a row is token, start, end and tag, separated by tabs")
    start, end = int(columns[1]), int(columns[2])
    if columns[0] != text[start:end]:
        raise UsageError(f"{place}: the text does not hold this token at {start}")
    return start, end, columns[3]
