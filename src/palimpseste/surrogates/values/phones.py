"""Telephone numbers of the ranges the French regulator reserves for fiction, in the writing of the source.

Ranges: ARCEP decision 2018-0881, annex, numbers for audiovisual works. It names none overseas: there they are of blocks
of the region that its numbering plan leaves empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from palimpseste.folding import fold
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.shapes import changed_shape, dictated_surrogate
from palimpseste.writings.calling_codes import (
    CODES_OVERSEAS,
    OF_NATIONAL_PLAN,
    calling_code,
    figures_dialled,
    is_international,
)
from palimpseste.writings.case import laid_over
from palimpseste.writings.number_words import write_number
from palimpseste.writings.phone_zones import national_number, zone_of_number

__all__ = ["FICTION_PREFIXES", "landline_abroad_surrogate", "phone_surrogate"]

FICTION_PREFIXES = {"1": "19900", "2": "26191", "3": "35301", "4": "46571", "5": "53649", "6": "63998", "7": "63998"}
FICTION_PREFIXES |= {"262": "26329", "269": "26927", "590": "59013", "594": "59417", "596": "59613"}
_OTHER_PREFIX = "19900"  # 08 and 09 numbers, which have no range of their own

_FRANCE, _MOBILE = "33", "6"
_CODE_OF_MAYOTTE = "262"
_TRUNK_ZERO = re.compile(r"\(\s*0\s*\)")
_NATIONAL_FIGURES = 9


def phone_surrogate(
    index: int, setting: Setting, zones: Mapping[str, str], codes: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the surrogate of a telephone number.

    A French number keeps that it is a mobile, and where it is none its zone, unless it belongs to a town that moves to
    another; a foreign one its country code, unless its country moves; an extension its length. One with a code
    of a part of France overseas has that of where its town moves to, on the mainland 33. Equal numbers get equal
    surrogates, written nationally or internationally.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    zones : mapping of str to str
        The zone of the new number, as :func:`~palimpseste.writings.phone_zones.zone_of` has it, by the nine figures of
        the old one.
    codes : mapping of str to str, optional
        What stands for the country codes of countries that move, and for those overseas where towns are released.
    """
    source = setting.source(index)
    if sum(c.isdigit() for c in source) < 2:
        return _dictated(source, setting, zones)
    source = figures_dialled(source)
    digits = _figures_of(source)
    if is_international(source):
        prefix = "00" if source.lstrip(" (").startswith("00") else ""
        trunk = "0" if _TRUNK_ZERO.search(source) else ""
        rest = digits[len(prefix) :]
        if rest.startswith("33") and len(rest) - 2 - len(trunk) >= _NATIONAL_FIGURES:
            return _filled(source, prefix + "33" + trunk + _national(rest[2 + len(trunk) :], setting, zones))
        code = calling_code(source)
        if code in OF_NATIONAL_PLAN and national_number(source):
            return _of_plan_overseas(source, prefix, code, setting, zones, codes)
        if code in CODES_OVERSEAS and codes.get(code) == _FRANCE:
            return _mobile_for(source, prefix, code, setting)
        if code:
            return _foreign(source, prefix, code, codes.get(code, code), setting)
    if digits.startswith("0") and len(digits) > _NATIONAL_FIGURES:
        return _filled(source, "0" + _national(digits[1:], setting, zones))
    return _filled(source, _redrawn(digits, setting))


def landline_abroad_surrogate(index: int, setting: Setting, figures: str, old_zone: str, new_zone: str) -> str:
    """Return the surrogate of a landline number of a foreign town: the new zone, and drawn figures for the rest.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    figures : str
        Those of the number without zero and country code, as
        :func:`~palimpseste.writings.zones_abroad.landline_abroad` has them.
    old_zone, new_zone : str
        What they begin with, and what the new ones do.
    """
    source = figures_dialled(setting.source(index))
    before = _figures_of(source).removesuffix(figures)
    stream = setting.draws.stream("PHONE", figures, "abroad")
    count = len(figures) - len(new_zone)
    drawn = changed_shape(figures[len(old_zone) :].rjust(count, "1")[-count:], stream)
    return _filled(source, before + new_zone + drawn)


def _national(figures: str, setting: Setting, zones: Mapping[str, str]) -> str:
    """Return nine figures of a range of fiction, and drawn ones for what follows them."""
    number, rest = figures[:_NATIONAL_FIGURES], figures[_NATIONAL_FIGURES:]
    prefix = FICTION_PREFIXES.get(zones.get(number) or zone_of_number(number) or number[0], _OTHER_PREFIX)
    stream = setting.draws.stream("PHONE", number, "national")
    last = stream.below(9_999)
    # One of the 10,000 is the number itself, where it is one of fiction already.
    drawn = f"{prefix}{last:04d}" if f"{prefix}{last:04d}" != number else f"{prefix}9999"
    return drawn + _redrawn(rest, setting)


def _of_plan_overseas(
    source: str, prefix: str, code: str, setting: Setting, zones: Mapping[str, str], codes: Mapping[str, str]
) -> str:
    """Return a number with a code overseas before its nine figures: « +262 263 29 37 89 » or « +33 465 71 37 89 »."""
    number = national_number(source)
    zone, new_code = zones.get(number), codes.get(code, code)
    if zone is not None:
        new_code = zone if zone in OF_NATIONAL_PLAN else _CODE_OF_MAYOTTE if len(zone) == len(code) else _FRANCE
    begin = _first_figure(source, prefix)
    end = begin + len(code)
    rest = source[end:]
    figures = _figures_of(rest)
    trunk = "0" if figures.startswith("0") else ""
    return source[:begin] + new_code + _filled(rest, trunk + _national(figures.removeprefix("0"), setting, zones))


def _mobile_for(source: str, prefix: str, code: str, setting: Setting) -> str:
    """Return a mobile of the mainland for six or eight figures that are a number overseas alone; an extension stays."""
    begin = _first_figure(source, prefix)
    end = next((place for place in range(begin, len(source)) if source[place].isalpha()), len(source))
    number = source[:end].rstrip(" ,;-–/(")
    extension = source[len(number) :]
    figures = _national(_MOBILE + _figures_of(number)[len(prefix + code) :], setting, {})
    closing = ")" if "(" in source[:begin] else ""
    pairs = " ".join(figures[at : at + 2] for at in range(1, _NATIONAL_FIGURES, 2))
    drawn = _filled(extension, _redrawn(_figures_of(extension), setting))
    return f"{source[:begin]}{_FRANCE}{closing} {figures[0]} {pairs}{drawn}"


def _figures_of(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _first_figure(source: str, prefix: str) -> int:
    """Return where the country code of an international number begins."""
    return [place for place, character in enumerate(source) if character.isdigit()][len(prefix)]


def _foreign(source: str, prefix: str, code: str, new_code: str, setting: Setting) -> str:
    """Return a number of another country: its code, and drawn figures for the rest, spaced as they were."""
    figures = [place for place, character in enumerate(source) if character.isdigit()]
    begin, end = figures[len(prefix)], figures[len(prefix) + len(code) - 1] + 1
    rest = source[end:]
    return source[:begin] + new_code + _filled(rest, _redrawn(_figures_of(rest), setting))


def _redrawn(figures: str, setting: Setting) -> str:
    if not figures:
        return ""
    return changed_shape(figures, setting.draws.stream("PHONE", figures, "shape"))


def _filled(source: str, figures: str) -> str:
    return laid_over(source, str.isdigit, figures)


def _dictated(source: str, setting: Setting, zones: Mapping[str, str]) -> str:
    """Return the surrogate of a number spelt in words, two figures at a time where it is a national one."""
    number = national_number(source)
    if number:
        figures = "0" + _national(number, setting, zones)
        spoken = [int(figures[i : i + 2]) for i in range(0, 10, 2)]
        return " ".join(("zéro " if pair < 10 else "") + write_number(pair, hyphen=" ") for pair in spoken)
    return dictated_surrogate(source, setting.draws.stream("PHONE", fold(source), "dictated"))
