"""The writing of what stands for a town, its article, CEDEX and arrondissement, and for its postal code."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.places import WorldCity
from palimpseste.places.codes_abroad import code_of
from palimpseste.surrogates.draws import BitStream, first_fitting
from palimpseste.surrogates.places.articles import LONGEST_JOINT, is_article_before
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.values.shapes import changed_shape, dictated_surrogate, shape_surrogate
from palimpseste.writings.case import broken_like, in_case_of, is_laid_out, laid_over
from palimpseste.writings.number_words import write_roman
from palimpseste.writings.towns.town import Town, article_at, figures_of_code

__all__ = ["city_surrogate", "town_beside_article", "zip_surrogate"]

# « er », « ère », « e », « ème »: what makes a number an ordinal.
_ENDING = re.compile(r"\s*(?P<letters>ers?|ères?|i?[èe]mes?|es?|è)(?![^\W\d_])", re.IGNORECASE)
# From this size a town has several CEDEX, up to so many.
_NUMBERED_CEDEX, _MOST_CEDEX = 50_000, 20
# Smaller ones have none.
_LEAST_WITH_CEDEX = 2_000
# « CH-1205 », « B 1000 »: the letters of a country before its postal code, and those that are not its ISO code.
_COUNTRY_OF_CODE = re.compile(r"[A-Z]{1,2}(?P<gap>[ -]?)(?=\d{4})")
_MOST_DRAWS = 200
_LETTERS_OF_CODES = {"AT": "A", "BE": "B", "DE": "D", "FR": "F", "IT": "I", "LU": "L"}


def city_surrogate(index: int, geography: Geography) -> str:
    """Return the surrogate of a town: one of like size, of the same country where it is abroad; suffix kept."""
    source = geography.setting.source(index)
    town, name = geography.read.by_span[index], geography.read.name_at(index)
    foreign = geography.read.abroad(index)
    if foreign:
        written = geography.towns.foreign(foreign, name)
    else:
        seat = geography.bodies.sits_at(index, town)
        is_behind = is_article_before(geography.setting.before(index, LONGEST_JOINT))
        written = geography.towns.written(name, town, seat, behind_article=is_behind)
    # A foreign town that is drawn with its country has no arrondissement that any table knows.
    if town.suffix and (town.is_cedex or not (foreign and geography.released)):
        written += _suffix(town, town.suffix, geography)
    return broken_like(source, written, every=True) if is_laid_out(source) else written


def town_beside_article(index: int, geography: Geography) -> str:
    """Return the name, article included, of what stands for the French town of a ``CITY`` written without its own.

    Empty for any other. Of a town that is released its own article tells nothing.
    """
    town, name = geography.read.by_span[index], geography.read.name_at(index)
    if (article_at(name) and not geography.released) or geography.read.abroad(index):
        return ""
    return geography.bodies.sits_at(index, town) or geography.towns.drawn(town).name


def _suffix(town: Town, found: re.Match[str], geography: Geography) -> str:
    if found.group("cedex"):
        if not _may_have_desk(town, geography):
            return ""
        return (re.sub(r"\d+", "", found.group()) + _cedex_number(town, found.group("cedex"), geography)).rstrip()
    number = town.arrondissement or 0
    is_divided = geography.released or (town.commune and geography.atlas.arrondissements_of(town.commune))
    if is_divided and not geography.atlas.arrondissements_of(geography.towns.drawn(town)):
        return ""
    new = geography.towns.arrondissement(town, number)
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


def _may_have_desk(town: Town, geography: Geography) -> bool:
    """Tell whether what stands for a town may have a CEDEX: a released one keeps what was written."""
    return geography.released or geography.towns.drawn(town).population >= _LEAST_WITH_CEDEX


def _cedex_number(town: Town, cedex: str, geography: Geography) -> str:
    """Return the number of a CEDEX, of as many figures; a town that is not large has none."""
    figures = sum(map(str.isdigit, cedex))
    if not figures or geography.towns.drawn(town).population < _NUMBERED_CEDEX:
        return ""
    stream = geography.source.stream("CITY", town.key, "cedex")
    return f"{stream.between(1, 9 if figures == 1 else _MOST_CEDEX):0{figures}}"


def zip_surrogate(index: int, geography: Geography) -> str:
    """Return the surrogate of a postal code: a code of the surrogate of its town; a shape where it is foreign."""
    source = geography.setting.source(index)
    digits = figures_of_code(source)
    stream = geography.source.stream("ZIP", digits or fold(source), "shape")
    town = geography.read.of_code(index)
    department = geography.read.code_of_department(index)
    if department is not None:
        return geography.areas.drawn("department", department, town).code
    if town is None:
        if not any(c.isdigit() for c in source):  # « mille » holds letters that stand for figures elsewhere
            return dictated_surrogate(source, stream)
        foreign = geography.read.abroad_at_code(index)
        if foreign:
            return _code_abroad(source, foreign, stream, geography)
        return shape_surrogate(source, stream) if geography.released else changed_shape(source, stream)
    drawn = geography.towns.drawn(town)
    code = drawn.zips[0]
    if len(digits) < len(code):
        return code
    parts = geography.atlas.arrondissements_of(drawn)
    is_divided = parts and (geography.released or (town.commune and geography.atlas.arrondissements_of(town.commune)))
    if is_divided and not geography.read.is_cedex(index):
        part = geography.towns.arrondissement(town, int(digits[-2:]))
        code = next((own for own in parts[part - 1].zips), code)
    elif _is_desk(index, digits, geography) and _may_have_desk(town, geography):
        # A CEDEX code serves a desk of the town: same first figures, others after, none of another town.
        desk, of_towns = code[:3], geography.atlas.table.by_zip
        code = first_fitting(lambda: f"{desk}{stream.between(10, 99)}", lambda own: not of_towns(own), _MOST_DRAWS)
    return laid_over(source, lambda c: bool(figures_of_code(c)), code)


def _code_abroad(source: str, foreign: WorldCity, stream: BitStream, geography: Geography) -> str:
    """Return the postal code of what stands for a foreign town: its own, where that is known, else one of its shape."""
    land = geography.source.land(foreign.country)
    prefix = _COUNTRY_OF_CODE.match(source)
    letters, figures = ("", source) if prefix is None else (_LETTERS_OF_CODES.get(land, land), source[prefix.end() :])
    known = code_of(land, geography.source.foreign_town(foreign, foreign.name))
    if known[:1].isalpha():
        # « G5L | 3H4 »
        rest = figures[len(known) :]
        return known + (changed_shape(rest, stream) if any(map(str.isdigit, rest)) else rest)
    missing = sum(map(str.isdigit, figures)) - len(known)
    if known and missing > 0:
        # Of a street.
        known += f"{stream.between(1, 10**missing - 1):0{missing}}"
    elif not known:
        is_any = prefix is not None or geography.released
        known = shape_surrogate(figures, stream) if is_any else changed_shape(figures, stream)
    return letters + (prefix["gap"] if prefix else "") + known


def _is_desk(index: int, digits: str, geography: Geography) -> bool:
    """Tell whether a postal code is that of a desk of the town: by the word, or as no table knows the code."""
    if not geography.released:
        return not geography.atlas.table.by_zip(digits)
    return geography.read.is_cedex(index)
