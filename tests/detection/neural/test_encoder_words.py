"""Words and sentences as encoders read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.tokens import Alphabet, Tokens
from palimpseste.detection.view import TextView


def words_of(text: str) -> Words:
    return Words.of(Tokens(TextView.of(text), Alphabet({})))


def test_words_are_letters_figures_or_signs_and_know_what_they_are_glued_to() -> None:
    words = words_of("Vu  l'été 12/03\n45ans")
    assert words.texts == ("Vu", "l", "'", "été", "12", "/", "03", "45", "ans")
    assert words.glued == (False, False, True, True, False, True, True, False, True)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Elle va bien. Sortie demain.", ["Elle", "Sortie"]),
        ("Elle va bien\nSortie demain\net suivi", ["Elle", "Sortie"]),
        ("M. Durand", ["M", "Durand"]),
        ("Poids 3.5 kg", ["Poids"]),
        ("Motif :\n- douleur", ["Motif", "-"]),
        ("vu. puis sorti", ["vu"]),
        ("", []),
    ],
)
def test_sentences_start_behind_a_stop_or_a_line_unless_in_lower_case(text: str, sentences: list[str]) -> None:
    words = words_of(text)
    assert [words.texts[index] for index in words.sentence_starts] == sentences


@given(st.text(max_size=60))
def test_words_are_the_text_less_its_spaces(text: str) -> None:
    view = TextView.of(text)
    words = words_of(text)
    assert "".join(words.texts) == "".join(view.text.split())
    assert all(view.text[s:e] == w for s, e, w in zip(words.starts, words.ends, words.texts, strict=True))
