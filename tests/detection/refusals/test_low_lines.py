"""Names of columns: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

from both_ways import tried

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.refusals import refusal_of
from palimpseste.detection.view import TextView
from palimpseste.document import Span

REFUSED = [
    ("column.named", "[DAT]_NAIS      09-DEC-08", "LASTNAME"),
    ("column.named", "ADR_[CP_VIL]    45800", "ADDRESS"),
]

KEPT = [
    ("column.named", "NOM_[DURAND]", "LASTNAME"),
    ("column.named", "[nom] prénom", "LASTNAME"),
]

test_is_refused, test_the_like_is_kept, test_each_is_tried_both_ways = tried(REFUSED, KEPT, {"column.named"})


def test_low_lines_are_seen_where_the_view_has_spaces() -> None:
    view = view_of("PRENOM_UTIL   Sam\nDAT_NAIS      09-DEC-08\nNOM_DURAND")
    refused = {word: refusal_of(view, _of(view, word)) for word in ("DAT", "NAIS", "DURAND", "Sam")}
    assert refused == {"DAT": "column.named", "NAIS": "column.named", "DURAND": "", "Sam": ""}


def _of(view: TextView, word: str) -> Span:
    start = view.text.index(word)
    return Span(start, start + len(word), "LASTNAME", "model")
