"""What a long text takes beside itself: some bytes a character, not a hundred."""

from __future__ import annotations

import tracemalloc

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens

# An accent apart makes every offset another than that of the text as it came.
SENTENCE = "Mme Lucie Durand, ne\u0301e a\u0300 Nantes, va mieux depuis le {} mars ; revue dans {} jours.\n"
TEXT = "".join(SENTENCE.format(number % 31, number % 997) for number in range(4_000))


def test_offsets_and_tokens_take_some_bytes_a_character():
    Tokens(view_of(TEXT), alphabet())  # lists and words are loaded once
    tracemalloc.start()
    try:
        tokens = Tokens(view_of(TEXT), alphabet())
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(tokens.starts) > len(TEXT) / 5
    assert held / len(TEXT) < 20
    assert most / len(TEXT) < 50
