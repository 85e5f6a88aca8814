"""Numbers as clinicians, dictation and scanners write them: the atoms other rules are composed of.

All are regular expressions over folded text; none has a group.
"""

from __future__ import annotations

from typing import Final

from palimpseste.detection.rules.alternation import one_of

__all__ = ["DIGIT", "DIGIT_WORD", "NUMBER_FIRST_WORDS", "NUMBER_WORD", "YEAR", "YEAR_WORDS"]

# A digit as a scanner may misread it: O for 0; I, l or | for 1.
DIGIT: Final = "[0-9oil|]"

# 1850 to 2049.
YEAR: Final = r"(?:18[5-9][0-9]|19[0-9]{2}|20[0-4][0-9])"

_DIGITS: Final = ("un", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
_TEENS: Final = ("dix", "onze", "douze", "treize", "quatorze", "quinze", "seize")
_TENS: Final = ("vingt", "trente", "quarante", "cinquante", "soixante", "septante", "octante", "huitante", "nonante")

_JOIN: Final = r"[ -]{1,2}"
_DIGIT_OR_TEEN: Final = f"(?:dix{_JOIN}(?:sept|huit|neuf)|{one_of((*_TEENS, *_DIGITS))})"

# What the words of NUMBER_WORD begin with.
NUMBER_FIRST_WORDS: Final = (*_DIGITS, *_TEENS, *_TENS)

# One digit said aloud, zero included.
DIGIT_WORD: Final = one_of(("zero", *_DIGITS))

# 1 to 99: vingt et un, soixante-dix-huit, quatre-vingt-onze, nonante-deux.
NUMBER_WORD: Final = (
    f"(?:(?:quatre{_JOIN}vingts?|{one_of(_TENS)})(?:{_JOIN}(?:et{_JOIN})?{_DIGIT_OR_TEEN})?|{_DIGIT_OR_TEEN})(?![a-z])"
)

# 1800 to 2099: mille neuf cent soixante-dix-huit, deux mille vingt-trois.
YEAR_WORDS: Final = (
    f"(?:mil(?:le)?{_JOIN}(?:neuf|huit){_JOIN}cents?|dix{_JOIN}neuf{_JOIN}cents?|deux{_JOIN}mille)"
    f"(?![a-z])(?:{_JOIN}(?:et{_JOIN})?{NUMBER_WORD})?"
)
