"""Institutes that are called by their capitals, behind what is done there: « suivi à l'IPC »."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import is_of_medicine
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView
from palimpseste.writings.bodies import heads_of

__all__ = ["RULES"]

# Each with its endings: words behind which « l'IRM », too, is no institute are told by the lexicon.
_DONE: Final = ("admis", "adresse", "avis", "hospitalise", "opere", "suivi", "traite", "transfere", "transfert")
# Nurses, the place where they sort, orders: of no institute, or of one that many towns have.
_OF_NOBODY: Final = frozenset({"iao", "ici", "ide", "iem", "ime", "inem", "ioa", "isp", "its"})


def _is_named(match: re.Match[str], view: TextView) -> bool:
    """Tell whether the letters are capitals and neither a word of medicine nor a kind of body."""
    word = match["HOSPITAL"]
    return view.text[slice(*match.span("HOSPITAL"))].isupper() and not (
        word in _OF_NOBODY or word in heads_of("HOSPITAL") or word in heads_of("ORGANIZATION") or is_of_medicine(word)
    )


RULES: Final = (
    PatternRule(
        "body.institute",
        rf"(?:{'|'.join(_DONE)})e{{0,2}}s? (?:a|de|par|vers) l['’]"
        r"(?P<HOSPITAL>i[a-z]{2,4})(?![a-z0-9]|['’-][a-z0-9])",
        _is_named,
        starts_word=True,
        needs=("l'i", "l’i"),
    ),
)
