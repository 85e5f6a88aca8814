"""Values written more coarsely than a policy writes them: decades of age, years of birth, departments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.labels import Label
from palimpseste.places import PlaceTable
from palimpseste.result import Draft, OffsetMap, Replacement
from palimpseste.surrogates.replacer import Replacer
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.said import ages_said, date_said

__all__ = ["COARSER", "Coarser"]

_FIRST_FULL_YEAR = 1000
_OVERSEAS = "97"


@dataclass(frozen=True)
class Coarser:
    """A replacer, some labels of which are written more coarsely: what is made coarser is what it wrote or left.

    What cannot be read becomes a tag.

    Parameters
    ----------
    replacer : Replacer
        Writes everything first.
    labels : frozenset of Label
        Among `COARSER`.
    """

    replacer: Replacer
    labels: frozenset[Label]

    def __call__(self, document: Document, spans: Sequence[Span]) -> Draft:
        """Return the document written anew; who calls is to check it."""
        draft = self.replacer(document, spans)
        old = [(own, new, True) for own, new in zip(draft.original_spans, draft.spans, strict=True)]
        old += [(draft.offsets.span_to_original(new), new, False) for new in draft.kept]
        pieces: list[str] = []
        length = end = 0
        replaced: list[tuple[Span, Span]] = []
        kept: list[Span] = []
        for own, new, is_replaced in sorted(old, key=lambda each: each[0]):
            between = document.text[end : own.start]
            value = draft.text[new.start : new.end]
            if new.label in self.labels:
                value = _coarse(new.label, value, document.text[own.start : own.end])
            start = length + len(between)
            here = new.at(start, start + len(value))
            if is_replaced or new.label in self.labels:
                replaced.append((own, here))
            else:
                kept.append(here)
            pieces += (between, value)
            length, end = start + len(value), own.end
        pieces.append(document.text[end:])
        return replace(
            draft,
            text="".join(pieces),
            spans=tuple(here for _, here in replaced),
            original_spans=tuple(own for own, _ in replaced),
            offsets=OffsetMap(Replacement(own.start, own.end, here.start, here.end) for own, here in replaced),
            kept=tuple(kept),
        )


def _coarse(label: Label, value: str, source: str) -> str:
    coarse = COARSER[label](value)
    return coarse if coarse and fold(coarse) != fold(source) else f"[{label}]"


def _decade(value: str) -> str:
    years = [int(age.years) for age in ages_said(value)]
    if not years:
        return ""
    low = min(years) // 10 * 10
    return f"{low}-{max(low + 9, max(years))} ans"


def _year(value: str) -> str:
    said = date_said(value)
    return str(said.year) if said and said.year and said.year >= _FIRST_FULL_YEAR else ""


def _department(value: str) -> str:
    table = PlaceTable.bundled()
    commune = atlas_of(table).commune_named(value)
    return table.department_of(commune).name if commune else ""


def _department_code(value: str) -> str:
    figures = "".join(value.split())
    if len(figures) != 5 or not figures.isdecimal():
        return ""
    return figures[:3] if figures.startswith(_OVERSEAS) else figures[:2]


# How a released value is written more coarsely; the empty string where it cannot be read.
COARSER: Mapping[Label, Callable[[str], str]] = {
    "AGE": _decade,
    "BIRTHDATE": _year,
    "CITY": _department,
    "ZIP": _department_code,
}
