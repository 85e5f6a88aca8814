"""Funds, courts and councils that the law has in a part of France alone, or since a year."""

from __future__ import annotations

import re

from palimpseste.folding import fold_name
from palimpseste.places import Area, is_on_mainland
from palimpseste.surrogates.places.geography import Geography
from palimpseste.writings.bodies import NamedThing
from palimpseste.writings.case import in_case_of, like

__all__ = ["council_merged", "court_of_its_time", "fund_in", "only_fund"]

# The fund of an overseas department, and those of the mainland, which it is there in the stead of.
_OVERSEAS_FUND = re.compile(
    r"\b(?:(?P<short>CGSS|CSSM)|caisse g[ée]n[ée]rale de s[ée]curit[ée] sociale)\b", re.IGNORECASE
)
_FUND_SPELLED_OUT = "caisse primaire d'assurance maladie"
_MAINLAND_FUND = re.compile(r"\b(?:CPAM|MSA|URSSAF)\b", re.IGNORECASE)
_FUNDS_OVERSEAS = {"971": "CGSS", "972": "CGSS", "973": "CGSS", "974": "CGSS", "976": "CSSM"}
# That of a part overseas, which has but one. A CPS is another body on the mainland.
_ONE_FUND = re.compile(r"\b(?:cafat|cgss|cssm|caisse g[ée]n[ée]rale de s[ée]curit[ée] sociale)\W*\Z", re.IGNORECASE)
_BEGUN_WITH_FUND = re.compile(r"(?P<fund>cafat|cssm) (?:de |du |d['’])", re.IGNORECASE)
_ONE_FUND_OR_ANOTHER = re.compile(r"\b(?:cps|caisse de pr[ée]voyance sociale)\W*\Z", re.IGNORECASE)
_WITH_CPS = frozenset({"polynesie", "polynesie francaise", "saint pierre et miquelon", "tahiti"})
# Courts that others were merged into on 1 January 2020, and what they were before.
_COURTS_MERGED = 2020
_COURT_SINCE_2020 = re.compile(
    r"\b(?P<court>tribunal judiciaire)\b|\b(?P<short>tj)\b|\b(?P<near>tribunal de proximit[ée])\b",
    re.IGNORECASE,
)
_COURTS_BEFORE = {"court": "tribunal de grande instance", "short": "TGI", "near": "tribunal d'instance"}
# Departments whose councils became one, since when and under which name.
_MERGED_COUNCILS = {
    "67": (2021, "Collectivité européenne d'Alsace"),
    "68": (2021, "Collectivité européenne d'Alsace"),
    "2A": (2018, "Collectivité de Corse"),
    "2B": (2018, "Collectivité de Corse"),
}
_COUNCIL = re.compile(r"(?P<council>conseil) (?:d[ée]partemental|g[ée]n[ée]ral)\s*\Z", re.IGNORECASE)


def court_of_its_time(name: str, geography: Geography) -> str:
    """Return a body with the courts that there were where the new text is of a day before they were merged in 2020."""
    found = _COURT_SINCE_2020.search(name)
    if found is None or not geography.is_dated_before(_COURTS_MERGED):
        return name
    written = in_case_of(found.group(), _COURTS_BEFORE[found.lastgroup or "court"])
    if found.group()[0].isupper():
        written = written[0].upper() + written[1:]
    return name[: found.start()] + written + name[found.end() :]


def fund_in(head: str, department: str, geography: Geography) -> str:
    """Return the head of a body with the fund that a department has: overseas a CGSS for CPAM and MSA.

    Of towns that are released alone: others overseas stay there.

    Parameters
    ----------
    head : str
        Of the body.
    department : str
        Code of that where it is now; empty where it is nowhere.
    geography : Geography
        What stands for the towns.
    """
    if not geography.released:
        return head
    # Which of the two stood there is not kept.
    on_mainland = _OVERSEAS_FUND.sub(_fund_of_mainland, head)
    own = _FUNDS_OVERSEAS.get(department)
    return _MAINLAND_FUND.sub(lambda found: in_case_of(found.group(), own), on_mainland) if own else on_mainland


def only_fund(thing: NamedThing, geography: Geography) -> str:
    """Return the fund that a part overseas has but one of without the name behind it; empty for any other body.

    Parameters
    ----------
    thing : NamedThing
        The name of the body, taken apart.
    geography : Geography
        The places of the document.
    """
    # Not all of them are words that begin names of bodies.
    begun = None if thing.head else _BEGUN_WITH_FUND.match(thing.proper)
    if begun is not None:
        return begun["fund"]
    is_one = _ONE_FUND.search(thing.head) is not None
    if not is_one and _ONE_FUND_OR_ANOTHER.search(thing.head):
        town = geography.read.in_thing(thing)
        commune = town.commune if town is not None else None
        is_overseas = commune is not None and not is_on_mainland(commune.department)
        is_one = is_overseas or fold_name(thing.proper) in _WITH_CPS
    return thing.head.rstrip(" -–,") if is_one else ""


def _fund_of_mainland(found: re.Match[str]) -> str:
    """Return what stands on the mainland for the fund of an overseas department, spelled out where that is."""
    if found["short"]:
        return in_case_of(found.group(), "CPAM")
    written = in_case_of(found.group(), _FUND_SPELLED_OUT)
    return written[0].upper() + written[1:] if found.group()[0].isupper() else written


def council_merged(thing: NamedThing, area: Area, geography: Geography) -> str | None:
    """Return the council that stands in the place of those of some departments since a year; None for other bodies.

    Parameters
    ----------
    thing : NamedThing
        The name of the body, taken apart.
    area : Area
        The department that stands for its own.
    geography : Geography
        What stands for the towns, and of which years the document is.
    """
    council = _COUNCIL.search(thing.head)
    since, merged = _MERGED_COUNCILS.get(area.code, (0, ""))
    if not council or not merged or not thing.link or geography.is_dated_before(since):
        return None
    return thing.head[: council.end("council")] + like(thing.head + thing.proper, f" de la {merged}")
