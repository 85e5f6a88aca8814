"""What the lists and the dictionary say of a folded word that may be refused."""

from __future__ import annotations

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.tokens import OF_NAMES, OF_NAMES_OF_BODIES, Trait

__all__ = ["is_country", "is_drug", "is_of_no_name", "is_ordinary"]


def is_of_no_name(word: str) -> bool:
    """Tell whether a folded word is a function word, or an ordinary one that is part of no name of a place or body."""
    traits = alphabet().lexicon.get(word, 0)
    return bool(traits & Trait.FUNCTION) or (in_dictionary(word) and not traits & (OF_NAMES | OF_NAMES_OF_BODIES))


def is_drug(word: str) -> bool:
    """Tell whether a folded word before a maker of drugs is one of medicine."""
    return bool(alphabet().lexicon.get(word, 0) & Trait.MEDICAL)


def is_ordinary(word: str) -> bool:
    """Tell whether a folded word is an ordinary one, and no name or town in any list."""
    is_town = alphabet().lexicon.get(word, 0) & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION)
    return in_dictionary(word) and not is_listed_name(word) and not is_town


def is_country(word: str) -> bool:
    """Tell whether a folded word is a place that is no town, and no name of somebody."""
    traits = alphabet().lexicon.get(word, 0)
    return bool(traits & Trait.LOCATION) and not traits & (Trait.CITY | Trait.FAMILY | Trait.FIRST)
