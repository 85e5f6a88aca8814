"""Annotated coded stays whose codes hang on words, one of them on a town."""

from __future__ import annotations

import random

SIGNS = {"E11.9": "metformine", "I10": "amlodipine", "J18.9": "pneumopathie", "K35.8": "appendicite"}
# The sides of a case that a place tells apart.
CASE, TOWN_CODES = "pleural_plaques", {"Dijon": "J92.0", "Lyon": "J92.9"}
NAMES = ("Kerbiquet", "Oulhaci", "Vandrezanne", "Trobriant")
_TEXT = "le patient est admis ce jour pour examen clinique sans particularité sortie avec ordonnance"
_FILLING = _TEXT.split()


def toy_stay(number: int, split: str, chance: random.Random) -> dict[str, object]:
    """Return a stay of one note; one of its codes is told by the town alone."""
    codes = [code for code in SIGNS if chance.random() < 0.3] or [chance.choice(list(SIGNS))]
    words = [chance.choice(_FILLING) for _ in range(14)]
    for code in codes:
        words[chance.randrange(14)] = SIGNS[code]
    codes = [code for code in codes if SIGNS[code] in words] or ["R69"]
    town = chance.choice(list(TOWN_CODES))
    codes.append(TOWN_CODES[town])
    text, entities = "M. ", []
    for value, label, after in (
        (chance.choice(NAMES), "LASTNAME", ", né le "),
        (f"{chance.randrange(10, 28)}/03/1950", "BIRTHDATE", ", habite "),
        (town, "CITY", " ; " + " ".join(words)),
    ):
        entities.append({"start": len(text), "end": len(text) + len(value), "label": label})
        text += value + after
    return {
        "id": f"S{number}-1",
        "documents": [{"id": f"S{number}-1-1", "text": text, "entities": entities, "date": "2021-05-04"}],
        "codes": codes,
        "split": split,
        "depends_on": {code: "place" if code == TOWN_CODES[town] else "none" for code in codes},
        "case": CASE,
    }
