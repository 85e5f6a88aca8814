"""Names of columns: what is left unmasked, and the like that stays masked."""

from __future__ import annotations

import pytest
from both_ways import assert_kept, assert_refused, names_in

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


@pytest.mark.parametrize(("name", "passage", "label"), REFUSED, ids=[passage for _, passage, _ in REFUSED])
def test_a_span_is_refused_by_its_shape_and_what_stands_around_it(name: str, passage: str, label: str) -> None:
    assert_refused(name, passage, label)


@pytest.mark.parametrize(("passage", "label"), [case[1:] for case in KEPT], ids=[passage for _, passage, _ in KEPT])
def test_the_like_elsewhere_is_kept(passage: str, label: str) -> None:
    assert_kept(passage, label)


def test_every_refusal_is_tried_in_both_directions() -> None:
    assert names_in(REFUSED) == names_in(KEPT) == {"column.named"}


def test_low_lines_are_seen_where_the_view_has_spaces() -> None:
    view = view_of("PRENOM_UTIL   Sam\nDAT_NAIS      09-DEC-08\nNOM_DURAND")
    refused = {word: refusal_of(view, _of(view, word)) for word in ("DAT", "NAIS", "DURAND", "Sam")}
    assert refused == {"DAT": "column.named", "NAIS": "column.named", "DURAND": "", "Sam": ""}


def _of(view: TextView, word: str) -> Span:
    start = view.text.index(word)
    return Span(start, start + len(word), "LASTNAME", "model")
