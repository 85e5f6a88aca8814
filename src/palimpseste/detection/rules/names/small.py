"""Family names that are words too, written small behind a title: « mr le bras », « mme lundi se plaint »."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.writings import lists

__all__ = ["RULES"]

_TITLE: Final = r"m(?<![a-z0-9'].)(?:r|me|lle|onsieur|adame|ademoiselle)\.?[ ]{1,2}"
_SMALL: Final = (
    rf"{_TITLE}"
    r"(?P<LASTNAME>(?:le|la|de|du|des|de la)[ ][a-z]{3,20}(?:-[a-z]{3,20})?)(?![a-z'’-]|\.[a-z])"
)
_NOT_A_NAME: Final = Trait.ROLE | Trait.KIN | Trait.TITLE | Trait.FUNCTION | Trait.UNIT | Trait.MONTH
# A day or month behind a title is somebody where a verb follows: « appeler mme lundi » says when.
_DAY: Final = (
    rf"{_TITLE}"
    r"(?P<LASTNAME>lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|juillet|decembre)"
    r"(?=[ ](?:s['’][aeiouhy]|(?:ne|se|est|etait|va|dit|vit|dort|mange|marche|presente|consulte|vient|sort|souffre"
    r"|refuse|accepte|prend|porte|signale|decrit|habite|pese|avait|aurait|sera)(?![a-z]|\.[a-z])))"
)
_PARTICLED: Final = re.compile(r"(?:le|la|de|du|des|de la) (.+)")


def _is_small(match: re.Match[str], view: TextView) -> bool:
    """Accept what is written in small letters: with a capital, other rules read it."""
    return view.text[slice(*match.span("LASTNAME"))].islower()


def _is_name(match: re.Match[str], view: TextView) -> bool:
    """Accept a listed family name, whole, in small letters, that says neither a role nor what people do."""
    if not _is_small(match, view):
        return False
    value = match["LASTNAME"].replace("-", " ")
    word = _PARTICLED.fullmatch(value)
    if word is None or not lists.is_family_name(value):
        return False
    traits = alphabet().lexicon.get(word[1], 0)
    return not traits & _NOT_A_NAME


RULES: tuple[PatternRule, ...] = (
    PatternRule("name.title.small", _SMALL, _is_name, kind=lambda match: "word"),
    PatternRule("name.title.day", _DAY, _is_small, kind=lambda match: "word"),
)
