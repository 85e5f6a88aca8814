"""Heads of columns that are no names.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``column.head``       people, towns       a word of a line that heads a table: « Nom  Adresse  Heure  Soin »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["is_head_of_column"]

_PARTING: Final = re.compile(r"[ ]*[\t|;][ ]*|[ ]{2,}")
_FIGURE: Final = re.compile("[0-9]")
_FEWEST: Final = 3
_LONGEST_LINE: Final = 300


def is_head_of_column(view: TextView, span: Span) -> bool:
    """Tell whether a span is a word that heads a column, in a line where two others do and nothing is a figure.

    Between single spaces every word of the line is to be such a head.

    Parameters
    ----------
    view : TextView
        Of the note.
    span : Span
        In its offsets.
    """
    heads = _heads()
    folded = view.folded
    if folded[span.start : span.end] not in heads:
        return False
    start = folded.rfind("\n", max(0, span.start - _LONGEST_LINE), span.start) + 1
    end = folded.find("\n", span.end)
    line = folded[start : len(folded) if end < 0 else end].strip()
    if len(line) > _LONGEST_LINE or ":" in line or _FIGURE.search(line.replace("spo2", "")):
        return False
    cells = _PARTING.split(line.strip("|; \t"))
    if len(cells) < _FEWEST:
        words = line.split(" ")
        return len(words) >= _FEWEST and heads.issuperset(words)
    return sum(cell in heads for cell in cells) >= _FEWEST


@cache
def _heads() -> frozenset[str]:
    return frozenset(word_list("refusals/column_heads.txt"))
