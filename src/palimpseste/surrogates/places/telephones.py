"""The telephone numbers of a document: which towns and countries they belong to, and what new ones begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from palimpseste.places import WorldCity
from palimpseste.places.codes_abroad import code_of
from palimpseste.rendering.screen import shown_without_values
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.calling_codes import CODES_OVERSEAS
from palimpseste.writings.phone_zones import (
    is_overseas,
    is_overseas_of,
    lands_of_phones,
    national_number,
    towns_of_phones,
    zone_of,
)
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town
from palimpseste.writings.zones_abroad import landline_abroad, zone_begun, zone_of_code

__all__ = ["LandlineAbroad", "Telephones"]

# Countries abroad of whose towns the zones are known: Belgium, Switzerland, and of Canada Québec.
_WITH_ZONES = ("BE", "CH", "CA")


@shown_without_values
class LandlineAbroad(NamedTuple):
    """A landline number of a foreign town: its figures, their zone first, and the zone of the new ones."""

    figures: str
    old_zone: str
    new_zone: str


class Telephones:
    """The telephone numbers of one document.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    telling : sequence of int
        The spans whose surrogates follow the towns that they tell of.
    follow_towns : bool
        Whether numbers follow the towns they belong to.
    released : bool
        Whether towns are released by a mechanism.
    """

    def __init__(
        self, setting: Setting, read: TownsRead, telling: Sequence[int], *, follow_towns: bool, released: bool
    ) -> None:
        self._setting = setting
        self._read = read
        self._telling = telling
        self._follow_towns = follow_towns
        self._released = released

    @cached_property
    def towns(self) -> Mapping[str, Town]:
        """The town that each landline number belongs to."""
        found = towns_of_phones(self._setting, self._read, self._telling) if self._follow_towns else {}
        if self._released:
            return found
        # A part overseas stays in its numbers as in its towns.
        return {number: town for number, town in found.items() if not is_overseas_of(number, town)}

    @cached_property
    def lands(self) -> Mapping[str, str]:
        """The country of each foreign calling code that the document names."""
        return lands_of_phones(self._setting, self._read)

    def zones(self, geography: Geography) -> Mapping[str, str]:
        """Return the first figure of the numbers of what stands for the town of each landline number.

        Where towns are released that of mobiles for one of no zone, and for one overseas that belongs to no town: its
        own would tell where the old one lies.
        """
        zones = {number: zone_of(geography.towns.drawn(town)) for number, town in self.towns.items()}
        if not self._released:
            return {number: zone for number, zone in zones.items() if zone}
        spans = enumerate(self._setting.spans)
        numbers = (national_number(self._setting.source(index)) for index, span in spans if span.label == "PHONE")
        untold = dict.fromkeys(filter(is_overseas, numbers), "")
        return {number: zone or "6" for number, zone in (untold | zones).items()}

    def codes(self, geography: Geography) -> Mapping[str, str]:
        """Return what stands for the country code of each foreign number whose country the document names.

        Where towns are released no code tells that one was overseas: 33, whatever the document names.
        """
        drawn = ((code, geography.calling_code_drawn(country)) for code, country in self.lands.items())
        overseas = dict.fromkeys(CODES_OVERSEAS, "33") if self._released else {}
        return overseas | {code: new for code, new in drawn if new}

    def abroad(self, geography: Geography) -> Mapping[int, LandlineAbroad]:
        """Return what is known of each landline number of a town of Belgium, Switzerland or Québec, by its span.

        It belongs to the nearest of those in its zone, else to the nearest of its country, which stays. Empty where
        towns are released, or other documents of the patient may not name the town.
        """
        if self._released or not self._follow_towns or not self._setting.has_no_others:
            return {}
        cities = ((index, self._read.abroad(index)) for index in self._read.by_span)
        foreign = [(index, city) for index, city in cities if city is not None and city.country in _WITH_ZONES]
        phones = (index for index, span in enumerate(self._setting.spans) if span.label == "PHONE" and foreign)
        known = ((index, self._landline(index, foreign, geography)) for index in phones)
        return {index: number for index, number in known if number is not None}

    def _landline(
        self, phone: int, cities: Sequence[tuple[int, WorldCity]], geography: Geography
    ) -> LandlineAbroad | None:
        """Return what is known of a number beside some foreign towns, by their spans; None for no landline there."""
        spans, source = self._setting.spans, self._setting.source(phone)
        at = spans[phone].start
        nearest = sorted(cities, key=lambda found: abs(spans[found[0]].start - at))
        of_land = [(city, landline_abroad(source, city.country)) for _, city in nearest]
        possible = [(city, figures, zone_begun(city.country, figures)) for city, figures in of_land if figures]
        of_zone = [each for each in possible if _zone_of(each[0].country, each[0].name) == each[2]]
        for city, figures, zone in (of_zone or possible)[:1]:
            drawn = geography.source.foreign_town(city, city.name)
            new = _zone_of(city.country, drawn)
            if new and geography.source.land(city.country) == city.country:
                return LandlineAbroad(figures, zone, new)
        return None


def _zone_of(country: str, town: str) -> str:
    return zone_of_code(country, code_of(country, town))
