"""Documents on their way to another machine, and what they became on their way back, as Arrow record batches.

Texts are bytes, for half a surrogate pair, which JSON may hold and UTF-8 may not, must come back as it was. All that is
short stands in a head of JSON, in which it is an escape.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from palimpseste.document import Document, Patient, Span
from palimpseste.engines.chunks import Outcome
from palimpseste.errors import DocumentError, UsageError
from palimpseste.privacy.accountant import Ledger
from palimpseste.result import OffsetMap, ReleasedText, Replacement, Result

__all__ = ["pack_documents", "pack_outcomes", "unpack_documents", "unpack_outcomes"]

_ENCODING = ("utf-8", "surrogatepass")


def pack_documents(documents: Sequence[Document]) -> bytes:
    """Return documents as an Arrow stream of one batch: ``text`` and ``head``."""
    return _packed([(document.text, _head_of_document(document)) for document in documents])


def unpack_documents(data: bytes) -> list[Document]:
    """Return the documents of an Arrow stream that `pack_documents` made."""
    return [
        Document(
            id=head["id"],
            text=text or "",
            type=head["type"],
            date=_date_of(head),
            patient=Patient(**head["patient"]),
            entities=_spans_of(head["spans"]),
            patient_dates=bytes.fromhex(head["dates"]),
        )
        for text, head in _unpacked(data)
    ]


def pack_outcomes(outcomes: Sequence[Outcome[Result]]) -> bytes:
    """Return results and errors as an Arrow stream of one batch: ``text`` (null for an error) and ``head``."""
    return _packed(
        [
            (None, {"id": outcome.document_id, "reason": outcome.reason})
            if isinstance(outcome, DocumentError)
            else (outcome.text, _head_of_result(outcome))
            for outcome in outcomes
        ]
    )


def unpack_outcomes(data: bytes) -> list[Outcome[Result]]:
    """Return the results and errors of an Arrow stream that `pack_outcomes` made, where they were made and checked."""
    return [_outcome_of(text, head) for text, head in _unpacked(data)]


def _packed(rows: Sequence[tuple[str | None, dict[str, Any]]]) -> bytes:
    pyarrow = _pyarrow()
    texts = [None if text is None else text.encode(*_ENCODING) for text, _ in rows]
    columns = [
        pyarrow.array(texts, pyarrow.large_binary()),
        pyarrow.array([json.dumps(head) for _, head in rows], pyarrow.string()),
    ]
    batch = pyarrow.record_batch(columns, names=["text", "head"])
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(sink.getvalue())


def _unpacked(data: bytes) -> list[tuple[str | None, dict[str, Any]]]:
    pyarrow = _pyarrow()
    with pyarrow.ipc.open_stream(data) as stream:
        table = stream.read_all()
    texts = [None if text is None else text.decode(*_ENCODING) for text in table.column("text").to_pylist()]
    return list(zip(texts, map(json.loads, table.column("head").to_pylist()), strict=True))


def _head_of_document(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "type": document.type,
        "date": document.date.isoformat() if document.date else None,
        "patient": document.patient.known(),
        "spans": _rows_of(document.entities),
        "dates": document.patient_dates.hex(),
    }


def _head_of_result(result: Result) -> dict[str, Any]:
    return {
        "id": result.document_id,
        "type": result.type,
        "date": result.date.isoformat() if result.date else None,
        "spans": _rows_of(result.spans),
        "original spans": _rows_of(result.original_spans),
        "replacements": [[r.start, r.end, r.new_start, r.new_end] for r in result.offsets.replacements],
        "ledger": result.ledger.to_mapping() if result.ledger else None,
        "kept": _rows_of(result.kept),
        "contradicted": result.is_contradicted,
        "words kept": result.words_kept,
    }


def _outcome_of(text: str | None, head: dict[str, Any]) -> Outcome[Result]:
    if text is None:
        return DocumentError(head["id"], head["reason"])
    return Result(
        head["id"],
        ReleasedText(text),
        _spans_of(head["spans"]),
        _spans_of(head["original spans"]),
        OffsetMap(Replacement(*values) for values in head["replacements"]),
        head["type"],
        _date_of(head),
        Ledger.from_mapping(head["ledger"]) if head["ledger"] else None,
        _spans_of(head["kept"]),
        head["contradicted"],
        head["words kept"],
    )


def _rows_of(spans: Sequence[Span]) -> list[list[Any]]:
    return [[span.start, span.end, span.label, span.source, span.probability, span.evidence] for span in spans]


def _spans_of(rows: list[list[Any]]) -> tuple[Span, ...]:
    return tuple(
        Span(start, end, label, source, probability, tuple(evidence))
        for start, end, label, source, probability, evidence in rows
    )


def _date_of(head: dict[str, Any]) -> date | None:
    return date.fromisoformat(head["date"]) if head["date"] else None


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise UsageError("Spark needs pyarrow: pip install 'palimpseste[spark]'") from None
    return pyarrow
