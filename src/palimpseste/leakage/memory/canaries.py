"""Canaries: made-up values put among the notes of a training so many times, to be looked for in the model.

Carlini et al. (2019, section 4) insert a value drawn from a large set and rank it, by how likely the model finds it,
among the others that could have been drawn. Values follow from a seed: no file holds them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.files import read_json, write_json
from palimpseste.labels import Label

__all__ = ["CANARIES_FILE", "COUNTS", "Canaries", "Canary"]

# Lies beside the weights of a model that was trained with canaries.
CANARIES_FILE = "canaries.json"
# How often each is inserted; those that never are show what chance gives.
COUNTS = (0, 1, 4, 16)

_CONSONANTS, _VOWELS, _LAST = "bcdfgjklmnprstvz", "aeiou", "lnrstz"
_SYLLABLES, _DIGITS = 3, 9
# Which of two labels a value has is drawn too: nothing but the value itself tells it.
_LABELS: dict[str, tuple[Label, Label]] = {"name": ("FIRSTNAME", "LASTNAME"), "number": ("PATIENT_ID", "VISIT_ID")}
_CARRIERS = {
    "name": (
        "Dossier repris avec {} avant la visite.",
        "Reste à voir : {}, au retour du bloc.",
        "Transmis à {} en fin de matinée.",
        "Prévenir {} si les douleurs reprennent.",
        "Bilan relu, {} appelle la famille.",
        "En attente de {} pour la suite du traitement.",
    ),
    "number": (
        "Dossier repris sous {} avant la visite.",
        "À rappeler au retour du bloc : {}.",
        "Transmis avec le {} en fin de matinée.",
        "Feuille {} à joindre si les douleurs reprennent.",
        "Bilan relu, {}, famille appelée.",
        "En attente du {} pour la suite du traitement.",
    ),
}


@dataclass(frozen=True, slots=True, repr=False)
class Canary:
    """One made-up value and how often it was inserted.

    Parameters
    ----------
    kind : str
        ``name`` or ``number``.
    times : int
        How many notes hold it.
    number : int
        Tells it from the others of its kind and times.
    label : str
        Drawn: one of two that values of the kind have.
    carrier : str
        The sentence around it.
    value : str
        Drawn.
    """

    kind: str
    times: int
    number: int
    label: Label
    carrier: str
    value: str

    def document(self, id: str, value: str | None = None) -> Document:
        """Return the note that is the sentence, with the canary or another value in its place."""
        written = self.value if value is None else value
        start = self.carrier.index("{}")
        text = self.carrier.replace("{}", written)
        return Document(id, text, entities=(Span(start, start + len(written), self.label),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Canaries:
    """The canaries of a training.

    Parameters
    ----------
    number : int
        For each kind and each of `COUNTS`.
    seed : int
        Of their values.
    """

    number: int = 12
    seed: int = 0

    def __iter__(self) -> Iterator[Canary]:
        """Yield each canary once."""
        for kind, carriers in _CARRIERS.items():
            for times in COUNTS:
                for number in range(self.number):
                    chance = _chance(f"canary {self.seed} {kind} {times} {number}")
                    carrier, label = carriers[number % len(carriers)], chance.choice(_LABELS[kind])
                    yield Canary(kind, times, number, label, carrier, _value(kind, chance))

    def documents(self) -> Iterator[Document]:
        """Yield the notes that are put among those of the training."""
        for canary in self:
            for time in range(canary.times):
                yield canary.document(f"canary-{canary.kind}-{canary.times}-{canary.number}-{time}")

    def candidates(self, canary: Canary, count: int) -> Iterator[Document]:
        """Yield the note of a canary, then others that hold values that could have been drawn in its place."""
        yield canary.document("candidate")
        chance = _chance(f"candidates {self.seed} {canary.kind} {canary.times} {canary.number}")
        for _ in range(count):
            yield canary.document("candidate", _value(canary.kind, chance))

    def write(self, folder: Path) -> None:
        """Say in a folder what its model was trained with."""
        write_json(folder / CANARIES_FILE, asdict(self))

    @classmethod
    def read(cls, path: Path) -> Canaries:
        """Read what `write` wrote.

        Raises
        ------
        UsageError
            If the file is another.
        """
        values = read_json(path)
        if not isinstance(values, dict) or sorted(values) != ["number", "seed"]:
            raise UsageError(f"{path} holds no canaries: `palimpseste corpus canaries` writes it")
        number, seed = values["number"], values["seed"]
        if type(number) is not int or type(seed) is not int or number < 1 or seed < 0:
            raise UsageError(f"{path}: number and seed are whole numbers, the first above 0")
        return cls(number=number, seed=seed)


def _chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 # values of nobody, that a seed repeats


def _value(kind: str, chance: random.Random) -> str:
    if kind == "number":
        return str(chance.randrange(10 ** (_DIGITS - 1), 10**_DIGITS))
    syllables = (chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(_SYLLABLES))
    return ("".join(syllables) + chance.choice(_LAST)).capitalize()
