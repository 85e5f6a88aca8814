"""Label Studio's tasks: a JSON array of ``{"data": {"text": ...}, "predictions": [...], "annotations": [...]}``.

Written are tasks with what is known as a prediction, which an annotator begins with; identifier, type, date and patient
stand in ``data`` and come back. Read is what an annotator submitted, or the prediction of a task that nobody annotated;
where several people annotated one task, ``palimpseste campaign import`` parts them. Results other than labels on the
text (choices, relations, comments) are left aside.

Label Studio counts in UTF-16 code units, as its page is JavaScript (label-studio issues 1347 and 4988). Each result
repeats its text: one that the offsets do not lead to is an error, and never a shifted span.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from palimpseste.corpus.units import points_of_units, units_before
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, LabelSet, label_in_view

__all__ = ["interface", "read_annotators", "read_label_studio", "write_label_studio"]

_FROM, _TO = "label", "text"
_KEPT = ("type", "date", "patient")


def read_label_studio(path: Path, view: LabelSet = "canonical") -> Iterator[Document]:
    """Yield the documents of an export, annotated in the labels of a view.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the task; if several people annotated one task.
    """
    for place, task in _tasks(path):
        submitted = _submitted(task, place)
        if len({annotator for annotator, _ in submitted}) > 1:
            raise UsageError(f"{place}: several people annotated it: palimpseste campaign import parts them")
        results = submitted[-1][1] if submitted else _predicted(task, place)
        yield _document_of(task, results, place, view)


def read_annotators(path: Path, view: LabelSet = "canonical") -> Iterator[tuple[str, Document]]:
    """Yield who annotated, and the document as that person did, for each submitted annotation; the last one stands.

    Raises
    ------
    UsageError
        At the first mistake, with the file and the task.
    """
    for place, task in _tasks(path):
        for annotator, results in dict(_submitted(task, place)).items():
            yield annotator, _document_of(task, results, place, view)


def write_label_studio(documents: Iterable[Document], path: Path) -> None:
    """Write documents as tasks that Label Studio imports."""
    with path.open("w", encoding="utf-8") as stream:
        stream.write("[")
        for number, document in enumerate(documents):
            stream.write(",\n" if number else "\n")
            json.dump(_task_of(document), stream, ensure_ascii=False)
        stream.write("\n]\n")


def interface() -> str:
    """Return the labelling interface of a project, as Label Studio's settings take it."""
    labels = "\n".join(f"    <Label value={quoteattr(label)}/>" for label in LABELS)
    return (
        f'<View>\n  <Labels name="{_FROM}" toName="{_TO}">\n{labels}\n  </Labels>\n'
        f'  <Text name="{_TO}" value="$text" granularity="word"/>\n</View>\n'
    )


def _task_of(document: Document) -> dict[str, object]:
    units = units_before(document.text)
    data = document.to_mapping()
    del data["entities"]
    data["document_id"] = data.pop("id")
    results = [
        {
            "id": f"s{number}",
            "from_name": _FROM,
            "to_name": _TO,
            "type": "labels",
            "value": {
                "start": units[span.start],
                "end": units[span.end],
                "text": document.text[span.start : span.end],
                "labels": [span.label],
            },
        }
        for number, span in enumerate(document.entities)
    ]
    return {"data": data, "predictions": [{"model_version": "palimpseste", "result": results}]}


def _tasks(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        tasks = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise UsageError(f"{path}{line}: not JSON, as Label Studio exports it") from None
    for number, task in enumerate(tasks if isinstance(tasks, list) else [tasks], start=1):
        place = f"{path}, task {number}"
        if not isinstance(task, dict) or not isinstance(task.get("data"), dict):
            raise UsageError(f"{place}: no object with 'data': export as JSON, not as JSON-MIN")
        yield place, task


def _submitted(task: Mapping[str, Any], place: str) -> list[tuple[str, list[Any]]]:
    """Return the annotators of a task and their results, skipped and empty drafts left out, the latest last."""
    found = []
    for each in _list_of(task, "annotations", place):
        if not isinstance(each, dict):
            raise UsageError(f"{place}: an annotation that is no object")
        if not each.get("was_cancelled"):
            found.append((str(each.get("updated_at") or ""), _name_of(each.get("completed_by")), each.get("result")))
    return [(name, results if isinstance(results, list) else []) for _, name, results in sorted(found, key=_first)]


def _first(found: tuple[str, str, Any]) -> str:
    return found[0]


def _name_of(annotator: object) -> str:
    if isinstance(annotator, dict):
        annotator = annotator.get("email") or annotator.get("username") or annotator.get("id")
    return "annotator" if annotator is None else str(annotator)


def _predicted(task: Mapping[str, Any], place: str) -> list[Any]:
    predictions = _list_of(task, "predictions", place)
    last = predictions[-1] if predictions else {}
    results = last.get("result") if isinstance(last, dict) else None
    return results if isinstance(results, list) else []


def _list_of(task: Mapping[str, Any], name: str, place: str) -> list[Any]:
    found = task.get(name) or []
    if not isinstance(found, list):
        raise UsageError(f"{place}: '{name}' is no list")
    return found


def _document_of(task: Mapping[str, Any], results: list[Any], place: str, view: LabelSet) -> Document:
    data = task["data"]
    text = data.get("text")
    if not isinstance(text, str):
        raise UsageError(f"{place}: data has no 'text'")
    points = points_of_units(text)
    entities = []
    for result in results:
        if not isinstance(result, dict) or result.get("type") != "labels":
            continue
        value = result.get("value")
        labels = value.get("labels") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(labels, list) or len(labels) != 1:
            raise UsageError(f"{place}: a result without one label")
        start, end = value.get("start"), value.get("end")
        if not (isinstance(start, int) and isinstance(end, int) and start in points and end in points):
            raise UsageError(f"{place}: an edge lies outside the text or inside a character; is it in UTF-16 units?")
        if not _is_said(value.get("text"), text[points[start] : points[end]]):
            raise UsageError(f"{place}: the text at {start} is not the one that the result repeats")
        try:
            label = label_in_view(str(labels[0]), view)
        except UsageError as error:
            raise UsageError(f"{place}: {error}") from None
        entities.append({"start": points[start], "end": points[end], "label": label})
    values = {name: data[name] for name in _KEPT if name in data}
    id = data.get("document_id", task.get("id"))
    try:
        return Document.from_mapping(
            {**values, "id": None if id is None else str(id), "text": text, "entities": entities}
        )
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None


def _is_said(repeated: object, text: str) -> bool:
    r"""Tell whether a result repeats its text: line ends may be written as ``\\n``, and blanks as others."""
    if not isinstance(repeated, str):
        return True
    return "".join(repeated.replace("\\n", "").replace("\\r", "").split()) == "".join(text.split())
