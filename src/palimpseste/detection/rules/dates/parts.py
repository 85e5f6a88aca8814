"""The parts of a date, in figures, letters and misread figures: regular expressions over folded text without groups."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.rules.alternation import listed
from palimpseste.detection.rules.numbers import DIGIT, NUMBER_WORD, YEAR, YEAR_WORDS

__all__ = [
    "ANY_DATE",
    "DAY",
    "MONTH",
    "MONTH_NAME",
    "MONTH_WORD",
    "YEAR_AFTER_MONTH",
    "YEAR_BEHIND_MONTH",
    "is_calendar_date",
]

DAY: Final = "(?:[12][0-9]|3[01]|0?[1-9])"
MONTH: Final = "(?:1[0-2]|0?[1-9])"

# A full month name; any name of a month, which then needs a day or a year beside it.
MONTH_WORD: Final = listed("dates/month")
MONTH_NAME: Final = f"(?:{MONTH_WORD}|(?:{listed('dates/month_short')}|{listed('dates/month_english')})\\.?)(?![a-z])"

# Two digits as a year: not the hour, the dose or the count that may follow a month.
_SHORT_YEAR: Final = (
    r"'?[0-9]{2}(?![0-9a-z%]|[.,:/-][0-9]|[ ]{1,2}(?:h\b|heures?|min|mg|ml|g\b|x\b|cp|ans?\b|jours?|mois|seances))"
)

YEAR_AFTER_MONTH: Final = f"(?:{YEAR}(?![0-9])|{YEAR_WORDS}|{_SHORT_YEAR})"

# With what parts it from the month: two figures behind a comma, as in "le 2 mars, 19 %", are no year.
YEAR_BEHIND_MONTH: Final = (
    f"(?:[ ./-]{{0,3}}(?:de )?{YEAR_AFTER_MONTH}|[ ]?,[ ]?{YEAR}(?![0-9])|[ ]?\\n[ ]{{0,2}}{YEAR}(?![0-9]))"
)

_MARK: Final = "[ ]?[./-][ ]?"

# Any way of writing a whole or partial date where the context says that one follows.
ANY_DATE: Final = (
    "(?:"
    f"{DAY}{_MARK}{MONTH}{_MARK}(?:{YEAR}|[0-9]{{2}})(?![0-9])"
    f"|{YEAR}[-/.][01]?[0-9][-/.][0-3]?[0-9](?![0-9])"
    f"|{DAY}[ ]{{1,2}}{MONTH}[ ]{{1,2}}(?:{YEAR}|[0-9]{{2}})(?![0-9])"
    f"|[0-3][0-9][01][0-9]{YEAR}(?![0-9])"
    f"|{YEAR}[01][0-9][0-3][0-9](?![0-9])"
    f"|{DAY}(?:er)?[\\s./-]{{0,3}}{MONTH_NAME}(?:[\\s.,/-]{{0,3}}{YEAR_AFTER_MONTH})?"
    f"|(?:premier(?![a-z])|{NUMBER_WORD})[ ]{{1,2}}{MONTH_WORD}(?![a-z])(?:[ ]{{1,2}}(?:{YEAR_AFTER_MONTH}"
    f"|{NUMBER_WORD}))?"
    f"|{MONTH_NAME}[ ]{{1,2}}(?:{YEAR}(?![0-9])|{YEAR_WORDS})"
    f"|{MONTH}[ ]?[/-][ ]?{YEAR}(?![0-9])"
    f"|{YEAR}(?![0-9])"
    f"|{YEAR_WORDS}"
    f"|{DAY}[/]{MONTH}(?![0-9/])"
    f"|(?:{DIGIT}[ |]{{0,2}}){{1,2}}[ ]?[/.|l-][ ]?(?:{DIGIT}[ |]{{0,2}}){{1,2}}[ ]?[/.|l-][ ]?"
    f"(?:{DIGIT}[ |]{{0,2}}){{3}}{DIGIT}(?![0-9])"
    f"|(?:[0-9]\\|){{5,7}}[0-9](?![0-9])"
    ")"
)

_MISREAD: Final = str.maketrans({"o": "0", "i": "1", "l": "1", "|": "1"})


def is_calendar_date(digits: str) -> bool:
    """Tell whether 6 or 8 digits read as a date: day, month, year, or for 8 digits also year, month, day.

    Misread digits (O, I, l) count as what they stand for.
    """
    digits = digits.translate(_MISREAD)
    if not digits.isdigit():
        return False
    if len(digits) == 6:
        return _is_day_of(digits[:2], digits[2:4])
    if len(digits) != 8:
        return False
    if _is_day_of(digits[:2], digits[2:4]) and re.fullmatch(YEAR, digits[4:]):
        return True
    return _is_day_of(digits[6:], digits[4:6]) and re.fullmatch(YEAR, digits[:4]) is not None


def _is_day_of(day: str, month: str) -> bool:
    return 1 <= int(month) <= 12 and 1 <= int(day) <= (30 if month in ("04", "06", "09", "11") else 31)
