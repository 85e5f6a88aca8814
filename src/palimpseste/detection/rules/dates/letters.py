"""Dates whose month stands in letters, dates dictated word by word, and figures a scanner took for letters."""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import first_words, one_of
from palimpseste.detection.rules.context import text_before
from palimpseste.detection.rules.dates.parts import (
    DAY,
    MONTH_WORD,
    YEAR_AFTER_MONTH,
    YEAR_BEHIND_MONTH,
    is_calendar_date,
)
from palimpseste.detection.rules.numbers import DIGIT, NUMBER_FIRST_WORDS, NUMBER_WORD, YEAR, YEAR_WORDS
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

# -- misread figures --------------------------------------------------------------------------------------------------

_MISREAD: Final = (
    rf"(?P<DATE>[0-9oil](?<![0-9a-z].){DIGIT}?(?:[./-]|[ ]{{0,2}}[l|][ ]{{0,2}}|[ ]){DIGIT}{{2}}(?:[./-]"
    rf"|[ ]{{0,2}}[l|][ ]{{0,2}}|[ ])"
    rf"[12lio]?[0-9oil]?{DIGIT}{DIGIT})(?![0-9a-z])"
)


def _is_misread_date(match: re.Match[str], view: TextView) -> bool:
    """Read the misread digits back; four real digits at least, one misread, and a day, a month and a year."""
    value = match["DATE"]
    if sum(character in "0123456789" for character in value) < 4 or not re.search("[oil|]", value):
        return False
    parts = re.fullmatch(
        rf"({DIGIT}{{1,2}}?)([ ]*[ ./|l-][ ]*)({DIGIT}{{2}})([ ]*[ ./|l-][ ]*)((?:{DIGIT}{{2}}){{1,2}})", value
    )
    if parts is None or not is_calendar_date(parts[1].rjust(2, "0") + parts[3] + parts[5]):
        return False
    if " " not in parts[2] + parts[4]:
        return True
    # « L 01/07 » is a Monday, « L2 03/24 » a vertebra, « 13.11 | 01.12 » two cells, « 05 49 24 o7 18 » a telephone.
    before = view.folded[max(0, match.start("DATE") - 2) : match.start("DATE")]
    return parts[2] == parts[4] and not before[:1].isdigit()


# -- dates in letters -------------------------------------------------------------------------------------------------

_FULL_MONTHS: Final = frozenset(word_list("rules/dates/month.txt"))
_FEASTS: Final = frozenset(word_list("rules/dates/feast.txt"))
_MONTH_WRITINGS: Final = (
    *_FULL_MONTHS,
    *(half + month for month in _FULL_MONTHS for half in ("mi-", "mi ")),
    *_FEASTS,
    *word_list("rules/dates/month_english.txt"),
    *word_list("rules/dates/month_short.txt"),
)
_MONTHS: Final = (
    # mars 2021; sept. 22; March 3, 2021
    f"(?P<DATE>(?P<month>{one_of(_MONTH_WRITINGS)})(?![a-z])(?:{YEAR_BEHIND_MONTH}"
    rf"|[ ]{DAY}(?:st|nd|rd|th)?,?[ ]{{1,2}}{YEAR}(?![0-9]))?)"
)
_SAID: Final = (
    # deux janvier mille neuf cent soixante-dix-huit; en deux mille neuf
    f"(?:(?P<DATE>(?:premier(?![a-z])|{NUMBER_WORD})[ ]{{1,2}}{MONTH_WORD}(?![a-z])(?:[ ]{{1,2}}"
    f"(?:{YEAR_AFTER_MONTH}|{NUMBER_WORD}))?"
    f"|mil(?:le)?[ -]neuf[ -]cent[ -]{NUMBER_WORD})"
    f"|(?:en|depuis|fin|debut|annee)[ ]{{1,2}}(?P<DATE_2>{YEAR_WORDS}))"
)

_SAID_FIRST: Final = frozenset(
    (*NUMBER_FIRST_WORDS, "premier", "mil", "mille", "en", "depuis", "fin", "debut", "annee")
)

_MONTH_CUE: Final = re.compile(
    r"(?:\b(?:en|fin|debut|mi|de|d'|depuis|courant|mois|avant|apres|des|jusqu'en|jusqu'a|a|pour|vers|et|ou"
    r"|le|du|au|prochain|passage|rdv|revoir|cs|ete|ce)[ -]?|[(:,/=→>-] ?|\n *)$"
)


# mars-avril 2021, oct/nov 2020
_MONTH_NEXT: Final = re.compile(
    "[-/](?:"
    + one_of((*_FULL_MONTHS, *word_list("rules/dates/month_short.txt")))
    + r")(?![a-z])(?=[ .]{0,2}(?:19|20)?[0-9]{2})"
)
_ELISION: Final = re.compile(r"(?:^|[^a-z])[ld]'$")


def _is_month(match: re.Match[str], view: TextView) -> bool:
    """Require a year after a feast or a short form, and a cue before a month alone that may be a name or a word."""
    start, end = match.span("DATE")
    value, name = match["DATE"], match["month"]
    if _MONTH_NEXT.match(view.folded[end : end + 14]):
        return True
    hyphened = view.folded[max(0, start - 1) : start] in ("-", "'")
    if name in _FEASTS:
        return (not hyphened or _ELISION.search(view.folded[max(0, start - 3) : start]) is not None) and re.search(
            r"[0-9]{4}|mille", value
        ) is not None
    if name not in _FULL_MONTHS and not name.startswith("mi"):
        return value[-1].isdigit() and (len(value) - len(name) > 3 or value[-3] in " .'-")
    if len(value) > len(name):
        return True
    if hyphened and not view.folded[max(0, start - 3) : start].endswith("d'"):
        return view.folded[max(0, start - 14) : start - 1].endswith(tuple(_FULL_MONTHS))
    following = view.folded[end : end + 2]
    if (
        following[:1] in ("-", "'", "@")
        and following != "- "
        and not view.folded[end + 1 : end + 11].startswith(tuple(_FULL_MONTHS))
    ):
        return following[1:].isdigit()
    written = view.text[start:end]
    before = text_before(view.folded, start)
    if written.isupper() and len(written) < 5:
        return name in ("juin", "aout") and before.endswith((" en ", "fin ", "debut ", "depuis "))
    if name in ("mars", "mai") or written[0].isupper():
        return _MONTH_CUE.search(before) is not None and not (
            written[0].isupper() and before.endswith(("de ", "et ", "a ", "la "))
        )
    return True


RULES: tuple[PatternRule, ...] = (
    PatternRule("date.month", _MONTHS, _is_month, starts_word=True, first_words=first_words(_MONTH_WRITINGS)),
    PatternRule("date.said", _SAID, starts_word=True, first_words=_SAID_FIRST),
    PatternRule("date.misread", _MISREAD, _is_misread_date),
)
