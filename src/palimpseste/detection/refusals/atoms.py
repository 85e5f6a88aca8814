"""What expressions of several subjects hold: titles, weekdays, months, words of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from palimpseste.writings.dates import words

__all__ = ["AFTER_A_COLON", "MONTH", "TITLE", "WEEKDAYS", "one_of"]

TITLE: Final = re.compile(
    r"(?<![a-z])(?:m|mr|mm|mme|mlle|dr|drs|pr|prof|me|docteur|professeur|monsieur|madame|mademoiselle|maitre|famille"
    r"|enfant|patiente?|nom|prenom)[ ]?[.:]?[ ]{0,2}$"
)
WEEKDAYS: Final = "|".join(words.WEEKDAYS)
AFTER_A_COLON: Final = (":", ": ", ":  ")
MONTH: Final = "(?:janv|fev|mars|avr|mai|juin|juil|aout|sept|oct|nov|dec)"


def one_of(words: Iterable[str]) -> str:
    """Return the expression of any of the words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
