"""What stands for places that are no towns: departments, countries, lands, and what a name of a kind tells."""

from __future__ import annotations

from functools import partial

from palimpseste.folding import fold_name
from palimpseste.places import Area, WorldCity, is_on_mainland
from palimpseste.surrogates.places.bodies.compounds import begun_with_town
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import LONGEST_JOINT, town_written
from palimpseste.surrogates.places.overseas import overseas_for
from palimpseste.surrogates.places.places_named import land_surrogate, place_surrogate
from palimpseste.surrogates.places.seats import told_of_town
from palimpseste.writings.bodies import head_words, split_name
from palimpseste.writings.case import broken_like, is_laid_out, like
from palimpseste.writings.lands import Land, land_named
from palimpseste.writings.towns.town import without_article

__all__ = ["location_surrogate"]

_CANADA, _PROVINCE = "CA", "Québec"


def location_surrogate(index: int, geography: Geography) -> str:
    """Return the surrogate of a place that is no town: one of the same kind."""
    source, written = geography.setting.source(index), _location(index, geography)
    return broken_like(source, written, every=True) if is_laid_out(source) and not is_laid_out(written) else written


def _location(index: int, geography: Geography) -> str:
    source, value = geography.setting.source(index), geography.setting.values[index]
    place = geography.read.town_of_place(index)
    if place is not None:
        thing, town = place
        if not thing.head:
            return geography.towns.written(value, town)
        name, proper = geography.towns.name(town, thing.proper)
        seat = geography.bodies.seat_behind(thing.head + thing.link, town, may_have_article=False)
        return thing.head + town_written(thing, seat or name, proper)
    area = geography.read.area(index) or _part_overseas(value, geography)
    if area is not None:
        return _area(index, *area, geography)
    country = geography.read.country(index)
    if country is not None:
        return like(source, geography.source.country(country, value))
    stream = geography.setting.draws.stream("LOCATION", fold_name(value), "place")
    land = _land_that_stays(value, geography)
    if land is not None and land.country == _CANADA and _names_canada(geography):
        return like(source, _PROVINCE)
    if land is not None:
        return like(source, land_surrogate(land, stream, geography.towns.refused))
    spelled = "" if geography.released else geography.atlas.country_named(geography.read.country_spelled(index))
    if spelled:
        return like(source, geography.source.country(spelled, spelled))
    foreign = geography.read.foreign_beside(index)
    if foreign is not None and not split_name(value, head_words("place")).head:
        # A part of a country abroad: what stands for the country is one word for it that agrees with the town.
        return like(source, geography.atlas.country_named(geography.source.land(foreign.country)) or value)
    joined = geography.read.country_joined(index)
    if joined and not split_name(value, head_words("place")).head:
        return geography.towns.foreign(WorldCity(value, joined, 0, ()), value)
    before = geography.setting.before(index, LONGEST_JOINT)
    heads = head_words("ways and waters")
    if geography.released:
        return place_surrogate(
            source, value, stream, geography.towns.refused, geography.towns.unknown, before, more_heads=heads
        )
    meant = geography.bodies.town_meant(value)
    if meant is not None:
        return geography.towns.written(value, meant)
    return place_surrogate(
        source,
        value,
        stream,
        geography.towns.refused,
        partial(_town_named, value, geography),
        before,
        more_heads=heads,
    )


def _town_named(value: str, geography: Geography, name: str) -> str:
    """Return the name of what stands for the town that a place is named after: « gare de | Limoges »."""
    words = value.removesuffix(name)
    town = geography.bodies.town_meant(name) or geography.bodies.town_with(told_of_town(words), name)
    begun = begun_with_town(name, geography) if town is None else None
    if begun is not None:
        # « aéroport de | Bordeaux | Mérignac »
        town = begun[0]
    if town is None:
        return geography.bodies.seat_around_unknown(name, told_of_town(words)) or geography.towns.unknown(name)
    return geography.bodies.seat_behind(words, town, may_have_article=False) or geography.towns.drawn(town).name


def _part_overseas(value: str, geography: Geography) -> tuple[str, Area] | None:
    """Return the part overseas that a ``LOCATION`` names though no town of the document lies there, if it stays.

    None where towns are released, and for the small parts, which do not.
    """
    found = geography.atlas.area_called(value)
    if found is None or geography.released or is_on_mainland(found[1].code):
        return None
    return found if overseas_for(found[1].code) == {found[1].code} else None


def _names_canada(geography: Geography) -> bool:
    """Tell whether the only document of a patient names towns of Canada: those that stand for them are of Québec."""
    return geography.setting.has_no_others and any(town.country == _CANADA for town in geography.read.towns_abroad)


def _land_that_stays(value: str, geography: Geography) -> Land | None:
    """Return the part of a country or of the world that a ``LOCATION`` names, if what stands for it is another.

    None for other places, where its country moves, and where towns are released: they go to any country.
    """
    land = None if geography.released else land_named(without_article(value))
    return land if land and geography.source.land(land.country) == land.country else None


def _area(index: int, kind: str, area: Area, geography: Geography) -> str:
    value = geography.setting.values[index]
    new = geography.areas.drawn(kind, area, geography.read.town_of_area(index, kind, area))
    return new.code if value[:1].isdigit() else like(value, new.name)
