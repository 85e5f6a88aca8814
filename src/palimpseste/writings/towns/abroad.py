"""Which towns and births of a document are abroad, and in which country: told beside them, by a number, by a name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from palimpseste.folding import fold_name
from palimpseste.places import Commune, WorldCity, codes_abroad, position_of
from palimpseste.places.points_abroad import neighbour_named, position_abroad
from palimpseste.writings.atlas import canonical_name
from palimpseste.writings.calling_codes import countries_called
from palimpseste.writings.lands import land_named
from palimpseste.writings.passages import alphanumeric
from palimpseste.writings.towns.birth_codes import birth_code_of, birth_country_of
from palimpseste.writings.towns.births import is_born_before, places_of_birth
from palimpseste.writings.towns.countries import nationality_told
from palimpseste.writings.towns.mentions import TownMentions
from palimpseste.writings.towns.town import (
    CODE_ABROAD,
    HOME_LANDS,
    NAMING_POPULATION,
    TELLING_POPULATION,
    Town,
    is_near,
    part_of,
    without_article,
)

__all__ = ["TownsAbroad"]

_PHONE_GAP = re.compile(
    r"[\s,;:(-]{0,4}(?:(?:t[ée]l(?:[ée]phone)?|fax|gsm|mob(?:ile)?|portable)[\s.:]{1,4})?", re.IGNORECASE
)
_LANDS_OF_FOUR_FIGURES = ("CH", "BE", "LU")
# « L-9080 »: letters before codes of four figures that are no ISO code.
_LANDS_BY_LETTERS = {"A": "AT", "B": "BE", "L": "LU"}
# A French town of a foreign one's name is meant unless the other is so many times as large; near others of the document
# it is meant all the same: within a hundred metres for so many people.
_FAR_LARGER, _PEOPLE_FOR_REACH = 20, 10
# What leads from one town of a country to the next: « (Ségou puis Niafunké) ».
_JOINED = re.compile(r"\s{0,2}(?:,|/|-|–|>|->|→|et|ou|puis|, puis)\s{1,2}(?:à\s{1,2})?")
# In hundreds of metres: a French town farther from all others is none of theirs, a foreign one so near is.
_FAR_AWAY, _BESIDE = 1_000, 400
_LAND_TO_CODE = re.compile(r"\)?[\s,]{1,4}")
# So many letters tell a name in whatever language.
_STEM = 5


class TownsAbroad(TownMentions):
    """The towns of one document, those abroad told from those of France.

    Parameters
    ----------
    passages : Passages
        Of the document.
    atlas : Atlas
        Where places are known from.
    is_alone : bool
        Whether the patient has no other document that what is written agrees with.
    """

    def abroad(self, index: int) -> WorldCity | None:
        """Return the foreign town that a ``CITY`` names; a country beside it, here or elsewhere, tells.

        None where a French one is meant, or none is known.
        """
        name, commune = self.name_at(index), self.by_span[index].commune
        country = self._countries.get(canonical_name(name), "")
        is_of_record = canonical_name(name) == canonical_name(self._passages.document.patient.city)
        if commune is not None and (country in HOME_LANDS or (not country and is_of_record)):
            return None
        if country in HOME_LANDS or not country:
            foreign = self.atlas.foreign_named(name)
            if commune is None and foreign is None:
                land = self._country_of_birth(index) or self._country_of_people(index)
                known = None if land else self._near_france(name) or self._in_lands_named(name)
                land = land or ("" if known else self.country_joined(index))
                return WorldCity(name, land, 0, ()) if land else known
            if commune is not None and foreign is None:
                return self._namesake_across(name, commune)
            return foreign if commune is None or (foreign and self._is_meant_before(foreign, commune)) else None
        found = self.atlas.foreign_in(name, country)
        if found is None and commune is not None and commune.population >= TELLING_POPULATION:
            # « Lyon, Italie » is a list of places.
            return None
        return found or WorldCity(name, country, 0, ())

    def _country_of_people(self, index: int) -> str:
        """Return the ISO code of the land of which somebody is, in a town of which the note has him born; or nothing.

        « né à Bacău, de nationalité roumaine »: no table has all towns.
        """
        return self._nationality if is_born_before(self._passages, index) else ""

    @cached_property
    def _nationality(self) -> str:
        return nationality_told(self._passages)

    def country_joined(self, index: int) -> str:
        """Return the ISO code of the country abroad of a town that leads to a place: « Ségou, puis Niafunké »; or none.

        That of the foreign town right before it, with nothing but such words between. Of a patient's only document:
        another one may name the place alone.
        """
        before, spans = index - 1, self._passages.spans
        if before < 0 or spans[before].label != "CITY" or not self._is_alone:
            return ""
        foreign = self.abroad(before) if _JOINED.fullmatch(self._passages.between(before, index)) else None
        return foreign.country if foreign is not None else ""

    def _namesake_across(self, name: str, commune: Commune) -> WorldCity | None:
        """Return the town across a border that bears the name of a small French one, if that is far from all others.

        It lies beside one of the others itself. None for any other name.
        """
        others = [other for other in self._around if other != commune]
        if not others or commune.population >= NAMING_POPULATION or is_near(commune, others, _FAR_AWAY):
            return None
        found = self._near_france(name)
        place = position_abroad(found) if found is not None else None
        is_beside = place is not None and any(math.dist(place, position_of(other)) <= _BESIDE for other in others)
        return found if is_beside else None

    def _near_france(self, name: str) -> WorldCity | None:
        """Return the town across a border of a name that no other table has; None for none."""
        return neighbour_named(name)

    def _in_lands_named(self, name: str) -> WorldCity | None:
        """Return the town of a country that stands beside another town, « Rimouski (Québec) », of which few know it."""
        if not self._is_alone:
            return None
        found = (codes_abroad.town_in(land, name) for land in sorted(set(self._countries.values())))
        return next(filter(None, found), None)

    def foreign_called(self, name: str) -> WorldCity | None:
        """Return the foreign town that a name in a body is: one of the document, or one that no French one is called.

        « CHU de Liège »: a French one is called Le Liège. None for none.
        """
        here = self._foreign_here.get(canonical_name(name))
        if here is not None:
            return here
        commune = self.atlas.commune_named(name)
        if commune is None:
            return self.atlas.foreign_named(name) or self._near_france(name)
        is_cut = fold_name(commune.name) != fold_name(name)
        foreign = self.atlas.foreign_named(name) if is_cut else None
        return foreign if foreign is not None and self._is_meant_before(foreign, commune) else None

    @cached_property
    def _foreign_here(self) -> Mapping[str, WorldCity]:
        """The foreign towns of the document, by their names, that a table has; all in the only one of a patient."""
        found = ((canonical_name(self.name_at(index)), self.abroad(index)) for index in self.by_span)
        return {name: foreign for name, foreign in found if foreign and (foreign.population or self._is_alone)}

    def _is_meant_before(self, foreign: WorldCity, commune: Commune) -> bool:
        """Tell whether a foreign town is far larger than a French one of its name that is near no other town here."""
        if foreign.population <= _FAR_LARGER * commune.population:
            return False
        others = [other for other in self._around if other != commune]
        overseas = part_of(commune)
        is_of_part = overseas and overseas in map(part_of, others)
        return not is_of_part and not is_near(commune, others, commune.population // _PEOPLE_FOR_REACH)

    def born_in(self, index: int) -> Town | None:
        """Return the French town that the bearer of a ``SSN`` was born in; None if abroad, or no table knows the code.

        That of the code; in a document that is alone its patient's, that beside the date of birth, where there is one.
        """
        place = self._place_of_birth(index)
        if place is not None:
            return self.by_span[place] if place in self.by_span and self.abroad(place) is None else None
        commune = self.atlas.table.by_insee(birth_code_of(self._passages.values[index]))
        whole = self.atlas.whole(commune) if commune else None
        return Town(whole.insee, whole) if whole else None

    def born_abroad_in(self, index: int) -> str:
        """Return the ISO code of the foreign country that the bearer of a ``SSN`` was born in; or nothing.

        That of the number; in a document that is alone its patient's, that beside the date of birth where there is one.
        """
        place = self._place_of_birth(index)
        if place is None:
            return birth_country_of(self._passages.values[index])
        foreign = self.abroad(place) if place in self.by_span else None
        return foreign.country if foreign else self.country_code(place)

    def has_town_in(self, country: str) -> bool:
        """Tell whether a document that is alone its patient's names a town of a foreign country."""
        return self._is_alone and country in self._countries_of_towns

    @cached_property
    def _countries_of_towns(self) -> frozenset[str]:
        return frozenset(foreign.country for foreign in self.towns_abroad)

    @cached_property
    def towns_abroad(self) -> Sequence[WorldCity]:
        """The foreign towns of the document, as they stand in it."""
        return tuple(filter(None, map(self.abroad, self.by_span)))

    @property
    def _may_tell_births(self) -> bool:
        """Whether what stands beside a date of birth may tell where who bears a number was born."""
        return self._is_alone

    def _place_of_birth(self, index: int) -> int | None:
        """Return the town or country beside a date of birth whose year is that of a ``SSN``; None for none."""
        if not self._may_tell_births:
            return None
        return self._places_of_birth.get(alphanumeric(self._passages.values[index])[1:3])

    @cached_property
    def _places_of_birth(self) -> dict[str, int]:
        """The first town or country beside a date of birth, by the last two figures of the date."""
        return places_of_birth(self._passages, self._is_place)

    def _is_place(self, index: int) -> bool:
        """Tell whether a span is a town, or a foreign country."""
        is_country = self._passages.spans[index].label == "LOCATION" and self.country_code(index)
        return index in self.by_span or (bool(is_country) and is_country not in HOME_LANDS)

    def country(self, index: int) -> str | None:
        """Return the country that a ``LOCATION`` names, without its article unless that is part of the name."""
        value = self._passages.values[index]
        if self.atlas.country_kind(value):
            return value
        bare = without_article(value)
        return bare if self.atlas.country_kind(bare) or self.atlas.is_country(value) else None

    def _country_of_birth(self, index: int) -> str:
        """Return the ISO code of the country abroad that a NIR says somebody was born in, in that town; or nothing."""
        return self._countries_of_birth.get(index, "")

    @cached_property
    def _countries_of_birth(self) -> Mapping[int, str]:
        """The country abroad of each town that a NIR of one says somebody was born in: that of the first NIR."""
        found: dict[int, str] = {}
        for number in self._birth_numbers:
            place, land = self._places_of_birth.get(alphanumeric(number)[1:3]), birth_country_of(number)
            if land and place is not None:
                found.setdefault(place, land)
        return found

    def country_spelled(self, index: int) -> str:
        """Return the ISO code of the country of a foreign town beside a ``LOCATION`` that holds its name; or nothing.

        « Roseau, Commonwealth of Dominica » is one of a writing that no table has.
        """
        value = self._passages.values[index]
        foreign = None if land_named(without_article(value)) else self.foreign_beside(index)
        name = fold_name(self.atlas.country_named(foreign.country)) if foreign else ""
        words = fold_name(value).split()
        is_told = len(words) > 1 and any(word[:_STEM] == name[:_STEM] for word in words if len(name) >= _STEM)
        return foreign.country if foreign is not None and is_told else ""

    def foreign_beside(self, index: int) -> WorldCity | None:
        """Return the foreign town beside a ``LOCATION``, as in « Moroni, Grande Comore »; None for none."""
        beside = (self._beside(index, step) for step in (-1, 1))
        return next(filter(None, (self.abroad(town) for town in beside if town is not None)), None)

    @cached_property
    def _countries(self) -> dict[str, str]:
        """ISO codes of the countries that stand beside a town, by its name."""
        found: dict[str, str] = {}
        for index in self.by_span:
            for step in (1, -1):
                beside = self._beside(index, step, "LOCATION")
                code = self.country_code(beside) if beside is not None else ""
                if code:
                    found.setdefault(canonical_name(self.name_at(index)), code)
                    break
            else:
                code = self._country_of_code(index) or self._country_of_phone(index)
                if code:
                    found.setdefault(canonical_name(self.name_at(index)), code)
        return found

    def abroad_at_code(self, index: int) -> WorldCity | None:
        """Return the foreign town beside a ``ZIP``; None for none."""
        found = (self._neighbour(index, "CITY", step) for step in (1, -1))
        beside = next((other for other in found if other is not None), None)
        if beside is None:
            beside = self._town_before_land(index - 1)
        return None if beside is None else self.abroad(beside)

    def _town_before_land(self, index: int) -> int | None:
        """Return the span of the town before a land that a code follows: « Rimouski (Québec) | G5L 3H4 »; or None."""
        is_land = index > 0 and self._passages.spans[index].label == "LOCATION"
        if not is_land or not _LAND_TO_CODE.fullmatch(self._passages.between(index, index + 1)):
            return None
        return self._beside(index, -1)

    def _country_of_code(self, index: int) -> str:
        """Return the ISO code of the country that the code beside a town tells; empty for none.

        France where it is that of the French town of the name; that of the letters before four figures; a neighbour
        with a town of the name where four figures alone stand before it.
        """
        if self._has_own_code(index):
            return "FR"
        before = self._neighbour(index, "ZIP", -1)
        if before is None or not CODE_ABROAD.fullmatch(self._passages.values[before]):
            return ""
        letters = self._passages.values[before].rstrip("0123456789 -")
        if letters:
            return _LANDS_BY_LETTERS.get(letters, letters if self.atlas.country_named(letters) else "")
        name = self.name_at(index)
        return next((land for land in _LANDS_OF_FOUR_FIGURES if self.atlas.foreign_in(name, land)), "")

    def _has_own_code(self, index: int) -> bool:
        """Tell whether a postal code, or that of a department, stands beside a French town that has it."""
        code, commune = self._code_beside(index), self.by_span[index].commune
        if commune is None or CODE_ABROAD.fullmatch(code):
            return False
        return code[:2] in {commune.department[:2], *(own[:2] for own in commune.zips)}

    def _country_of_phone(self, index: int) -> str:
        """Return the ISO code of the country of a number right behind a town that no table of France has."""
        phone = index + 1
        spans = self._passages.spans
        if self.by_span[index].commune is not None or phone == len(spans) or spans[phone].label != "PHONE":
            return ""
        lands = countries_called(self._passages.source(phone))
        if not _PHONE_GAP.fullmatch(self._passages.between(index, phone)) or not HOME_LANDS.isdisjoint(lands):
            return ""
        name = self.name_at(index)
        known = next((land for land in lands if self.atlas.foreign_in(name, land)), "")
        return known or (lands[0] if len(lands) == 1 else "")

    def country_code(self, index: int) -> str:
        """Return the ISO code of the country that a ``LOCATION`` names, or a part of; empty where it names none."""
        value = self._passages.values[index]
        bare = without_article(value)
        part = land_named(bare)
        return self.atlas.country_code(value) or self.atlas.country_code(bare) or (part.country if part else "")
