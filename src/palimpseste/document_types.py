"""Types of documents that may be released: those whose every word is one that such types are made of."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from palimpseste.folding import fold

__all__ = ["released_type"]

# A code of LOINC, as FHIR has it.
_CODE = re.compile(r"\d{1,5}-\d")
_WORD = re.compile(r"[^\W_]+")


def released_type(type: str, further: Collection[str] = ()) -> str:
    """Return the type of a document if it may be released, else the empty string: a name may stand in it.

    Parameters
    ----------
    type : str
        As the source has it.
    further : collection of str
        Types that a site releases too, whatever they say.
    """
    if type in further or _CODE.fullmatch(type):
        return type
    return type if all(word in _known() for word in _WORD.findall(fold(type))) else ""


@cache
def _known() -> frozenset[str]:
    text = (files("palimpseste") / "data" / "words" / "document_types.txt").read_text("utf-8")
    return frozenset(text.split())
