"""Bodies that few towns have: a court, a fund, a prison, a poison centre, a spa. Words before a town tell which."""

from __future__ import annotations

import re

__all__ = ["SITTING", "seat_told"]

# What sits in one town for others around it, unlike a prison or spa, which is somewhere in particular.
SITTING = frozenset({"court", "court of appeal", "fund"})
# Behind each of these a town stands, with or without « de » or « à » between.
_TOLD = re.compile(
    r"\b(?:(?P<court>tribunal(?: (?:judiciaire|administratif|de grande instance|de proximit[ée]|pour enfants))?"
    r"|juge des enfants|tj|tgi|barreau|parquet)|(?P<appeal>cour d['’]appel)"
    r"|(?P<fund>caf|carsat|cpam|mdph|pr[ée]fecture|udaf|urssaf)"
    r"|(?P<poison>anti-?poisons?|captv|cap)"
    r"|(?P<prison>p[ée]nitentiaire(?: pour femmes)?|maison d['’]arr[êe]t|maison centrale|centre de d[ée]tention|prison"
    r"|usmp|ucsa|(?-i:MA|CP|CD)|(?:incarc[ée]r[ée]|d[ée]tenu|[ée]crou[ée])e?s?)"
    r"|(?P<spa>thermes|thermal|cures?(?: thermales?| conventionn[ée]es?)?))"
    r"[\s.]{0,3}(?:(?:à|au|aux|de|du|des|d['’])\s{0,3})?\Z",
    re.IGNORECASE,
)
_KINDS = {
    "court": "court",
    "appeal": "court of appeal",
    "fund": "fund",
    "poison": "poison centre",
    "prison": "prison",
    "spa": "spa",
}


def seat_told(words: str) -> str:
    """Return the section of ``seats.txt``, or ``fund``, of the body that the words before a town tell; empty for none.

    Examples
    --------
    >>> seat_told("cour d'appel "), seat_told("incarcéré à "), seat_told("CPAM de "), seat_told("CHU de ")
    ('court of appeal', 'prison', 'fund', '')
    """
    found = _TOLD.search(words)
    return _KINDS[found.lastgroup] if found is not None and found.lastgroup else ""
