"""Rules for names glued to a title or to each other: ``DrKernevez``, ``mrfoy``, ``DURANDPaul``."""

from __future__ import annotations

import re

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["RULES"]

_UPPER = "A-ZÀ-ÖØ-Þ"
_LOWER = "a-zß-öø-ÿ"


def _is_title_and_name(match: re.Match[str], view: TextView) -> bool:
    """Accept a listed name behind the title, where the whole is no word: ``mrfoy``, but not ``drain``."""
    lexicon = alphabet().lexicon
    return match.group(1) not in lexicon and bool(lexicon.get(match.group("LASTNAME"), 0) & (Trait.FIRST | Trait.FAMILY))


def _ends_in_given_name(match: re.Match[str], view: TextView) -> bool:
    """Accept capitals followed by a listed given name."""
    return bool(alphabet().lexicon.get(fold_same_length(match.group(2)), 0) & Trait.FIRST)


RULES = (
    PatternRule("name.glued.title", f"(?:Dr|Mme|Mlle|Mr|Pr)(?P<LASTNAME>[{_UPPER}][{_LOWER}]{{2,20}})", cased=True, starts_word=True),
    PatternRule("name.glued.small", "((?:dr|mme|mr|pr)(?P<LASTNAME>[a-z]{3,20}))(?![a-z])", _is_title_and_name, starts_word=True),
    PatternRule(
        "name.glued.pair",
        f"(?P<LASTNAME>[{_UPPER}]{{3,20}}([{_UPPER}][{_LOWER}]{{2,20}}))(?![{_LOWER}])",
        _ends_in_given_name,
        cased=True,
        starts_word=True,
    ),
)
