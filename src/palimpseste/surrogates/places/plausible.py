"""Places of France that stand for others plausibly: of like size, never the original, no two towns of a note the same.

Towns near one another stay near one another, in all documents of a patient (:mod:`.around`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property

from palimpseste.places import Area, Commune, WorldCity, is_on_mainland, position_of, squared_distance
from palimpseste.surrogates.draws import BitStream, NothingLeftError, all_from_a_drawn_place, first_fitting, first_of
from palimpseste.surrogates.places.around import around_of
from palimpseste.surrogates.places.care_told import care_told
from palimpseste.surrogates.places.choices import Care, choices_of, has_university, may_stand_for
from palimpseste.surrogates.places.plausible_abroad import ACROSS, PlausibleCountries, PlausibleTownsAbroad
from palimpseste.surrogates.places.seats import told_of_town
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.atlas import grammar_of, grammar_written
from palimpseste.writings.bodies import body_things, body_value, heads_of
from palimpseste.writings.towns.countries import departments_told
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town

__all__ = ["PlausibleTowns"]

_MOST_DRAWS, _DRAWS_EACH = 400, 8
# Among how many towns that lie as well around another one is drawn, and how many more may be where those are taken.
_AROUND, _MORE_AROUND = 6, 60
# Among how many with a hospital, or a university's, of which there are fewer: the next would lie far off.
_HOSPITALS_AROUND, _MORE_SEATS_AROUND = 2, 12
# In hundreds of metres: towns so near one another tell which of them is home; of so many at most.
_NEAR, _MOST_COMPARED = 600, 40
# Among how many of those that follow none, with the country around them most alike.
_ALIKE = 5
# What is in one town in particular (:mod:`.seats`), and among how many that have it one may stand for that.
_IN_PARTICULAR = frozenset({"arsenal", "naval base", "prison"})
_FEWEST_SEATS = 8
# Words before a town that tell of one are looked for so far.
_LONGEST_SENTENCE = 90


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
        self._free_communes: dict[str, tuple[Commune, ...]] = {}
        self._countries = PlausibleCountries(setting, read, told, overseas, lambda: self._home)
        self._abroad = PlausibleTownsAbroad(setting, read, self._countries, lambda: self._home_told, self.commune)

    def commune(self, town: Town) -> Commune:
        """Return a commune of like size and grammar; towns of record and document are drawn first, in their order."""
        if not self._has_drawn_all:
            for each in self._read.by_key:
                self._standing_for(each)
            self._has_drawn_all = True
        return self._standing_for(town)

    @cached_property
    def _home(self) -> Commune | None:
        """The town that others lie around, and unknown ones near: the same in all of a patient's documents.

        That of the record, else of the only document the one that most others lie near, the first of such by its key.
        """
        towns = self._read.by_key
        if self._setting.document.patient.city:
            return next((town.commune for town in towns[:1] if town.commune is not None), None)
        communes = [town.commune for town in towns if town.commune is not None] if self._setting.has_no_others else []
        here = communes[:_MOST_COMPARED]

        def near(commune: Commune) -> int:
            return sum(squared_distance(commune, other) <= _NEAR**2 for other in here)

        return max(here, key=near, default=None)

    @property
    def _home_told(self) -> Commune | None:
        """The town of which words tell where it lies, as of home; home where they tell nothing."""
        return self._told[0] if self._told is not None else self._home

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
        return self._abroad.foreign_town(city, written)

    def land(self, country: str) -> str:
        """Return the ISO code of what stands for a country that the note names; any other stays."""
        return self._countries.land(country)

    def country(self, value: str, written: str) -> str:
        """Return another country of its area; France, and one that the text shows by what stays, as written."""
        return self._countries.country(value, written)

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
            seats = self._with_seats(town.commune, "hospital") if town.commune and not universities else ()
            candidates = overseas or self._alone(town.commune, universities or seats, grammar_written(name))
        else:
            seats = universities or self._seats_for(town)
            has_hospital = town.commune is not None and self._choices.has_hospital(town.commune)
            candidates = around(seats, _HOSPITALS_AROUND if seats or has_hospital else _AROUND)
        stream = self.stream("CITY", town.key, "commune")

        def is_new(drawn: Commune) -> bool:
            return may_stand_for(drawn.name, name, self._setting.originals) and drawn.insee not in self._taken

        def others() -> Iterator[Commune]:
            yield from around(seats, _MORE_SEATS_AROUND) if around and seats else ()
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
            drawn = first_of(free, lambda commune: may_stand_for(commune.name, name, self._setting.originals))
        self._taken.add(drawn.insee)
        is_somewhere = town.commune or self._home or not is_on_mainland(drawn.department)
        return drawn if is_somewhere else self._in_no_town(drawn, stream)

    def _seats_for(self, town: Town) -> Sequence[Commune]:
        """Return the towns of the mainland that have what the document names of one: a hospital, a prison; or none."""
        if town.commune is None or not is_on_mainland(town.commune.department):
            return ()
        if self._choices.is_seat("isle", town.commune):
            return self._choices.seats_without_article("isle")
        care = self._care_told.get(town.commune, Care.NONE)
        if care:
            kind = "emergency" if care > Care.BEDS else "hospital"
            like = self._choices.with_care_like(care, grammar_of(town.commune.name))
            return self._with_seats(town.commune, kind) or like
        return self._with_seats(town.commune, "hospital" if self._choices.has_hospital(town.commune) else "")

    def _with_seats(self, commune: Commune, kind: str) -> Sequence[Commune]:
        """Return the towns with all that words tell of one that few have, and a body of a kind; none for few or none.

        So « centre pénitentiaire », « hôpital » and the town alone stay in one.
        """
        kinds = sorted(self._seats_told.get(commune, ()))
        if not kinds:
            return ()
        among = self._choices.seats_without_article(kind or kinds[0])
        found = tuple(town for town in among if all(self._choices.is_seat(each, town) for each in kinds))
        return found if len(found) >= _FEWEST_SEATS else ()

    @cached_property
    def _seats_told(self) -> Mapping[Commune, Set[str]]:
        """What the only document of a patient tells of its towns that few have, and they do, by town.

        Of towns that it names without such words too: else what they tell may lie in the nearest that has it.
        """
        found: dict[Commune, set[str]] = {}
        for town, words in self._towns_behind_words if self._setting.has_no_others else ():
            kind = told_of_town(words)
            if town.commune is not None:
                is_seat = kind in _IN_PARTICULAR and self._choices.is_seat(kind, town.commune)
                found.setdefault(town.commune, set()).add(kind if is_seat else "")
        return {town: kinds - {""} for town, kinds in found.items() if "" in kinds and len(kinds) > 1}

    @property
    def _towns_behind_words(self) -> Iterator[tuple[Town, str]]:
        """The towns of the document, each with words before it that may tell what it has."""
        for index, (span, value) in enumerate(zip(self._setting.spans, self._setting.values, strict=True)):
            if span.label == "CITY" and self._read.abroad(index) is None:
                yield self._read.by_span[index], self._setting.before(index, _LONGEST_SENTENCE)
            heads = heads_of(span.label) if span.label in ("HOSPITAL", "ORGANIZATION") else None
            for thing in body_things(body_value(value), heads) if heads is not None else ():
                town = self._read.in_thing(thing) if thing.proper else None
                if town is not None:
                    yield town, thing.head + thing.link

    @cached_property
    def _care_told(self) -> Mapping[Commune, Care]:
        """The care that what stands for towns has at least, as the only document of a patient tells.

        Another document may name the town alone.
        """
        return care_told(self._setting, self._read, self._choices.care_in) if self._setting.has_no_others else {}

    @cached_property
    def _told(self) -> tuple[Commune, frozenset[str]] | None:
        """Home, and the departments that it may come to lie in, as words of the patient's documents tell; None for any.

        Where they tell nothing of home, the first town of the only document of which they do: who skis, or works across
        a border, may live elsewhere. A town beside foreign ones comes before others.
        """
        is_alone = self._setting.has_no_others
        lands = frozenset((*self._countries.named, *self._countries.of_codes)) if is_alone else frozenset[str]()
        towns = [Town("", self._home)] if self._setting.document.patient.city else []
        if is_alone and (self._words or self._countries.placed):
            towns += sorted(self._towns_named, key=lambda town: not self._lands_beside(town.commune))
        for commune in (town.commune for town in towns if town.commune is not None):
            across = self._lands_beside(commune) if not has_university(commune.name) else frozenset()
            within = departments_told(self._words, commune.department, lands, across)
            if within:
                return commune, within
        return None

    def _lands_beside(self, commune: Commune | None) -> frozenset[str]:
        """Return the countries of which the only document of a patient names towns near one of the mainland."""
        if commune is None or not self._countries.placed or not is_on_mainland(commune.department):
            return frozenset()
        own = position_of(commune)
        return frozenset(land for land, position in self._countries.placed if math.dist(own, position) <= ACROSS)

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
        least = max(min(self._choices.care_in(commune), Care.BEDS), self._care_told.get(commune, Care.NONE))
        like = self._choices.with_care(least, like) or like
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


@cache
def _hamlets_of(grammar: str) -> Sequence[str]:
    """Return the hamlets whose names are of a class of grammar."""
    return [each for each in lists.entries("hamlets_of_one_word.txt") if grammar_of(each) == grammar]
