"""The zones of numbers in Belgium, Switzerland and Québec, which tell where a number belongs as postal codes do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from palimpseste.writings import lists
from palimpseste.writings.calling_codes import calling_code, calling_code_of, figures_dialled, is_international

__all__ = ["landline_abroad", "zone_begun", "zone_of_code"]

# What stands before the zone within a country, a zero in most.
_TRUNKS = {"CA": "1"}
# How many figures a landline number has behind the zero or the code of the country.
_FIGURES = {"BE": 8, "CH": 9, "CA": 10}
# « 065 41 32 70 », « 016/67.22.06 » and « 032 421 65 29 », which is spaced as no French number is; « 418 722-0937 ».
_NATIONAL = {
    "BE": re.compile(r"\s*\(?0\d{1,2}\)?[ /.-]{0,3}\d{2,3}(?:[ .-]?\d\d){2}\s*"),
    "CH": re.compile(r"\s*\(?0\d\d\)?[ /.-]{0,3}\d{3}[ .-]?\d\d[ .-]?\d\d\s*"),
    "CA": re.compile(r"\s*(?:1[ .-]?)?\(?[2-9]\d\d\)?[ .-]{1,2}\d{3}[ .-]\d{4}\s*"),
}


def landline_abroad(source: str, country: str) -> str:
    """Return the figures of a landline number of a country, its zone first; empty for any other number.

    Parameters
    ----------
    source : str
        The number as it is written.
    country : str
        The ISO code of the country.

    Examples
    --------
    >>> landline_abroad("+32 (0)81 42 38 60", "BE"), landline_abroad("016/67.22.06", "BE")
    ('81423860', '16672206')
    >>> landline_abroad("032 421 65 29", "CH"), landline_abroad("+32 475 61 80 33", "BE")
    ('324216529', '')
    >>> landline_abroad("418 722-0937", "CA")
    '4187220937'
    """
    count = _FIGURES.get(country)
    if count is None:
        return ""
    source = figures_dialled(source)
    digits = "".join(filter(str.isdigit, source))
    if is_international(source):
        code = calling_code_of(country)
        digits = digits.removeprefix("00").removeprefix(code).removeprefix("0") if calling_code(source) == code else ""
    else:
        digits = digits.removeprefix(_TRUNKS.get(country, "0")) if _NATIONAL[country].fullmatch(source) else ""
    return digits if len(digits) == count and zone_begun(country, digits) else ""


def zone_begun(country: str, number: str) -> str:
    """Return the zone that the figures of a landline number of a country begin with; empty for none.

    Examples
    --------
    >>> zone_begun("BE", "81423860"), zone_begun("BE", "22901234"), zone_begun("CH", "794216529")
    ('81', '2', '')
    """
    return next((number[:size] for size in (3, 2, 1) if number[:size] in _zones(country)), "")


def zone_of_code(country: str, code: str) -> str:
    """Return the zone of the town of a postal code of a country; empty where none is known.

    Examples
    --------
    >>> zone_of_code("BE", "7700"), zone_of_code("BE", "7500"), zone_of_code("CH", "1870"), zone_of_code("LU", "2100")
    ('56', '69', '24', '')
    """
    zones = _zones_of_codes().get(country, {})
    return next((zones[code[:size]] for size in (3, 2) if code[:size] in zones), "")


@cache
def _zones(country: str) -> frozenset[str]:
    return frozenset(_zones_of_codes().get(country, {}).values())


@cache
def _zones_of_codes() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for country, zone, codes in (line.split("\t") for line in lists.entries_abroad("phone_zones.tsv")):
        found.setdefault(country, {}).update(dict.fromkeys(codes.split(), zone))
    return found
