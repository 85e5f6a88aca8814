"""Passages give the text at spans, around and between them."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.passages import Passages, alphanumeric


def test_a_passage_is_read_on_one_line_and_kept_as_it_stands() -> None:
    text, spans = parse_markup("Vu par <LASTNAME>D-U-R-A-N-D</LASTNAME> à <CITY>Saint-\nÉtienne</CITY>.")
    passages = Passages.at(Document("1", text), spans)
    assert passages.values == ("DURAND", "Saint-Étienne")
    assert [passages.source(index) for index in (0, 1)] == ["D-U-R-A-N-D", "Saint-\nÉtienne"]
    assert passages.between(0, 1) == " à "
    assert passages.before(1, 3) == " à "
    assert passages.before(0, 100) == "Vu par "


def test_passages_show_no_text() -> None:
    text, spans = parse_markup("Vu par <LASTNAME>Durand</LASTNAME>.")
    assert "Durand" not in repr(Passages.at(Document("1", text), spans))


@pytest.mark.parametrize(("one", "other"), [("1 85 05-78", "1850578"), ("AB/12_c", "ab12C"), ("Été", "été")])
def test_spacing_and_punctuation_do_not_tell_values_apart(one: str, other: str) -> None:
    assert alphanumeric(one) == alphanumeric(other)
