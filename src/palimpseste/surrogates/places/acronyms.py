"""Letters that stand for the acronym of a place of care or of another body."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, repeat

from palimpseste.detection.lexicon import in_dictionary
from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream, first_fitting
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.bodies import heads_of

__all__ = ["begins_with_vowel", "body_acronym", "care_acronym", "is_acronym"]

_VOWELS, _FIRST_CONSONANTS, _LATER_CONSONANTS = "AEIOU", "BCDFGLMPRST", "CDFLMNPRST"
# What the last letters of acronyms of places of care stand for: towns, quarters, points of the compass.
_LAST_OF_CARE = "AABBCCDEFGHILLMMNNNOPPRRSSSTVV"
Starts = tuple[Sequence[str], Sequence[str]]
# Behind « l' » and not: hospitals, centres and groups.
_CARE_STARTS: Starts = (
    ("AD", "AG", "AS", "EP", "ES", "HG", "HM", "HP", "IM", "IR", "UG"),
    ("CH", "CH", "CH", "CM", "CR", "GH", "GH", "PS"),
)
# Of other bodies, whose letters stand for Centre, Groupe, Fédération, Société, Association, Union.
_BODY_STARTS: Starts = (
    ("AC", "AD", "AG", "AN", "AR", "ED", "EP", "ER", "OD", "OP", "UD", "UN", "UR"),
    ("CA", "CE", "CO", "FE", "GE", "GI", "MA", "ME", "RE", "SE", "SI", "SO"),
)
# No name begins so: « GHRMSA », but « SCHNEIDER », « CHRISTOL », « STREIFF ».
_SAID_BY_LETTERS = re.compile("(?!SCH|S[CPT]R|SPL|[CPT]H[LR])[B-DF-HJ-NP-TV-XZ]{3}")
_LONGEST_START = 2
_MOST_DRAWS = 100


def is_acronym(text: str) -> bool:
    """Tell whether a proper part is letters that stand for words: « ARS », « C.M.P. »."""
    letters = text.replace(".", "").replace("-", "")
    if not (letters.isalpha() and letters.isupper()):
        return False
    return len(letters) <= 4 or not any(c in "AEIOUY" for c in letters) or _SAID_BY_LETTERS.match(letters) is not None


def care_acronym(acronym: str, stream: BitStream, originals: frozenset[str]) -> str:
    """Return letters that could be the acronym of a place of care, of as many.

    Parameters
    ----------
    acronym : str
        The old one.
    stream : BitStream
        Where letters are drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    """
    return _acronym(acronym, stream, originals, _CARE_STARTS)


def body_acronym(acronym: str, stream: BitStream, originals: frozenset[str]) -> str:
    """Return letters that could be the acronym of a body that is no place of care.

    Parameters
    ----------
    acronym : str
        The old one.
    stream : BitStream
        Where letters are drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    """
    return _acronym(acronym, stream, originals, _BODY_STARTS)


def _acronym(proper: str, stream: BitStream, originals: frozenset[str], starts: Starts) -> str:
    """Return letters that could be an acronym of as many, in no dictionary; that of a vowel begins with one.

    `starts` are the first two letters of those of a kind, behind an elision and not; a shorter one has none of them.
    """
    is_elided = begins_with_vowel(proper) or proper[0] in "Hh"
    first_two = (_VOWELS, _LATER_CONSONANTS) if is_elided else (_FIRST_CONSONANTS, _VOWELS)
    own = starts[0 if is_elided else 1] if sum(map(str.isalpha, proper)) > _LONGEST_START else ()

    last = _LAST_OF_CARE if own and starts is _CARE_STARTS else _LATER_CONSONANTS

    def drawn() -> str:
        letters = chain(stream.choice(own) if own else first_two, repeat(last))
        return "".join(stream.choice(next(letters)) if character.isalpha() else character for character in proper)

    def fits(acronym: str) -> bool:
        is_word = in_dictionary(acronym) or fold(acronym) in heads_of("HOSPITAL")
        return acronym != proper and drawable.is_free(acronym, originals) and not is_word

    return first_fitting(drawn, fits, _MOST_DRAWS, lambda: [changed_shape(proper, stream)])


def begins_with_vowel(text: str) -> bool:
    """Tell whether a text begins with a vowel, whatever its accent."""
    return fold(text)[:1].upper() in _VOWELS
