"""Which town of a document a landline number belongs to: the nearest in the text that lies in its zone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from palimpseste.folding import FIGURES_MISREAD
from palimpseste.places import Commune
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns import Town, TownsRead

__all__ = ["figures_dialled", "national_number", "towns_of_phones", "zone_of"]

_NATIONAL_FIGURES = 9
_INTERNATIONAL = re.compile(r"\s*\(?\s*(?:\+|00)")
# Letters that stand for figures, with no other letter around: the « o » of « poste » is none.
_MISREAD = re.compile(r"(?<![^\W\d_])[OoIl]+(?![^\W\d_])")
# First figure of the numbers of a region; that of Occitanie is the one of its east, where these departments lie.
_ZONES = {
    **dict.fromkeys(("11",), "1"),
    **dict.fromkeys(("04", "06", "24", "28", "52", "53"), "2"),
    **dict.fromkeys(("27", "32", "44"), "3"),
    **dict.fromkeys(("84", "93", "94"), "4"),
    **dict.fromkeys(("01", "02", "03", "75"), "5"),
}
_EAST_OF_OCCITANIE = frozenset({"11", "30", "34", "48", "66"})


def zone_of(commune: Commune) -> str:
    """Return the first figure of the landline numbers of a commune, without the zero; empty where it has none."""
    if commune.region == "76":
        return "4" if commune.department in _EAST_OF_OCCITANIE else "5"
    return _ZONES.get(commune.region, "")


def figures_dialled(source: str) -> str:
    """Return a number with letters that OCR puts for figures read as figures."""
    return _MISREAD.sub(lambda match: match.group().translate(FIGURES_MISREAD), source)


def national_number(source: str) -> str:
    """Return the nine figures of a French number, however it is written; empty for any other.

    Examples
    --------
    >>> national_number("+33 (0)4 50 47 30 71"), national_number("04.50.47.30.71"), national_number("+32 475 61 80 33")
    ('450473071', '450473071', '')
    """
    source = figures_dialled(source)
    digits = "".join(c for c in source if c.isdigit())
    if _INTERNATIONAL.match(source):
        rest = digits.removeprefix("00").removeprefix("33")
        is_french = digits.removeprefix("00").startswith("33")
        rest = rest.removeprefix("0")
        return rest[:_NATIONAL_FIGURES] if is_french and len(rest) >= _NATIONAL_FIGURES else ""
    is_national = digits.startswith("0") and len(digits) > _NATIONAL_FIGURES
    return digits[1 : 1 + _NATIONAL_FIGURES] if is_national else ""


def towns_of_phones(passages: Passages, read: TownsRead, told: Iterable[int]) -> dict[str, Town]:
    """Return the town that each landline number belongs to, by its nine figures.

    That of the record is of the record's town where it lies in the zone of the number; any other number is of the town
    nearest to its first mention, of those in its zone. One of whose zone no town is named belongs to none.

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
        if number[:1] and number[0] in "12345":
            numbers.setdefault(number, span.start)
    if not numbers:
        return {}
    places: dict[str, list[tuple[int, Town]]] = {}
    for index in told:
        if passages.spans[index].label in ("PHONE", "SSN", "LOCATION"):
            continue
        for town in read.told_by(index):
            if town.commune is not None:
                places.setdefault(zone_of(town.commune), []).append((passages.spans[index].start, town))
    home, own = read.of_record, national_number(passages.document.patient.phone)
    home_zone = zone_of(home.commune) if home is not None and home.commune is not None else ""
    found: dict[str, Town] = {}
    for number, start in numbers.items():
        near = _nearest(places.get(number[0], ()), start)
        if home is not None and home_zone == number[0] and (number == own or near is None):
            found[number] = home
        elif near is not None:
            found[number] = near
    return found


def _nearest(places: list[tuple[int, Town]] | tuple[()], start: int) -> Town | None:
    """Return the town of the place nearest to an offset, of places in the order of the text."""
    after = bisect_left(places, start, key=lambda place: place[0])
    return min(places[max(0, after - 1) : after + 1], key=lambda place: abs(place[0] - start), default=(0, None))[1]
