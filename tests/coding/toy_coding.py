"""Stays whose codes hang on single words: whoever reads all words can learn them."""

from __future__ import annotations

import random

from palimpseste.coding import Stay

SIGNS = {
    "E11.9": "metformine",
    "I10": "amlodipine",
    "J18.9": "pneumopathie",
    "K35.8": "appendicite",
    "S72.0": "fémur",
    "N39.0": "pyélonéphrite",
}
_TEXT = "le patient est admis ce jour pour examen clinique sans particularité sortie avec ordonnance"
_FILLING = _TEXT.split()
WORDS = [*_FILLING, *SIGNS.values()]


def toy_stays(count: int, seed: int, *, words: int = 18) -> list[Stay]:
    """Return stays of one document, about a quarter of them with each code."""
    chance = random.Random(seed)
    stays = []
    for number in range(count):
        codes = [code for code in SIGNS if chance.random() < 0.25] or [chance.choice(list(SIGNS))]
        text = [chance.choice(_FILLING) for _ in range(words)]
        for code, place in zip(codes, chance.sample(range(words), len(codes)), strict=True):
            text[place] = SIGNS[code]
        stays.append(Stay(f"{seed}-{number}", (" ".join(text),), tuple(codes)))
    return stays
