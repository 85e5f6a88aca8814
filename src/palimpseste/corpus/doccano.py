"""Doccano's JSON lines for sequence labelling: ``{"text": ..., "label": [[start, end, label], ...]}``.

Doccano numbers the documents itself, so ours go in ``document_id``; type, date and patient are columns beside it, which
Doccano keeps as metadata and gives back. Reading takes ``document_id``, else ``id``, and ignores other columns
(comments, the annotator's progress); newer exports with ``entities`` are read as well.

Doccano counts in UTF-16 code units, as its page is JavaScript (doccano issue 2290): a character beyond U+FFFF counts
for two. This adapter translates both ways. Projects set to count grapheme clusters are not supported: their offsets
mean something else and nothing in the file tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.corpus.jsonl import json_lines, write_json_lines
from palimpseste.corpus.units import points_of_units, units_before
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LabelSet, label_in_view

__all__ = ["read_doccano", "write_doccano"]


def read_doccano(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of a Doccano export, annotated in the labels of a view.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the line.
    """
    for place, values in json_lines(path):
        try:
            yield _document_of(values, view)
        except UsageError as error:
            raise UsageError(f"{place}: {error}") from None


def _document_of(values: dict[str, object], view: LabelSet) -> Document:
    text = values.get("text")
    if not isinstance(text, str):
        raise UsageError("field 'text' must be a string")
    points = points_of_units(text)
    entities = []
    for start, end, label in _labels_of(values):
        if start not in points or end not in points:
            raise UsageError("a label's edge lies outside the text or inside a character; is it in UTF-16 units?")
        entities.append({"start": points[start], "end": points[end], "label": label_in_view(label, view)})
    kept: dict[str, object] = {name: values[name] for name in ("type", "date", "patient") if name in values}
    return Document.from_mapping(
        {**kept, "id": values.get("document_id", values.get("id")), "text": text, "entities": entities}
    )


def _labels_of(values: dict[str, object]) -> Iterator[tuple[int, int, str]]:
    """Yield each label's start and end, in UTF-16 units, and its name."""
    labels = values.get("label", values.get("labels", values.get("entities", [])))
    if not isinstance(labels, list):
        raise UsageError("field 'label' must be a list")
    for label in labels:
        parts = label
        if isinstance(label, dict):
            parts = [label.get("start_offset"), label.get("end_offset"), label.get("label")]
        if not isinstance(parts, list) or [type(part) for part in parts] != [int, int, str]:
            raise UsageError("a label must be [start, end, name]")
        yield parts[0], parts[1], parts[2]


def write_doccano(documents: Iterable[Document], path: Path) -> None:
    """Write documents as JSON lines that Doccano imports."""
    write_json_lines(map(_object_of, documents), path)


def _object_of(document: Document) -> dict[str, object]:
    units = units_before(document.text)
    values = document.to_mapping()
    values["document_id"] = values.pop("id")
    del values["entities"]
    return {**values, "label": [[units[span.start], units[span.end], span.label] for span in document.entities]}
