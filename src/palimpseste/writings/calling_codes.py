"""Country codes of telephone numbers."""

from __future__ import annotations

import re
from functools import cache

from palimpseste.folding import FIGURES_MISREAD
from palimpseste.writings import lists

__all__ = [
    "CODES_OVERSEAS",
    "OF_NATIONAL_PLAN",
    "calling_code",
    "calling_code_of",
    "countries_called",
    "figures_dialled",
    "is_international",
]

# The codes of parts of France overseas; behind some stand the nine figures that a number has within France.
OF_NATIONAL_PLAN = frozenset({"262", "590", "594", "596"})
CODES_OVERSEAS = OF_NATIONAL_PLAN | {"508", "681", "687", "689"}

_INTERNATIONAL = re.compile(r"\s*\(?\s*(?:\+|00)")
# Letters that stand for figures, with no other letter around: the « o » of « poste » is none.
_MISREAD = re.compile(r"(?<![^\W\d_])[OoIl]+(?![^\W\d_])")


def figures_dialled(source: str) -> str:
    """Return a number with letters that OCR puts for figures read as figures."""
    return _MISREAD.sub(lambda match: match.group().translate(FIGURES_MISREAD), source)


def is_international(source: str) -> bool:
    """Tell whether a number begins with the code of a country."""
    return _INTERNATIONAL.match(source) is not None


def calling_code(source: str) -> str:
    """Return the country code of an international number; empty for a number without one.

    Examples
    --------
    >>> calling_code("+32 475 61 80 33"), calling_code("00 223 20 22 41 13"), calling_code("04 50 47 30 71")
    ('32', '223', '')
    """
    if not is_international(source):
        return ""
    digits = "".join(c for c in figures_dialled(source) if c.isdigit())
    digits = digits.removeprefix("00") if source.lstrip(" (").startswith("00") else digits
    return next((digits[:size] for size in (1, 2) if digits[:size] in _countries_called()), digits[:3])


def calling_code_of(country: str) -> str:
    """Return the country code of the numbers of a country given by its ISO code; empty for none."""
    return next((code for code, countries in _countries_called().items() if country in countries), "")


def countries_called(source: str) -> tuple[str, ...]:
    """Return the ISO codes of the countries that an international number may be of.

    Examples
    --------
    >>> countries_called("+41 21 801 55 38"), countries_called("021 801 55 38")
    (('CH',), ())
    """
    return _countries_called().get(calling_code(source), ())


@cache
def _countries_called() -> dict[str, tuple[str, ...]]:
    rows = (line.split("\t") for line in lists.entries("calling_codes.tsv"))
    return {code: tuple(countries.split()) for code, countries in rows}
