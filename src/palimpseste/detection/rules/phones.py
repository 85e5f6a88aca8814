"""Telephone and fax numbers, French and foreign, and the short internal numbers their context announces."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import first_words, one_of
from palimpseste.detection.rules.numbers import DIGIT_WORD, NUMBER_WORD
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_GAP: Final = "[ ./*|-]{0,2}"

_FRENCH: Final = (
    "(?P<PHONE>[0o](?=[ ]?[0-9i])(?<![0-9].)(?<![0-9][.,/:_].)(?<![0-9a-z]-.)(?:"
    # 06 12 34 56 78, 0298 44 71 36, 0 800 29 41 17, O6 8I 44 O2 97
    f"[ ]?[1-9i](?:{_GAP}[0-9oil][ ]?[0-9oil]){{4}}"
    f"|[ ]?[1-9][0-9]{{2}}{_GAP}[0-9]{{2}}{_GAP}[0-9]{{2}}{_GAP}[0-9]{{2}}"
    f"|[ ]?[1-9][0-9]{{2}}{_GAP}[0-9]{{3}}{_GAP}[0-9]{{3}}"
    # 06   12   34   56   78, as a justified line has it
    "|[1-9](?P<wide>[ ]{3,8})[0-9]{2}(?:(?P=wide)[0-9]{2}){3}(?![ ]{1,8}[0-9])"
    # 0033 6 12 34 56 78, 00 41 79 614 22 08
    rf"|0[ ]?[1-9][0-9]{{1,2}}(?:[ ./-]{{0,2}}\(0\))?(?:[ ./-]{{0,2}}[0-9]{{1,4}}){{3,6}}"
    ")(?![0-9a-z]))(?![./,:-][0-9])"
)
_INTERNATIONAL: Final = (
    # +33 (0)6 80 51 74 26, (+687) 20 83 15, +1 767 245 66 10
    # +33   6   80   51   74   26, as a justified line has it
    r"(?P<PHONE>\+(?:33(?P<wide>[ ]{3,8})[1-9](?:(?P=wide)[0-9]{2}){4}"
    r"|[ ]?[1-9][0-9]{0,3}\)?(?:[ .-]{0,2}\([0-9]{1,4}\))?(?:[ ./-]{0,2}[0-9]{1,11}){1,6}))(?![0-9])"
)
_EXTENSION_CUES: Final = frozenset(word_list("rules/numbers/phone_extension.txt"))
_ANNOUNCED: Final = (
    f"(?P<cue>{one_of((*word_list('rules/numbers/phone.txt'), *_EXTENSION_CUES))})(?![a-z])"
    r"\.?(?:[ ]?\([^()\n]{1,12}\))?(?:[ ]{1,2}(?:au|a|de|garde|de garde|sec|n°|ide|jour|nuit"
    r"|astreinte)){0,2}[ .:=°(\n]{0,14}"
    r"(?P<PHONE>\+?[0-9](?:[0-9]|[ ./*|-]{1,2}(?=[0-9])){1,16}[0-9])(?![0-9a-z°])(?![./,:-][0-9]|[ ]?(?:h"
    r"|ans|mg|%|cm|mm|l|jours|mois|semaines)\b)"
    r"(?:[ ]{0,2}(?:/|ou|et)[ ]{0,2}(?P<PHONE_2>[0-9](?:[ .-]?[0-9]){2,12})(?![0-9/]))?"
)
_SAID: Final = (
    # zéro six vingt-quatre quatre-vingt-huit dix-neuf zéro trois
    f"(?P<PHONE>zero[ -]{{1,2}}{DIGIT_WORD}(?:[ ,-]{{1,3}}(?:zero[ -]{{1,2}}{DIGIT_WORD}|{NUMBER_WORD}"
    f"|zero)){{3,9}})(?![a-z])"
)

_DATE_FIRST: Final = re.compile(r"[0-9]{1,2}([ ./-]?)[0-9]{2}\1(?:19|20)[0-9]{2}[ ]")
_LANDLINE_TRAP: Final = re.compile(
    r"(?:\b(?:ipp|nip|nda|iep|rpps|finess|adeli|nir|ins|siret|siren|sejour|dossier|iban|lot|sn|serie|n°)[ :.°n]{0,4})$"
)


def _is_french_number(match: re.Match[str], view: TextView) -> bool:
    """Refuse the digits of another identifier, and misread letters where too few real digits remain."""
    start = match.start("PHONE")
    value = match["PHONE"]
    if (
        start
        and view.folded[start - 1].isalpha()
        and not view.folded[max(0, start - 4) : start].endswith(("tel", "fax", "au"))
    ):
        return False
    if match["wide"]:
        return _is_no_row_of_figures(match, view)
    digits = sum(character.isdigit() for character in value)
    if digits < (10 if value.startswith("00") else 6) or _DATE_FIRST.match(value):
        return False
    return _LANDLINE_TRAP.search(view.folded[max(0, start - 20) : start]) is None


def _is_no_row_of_figures(match: re.Match[str], view: TextView) -> bool:
    """Tell whether pairs far apart are no columns, such as hours that rise: « 08   10   12   14   16 »."""
    start = match.start("PHONE")
    pairs = match["PHONE"].split()
    return not view.folded[max(0, start - 9) : start].rstrip(" ")[-1:].isdigit() and pairs != sorted(pairs)


def _has_enough_digits(match: re.Match[str], view: TextView) -> bool:
    value: str = match["PHONE"]
    digits = sum(character.isdigit() for character in value)
    return 8 <= digits <= 16


_SHORT_NUMBER: Final = re.compile(r"[0-9]{2}([ ./-]?)[0-9]{2}\1[0-9]{2}(?:\1[0-9]{2})?|[0-9]{3} [0-9]{3}")
_DATE: Final = re.compile(r"[0-3]?[0-9]([ ./-])[01]?[0-9](?:\1(?:[0-9]{2}|(?:19|20)[0-9]{2}))?|(?:19|20)[0-9]{2}")


def _is_announced_number(match: re.Match[str], view: TextView) -> bool:
    """Accept three to six digits after the name of an internal line, six or more after that of a telephone."""
    value = match["PHONE"]
    if _DATE.fullmatch(value) and ("/" in value or len(value) > 7 or "." in value):
        return False
    digits = sum(character.isdigit() for character in value)
    cue = match["cue"]
    if cue in _EXTENSION_CUES:
        return "/" not in value and (4 if cue == "p." else 3) <= digits <= 6
    if cue.startswith(("tel", "tph", "fax")) and 4 <= digits <= 6:
        return "/" not in value
    return digits >= 9 or _SHORT_NUMBER.fullmatch(value) is not None


RULES: tuple[PatternRule, ...] = (
    PatternRule("phone.french", _FRENCH, _is_french_number),
    PatternRule("phone.international", _INTERNATIONAL, _has_enough_digits, needs=("+",)),
    PatternRule(
        "phone.announced",
        _ANNOUNCED,
        _is_announced_number,
        starts_word=True,
        first_words=first_words((*word_list("rules/numbers/phone.txt"), *_EXTENSION_CUES)),
    ),
    PatternRule("phone.said", _SAID, needs=("zero",)),
)
