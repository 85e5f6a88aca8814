"""Which town of a document a landline number belongs to: one beside it, else that of the letter, in the same zone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from palimpseste.folding import fold
from palimpseste.places import Commune
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.calling_codes import (
    OF_NATIONAL_PLAN,
    calling_code,
    calling_code_of,
    figures_dialled,
    is_international,
)
from palimpseste.writings.number_words import split_numbers
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import HOME_LANDS, Town, figures_of_code

__all__ = [
    "is_overseas",
    "is_overseas_of",
    "lands_of_phones",
    "national_number",
    "towns_of_phones",
    "zone_of",
    "zone_of_number",
]

_NATIONAL_FIGURES = 9
# « zéro cinq cinquante-huit … »: fewer figures than this are none of the number, which is said in so many pairs.
_FEWEST_FIGURES, _PAIRS = 2, 5
_BETWEEN_WORDS = re.compile(r"[\s-]+")
_LONGEST_DICTATED = 200
# First figure of the numbers of a region; that of Occitanie is the one of its east, where these departments lie.
_ZONES = {
    **dict.fromkeys(("11",), "1"),
    **dict.fromkeys(("24", "28", "52", "53"), "2"),
    **dict.fromkeys(("27", "32", "44"), "3"),
    **dict.fromkeys(("84", "93", "94"), "4"),
    **dict.fromkeys(("75",), "5"),
    **{"01": "590", "02": "596", "03": "594", "04": "262", "06": "269"},
}
_EAST_OF_OCCITANIE = frozenset({"11", "30", "34", "48", "66"})
# The first three figures of the numbers of an overseas region, and of those that it has had since.
_OVERSEAS = {
    **{"262": "262", "263": "262", "268": "269", "269": "269"},
    **{"587": "590", "590": "590", "588": "594", "594": "594", "589": "596", "596": "596"},
}
_MOBILE = "67"
# A number stands with a town at most so many characters away: under an address, behind a name.
_BESIDE = 100
_DATELINE = re.compile(r"\s{0,2},?\s{1,3}le\s{1,3}", re.IGNORECASE)
_LINE_BEGUN = re.compile(r"(?:\n|\s{4})\s*\Z|\A\s*\Z")
_LONGEST_INDENT = 8


def zone_of(commune: Commune) -> str:
    """Return the zone of the landline numbers of a commune, as `zone_of_number` has it; empty where it has none."""
    if commune.region == "76":
        return "4" if commune.department in _EAST_OF_OCCITANIE else "5"
    return _ZONES.get(commune.region, "")


def zone_of_number(number: str) -> str:
    """Return the zone that a number of nine figures lies in: its first figure, overseas the three of the region.

    Empty for a mobile number and for one of no place.

    Examples
    --------
    >>> zone_of_number("450473071"), zone_of_number("262905571"), zone_of_number("612345678")
    ('4', '262', '')
    """
    return _OVERSEAS.get(number[:3]) or (number[:1] if number[:1] in ("1", "2", "3", "4", "5") else "")


def national_number(source: str) -> str:
    """Return the nine figures of a French number, however it is written; empty for any other.

    Examples
    --------
    >>> national_number("+33 (0)4 50 47 30 71"), national_number("04.50.47.30.71"), national_number("+32 475 61 80 33")
    ('450473071', '450473071', '')
    >>> national_number("+262 262 45 12 67"), national_number("+687 25 66 66")
    ('262451267', '')
    >>> national_number("zéro deux quarante et un trente-sept douze zéro huit")
    '241371208'
    """
    source = figures_dialled(source)
    digits = "".join(c for c in source if c.isdigit())
    if len(digits) < _FEWEST_FIGURES:
        return _dictated(source)
    if is_international(source):
        code = calling_code(source)
        is_french = code == "33" or code in OF_NATIONAL_PLAN
        rest = digits.removeprefix("00").removeprefix(code).removeprefix("0")
        return rest[:_NATIONAL_FIGURES] if is_french and len(rest) >= _NATIONAL_FIGURES else ""
    is_national = digits.startswith("0") and len(digits) > _NATIONAL_FIGURES
    return digits[1 : 1 + _NATIONAL_FIGURES] if is_national else ""


def _dictated(source: str) -> str:
    """Return the nine figures of a French number spelt in words, two figures at a time; empty for any other."""
    words = tuple(_BETWEEN_WORDS.split(fold(source).strip())) if len(source) <= _LONGEST_DICTATED else ()
    for pairs in split_numbers(words, _PAIRS):
        if all(pair < 100 for pair in pairs) and pairs[0] < 10:
            return "".join(f"{pair:02d}" for pair in pairs)[1:]
    return ""


def lands_of_phones(passages: Passages, read: TownsRead) -> dict[str, str]:
    """Return the country that each foreign number belongs to, by its country code: its ISO code.

    It is one that the document names, or of which it names a town; a number of any other country belongs to none.

    Parameters
    ----------
    passages : Passages
        The passages of the document.
    read : TownsRead
        Its towns.
    """
    sources = (passages.source(index) for index, span in enumerate(passages.spans) if span.label == "PHONE")
    called = set(filter(None, map(calling_code, sources)))
    if not called:
        return {}
    found: dict[str, str] = {}
    for index, span in enumerate(passages.spans):
        city = read.abroad(index) if span.label == "CITY" else None
        country = read.country_code(index) if span.label == "LOCATION" else city.country if city else ""
        code = calling_code_of(country) if country not in HOME_LANDS else ""
        if code in called:
            found.setdefault(code, country)
    return found


def towns_of_phones(passages: Passages, read: TownsRead, told: Iterable[int]) -> dict[str, Town]:
    """Return the town that each landline number belongs to, by its nine figures.

    That of the record is of the record's town where it lies in the zone of the number. Any other number is of the
    nearest town beside its first mention that lies in its zone, or of which no table knows where it lies; where none
    stands beside it, of the town that the letter comes from or the first that is named, of those in its zone. One of
    whose zone no town is named, or that is of no zone, belongs to the town of the record, else to the first.

    Parameters
    ----------
    passages : Passages
        The passages of the document.
    read : TownsRead
        Its towns.
    told : iterable of int
        The spans whose towns count.
    """
    numbers: dict[str, int] = {}
    for index, span in enumerate(passages.spans):
        number = national_number(passages.source(index)) if span.label == "PHONE" else ""
        if number and number[0] not in _MOBILE:
            numbers.setdefault(number, index)
    if not numbers:
        return {}
    home, own = read.of_record, national_number(passages.document.patient.phone)
    home_zone = zone_of(home.commune) if home is not None and home.commune is not None else ""
    places = list(_places(passages, read, told))
    by_letter = sorted(places, key=lambda place: (place.rank, place.span))
    of_zone: dict[str, Town] = {}
    for place in by_letter:
        of_zone.setdefault(place.zone, place.town)
    possible: dict[str, list[_Place]] = {"": places}
    found: dict[str, Town] = {}
    for number, index in numbers.items():
        zone = zone_of_number(number)
        if number == own and home is not None and home_zone == zone:
            found[number] = home
            continue
        if zone not in possible:
            possible[zone] = [place for place in places if place.zone in (zone, "")]
        near = _beside(passages, index, possible[zone])
        if near is not None:
            found[number] = near
        elif zone in of_zone:
            found[number] = of_zone[zone]
        elif home is not None and (home_zone or not by_letter):
            found[number] = home
        elif by_letter:
            found[number] = by_letter[0].town
    return found


def is_overseas_of(number: str, town: Town) -> bool:
    """Tell whether a number of nine figures is of a part overseas that a town does not lie in.

    Examples
    --------
    >>> is_overseas_of("590814033", Town("somewhere", None)), is_overseas_of("450473071", Town("somewhere", None))
    (False, False)
    """
    return is_overseas(number) and town.commune is not None and zone_of(town.commune) != zone_of_number(number)


def is_overseas(number: str) -> bool:
    """Tell whether a landline number of nine figures is of a part of France overseas.

    Examples
    --------
    >>> is_overseas("262905571"), is_overseas("692905571"), is_overseas("450473071")
    (True, False, False)
    """
    return len(zone_of_number(number)) == len("262")


@shown_without_values
class _Place(NamedTuple):
    """A town that a span tells of.

    Parameters
    ----------
    span : int
        Which one.
    town : Town
        The town.
    zone : str
        Its zone; empty where it is not known.
    rank : int
        The less, the likelier the letter comes from there.
    """

    span: int
    town: Town
    zone: str
    rank: int


def _places(passages: Passages, read: TownsRead, told: Iterable[int]) -> Iterator[_Place]:
    """Yield the French towns of the text that may have a number, in its order."""
    for index in told:
        label = passages.spans[index].label
        if label in ("PHONE", "SSN", "LOCATION"):
            continue
        rank = 0 if _is_dateline(passages, index) else 2 if label == "ORGANIZATION" else 1
        for town in read.told_by(index):
            commune = town.commune
            if commune is None and label == "ZIP":
                # Whatever the town beside it is called, the code tells the department.
                code = figures_of_code(passages.source(index))
                department = code[: 3 if code.startswith("97") else 2]
                commune = next(iter(read.atlas.table.in_department(department)), None)
            yield _Place(index, town, zone_of(commune) if commune is not None else "", rank)


def _is_dateline(passages: Passages, index: int) -> bool:
    """Tell whether a town stands before a date as on a letter: « Dijon, le 3 mars »."""
    spans = passages.spans
    if spans[index].label != "CITY" or index + 1 == len(spans) or spans[index + 1].label != "DATE":
        return False
    begins = _LINE_BEGUN.search(passages.before(index, _LONGEST_INDENT)) or spans[index].start == 0
    return bool(begins) and _DATELINE.fullmatch(passages.between(index, index + 1)) is not None


def _beside(passages: Passages, index: int, places: Sequence[_Place]) -> Town | None:
    """Return the town of the place beside a number that is nearest to it, of places in the order of the text."""
    after = bisect_left(places, index, key=_span_of)
    around = list(places[after : after + 1])
    if after:
        around.insert(0, places[bisect_left(places, places[after - 1].span, key=_span_of)])
    found = min(around, key=lambda place: _gap(passages, index, place.span), default=None)
    return found.town if found is not None and _gap(passages, index, found.span) <= _BESIDE else None


def _span_of(place: _Place) -> int:
    return place.span


def _gap(passages: Passages, one: int, other: int) -> int:
    """Return how many characters stand between two spans."""
    first, second = passages.spans[min(one, other)], passages.spans[max(one, other)]
    return second.start - first.end
