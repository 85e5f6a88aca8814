from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.folding import fold

# What hospital systems write: accents apart, line ends of all kinds, spaces and quotes of typography, nothing visible.
STRANGE = "aeEé\u0301\u0327\u0300œŒß \u00a0\u202f\u2009\r\n\t\u200b\u00ad\ufeff’‘“–—…\u0000😀𝐀Å\ufe0f1/.-İ"
strange_texts = st.text(st.one_of(st.sampled_from(STRANGE), st.characters(codec="utf-8")), max_size=60)


@given(strange_texts)
@example("M\u00aa e\u0301\u200b\u0301")
@example("\u0301abc")
@example("\u200b\ufeff")
def test_text_and_folded_text_share_offsets(text: str) -> None:
    view = TextView.of(text)
    assert len(view) == len(view.text) == len(view.folded)


@given(strange_texts)
def test_every_character_read_stands_for_an_interval_of_the_text(text: str) -> None:
    view = TextView.of(text)
    last = 0
    for index in range(len(view)):
        start, end = view.to_original(index, index + 1)
        assert 0 <= start < end <= len(text)
        assert start >= last or view.to_original(index - 1, index) == (start, end)
        last = end


@given(strange_texts, st.data())
def test_a_wider_interval_read_covers_a_wider_interval_of_the_text(text: str, data: st.DataObject) -> None:
    view = TextView.of(text)
    if len(view) < 2:
        return
    start = data.draw(st.integers(0, len(view) - 2))
    end = data.draw(st.integers(start + 1, len(view) - 1))
    inner, outer = view.to_original(start, end), view.to_original(start, end + 1)
    assert inner[0] == outer[0]
    assert inner[1] <= outer[1]


@given(st.text("aéÉçñôœ ü", max_size=40))
def test_decomposed_accents_are_read_composed(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    view = TextView.of(decomposed)
    assert view.text == TextView.of(composed).text
    for index in range(len(view)):
        start, end = view.to_original(index, index + 1)
        assert unicodedata.normalize("NFC", decomposed[start:end]) == view.text[index]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("n°\u00a012\u202f345", "n° 12 345"),
        ("l’œdème", "l'œdème"),
        ("Saint‑Brieuc – Rennes", "Saint-Brieuc - Rennes"),
        ("« “Rose” »", '« "Rose" »'),
        ("Du\u00adrand", "Durand"),
        ("\ufeffM. Li", "M. Li"),
        ("Du\u200brand", "Durand"),
        ("a\x0bb\x0cc", "a\nb\nc"),
        ("Mme\0Li", "Mme Li"),
        ("a\r\nb", "a \nb"),
        ("a\rb", "a\nb"),
        ("Le\u0301a", "Léa"),
    ],
    ids=[
        "no-break spaces",
        "apostrophe",
        "dashes",
        "quotes",
        "soft hyphen",
        "byte order mark",
        "zero width space",
        "page breaks",
        "null",
        "windows line end",
        "old line end",
        "decomposed",
    ],
)
def test_a_text_is_read_in_plain_signs(text: str, read: str) -> None:
    assert TextView.of(text).text == read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("vu Du\u00adrand ce jour", "Du\u00adrand"),
        ("\ufeffLe\u0301a dort", "Le\u0301a"),
        ("😀 Zoé 😀", "Zoé"),
        ("a\r\nZoe\u0308 b", "Zoe\u0308"),
    ],
    ids=["soft hyphen", "byte order mark and accent apart", "emoji", "line end before"],
)
def test_what_is_read_is_carried_back_whole(text: str, value: str) -> None:
    view = TextView.of(text)
    read = TextView.of(value).text
    start = view.text.index(read)
    low, high = view.to_original(start, start + len(read))
    assert text[low:high].lstrip("\ufeff") == value


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold_same_length(text)) == len(text)


@given(st.text("abcXYZàâéèêëîïôùûüçñÀÉÈÇ' -0123456789", max_size=60))
def test_folding_agrees_with_the_other_folding_but_for_ligatures(text: str) -> None:
    assert fold_same_length(text) == fold(text)


def test_a_ligature_becomes_one_letter() -> None:
    assert fold_same_length("Œdème, CŒUR, Lætitia, Weiß") == "odeme, cour, latitia, weis"


def test_a_view_shows_no_text() -> None:
    assert repr(TextView.of("Mme Zywiecka")) == "TextView(<12 characters>)"
