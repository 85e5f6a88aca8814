"""The coded stays of an experiment: documents with their spans and record, where a file has them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from palimpseste.coding.stays.reading import StayFiles
from palimpseste.coding.stays.rows import rows_of
from palimpseste.coding.stays.stay import Stay
from palimpseste.corpus.splits import SPLITS
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.icd10 import normal_code
from palimpseste.result import Result

__all__ = ["AnnotatedStay", "read_annotated_stays"]

_FURTHER_KEYS = ("entities", "type", "date")


@dataclass(frozen=True, slots=True, repr=False)
class AnnotatedStay:
    """A coded stay and what is known of it beside.

    Parameters
    ----------
    stay : Stay
        The stay with its codes.
    documents : tuple of Document
        Its documents with gold spans, where the file has any, and the patient's record.
    split : str
        ``train``, ``dev`` or ``test``.
    depends_on : mapping of str to str
        For each code what alone tells it (simulated stays); empty where unknown.
    case : str
        Of which case a simulated stay is; empty for none.
    """

    stay: Stay
    documents: tuple[Document, ...]
    split: str
    depends_on: Mapping[str, str]
    case: str = ""

    def rewritten(self, results: Sequence[Result]) -> Stay:
        """Return the stay with the texts that its documents became, under its codes."""
        return replace(self.stay, documents=tuple(result.text for result in results))

    def __repr__(self) -> str:
        return f"AnnotatedStay({self.stay!r}, split={self.split!r})"


def read_annotated_stays(files: StayFiles) -> list[AnnotatedStay]:
    """Return the stays of files.

    A file without a column ``split`` is split by a digest of the stays' identifiers, eight, one and one in ten.

    Raises
    ------
    UsageError
        If a stay cannot be read, has no code or no known split, or a split is empty.
    """
    rows = _first_rows(files)
    found = [_annotated(stay, rows[stay.id]) for stay in files]
    for split in SPLITS:
        if not any(each.split == split for each in found):
            raise UsageError(f"there is no stay in the split {split!r}: an experiment needs {', '.join(SPLITS)}")
    return found


def _first_rows(files: StayFiles) -> dict[str, list[Mapping[str, object]]]:
    rows: dict[str, list[Mapping[str, object]]] = {}
    for path in files.paths:
        for row in rows_of(path):
            if not row.is_header:
                rows.setdefault(str(row.values.get(files.columns.id)).strip(), []).append(row.values)
    return rows


def _annotated(stay: Stay, rows: Sequence[Mapping[str, object]]) -> AnnotatedStay:
    first = rows[0]
    split = first.get("split") or _split_of(stay.id)
    if split not in SPLITS:
        raise UsageError(f"stay {stay.id!r} is in an unknown split; splits: {', '.join(SPLITS)}")
    known = first.get("depends_on")
    depends_on = {normal_code(str(code)): str(on) for code, on in known.items()} if isinstance(known, Mapping) else {}
    given = list(_documents_in(rows))
    documents = []
    for number, text in enumerate(stay.documents):
        values = given[number] if len(given) == len(stay.documents) else {}
        further = {key: values[key] for key in _FURTHER_KEYS if key in values}
        patient = first.get("patient") or {}
        documents.append(
            Document.from_mapping({"id": f"{stay.id}-{number + 1}", "text": text, "patient": patient, **further})
        )
    return AnnotatedStay(stay, tuple(documents), str(split), depends_on, str(first.get("case") or ""))


def _documents_in(rows: Sequence[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """Yield the documents with text of all rows of a stay, as `Stay` has them."""
    for row in rows:
        listed = row.get("documents")
        for each in listed if isinstance(listed, list) else [row]:
            values = each if isinstance(each, Mapping) else {"text": each}
            if str(values.get("text") or "").strip():
                yield values


def _split_of(stay_id: str) -> str:
    tenth = hashlib.sha256(stay_id.encode()).digest()[0] * 10 // 256
    return {8: "dev", 9: "test"}.get(tenth, "train")
