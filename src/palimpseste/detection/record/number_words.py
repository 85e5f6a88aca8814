"""Numbers of dates spelt out in French, as the letters alone."""

from __future__ import annotations

from typing import Final

__all__ = ["day_words", "number_words", "year_words"]

_SMALL: Final = (
    "", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dixsept", "dixhuit", "dixneuf",
)  # fmt: skip
_TENS: Final = (
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatrevingt",
    "quatrevingt",
)


def day_words(day: int) -> tuple[str, ...]:
    """Return a day of the month in words."""
    return ("premier", "un") if day == 1 else (number_words(day),)


def year_words(year: int) -> tuple[str, ...]:
    """Return a year of 1800 to 2099 in words: ``milleneufcentcinquantequatre`` and its other spellings."""
    century, rest = divmod(year, 100)
    words = number_words(rest)
    if century == 20:
        return ("deuxmille" + words, "deuxmil" + words)
    if century not in (18, 19):
        return ()
    hundreds = _SMALL[century - 10]
    heads = (f"mille{hundreds}cent", f"mil{hundreds}cent", f"{_SMALL[century]}cent")
    return tuple(head + plural + words for head in heads for plural in ("", "s"))


def number_words(number: int) -> str:
    """Return a number of 0 to 99 in words, nothing for 0."""
    if number < 20:
        return _SMALL[number]
    tens, unit = divmod(number, 10)
    if tens in (7, 9):
        unit += 10
    if number == 80:
        return "quatrevingts"
    joined = "et" if unit in (1, 11) and tens < 8 else ""
    return _TENS[tens] + joined + _SMALL[unit]
