"""Letters and first words of lists of words.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``list.letter``       any name            letter and first word of a list of words: « A. Selles » above « B. Urines »;
                                          the small letters of four choices: « a. Chapman »
``list.schema``       people              the letter of a schema: « D : agitée. A : Dr Morel prévenu. R : dort à 5 h »
``list.part``         any name            figure and first word of a numbered part: « V. Demande » behind « IV. Santé »
``list.option``       names               letters and words of lettered choices: « a. Furosémide », « b. Mannitol »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.refusals.refusal import AROUND
from palimpseste.detection.tokens import Trait
from palimpseste.document import Span

__all__ = ["is_letter", "is_of_lettered_list", "is_of_schema"]

# « A. Selles », « b) urines »
_ITEM: Final = re.compile(r"[ ]{0,8}([a-h])[.)][ ]{1,3}([a-z]{2,30})")

# Data, action, result of a target; subjective, objective, assessment, plan; the schemas of those who call a doctor.
_SCHEMAS: Final = ("dar", "soap", "sbar", "saed")
_HEAD: Final = re.compile(r"(?<![^\n.;!?–—-])[ ]{0,4}(?<![^\W_])([a-z])[ ]?:[ \n]")
_REACH: Final = 600


def is_letter(folded: str, span: Span, letters: frozenset[int]) -> bool:
    """Tell whether a span is the letter of a choice and nothing else: « a. », above « b. », « c. » and « d. ».

    Parameters
    ----------
    folded : str
        The text, folded.
    span : Span
        In its offsets.
    letters : frozenset of int
        Where the choices of a list begin.
    """
    return span.start in letters and not any(map(str.isalnum, folded[span.start + 1 : span.end]))


def is_of_lettered_list(folded: str, span: Span) -> bool:
    """Tell whether a span is the letter or the first word of an item whose neighbour is another, no name in either."""
    start = folded.rfind("\n", max(0, span.start - AROUND), span.start) + 1
    item = _ITEM.match(folded, start) if start or span.start < AROUND else None
    if item is None or span.end > item.end() or _is_name(item[2]):
        return False
    behind = folded.find("\n", item.end(), item.end() + 2 * AROUND) + 1
    before = folded.rfind("\n", max(0, start - 2 * AROUND), max(0, start - 1)) + 1
    neighbours = ((_ITEM.match(folded, behind), 1) if behind else (None, 1), (_ITEM.match(folded, before), -1))
    return any(
        other is not None and ord(other[1]) - ord(item[1]) == step and not _is_name(other[2])
        for other, step in neighbours
    )


def is_of_schema(folded: str, span: Span) -> bool:
    """Tell whether a span is a letter of a schema that heads what is told, and all others of it do so nearby."""
    letter = folded[span.start : span.end]
    schemas = [schema for schema in _SCHEMAS if letter in schema] if len(letter) == 1 else []
    if not schemas:
        return False
    heads = list(_HEAD.finditer(folded, max(0, span.start - _REACH), span.end + _REACH))
    if all(head.start(1) != span.start for head in heads):
        return False
    there = {head[1] for head in heads}
    return any(there.issuperset(schema) for schema in schemas)


def _is_name(word: str) -> bool:
    """Tell whether a folded word may be a name here: « selles » is one too, but first a word of medicine."""
    traits = alphabet().lexicon.get(word, 0)
    if not traits & Trait.COMMON or not in_dictionary(word):
        return True
    return bool(traits & (Trait.FIRST | Trait.FAMILY)) and not traits & Trait.MEDICAL
