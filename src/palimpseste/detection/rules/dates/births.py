"""Dates of birth, told by the word that announces them or by the person they stand beside."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import first_words, listed
from palimpseste.detection.rules.dates.parts import ANY_DATE
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES", "is_beside_person"]

_BIRTH_CUED: Final = (
    rf"(?:{listed('dates/birth')})(?![a-z])[\s.:=|(]{{0,20}}(?:(?:{listed('dates/birth_filler')})[ :.]{{0,3}}){{0,2}}"
    rf"(?P<BIRTHDATE>{ANY_DATE})"
)
_BIRTH_NAMED: Final = (
    # née DUPONT le 12/03/1954: a married woman's birth name stands between
    r"n[ée]{1,2}(?:\(e\))?[ \n]{1,2}(?:[A-ZÉÈ«\"(][^\n,;:0-9]{1,40}(?:\n[^\n,;:0-9]{1,20})?)[, )]{0,3}\n?"
    r"(?:[Ll]e|en)[ \n]{1,2}(?P<BIRTHDATE>(?:[0-9]{1,2}[^\n,;()]{3,18}?|(?:[a-zéû]{3,9} )?"
    r"(?=[12]))[0-9]{2,4}(?![0-9]))"
)
_BETWEEN: Final = (
    r"(?:[ ]?\([^()\n]{1,25}\))?(?:[ ]?[,;/|(:-][ ]?|[ \t]{1,30})[ \t,;/|(:-]{0,20}"
    r"(?:(?:[MFH]|[Ss]exe ?: ?[MFH])[ \t,;/|(:-]{1,12})?$"
)
_NAME_BEFORE: Final = re.compile(
    # DURAND Paul, DURAND-PETIT Marie-Anne F -, Anne DURAND (, DURAND P.
    r"(?:\b[A-ZÀ-Ý][A-ZÀ-Ý'-]+[ ,/^]{1,4}[A-ZÀ-Ý](?:[a-zà-ÿ]['\w-]*|\.)(?:[ ][A-ZÀ-Ý][a-zà-ÿ'-]+)?"
    r"|\b[A-ZÀ-Ý][a-zà-ÿ'-]+[ ,/^]{1,3}[A-ZÀ-Ý][A-ZÀ-Ý'-]+)" + _BETWEEN
)
_TWO_WORDS_BEFORE: Final = re.compile(r"\b[A-ZÀ-Ý][\w'-]+[ ][A-ZÀ-Ý][\w'.-]+" + _BETWEEN)


_PERSON_AFTER: Final = re.compile(r"[ ]{0,3}(?:[,(–-]|[ ]) ?(?:[0-9]{1,3} ?(?:ans|a\b|mois|ANS)|[MFH]\b(?![.']))")
_AGE_BEFORE: Final = re.compile(r"[0-9] ?(?:ans|a|mois) ?[,(] ?$")
_CARER_BEFORE: Final = re.compile(
    r"\b(?:D[Rr]|P[Rr]|Docteur|docteur|CR|IRM|TDM|ETT|RDV|RCP|CHU|CH|DU|LE|DATE|Valid\w*)\b"
)
_LATEST_BIRTH_YEAR: Final = 2012


def is_beside_person(match: re.Match[str], view: TextView) -> bool:
    """Tell a date of birth by the name right before it on the line, or the age or sex beside it.

    After two words that are not written as a family and a given name are, only a year long past tells a birth.
    """
    start, end = match.span("DATE")
    before = view.folded[max(0, start - 9) : start]
    if _PERSON_AFTER.match(view.text, end):
        return not before.endswith((" le ", " du ", " au ", "depuis ", " en "))
    if _AGE_BEFORE.search(before):
        return True
    line = view.text[max(0, start - 70) : start].rpartition("\n")[2]
    # Most dates follow a word in lower case: the dearer search for a name is spared.
    last = line.rstrip(" \t,;/|(:-)").rpartition(" ")[2]
    if not last[:1].isupper() and not last.startswith("("):
        return False
    if _CARER_BEFORE.search(line):
        return False
    if _NAME_BEFORE.search(line):
        return True
    year = match["DATE"][-4:] if match["DATE"][-4:].isdigit() else ""
    long_past = int(year) <= _LATEST_BIRTH_YEAR if year else match["DATE"][-2:] > "30"
    return long_past and len(match["DATE"]) > 4 and _TWO_WORDS_BEFORE.search(line) is not None


RULES: tuple[PatternRule, ...] = (
    PatternRule(
        "birthdate.cued", _BIRTH_CUED, starts_word=True, first_words=first_words(word_list("rules/dates/birth.txt"))
    ),
    PatternRule("birthdate.named", _BIRTH_NAMED, cased=True, starts_word=True, first_words=frozenset({"ne", "nee"})),
)
