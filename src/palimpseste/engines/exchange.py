"""Documents on their way to another machine and back: Arrow record batches, nothing lost of a document.

Texts are bytes, for half a surrogate pair, which JSON may hold and UTF-8 may not, must come back as it was. All that is
short stands in a head of JSON, in which it is an escape.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from palimpseste.document import Document, Patient, Replacement, Span
from palimpseste.engines.chunks import Outcome
from palimpseste.errors import DocumentError, UsageError
from palimpseste.privacy.accountant import Ledger

__all__ = ["pack", "unpack"]

_ENCODING = ("utf-8", "surrogatepass")


def pack(outcomes: Sequence[Outcome]) -> bytes:
    """Return documents and errors as an Arrow stream of one batch: ``text`` (null for an error) and ``head``."""
    pyarrow = _pyarrow()
    texts = [outcome.text.encode(*_ENCODING) if isinstance(outcome, Document) else None for outcome in outcomes]
    columns = [
        pyarrow.array(texts, pyarrow.large_binary()),
        pyarrow.array([json.dumps(_head_of(outcome)) for outcome in outcomes], pyarrow.string()),
    ]
    batch = pyarrow.record_batch(columns, names=["text", "head"])
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(sink.getvalue())


def unpack(data: bytes) -> list[Outcome]:
    """Return the documents and errors of an Arrow stream that `pack` made."""
    pyarrow = _pyarrow()
    with pyarrow.ipc.open_stream(data) as stream:
        table = stream.read_all()
    heads = map(json.loads, table.column("head").to_pylist())
    return [_outcome_of(text, head) for text, head in zip(table.column("text").to_pylist(), heads, strict=True)]


def _head_of(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, DocumentError):
        return {"id": outcome.document_id, "reason": outcome.reason}
    return {
        "id": outcome.id,
        "type": outcome.type,
        "date": outcome.date.isoformat() if outcome.date else None,
        "patient": outcome.patient.known(),
        "spans": [[span.start, span.end, span.label, span.source] for span in outcome.entities],
        "replacements": [[r.start, r.end, r.new_start, r.new_end] for r in outcome.replacements],
        "ledger": outcome.ledger.to_mapping() if outcome.ledger else None,
    }


def _outcome_of(text: bytes | None, head: dict[str, Any]) -> Outcome:
    if text is None:
        return DocumentError(head["id"], head["reason"])
    return Document(
        id=head["id"],
        text=text.decode(*_ENCODING),
        type=head["type"],
        date=date.fromisoformat(head["date"]) if head["date"] else None,
        patient=Patient(**head["patient"]),
        entities=tuple(Span(*values) for values in head["spans"]),
        replacements=tuple(Replacement(*values) for values in head["replacements"]),
        ledger=Ledger.from_mapping(head["ledger"]) if head["ledger"] else None,
    )


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise UsageError("Spark needs pyarrow: pip install 'palimpseste[spark]'") from None
    return pyarrow
