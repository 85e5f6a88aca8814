"""The towns of one document: what each writing of a town, a postal code, a place or a body stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from palimpseste.folding import FIGURES_MISREAD, fold, fold_name
from palimpseste.places import Area, Commune
from palimpseste.writings.atlas import Atlas, canonical_name
from palimpseste.writings.bodies import NamedThing, article_of, body_things, body_value, heads_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.abroad import TownsAbroad
from palimpseste.writings.towns.bodies import CITY_CENTRE, is_body_of_town, named_area_of
from palimpseste.writings.towns.town import (
    CODE_ABROAD,
    MOST_AROUND,
    NAMING_POPULATION,
    TELLING_POPULATION,
    Town,
    figures_of_code,
    is_near,
    without_article,
)

__all__ = ["TownsRead"]

# Heads behind which a person's name or a made-up one stands as often as that of a town: « clinique Beausoleil ».
_BEARING_ANY_NAME = re.compile(
    r"\b(?:(?:poly)?clinique|coll[èe]ge|[ée]cole|ehpad|foyer|lyc[ée]e|mutuelle|r[ée]sidence|villa)\W*\Z", re.IGNORECASE
)
_OF_TOWN = re.compile(r"\s*d(?:e\s*|['’])")
_ARTICLE_IN_LINK = re.compile(r"de\s+(la\s+|l['’]\s*)", re.IGNORECASE)
# « F-59570 », « FR 59570 »
_LETTER_OF_FRANCE = re.compile(r"\A\s*FR?[ -]?(?=\d{5})")
# So many hundreds of metres from all towns of a document a smaller one names no body by a word behind an article.
_NEAR = 700


class TownsRead(TownsAbroad):
    """The towns of one document as they are read.

    Parameters
    ----------
    passages : Passages
        Of the document.
    atlas : Atlas
        Where places are known from.
    is_alone : bool
        Whether the patient has no other document that what is written agrees with.
    """

    def __init__(self, passages: Passages, atlas: Atlas, *, is_alone: bool = False) -> None:
        super().__init__(passages, atlas, is_alone=is_alone)
        self._in_things: dict[NamedThing, Town | None] = {}
        self._told: dict[int, Sequence[Town]] = {}

    def of_code(self, index: int) -> Town | None:
        """Return the town of a ``ZIP``: that beside it, of the record, or one it serves; None for no French code."""
        source = self._passages.source(index)
        code = figures_of_code(source)
        department = self.code_of_department(index)
        if department is not None:
            return self._town_beside_code(index) or self.first_in("department", department)
        town = self._town_beside_code(index)
        if town is not None and CODE_ABROAD.fullmatch(source.strip()) and self.abroad_at_code(index) is None:
            # A town of France for all we know: what stands for it has a code of five figures.
            return town
        if len(code) != 5 or any(c.isalpha() for c in _LETTER_OF_FRANCE.sub("", source.translate(FIGURES_MISREAD))):
            return None
        if town is not None:
            return town
        if self.of_record and self._passages.document.patient.zip == code:
            return self.of_record
        served = self.atlas.table.by_zip(code)
        commune = self.atlas.whole(served[0]) if served else None
        return Town(commune.insee if commune else code, commune)

    def code_of_department(self, index: int) -> Area | None:
        """Return the department that a ``ZIP`` is but the code of: « Villeurbanne (69) »; None for a postal code."""
        area = self.atlas.area_named(self._passages.values[index].strip())
        return area[1] if area is not None and area[1].code == self._passages.values[index].strip().upper() else None

    def _town_beside_code(self, index: int) -> Town | None:
        found = (self._neighbour(index, "CITY", step) for step in (1, -1))
        return next((self.by_span[beside] for beside in found if beside is not None), None)

    def is_cedex(self, index: int) -> bool:
        """Tell whether a ``ZIP`` stands before a town with CEDEX behind it."""
        beside = self._neighbour(index, "CITY", 1)
        return beside is not None and self.by_span[beside].is_cedex

    def area(self, index: int) -> tuple[str, Area] | None:
        """Return ``department`` or ``region``, and which of them a ``LOCATION`` names; None where it is another place.

        « Saint-Joseph (La Réunion) »: where a town of the note lies in it, an island is a department before a land.
        """
        value = self._passages.values[index]
        area = self.atlas.area_called(value)  # « Saint-Joseph (Réunion) »
        is_land = self.atlas.country_kind(value) or self.atlas.country_kind(without_article(value))
        return area if area and (not is_land or self.first_in(*area)) else None

    def first_in(self, kind: str, area: Area, towns: Sequence[Town] | None = None) -> Town | None:
        """Return the first of some towns that lies in a department or region, of all `in_order` if not said.

        Parameters
        ----------
        kind : str
            ``department`` or ``region``.
        area : Area
            Which.
        towns : sequence of Town, optional
            In order.
        """
        within = (
            town
            for town in (self.in_order if towns is None else towns)
            if town.commune and area.code == (town.commune.region if kind == "region" else town.commune.department)
        )
        return next(within, None)

    def town_of_area(self, index: int, kind: str, area: Area) -> Town | None:
        """Return the town that a department or region follows: the first by its key that lies in it.

        Parameters
        ----------
        index : int
            Of the span.
        kind : str
            ``department`` or ``region``.
        area : Area
            Which it names.
        """
        return self.first_in(kind, area, self.by_key)

    def town_of_place(self, index: int) -> tuple[NamedThing, Town] | None:
        """Return the town that a ``LOCATION`` is read as, with the words around it: none here."""
        return None

    def in_thing(self, thing: NamedThing) -> Town | None:
        """Return the town that a proper part is, by its link, its head or the note; None where it is none."""
        if thing not in self._in_things:
            self._in_things[thing] = self._read_in_thing(thing)
        return self._in_things[thing]

    def _read_in_thing(self, thing: NamedThing) -> Town | None:
        proper = thing.proper.strip()
        contracted = fold(thing.link).strip() in ("du", "des")
        named = article_of(thing) + proper
        # « CHU Hôtel-Dieu-Madeleine » is no CHU of La Madeleine.
        is_of_centre = CITY_CENTRE.match(thing.head) and not (thing.head.endswith("-") and " " in thing.head)
        is_of_town = is_body_of_town(thing.head)
        is_told = bool(thing.link or is_of_centre or is_of_town)
        is_named = is_told or self.is_here(proper) or canonical_name(proper) in self._names_of_bodies
        # « SMUR Cognac », « EFS Metz »; « CH Fleyriat, Bourg-en-Bresse »
        may_be_bare = not _BEARING_ANY_NAME.search(thing.head) if thing.head else thing.is_behind
        if not is_named and not (may_be_bare and self.is_large(proper)):
            return None
        town = self.named(named)
        if town is None or town.commune is None or self.foreign_called(proper) is not None:
            return None
        small = town.commune.population < NAMING_POPULATION and not self.is_here(named)
        if small and named_area_of(thing, self.atlas) is not None:
            # « CGSS de La Réunion » is not that of the village of La Réunion.
            return None
        if is_of_town and not thing.link and (small or fold_name(town.commune.name) != fold_name(proper)):
            return None
        if contracted and (small or fold_name(town.commune.name) != fold_name(named)):
            # « clinique du Parc » is named after a park, not after the village of Le Parc.
            return None
        article = _ARTICLE_IN_LINK.match(thing.link)
        if article and not fold_name(town.commune.name).startswith(fold_name(article.group(1) + proper)):
            # « CPAM de la Vienne » is that of the department, not that of the town of Vienne.
            return None
        if article and small and article.group().islower() and self._is_noun(proper, town.commune):
            # « pharmacie de la Vallée » is in no village of La Vallée.
            return None
        if small and thing.head and self._is_far_namesake(town):
            # « hôpital de Mercy » at Metz is not that of the village of Mercy, in Allier.
            return None
        return town

    def is_large(self, name: str) -> bool:
        """Tell whether a name is all that a town of some size is called: « CH Fleyriat, | Bourg-en-Bresse ».

        A saint is none: hospitals bear his name too.
        """
        town = self.named(name)
        if town is None or town.commune is None or town.commune.population < TELLING_POPULATION:
            return False
        return fold_name(town.commune.name) == fold_name(name) and not fold_name(name).startswith("saint")

    def _is_noun(self, name: str, commune: Commune) -> bool:
        """Tell whether one word behind an article is none but a noun: the town of that name is near no other here."""
        return name.isalpha() and not is_near(commune, self._around, _NEAR)

    def _is_far_namesake(self, town: Town) -> bool:
        """Tell whether a quarter or place of the name of a small town is meant: that town is near no other here."""
        return bool(self._communes_here) and self.is_out_of_the_way(town)

    def is_out_of_the_way(self, town: Town) -> bool:
        """Tell whether a small town is near none of record and document, and is none of them."""
        commune = town.commune
        if commune is None or commune.population >= NAMING_POPULATION or commune in self._communes_here:
            return False
        return not is_near(commune, tuple(self._communes_here)[:MOST_AROUND], _NEAR)

    @cached_property
    def _communes_here(self) -> Mapping[Commune, None]:
        """The communes of record and document, each once, those first that tell which of several a name means."""
        return dict.fromkeys((*self._around, *(town.commune for town in self.in_order if town.commune is not None)))

    def area_in(self, thing: NamedThing) -> tuple[str, Area] | None:
        """Return the department or region that a body bears the name or the code of; None where it bears none.

        A name that is a town's too is the town's. Without a link before it, only bodies of which each department or
        region has one bear its name: « ARS Bretagne », « MDPH 69 ».
        """
        return named_area_of(thing, self.atlas) if self.in_thing(thing) is None else None

    def town_of_named_area(self, kind: str, area: Area) -> Town | None:
        """Return the town that a department or region in the name of a body follows; None where none lies in it."""
        return self.first_in(kind, area, self.by_key)

    def commune_of(self, index: int) -> Commune | None:
        """Return the commune that a ``CITY`` or ``ZIP`` stands for; None where it lies abroad or is not known."""
        if self._passages.spans[index].label == "ZIP":
            town = self.of_code(index)
            return town.commune if town else None
        return None if self.abroad(index) else self.by_span[index].commune

    def told_by(self, index: int) -> Sequence[Town]:
        """Return the towns that a span tells of: those that whatever is written over it may depend on."""
        if index not in self._told:
            self._told[index] = self._read_told_by(index)
        return self._told[index]

    def _read_told_by(self, index: int) -> Sequence[Town]:
        label = self._passages.spans[index].label
        if label == "CITY":
            town = self.by_span[index]
            # A foreign town has no arrondissement that a table knows: its number is that of the French one.
            return () if self.abroad(index) and town.arrondissement is None else (town,)
        if label == "ZIP":
            return tuple(filter(None, (self.of_code(index),)))
        if label == "LOCATION":
            area = self.area(index)
            return tuple(filter(None, (self.first_in(*area),))) if area else ()
        if label in ("HOSPITAL", "ORGANIZATION"):
            heads = heads_of(label)
            things = body_things(body_value(self._passages.values[index]), heads)
            return tuple(filter(None, (self._town_told(thing) for thing in things if thing.proper)))
        if label == "SSN":
            return tuple(filter(None, (self.born_in(index),)))
        return ()

    def _town_told(self, thing: NamedThing) -> Town | None:
        area = self.area_in(thing)
        if area is not None:
            return self.town_of_named_area(*area)
        town = self.in_thing(thing)
        # « CLAT 31 »
        coded = self.area_of_code(thing.proper) if town is None else None
        return self.town_of_named_area(*coded) if coded is not None else town

    def area_of_code(self, code: str) -> tuple[str, Area] | None:
        """Return ``department``, and which of them a code alone is; None for what is none."""
        return self.atlas.area_named(code.strip()) if code.strip().isalnum() and code[:1].isdigit() else None

    @cached_property
    def _names_of_bodies(self) -> frozenset[str]:
        """The names that follow « de » in bodies: « SMR Saint-Mihiel » is that of « hôpital de Saint-Mihiel »."""
        things = (
            thing
            for span, value in zip(self._passages.spans, self._passages.values, strict=True)
            if span.label in ("HOSPITAL", "ORGANIZATION")
            for thing in body_things(body_value(value), heads_of(span.label))
        )
        return frozenset(canonical_name(thing.proper) for thing in things if _OF_TOWN.fullmatch(fold(thing.link)))
