"""What an expression needs is found in every text that it matches, whatever words stand around."""

from __future__ import annotations

import re

import pytest
from matching_texts import matching_texts

from palimpseste.document import Document
from palimpseste.writings.needed import Needed, beginnings_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.school import _CHILDHOOD, _CLASS, _NEEDED_OF_CHILDHOOD, _NEEDED_OF_CLASS


def passages(text: str) -> Passages:
    return Passages.at(Document("note", text), [])


def test_a_literal_is_found_by_all_of_its_words() -> None:
    needed = Needed(["messe de minuit", "verglas", "l'été"])
    assert needed.among(passages("Chute à la sortie de la messe, vers minuit").beginnings) == ["messe de minuit"]
    assert needed.among(passages("VERGLAS ce matin").beginnings) == ["verglas"]
    assert needed.among(passages("Avant l’ÉTÉ").beginnings) == ["l'été"]
    assert needed.among(passages("La messe en hiver ; un médecin de garde et de la neige un été.").beginnings) == []


def test_words_begin_behind_signs_and_not_within_words() -> None:
    assert beginnings_of("(covid-19) d'ete, chutes_a 3e") == ["covid", "19", "d", "ete", "chutes", "3e"]


@pytest.mark.parametrize(
    ("pattern", "needed"), [(_CLASS, _NEEDED_OF_CLASS), (_CHILDHOOD, _NEEDED_OF_CHILDHOOD)], ids=["class", "childhood"]
)
def test_each_way_to_say_a_class_of_school_is_looked_for(pattern: re.Pattern[str], needed: Needed) -> None:
    texts = [match.string for match in matching_texts(pattern.pattern)]
    said = [text for text in texts if pattern.search(text)]
    assert said
    assert [text for text in said if not needed.among(passages(text).beginnings)] == []
