"""Numbers of other countries that are told by their shape and their check digits.

Each rule bears the name of the rule for the like of France, and its spans a kind of their own: no model need agree with
what a check digit says.

================ ============================================================ =========================================
country          number                                                       check
================ ============================================================ =========================================
Belgium          national number (NISS): ``85.07.30-033.28``                  two digits, modulo 97
Switzerland      insurance number (AVS): ``756.9217.0769.85``                 EAN-13
Luxembourg       national number: 13 digits from the date of birth            Luhn
Québec           health insurance number (RAMQ): ``TREJ 8562 1419``           month and day, 50 more for a woman
North America    telephone: ``514-555-0123``, ``(418) 682-7511``              none
all of these     postal code before its town: ``CH-1205 Genève``, ``H2J 2K8`` none
Europe, Maghreb  account number (IBAN): ``BE68 5390 0754 7034``               two digits, modulo 97
================ ============================================================ =========================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.checksums import has_ean_key, has_iban_key, has_luhn_key, has_niss_key
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_NATIONAL: Final = (
    r"(?P<OTHER_ID>[0-9A-Z](?<![0-9A-Za-z].)(?<![0-9][.,/:_-].)(?:"
    # Belgium
    r"[0-9][ .]?[0-9]{2}[ .]?[0-9]{2}[ .-]{0,2}[0-9]{3}[ .-]?[0-9]{2}"
    # Switzerland
    r"|(?<=7)56[ .]?[0-9]{4}[ .]?[0-9]{4}[ .]?[0-9]{2}"
    # Luxembourg
    r"|(?:(?<=1)9|(?<=2)0)[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{3}[ ]?[0-9]{2}"
    # Québec
    r"|(?<=[A-Z])[A-Z]{3}[ ]?[0-9]{4}[ ]?[0-9]{4}"
    r")(?![0-9A-Za-z])(?![.,/:-][0-9]))"
)
_NO_SIGN: Final = re.compile(r"[ .-]")

# How long the account numbers of each country are (registry of ISO 13616).
_ACCOUNT_LENGTHS: Final = {
    15: "NO", 16: "BE", 18: "DK FI FO GL NL", 19: "MK SI", 20: "AT BA EE KZ LT LU XK", 21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ TL", 24: "AD CZ DZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST", 26: "IS TR", 27: "FR GR IT MC MR SM", 28: "AL AZ BY CY DO GT HU LB MA PL SV", 29: "BR EG PS QA UA",
    30: "JO KW MU", 31: "MT SC", 32: "LC",
}  # fmt: skip
_ACCOUNT: Final = (
    "(?P<OTHER_ID>[A-Z](?<![0-9A-Za-z].)(?=[A-Z][0-9]{2}[ ]?[0-9A-Z])(?:"
    + "|".join(
        f"(?:{'|'.join(f'(?<={country[0]}){country[1]}' for country in countries.split())})[0-9]{{2}}"
        f"(?:[ ]?[0-9A-Z]{{4}}){{{length // 4 - 1}}}" + (f"[ ]?[0-9A-Z]{{{length % 4}}}" if length % 4 else "")
        for length, countries in _ACCOUNT_LENGTHS.items()
    )
    + ")(?![0-9A-Za-z]))"
)


def _is_account(match: re.Match[str], view: TextView) -> bool:
    return has_iban_key(match["OTHER_ID"].replace(" ", ""))


def _is_national_number(match: re.Match[str], view: TextView) -> bool:
    value = _NO_SIGN.sub("", match["OTHER_ID"])
    if value[0].isalpha():
        month, day = int(value[6:8]), int(value[8:10])
        return (1 <= month <= 12 or 51 <= month <= 62) and 1 <= day <= 31
    if len(value) == 11:
        return has_niss_key(value)
    if value.startswith("756"):
        return has_ean_key(value)
    return 1 <= int(value[4:6]) <= 12 and 1 <= int(value[6:8]) <= 31 and has_luhn_key(value[:12])


# The code of an area behind its bracket, or behind its first figure.
_BRACKETED: Final = r"[2-9](?<![0-9A-Za-z]..)[0-9]{2}\)[ ]?"
_PLAIN: Final = r"(?<![0-9A-Za-z(.,/].)(?<![0-9A-Za-z]-.)[0-9]{2}[ -]"
_NORTH_AMERICAN: Final = (
    rf"(?P<PHONE>[1(2-9](?:(?<=1)(?<![0-9A-Za-z.,/-].)[ -](?:\({_BRACKETED}|[2-9]{_PLAIN})"
    rf"|(?<=\(){_BRACKETED}|(?<=[2-9]){_PLAIN})[2-9][0-9]{{2}}-[0-9]{{4}}"
    r"(?:[ ](?:x|ext\.?)[ ]?[0-9]{2,5})?(?![0-9A-Za-z-]))"
)

_CAPITAL: Final = "A-ZÀ-ÖØ-ÞŒ"
_POSTAL: Final = (
    # The letters of the country belong to the code.
    r"(?P<ZIP>[A-CE-HJ-NPRSTVXY](?<![A-Za-z0-9-].)(?:"
    rf"(?:(?<=B)E?|(?<=C)H|(?<=L)U?|(?<=F)L)[ ]?[-–][ ]?[1-9][0-9]{{3}}(?=,?[ ]{{1,3}}[{_CAPITAL}])"
    # Québec: H, J and G; E, K and others of Canada
    r"|(?<!F)(?P<canada>[0-9][ABCEGHJ-NPRSTV-Z][ ]?[0-9][ABCEGHJ-NPRSTV-Z][0-9])))(?![0-9A-Za-z])"
)
# « Montréal (Québec) H2J 2K8 »: what stands before the code of a place in Canada.
_CANADA: Final = re.compile(r"(?:\((?:quebec|qc|ontario|on|nouveau-brunswick|nb)\)|\bqc|\bquebec|\bcanada)[ ,]{1,3}$")


def _is_postal_code(match: re.Match[str], view: TextView) -> bool:
    """Accept the code of Canada in two parts, or behind the name of its province."""
    value, start = match["canada"], match.start("ZIP")
    return value is None or " " in value or _CANADA.search(view.folded[max(0, start - 24) : start]) is not None


# Three figures and two, in each of these numbers; the first by itself, for which texts are searched.
_FORM_OF_NATIONAL: Final = "[0-9][0-9]{2}[ .-]?[0-9]{2}"


def _abroad(match: re.Match[str]) -> str:
    return "abroad"


RULES: tuple[PatternRule, ...] = (
    PatternRule("identifier.shaped", _NATIONAL, _is_national_number, cased=True, form=_FORM_OF_NATIONAL, kind=_abroad),
    PatternRule("identifier.numbered", _ACCOUNT, _is_account, cased=True, kind=lambda match: "account"),
    PatternRule("phone.international", _NORTH_AMERICAN, form="-[0-9]{4}", kind=_abroad),
    PatternRule("address.postal_code", _POSTAL, _is_postal_code, cased=True, kind=_abroad),
)
