"""Names in small letters have their accents in a text that writes some, and none in one that writes none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.folding import fold
from palimpseste.result import Draft
from palimpseste.surrogates.places.bodies.accents import with_accents


@pytest.mark.parametrize(
    ("written", "source", "expected"),
    [
        ("polyclinique du grand pre", "polyclinique du parc", "polyclinique du grand pré"),
        ("hopital de vitre", "hopital de dole", "hopital de vitré"),
        ("ch de la trinite", "ch de la trinite", "ch de la trinite"),
        ("cesson-sevigne", "cornebarrieu", "cesson-sévigné"),
        ("Cesson-Sevigne", "cornebarrieu", "Cesson-Sevigne"),
        ("ch de zzyrq", "ch de dole", "ch de zzyrq"),
    ],
)
def test_words_of_a_name_get_the_accents_of_the_lists(written: str, source: str, expected: str) -> None:
    assert with_accents(written, source) == expected


def test_a_name_in_small_letters_is_written_as_the_text_around_it(replace: Callable[..., Draft]) -> None:
    differ = 0
    for note in range(30):
        marked = "vue a la <HOSPITAL>clinique armoricaine</HOSPITAL>, vit a <CITY>cornebarrieu</CITY>"
        without = replace(marked, id=str(note)).text
        among = replace(f"opérée, {marked}", id=str(note)).text.removeprefix("opérée, ")
        assert without.isascii()
        assert fold(among) == without
        differ += among != without
    assert differ
