"""What the head of a column says of what stands below it: « IPP », « séjour », « lot », « DDN », « TA ».

A heading is a line of three cells or more, two spaces, a tabulation or a bar between them, no number in any. It holds
for the lines behind it up to a blank one. A value is of the cell that begins where it does, give or take two
characters, or, between bars, of the cell of its rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from palimpseste.detection.propagation import OF_THE_MODEL
from palimpseste.document import Span
from palimpseste.labels import DATES, NUMBERS, Label

__all__ = ["measured_in", "of_columns"]

_PARTING = re.compile(r"[\t| ](?:(?<![ ])|[ ](?<=[^ \n]..))")
_CELL = re.compile(r"[^\s|](?:[^\n|\t ]|[ ](?![ ]))*")
_FEWEST_CELLS = 3
_LONGEST_HEAD = 24
_LONGEST_LINE = 400
_FARTHEST = 2
_FIGURE = re.compile("(?<![a-z0-9])[0-9]")
# What a head says, and of which labels.
_SAID: Final[Sequence[tuple[re.Pattern[str], Label, tuple[Label, ...]]]] = (
    (re.compile(r"(?:n°[ ]?)?(?:ipp|nip|i\.p\.p\.?)(?:[ ]?/.*)?"), "PATIENT_ID", NUMBERS),
    (re.compile(r"(?:n°[ ]?)?(?:iep|nda|sejour|venue)"), "VISIT_ID", NUMBERS),
    (re.compile(r"(?:n°[ ]?(?:de[ ])?)?(?:lot|serie|acc|don|labo|facture|greffon)(?:[ ]?/.*)?"), "OTHER_ID", NUMBERS),
    (re.compile(r"ddn|d\.d\.n\.?|nais(?:s\.|sance)?|nee?(?:\(e\))?(?:[ ]le)?"), "BIRTHDATE", DATES),
    (re.compile(r"dates?|quand|jour|entree|preleve|peremption"), "DATE", DATES),
)
_LABELS: Final = frozenset({*NUMBERS, *DATES})
# What stands below is no date, whatever it looks like.
_MEASURED = re.compile(r"t\.?a\.?|pa|tension|eva|en|glasgow|score|dose|poids|fc|fr|spo2|sat|t°|temp\.?|diurese")


def of_columns(folded: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans, those of the model with the labels that the heads of their columns give; time is linear.

    Parameters
    ----------
    folded : str
        The text, folded.
    spans : sequence of Span
        In its offsets.
    """
    if not any(span.label in _LABELS for span in spans):
        return list(spans)
    heads = dict(_headed(folded))
    return [
        _of_column(span, heads[span.start]) if span.start in heads and span.source.startswith(OF_THE_MODEL) else span
        for span in spans
    ]


def measured_in(folded: str) -> frozenset[int]:
    """Return where what stands in a column begins whose head says that it is measured."""
    return frozenset(start for start, head in _headed(folded) if _MEASURED.fullmatch(head))


def _of_column(span: Span, head: str) -> Span:
    return next(
        (replace(span, label=label) for said, label, of in _SAID if span.label in of and said.fullmatch(head)), span
    )


def _headed(folded: str) -> Iterator[tuple[int, str]]:
    heads: list[tuple[int, str]] = []
    start, has_bars = 0, False
    while start < len(folded):
        if not heads:  # no other line matters than one that may be a heading
            parting = _PARTING.search(folded, start)
            if parting is None:
                return
            start = max(start, folded.rfind("\n", start, parting.start()) + 1)
        end = folded.find("\n", start)
        line = folded[start : end if end >= 0 else None]
        may_head = ":" not in line and _FIGURE.search(line) is None
        cells = _cells(line) if heads or may_head else []
        if not line.strip():
            heads = []
        elif may_head and _is_heading(cells):
            heads, has_bars = cells, "|" in line
        elif heads and has_bars == ("|" in line):
            yield from _below(heads, start, cells, has_bars=has_bars)
        start += len(line) + 1


def _cells(line: str) -> list[tuple[int, str]]:
    """Return where each cell of a line begins, and what it holds; none where nothing parts it."""
    if len(line) > _LONGEST_LINE or _PARTING.search(line) is None:
        return []
    return [(cell.start(), cell[0].strip()) for cell in _CELL.finditer(line)]


def _is_heading(cells: Sequence[tuple[int, str]]) -> bool:
    return len(cells) >= _FEWEST_CELLS and all(len(head) <= _LONGEST_HEAD for _, head in cells)


def _below(
    heads: Sequence[tuple[int, str]], start: int, cells: Sequence[tuple[int, str]], *, has_bars: bool
) -> Iterator[tuple[int, str]]:
    """Yield where each cell of a line begins that has a head, and the head."""
    near = {place + off: head for place, head in heads for off in range(-_FARTHEST, _FARTHEST + 1)}
    for rank, (place, _) in enumerate(cells):
        head = (heads[rank][1] if rank < len(heads) else None) if has_bars else near.get(place)
        if head is not None:
            yield start + place, head
