"""The ways a name of the record may be written, as runs of letters to look for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.compact import folded_words
from palimpseste.detection.tokens import Trait
from palimpseste.document import Patient
from palimpseste.labels import Label

__all__ = ["NameForm", "is_ordinary", "name_forms", "saints_swapped"]

_ORDINARY: Final = int(
    Trait.COMMON
    | Trait.MEDICAL
    | Trait.FUNCTION
    | Trait.UNIT
    | Trait.MONTH
    | Trait.TITLE
    | Trait.ROLE
    | Trait.KIN
    | Trait.STREET
    | Trait.CARE_HEAD
    | Trait.BODY_HEAD
    | Trait.PARTICLE
)
_PARTICLE: Final = int(Trait.PARTICLE)
_EPONYM: Final = int(Trait.EPONYM)
_SAINTS: Final = {"saint": "st", "sainte": "ste", "st": "saint", "ste": "sainte"}
_SHORTEST_PART: Final = 3


@dataclass(frozen=True, slots=True, repr=False)
class NameForm:
    """One way of writing a name.

    Parameters
    ----------
    letters : bytes
        The name without its separators.
    joints : tuple of int
        Where the record separates its parts, in indices of ``letters``.
    label : Label
        FIRSTNAME or LASTNAME.
    field : str
        The field of the record it comes from.
    ordinary : bool
        Whether it is also a word of the language, so that only the context tells.
    eponym : bool
        Whether medicine uses it for a sign, a score or a gene.
    """

    letters: bytes
    joints: tuple[int, ...]
    label: Label
    field: str
    ordinary: bool
    eponym: bool = False

    def __repr__(self) -> str:
        return f"NameForm(<{self.field}>)"


def name_forms(patient: Patient) -> list[NameForm]:
    """Return the forms of all names of a record, without repetition, family names first."""
    forms: dict[bytes, NameForm] = {}
    lexicon = _lexicon()
    for field, label in _FIELDS:
        value = getattr(patient, field)
        if not value:
            continue
        for parts in _writings(value, lexicon):
            letters = "".join(parts)
            key = letters.encode("ascii")
            if key in forms or len(letters) < 2:
                continue
            joints, place = [], 0
            for part in parts[:-1]:
                place += len(part)
                joints.append(place)
            forms[key] = NameForm(
                key, tuple(joints), label, field, is_ordinary(parts), lexicon.get(letters, 0) & _EPONYM != 0
            )
    return list(forms.values())


def is_ordinary(parts: list[str]) -> bool:
    """Tell whether every word of a name is a word of the language."""
    lexicon = _lexicon()
    return all(lexicon.get(part, 0) & _ORDINARY or len(part) < 3 for part in parts)


def saints_swapped(words: list[str]) -> list[list[str]]:
    """Return the words with each saint written in full where it is short, and the reverse."""
    return [[*words[:index], _SAINTS[word], *words[index + 1 :]] for index, word in enumerate(words) if word in _SAINTS]


_FIELDS: Final[tuple[tuple[str, Label], ...]] = (
    ("lastname", "LASTNAME"),
    ("birth_lastname", "LASTNAME"),
    ("firstname", "FIRSTNAME"),
)


@cache
def _lexicon() -> Mapping[str, int]:
    return alphabet().lexicon


def _writings(value: str, lexicon: Mapping[str, int]) -> list[list[str]]:
    """Return the name whole, without its leading particles, its parts alone, and saint written short or in full."""
    words = folded_words(value)
    writings = [words]
    if "œ" in value or "Œ" in value or "æ" in value or "Æ" in value:
        writings.append(folded_words(value.replace("œ", "oe").replace("Œ", "OE").replace("æ", "ae").replace("Æ", "AE")))
    if len(words) == 1:
        return writings
    writings += saints_swapped(words)
    first = 0
    for index, word in enumerate(words):
        if lexicon.get(word, 0) & _PARTICLE and index + 1 < len(words):
            continue
        # A part with its particles, then without each of them.
        for start in range(first, index + 1):
            if len(word) >= _SHORTEST_PART or index > start:
                writings.append(words[start : index + 1])
        first = index + 1
    return writings
