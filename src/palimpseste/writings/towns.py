"""The towns of one document: what each writing of a town, a postal code, a place or a body stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from palimpseste.folding import FIGURES_MISREAD, fold, fold_name
from palimpseste.places import Area, Commune, WorldCity, is_on_mainland, squared_distance
from palimpseste.writings import lists
from palimpseste.writings.atlas import Atlas, canonical_name
from palimpseste.writings.bodies import NamedThing, article_of, body_things, body_value, heads_of
from palimpseste.writings.calling_codes import countries_called
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.lands import land_named
from palimpseste.writings.number_words import read_roman
from palimpseste.writings.passages import Passages, alphanumeric

__all__ = [
    "CITY_CENTRE",
    "HOME_LANDS",
    "TELLING_POPULATION",
    "Town",
    "TownsRead",
    "article_at",
    "birth_code_abroad",
    "birth_code_of",
    "birth_country_of",
    "codes_abroad",
    "figures_of_code",
    "is_body_of_area",
    "is_body_of_town",
    "named_area_of",
    "without_article",
]

# What may follow the name of a town, in groups that are told apart by their names.
_SUFFIX = re.compile(
    r"(?<!\s)(?P<space>\s*(?:[-,(]\s*)?)"
    r"(?:(?P<number>\d{1,2})(?P<ordinal>\s*(?:ers?|ères?|[èe]mes?|i[èe]mes?|es?|è)?\s*(?:arr(?:ondissement|dt|t)?\.?)?)"
    r"|(?<=\s)(?P<roman>(?-i:[IVX]{1,5}))(?:e|ème|er)"
    r"|(?P<cedex>cedex\s*\d*))\)?$",
    re.IGNORECASE,
)
_CODE_GAP = re.compile(r"[\s,()F-]{0,6}")
_ARTICLE = re.compile(r"(?:le|la|les)\s+|l'", re.IGNORECASE)
# Heads that a town follows without any link.
CITY_CENTRE = re.compile(r"(?:ap-?h[pm]|hcl|chu|chru|chr|cht|ch|chi|gh)\b", re.IGNORECASE)
# Courts, funds and other public bodies of which a town has one, and that its name follows with or without a link.
_BODIES_OF_TOWNS = re.compile(
    r"\b(?:barreau|caf|ccas|commissariat|conseil de prud'?hommes|cour d['’]appel|cpam|gendarmerie|mairie|msa|parquet"
    r"|rectorat|sous-pr[ée]fecture|pr[ée]fecture|ta|tgi|ti|tj|tribunal(?: (?:administratif|judiciaire))?|urssaf)\W*\Z",
    re.IGNORECASE,
)
# Heads behind which a person's name or a made-up one stands as often as that of a town: « clinique Beausoleil ».
_BEARING_ANY_NAME = re.compile(
    r"\b(?:(?:poly)?clinique|coll[èe]ge|[ée]cole|ehpad|foyer|lyc[ée]e|mutuelle|r[ée]sidence|villa)\W*\Z", re.IGNORECASE
)
# France and the parts of it that ISO 3166 lists as countries: their towns are communes.
HOME_LANDS = frozenset({"FR", "BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"})
_PHONE_GAP = re.compile(
    r"[\s,;:(-]{0,4}(?:(?:t[ée]l(?:[ée]phone)?|fax|gsm|mob(?:ile)?|portable)[\s.:]{1,4})?", re.IGNORECASE
)
_AREA_GAP = re.compile(
    r"[\s,(/-]{0,4}(?:(?:en|dans|au|aux|à)\s{1,3})?(?:(?:le|la|les)\s{1,3})?"
    r"(?:d[ée]partement\s{1,3}(?:(?:de|du|des)\s{1,3})?(?:la\s{1,3})?)?(?:[dl]['’])?",
    re.IGNORECASE,
)
# A smaller town is not meant by a name that stands alone, or behind an article: « la Gare », « hôpital Percy ».
TELLING_POPULATION = 10_000
_KEY_WORD = re.compile(r"cl[ée]", re.IGNORECASE)
# Bodies that there is one of in each department or region, and that its name or code follows without any link.
_BODIES_OF_AREAS = re.compile(
    r"\b(?:adapei|adil|adpep|agence r[ée]gionale de sant[ée]|anpaa|apajh|ars|ase|caf|carsat"
    r"|cdaph|cdg|cdom|cgss|clic|codis|crcdc|elsm|conseil (?:d[ée]partemental|g[ée]n[ée]ral|r[ée]gional)|cpam|crip|cr?ra"
    r"|dd(?:ass|cs(?:pp)?|etspp|ets|fip|pp|sp|tm?)|dreets|dsden|efs|dtpjj|fnath|gie|had|ime|maia|mda|mdph|mdpa|msa"
    r"|pep|pmi|pr[ée]fecture|samu|sas|sdis|sdjes|siao|smur|spip|udapei|udaf|unafam|urssaf)\W*\Z",
    re.IGNORECASE,
)
# Between a date of birth and the town or country of it, in either order, and what stands before the first of them.
_BIRTH_TO_PLACE = re.compile(
    r"[\s,(.:|;-]{0,20}(?:(?:[àa]|aux?|en|lieu|de|naissance|commune|ville|pays|n[ée]e?|natif|native)[\s.:|]{1,20}){0,4}",
    re.IGNORECASE,
)
_PLACE_TO_BIRTH = re.compile(r"[\s,(|]{0,6}(?:le[\s:]{1,6})?")
_BORN_BEFORE = re.compile(r"(?:n[ée]e?|naissance)\s{1,6}(?:[àa]|en|au|aux)\s{1,3}\Z", re.IGNORECASE)
_LONGEST_BORN = 24
_OF_TOWN = re.compile(r"\s*d(?:e\s*|['’])")
_ARTICLE_IN_LINK = re.compile(r"de\s+(la\s+|l['’]\s*)", re.IGNORECASE)
# « F-59570 », « FR 59570 »
_LETTER_OF_FRANCE = re.compile(r"\A\s*FR?[ -]?(?=\d{5})")
# Postal codes of four figures, with or without the country's letters, and the neighbours that have them.
_CODE_ABROAD = re.compile(r"(?:[A-Z]{1,2}[ -]?)?\d{4}")
_LANDS_OF_FOUR_FIGURES = ("CH", "BE", "LU")
# A smaller town names no body by itself.
_NAMING_POPULATION = 10_000
# A French town of a foreign one's name is meant unless the other is so many times as large; near others of the document
# it is meant all the same: within a hundred metres for so many people.
_FAR_LARGER, _PEOPLE_FOR_REACH = 20, 10
# So many hundreds of metres from all towns of a document a smaller one names no body by a word behind an article.
_NEAR = 700
# Of so many towns at most it is asked how near they are to others.
_MOST_AROUND = 16
# So many letters tell a name in whatever language.
_STEM = 5


@dataclass(frozen=True, slots=True)
class Town:
    """What a writing of a town stands for.

    Parameters
    ----------
    key : str
        The same for all writings of one town: its INSEE code, or its folded name where no table knows it.
    commune : Commune or None
        The French commune, where it is one.
    suffix : re.Match or None
        Arrondissement or CEDEX: groups ``number`` and ``ordinal``, ``roman``, or ``cedex``; ``space`` before.
    """

    key: str
    commune: Commune | None
    suffix: re.Match[str] | None = None

    @property
    def is_cedex(self) -> bool:
        """Whether CEDEX stands behind the name."""
        return self.suffix is not None and self.suffix.group("cedex") is not None

    @property
    def arrondissement(self) -> int | None:
        """The number of the arrondissement that stands behind the name; None where none does."""
        if self.suffix is None or self.is_cedex:
            return None
        number, roman = self.suffix.group("number", "roman")
        return int(number) if number else read_roman(roman) or 1


class TownsRead:
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
        self._passages = passages
        self.atlas = atlas
        self._is_alone = is_alone
        self._in_things: dict[NamedThing, Town | None] = {}
        self._told: dict[int, Sequence[Town]] = {}

    @cached_property
    def by_span(self) -> dict[int, Town]:
        """The town of each ``CITY``; one of a foreign name too, where a French town bears it."""
        passages = self._passages
        values = {i: passages.values[i] for i, span in enumerate(passages.spans) if span.label == "CITY"}
        codes = {index: self._code_beside(index) for index in values}
        # Another mention of a name means the same town as the one with its code, in the note or in the record.
        known = {canonical_name(values[index]): code for index, code in codes.items() if code}
        patient = passages.document.patient
        if patient.city and patient.zip:
            known.setdefault(canonical_name(patient.city), patient.zip)
        for number in self._birth_numbers:
            commune = self.atlas.table.by_insee(birth_code_of(number))
            if commune is not None:
                known.setdefault(canonical_name(commune.name), commune.department)
        return {
            index: self._town(value, codes[index] or known.get(canonical_name(value), ""))
            for index, value in values.items()
        }

    def _commune(self, name: str, code: str = "") -> Commune | None:
        """Return the commune of a name: of several that of the code beside it, else a large one nearby.

        One of a name that no table knows is that of the code: « ALENC0N », « Clermont-Fd ».
        """
        found = self.atlas.commune_named(name, code) if code else None
        if found is not None and code[:2] in {found.department, *(own[:2] for own in found.zips)}:
            return found
        served = self._served_by(code)
        return homonyms_of(self.atlas).meant(name, served or self._around) or next(iter(served), None)

    @cached_property
    def _around(self) -> tuple[Commune, ...]:
        """The towns near which those are meant that share their name with others.

        That of the record; in a document that is alone its patient's also those of codes and names that no other has.
        """
        patient = self._passages.document.patient
        own = self._served_by(patient.zip) or tuple(filter(None, (self.atlas.commune_named(patient.city),)))
        found = (*own, *(self._towns_told() if self._is_alone else ()))
        return tuple(dict.fromkeys(found))[:_MOST_AROUND]

    def _towns_told(self) -> Iterator[Commune]:
        """Yield the communes of postal codes and of names that only one has."""
        for span, value in zip(self._passages.spans, self._passages.values, strict=True):
            if span.label == "ZIP":
                yield from self._served_by(figures_of_code(value))
            called = homonyms_of(self.atlas).called(value) if span.label == "CITY" else ()
            if len(called) == 1:
                yield called[0][0]

    def _served_by(self, code: str) -> tuple[Commune, ...]:
        """Return the first of the communes that a postal code serves."""
        return tuple(map(self.atlas.whole, self.atlas.table.by_zip(code)[:1]))

    @property
    def _birth_numbers(self) -> Iterator[str]:
        """The NIR of record and document, which tell which of several towns of a name somebody was born in."""
        yield self._passages.document.patient.ssn
        for index, span in enumerate(self._passages.spans):
            if span.label == "SSN":
                yield self._passages.values[index]

    @cached_property
    def of_record(self) -> Town | None:
        """The town of the patient's record, if it holds one."""
        patient = self._passages.document.patient
        return self._town(patient.city, patient.zip) if patient.city else None

    @cached_property
    def in_order(self) -> Sequence[Town]:
        """The towns of record and document, record first, then as they stand in the text."""
        return ([self.of_record] if self.of_record else []) + list(self.by_span.values())

    @cached_property
    def by_key(self) -> Sequence[Town]:
        """The towns of record and document, each once, record first, then by their keys."""
        towns = sorted(self.by_span.values(), key=lambda town: town.key)
        found: dict[str, Town] = {}
        for town in [self.of_record, *towns] if self.of_record else towns:
            found.setdefault(town.key, town)
        return tuple(found.values())

    def named(self, name: str) -> Town | None:
        """Return the French town of that name, of several that near those of the document; None where there is none."""
        commune = self._commune(name)
        if commune is None or self._is_overseas_of_all(commune) or self._is_doubtful(name, commune):
            return None
        return Town(commune.insee, commune)

    def _is_doubtful(self, name: str, commune: Commune) -> bool:
        """Tell whether a small town shares its name with another as large, and nothing tells which is meant."""
        if self._around or commune.population >= _NAMING_POPULATION or self.is_here(name):
            return False
        return homonyms_of(self.atlas).is_shared(name)

    def _is_overseas_of_all(self, commune: Commune) -> bool:
        """Tell whether the sea parts a small town from all those around: another place of its name is meant."""
        is_small = commune.population < _NAMING_POPULATION
        parts = {_part_of(other) for other in self._around} if is_small else set()
        return bool(parts) and _part_of(commune) not in parts

    def is_here(self, name: str) -> bool:
        """Tell whether the document or the record names that town as a town."""
        return canonical_name(name) in self._names_here

    def name_at(self, index: int) -> str:
        """Return the name that a ``CITY`` holds, without arrondissement or CEDEX."""
        value, suffix = self._passages.values[index], self.by_span[index].suffix
        return value[: suffix.start()] if suffix else value

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
                born_in = self._country_of_birth(index)
                return WorldCity(name, born_in, 0, ()) if born_in else None
            return foreign if commune is None or (foreign and self._is_meant_before(foreign, commune)) else None
        found = self.atlas.foreign_in(name, country)
        if found is None and commune is not None and commune.population >= TELLING_POPULATION:
            # « Lyon, Italie » is a list of places.
            return None
        return found or WorldCity(name, country, 0, ())

    def foreign_called(self, name: str) -> WorldCity | None:
        """Return the foreign town that bears a name which no French one bears; None for none."""
        return self.atlas.foreign_named(name) if self.atlas.commune_named(name) is None else None

    def _is_meant_before(self, foreign: WorldCity, commune: Commune) -> bool:
        """Tell whether a foreign town is far larger than a French one of its name that is near no other town here."""
        if foreign.population <= _FAR_LARGER * commune.population:
            return False
        others = [other for other in self._around if other != commune]
        overseas = _part_of(commune)
        is_of_part = overseas and overseas in map(_part_of, others)
        return not is_of_part and not _is_near(commune, others, commune.population // _PEOPLE_FOR_REACH)

    def of_code(self, index: int) -> Town | None:
        """Return the town of a ``ZIP``: that beside it, of the record, or one it serves; None for no French code."""
        source = self._passages.source(index)
        code = figures_of_code(source)
        department = self.code_of_department(index)
        if department is not None:
            return self._town_beside_code(index) or self.first_in("department", department)
        town = self._town_beside_code(index)
        if town is not None and _CODE_ABROAD.fullmatch(source.strip()) and self.abroad_at_code(index) is None:
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
        return frozenset(foreign.country for foreign in map(self.abroad, self.by_span) if foreign is not None)

    def _place_of_birth(self, index: int) -> int | None:
        """Return the town or country beside a date of birth whose year is that of a ``SSN``; None for none."""
        if not self._is_alone:
            return None
        return self._places_of_birth.get(alphanumeric(self._passages.values[index])[1:3])

    @cached_property
    def _places_of_birth(self) -> dict[str, int]:
        """The first town or country beside a date of birth, by the last two figures of the date."""
        spans, values = self._passages.spans, self._passages.values
        found: dict[str, int] = {}
        for date, span in enumerate(spans):
            if span.label != "BIRTHDATE":
                continue
            for place, gap in ((date + 1, _BIRTH_TO_PLACE), (date - 1, _PLACE_TO_BIRTH)):
                if 0 <= place < len(spans) and self._is_place(place):
                    between = self._passages.between(*sorted((date, place)))
                    is_said = place > date or _BORN_BEFORE.search(self._passages.before(place, _LONGEST_BORN))
                    if is_said and gap.fullmatch(between):
                        found.setdefault(values[date][-2:], place)
        return found

    def _is_place(self, index: int) -> bool:
        """Tell whether a span is a town, or a foreign country."""
        is_country = self._passages.spans[index].label == "LOCATION" and self.country_code(index)
        return index in self.by_span or (bool(is_country) and is_country not in HOME_LANDS)

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

    def first_in(self, kind: str, area: Area, towns: Sequence[Town] | None = None) -> Town | None:
        """Return the first of some towns that lies in a department or region, of all `in_order` if not said."""
        within = (
            town
            for town in (self.in_order if towns is None else towns)
            if town.commune and area.code == (town.commune.region if kind == "region" else town.commune.department)
        )
        return next(within, None)

    def town_of_area(self, index: int, kind: str, area: Area) -> Town | None:
        """Return the town that a department or region follows: the first by its key that lies in it."""
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
        if town is None or town.commune is None:
            return None
        small = town.commune.population < _NAMING_POPULATION and not self.is_here(named)
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
        return name.isalpha() and not _is_near(commune, self._around, _NEAR)

    def _is_far_namesake(self, town: Town) -> bool:
        """Tell whether a quarter or place of the name of a small town is meant: that town is near no other here."""
        return bool(self._communes_here) and self.is_out_of_the_way(town)

    def is_out_of_the_way(self, town: Town) -> bool:
        """Tell whether a small town is near none of record and document, and is none of them."""
        commune = town.commune
        if commune is None or commune.population >= _NAMING_POPULATION or commune in self._communes_here:
            return False
        return not _is_near(commune, tuple(self._communes_here)[:_MOST_AROUND], _NEAR)

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
        return self.in_thing(thing) if area is None else self.town_of_named_area(*area)

    @cached_property
    def _names_here(self) -> frozenset[str]:
        names = [self._passages.values[index] for index in self.by_span]
        return frozenset(map(canonical_name, [*names, self._passages.document.patient.city]))

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
        return None if beside is None else self.abroad(beside)

    def _country_of_code(self, index: int) -> str:
        """Return the ISO code of the country that the code beside a town tells; empty for none.

        France where it is that of the French town of the name; a neighbour with a town of the name where four figures
        stand before it.
        """
        if self._has_own_code(index):
            return "FR"
        before = self._neighbour(index, "ZIP", -1)
        if before is None or not _CODE_ABROAD.fullmatch(self._passages.values[before]):
            return ""
        name = self.name_at(index)
        return next((land for land in _LANDS_OF_FOUR_FIGURES if self.atlas.foreign_in(name, land)), "")

    def _has_own_code(self, index: int) -> bool:
        """Tell whether a postal code, or that of a department, stands beside a French town that has it."""
        code, commune = self._code_beside(index), self.by_span[index].commune
        if commune is None or _CODE_ABROAD.fullmatch(code):
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

    def _beside(self, index: int, step: int, label: str = "CITY") -> int | None:
        other = index + step
        spans = self._passages.spans
        if not 0 <= other < len(spans) or spans[other].label != label:
            return None
        return other if _AREA_GAP.fullmatch(self._passages.between(*sorted((index, other)))) else None

    def _code_beside(self, index: int) -> str:
        """Return the postal code or the code of the department written next to a town, empty where there is none."""
        for step in (-1, 1):
            beside = self._neighbour(index, "ZIP", step)
            if beside is not None:
                return self._passages.values[beside].translate(FIGURES_MISREAD)
        beside = self._neighbour(index, "LOCATION", 1)
        area = self.atlas.area_named(self._passages.values[beside]) if beside is not None else None
        return area[1].code if area is not None and area[0] == "department" else ""

    def _neighbour(self, index: int, label: str, step: int) -> int | None:
        other = index + step
        if not 0 <= other < len(self._passages.spans) or self._passages.spans[other].label != label:
            return None
        first, second = min(index, other), max(index, other)
        return other if _CODE_GAP.fullmatch(self._passages.between(first, second)) else None

    def _town(self, value: str, code: str) -> Town:
        suffix = _SUFFIX.search(value)
        name = value[: suffix.start()] if suffix else value
        commune = self._commune(name, "".join(code.split()))
        return Town(commune.insee if commune else canonical_name(name), commune, suffix)


def _part_of(commune: Commune) -> str:
    """Return the part overseas that a commune lies in, by its code; empty for the mainland."""
    return "" if is_on_mainland(commune.department) else commune.department


def _is_near(commune: Commune, others: Sequence[Commune], reach: int) -> bool:
    """Tell whether a commune lies within so many hundreds of metres of one of some others."""
    return any(squared_distance(commune, other) <= reach**2 for other in others)


def is_body_of_town(head: str) -> bool:
    """Tell whether a head is that of a court, a fund or another public body that bears the name of its town.

    Examples
    --------
    >>> is_body_of_town("TJ "), is_body_of_town("Clinique ")
    (True, False)
    """
    return _BODIES_OF_TOWNS.search(head) is not None


def is_body_of_area(head: str) -> bool:
    """Tell whether a head is that of a body of which each department or region has one.

    Examples
    --------
    >>> is_body_of_area("MDPH "), is_body_of_area("Centre cardiologique ")
    (True, False)
    """
    return _BODIES_OF_AREAS.search(head) is not None


def birth_code_of(number: str) -> str:
    """Return the five characters of a NIR that tell where its bearer was born; empty for what is not shaped as one.

    Examples
    --------
    >>> birth_code_of("1 54 03 2A 004 045 67"), birth_code_of("12345")
    ('2A004', '')
    """
    shaped = alphanumeric(_KEY_WORD.sub("", number)).translate(str.maketrans("ol", "01"))
    return shaped[5:10].upper() if len(shaped) in (13, 15) and shaped[:5].isdigit() else ""


def birth_country_of(number: str) -> str:
    """Return the ISO code of the country that a NIR says its bearer was born in; empty where it says none."""
    code = birth_code_of(number)
    return _countries_of_birth().get(code[2:], "") if code.startswith("99") else ""


def birth_code_abroad(country: str) -> str:
    """Return the five characters that a NIR holds for a birth in a country given by its ISO code; empty for none."""
    return next((f"99{code}" for code, iso in _countries_of_birth().items() if iso == country), "")


@cache
def codes_abroad() -> tuple[str, ...]:
    """Return the five characters that a NIR may hold for a birth abroad, in their order."""
    return tuple(f"99{code}" for code in sorted(_countries_of_birth()))


@cache
def _countries_of_birth() -> dict[str, str]:
    rows = (line.split("\t") for line in lists.entries("birth_countries.tsv"))
    return {code: iso for iso, code in rows}


def named_area_of(thing: NamedThing, atlas: Atlas) -> tuple[str, Area] | None:
    """Return the department or region that follows the head of a body, by its name or its code."""
    proper = thing.proper.strip()
    is_of_area = is_body_of_area(thing.head)
    found = atlas.area_named(proper) if thing.link or is_of_area else None
    if found is None and (is_of_area or fold(thing.link).endswith("la ")):
        found = atlas.area_named(f"La {proper}")  # « CGSS Réunion », « CHU de la Réunion »
    return None if found is not None and thing.link and proper[:1].isdigit() else found


def figures_of_code(source: str) -> str:
    """Return the figures of a postal code, letters that OCR puts for them read as figures."""
    return "".join(c for c in source.translate(FIGURES_MISREAD) if c.isdigit())


def article_at(name: str) -> str:
    """Return the article that begins the name of a place, the space behind it included; empty where there is none.

    Examples
    --------
    >>> article_at("Le Mans"), article_at("L'Aigle"), article_at("Lens")
    ('Le ', "L'", '')
    """
    article = _ARTICLE.match(name)
    return article.group() if article else ""


def without_article(name: str) -> str:
    """Return the name of a place without the article that begins it: « Réunion » of « La Réunion »."""
    return name[len(article_at(name)) :]
