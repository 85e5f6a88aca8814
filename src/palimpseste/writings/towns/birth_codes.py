"""What the number of somebody's civil register (NIR) tells of where they were born."""

from __future__ import annotations

import re
from functools import cache

from palimpseste.writings import lists
from palimpseste.writings.passages import alphanumeric

__all__ = ["birth_code_abroad", "birth_code_of", "birth_country_of", "codes_abroad"]

_KEY_WORD = re.compile(r"cl[ée]", re.IGNORECASE)


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
