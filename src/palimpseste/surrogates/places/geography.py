"""Towns, postal codes, departments and other places of a document, drawn together so that they agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import chain

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, Commune, WorldCity, is_on_mainland, squared_distance
from palimpseste.surrogates.draws import first_fitting
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.named import (
    LONGEST_JOINT,
    hamlet_surrogate,
    land_surrogate,
    place_surrogate,
    town_written,
)
from palimpseste.surrogates.places.overseas import overseas_for, wider_than
from palimpseste.surrogates.places.seats import NEAR_HOME, SITTING, TOLD_BY_WORDS, told_of_town
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.drawable import as_written_here
from palimpseste.surrogates.values.identifiers import changed_shape, dictated_surrogate, shape_surrogate
from palimpseste.writings.atlas import canonical_name, grammar_of
from palimpseste.writings.bodies import NamedThing, head_words, split_name
from palimpseste.writings.calling_codes import calling_code_of
from palimpseste.writings.case import broken_like, in_case_of, is_laid_out, laid_over, like, without_accents
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.lands import Land, land_named
from palimpseste.writings.number_words import write_roman
from palimpseste.writings.short_bodies import Longer, longer_bodies
from palimpseste.writings.towns import (
    HOME_LANDS,
    Town,
    TownsRead,
    article_at,
    birth_code_abroad,
    figures_of_code,
    is_body_of_area,
    without_article,
)

__all__ = ["DIRECTIONS", "Geography", "written_in_french"]

DIRECTIONS = ("nord", "sud", "est", "ouest")

# « er », « ère », « e », « ème »: what makes a number an ordinal.
_ENDING = re.compile(r"\s*(?P<letters>ers?|ères?|i?[èe]mes?|es?|è)(?![^\W\d_])", re.IGNORECASE)
# Of an Arabic letter that French has not: it parts no two letters.
_LONE_APOSTROPHE = re.compile(r"(?<![^\W\d_])['’‘]|['’‘](?![^\W\d_])")
# « CH-1205 », « B 1000 »: the letters of a country before its postal code, and those that are not its ISO code.
_COUNTRY_OF_CODE = re.compile(r"[A-Z]{1,2}(?P<gap>[ -]?)(?=\d{4})")
_MOST_DRAWS = 200
# From this size a town has several CEDEX, up to so many.
_NUMBERED_CEDEX, _MOST_CEDEX = 50_000, 20
# Two towns of one body lie within so many hundreds of metres.
_NEAR_TOWN = 700
# A body that few towns have is in one of so many around.
_NEAREST_SEATS = 3
# Words before a town that tell of one are looked for so far.
_LONGEST_SENTENCE = 90
_LETTERS_OF_CODES = {"AT": "A", "BE": "B", "DE": "D", "FR": "F", "IT": "I", "LU": "L"}


def written_in_french(town: str) -> str:
    """Return the name of a foreign town as a French keyboard writes it.

    Examples
    --------
    >>> written_in_french("Al Khuşūş"), written_in_french("'Aïn Benian"), written_in_french("N'Djamena")
    ('Al Khusus', 'Aïn Benian', "N'Djamena")
    """
    return as_written_here(_LONE_APOSTROPHE.sub("", town))


class Geography:
    """The places of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    source : PlaceSource
        Where places are drawn from.
    new_date : callable, optional
        Gives the day that the new text is of; None where dates do not move, or none is known.
    """

    def __init__(
        self,
        setting: Setting,
        read: TownsRead,
        source: PlaceSource,
        new_date: Callable[[], date | None] = lambda: None,
    ) -> None:
        self._setting = setting
        self._read = read
        self._atlas = read.atlas
        self._source = source
        self._new_date = new_date
        self._seats_told: dict[int, str] = {}

    @cached_property
    def longer_bodies(self) -> Mapping[int, Longer]:
        """The longer name of each body that the document names in full as well, by its span.

        Empty where towns are released: a body comes out in all documents as it does alone.
        """
        return {} if self.released else longer_bodies(self._setting)

    @property
    def released(self) -> bool:
        """Whether towns are released by a mechanism, so that nothing else written may hang on them."""
        return self._source.released

    def is_dated_before(self, year: int) -> bool:
        """Tell whether the new text is of a day before some year."""
        day = self._new_date()
        return day is not None and day.year < year

    def city_surrogate(self, index: int) -> str:
        """Return the surrogate of a town: one of like size, of the same country where it is abroad; suffix kept."""
        source = self._setting.source(index)
        town, name = self._read.by_span[index], self._read.name_at(index)
        foreign = self._read.abroad(index)
        written = self._foreign(foreign, name) if foreign else self._written(name, town, self._sits_at(index, town))
        # A foreign town that is drawn with its country has no arrondissement that any table knows.
        if town.suffix and (town.is_cedex or not (foreign and self.released)):
            written += self._suffix(town, town.suffix)
        return broken_like(source, written, every=True) if is_laid_out(source) else written

    def town_beside_article(self, index: int) -> str:
        """Return the name, article included, of what stands for the French town of a ``CITY`` written without its own.

        Empty for any other. Of a town that is released its own article tells nothing.
        """
        town, name = self._read.by_span[index], self._read.name_at(index)
        if (article_at(name) and not self.released) or self._read.abroad(index):
            return ""
        return self._sits_at(index, town) or self.town_drawn(town).name

    def town_in(self, thing: NamedThing) -> Town | None:
        """Return the town that the proper part of a body is; None where it is none."""
        return self._read.in_thing(thing)

    def town_drawn(self, town: Town) -> Commune:
        """Return the commune that stands for a town, one and the same in the scope."""
        return self._source.commune(town)

    def department_drawn(self, code: str, town: Town | None) -> str:
        """Return the code of the department of what stands for a town; without one, of what stands for the code."""
        return self.town_drawn(town).department if town else self._source.department(code).code

    def seat_drawn(self, town: Town, kind: str, *, may_have_article: bool = True) -> str:
        """Return the name of the town where a body of a kind sits, of those around what stands for a town.

        A court sits in the nearest town that has one; any other body in what stands for the town where that has it,
        else in one of the nearest, never in its own, or where towns are released in the nearest, whichever that is, as
        nothing written may hang on the town itself. Empty where it sits in what stands for the town, or is nowhere.
        """
        if not kind or kind == NEAR_HOME:
            return ""
        drawn = self.town_drawn(town)
        if kind in SITTING or self.released:
            among = choices_of(self._atlas).seats_for(kind, drawn, self.refused)
            first = next((seat for seat in among if may_have_article or not article_at(seat.name)), drawn)
            return first.name if first != drawn and drawn not in among[:1] else ""
        if choices_of(self._atlas).is_seat(kind, drawn):
            return drawn.name
        own = frozenset({fold_name(town.commune.name)} if town.commune else ())
        seats = choices_of(self._atlas).seats_for(kind, drawn, self.refused | own)
        near = [seat for seat in seats if grammar_of(seat.name) not in ("le", "les")][:_NEAREST_SEATS]
        return self._source.stream("CITY", town.key, kind).choice(near).name if near else ""

    def seat_around_unknown(self, name: str, kind: str) -> str:
        """Return where a body that is no court sits for a town that no table knows, as `seat_drawn`; else empty."""
        return "" if kind in SITTING or self.released else self.seat_drawn(Town(canonical_name(name), None), kind)

    def _sits_at(self, index: int, town: Town) -> str:
        """Return where the words before a ``CITY`` tell that what stands for it lies; empty where they do not."""
        if index not in self._seats_told:
            self._seats_told[index] = self._seat_told(index, town)
        return self._seats_told[index]

    def _seat_told(self, index: int, town: Town) -> str:
        """Return where a prison, spa or the like lies that the words before a ``CITY`` tell; empty for none.

        That its town has it must be known too, unless the words are sure of it, or towns are released: then nothing but
        the words and what is released may tell. Words in other spans tell nothing there.
        """
        if self.released:
            kind = told_of_town(self._setting.outside_before(index, _LONGEST_SENTENCE), is_sure=True)
            if kind == NEAR_HOME:
                near = self._source.near_home(town)
                return near.name if near is not None else ""
            return self.seat_drawn(town, kind, may_have_article=False)
        kind = told_of_town(self._setting.before(index, _LONGEST_SENTENCE))
        if not kind or kind in SITTING or kind in (NEAR_HOME, "hospital"):
            # A town near home, or with a hospital, comes out as one wherever it stands.
            return ""
        if kind in TOLD_BY_WORDS:
            return self.seat_drawn(town, kind)
        is_seat = town.commune is not None and choices_of(self._atlas).is_seat(kind, town.commune)
        return self.seat_drawn(town, kind) if is_seat else ""

    def calling_code_drawn(self, country: str) -> str:
        """Return the country code of the telephone numbers of what stands for a country given by its ISO code."""
        return calling_code_of(self._source.land(country))

    def birth_place(self, index: int) -> Callable[[], str]:
        """Return what gives the INSEE code of what stands for the town or foreign country of birth of a ``SSN``."""

        def place() -> str:
            country = self._read.born_abroad_in(index)
            if country:
                return birth_code_abroad(self._land_of_birth(country))
            town = self._read.born_in(index)
            return self.town_drawn(town).insee if town else ""

        return place

    def _land_of_birth(self, country: str) -> str:
        """Return the ISO code of what stands for a country of birth, whether the document names it or not.

        Another document of the patient may name it. It stays with a town of it, where no other document is.
        """
        land = self._source.land(country)
        if self.released or land != country or self._read.has_town_in(country):
            return land
        name = self._atlas.country_named(country)
        return self._atlas.country_code(self._source.country(name, name)) if name else country

    def zip_surrogate(self, index: int) -> str:
        """Return the surrogate of a postal code: a code of the surrogate of its town; a shape where it is foreign."""
        source = self._setting.source(index)
        digits = figures_of_code(source)
        stream = self._source.stream("ZIP", digits or fold(source), "shape")
        town = self._read.of_code(index)
        department = self._read.code_of_department(index)
        if department is not None:
            return self._area_drawn("department", department, town).code
        if town is None:
            if not any(c.isdigit() for c in source):  # « mille » holds letters that stand for figures elsewhere
                return dictated_surrogate(source, stream)
            prefix = _COUNTRY_OF_CODE.match(source)
            foreign = self._read.abroad_at_code(index) if prefix else None
            if prefix and foreign:
                land = self._source.land(foreign.country)
                return (
                    _LETTERS_OF_CODES.get(land, land) + prefix["gap"] + shape_surrogate(source[prefix.end() :], stream)
                )
            return shape_surrogate(source, stream) if self.released else changed_shape(source, stream)
        drawn = self.town_drawn(town)
        code = drawn.zips[0]
        if len(digits) < len(code):
            return code
        parts = self._atlas.arrondissements_of(drawn)
        is_divided = parts and (self.released or (town.commune and self._atlas.arrondissements_of(town.commune)))
        if is_divided and not self._read.is_cedex(index):
            part = self._arrondissement(town, int(digits[-2:]))
            code = next((own for own in parts[part - 1].zips), code)
        elif self._is_desk(index, digits):
            # A CEDEX code serves a desk of the town: same first figures, others after, none of another town.
            desk, of_towns = code[:3], self._atlas.table.by_zip
            code = first_fitting(lambda: f"{desk}{stream.between(10, 99)}", lambda own: not of_towns(own), _MOST_DRAWS)
        return laid_over(source, lambda c: bool(figures_of_code(c)), code)

    def location_surrogate(self, index: int) -> str:
        """Return the surrogate of a place that is no town: one of the same kind."""
        source, written = self._setting.source(index), self._location(index)
        return broken_like(source, written, every=True) if is_laid_out(source) and not is_laid_out(written) else written

    def _location(self, index: int) -> str:
        source, value = self._setting.source(index), self._setting.values[index]
        place = self._read.town_of_place(index)
        if place is not None:
            thing, town = place
            if not thing.head:
                return self._written(value, town)
            return thing.head + town_written(thing, *self.name_drawn(town, thing.proper))
        area = self._read.area(index) or self._part_overseas(value)
        if area is not None:
            return self._area(index, *area)
        country = self._read.country(index)
        if country is not None:
            return like(source, self._source.country(country, value))
        stream = self._setting.draws.stream("LOCATION", fold_name(value), "place")
        land = self._land_that_stays(value)
        if land is not None:
            return like(source, land_surrogate(land, stream, self.refused))
        spelled = "" if self.released else self._atlas.country_named(self._read.country_spelled(index))
        if spelled:
            return like(source, self._source.country(spelled, spelled))
        foreign = self._read.foreign_beside(index)
        if foreign is not None and not split_name(value, head_words("place")).head:
            # A part of a country abroad: what stands for the country is one word for it that agrees with the town.
            return like(source, self._atlas.country_named(self._source.land(foreign.country)) or value)
        before = self._setting.before(index, LONGEST_JOINT)
        heads = head_words("ways and waters")
        if self.released:
            return place_surrogate(source, value, stream, self.refused, self.unknown_town, before, more_heads=heads)
        meant = self.town_meant(value)
        if meant is not None:
            return self._written(value, meant)
        return place_surrogate(source, value, stream, self.refused, self._town_named, before, more_heads=heads)

    def _town_named(self, name: str) -> str:
        """Return the name of what stands for the town that a place is named after: « gare de | Limoges »."""
        town = self.town_meant(name)
        return self.town_drawn(town).name if town is not None else self.unknown_town(name)

    def _part_overseas(self, value: str) -> tuple[str, Area] | None:
        """Return the part overseas that a ``LOCATION`` names though no town of the document lies there, if it stays.

        None where towns are released, and for the small parts, which do not.
        """
        found = self._atlas.area_called(value)
        if found is None or self.released or is_on_mainland(found[1].code):
            return None
        return found if overseas_for(found[1].code) == {found[1].code} else None

    def _land_that_stays(self, value: str) -> Land | None:
        """Return the part of a country or of the world that a ``LOCATION`` names, if what stands for it is another.

        None for other places, where its country moves, and where towns are released: they go to any country.
        """
        land = None if self.released else land_named(without_article(value))
        return land if land and self._source.land(land.country) == land.country else None

    @cached_property
    def refused(self) -> frozenset[str]:
        """Folded words that no surrogate of a body or place may hold.

        Those of the document; where towns are released, of the patient's names alone: what else stands in the document
        is not the same in his other ones.
        """
        if not self.released:
            return self._setting.originals
        patient = self._setting.document.patient
        names = {fold_name(name) for name in (patient.lastname, patient.birth_lastname, patient.firstname) if name}
        return frozenset(names | {word for name in names for word in name.split() if len(word) > 3})

    @cached_property
    def refused_of_bodies(self) -> frozenset[str]:
        """Folded words that no name of a body may hold: those, and what tells a land, a town or the sea."""
        return self.refused | head_words("names that tell a land, a town or the sea")

    def unknown_town(self, name: str) -> str:
        """Return the name of what stands for a town that is none of France.

        Of a foreign one that of what stands for it; of an unknown one a commune, or a hamlet, which may lie anywhere.
        """
        foreign = self._read.foreign_called(name)
        if foreign is not None:
            return self._foreign(foreign, name)
        return self.town_drawn(Town(canonical_name(name), None)).name

    def hospital_near_unknown(self, name: str) -> str:
        """Return a town with a hospital and no article for one that no table knows: the hospital is that of home.

        Where no home is known, or it is released, the nearest to what stands for the unknown town. A hamlet, which may
        lie anywhere, stays; for a foreign town stands what does elsewhere.
        """
        if self._read.foreign_called(name) is not None:
            return self.unknown_town(name)
        of_home = self._source.hospital_of_home()
        if of_home is not None and not article_at(of_home.name) and fold_name(of_home.name) not in self.refused:
            return of_home.name
        drawn = self.town_drawn(Town(canonical_name(name), None))
        if drawn != self._atlas.table.by_insee(drawn.insee):
            return drawn.name
        seats = choices_of(self._atlas).seats_for("hospital", drawn, self.refused)
        return next((seat.name for seat in seats if not article_at(seat.name)), drawn.name)

    def hospital_seat(self, name: str) -> str:
        """Return a town with a hospital, never a hamlet, for a name no table knows of whoever goes out from one."""
        found = self.hospital_near_unknown(name)
        drawn = self.town_drawn(Town(canonical_name(name), None))
        seat = self._atlas.table.by_insee(drawn.insee)
        if found != drawn.name or seat is None:
            return found
        seats = choices_of(self._atlas).seats_for("hospital", seat, self.refused)
        return next((each.name for each in seats if not article_at(each.name)), found)

    def unknown_quarter(self, name: str) -> str:
        """Return the name of what stands for a quarter of a town: « CHRU de Nancy, hôpitaux de | Brabois ».

        A hamlet, which may lie in any town; what stands for a town that record or document name as one, or abroad.
        """
        if self._read.is_here(name) or self._read.foreign_called(name) is not None:
            return self.unknown_town(name)
        return hamlet_surrogate(name, self._setting.draws.stream("LOCATION", fold_name(name), "quarter"), self.refused)

    def unknown_seat(self, name: str) -> str:
        """Return the name of a commune for a town no table knows, where a court or fund sits."""
        drawn = self.town_drawn(Town(canonical_name(name), None))
        return (self._atlas.table.by_insee(drawn.insee) or drawn).name

    def area_in(self, thing: NamedThing) -> Area | None:
        """Return what stands for the department or region in the name of a body: that of the town that it follows.

        None where the body bears no name of one. « Du Nord » is a direction where no town of the document lies there.
        """
        found = self._read.area_in(thing)
        if found is None:
            return None
        town = self._read.town_of_named_area(*found)
        is_direction = fold_name(thing.proper) in DIRECTIONS and not is_body_of_area(thing.head)
        if is_direction and town is None and not self.released:
            return None
        return self._area_drawn(*found, town)

    def area_of_home(self, thing: NamedThing) -> Area | None:
        """Return what stands for the department or region in the name of a body, whatever towns the document names.

        That of what stands for home where towns are released.
        """
        found = self._read.area_in(thing)
        return self._area_of_code(found[0], found[1].code) if found is not None else None

    def area_named(self, name: str) -> Area | None:
        """Return what stands for the department or region of a name; None for other names."""
        if any(c.isdigit() for c in name):
            return None
        found = self._atlas.area_called(name)
        return self._area_drawn(*found, self._read.town_of_named_area(*found)) if found is not None else None

    def town_meant(self, name: str) -> Town | None:
        """Return the town that a part of the name of a body means: one of the document, or a large one."""
        town = self._read.named(name)
        if town is None or town.commune is None or fold_name(town.commune.name) != fold_name(name):
            return None
        return town if self._read.is_large(name) or self._read.is_here(name) else None

    def town_near(self, town: Town, name: str) -> Town | None:
        """Return the other town that a name means near one; None where none of that name lies within 70 km."""
        own = town.commune
        found = homonyms_of(self._atlas).meant(name, (own,)) if own is not None else None
        if own is None or found is None or found == own or squared_distance(found, own) > _NEAR_TOWN**2:
            return None
        return Town(found.insee, found)

    def is_out_of_the_way(self, town: Town) -> bool:
        """Tell whether a small town is near none that the record and the document tell of, and is none of those."""
        return self._read.is_out_of_the_way(town)

    def is_area(self, name: str) -> bool:
        """Tell whether a name is that of a department, a region or a land of old."""
        return self._atlas.area_called(name) is not None or self._atlas.is_land_of_old(name)

    def is_land(self, name: str) -> bool:
        """Tell whether a name is that of a land which is no department, region or town of today: « Picardie »."""
        return self._atlas.is_land_of_old(name)

    def is_country(self, name: str, link: str) -> bool:
        """Tell whether a name behind a link is that of a country abroad: « du Luxembourg », not « de Luxembourg »."""
        kind = self._atlas.country_kind(name)
        is_town = kind is not None and kind.preposition == "au" and fold(link).strip() == "de"
        if is_town and self._read.foreign_called(name) is not None:
            return False
        return self._atlas.country_code(name) not in {"", *HOME_LANDS}

    def country_drawn(self, name: str) -> str:
        """Return the country that stands for one given by its name, written like it."""
        return like(name, self._source.country(name, name))

    def code_drawn(self, code: str) -> str:
        """Return the code of the department of what stands for a town of the document in that of a code, or wider.

        Empty for what is no code, and where no town lies in it, unless towns are released: what stands for a department
        is then one and the same whether one does or not.
        """
        found = self._atlas.area_named(code.strip()) if code.strip().isalnum() and code[:1].isdigit() else None
        town = self._read.town_of_named_area(*found) if found is not None else None
        return self._area_drawn(*found, town).code if found is not None and (town is not None or self.released) else ""

    def unknown_area(self, name: str, kind: str) -> Area:
        """Return the ``department`` or ``region`` that stands for one no table knows: that of the first of the towns.

        A drawn one where there is none, or towns are released.
        """
        return self._area_around(kind, self._first_town) or self._area_of_code(kind, fold_name(name))

    @cached_property
    def _first_town(self) -> Town | None:
        """The first French town of record and document, by key, else of its bodies; None where they are released."""
        if self.released:
            return None
        return next(chain(self._of_document, self._told_by(range(len(self._setting.spans)))), None)

    def department_among(self, codes: Collection[str], name: str) -> Area:
        """Return that of what stands for the first town in some departments; else as for one that no table knows."""
        towns = () if self.released else self._read.by_key
        within = (town for town in towns if town.commune is not None and town.commune.department in codes)
        return self._area_around("department", next(within, None)) or self.unknown_area(name, "department")

    def has_sides(self, area: Area) -> bool:
        """Tell whether an area is a department or region, and nothing wider: « océan Indien »."""
        return area in self._atlas.table.departments or area in self._atlas.table.regions

    def compass_of(self, area: Area) -> str:
        """Return on which side of a drawn area the first town drawn in it lies; empty where none does."""
        side_of = choices_of(self._atlas).side_of
        return next(filter(None, (side_of(self.town_drawn(town), area) for town in self._towns_told)), "")

    @cached_property
    def _towns_told(self) -> Sequence[Town]:
        """The French towns of the bodies of a document, then those of its record and itself, each once."""
        spans = self._setting.spans
        bodies = (index for index, span in enumerate(spans) if span.label in ("HOSPITAL", "ORGANIZATION"))
        return tuple({town.key: town for town in (*self._told_by(bodies), *self._of_document)}.values())

    @property
    def _of_document(self) -> Iterator[Town]:
        """The French towns of record and document, by key."""
        return (town for town in self._read.by_key if town.commune is not None)

    def _told_by(self, indices: Iterable[int]) -> Iterator[Town]:
        """Yield the French towns that some spans tell of."""
        return (town for index in indices for town in self._read.told_by(index) if town.commune is not None)

    def _area(self, index: int, kind: str, area: Area) -> str:
        value = self._setting.values[index]
        new = self._area_drawn(kind, area, self._read.town_of_area(index, kind, area))
        return new.code if value[:1].isdigit() else like(value, new.name)

    def _area_drawn(self, kind: str, area: Area, town: Town | None) -> Area:
        """Return what stands for a department or region: that of the new town if one lies there, else a drawn one.

        What it lies in where that is itself, as it may be overseas.
        """
        found = self._area_around(kind, town) or self._area_of_code(kind, area.code)
        if self.released or found != area:
            return found
        departments = self._atlas.table.departments
        return wider_than(area, next(each.code for each in departments if each.region == area.region))

    def _area_around(self, kind: str, town: Town | None) -> Area | None:
        """Return the department or region in which lies what stands for a town; None without a town."""
        if town is None:
            return None
        drawn, table = self.town_drawn(town), self._atlas.table
        areas, code = (table.regions, drawn.region) if kind == "region" else (table.departments, drawn.department)
        return next((each for each in areas if each.code == code), None)

    def _area_of_code(self, kind: str, code: str) -> Area:
        return (self._source.region if kind == "region" else self._source.department)(code)

    def _is_desk(self, index: int, digits: str) -> bool:
        """Tell whether a postal code is that of a desk of the town: by the word, or as no table knows the code."""
        if not self.released:
            return not self._atlas.table.by_zip(digits)
        return self._read.is_cedex(index)

    def name_drawn(self, town: Town, source: str) -> tuple[str, str]:
        """Return the name that stands for a town, and the source as far as the name may be written like it.

        Of a released town not even accents may show: « NÎMES » has one to keep in capitals, « DIJON » has none.
        """
        name = self.town_drawn(town).name
        bare = without_accents(source) if self.released else source
        return name.replace("œ", "oe").replace("Œ", "OE") if bare.isascii() else name, bare

    def _foreign(self, city: WorldCity, name: str) -> str:
        """Return the surrogate of a foreign town, written as French writes it."""
        return like(name, written_in_french(self._source.foreign_town(city, name)))

    def _written(self, source: str, town: Town, seat: str = "") -> str:
        name, source = self.name_drawn(town, source)
        name = seat or name
        own = grammar_of(name)
        if own in ("le", "les") and not article_at(source):
            # « au [Havre] »: the article stands outside, contracted.
            name = name.split(" ", 1)[1]
        written = like(source, name)
        # Words without hyphens between them tell that there are several, which a released town may not.
        if self.released or "-" in source or " " not in source.strip():
            return written
        first = source.strip().split(" ")[0] + " "
        return written if article_at(first) == first else written.replace("-", " ")

    def _suffix(self, town: Town, found: re.Match[str]) -> str:
        if found.group("cedex"):
            return (re.sub(r"\d+", "", found.group()) + self._cedex_number(town, found.group("cedex"))).rstrip()
        number = town.arrondissement or 0
        is_divided = self.released or (town.commune and self._atlas.arrondissements_of(town.commune))
        if is_divided and not self._atlas.arrondissements_of(self.town_drawn(town)):
            return ""
        new = self._arrondissement(town, number)
        if found.group("roman"):
            return found.group("space") + write_roman(new) + ("er" if new == 1 else "e")
        ordinal = found.group("ordinal")
        ending = _ENDING.match(ordinal)
        if ending:
            letters = ending.group("letters")
            changed = "er" if new == 1 else "e" if fold(letters).startswith("er") else None
            if changed:
                ordinal = in_case_of(letters[:2], changed) + ordinal[ending.end() :]
        return f"{found.group('space')}{new}{ordinal}" + (")" if found.group().endswith(")") else "")

    def _cedex_number(self, town: Town, cedex: str) -> str:
        """Return the number of a CEDEX, of as many figures; a town that is not large has none."""
        figures = sum(map(str.isdigit, cedex))
        if not figures or self.town_drawn(town).population < _NUMBERED_CEDEX:
            return ""
        stream = self._source.stream("CITY", town.key, "cedex")
        return f"{stream.between(1, 9 if figures == 1 else _MOST_CEDEX):0{figures}}"

    def _arrondissement(self, town: Town, number: int) -> int:
        """Return the arrondissement of the surrogate that stands for one of the original, the same for zip and town."""
        count = len(self._atlas.arrondissements_of(self.town_drawn(town))) or 9
        return self._source.stream("CITY", f"{town.key}:{number}", "arrondissement").between(1, count)
