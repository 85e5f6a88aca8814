"""What stands for the departments, regions and countries that a document names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, is_on_mainland
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.overseas import wider_than
from palimpseste.surrogates.places.towns_drawn import TownsDrawn
from palimpseste.writings.bodies import NamedThing
from palimpseste.writings.case import like
from palimpseste.writings.lands import land_named
from palimpseste.writings.towns.bodies import is_body_of_area
from palimpseste.writings.towns.town import HOME_LANDS, Town, without_article

__all__ = ["DIRECTIONS", "Areas"]

DIRECTIONS = ("nord", "sud", "est", "ouest")


class Areas:
    """The departments, regions and countries of one document and what stands for them.

    Parameters
    ----------
    towns : TownsDrawn
        Its towns, which areas follow.
    """

    def __init__(self, towns: TownsDrawn) -> None:
        self._towns = towns

    def area_in(self, thing: NamedThing) -> Area | None:
        """Return what stands for the department or region in the name of a body: that of the town that it follows.

        None where the body bears no name of one. « Du Nord » is a direction where no town of the document lies there.
        """
        found = self._towns.read.area_in(thing)
        if found is None:
            return None
        town = self._towns.read.town_of_named_area(*found)
        is_direction = fold_name(thing.proper) in DIRECTIONS and not is_body_of_area(thing.head)
        if is_direction and town is None and not self._towns.released:
            return None
        return self.drawn(*found, town)

    def area_of_home(self, thing: NamedThing) -> Area | None:
        """Return what stands for the department or region in the name of a body, whatever towns the document names.

        That of what stands for home where towns are released.
        """
        found = self._towns.read.area_in(thing)
        return self._area_of_code(found[0], found[1].code) if found is not None else None

    def area_named(self, name: str) -> Area | None:
        """Return what stands for the department or region of a name; None for other names."""
        if any(c.isdigit() for c in name):
            return None
        found = self._towns.atlas.area_called(name)
        return self.drawn(*found, self._towns.read.town_of_named_area(*found)) if found is not None else None

    def drawn(self, kind: str, area: Area, town: Town | None) -> Area:
        """Return what stands for a department or region: that of the new town if one lies there, else a drawn one.

        What it lies in where that is itself, as it may be overseas.

        Parameters
        ----------
        kind : str
            Which of the two it is.
        area : Area
            The old one.
        town : Town or None
            Which it follows, if any.
        """
        found = self._area_around(kind, town) or self._area_of_code(kind, area.code)
        if self._towns.released or found != area:
            return found
        departments = self._towns.atlas.table.departments
        return wider_than(area, next(each.code for each in departments if each.region == area.region))

    def _area_around(self, kind: str, town: Town | None) -> Area | None:
        """Return the department or region in which lies what stands for a town; None without a town."""
        if town is None:
            return None
        drawn, table = self._towns.drawn(town), self._towns.atlas.table
        areas, code = (table.regions, drawn.region) if kind == "region" else (table.departments, drawn.department)
        return next((each for each in areas if each.code == code), None)

    def _area_of_code(self, kind: str, code: str) -> Area:
        return (self._towns.source.region if kind == "region" else self._towns.source.department)(code)

    def department_drawn(self, code: str, town: Town | None) -> str:
        """Return the code of the department of what stands for a town; without one, of what stands for the code."""
        return self._towns.drawn(town).department if town else self._towns.source.department(code).code

    def code_drawn(self, code: str) -> str:
        """Return the code of the department of what stands for a town of the document in that of a code, or wider.

        Empty for what is no code, and where no town lies in it, unless towns are released: what stands for a department
        is then one and the same whether one does or not.
        """
        found = self._towns.read.area_of_code(code)
        town = self._towns.read.town_of_named_area(*found) if found is not None else None
        return self.drawn(*found, town).code if found is not None and (town is not None or self._towns.released) else ""

    def unknown_area(self, name: str, kind: str) -> Area:
        """Return the ``department`` or ``region`` that stands for one no table knows: that of the first of the towns.

        A drawn one where there is none, or towns are released.
        """
        return self._area_around(kind, self._first_town) or self._area_of_code(kind, fold_name(name))

    @cached_property
    def _first_town(self) -> Town | None:
        """The first French town of record and document, by key, else of its bodies; None where they are released."""
        if self._towns.released:
            return None
        return next(chain(self._of_document, self._told_by(range(len(self._towns.setting.spans)))), None)

    def department_among(self, codes: Collection[str], name: str) -> Area:
        """Return that of what stands for the first town in some departments; else as for one that no table knows."""
        towns = () if self._towns.released else self._towns.read.by_key
        within = (town for town in towns if town.commune is not None and town.commune.department in codes)
        return self._area_around("department", next(within, None)) or self.unknown_area(name, "department")

    def has_sides(self, area: Area) -> bool:
        """Tell whether an area is a department or region, and nothing wider: « océan Indien »."""
        return area in self._towns.atlas.table.departments or area in self._towns.atlas.table.regions

    def compass_of(self, area: Area) -> str:
        """Return on which side of a drawn area the first town drawn in it lies; empty where none does."""
        side_of = choices_of(self._towns.atlas).side_of
        return next(filter(None, (side_of(self._towns.drawn(town), area) for town in self._towns_told)), "")

    @property
    def sides_overseas(self) -> Sequence[str]:
        """On which sides of its part overseas the first town drawn in one lies; none on the mainland.

        Of the only document of a patient: another one may name another town first.
        """
        if not self._towns.setting.has_no_others:
            return ()
        drawn = map(self._towns.drawn, self._towns_told)
        overseas = next((town for town in drawn if not is_on_mainland(town.department)), None)
        if overseas is None:
            return ()
        areas = (each for each in self._towns.atlas.table.departments if each.code == overseas.department)
        return [side for area in areas for side in choices_of(self._towns.atlas).sides_of(overseas, area)]

    @cached_property
    def _towns_told(self) -> Sequence[Town]:
        """The French towns of the bodies of a document, then those of its record and itself, each once."""
        spans = self._towns.setting.spans
        bodies = (index for index, span in enumerate(spans) if span.label in ("HOSPITAL", "ORGANIZATION"))
        return tuple({town.key: town for town in (*self._told_by(bodies), *self._of_document)}.values())

    @property
    def _of_document(self) -> Iterator[Town]:
        """The French towns of record and document, by key."""
        return (town for town in self._towns.read.by_key if town.commune is not None)

    def _told_by(self, indices: Iterable[int]) -> Iterator[Town]:
        """Yield the French towns that some spans tell of."""
        return (town for index in indices for town in self._towns.read.told_by(index) if town.commune is not None)

    def is_area(self, name: str) -> bool:
        """Tell whether a name is that of a department, a region or a land of old."""
        return self._towns.atlas.area_called(name) is not None or self._towns.atlas.is_land_of_old(name)

    def is_land(self, name: str) -> bool:
        """Tell whether a name is that of a land which is no department, region or town of today: « Picardie »."""
        return self._towns.atlas.is_land_of_old(name)

    def around_isle(self, name: str) -> str:
        """Return what an island or archipelago of a part overseas lies in; empty for other names, and if released."""
        land = None if self._towns.released else land_named(without_article(name))
        code = land.section.split()[0] if land is not None else ""
        overseas = (each for each in self._towns.atlas.table.departments if each.code == code)
        return next((wider_than(each, code).name for each in overseas), "")

    def is_country(self, name: str, link: str) -> bool:
        """Tell whether a name behind a link is that of a country abroad: « du Luxembourg », not « de Luxembourg »."""
        kind = self._towns.atlas.country_kind(name)
        is_town = kind is not None and kind.preposition == "au" and fold(link).strip() == "de"
        if is_town and self._towns.read.foreign_called(name) is not None:
            return False
        return self._towns.atlas.country_code(name) not in {"", *HOME_LANDS}

    def country_drawn(self, name: str) -> str:
        """Return the country that stands for one given by its name, written like it."""
        return like(name, self._towns.source.country(name, name))
