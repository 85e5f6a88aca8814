"""What registers tell a number by: how it begins, the date of birth it holds, its check digits; accounts of banks."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from palimpseste.checksums import has_ean_key, has_iban_key, has_luhn_key, has_niss_key
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.shapes import shape_surrogate
from palimpseste.writings.passages import alphanumeric

__all__ = ["YEARS_OF_ADULTS", "account_surrogate", "birth_begun", "is_account", "may_be_real", "register_beginning"]

# Lengths of identifiers that real registers check by Luhn's algorithm: FINESS and SIREN, RPPS, SIRET.
_SHORTEST_CHECKED = 8
# Letters and figures of an account number, by the country that it begins with (ISO 13616).
_ACCOUNT_LENGTHS = {
    **{"AD": 24, "AT": 20, "BE": 16, "CH": 21, "CZ": 24, "DE": 22, "DK": 18, "ES": 24, "FI": 18, "FR": 27, "GB": 22},
    **{"GR": 27, "HU": 28, "IE": 22, "IT": 27, "LB": 28, "LU": 20, "MC": 27, "MR": 27, "MU": 30, "NL": 18, "NO": 15},
    **{"PL": 28, "PT": 25, "RO": 24, "SE": 24, "TN": 24, "TR": 26, "DZ": 26, "MA": 28, "SN": 28, "CI": 28, "BF": 28},
}
_ACCOUNT = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_ACCOUNT_BEGUN = re.compile(r"[A-Z]{2}\d{2}(?![a-z])")
_ACCOUNT_FIELD = re.compile(r"\bIBAN\b[^\w\n]{0,20}\Z", re.IGNORECASE)
_LONGEST_FIELD = 32
# With what every RPPS and every Swiss insurance number begins, and how many figures they have.
_RPPS, _RPPS_FIGURES = "10", 11
_AVS, _AVS_FIGURES = "756", 13
# A Belgian number has a serial behind its date of birth, of 998 at most.
_NISS_FIGURES, _SERIAL_FIGURES, _HIGHEST_SERIAL = 11, 3, 998
_NISS_FIELD = re.compile(r"\b(?:niss|insz|national)\b[^\d\n]{0,12}\Z", re.IGNORECASE)
# The number of whoever cares for patients in Belgium.
_INAMI_FIGURES, _INAMI_FIELD = 11, re.compile(r"\b(?:inami|riziv)\b[^\d\n]{0,12}\Z", re.IGNORECASE)
_MISREAD = str.maketrans("oil", "011")
# « matricule CNS 1973 0611 204 57 », of Luxembourg, begins with a date of birth and is as long as a Swiss number.
_MATRICULE_FIELD = re.compile(r"\b(?:matricule|cns)\b[^\d\n]{0,20}\Z", re.IGNORECASE)
# A Polish number begins with a date of birth as a Belgian one does, of who was born before 2000.
_PESEL_FIELD = re.compile(r"\bpesel\b[^\d\n]{0,12}\Z", re.IGNORECASE)
_MONTH_AND_DAY = r"(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
_BIRTH = re.compile(rf"(?P<year>\d\d){_MONTH_AND_DAY}")
_BIRTH_OF_CENTURY = re.compile(rf"(?P<year>(?:19|20)\d\d){_MONTH_AND_DAY}")
# The check digits of accounts run from 02 to 98.
_NO_CHECK_DIGITS = "00"
# Years of birth of who bears a number, where none is told.
YEARS_OF_ADULTS = (1950, 1994)


def register_beginning(
    index: int,
    setting: Setting,
    birth_for: Callable[[int, int, int], date | None] | None,
    year_for: Callable[[int, int], int | None] | None = None,
) -> str:
    """Return what the new number begins with by its register alone; empty where it may be drawn.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    birth_for : callable or None
        Gives the new date for a birth told by year, month and day, or None; without, the number is of nobody the
        document tells of.
    year_for : callable, optional
        Gives the year of birth of who is as old as the new text tells and was born in a month, on a day; None where it
        tells no age.
    """
    # « 1OO04 872 319 »: letters that OCR puts for figures.
    number = alphanumeric(setting.values[index]).translate(_MISREAD)
    if setting.spans[index].label != "OTHER_ID" or not number.isdecimal():
        return ""
    if len(number) == _INAMI_FIGURES and _INAMI_FIELD.search(setting.before(index, _LONGEST_FIELD)):
        # 1 of a physician, 3 of a dentist: what somebody is, which the text says as well.
        return number[0]
    for register, length in ((_AVS, _AVS_FIGURES), (_RPPS, _RPPS_FIGURES)):
        if len(number) == length and number.startswith(register) and birth_begun(index, setting) is None:
            return register
    return _birth_figures(index, setting, birth_for, year_for)


def birth_begun(index: int, setting: Setting) -> re.Match[str] | None:
    """Return the date of birth that a number begins with, by its register; None where it holds none.

    In a Belgian or Polish number the year has two figures, in one of Luxembourg four.
    """
    if setting.spans[index].label != "OTHER_ID":
        return None
    number = alphanumeric(setting.values[index])
    if not number.isdecimal():
        return None
    before = setting.before(index, _LONGEST_FIELD)
    if len(number) == _AVS_FIGURES:
        return _BIRTH_OF_CENTURY.match(number) if _MATRICULE_FIELD.search(before) else None
    if len(number) != _RPPS_FIGURES:
        return None
    is_belgian = _NISS_FIELD.search(before) or (has_niss_key(number) and not number.startswith(_RPPS))
    return _BIRTH.match(number) if is_belgian or _PESEL_FIELD.search(before) else None


def _birth_figures(
    index: int,
    setting: Setting,
    birth_for: Callable[[int, int, int], date | None] | None,
    year_for: Callable[[int, int], int | None] | None,
) -> str:
    """Return with which figures of a new date of birth a number begins; empty where the old one holds none."""
    told = birth_begun(index, setting)
    if told is None:
        return ""
    birth = birth_for(int(told["year"]), int(told["month"]), int(told["day"])) if birth_for is not None else None
    if birth is None:
        # A stream of the number alone: it is the same in every document, whatever ages these tell; but in the only one.
        stream = setting.draws.stream("ID", told.string, "birth")
        year, month, day = stream.between(*YEARS_OF_ADULTS), stream.between(1, 12), stream.between(1, 28)
        told_year = year_for(month, day) if year_for is not None else None
        birth = date(year if told_year is None else told_year, month, day)
    is_belgian = len(told.string) == _NISS_FIGURES and not _PESEL_FIELD.search(setting.before(index, _LONGEST_FIELD))
    serial = _serial_like(told.string, setting) if is_belgian else ""
    return f"{birth:%Y%m%d}"[-len(told.group()) :] + serial


def _serial_like(number: str, setting: Setting) -> str:
    """Return the serial of a Belgian number: odd for a man, even for a woman, as in that which it stands for."""
    begun = len("yymmdd")
    stream = setting.draws.stream("ID", number, "serial")
    is_man = int(number[begun : begun + _SERIAL_FIGURES]) % 2
    return f"{2 * stream.between(1, _HIGHEST_SERIAL // 2) - is_man:0{_SERIAL_FIGURES}}"


def is_account(index: int, setting: Setting) -> bool:
    """Tell whether an identifier is an IBAN: by its country and length, or, also of a part, by the word before it."""
    compact = alphanumeric(setting.values[index]).upper()
    if _ACCOUNT.fullmatch(compact) and len(compact) == _ACCOUNT_LENGTHS.get(compact[:2]):
        return True
    is_begun = _ACCOUNT_BEGUN.match(compact) and compact[:2] in _ACCOUNT_LENGTHS
    return bool(is_begun and _ACCOUNT_FIELD.search(setting.before(index, _LONGEST_FIELD)))


def account_surrogate(source: str, stream: BitStream) -> str:
    """Return an IBAN of the same country and length whose check digits no bank ever computes."""
    places = [i for i, character in enumerate(source) if character.isalnum()]
    country, rest = places[1] + 1, places[3] + 1
    between = source[country : places[2]]
    gap = source[places[2] + 1 : places[3]]
    figures = gap.join(_NO_CHECK_DIGITS)
    return source[:country] + between + figures + (shape_surrogate(source[rest:], stream) if source[rest:] else "")


def may_be_real(identifier: str) -> bool:
    """Tell whether a register may hold an identifier: its checksum is right."""
    digits = "".join(c for c in identifier if c.isdecimal())
    is_of_neighbours = has_niss_key(digits) or (digits.startswith(_AVS) and has_ean_key(digits))
    return (len(digits) >= _SHORTEST_CHECKED and has_luhn_key(digits)) or is_of_neighbours or _is_iban(identifier)


def _is_iban(text: str) -> bool:
    compact = alphanumeric(text).upper()
    is_shaped = 15 <= len(compact) <= 34 and compact[:2].isalpha() and compact[2:4].isdigit()
    return is_shaped and has_iban_key(compact)
