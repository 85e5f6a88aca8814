"""Family names that begin with an article and are words too, written small behind a title: « mr le bras »."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.writings import lists

__all__ = ["RULES"]

_SMALL: Final = (
    r"m(?<![a-z0-9'].)(?:r|me|lle|onsieur|adame|ademoiselle)\.?[ ]{1,2}"
    r"(?P<LASTNAME>(?:le|la|de|du|des|de la)[ ][a-z]{3,20}(?:-[a-z]{3,20})?)(?![a-z'’-]|\.[a-z])"
)
_NOT_A_NAME: Final = Trait.ROLE | Trait.KIN | Trait.TITLE | Trait.FUNCTION | Trait.UNIT | Trait.MONTH
_PARTICLED: Final = re.compile(r"(?:le|la|de|du|des|de la) (.+)")


def _is_name(match: re.Match[str], view: TextView) -> bool:
    """Accept a listed family name, whole, in small letters, that says neither a role nor what people do."""
    start, end = match.span("LASTNAME")
    if not view.text[start:end].islower():
        return False
    value = match["LASTNAME"].replace("-", " ")
    word = _PARTICLED.fullmatch(value)
    if word is None or not lists.is_family_name(value):
        return False
    traits = alphabet().lexicon.get(word[1], 0)
    return not traits & _NOT_A_NAME


RULES: tuple[PatternRule, ...] = (PatternRule("name.title.small", _SMALL, _is_name, kind=lambda match: "word"),)
