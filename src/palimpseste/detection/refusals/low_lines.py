"""Names of columns, written with low lines.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``column.named``      any                 a part of the name of a column: « DAT_NAIS », « ADR_CP_VIL »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.refusals.refusal import AROUND
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.document import Span

__all__ = ["is_part_of_column"]

# « dat_nais », « adr_cp_vil »
_JOINED: Final = re.compile("[a-z]{1,12}(?:_[a-z0-9]{1,12}){1,6}(?![a-z0-9_?^-])")
_JOINED_BEFORE: Final = re.compile(r"(?<![a-z0-9_?^-])[a-z0-9_]{1,60}\Z")


def is_part_of_column(view: TextView, span: Span) -> bool:
    """Tell whether a span lies in a word of parts joined by low lines, each of which names a column.

    The view has spaces for these lines.
    """
    start, end = view.to_original(span.start, span.end)
    begin = max(0, start - AROUND)
    written = fold_same_length(view.original[begin : end + AROUND])
    start, end = start - begin, end - begin
    if "_" not in written[max(0, start - 1) : end + 1]:
        return False
    head = _JOINED_BEFORE.search(written, 0, start)
    name = _JOINED.match(written, head.start() if head is not None else start)
    if name is None or name.end() < end:
        return False
    return all(part in _column_parts() for part in name[0].rstrip("0123456789_").split("_"))


@cache
def _column_parts() -> frozenset[str]:
    return frozenset(word_list("refusals/field_parts.txt"))
