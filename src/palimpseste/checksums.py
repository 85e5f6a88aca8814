"""The checksums of identifiers of France and of its neighbours."""

from __future__ import annotations

import re

__all__ = ["has_ean_key", "has_iban_key", "has_luhn_key", "has_nir_key", "has_niss_key", "nir_key"]

_NIR = re.compile(r"[1-478][0-9]{2}(?:0[1-9]|1[0-2]|[2-4][0-9]|[5-9][0-9])(?:[0-9]{2}|2[abAB])[0-9]{6}")


def nir_key(number: str) -> int | None:
    """Return the key, 1 to 97, of the 13 characters of a NIR, or None where they are not shaped as one.

    The key is 97 minus the number modulo 97; the departments 2A and 2B of Corsica count as 19 and 18
    (decree 82-103 of 22 January 1982; Insee, "Structure du NIR").

    Examples
    --------
    >>> nir_key("2550837123456")
    45
    """
    if not _NIR.fullmatch(number):
        return None
    return 97 - int(re.sub("2[bB]", "18", re.sub("2[aA]", "19", number))) % 97


def has_nir_key(number: str) -> bool:
    """Tell whether 15 characters are a NIR whose two last digits are its key."""
    return len(number) == 15 and number[13:].isdigit() and nir_key(number[:13]) == int(number[13:])


def has_luhn_key(digits: str) -> bool:
    """Tell whether the last digit is the Luhn key of the others (ISO/IEC 7812-1), as in RPPS, FINESS, SIREN and SIRET.

    Examples
    --------
    >>> has_luhn_key("10003456788")
    False
    """
    if not digits.isdigit() or len(digits) < 2:
        return False
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(map(int, digits[::-2])) + sum(value - 9 if value > 9 else value for value in doubled)) % 10 == 0


def has_niss_key(digits: str) -> bool:
    """Tell whether 11 digits are a Belgian national number: a date of birth, a rank, and 97 minus both modulo 97.

    Of those born from 2000 on the key is that of the number with a 2 before it. Months are 20 or 40 more where the sex
    was unknown or known (numbers of the Crossroads Bank).

    Examples
    --------
    >>> has_niss_key("85073003328")
    True
    """
    if not digits.isdigit() or len(digits) != 11:
        return False
    month, day = int(digits[2:4]) % 20, int(digits[4:6])
    if month > 12 or day > 31 or int(digits[2:4]) > 52:
        return False
    key = int(digits[9:])
    return any(97 - int(century + digits[:9]) % 97 == key for century in ("", "2"))


def has_ean_key(digits: str) -> bool:
    """Tell whether the last of 13 digits is the key of EAN-13, as in the Swiss insurance number (AVS).

    Examples
    --------
    >>> has_ean_key("7569217076985")
    True
    """
    if not digits.isdigit() or len(digits) != 13:
        return False
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0


def has_iban_key(number: str) -> bool:
    """Tell whether letters and digits without spaces are an account number whose key is right (ISO 13616, modulo 97).

    Examples
    --------
    >>> has_iban_key("FR7630006000011234567890189")
    True
    """
    if len(number) < 5 or not (number.isascii() and number.isalnum()):
        return False
    return int("".join(str(int(character, 36)) for character in number[4:] + number[:4])) % 97 == 1
