"""The funds of retirement (CARSAT), one of each for some departments: what stands for one serves the new ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from palimpseste.folding import fold_name
from palimpseste.surrogates.places.geography import Geography
from palimpseste.writings.bodies import NamedThing
from palimpseste.writings.case import in_case_of, like

__all__ = ["is_retirement_fund", "retirement_fund_surrogate", "retirement_funds"]

_HEAD = re.compile(r"\bcarsat(?=\W*\Z)", re.IGNORECASE)
_LINK = re.compile(r"d(?:es |u |e |['’])")
# Around Paris the national fund is that of the region; overseas one fund serves all insured.
_AROUND_PARIS, _OVERSEAS = "CNAV", "CGSS"
_OF_PARIS = "75"
# Each as it follows the word for it, and the departments that it serves.
_FUNDS = {
    "d'Alsace-Moselle": "57 67 68",
    "d'Aquitaine": "24 33 40 47 64",
    "d'Auvergne": "03 15 43 63",
    "de Bourgogne-Franche-Comté": "21 25 39 58 70 71 89 90",
    "de Bretagne": "22 29 35 56",
    "du Centre-Ouest": "16 17 19 23 79 86 87",
    "du Centre-Val de Loire": "18 28 36 37 41 45",
    "des Hauts-de-France": "02 59 60 62 80",
    "d'Île-de-France": "75 77 78 91 92 93 94 95",
    "du Languedoc-Roussillon": "11 30 34 48 66",
    "de Midi-Pyrénées": "09 12 31 32 46 65 81 82",
    "du Nord-Est": "08 10 51 52 54 55 88",
    "de Normandie": "14 27 50 61 76",
    "des Pays de la Loire": "44 49 53 72 85",
    "de Rhône-Alpes": "01 07 26 38 42 69 73 74",
    "du Sud-Est": "04 05 06 13 83 84 2A 2B",
}


def is_retirement_fund(thing: NamedThing) -> bool:
    """Tell whether a body is a fund of retirement that bears a name."""
    return bool(thing.proper and _HEAD.search(thing.head))


def retirement_fund_surrogate(thing: NamedThing, geography: Geography) -> str | None:
    """Return the fund of retirement that serves the department of what stands for a town that another one serves.

    Without such a town in the document, of the first one. None for other bodies.
    """
    if not is_retirement_fund(thing):
        return None
    area = geography.areas.department_among(_departments_of(thing.proper), thing.proper)
    linked = retirement_funds().get(area.code)
    if linked is None:
        return _HEAD.sub(lambda found: in_case_of(found.group(), _OVERSEAS), thing.head).rstrip()
    head = thing.head
    if linked == retirement_funds()[_OF_PARIS]:
        head = _HEAD.sub(lambda found: in_case_of(found.group(), _AROUND_PARIS), head)
    if thing.link:
        return head + like(thing.link + thing.proper, linked)
    return head + like(thing.proper, _bare(linked))


def _departments_of(name: str) -> frozenset[str]:
    """Return the codes of the departments that the fund of a name serves; empty for no name of one."""
    folded = fold_name(name)
    return frozenset(code for code, linked in retirement_funds().items() if fold_name(_bare(linked)) == folded)


def _bare(linked: str) -> str:
    """Return the name of a fund without « de » before it."""
    return _LINK.sub("", linked, count=1)


@cache
def retirement_funds() -> Mapping[str, str]:
    """Return the name of the fund that serves each department of the mainland, « de » before it, by its code."""
    return {code: linked for linked, codes in _FUNDS.items() for code in codes.split()}
