"""The words before a place or a body, made to agree with it: « à » and « de » contract or take an article."""

from __future__ import annotations

import re
from functools import cache

from palimpseste.corpus.synthesis.lists import sections_of
from palimpseste.folding import fold
from palimpseste.writings import lists as own

__all__ = ["agreed"]

_LINK = re.compile(r"(?<![\w'’])(à|de|par) $")
_ARTICLE = re.compile(r"(les?) ", re.IGNORECASE)
_VOWELS = frozenset("aeiouyh")
_CONTRACTED = {("à", "le"): "au ", ("de", "le"): "du ", ("à", "les"): "aux ", ("de", "les"): "des "}


def agreed(before: str, value: str, label: str) -> tuple[str, str]:
    """Return what stands before a value and the value, so that both agree.

    Parameters
    ----------
    before : str
        Text, or its end.
    value : str
        What stands behind it.
    label : str
        Of the value.

    Examples
    --------
    >>> agreed("parti de ", "Auch", "CITY"), agreed("vit à ", "Le Mans", "CITY")
    (("parti d'", 'Auch'), ('vit au ', 'Mans'))
    >>> agreed("opéré à ", "clinique Saint-Louis", "HOSPITAL"), agreed("parti à ", "Mali", "LOCATION")
    (('opéré à la ', 'clinique Saint-Louis'), ('parti au ', 'Mali'))
    """
    link = _LINK.search(before)
    if link is None or label not in ("CITY", "HOSPITAL", "ORGANIZATION", "LOCATION"):
        return before, value
    start, word = before[: link.start()], link.group(1)
    if label == "LOCATION":
        return (f"{start}{_prepositions().get(value, 'en')} " if word == "à" else before), value
    if label == "CITY":
        article = _ARTICLE.match(value)
        if article and word != "par":
            return start + _CONTRACTED[word, article.group(1).lower()], value[article.end() :]
    else:
        first = fold(re.split(r"[\s-]", value)[0]).rstrip(".")
        gender = _genders().get(first)
        if gender and value[: len(first)].lower() != "l'":
            if first[0] in _VOWELS and first not in ("had", "hlm"):
                return f"{start}{word} l'", value
            article_of = "la" if gender == "f" else "le"
            return start + _CONTRACTED.get((word, article_of), f"{word} {article_of} "), value
    elided = word == "de" and fold(value)[:1] in _VOWELS
    return (start + "d'" if elided else before), value


@cache
def _prepositions() -> dict[str, str]:
    return {row[0]: row[1] for row in (line.split("\t") for line in own.entries("countries.tsv"))}


@cache
def _genders() -> dict[str, str]:
    """Return the gender of the first words of bodies that take an article."""
    rows = sections_of("bodies.txt")
    return {
        word: g for g, name in (("f", "feminine"), ("m", "masculine")) for line in rows[name] for word in line.split()
    }
