"""Numbers of dates spelt out in French, as the letters alone."""

from __future__ import annotations

from palimpseste.writings.number_words import write_number

__all__ = ["day_words", "number_words", "year_words"]


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
    hundreds = number_words(century - 10)
    heads = (f"mille{hundreds}cent", f"mil{hundreds}cent", f"{number_words(century)}cent")
    return tuple(head + plural + words for head in heads for plural in ("", "s"))


def number_words(number: int) -> str:
    """Return a number of 0 to 99 in words, nothing for 0."""
    if number == 80:
        return "quatrevingts"
    return write_number(number, hyphen="") if number else ""
