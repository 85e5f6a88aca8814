"""The one place where a text that was written anew becomes one that is released: what is not as asked is refused."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.detection.asking import Found
from palimpseste.document import Document, Span
from palimpseste.document_types import released_type
from palimpseste.errors import DocumentError
from palimpseste.folding import fold
from palimpseste.labels import Label
from palimpseste.result import Draft, ReleasedText, Result

__all__ = ["released"]

# Labels whose surrogate is never the value itself; a shifted date or age may well be written alike ("2021").
_NEVER_ALIKE: frozenset[Label] = frozenset(
    ("FIRSTNAME", "LASTNAME", "PHONE", "EMAIL", "SSN", "PATIENT_ID", "VISIT_ID", "OTHER_ID", "REFERENCE")
)
# A value of fewer letters and digits may be drawn again by chance: an initial, an extension.
_TELLING = 5


def released(
    draft: Draft, document: Document, spans: Sequence[Span], kept: frozenset[Label], document_types: Sequence[str]
) -> Result:
    """Return a draft as a result.

    Parameters
    ----------
    draft : Draft
        What a replacer wrote.
    document : Document
        What it wrote anew.
    spans : sequence of Span
        What it was to write over.
    kept : frozenset of Label
        Labels that it might leave as they are.
    document_types : sequence of str
        Types that results bear beside those known.

    Raises
    ------
    DocumentError
        If a span was not replaced, or anything else was.
    """
    if flaw := _flaw_of(draft, document, spans, kept):
        raise DocumentError(document.id, f"the result was refused: {flaw}")
    found = spans if isinstance(spans, Found) else Found()
    return Result(
        draft.document_id,
        ReleasedText(draft.text),
        draft.spans,
        draft.original_spans,
        draft.offsets,
        released_type(draft.type, document_types),
        draft.date,
        draft.ledger,
        draft.kept,
        found.is_contradicted,
        found.words_kept,
    )


def _flaw_of(draft: Draft, document: Document, spans: Sequence[Span], kept: frozenset[Label]) -> str:
    """Return what is wrong with a draft in words that quote nothing, or the empty string.

    Every span to replace must be replaced, and the new text must be the old one everywhere else.
    """
    old, new = document.text, draft.text
    old_end = new_end = 0
    for number, r in enumerate(draft.offsets.replacements):
        if r.start < old_end or r.new_start < new_end or r.end > len(old) or r.new_end > len(new):
            return f"replacement {number} is out of order"
        if old[old_end : r.start] != new[new_end : r.new_start]:
            return f"the text before replacement {number} changed"
        old_end, new_end = r.end, r.new_end
    if old[old_end:] != new[new_end:]:
        return "the text after the last replacement changed"
    replaced = {(r.start, r.end): (r.new_start, r.new_end) for r in draft.offsets.replacements}
    told = {(*draft.offsets.to_original(span.start, span.end), span.label) for span in draft.kept}
    for span in spans:
        if span.label in kept:
            if (span.start, span.end, span.label) not in told:
                return f"a span of label {span.label} at {span.start} was kept and not told"
            continue
        interval = replaced.get((span.start, span.end))
        if interval is None:
            return f"a span of label {span.label} at {span.start} was not replaced"
        value = old[span.start : span.end]
        telling = sum(map(str.isalnum, value)) >= _TELLING
        if telling and span.label in _NEVER_ALIKE and fold(value) == fold(new[slice(*interval)]):
            return f"a span of label {span.label} at {span.start} was replaced by itself"
    return ""
