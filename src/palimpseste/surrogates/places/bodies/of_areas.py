"""Bodies of a department, a region or a part overseas, and how those and directions follow their names."""

from __future__ import annotations

import re
from functools import cache

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area
from palimpseste.surrogates.places.bodies.heads import head_in
from palimpseste.surrogates.places.bodies.reforms import council_merged, fund_in
from palimpseste.surrogates.places.bodies.unplaced import is_hospital
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import linked
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing
from palimpseste.writings.case import in_case_of, like

__all__ = ["area_written", "body_of_area", "direction_linked", "seat_written"]

_LINK_OF_AREA = re.compile(r"d(?:e l['’]|e la |es |u |e |['’])")


def body_of_area(thing: NamedThing, area: Area, geography: Geography) -> str:
    """Return a body of a department or region; without it where that is wider: « préfecture de Mayotte ».

    There is no « préfecture d'Amazonie », and no part overseas has the code of a department: « MDPH 974 » is a MDPH.
    A hospital is in a town there that has one: « CH de Basse-Terre » for « CHU de la Guadeloupe ».

    Parameters
    ----------
    thing : NamedThing
        The name of the body, taken apart.
    area : Area
        Which stands for its own.
    geography : Geography
        What stands for its towns.
    """
    if thing.head and not geography.areas.has_sides(area):
        is_called = is_hospital(thing) and not thing.proper[:1].isdigit()
        found = geography.read.area_in(thing) if is_called else None
        seat = geography.bodies.hospital_overseas(found[1]) if found is not None else ""
        if not seat:
            return thing.head.rstrip(" -–,")
        return head_in(thing.head, seat) + seat_written(thing, seat, thing.proper)
    merged = council_merged(thing, area, geography)
    return merged or fund_in(thing.head, area.code, geography) + area_written(thing, area)


def direction_linked(link: str, name: str) -> str:
    """Return a direction or area behind a link, whose article is the one it asks for: « du Sud » for « de l'Est ».

    Parameters
    ----------
    link : str
        That of the old name.
    name : str
        The new one.
    """
    area = _areas_linked().get(fold_name(name))
    if area is not None:
        return like(link + name, area) if link else name
    if fold(link).strip().replace("’", "'") not in ("de l'", "du"):
        return linked(link, name)
    return in_case_of(link, "de l'" if fold(name)[:1] in "aeiou" else "du ") + name


def seat_written(thing: NamedThing, town: str, proper: str) -> str:
    """Return link and town of a court or another body, the link as the town asks: « du Havre » for « d'Auch ».

    Parameters
    ----------
    thing : NamedThing
        The old name, taken apart.
    town : str
        The new one.
    proper : str
        The old one.
    """
    if not thing.link:
        return like(proper, town)
    return like(f"{thing.link}{proper}", linked("de ", town))


def area_written(thing: NamedThing, area: Area) -> str:
    """Return link and name of a department or region as those of a thing stand: its code for a code.

    Parameters
    ----------
    thing : NamedThing
        The old name, taken apart.
    area : Area
        The new one.
    """
    if thing.proper[:1].isdigit():
        return area.code
    if not thing.link:
        return like(thing.proper, area.name)
    return like(thing.link + thing.proper, _areas_linked().get(fold_name(area.name)) or linked("de ", area.name))


@cache
def _areas_linked() -> dict[str, str]:
    """Return each department and region as it follows the name of a body, by its name."""
    lines = (*lists.entries("regions.txt"), *lists.entries("departments.txt"))
    names = {_LINK_OF_AREA.sub("", line, count=1): line for line in reversed(lines)}
    # « UDAF de Lot-et-Garonne », « CPAM d'Eure-et-Loir »
    return {fold_name(name): linked("de ", name) if "-et-" in name else line for name, line in names.items()}
