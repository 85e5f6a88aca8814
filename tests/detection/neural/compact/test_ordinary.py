"""Ordinary words in small letters are asked for higher odds than others."""

from __future__ import annotations

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.ordinary import OrdinaryWords
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

TAGS = TagScheme(("LASTNAME", "ORGANIZATION", "DATE")).names()
UNIT = 100.0


def tokens_of(text: str) -> Tokens:
    return Tokens(TextView.of(text), alphabet())


def losses(text: str, word: str) -> dict[str, int]:
    """Return what each tag loses at a word, where none but that of a person is likely."""
    tokens = tokens_of(text)
    scores = np.zeros((len(tokens.words), len(TAGS)), dtype=np.float32)
    scores[:, TAGS.index("S-LASTNAME")] = 1
    kept = scores.copy()
    weighed = OrdinaryWords(TAGS, UNIT).weighed(tokens, 0, scores)
    assert (scores == kept).all()
    row = (scores - weighed)[tokens.words.index(word)]
    return {tag: int(loss) for tag, loss in zip(TAGS, row, strict=True) if loss}


def test_an_ordinary_word_loses_what_makes_it_a_person_or_begins_a_body() -> None:
    lost = losses("Virus du sarcome murin", "murin")
    assert set(lost) == {f"{place}-LASTNAME" for place in "BIES"} | {"B-ORGANIZATION", "S-ORGANIZATION"}
    assert lost["S-LASTNAME"] == round(UNIT * np.log(17 / 3))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Vu avec Murin", "murin"),  # a capital
        ("Vu avec petit", "petit"),  # a family name
        ("Vu avec zzyxan", "zzyxan"),  # in no dictionary
        ("Vu avec chu", "chu"),  # a place of care
    ],
)
def test_other_words_lose_nothing(text: str, word: str) -> None:
    assert losses(text, word) == {}


def test_an_article_goes_with_the_word_behind_it() -> None:
    assert losses("Virus de la saponine", "la") == losses("Virus de la saponine", "saponine") != {}
    assert losses("Virus de la Rochette", "la") == {}


def test_a_word_that_begins_the_note_is_ordinary_with_a_capital() -> None:
    assert losses("Saponine et drogues", "saponine")
    assert not losses("Dr Saponine et drogues", "saponine")


def test_only_likely_words_are_looked_at() -> None:
    tokens = tokens_of("Virus du sarcome murin")
    scores = np.zeros((len(tokens.words), len(TAGS)), dtype=np.float32)
    assert OrdinaryWords(TAGS, UNIT).weighed(tokens, 0, scores) is scores
