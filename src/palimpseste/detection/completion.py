"""What becomes of what detectors found: merged, found again elsewhere in the note, carried back to the text."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.detection.merge import merge
from palimpseste.detection.propagation import propagate
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["completed"]


def completed(tokens: Tokens, found: Sequence[Span]) -> list[Span]:
    """Return disjoint, sorted spans in the offsets of the text as it came.

    Parameters
    ----------
    tokens : Tokens
        The note.
    found : sequence of Span
        In offsets of the view and in order of trust; they may overlap.
    """
    view = tokens.view
    spans = merge(found, view.text)
    again = propagate(tokens, spans)
    if again:
        spans = merge([*spans, *again], view.text)
    if view.shares_offsets:
        return spans
    return [Span(*view.to_original(span.start, span.end), span.label, span.source) for span in spans]
