"""Towns, postal codes and other places of one document, redrawn so that a code agrees with its town."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.document import Patient, Span
from palimpseste.folding import FIGURES_MISREAD, fold, fold_name
from palimpseste.places import Commune, PlaceTable, canonical_name
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.places_named import place_surrogate
from palimpseste.surrogates.values.shapes import changed_shape, dictated_surrogate
from palimpseste.writings.atlas import Atlas, atlas_of, grammar_of
from palimpseste.writings.case import broken_like, laid_over, like, plain

__all__ = ["Towns", "TownsRead"]

_SUFFIX = re.compile(
    r"(?<!\s)\s*[-,(]?\s*(?:(?P<cedex>\bcedex\s*\d*)|\d{1,2}\s*(?:ers?|ères?|i?[èe]mes?|es?|è)?\s*(?:arr[a-z]*\.?)?"
    r"|(?<=\s)[IVX]{1,5}(?:e|ème|er))\)?$",
    re.IGNORECASE,
)
_GAP = re.compile(r"[\s,()F-]{0,6}")
_ARTICLE = re.compile(r"(?:le|la|les)\s+|l['’]", re.IGNORECASE)
_KEPT = 0.12
_ABROAD = 0.06
_DIVIDED = {"paris": 20, "lyon": 9, "marseille": 16}


@dataclass(frozen=True)
class TownsRead:
    """The towns of a document and its record, read once for all copies.

    Parameters
    ----------
    coded : frozenset of str
        Keys of towns that stand beside a postal code.
    by_code : mapping of str to str
        The town a postal code stands beside, by its figures.
    """

    coded: frozenset[str]
    by_code: Mapping[str, str]

    @classmethod
    def of(cls, text: str, spans: Sequence[Span], values: Sequence[str], patient: Patient) -> TownsRead:
        """Return what is read in a document.

        Parameters
        ----------
        text : str
            Of the document.
        spans : sequence of Span
            Sorted and disjoint.
        values : sequence of str
            What stands in each of them.
        patient : Patient
            Of the document.
        """
        by_code: dict[str, str] = {}
        if patient.zip and patient.city:
            by_code[patient.zip.replace(" ", "")] = town_key(patient.city)
        for index, span in enumerate(spans):
            if span.label != "ZIP":
                continue
            for other in (index + 1, index - 1):
                if 0 <= other < len(spans) and spans[other].label == "CITY":
                    first, second = sorted((span, spans[other]))
                    if _GAP.fullmatch(text[first.end : second.start]):
                        by_code.setdefault(_figures(values[index]), town_key(values[other]))
                        break
        return cls(frozenset(by_code.values()), by_code)


class Towns:
    """The new towns of one copy of a document."""

    def __init__(self, read: TownsRead, chance: Chance, lists: Lists) -> None:
        self._read = read
        self._chance = chance
        self._lists = lists
        self._atlas: Atlas = atlas_of(PlaceTable.bundled())
        self._choices = choices_of(self._atlas)
        self._drawn: dict[str, Commune | str | None] = {}
        self._others: dict[str, str] = {}

    def city(self, source: str) -> str:
        """Return the new town in the writing of the source."""
        value = plain(source)
        suffix = _SUFFIX.search(value)
        if suffix and not suffix.start():
            suffix = None
        name = value[: suffix.start()] if suffix else value
        new = self.named(name)
        if new is None:
            return source
        ending = ""
        if suffix:
            divided = _DIVIDED.get(fold(new))
            if suffix.group("cedex"):
                ending = re.sub(
                    r"\d+", lambda m: str(self._chance.between(1, 20)).zfill(len(m.group())), suffix.group()
                )
            elif divided:
                ending = re.sub(r"\d+", str(self._chance.between(2, divided)), suffix.group())
        written = _written(name, new) + ending
        return broken_like(source, written) if "\n" in source else written

    def named(self, name: str) -> str | None:
        """Return the new name of a town in its own case; None where it is kept."""
        drawn = self._town(town_key(name), name)
        return drawn.name if isinstance(drawn, Commune) else drawn

    def is_known(self, name: str) -> bool:
        """Tell whether a town of that name was redrawn here, or is one of the place table."""
        return town_key(name) in self._drawn or self._atlas.commune_named(name) is not None

    def code(self, source: str) -> str:
        """Return the new postal code in the writing of the source."""
        figures = _figures(source)
        if not figures:
            return dictated_surrogate(source, self._chance.stream())
        if len(figures) != 5 or any(c.isalpha() for c in source.translate(FIGURES_MISREAD)):
            return self._once("code", source, lambda: changed_shape(source, self._chance.stream()))
        key = self._read.by_code.get(figures)
        if key is None:
            served = self._atlas.table.by_zip(figures)
            key = town_key(self._atlas.whole(served[0]).name) if served else figures
        drawn = self._town(key, key)
        if drawn is None:
            return source
        if isinstance(drawn, str):
            code = self._once("code", figures, lambda: self._chance.digits(5))
        else:
            code = self._once("code", figures, lambda: self._code_of(drawn))
        return laid_over(source, lambda c: c.translate(FIGURES_MISREAD).isdigit(), code)

    def location(self, source: str) -> str:
        """Return another place of the same kind, in the writing of the source."""
        value = plain(source)
        new = self._once("location", fold_name(value), lambda: self._location(value))
        return like(source, new)

    def _location(self, value: str) -> str:
        chance = self._chance
        if chance.odds(_KEPT):
            return value
        article = _ARTICLE.match(value)
        bare = value[article.end() :] if article else value
        countries = self._choices.abroad.countries_like(value) or self._choices.abroad.countries_like(bare)
        if countries or self._atlas.is_country(value):
            new = chance.choice(countries if len(countries) > 2 else self._choices.abroad.countries)
            return (article.group() if article and not _ARTICLE.match(new) else "") + new
        area = self._atlas.area_named(value)
        table = self._atlas.table
        if area is not None:
            kind = area[0]
            if value[:1].isdigit():
                return chance.choice(table.departments).code
            return chance.choice(table.departments if kind == "department" else table.regions).name
        stream = chance.stream()
        if canonical_name(value) in _own_locations() or (" " not in value and chance.odds(0.3)):
            return chance.choice(table.locations)
        return place_surrogate(value, value, stream, frozenset(), lambda name: self.named(name) or name)

    def _town(self, key: str, name: str) -> Commune | str | None:
        if key not in self._drawn:
            self._drawn[key] = self._draw(key, name)
        return self._drawn[key]

    def _draw(self, key: str, name: str) -> Commune | str | None:
        chance = self._chance
        if chance.odds(_KEPT):
            return None
        coded = key in self._read.coded
        is_abroad = not coded and _is_abroad(self._atlas, name)
        if not coded and chance.odds(0.85 if is_abroad else _ABROAD):
            return self._lists.foreign_town(chance).name
        if name and key in _DIVIDED and chance.odds(0.6):
            return self._atlas.commune_named(chance.choice(tuple(_DIVIDED)))
        return self._lists.town(chance, grammar_of(name))

    def _code_of(self, drawn: Commune) -> str:
        code = self._chance.choice(drawn.zips)
        # A CEDEX code serves a desk of the town: same first figures, others after.
        return code if self._chance.odds(0.9) else code[:3] + self._chance.digits(2)

    def _once(self, family: str, key: str, draw: object) -> str:
        memo = f"{family}:{key}"
        if memo not in self._others:
            assert callable(draw)  # noqa: S101 # for types
            self._others[memo] = str(draw())
        return self._others[memo]


@lru_cache(maxsize=16_384)
def town_key(value: str) -> str:
    """Return what is equal for all writings of one town, its arrondissement or CEDEX left out."""
    found = _SUFFIX.search(value)
    return canonical_name(value[: found.start()] if found and found.start() else value)


def _figures(value: str) -> str:
    return "".join(c for c in value.translate(FIGURES_MISREAD) if c.isdigit())


@lru_cache(maxsize=4096)
def _is_abroad(atlas: Atlas, name: str) -> bool:
    foreign = atlas.foreign_named(name)
    if foreign is None:
        return False
    commune = atlas.commune_named(name)
    return commune is None or foreign.population > 20 * commune.population


@cache
def _own_locations() -> frozenset[str]:
    return frozenset(map(canonical_name, PlaceTable.bundled().locations))


def _written(source: str, name: str) -> str:
    if source.isascii():
        name = name.replace("œ", "oe").replace("Œ", "OE")
    if grammar_of(name) in ("le", "les") and not _ARTICLE.match(source):
        # « au [Havre] »: the article stands outside, contracted.
        name = name.split(" ", 1)[1]
    written = like(source, name)
    if "-" not in source and " " in source.strip() and not _ARTICLE.fullmatch(source.split(" ")[0] + " "):
        written = written.replace("-", " ")
    return written
