"""Which commune each mention of a town means: by the code beside it, by those around, by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from palimpseste.folding import FIGURES_MISREAD
from palimpseste.places import Commune
from palimpseste.writings.atlas import Atlas, canonical_name
from palimpseste.writings.bodies import body_things, body_value, heads_of
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.birth_codes import birth_code_of
from palimpseste.writings.towns.bodies import is_body_of_area, named_area_of
from palimpseste.writings.towns.town import MOST_AROUND, NAMING_POPULATION, Town, figures_of_code, is_near, part_of

__all__ = ["TownMentions"]

# What may follow the name of a town, in groups that are told apart by their names.
_SUFFIX = re.compile(
    r"(?<!\s)(?P<space>\s*(?:[-,(]\s*)?)"
    r"(?:(?P<number>\d{1,2})(?P<ordinal>\s*(?:ers?|ères?|[èe]mes?|i[èe]mes?|es?|è)?\s*(?:arr(?:ondissement|dt|t)?\.?)?)"
    r"|(?<=\s)(?P<roman>(?-i:[IVX]{1,5}))(?:e|ème|er)"
    r"|(?P<cedex>cedex\s*\d*))\)?$",
    re.IGNORECASE,
)
# So many hundreds of metres from all towns around a small one is none of theirs.
_FAR = 1_000
_CODE_GAP = re.compile(r"[\s,()F-]{0,6}")
_AREA_GAP = re.compile(
    r"[\s,(/-]{0,4}(?:(?:en|dans|au|aux|à)\s{1,3})?(?:(?:le|la|les)\s{1,3})?"
    r"(?:d[ée]partement\s{1,3}(?:(?:de|du|des)\s{1,3})?(?:la\s{1,3})?)?(?:[dl]['’])?",
    re.IGNORECASE,
)


class TownMentions:
    """The towns that a document and the record of its patient mention.

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

        One of a name that no table knows is that of the code: « ALENC0N », « Clermont-Fd ». In a document that is alone
        its patient's none of several small ones that all lie far from its towns: « vit au Vernet » at Perpignan.
        """
        found = self.atlas.commune_named(name, code) if code else None
        if found is not None and code[:2] in {found.department, *(own[:2] for own in found.zips)}:
            return found
        served = self._served_by(code)
        meant = homonyms_of(self.atlas).meant(name, served or self._around)
        if meant is not None and not served and self._is_far_of_several(name, meant):
            return None
        return meant or next(iter(served), None)

    def _is_far_of_several(self, name: str, meant: Commune) -> bool:
        """Tell whether a small commune far from all towns around bears a name that others do too."""
        is_of_record = canonical_name(name) == canonical_name(self._passages.document.patient.city)
        is_large = meant.population >= NAMING_POPULATION
        if not self._is_alone or not self._around or is_of_record or is_large:
            return False
        return len(homonyms_of(self.atlas).called(name)) > 1 and not is_near(meant, self._around, _FAR)

    @cached_property
    def _around(self) -> tuple[Commune, ...]:
        """The towns near which those are meant that share their name with others.

        That of the record; in a document that is alone its patient's also those of codes and names that no other has,
        and these alone where the record has a name that others share, and no code.
        """
        patient = self._passages.document.patient
        own = self._served_by(patient.zip) or tuple(filter(None, (self.atlas.commune_named(patient.city),)))
        told = tuple(self._towns_told()) if self._is_alone else ()
        is_shared = bool(told) and not patient.zip and len(homonyms_of(self.atlas).called(patient.city)) > 1
        return tuple(dict.fromkeys(told if is_shared else (*own, *told)))[:MOST_AROUND]

    def _towns_told(self) -> Iterator[Commune]:
        """Yield the communes of postal codes, of names that only one has, and the largest of departments of bodies.

        « CPAM de la Seine-Saint-Denis » tells which Saint-Denis is meant.
        """
        for span, value in zip(self._passages.spans, self._passages.values, strict=True):
            if span.label == "ZIP":
                yield from self._served_by(figures_of_code(value))
            if span.label == "ORGANIZATION":
                yield from self._largest_of_departments_in(value)
            called = homonyms_of(self.atlas).called(value) if span.label == "CITY" else ()
            if len(called) == 1:
                yield called[0][0]

    def _largest_of_departments_in(self, body: str) -> Iterator[Commune]:
        for thing in body_things(body_value(body), heads_of("ORGANIZATION")):
            found = named_area_of(thing, self.atlas) if is_body_of_area(thing.head) else None
            if found is not None and found[0] == "department":
                towns = self.atlas.table.in_department(found[1].code)
                if towns:  # the southern lands have none
                    yield max(towns, key=lambda town: town.population)

    def _served_by(self, code: str) -> tuple[Commune, ...]:
        """Return the first of the communes that a postal code serves."""
        return tuple(map(self.atlas.whole, self.atlas.table.by_zip(code)[:1])) if code else ()

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
        if self._around or commune.population >= NAMING_POPULATION or self.is_here(name):
            return False
        return homonyms_of(self.atlas).is_shared(name)

    def _is_overseas_of_all(self, commune: Commune) -> bool:
        """Tell whether the sea parts a small town from all those around: another place of its name is meant."""
        is_small = commune.population < NAMING_POPULATION
        parts = {part_of(other) for other in self._around} if is_small else set()
        return bool(parts) and part_of(commune) not in parts

    def is_here(self, name: str) -> bool:
        """Tell whether the document or the record names that town as a town."""
        return canonical_name(name) in self._names_here

    def name_at(self, index: int) -> str:
        """Return the name that a ``CITY`` holds, without arrondissement or CEDEX."""
        value, suffix = self._passages.values[index], self.by_span[index].suffix
        return value[: suffix.start()] if suffix else value

    @cached_property
    def _names_here(self) -> frozenset[str]:
        # « 03006 MOULINS CEDEX » names Moulins.
        names = [name for index in self.by_span for name in (self._passages.values[index], self.name_at(index))]
        return frozenset(map(canonical_name, [*names, self._passages.document.patient.city]))

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
