"""Street lines and bodies in one spelling, so that a value is the same however short it is written.

Tannier et al. (2023) take spaces and case from a value before its surrogate is chosen; dots, commas, accents, hyphens
and the usual short forms differ as often between the documents of one patient.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from palimpseste.folding import fold_name
from palimpseste.writings import lists

__all__ = ["body_spelled_out", "street_line_spelled_out"]

_SIGNS = re.compile(r"[^\w]+")
_GLUED = re.compile(r"(?<=\d)(?=(?:bis|ter|quater)\b)")
_DOTTED = re.compile(r"\b(?:[^\W\d_]\.){2,}")


def street_line_spelled_out(value: str) -> str:
    """Return the folded words of a street line: no signs, short forms in full, « bis » by itself.

    Examples
    --------
    >>> street_line_spelled_out("12bis, av. du Gal-Leclerc")
    '12 bis avenue du general leclerc'
    """
    parted = _GLUED.sub(" ", _SIGNS.sub(" ", fold_name(value)))
    return _in_full(parted, _full_words("names", "streets"))


def body_spelled_out(value: str) -> str:
    """Return the folded words of a body's name: short forms in full, the letters of an acronym together.

    Examples
    --------
    >>> body_spelled_out("Hop. Ste-Anne"), body_spelled_out("C.H.U. de Dijon")
    ('hopital sainte anne', 'chu de dijon')
    """
    joined = _DOTTED.sub(lambda found: found.group().replace(".", "") + " ", value)
    return _in_full(fold_name(joined), _full_words("names", "bodies"))


def _in_full(words: str, full: Mapping[str, str]) -> str:
    return " ".join(full.get(word, word) for word in words.split())


@cache
def _full_words(*sections: str) -> Mapping[str, str]:
    lines = [line.split() for section in sections for line in lists.sections("short_words.txt")[section]]
    return {short: full for full, *shorts in lines for short in shorts}
