"""Places that stand for others plausibly: of like size, never the original, no two towns of a note the same.

Towns near one another stay near one another, in all documents of a patient (:mod:`.around`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property

from palimpseste.folding import fold_name
from palimpseste.places import Area, Commune, WorldCity, is_on_mainland, position_of
from palimpseste.places.points_abroad import position_abroad
from palimpseste.surrogates.draws import BitStream, NothingLeftError, all_from_a_drawn_place, first_fitting, first_of
from palimpseste.surrogates.places.around import around_of
from palimpseste.surrogates.places.choices import Care, choices_of, has_university
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.atlas import canonical_name, grammar_of, grammar_written
from palimpseste.writings.towns.countries import bordering, departments_told, standing_for
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town, article_at, without_article

__all__ = ["PlausibleTowns"]

_MOST_DRAWS, _DRAWS_EACH = 400, 8
# Among how many towns that lie as well around another one is drawn, and how many more may be where those are taken.
_AROUND, _MORE_AROUND = 6, 60
# In hundreds of metres: what lies farther across a border is not near home.
_ACROSS = 800
# Among how many with a hospital, or a university's, of which there are fewer: the next would lie far off.
_HOSPITALS_AROUND = 2
# Among how many of those that follow none, with the country around them most alike.
_ALIKE = 5
# What a town that bears its name has: « CH de », « hôpital d' ».
_OF_TOWN = re.compile(
    r"(?:c\.?\s?h\.?(?:\s?[irsu]\.?)?|(?:centre )?hospitalier|centre hospitalier|h[ôo]pital|(?:poly)?clinique)\b"
    r"[\w .-]{0,24}?(?:\bd[e'’]|\bdu )",
    re.IGNORECASE,
)
# Among so many countries of an area or more that take the preposition before them, those of another are left out.
_FEWEST_COUNTRIES = 5


class PlausibleTowns:
    """The places of one document, drawn with the secret key.

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
    """

    released = False

    def __init__(
        self,
        setting: Setting,
        read: TownsRead,
        told: Set[int] = frozenset(),
        overseas: Set[str] = frozenset(),
    ) -> None:
        self._setting = setting
        self._read = read
        self._atlas = read.atlas
        self._choices = choices_of(read.atlas)
        self._towns = around_of(read.atlas)
        self._drawn: dict[str, Commune] = {}
        self._has_drawn_all = False
        self._taken: set[str] = set()
        self._hamlets_taken: set[str] = set()
        self._words = told
        self._told_overseas = overseas
        self._countries_drawn: dict[str, str] = {}
        self._free_communes: dict[str, tuple[Commune, ...]] = {}

    def commune(self, town: Town) -> Commune:
        """Return a commune of like size and grammar; towns of record and document are drawn first, in their order."""
        if not self._has_drawn_all:
            for each in self._read.by_key:
                self._standing_for(each)
            self._has_drawn_all = True
        return self._standing_for(town)

    @cached_property
    def _home(self) -> Commune | None:
        """The town that others lie around, and unknown ones near: the same in all of a patient's documents."""
        towns = self._read.by_key
        if self._setting.document.patient.city:
            towns = towns[:1]
        elif not self._setting.has_no_others:
            towns = ()
        return next((town.commune for town in towns if town.commune is not None), None)

    def _standing_for(self, town: Town) -> Commune:
        if town.key not in self._drawn:
            self._drawn[town.key] = self._draw(town)
        return self._drawn[town.key]

    def hospital_of_home(self, kind: str) -> Commune | None:
        """Return what stands for the nearest town to home with a hospital of a kind; None without a home."""
        if self._home is None or not is_on_mainland(self._home.department):
            return None
        nearest = self._choices.seats_for(kind, self._home, frozenset())[0]
        drawn = self.commune(Town(nearest.insee, nearest))
        is_seat = self._choices.is_seat(kind, drawn) or self._choices.is_seat("university hospital", drawn)
        return drawn if is_seat else self._choices.seats_for(kind, drawn, frozenset())[0]

    def near_home(self, town: Town) -> None:
        """Return nothing: towns near home stay near it."""

    def foreign_town(self, city: WorldCity, written: str) -> str:
        """Return a town of like size: of what stands for its country if the note names that, else of the country."""
        own = {canonical_name(name) for name in (city.name, *city.writings)}

        def without_own(cities: Sequence[WorldCity]) -> list[WorldCity]:
            return [other for other in cities if canonical_name(other.name) not in own]

        land = self.land(city.country)
        stays = land == city.country
        like = (without_own(self._across_the_border(city)) or without_own(self._beside_first(city))) if stays else []
        like = like or without_own(self._choices.abroad.towns_like(city, land))
        if stays and city == self._first_abroad.get(city.country):
            # Others follow where it lies.
            like = [other for other in like if position_abroad(other) is not None] or like
        stream = self.stream("CITY", canonical_name(city.name), "foreign")
        return self._first_new([other.name for other in like], self._choices.abroad.town_names, stream, written)

    def _across_the_border(self, city: WorldCity) -> Sequence[WorldCity]:
        """Return towns of a foreign one's country as far from what stands for home as it is from home; none if far."""
        home, old = self._told[0] if self._told is not None else self._home, position_abroad(city)
        if home is None or old is None or not is_on_mainland(home.department):
            return ()
        away = math.dist(position_of(home), old)
        if away > _ACROSS:
            return ()
        return self._as_far(city.country, position_of(self.commune(Town(home.insee, home))), away)

    def _beside_first(self, city: WorldCity) -> Sequence[WorldCity]:
        """Return towns as far from what stands for the first near one of its country as a foreign one is from that.

        The first of the only document of a patient; none for itself, and if far.
        """
        first, old = self._first_abroad.get(city.country), position_abroad(city)
        place = position_abroad(first) if first is not None else None
        if first is None or old is None or place is None or place == old or math.dist(place, old) > _ACROSS:
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
        apart = [(math.dist(new, place), other) for other, place in self._choices.abroad.placed_of(country)]
        apart.sort(key=lambda found: (abs(found[0] - away), found[1].name))
        return [other for distance, other in apart[:_AROUND] if distance <= _ACROSS]

    def land(self, country: str) -> str:
        """Return the ISO code of what stands for a country that the note names; any other stays."""
        named = None if self._stays(country) else self._countries_named.get(country)
        return self._atlas.country_code(self.country(*named)) if named is not None else country

    def department(self, code: str) -> Area:
        """Return the department of what stands for the largest town of one, or for home where no table knows it.

        Any other on the mainland where there is none; only one overseas may be itself, as its towns stay in it.
        """
        areas = self._atlas.table.departments
        drawn = self._for_largest(self._choices.largest_of_department(code))
        others = [area for area in areas if is_on_mainland(area.code)]
        return self._area(code, drawn.department if drawn else "", areas, others, "department")

    def region(self, code: str) -> Area:
        """Return the region of what stands for the largest town of one, as for a department."""
        drawn = self._for_largest(self._choices.largest_of_region(code))
        areas = self._atlas.table.regions
        return self._area(code, drawn.region if drawn else "", areas, self._choices.regions, "region")

    def _for_largest(self, largest: Commune | None) -> Commune | None:
        """Return what stands for the largest town of an area, or for home where none is known; None without both."""
        town = largest or self._home
        return self.commune(Town(town.insee, town)) if town else None

    def _area(self, code: str, drawn: str, areas: Iterable[Area], others: Sequence[Area], purpose: str) -> Area:
        """Return the area of a drawn code; where that is none, or the own code on the mainland, any of some others."""
        found = next((area for area in areas if area.code == drawn), None)
        if found is not None and (found.code != code or found not in others):
            return found
        return self.stream("LOCATION", code, purpose).choice([other for other in others if other.code != code])

    def country(self, value: str, written: str) -> str:
        """Return another country of its area, in which words that stay are said as well.

        France stays, as written, where its towns stay; so does a country that the text shows by what stays.
        """
        if self._stays(self._atlas.country_code(value)):
            return written
        for each in (*(name for name, _ in self._countries_named.values()), value):
            key = self._atlas.country_code(each) or fold_name(each)
            if key not in self._countries_drawn:
                self._countries_drawn[key] = self._country(each, key)
        return self._countries_drawn[key]

    def _stays(self, country: str) -> bool:
        """Tell whether a country is France, or one that stays as the text shows what is of it alone."""
        return country == "FR" or (bool(country) and country in self._lands_that_stay)

    @cached_property
    def _lands_that_stay(self) -> frozenset[str]:
        """Countries of which people, numbers or bodies are told, codes of towns, and those next to a part overseas."""
        return frozenset(
            land
            for land in (*self._countries_named, *self._lands_of_codes)
            if land in self._lands_of_codes or land in self._lands_next or standing_for(land, self._words) == (land,)
        )

    @cached_property
    def _lands_of_codes(self) -> frozenset[str]:
        """Countries of the towns that a postal code stands beside; none where another document may name them alone."""
        if self._setting.is_of_patient and not self._setting.has_no_others:
            return frozenset()
        spans = enumerate(self._setting.spans)
        beside = (self._read.abroad_at_code(index) for index, span in spans if span.label == "ZIP")
        return frozenset(foreign.country for foreign in beside if foreign is not None)

    @cached_property
    def _lands_next(self) -> frozenset[str]:
        """Countries next to the parts overseas of home, of words, or of the only document of a patient."""
        towns = self._read.by_key if self._setting.has_no_others else (Town("", self._home),)
        departments = {town.commune.department for town in towns if town.commune is not None}
        return bordering(departments | self._told_overseas)

    def _country(self, value: str, key: str) -> str:
        """Return a country like one that stands for no other of the document as long as there is such a one."""
        near = self._named(standing_for(key, self._words))
        alike = self._choices.abroad.countries_like(value)
        of_preposition = tuple(name for name in near if name in alike)
        if len(of_preposition) >= _FEWEST_COUNTRIES:
            near = of_preposition
        candidates = near or (alike if len(alike) > 2 else self._choices.abroad.countries)
        stream, taken = self.stream("LOCATION", key, "place"), frozenset(self._countries_drawn.values())
        try:
            return self._first_new(candidates, alike, stream, value, taken)
        except NothingLeftError:
            pass
        try:
            return self._first_new(candidates, self._choices.abroad.countries, stream, value, taken)
        except NothingLeftError:
            return self._first_new(candidates, self._choices.abroad.countries, stream, value)

    def _named(self, countries: Sequence[str]) -> Sequence[str]:
        """Return the names of countries; of those with towns alone, where these are more than one."""
        with_towns = tuple(filter(self._choices.abroad.has_towns_in, countries))
        named = map(self._atlas.country_named, with_towns if len(with_towns) > 1 else countries)
        return tuple(filter(None, named))

    @cached_property
    def _countries_named(self) -> dict[str, tuple[str, str]]:
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

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        """Return bits of the scope of surrogates."""
        return self._setting.draws.stream(label, value, purpose)

    def _draw(self, town: Town) -> Commune:
        name = town.commune.name if town.commune else town.key
        universities = self._choices.universities_like(town.commune) if town.commune else ()
        centres = self._centres_told(town.commune)
        around = None if centres else self._around(town)
        if centres:
            candidates = centres
        elif around is None:
            overseas = () if town.commune else self._overseas(town)
            candidates = overseas or self._alone(town.commune, universities, grammar_written(name))
        else:
            seats = universities or self._seats_for(town)
            has_hospital = town.commune is not None and self._choices.has_hospital(town.commune)
            candidates = around(seats, _HOSPITALS_AROUND if seats or has_hospital else _AROUND)
        stream = self.stream("CITY", town.key, "commune")

        def is_new(drawn: Commune) -> bool:
            return self._is_new(drawn.name, name) and drawn.insee not in self._taken

        def others() -> Iterator[Commune]:
            yield from around(universities, len(universities)) if around and universities else ()
            yield from around((), _MORE_AROUND) if around else ()
            yield from all_from_a_drawn_place(self._overseas(town), stream)
            free = self._free(grammar_written(name))
            yield from (stream.choice(free) for _ in range(_MOST_DRAWS if free else 0))

        try:
            most = min(_MOST_DRAWS, _DRAWS_EACH * len(candidates))
            drawn = first_fitting(lambda: stream.choice(candidates), is_new, most, others)
        except NothingLeftError:
            # Two towns may share a surrogate, and one may be of another grammar; none may be a town of the note.
            free = (
                each
                for grammar in dict.fromkeys((grammar_written(name), "consonant", "vowel"))
                for each in all_from_a_drawn_place(self._free(grammar), stream)
            )
            drawn = first_of(free, lambda commune: self._is_new(commune.name, name))
        self._taken.add(drawn.insee)
        is_somewhere = town.commune or self._home or not is_on_mainland(drawn.department)
        return drawn if is_somewhere else self._in_no_town(drawn, stream)

    def _seats_for(self, town: Town) -> Sequence[Commune]:
        """Return the towns of the mainland with a hospital for one after which a hospital is named; else none."""
        if town.commune not in self._with_care_named or not is_on_mainland(town.commune.department):
            return ()
        return self._choices.seats_without_article("hospital")

    @cached_property
    def _with_care_named(self) -> frozenset[Commune]:
        """The towns without an article that hospitals of the only document of a patient are named after.

        Another document may name the town alone.
        """
        if not self._setting.has_no_others:
            return frozenset()
        named = (
            town.commune
            for index, (span, value) in enumerate(zip(self._setting.spans, self._setting.values, strict=True))
            if span.label == "HOSPITAL" and _OF_TOWN.match(value)
            for town in self._read.told_by(index)
        )
        return frozenset(each for each in named if each is not None and not article_at(each.name))

    @cached_property
    def _told(self) -> tuple[Commune, frozenset[str]] | None:
        """Home, and the departments that it may come to lie in, as words of the patient's documents tell; None for any.

        Where they tell nothing of home, the first town of the only document of which they do: who skis, or works across
        a border, may live elsewhere. A town beside foreign ones comes before others.
        """
        is_alone = self._setting.has_no_others
        lands = frozenset((*self._countries_named, *self._lands_of_codes)) if is_alone else frozenset[str]()
        towns = [Town("", self._home)] if self._setting.document.patient.city else []
        if is_alone and (self._words or self._placed_abroad):
            towns += sorted(self._towns_named, key=lambda town: not self._lands_beside(town.commune))
        for commune in (town.commune for town in towns if town.commune is not None):
            across = self._lands_beside(commune) if not has_university(commune.name) else frozenset()
            within = departments_told(self._words, commune.department, lands, across)
            if within:
                return commune, within
        return None

    @cached_property
    def _placed_abroad(self) -> Sequence[tuple[str, tuple[int, int]]]:
        """The countries of the foreign towns near France of the only document of a patient, and where these lie.

        Those of countries that stay.
        """
        towns = self._read.towns_abroad if self._setting.has_no_others else ()
        placed = ((town.country, position_abroad(town)) for town in towns if self.land(town.country) == town.country)
        return tuple((country, position) for country, position in placed if position is not None)

    def _lands_beside(self, commune: Commune | None) -> frozenset[str]:
        """Return the countries of which the only document of a patient names towns near one of the mainland."""
        if commune is None or not self._placed_abroad or not is_on_mainland(commune.department):
            return frozenset()
        own = position_of(commune)
        return frozenset(land for land, position in self._placed_abroad if math.dist(own, position) <= _ACROSS)

    @property
    def _towns_named(self) -> Iterator[Town]:
        """The towns of record and document, then those that its places of care bear: « SMUR de Gap »."""
        yield from self._read.by_key
        for index, span in enumerate(self._setting.spans):
            if span.label == "HOSPITAL":
                yield from self._read.told_by(index)

    def _stays_within(self, commune: Commune, among: Sequence[Commune]) -> Sequence[Commune]:
        """Return those of some towns, or of all if empty, that lie in the departments told: for home alone."""
        if self._told is None or commune != self._told[0]:
            return among
        if among:
            return tuple(town for town in among if town.department in self._told[1]) or among
        within = self._towns.within(commune, self._told[1])
        border = self._choices.beside_lands(self._lands_beside(commune))
        return tuple(town for town in within if town.insee in border) if commune.insee in border else within

    @cached_property
    def _centre(self) -> Commune | None:
        """The largest town of the department of a home that stays within some; None for any other."""
        return self._choices.largest_of_department(self._told[0].department) if self._told is not None else None

    def _centres_told(self, commune: Commune | None) -> Sequence[Commune]:
        """Return the largest towns of the departments told, the most alike, for that of home's; none for any other."""
        if self._told is None or commune is None or commune != self._centre:
            return ()
        others = tuple(filter(None, map(self._choices.largest_of_department, sorted(self._told[1]))))
        alike = tuple(town for town in others if has_university(town.name)) if has_university(commune.name) else ()
        return self._towns.most_alike(commune, alike if len(alike) > 1 else others, _ALIKE)

    def _in_no_town(self, drawn: Commune, stream: BitStream) -> Commune:
        """Return a commune under the name of a hamlet of its grammar, which may lie anywhere, while there are such."""
        of_grammar = _hamlets_of(grammar_of(drawn.name))
        hamlets = (each for each in all_from_a_drawn_place(of_grammar, stream) if each not in self._hamlets_taken)
        free = (each for each in hamlets if drawable.is_free(each, self._setting.originals))
        name = next(free, drawn.name)
        self._hamlets_taken.add(name)
        return replace(drawn, name=name)

    def _overseas(self, town: Town) -> Sequence[Commune]:
        """Return the towns, of any grammar, of the part overseas that a town, home or words tell; none elsewhere."""
        commune = town.commune or self._home
        departments = {commune.department} if commune is not None else self._told_overseas
        return [each for code in sorted(departments) for each in self._choices.overseas_of(code)]

    def _alone(self, commune: Commune | None, universities: Sequence[Commune], grammar: str) -> Sequence[Commune]:
        """Return the communes that may stand for one that follows none: of like size, most alike around.

        Towns with arrondissements stand for Paris and Lyon. For Marseille, which alone of them is on the sea, any does.
        """
        if commune is None:
            return self._choices.like(None, grammar)
        is_divided = self._atlas.arrondissements_of(commune) and commune.insee not in self._atlas.table.on_sea
        divided = self._choices.divided if is_divided else ()
        overseas = self._choices.overseas_like(commune, grammar)
        like = divided or universities or self._choices.like(commune, grammar)
        like = self._choices.with_care(min(self._choices.care_in(commune), Care.BEDS), like) or like
        return overseas or self._towns.most_alike(commune, tuple(like), _ALIKE)

    def _around(self, town: Town) -> Callable[[Sequence[Commune], int], Sequence[Commune]] | None:
        """Return what gives the communes, of some or all, that best stand for a town around what it follows.

        None for a town that follows none. One that the table does not know is taken for a village beside home.
        """
        home = self._home
        commune = town.commune or (replace(home, name=town.key, population=0) if home else None)
        followed = self._towns.followed_by(town.commune, home) if town.commune else home
        centre = self._centre
        if centre is not None and commune == self._choices.largest_of_region(centre.region) != centre:
            # The region follows a department that words tell.
            followed = centre
        if commune is None or followed is None:
            return None
        largest = self._choices.largest_of_region(followed.region) or followed
        if centre is not None and largest.region == centre.region:
            largest = centre
        regions, towns = ((each, self._standing_for(Town(each.insee, each))) for each in (largest, followed))
        return lambda among, count: self._towns.standing_for(
            commune, towns, regions, self._stays_within(commune, among), count
        )

    def _free(self, grammar: str) -> tuple[Commune, ...]:
        """Return all communes of a grammar that the document does not hold: gone through once, however many it does."""
        if grammar not in self._free_communes:
            self._free_communes[grammar] = tuple(
                commune
                for commune in self._choices.of_grammar(grammar)
                if drawable.is_free(commune.name, self._setting.originals)
            )
        return self._free_communes[grammar]

    def _is_new(self, drawn: str, name: str) -> bool:
        return drawable.is_free(drawn, self._setting.originals) and canonical_name(drawn) != canonical_name(name)

    def _first_new(
        self,
        names: Sequence[str],
        wider: Sequence[str],
        stream: BitStream,
        value: str,
        taken: frozenset[str] = frozenset(),
    ) -> str:
        drawn_from = names or wider

        def is_new(name: str) -> bool:
            return name not in taken and self._is_new(name, value)

        def others() -> Iterator[str]:
            for each in (drawn_from, wider):
                yield from all_from_a_drawn_place(each, stream)

        return first_fitting(lambda: stream.choice(drawn_from), is_new, _MOST_DRAWS, others)


@cache
def _hamlets_of(grammar: str) -> Sequence[str]:
    """Return the hamlets whose names are of a class of grammar."""
    return [each for each in lists.entries("hamlets_of_one_word.txt") if grammar_of(each) == grammar]
