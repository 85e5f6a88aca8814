"""Towns, postal codes, departments and other places of a document, drawn together so that they agree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, Commune
from palimpseste.surrogates import lists
from palimpseste.surrogates.atlas import Atlas, canonical_name, grammar_of
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.identifiers import changed_shape, dictated_surrogate, shape_surrogate
from palimpseste.surrogates.named import place_surrogate
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.writing import broken_like, in_case_of, laid_over, like

__all__ = ["Geography", "Town"]

_SUFFIX = re.compile(
    r"(?<!\s)(?P<space>\s*(?:[-,(]\s*)?)"
    r"(?:(?P<number>\d{1,2})(?P<ordinal>\s*(?:ers?|ères?|[èe]mes?|i[èe]mes?|es?|è)?\s*(?:arr(?:ondissement|dt|t)?\.?)?)"
    r"|(?<=\s)(?P<roman>(?-i:[IVX]{1,5}))(?:e|ème|er)"
    r"|(?P<cedex>cedex\s*\d*))\)?$",
    re.IGNORECASE,
)
_ZIP_GAP = re.compile(r"[\s,()F-]{0,6}")
_OCR = str.maketrans("OoIl", "0011")
_ROMAN = [
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
    "XVII",
    "XVIII",
    "XIX",
    "XX",
]
_MOST_DRAWS = 400
_ARTICLE = re.compile(r"(?:le|la|les)\s+|l'", re.IGNORECASE)


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
        Arrondissement or CEDEX.
    """

    key: str
    commune: Commune | None
    suffix: re.Match[str] | None


class Geography:
    """The places of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    atlas : Atlas
        Where places are known from and drawn from.
    """

    def __init__(self, setting: Setting, atlas: Atlas) -> None:
        self._setting = setting
        self._atlas = atlas
        self._drawn: dict[str, Commune] = {}
        self._taken: set[str] = set()

    def city_surrogate(self, index: int) -> str:
        """Return the surrogate of a town: one of like size, of the same country where it is abroad; suffix kept."""
        source, value = self._setting.source(index), self._setting.values[index]
        town = self._towns[index]
        name = value[: town.suffix.start()] if town.suffix else value
        foreign = self._atlas.foreign_named(name)
        if foreign is not None and (town.commune is None or foreign.population > 20 * town.commune.population):
            stream = self._setting.draws.stream("CITY", canonical_name(foreign.name), "foreign")
            candidates = [city.name for city in self._atlas.foreign_like(foreign)]
            written = like(name, self._first_new(candidates, stream, name))
        else:
            written = self._written(name, self.town_drawn(town))
        if town.suffix:
            written += self._suffix(town, town.suffix)
        return broken_like(source, written) if "\n" in source else written

    def town_named(self, name: str) -> Town | None:
        """Return the French town of that name; None where no table has it."""
        commune = self._atlas.commune_named(name)
        return Town(commune.insee, commune, None) if commune else None

    def is_town_here(self, name: str) -> bool:
        """Tell whether the document or the record names that town as a town."""
        return canonical_name(name) in self._named_here

    def town_drawn(self, town: Town) -> Commune:
        """Return the commune that stands for a town, one and the same in the scope."""
        if town.key in self._assigned:
            return self._assigned[town.key]
        if town.key not in self._drawn:
            self._drawn[town.key] = self._draw(town)
        return self._drawn[town.key]

    def zip_surrogate(self, index: int) -> str:
        """Return the surrogate of a postal code: a code of the surrogate of its town; a shape where it is foreign."""
        source = self._setting.source(index)
        digits = "".join(c for c in source.translate(_OCR) if c.isdigit())
        stream = self._setting.draws.stream("ZIP", digits or fold(source), "shape")
        if not digits:
            return dictated_surrogate(source, stream)
        if len(digits) != 5 or any(c.isalpha() for c in source.translate(_OCR)):
            return changed_shape(source, stream)
        town = self._town_of_zip(index, digits)
        drawn = self.town_drawn(town)
        code = drawn.zips[0]
        parts = self._atlas.arrondissements_of(drawn)
        if parts and town.commune and self._atlas.arrondissements_of(town.commune):
            part = self._arrondissement(town, int(digits[-2:]))
            code = next((own for own in parts[part - 1].zips), code)
        elif not self._atlas.table.by_zip(digits):
            # A CEDEX code serves a desk of the town: same first figures, others after.
            code = code[:3] + f"{stream.between(10, 99)}"
        return laid_over(source, lambda c: c.translate(_OCR).isdigit(), code)

    def location_surrogate(self, index: int) -> str:
        """Return the surrogate of a place that is no town: one of the same kind."""
        source, value = self._setting.source(index), self._setting.values[index]
        stream = self._setting.draws.stream("LOCATION", fold_name(value), "place")
        article = _ARTICLE.match(value)
        bare = value[article.end() :] if article else value
        countries = self._atlas.countries_like(value) or self._atlas.countries_like(bare)
        area = self._atlas.area_named(value)
        # « Saint-Joseph (La Réunion) »: where a town of the note lies in it, an island is a department before a land.
        if area is not None and (not countries or self._town_in(area[1].code) is not None):
            return self._area(value, *area)
        if countries or self._atlas.is_country(value):
            candidates = countries if len(countries) > 2 else self._atlas.drawable_countries
            return like(source, self._first_new(candidates, stream, value))
        return place_surrogate(source, value, stream, self._setting.originals, self.unknown_town)

    def unknown_town(self, name: str) -> str:
        """Return the name of the commune that stands for a town no table knows."""
        return self.town_drawn(Town(canonical_name(name), None, None)).name

    def _area(self, value: str, kind: str, area: Area) -> str:
        table, code = self._atlas.table, area.code
        if kind == "department":
            linked = self._town_in(code)
            chosen = self.town_drawn(linked).department if linked else ""
            stream = self._setting.draws.stream("LOCATION", code, "department")
            others = [other for other in table.departments if other.code != code and len(other.code) == 2]
            new = next((other for other in table.departments if other.code == chosen), None) or stream.choice(others)
            return new.code if value[:1].isdigit() else like(value, new.name)
        stream = self._setting.draws.stream("LOCATION", code, "region")
        return like(value, stream.choice([other.name for other in table.regions if other.code != code]))

    def _town_in(self, department: str) -> Town | None:
        """Return the first town of the record or the document that lies in a department."""
        return next((t for t in self._linked if t.commune and t.commune.department == department), None)

    @cached_property
    def _linked(self) -> list[Town]:
        """The towns of the document and record, record first."""
        towns = sorted(self._towns.values(), key=lambda town: town.key)
        return ([self._record_town] if self._record_town else []) + towns

    @cached_property
    def _record_town(self) -> Town | None:
        patient = self._setting.document.patient
        return self._town(patient.city, patient.zip) if patient.city else None

    @cached_property
    def _towns(self) -> dict[int, Town]:
        values = {i: self._setting.values[i] for i, span in enumerate(self._setting.spans) if span.label == "CITY"}
        codes = {index: self._code_beside(index) for index in values}
        # Another mention of a name means the same town as the one with its code, in the note or in the record.
        known = {canonical_name(values[index]): code for index, code in codes.items() if code}
        patient = self._setting.document.patient
        if patient.city and patient.zip:
            known.setdefault(canonical_name(patient.city), patient.zip)
        return {
            index: self._town(value, codes[index] or known.get(canonical_name(value), ""))
            for index, value in values.items()
        }

    def _code_beside(self, index: int) -> str:
        """Return the postal code written next to a town, empty where there is none."""
        for step in (-1, 1):
            beside = self._neighbour(index, "ZIP", step)
            if beside is not None:
                return self._setting.values[beside].translate(_OCR)
        return ""

    @cached_property
    def _named_here(self) -> frozenset[str]:
        names = [self._setting.values[index] for index in self._towns]
        return frozenset(map(canonical_name, [*names, self._setting.document.patient.city]))

    def _neighbour(self, index: int, label: str, step: int) -> int | None:
        other = index + step
        if not 0 <= other < len(self._setting.spans) or self._setting.spans[other].label != label:
            return None
        first, second = min(index, other), max(index, other)
        return other if _ZIP_GAP.fullmatch(self._setting.between(first, second)) else None

    def _town(self, value: str, zip_code: str) -> Town:
        suffix = _SUFFIX.search(value)
        name = value[: suffix.start()] if suffix else value
        commune = self._atlas.commune_named(name, "".join(zip_code.split()))
        return Town(commune.insee if commune else canonical_name(name), commune, suffix)

    def _town_of_zip(self, index: int, digits: str) -> Town:
        for step in (1, -1):
            beside = self._neighbour(index, "CITY", step)
            if beside is not None:
                return self._towns[beside]
        patient = self._setting.document.patient
        if self._record_town and patient.zip == digits:
            return self._record_town
        served = self._atlas.table.by_zip(digits)
        commune = self._atlas.whole(served[0]) if served else None
        return Town(commune.insee if commune else digits, commune, None)

    @cached_property
    def _assigned(self) -> dict[str, Commune]:
        """The communes drawn for the towns named here, in the order of their keys, no two the same."""
        found: dict[str, Commune] = {}
        record = [self._record_town] if self._record_town else []
        for town in (*record, *sorted(self._towns.values(), key=lambda town: town.key)):
            if town.key not in found:
                found[town.key] = self._draw(town)
        return found

    def _draw(self, town: Town) -> Commune:
        name = town.commune.name if town.commune else town.key
        divided = town.commune is not None and bool(self._atlas.arrondissements_of(town.commune))
        candidates = self._atlas.divided if divided else self._atlas.like(town.commune, grammar_of(name))
        if divided:
            candidates = [c for c in candidates if c != town.commune]
        stream = self._setting.draws.stream("CITY", town.key, "commune")
        drawn = candidates[0]
        for _ in range(_MOST_DRAWS):
            drawn = stream.choice(candidates)
            if self._is_new(drawn.name, name) and drawn.insee not in self._taken:
                break
        self._taken.add(drawn.insee)
        return drawn

    def _is_new(self, drawn: str, name: str) -> bool:
        return lists.is_free(drawn, self._setting.originals) and canonical_name(drawn) != canonical_name(name)

    def _first_new(self, names: Sequence[str], stream: BitStream, value: str) -> str:
        drawn = (stream.choice(names) for _ in range(_MOST_DRAWS))
        return next((name for name in drawn if self._is_new(name, value)), names[0])

    def _written(self, source: str, drawn: Commune) -> str:
        name = drawn.name.replace("œ", "oe").replace("Œ", "OE") if source.isascii() else drawn.name
        own = grammar_of(name)
        if own in ("le", "les") and not _ARTICLE.match(source):
            # « au [Havre] »: the article stands outside, contracted.
            name = name.split(" ", 1)[1]
        written = like(source, name)
        if "-" not in source and " " in source.strip() and not _ARTICLE.fullmatch(source.strip().split(" ")[0] + " "):
            written = written.replace("-", " ")
        return written

    def _suffix(self, town: Town, found: re.Match[str]) -> str:
        if found.group("cedex"):
            return re.sub(r"\d+", "", found.group()) + self._cedex_number(town, found.group("cedex"))
        number = int(found.group("number")) if found.group("number") else _roman_value(found.group("roman"))
        new = self._arrondissement(town, number)
        if found.group("roman"):
            return found.group("space") + _ROMAN[new - 1] + ("er" if new == 1 else "e")
        ordinal = found.group("ordinal")
        if fold(ordinal.strip())[:2] in ("er", "e", "em", "ie", "es") and ordinal.strip():
            changed = "er" if new == 1 else "e" if ordinal.strip().lower().startswith("er") else None
            if changed:
                ordinal = in_case_of(ordinal.strip()[:2], changed) + ordinal.lstrip()[2:]
        return f"{found.group('space')}{new}{ordinal}" + (")" if found.group().endswith(")") else "")

    def _cedex_number(self, town: Town, cedex: str) -> str:
        if not any(c.isdigit() for c in cedex):
            return ""
        return shape_surrogate(re.sub(r"\D", "", cedex), self._setting.draws.stream("CITY", town.key, "cedex"))

    def _arrondissement(self, town: Town, number: int) -> int:
        """Return the arrondissement of the surrogate that stands for one of the original, the same for zip and town."""
        count = len(self._atlas.arrondissements_of(self.town_drawn(town))) or 9
        return self._setting.draws.stream("CITY", f"{town.key}:{number}", "arrondissement").between(1, count)


def _roman_value(figure: str) -> int:
    upper = figure.upper()
    return _ROMAN.index(upper) + 1 if upper in _ROMAN else 1
