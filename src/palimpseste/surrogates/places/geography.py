"""Towns, postal codes, departments and other places of a document, drawn together so that they agree."""

from __future__ import annotations

import re
from functools import cached_property

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, Commune
from palimpseste.surrogates.places.named import place_surrogate
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import changed_shape, dictated_surrogate, shape_surrogate
from palimpseste.writings.atlas import Atlas, canonical_name, grammar_of
from palimpseste.writings.case import broken_like, in_case_of, laid_over, like, without_accents
from palimpseste.writings.towns import Town

__all__ = ["Geography"]

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
_ARTICLE = re.compile(r"(?:le|la|les)\s+|l'", re.IGNORECASE)


class Geography:
    """The places of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    atlas : Atlas
        Where places are known from.
    source : PlaceSource
        Where places are drawn from.
    """

    def __init__(self, setting: Setting, atlas: Atlas, source: PlaceSource) -> None:
        self._setting = setting
        self._atlas = atlas
        self._source = source

    @property
    def released(self) -> bool:
        """Whether towns are released by a mechanism, so that nothing else written may hang on them."""
        return self._source.released

    def city_surrogate(self, index: int) -> str:
        """Return the surrogate of a town: one of like size, of the same country where it is abroad; suffix kept."""
        source, value = self._setting.source(index), self._setting.values[index]
        town = self._towns[index]
        name = value[: town.suffix.start()] if town.suffix else value
        foreign = self._atlas.foreign_named(name)
        if foreign is not None and (town.commune is None or foreign.population > 20 * town.commune.population):
            written = like(name, self._source.foreign_town(foreign, name))
        else:
            written = self._written(name, town)
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
        return self._source.commune(town, self._linked)

    def zip_surrogate(self, index: int) -> str:
        """Return the surrogate of a postal code: a code of the surrogate of its town; a shape where it is foreign."""
        source = self._setting.source(index)
        digits = "".join(c for c in source.translate(_OCR) if c.isdigit())
        stream = self._source.stream("ZIP", digits or fold(source), "shape")
        if not digits:
            return dictated_surrogate(source, stream)
        if len(digits) != 5 or any(c.isalpha() for c in source.translate(_OCR)):
            return shape_surrogate(source, stream) if self.released else changed_shape(source, stream)
        town = self._town_of_zip(index, digits)
        drawn = self.town_drawn(town)
        code = drawn.zips[0]
        parts = self._atlas.arrondissements_of(drawn)
        if parts and (self.released or (town.commune and self._atlas.arrondissements_of(town.commune))):
            part = self._arrondissement(town, int(digits[-2:]))
            code = next((own for own in parts[part - 1].zips), code)
        elif self._is_desk(index, digits):
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
        if area is not None and (not countries or self._town_in(*area) is not None):
            return self._area(value, *area)
        if countries or self._atlas.is_country(value):
            named = value if self._atlas.countries_like(value) else bare
            return like(source, self._source.country(named, value))
        return place_surrogate(source, value, stream, self._setting.originals, self.unknown_town)

    def unknown_town(self, name: str) -> str:
        """Return the name of the commune that stands for a town no table knows."""
        return self.town_drawn(Town(canonical_name(name), None, None)).name

    def _area(self, value: str, kind: str, area: Area) -> str:
        linked = self._town_in(kind, area)
        drawn = self.town_drawn(linked) if linked else None
        table, source = self._atlas.table, self._source
        if kind == "region":
            of_town = next((each for each in table.regions if drawn and each.code == drawn.region), None)
            return like(value, (of_town or source.region(area.code)).name)
        of_town = next((each for each in table.departments if drawn and each.code == drawn.department), None)
        new = of_town or source.department(area.code)
        return new.code if value[:1].isdigit() else like(value, new.name)

    def _town_in(self, kind: str, area: Area) -> Town | None:
        """Return the first town of the record or the document that lies in a department or region."""
        # Which of two comes first by its key would tell of towns that are released.
        towns = self._in_order if self.released else self._linked
        return next(
            (
                town
                for town in towns
                if town.commune and area.code == (town.commune.region if kind == "region" else town.commune.department)
            ),
            None,
        )

    @cached_property
    def _in_order(self) -> list[Town]:
        """The towns of the document and record, record first, then as they stand in the text."""
        return ([self._record_town] if self._record_town else []) + list(self._towns.values())

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
        """Return the postal code or the code of the department written next to a town, empty where there is none."""
        for step in (-1, 1):
            beside = self._neighbour(index, "ZIP", step)
            if beside is not None:
                return self._setting.values[beside].translate(_OCR)
        beside = self._neighbour(index, "LOCATION", 1)
        area = self._atlas.area_named(self._setting.values[beside]) if beside is not None else None
        return area[1].code if area is not None and area[0] == "department" else ""

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

    def _is_desk(self, index: int, digits: str) -> bool:
        """Tell whether a postal code is that of a desk of the town: by the word, or as no table knows the code."""
        if not self.released:
            return not self._atlas.table.by_zip(digits)
        beside = self._neighbour(index, "CITY", 1)
        suffix = self._towns[beside].suffix if beside is not None else None
        return suffix is not None and suffix.group("cedex") is not None

    def name_drawn(self, town: Town, source: str) -> tuple[str, str]:
        """Return the name that stands for a town, and the source as far as the name may be written like it.

        Of a released town not even accents may show: « NÎMES » has one to keep in capitals, « DIJON » has none.
        """
        name = self.town_drawn(town).name
        bare = without_accents(source) if self.released else source
        return name.replace("œ", "oe").replace("Œ", "OE") if bare.isascii() else name, bare

    def _written(self, source: str, town: Town) -> str:
        name, source = self.name_drawn(town, source)
        own = grammar_of(name)
        if own in ("le", "les") and not _ARTICLE.match(source):
            # « au [Havre] »: the article stands outside, contracted.
            name = name.split(" ", 1)[1]
        written = like(source, name)
        # Words without hyphens between them tell that there are several, which a released town may not.
        if self.released or "-" in source or " " not in source.strip():
            return written
        return written if _ARTICLE.fullmatch(source.strip().split(" ")[0] + " ") else written.replace("-", " ")

    def _suffix(self, town: Town, found: re.Match[str]) -> str:
        if found.group("cedex"):
            return re.sub(r"\d+", "", found.group()) + self._cedex_number(town, found.group("cedex"))
        number = int(found.group("number")) if found.group("number") else _roman_value(found.group("roman"))
        if self.released and not self._atlas.arrondissements_of(self.town_drawn(town)):
            return ""
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
        return shape_surrogate(re.sub(r"\D", "", cedex), self._source.stream("CITY", town.key, "cedex"))

    def _arrondissement(self, town: Town, number: int) -> int:
        """Return the arrondissement of the surrogate that stands for one of the original, the same for zip and town."""
        count = len(self._atlas.arrondissements_of(self.town_drawn(town))) or 9
        return self._source.stream("CITY", f"{town.key}:{number}", "arrondissement").between(1, count)


def _roman_value(figure: str) -> int:
    upper = figure.upper()
    return _ROMAN.index(upper) + 1 if upper in _ROMAN else 1
