"""Streets of other languages: « 41 Chessel Street » becomes « 12 Church Street », not « 12 Les Ormeaux »."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.values.shapes import shape_surrogate
from palimpseste.writings import lists
from palimpseste.writings.case import like

__all__ = ["street_abroad"]

_NAME = r"(?P<name>[A-ZÀ-Ý][\w.'’-]*(?:[ -][\w.'’-]+){0,4}?)"
_NUMBER = r"\s*,?\s*(?:n\.?[º°]\s*)?\d{1,4}(?:\s?[a-z]|[/-]\d{1,4})?(?![\w])[^\n]{0,40}"
# Each with what its kind of street is called, which stays, before the number or behind it.
_STREETS = {
    "en": re.compile(
        rf"(?P<before>\d{{1,5}}[a-z]?,?\s+){_NAME}"
        r"(?P<type>\s(?:Street|Road|Rd|Lane|Close|Drive|Terrace|Crescent|Gardens|Grove))(?P<after>(?!\w)[^\n]{0,40})"
    ),
    "de": re.compile(
        rf"(?P<before>){_NAME}(?P<type>\s?(?:[Ss]tra(?:ß|ss)e|[Gg]asse|[Aa]llee|[Pp]latz))(?P<after>{_NUMBER})"
    ),
    "nl": re.compile(
        rf"(?P<before>){_NAME}(?P<type>\s?(?:[Ss]traat|[Ll]aan|[Pp]lein|[Ss]teenweg|[Dd]reef))(?P<after>{_NUMBER})"
    ),
    "it": re.compile(rf"(?P<before>[Vv]ia\s+)(?P<type>){_NAME}(?P<after>{_NUMBER})"),
    "es": re.compile(rf"(?P<before>(?:[Cc]alle|[Cc]arrer|C/)\s*(?:de\s+)?)(?P<type>){_NAME}(?P<after>{_NUMBER})"),
    "pt": re.compile(
        r"(?P<before>[Rr]ua\s+)(?P<type>)(?P<name>(?:d[aeo]s?\s+)?[A-ZÀ-Ý][\w.'’-]*(?:\s[\w.'’-]+){0,4}?)"
        rf"(?P<after>(?:{_NUMBER})?)"
    ),
}
# « Bristol BS3 4ED »
_BRITISH = re.compile(
    r"(?P<town>[A-Z][a-z'’-]+(?: [A-Za-z'’-]+){0,3})(?P<gap>,? )[A-Z]{1,2}(?P<rest>\d[A-Z\d]? ?\d[A-Z]{2})"
)
_LONGEST = 100
_BEGUN = re.compile(r"\d|[A-ZÀ-Ýcrv]")


def street_abroad(text: str, stream: BitStream, complement: Callable[[str, BitStream], str]) -> str | None:
    """Return a street of another language with another name and number, a British town and code; None for other texts.

    Parameters
    ----------
    text : str
        One part of an address.
    stream : BitStream
        Where the name is drawn from.
    complement : callable
        Returns numbers, stairs and floors drawn anew.

    Examples
    --------
    >>> street_abroad("12 rue des Lilas", None, None) is None
    True
    """
    if len(text) > _LONGEST or _BEGUN.match(text) is None:
        return None
    british = _BRITISH.fullmatch(text)
    if british is not None:
        others = [place for place in _names()["uk"] if fold(place.split()[0]) != fold(british["town"])]
        town, area = stream.choice(others).split()
        return f"{town}{british['gap']}{area}{shape_surrogate(british['rest'], stream)}"
    for language, pattern in _STREETS.items():
        found = pattern.fullmatch(text)
        if found is not None:
            others = [name for name in _names()[language] if fold(name) != fold(found["name"])]
            drawn = like(found["name"], stream.choice(others))
            # « Via », « Rua » before a name is its kind of street.
            before = complement(found["before"], stream) if found["before"][:1].isdigit() else found["before"]
            after = complement(found["after"], stream) if found["after"] else ""
            return before + drawn + found["type"] + after
    return None


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    rows = (line.split("\t") for line in lists.entries_abroad("streets.tsv"))
    return {language: tuple(names.split("|")) for language, names in rows}
