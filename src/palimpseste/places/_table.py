"""The place table: what the rest of the package asks about places."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import ClassVar

from palimpseste.errors import UsageError
from palimpseste.places import _files
from palimpseste.places._features import Feature, JoinReport, UnknownRule, read_features
from palimpseste.places._gazetteer import (
    GazetteerEntry,
    PlaceName,
    area_name,
    city_name,
    country_name,
    location_name,
    make_gazetteer,
    place_names_of,
)
from palimpseste.places._names import canonical_name
from palimpseste.places._records import Area, Commune, Country, WorldCity

__all__ = ["PlaceTable"]

_OVERSEAS_COLLECTIVITIES = frozenset({"BL", "MF"})


class PlaceTable:
    """French communes and the other places a French clinical note may name.

    Every part is read on first use. Tables are never changed: `join` returns a new one.

    Parameters
    ----------
    places : sequence of Commune
        Current communes, arrondissements and former communes, in any order.
    features : mapping of Feature to mapping of str to float, optional
        Values by INSEE code of current communes.
    joins : sequence of JoinReport, optional
        How the features came in.

    Examples
    --------
    >>> table = PlaceTable.bundled()
    >>> [commune.insee for commune in table.named("DIJON")]
    ['21231']
    """

    _bundled: ClassVar[PlaceTable | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(
        self,
        places: Sequence[Commune],
        *,
        features: Mapping[Feature, Mapping[str, float]] | None = None,
        joins: Sequence[JoinReport] = (),
    ) -> None:
        self._places = tuple(places)
        self._features = dict(features or {})
        self.joins = tuple(joins)

    @classmethod
    def bundled(cls) -> PlaceTable:
        """Table that ships with the package, read once a process."""
        with PlaceTable._lock:
            if PlaceTable._bundled is None:
                PlaceTable._bundled = PlaceTable(_files.read_communes())
            return PlaceTable._bundled

    def __repr__(self) -> str:
        names = ", ".join(feature.name for feature in self.features)
        return f"<PlaceTable of {len(self.communes)} communes, features: {names or 'none'}>"

    @cached_property
    def communes(self) -> tuple[Commune, ...]:
        """Communes that exist today, by INSEE code; Paris, Lyon and Marseille are one each."""
        return tuple(place for place in self._places if place.type == "commune")

    @cached_property
    def arrondissements(self) -> tuple[Commune, ...]:
        """Municipal arrondissements of Paris, Lyon and Marseille."""
        return tuple(place for place in self._places if place.type == "arrondissement")

    @cached_property
    def former_communes(self) -> tuple[Commune, ...]:
        """Delegated and associated communes: names in use, no longer municipalities of their own."""
        return tuple(place for place in self._places if place.type in ("delegated", "associated"))

    def by_insee(self, code: str) -> Commune | None:
        """Place of that INSEE code; the commune, where a delegated commune shares its code."""
        return self._by_insee.get(code)

    def by_zip(self, zip_code: str) -> tuple[Commune, ...]:
        """Communes and arrondissements served by a postal code, largest first; white space in the code is ignored.

        A code of Paris, Lyon or Marseille gives the arrondissement, then the whole commune.
        """
        return self._by_zip.get("".join(zip_code.split()), ())

    def named(self, name: str) -> tuple[Commune, ...]:
        """Places of that name, in any writing: current ones first, largest first.

        Case, accents, hyphens and the leading article do not count; `St` is `Saint`.

        Examples
        --------
        >>> PlaceTable.bundled().named("ST ETIENNE")[0].insee
        '42218'
        """
        return self._by_name.get(canonical_name(name), ())

    def in_department(self, code: str) -> tuple[Commune, ...]:
        """Communes of today in a department, by INSEE code."""
        return self._by_department.get(code, ())

    def department_of(self, commune: Commune) -> Area:
        """Department, or overseas collectivity, in which a commune lies."""
        return self._departments[commune.department]

    @cached_property
    def departments(self) -> tuple[Area, ...]:
        """Departments and overseas collectivities."""
        return _files.read_areas("department")

    @cached_property
    def regions(self) -> tuple[Area, ...]:
        """Regions of today."""
        return _files.read_areas("region")

    @cached_property
    def world_cities(self) -> tuple[WorldCity, ...]:
        """Towns outside France."""
        return _files.read_world_cities()

    @cached_property
    def countries(self) -> tuple[Country, ...]:
        """Countries and territories."""
        return _files.read_countries()

    @cached_property
    def locations(self) -> tuple[str, ...]:
        """Islands, natural and historical regions, ranges, valleys, quarters, parts of the world."""
        return _files.read_locations()

    @property
    def on_sea(self) -> frozenset[str]:
        """INSEE codes of places on the sea or a lagoon."""
        return self._shores["sea"]

    @property
    def near_border(self) -> frozenset[str]:
        """INSEE codes of places on a land border of France, or whose middle is within 15 km of one."""
        return self._shores["border"]

    @cached_property
    def of_new_names(self) -> frozenset[str]:
        """INSEE codes of communes that others were merged into under a name that their seat did not bear.

        Most since 2016, none before 2010: « Lamballe-Armor », of which Lamballe is the seat, is of 2019.
        """
        seats = [place for place in self.former_communes if place.insee == place.parent]
        codes = {seat.insee for seat in seats}
        whole = {commune.insee: canonical_name(commune.name) for commune in self.communes if commune.insee in codes}
        return frozenset(seat.insee for seat in seats if canonical_name(seat.name) != whole.get(seat.insee))

    @cached_property
    def _shores(self) -> Mapping[str, frozenset[str]]:
        return _files.read_shores()

    @property
    def features(self) -> tuple[Feature, ...]:
        """Features joined so far."""
        return tuple(self._features)

    def feature(self, name: str) -> Mapping[str, float]:
        """Values of a joined feature by INSEE code of current communes.

        Raises
        ------
        UsageError
            If no feature of that name was joined.
        """
        for feature, values in self._features.items():
            if feature.name == name:
                return values
        names = ", ".join(feature.name for feature in self.features) or "none"
        raise UsageError(f"no feature {name!r} in the place table; joined features: {names}")

    def join(
        self,
        csv_path: str | PathLike[str],
        *,
        key: str = "insee",
        columns: Sequence[Feature | str],
        where: Mapping[str, str] | None = None,
        unknown: UnknownRule = "error",
        delimiter: str = ",",
        decimal: str = ".",
    ) -> PlaceTable:
        """Table with further numeric features, read from a UTF-8 CSV file by INSEE code.

        Parameters
        ----------
        csv_path : path
            File with a heading line.
        key : str
            Column that holds INSEE codes.
        columns : sequence of Feature or str
            What to read; a bare string is a feature without unit for which no commune may lack a value.
        where : mapping of str to str, optional
            Only lines with these values in these columns are read: ``{"commune_type": "COM"}``. The others are counted
            in the `JoinReport`.
        unknown : {"error", "report"}
            What a code which no current commune bears does: refuse the file, or stand in the `JoinReport`.
        delimiter, decimal : str
            Cell and decimal marks of the file.

        Returns
        -------
        PlaceTable
            The new table, whose `joins` tell what was read, left out and filled.

        Raises
        ------
        UsageError
            If anything in the file is not as declared; file, line and column are named.
        """
        declared = [column if isinstance(column, Feature) else Feature(column, unit="") for column in columns]
        names = [feature.name for feature in (*self.features, *declared)]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"feature {name!r} is declared twice; give one of them another name")
        if unknown not in ("error", "report"):
            raise UsageError(f"unknown={unknown!r}; allowed: error, report")
        values, report = read_features(
            Path(csv_path),
            codes=[commune.insee for commune in self.communes],
            key=key,
            columns=declared,
            where=where or {},
            unknown=unknown,
            delimiter=delimiter,
            decimal=decimal,
        )
        joined = {**self._features, **{feature: values[feature.name] for feature in declared}}
        return PlaceTable(self._places, features=joined, joins=(*self.joins, report))

    def gazetteer(self) -> Mapping[str, GazetteerEntry]:
        """Every place name by folded writing (`fold_name`), with label, population and a guard for common words."""
        return self._gazetteer

    @cached_property
    def _gazetteer(self) -> Mapping[str, GazetteerEntry]:
        return make_gazetteer(self._names(), _files.read_ambiguous())

    def _names(self) -> Iterator[PlaceName]:
        for place in self._places:
            # « Lyon 3e Arrondissement » is a name with a number: the detector's business, not a word's.
            if place.type != "arrondissement":
                yield from place_names_of(place)
        for city in self.world_cities:
            for writing in (city.name, *city.writings):
                yield city_name(writing, city.population)
        for country in self.countries:
            # An overseas collectivity is a country to ISO; to us its name is first a commune's (Saint-Martin).
            yield area_name(country.name) if country.code in _OVERSEAS_COLLECTIVITIES else country_name(country.name)
            for writing in country.writings:
                yield area_name(writing)
        for area in (*self.departments, *self.regions):
            yield area_name(area.name)
        for name in self.locations:
            yield location_name(name)

    @cached_property
    def _by_insee(self) -> dict[str, Commune]:
        # Former communes first, so that the commune of today overwrites the one it shares its code with.
        return {place.insee: place for place in (*self.former_communes, *self.arrondissements, *self.communes)}

    @cached_property
    def _communes_by_size(self) -> list[Commune]:
        return sorted(self.communes, key=_by_size)

    @cached_property
    def _by_zip(self) -> dict[str, tuple[Commune, ...]]:
        groups: dict[str, list[Commune]] = {}
        for places in (self.arrondissements, self._communes_by_size):
            for place in places:
                for code in place.zips:
                    groups.setdefault(code, []).append(place)
        return {code: tuple(group) for code, group in groups.items()}

    @cached_property
    def _by_name(self) -> dict[str, tuple[Commune, ...]]:
        groups: dict[str, list[Commune]] = {}
        others = (sorted(places, key=_by_size) for places in (self.arrondissements, self.former_communes))
        for places in (self._communes_by_size, *others):
            for place in places:
                groups.setdefault(canonical_name(place.name), []).append(place)
        return {name: tuple(group) for name, group in groups.items()}

    @cached_property
    def _by_department(self) -> dict[str, tuple[Commune, ...]]:
        groups: dict[str, list[Commune]] = {}
        for place in self.communes:
            groups.setdefault(place.department, []).append(place)
        return {code: tuple(group) for code, group in groups.items()}

    @cached_property
    def _departments(self) -> dict[str, Area]:
        return {area.code: area for area in self.departments}


def _by_size(place: Commune) -> tuple[int, str]:
    return -place.population, place.insee
