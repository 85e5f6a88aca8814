"""Towns read so that a value stands for the same in all documents of a patient, and so that neighbours agree.

That a note names a town elsewhere is no reason to read a body in one document as named after the town and in the next
as not: bodies are read by their own words and the patient's record. What stands directly beside a town belongs to it:
its country tells that it lies abroad, its department or region becomes that of its surrogate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, Commune, WorldCity
from palimpseste.writings.atlas import Atlas, canonical_name
from palimpseste.writings.bodies import NamedThing, head_words, is_island, split_name
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.bodies import CITY_CENTRE
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import HOME_LANDS, TELLING_POPULATION, Town

__all__ = ["SteadyTownsRead"]

_SAINT = re.compile(r"(?:s(?:ain)?te?s?|notre)[\s.-]")
_CENTRE = re.compile(r"(?:centre|groupe(?:ment)?)\s+hospitalier", re.IGNORECASE)
_JOINT = re.compile(r"\s?[-–/]\s?|\s")
_WITH_ARTICLE = re.compile(r"de\s+l(?:a\s|['’])", re.IGNORECASE)


class SteadyTownsRead(TownsRead):
    """The towns of one document, each read as in all other documents of its patient.

    Parameters
    ----------
    passages : Passages
        Of the document.
    atlas : Atlas
        Where places are known from.
    is_alone : bool
        Whether the patient has no other document that what is written agrees with.
    is_only : bool
        Whether no other document of the patient is known of: a NIR then follows the country that is named here.
    """

    def __init__(self, passages: Passages, atlas: Atlas, *, is_alone: bool = False, is_only: bool = False) -> None:
        super().__init__(passages, atlas, is_alone=is_alone)
        self._is_only = is_alone or is_only

    def _commune(self, name: str, code: str = "") -> Commune | None:
        """Return the commune of a name, of several that of the code beside it or the largest, whatever is around.

        « Charnay » is Charnay-lès-Mâcon where the record says that the patient lives there.
        """
        own = None if code else self._own_commune
        if own is not None and homonyms_of(self.atlas).meant(name, (own,)) == own:
            return own
        return self.atlas.commune_named(name, code)

    @cached_property
    def _own_commune(self) -> Commune | None:
        """The commune of the patient's record."""
        patient = self._passages.document.patient
        return self.atlas.commune_named(patient.city, patient.zip) if patient.city else None

    def _is_doubtful(self, name: str, commune: Commune) -> bool:  # a town that is released spends by its own name
        return False

    def _is_far_namesake(self, town: Town) -> bool:  # what another document names must not tell
        return False

    def _country_of_birth(self, index: int) -> str:  # another document may not hold the number
        return ""

    def _country_of_people(self, index: int) -> str:  # nor what is said of it here
        return ""

    def country_joined(self, index: int) -> str:
        """Return no country: another document may not name the town before."""
        return ""

    def _near_france(self, name: str) -> WorldCity | None:  # what is released for a foreign town lies anywhere
        return None

    def _in_lands_named(self, name: str) -> WorldCity | None:  # another document may not name the country
        return None

    @property
    def _around(self) -> tuple[Commune, ...]:  # what another document says must not tell
        return ()

    @property
    def _foreign_here(self) -> Mapping[str, WorldCity]:  # another document may not name that town
        return {}

    def is_here(self, name: str) -> bool:
        """Tell whether the patient's record names that town: its documents share it."""
        return canonical_name(name) == canonical_name(self._passages.document.patient.city) != ""

    @property
    def _names_of_bodies(self) -> frozenset[str]:  # another document may not hold the other body
        return frozenset()

    @cached_property
    def in_order(self) -> Sequence[Town]:
        """The French towns of record and document, record first, then as they stand in the text."""
        return ([self.of_record] if self.of_record else []) + [
            town for index, town in self.by_span.items() if self.abroad(index) is None
        ]

    @property
    def home(self) -> Town | None:
        """The town of the table that others lie around: the record's, the same in all of a patient's documents.

        In a document that is alone its patient's and has none there, the first that its spans tell of.
        """
        spans = range(len(self._passages.spans)) if self._is_alone else ()
        told = (town for index in spans for town in self.told_by(index))
        return next((town for town in (self.of_record, *told) if town and town.commune), None)

    def told_by_all(self, indices: Sequence[int]) -> Sequence[Town]:
        """Return the towns that some spans tell of, each once: in the order of the text, those of a ``CITY`` first.

        An order that does not hang on which towns they are: a department tells of that of them which lies in it.
        """
        spans = self._passages.spans
        cities_first = sorted(indices, key=lambda index: spans[index].label != "CITY")
        told = (town for index in cities_first for town in self.told_by(index))
        found: dict[str, Town] = {}
        for town in told:
            found.setdefault(town.key, town)
        return tuple(found.values())

    def of_code(self, index: int) -> Town | None:
        """Return the town of a ``ZIP``; None for no French code, such as that of a foreign town beside it."""
        for step in (1, -1):
            beside = self._neighbour(index, "CITY", step)
            if beside is not None:
                return None if self.abroad(beside) else super().of_code(index)
        return super().of_code(index)

    def town_of_named_area(self, kind: str, area: Area) -> Town | None:
        """Return the town that a department or region in the name of a body follows: the record's where it lies in it.

        Of a document that is alone its patient's, the first that does.
        """
        own = [self.of_record] if self.of_record else []
        return self.first_in(kind, area, self.in_order if self._is_alone else own)

    def area(self, index: int) -> tuple[str, Area] | None:
        """Return ``department`` or ``region``, and which of them a ``LOCATION`` names; an island where a town lies."""
        found = self.atlas.area_named(self._passages.values[index])
        if found is None or super().area(index) is not None:
            return found
        return found if self.town_beside(index, *found) is not None else None

    def born_abroad_in(self, index: int) -> str:
        """Return the ISO code of the foreign country named here that who bears a ``SSN`` was born in; or nothing.

        Nothing unless no other document of the patient is known of: another may not name it.
        """
        country = super().born_abroad_in(index) if self._is_only else ""
        is_told = self._place_of_birth(index) is not None or country in self._countries_named
        return country if is_told else ""

    @property
    def _may_tell_births(self) -> bool:
        return self._is_only

    @cached_property
    def _countries_named(self) -> frozenset[str]:
        spans = self._passages.spans
        named = {self.country_code(index) for index, span in enumerate(spans) if span.label == "LOCATION"}
        return frozenset(named - HOME_LANDS)

    def town_of_area(self, index: int, kind: str, area: Area) -> Town | None:
        """Return the town that a department or region follows: that beside it, else the first that lies in it."""
        return self.town_beside(index, kind, area) or self.first_in(kind, area)

    def town_beside(self, index: int, kind: str, area: Area) -> Town | None:
        """Return the French town beside a department or region that lies in it, or may: no table knows where.

        Parameters
        ----------
        index : int
            Of the span.
        kind : str
            ``department`` or ``region``.
        area : Area
            Which it names.
        """
        for step in (-1, 1):
            beside = self._beside(index, step)
            if beside is None or self.abroad(beside) is not None:
                continue
            town = self.by_span[beside]
            if town.commune is None or self.first_in(kind, area, [town]) is not None:
                return town
        return None

    def town_of_place(self, index: int) -> tuple[NamedThing, Town] | None:
        """Return the town that a ``LOCATION`` names or is named after, with the words around it; None where none is.

        « Dijon », « gare de Dijon »; Paris, which is a department as well.
        """
        value = self._passages.values[index]
        area = self.area(index)
        if area is not None:
            of_area = self.atlas.table.in_department(area[1].code) if area[0] == "department" else ()
            is_town = len(of_area) == 1 and _is_name_of(of_area[0], value)
            return (NamedThing("", "", value), Town(of_area[0].insee, of_area[0])) if is_town else None
        if self.country(index) is not None:
            return None
        thing = split_name(value, head_words("place"))
        if thing.head and thing.proper:
            # An island is one whatever town lies on it.
            if not thing.link or is_island(thing):
                return None
            town = self.in_thing(thing)
            small = _WITH_ARTICLE.match(thing.link) and town is not None and self._is_small(town)
            return None if town is None or small or _SAINT.match(fold(thing.proper)) else (thing, town)
        town = self.named(value)
        if town is None or self._is_small(town) or not _is_name_of(town.commune, value):
            return None
        return NamedThing("", "", value), town

    def _read_in_thing(self, thing: NamedThing) -> Town | None:
        """Return the town that a proper part is, by its own words or the record; None where it is none."""
        town = super()._read_in_thing(thing)
        proper = thing.proper.strip()
        if town is None and (CITY_CENTRE.match(thing.head) or _CENTRE.match(thing.head)):
            town = self._town_of_two(proper)
        if town is not None or thing.link or not thing.head or _SAINT.match(fold(proper)):
            return town
        # « hôpital Beaune », without anything between: a town of some size, under its whole name.
        town = self.named(proper)
        return None if town is None or self._is_small(town) or not _is_name_of(town.commune, proper) else town

    def _town_of_two(self, proper: str) -> Town | None:
        """Return the town of some size that is the first of two, or stands before a land: « CHU | Amiens-Picardie »."""
        for joint in _JOINT.finditer(proper):
            first, rest = proper[: joint.start()], proper[joint.end() :]
            town = self.named(first)
            if town is None or self._is_small(town) or not _is_name_of(town.commune, first):
                continue
            area, other = self.atlas.area_named(rest), self.named(rest)
            is_town = other is not None and not self._is_small(other) and _is_name_of(other.commune, rest)
            if is_town or self.atlas.is_land_of_old(rest) or (area is not None and area[0] == "region"):
                return town
        return None

    def _read_told_by(self, index: int) -> Sequence[Town]:
        label = self._passages.spans[index].label
        if label == "CITY":
            return () if self.abroad(index) else (self.by_span[index],)
        if label == "LOCATION":
            place = self.town_of_place(index)
            if place is not None:
                return (place[1],)
            area = self.area(index)
            return tuple(filter(None, (self.town_of_area(index, *area),))) if area else ()
        return super()._read_told_by(index)

    def _is_small(self, town: Town) -> bool:
        commune = town.commune
        return commune is None or (commune.population < TELLING_POPULATION and not self.is_here(commune.name))


def _is_name_of(commune: Commune | None, written: str) -> bool:
    return commune is not None and fold_name(commune.name) == fold_name(written)
