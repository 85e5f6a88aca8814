"""Letters of whoever dictated, typed, read again or printed a letter: « frappe : mlc », « édité le 12/08 par mdv »."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_DONE: Final = frozenset({"dicte", "edite", "frappe", "imprime", "relu", "saisi", "tape", "transcrit"})
_DOING: Final = frozenset({"dactylo", "dactylographie", "dictee", "edition", "relecture", "saisie", "secr", "typiste"})
_WORDS_OF_TWO: Final = frozenset(
    {"as", "au", "ce", "de", "du", "en", "et", "ex", "il", "la", "le", "ok", "on", "ou", "sa", "se", "si", "un"}
)
_CONSONANTS: Final = re.compile("[bcdfghjklmnpqrstvwxz]+")
_CUES: Final = frozenset({*_DOING, *_DONE, *(f"{word}e" for word in _DONE), "dactylographiee"})
_TYPED: Final = (
    rf"{one_of(_CUES)}(?![a-z])\.?(?:[ ]{{1,3}}(?:le[ ])?[0-9][0-9/.:h-]{{2,15}}(?:[ ][0-9]{{1,2}}[:h][0-9]{{2}})?)?"
    r"(?P<by>[ ]{1,3}par)?[ ]{0,3}[ :][ ]{0,3}(?P<LASTNAME>[a-z]{2,4})"
    r"(?![a-z0-9'’@_-]|\.[a-z])(?=[ ]{0,3}(?:\n|\Z|[ ]{2}|[,;()|/.]|[0-9]|le[ ][0-9]))"
)


def _are_letters_of_somebody(match: re.Match[str], view: TextView) -> bool:
    """Accept letters all small or all capital that are no word; two, or consonants behind « par », mostly are."""
    written, folded = view.text[slice(*match.span("LASTNAME"))], match["LASTNAME"]
    if not (written.islower() or written.isupper()) or folded in _WORDS_OF_TWO:
        return False
    if len(folded) == 2 or (match["by"] and _CONSONANTS.fullmatch(folded)):
        return True
    return not (alphabet().lexicon.get(folded, 0) or in_dictionary(folded))


RULES: tuple[PatternRule, ...] = (
    PatternRule(
        "name.typist",
        _TYPED,
        _are_letters_of_somebody,
        starts_word=True,
        first_words=_CUES,
    ),
)
