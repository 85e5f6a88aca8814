"""Bodies that bear the number of their department, which tells where the patient is.

They are those of which each department has one (« SDIS 31 », « MDPH-2A »), and sectors of psychiatry (« 59G12 »).
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView
from palimpseste.labels import Label

__all__ = ["RULES"]

_CODE: Final = r"(?:0[1-9]|[1-8][0-9]|9[0-5]|2[ab]|97[1-46])"
# The sector of adults has a G behind its department, that of children an I.
_SECTORS: Final = ("g0", "g1", "g2", "g3", "i0", "i1")
_HEAD: Final = (
    "adapei|adil|anpaa|caf|carsat|cdaph|codamups|codis|cpam|crip|crra|ddass|ddcs|ddets|ddpp|dsden|dtpjj|mda|mdph|msa|samu"
    "|sas|sdis|siao|smur|spip|udaf|unafam|urssaf"
)
_OF_CARE: Final = frozenset({"mda", "smur"})
# Fifteen is the number that all of them answer.
_CALLED: Final = frozenset({"crra", "samu", "sas", "smur"})


def _is_body(match: re.Match[str], view: TextView) -> bool | Label:
    """Tell whether the letters are capitals, as of an acronym; the label of a place of care for one."""
    head = match["head"]
    if not view.text[slice(*match.span("head"))].isupper() or (match["code"] == "15" and head in _CALLED):
        return False
    return "HOSPITAL" if head in _OF_CARE else "ORGANIZATION"


def _is_sector(match: re.Match[str], view: TextView) -> bool:
    """Tell whether the letter of a sector is a capital."""
    return view.text[match.start("kind")].isupper()


RULES: Final = (
    PatternRule(
        "body.other",  # the model has learned what the rules of this name find
        rf"(?P<ORGANIZATION>(?P<head>{_HEAD})[ -]?(?P<code>{_CODE}))"
        # « CAF 31/03 », « SMUR 20 min »
        r"(?![a-z0-9]|[/.,:-][0-9]|[ ]?(?:min|h|j|jours?|ans?|mois|sem|semaines?|km|mg|%|€|e|eur|euros|fois|x|lits?"
        r"|places?|janv|fevr?|mars|avril|mai|juin|juil|aout|sept|octo?|nov|dec)(?![a-df-z]))",
        _is_body,
        starts_word=True,
        first_words=frozenset(_HEAD.split("|")),
    ),
    PatternRule(
        "body.sector",
        rf"(?<![a-z0-9/.-])(?P<HOSPITAL>(?:(?:inter-?)?secteur[ ]|pole[ ])?{_CODE}(?P<kind>[gi])[0-3][0-9])"
        r"(?![a-z0-9/])",
        _is_sector,
        needs=_SECTORS,
        form="[gi][0-3][0-9](?<=[0-9ab]...)(?![a-z0-9/])",
    ),
)
