"""JSON lines: one document a line, as everywhere in the package. The source of a span is left out."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LabelSet, label_in_view
from palimpseste.sources.jsonl import object_of_line

__all__ = ["json_lines", "read_jsonl", "write_json_lines", "write_jsonl"]


def read_jsonl(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a JSON-lines file, annotated in the labels of a view.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the line.
    """
    for place, values in json_lines(path):
        try:
            yield Document.from_mapping({**values, "entities": _canonical(values.get("entities"), view)})
        except UsageError as error:
            raise UsageError(f"{place}: {error}") from None


def write_jsonl(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a JSON-lines file."""
    write_json_lines((document.to_mapping() for document in documents), path)


def _canonical(entities: object, view: LabelSet) -> object:
    """Return entities with canonical labels; what is no list of objects is left to whoever reads it."""
    if view == "canonical" or not isinstance(entities, list):
        return entities
    return [
        {**entity, "label": label_in_view(str(entity.get("label")), view)} if isinstance(entity, dict) else entity
        for entity in entities
    ]


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the objects of a JSON-lines file, each with its place (``file:line``); blank lines are skipped.

    Raises
    ------
    UsageError
        At a line that is not a JSON object, holds a field twice, or is not UTF-8.
    """
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            place = f"{path}:{number}"
            content = line.removeprefix(BOM_UTF8) if number == 1 else line
            if not content.strip():
                continue
            try:
                values = object_of_line(content)
            except UsageError as error:
                raise UsageError(f"{place}: {error}") from None
            yield place, values


def write_json_lines(objects: Iterable[dict[str, object]], path: Path) -> None:
    """Write one JSON object a line."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for values in objects:
            stream.write(json.dumps(values, ensure_ascii=False) + "\n")
