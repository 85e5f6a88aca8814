"""Places abroad that stand for others plausibly: countries of their area, towns of like size that lie as they did."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from palimpseste.folding import fold_name
from palimpseste.places import Commune, WorldCity, is_on_mainland, position_of
from palimpseste.places.points_abroad import position_abroad
from palimpseste.surrogates.draws import BitStream, NothingLeftError, all_from_a_drawn_place, first_fitting
from palimpseste.surrogates.places.choices import choices_of, may_stand_for
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import canonical_name
from palimpseste.writings.towns.countries import bordering, standing_for
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town, without_article

__all__ = ["ACROSS", "PlausibleCountries", "PlausibleTownsAbroad"]

# In hundreds of metres: what lies farther across a border is not near home.
ACROSS = 800
_MOST_DRAWS = 400
# Among how many towns that lie as far from another one is drawn.
_AS_FAR = 6
# Among so many countries of an area or more that take the preposition before them, those of another are left out.
_FEWEST_COUNTRIES = 5


class PlausibleCountries:
    """The countries of one document, drawn with the secret key.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    told : set of int
        The :func:`~palimpseste.writings.towns.countries.land_words` that the patient's documents say.
    overseas : set of str
        The departments overseas that their words tell.
    home : callable
        Gives the town that others lie around; None without.
    """

    def __init__(
        self,
        setting: Setting,
        read: TownsRead,
        told: Set[int],
        overseas: Set[str],
        home: Callable[[], Commune | None],
    ) -> None:
        self._setting = setting
        self._read = read
        self._atlas = read.atlas
        self._choices = choices_of(read.atlas).abroad
        self._words = told
        self._told_overseas = overseas
        self._home = home
        self._drawn: dict[str, str] = {}

    def country(self, value: str, written: str) -> str:
        """Return another country of its area, in which words that stay are said as well.

        France stays, as written, where its towns stay; so does a country that the text shows by what stays.
        """
        if self._stays(self._atlas.country_code(value)):
            return written
        for each in (*(name for name, _ in self.named.values()), value):
            key = self._atlas.country_code(each) or fold_name(each)
            if key not in self._drawn:
                self._drawn[key] = self._country(each, key)
        return self._drawn[key]

    def _stays(self, country: str) -> bool:
        """Tell whether a country is France, or one that stays as the text shows what is of it alone."""
        return country == "FR" or (bool(country) and country in self._lands_that_stay)

    @cached_property
    def _lands_that_stay(self) -> frozenset[str]:
        """Countries of which people, numbers or bodies are told, codes of towns, and those next to a part overseas."""
        return frozenset(
            land
            for land in (*self.named, *self.of_codes)
            if land in self.of_codes or land in self._lands_next or standing_for(land, self._words) == (land,)
        )

    @cached_property
    def of_codes(self) -> frozenset[str]:
        """Countries of the towns that a postal code stands beside; none where another document may name them alone."""
        if self._setting.is_of_patient and not self._setting.has_no_others:
            return frozenset()
        spans = enumerate(self._setting.spans)
        beside = (self._read.abroad_at_code(index) for index, span in spans if span.label == "ZIP")
        return frozenset(foreign.country for foreign in beside if foreign is not None)

    @cached_property
    def _lands_next(self) -> frozenset[str]:
        """Countries next to the parts overseas of home, of words, or of the only document of a patient."""
        towns = self._read.by_key if self._setting.has_no_others else (Town("", self._home()),)
        departments = {town.commune.department for town in towns if town.commune is not None}
        return bordering(departments | self._told_overseas)

    def _country(self, value: str, key: str) -> str:
        """Return a country like one that stands for no other of the document as long as there is such a one."""
        near = self._named(standing_for(key, self._words))
        alike = self._choices.countries_like(value)
        of_preposition = tuple(name for name in near if name in alike)
        if len(of_preposition) >= _FEWEST_COUNTRIES:
            near = of_preposition
        candidates = near or (alike if len(alike) > 2 else self._choices.countries)
        stream, taken = self._setting.draws.stream("LOCATION", key, "place"), frozenset(self._drawn.values())
        try:
            return _first_new(self._setting, candidates, alike, stream, value, taken)
        except NothingLeftError:
            pass
        try:
            return _first_new(self._setting, candidates, self._choices.countries, stream, value, taken)
        except NothingLeftError:
            return _first_new(self._setting, candidates, self._choices.countries, stream, value)

    def _named(self, countries: Sequence[str]) -> Sequence[str]:
        """Return the names of countries; of those with towns alone, where these are more than one."""
        with_towns = tuple(filter(self._choices.has_towns_in, countries))
        named = map(self._atlas.country_named, with_towns if len(with_towns) > 1 else countries)
        return tuple(filter(None, named))

    @cached_property
    def named(self) -> dict[str, tuple[str, str]]:
        """The first writing of each country that the document names, by its code, in the order of codes."""
        found: dict[str, tuple[str, str]] = {}
        for index, (span, value) in enumerate(zip(self._setting.spans, self._setting.values, strict=True)):
            if span.label == "LOCATION":
                bare = without_article(value)
                written = value if self._atlas.country_kind(value) else bare
                code = self._atlas.country_code(written)
                if not code:
                    code = self._read.country_spelled(index)
                    written = self._atlas.country_named(code)
                if code:
                    found.setdefault(code, (written, value))
        return dict(sorted(found.items()))

    def land(self, country: str) -> str:
        """Return the ISO code of what stands for a country that the note names; any other stays."""
        named = None if self._stays(country) else self.named.get(country)
        return self._atlas.country_code(self.country(*named)) if named is not None else country

    @cached_property
    def placed(self) -> Sequence[tuple[str, tuple[int, int]]]:
        """The countries of the foreign towns near France of the only document of a patient, and where these lie.

        Those of countries that stay.
        """
        towns = self._read.towns_abroad if self._setting.has_no_others else ()
        placed = ((town.country, position_abroad(town)) for town in towns if self.land(town.country) == town.country)
        return tuple((country, position) for country, position in placed if position is not None)


class PlausibleTownsAbroad:
    """The foreign towns of one document, drawn with the secret key.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    countries : PlausibleCountries
        What stands for its countries.
    home : callable
        Gives the town in France that those across the border lie around; None without.
    commune : callable
        Gives what stands for a town in France.
    """

    def __init__(
        self,
        setting: Setting,
        read: TownsRead,
        countries: PlausibleCountries,
        home: Callable[[], Commune | None],
        commune: Callable[[Town], Commune],
    ) -> None:
        self._setting = setting
        self._read = read
        self._choices = choices_of(read.atlas).abroad
        self._countries = countries
        self._home = home
        self._commune = commune

    def foreign_town(self, city: WorldCity, written: str) -> str:
        """Return a town of like size: of what stands for its country if the note names that, else of the country."""
        own = {canonical_name(name) for name in (city.name, *city.writings)}

        def without_own(cities: Sequence[WorldCity]) -> list[WorldCity]:
            return [other for other in cities if canonical_name(other.name) not in own]

        land = self._countries.land(city.country)
        stays = land == city.country
        like = (without_own(self._across_the_border(city)) or without_own(self._beside_first(city))) if stays else []
        like = like or without_own(self._choices.towns_like(city, land))
        if stays and city == self._first_abroad.get(city.country):
            # Others follow where it lies.
            like = [other for other in like if position_abroad(other) is not None] or like
        stream = self._setting.draws.stream("CITY", canonical_name(city.name), "foreign")
        return _first_new(self._setting, [other.name for other in like], self._choices.town_names, stream, written)

    def _across_the_border(self, city: WorldCity) -> Sequence[WorldCity]:
        """Return towns of a foreign one's country as far from what stands for home as it is from home; none if far."""
        home, old = self._home(), position_abroad(city)
        if home is None or old is None or not is_on_mainland(home.department):
            return ()
        away = math.dist(position_of(home), old)
        if away > ACROSS:
            return ()
        return self._as_far(city.country, position_of(self._commune(Town(home.insee, home))), away)

    def _beside_first(self, city: WorldCity) -> Sequence[WorldCity]:
        """Return towns as far from what stands for the first near one of its country as a foreign one is from that.

        The first of the only document of a patient; none for itself, and if far.
        """
        first, old = self._first_abroad.get(city.country), position_abroad(city)
        place = position_abroad(first) if first is not None else None
        if first is None or old is None or place is None or place == old or math.dist(place, old) > ACROSS:
            return ()
        name = self.foreign_town(first, first.name)
        new = position_abroad(WorldCity(name, city.country, 0, ()))
        around = self._as_far(city.country, new, math.dist(place, old)) if new is not None else ()
        return [other for other in around if canonical_name(other.name) != canonical_name(name)]

    @cached_property
    def _first_abroad(self) -> Mapping[str, WorldCity]:
        """The first town near France of each country that the only document of a patient names."""
        towns = self._read.towns_abroad if self._setting.has_no_others else ()
        found: dict[str, WorldCity] = {}
        for town in towns:
            if position_abroad(town) is not None:
                found.setdefault(town.country, town)
        return found

    def _as_far(self, country: str, new: tuple[int, int], away: float) -> Sequence[WorldCity]:
        """Return the towns of a country nearest to as far from a place, none of them far from it."""
        apart = [(math.dist(new, place), other) for other, place in self._choices.placed_of(country)]
        apart.sort(key=lambda found: (abs(found[0] - away), found[1].name))
        return [other for distance, other in apart[:_AS_FAR] if distance <= ACROSS]


def _first_new(
    setting: Setting,
    names: Sequence[str],
    wider: Sequence[str],
    stream: BitStream,
    value: str,
    taken: frozenset[str] = frozenset(),
) -> str:
    drawn_from = names or wider

    def is_new(name: str) -> bool:
        return name not in taken and may_stand_for(name, value, setting.originals)

    def others() -> Iterator[str]:
        for each in (drawn_from, wider):
            yield from all_from_a_drawn_place(each, stream)

    return first_fitting(lambda: stream.choice(drawn_from), is_new, _MOST_DRAWS, others)
