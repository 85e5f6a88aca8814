"""Dates in figures and letters, whole and partial, and dates of birth where their context tells them.

A number that may be a date is judged by the words on either side of it: "12/8" is a blood pressure after "TA" and a day
after "le"; "2014" is a year unless a measure comes before it or a unit after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import listed
from palimpseste.detection.rules.context import ends_with_word_of, text_before
from palimpseste.detection.rules.dates import births, letters
from palimpseste.detection.rules.dates.births import is_beside_person
from palimpseste.detection.rules.dates.parts import (
    DAY,
    MONTH,
    MONTH_NAME,
    YEAR_BEHIND_MONTH,
    is_calendar_date,
)
from palimpseste.detection.rules.numbers import YEAR
from palimpseste.detection.rules.rule import ANY_FIGURES, PatternRule
from palimpseste.detection.view import TextView
from palimpseste.labels import Label

__all__ = ["RULES", "stands_among_measures"]

_CONTEXT_LENGTH: Final = 40


def _before(match: re.Match[str], view: TextView) -> str:
    return text_before(view.folded, match.start("DATE"))


def _after(match: re.Match[str], view: TextView) -> str:
    end = match.end("DATE")
    return view.folded[end : end + _CONTEXT_LENGTH]


# -- dates in figures -------------------------------------------------------------------------------------------------

# What stands before the first digit: no digit, decimal, time or fraction, and no letter but that of "le12nov", "du12".
_FIRST: Final = (
    r"[0-9](?<![0-9].)(?<![0-9][.,:].)(?<![^0-9][0-9]/.)(?<![^0-9][0-9]{2}/.)(?<![a-df-tv-z].)(?<![a-z][a-z][eu].)"
)
_REST_OF_DAY: Final = "(?:[0-9](?<![4-9].)(?<!3[2-9]))?"
_END: Final = r"(?![0-9]|[./-][0-9])"
_ROMAN: Final = "(?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})"

# Ways to announce a day, each five characters with the digit, as a look-behind needs.
_ARTICLE: Final = "(?:[^a-z]le |[^a-z]du |[^a-z]au |les |ndi |rdi |udi |edi )"

# Each alternative ends with an empty group whose name tells afterwards how the date was written.
_FIGURES: Final = (
    f"(?P<DATE>{_FIRST}(?:"
    f"{_REST_OF_DAY}(?:"
    # 12/03/2021, 12.3.21, 12 - 03 - 2021
    f"(?P<mark>[ ]?[./-][ ]?){MONTH}(?P=mark)\\n?(?:{YEAR}(?=[0-2][0-9]:[0-5])|(?:{YEAR}|[0-9]{{2}})(?![0-9]|[./-][0-9]"
    f"|[ ]?(?:ui|u|mg|ml|cm|mm)\\b))(?P<numeric>)"
    # 12 03 2021
    f"|[ ]{{1,2}}(?:0[1-9]|1[0-2])[ ]{{1,2}}{YEAR}{_END}(?![ ][0-9])(?P<in_blanks>)"
    # 15/V/2023
    f"|(?P<roman_mark>[./-]){_ROMAN}(?P=roman_mark){YEAR}{_END}(?P<roman>)"
    # 12 mars 2021, 12nov21, 3rd of March 2021, 1er avril
    f"|(?:er|eme|e|st|nd|rd|th)?[\\s./-]{{0,3}}(?:de |of )?{MONTH_NAME}{YEAR_BEHIND_MONTH}?(?P<month_named>)"
    # the 12 of "12 et 13 mars", the 3 of "3, 6 et 10 juillet", the 05 of "05-09 MAR 2021"
    rf"|(?:er)?(?=(?:,[ ]?{DAY}){{0,4}}[ ]{{0,2}}(?:\bet|\bou|\bau|\ba|->|,|>|&)[ \n]{{1,2}}(?:le |du "
    rf"|les )?{DAY}(?:er)?(?:[ ]{{0,2}}{MONTH_NAME}|/{MONTH}(?![0-9]))"
    rf"|-{DAY}[ ]{{0,2}}(?:{MONTH_NAME}|/{MONTH}/[0-9]{{2}}))(?P<listed>)"
    # 12/03, 12-03, 12.03
    f"|(?:er(?=/))?(?P<short_mark>[./-]){MONTH}(?![0-9a-z%]|[.,/-][0-9])(?P<day_month>)"
    # 03/19, a month and a year that can be no score out of 15, 20 or 30
    f"|(?<=0[1-9]|1[0-2])/(?:1[7-9]|2[1-7])(?![0-9a-z%]|[.,/-][0-9])(?P<month_short_year>)"
    # 03/2021, 3 - 2021, 03.2021
    f"|[ ]?[/-][ ]?{YEAR}{_END}(?P<month_year>)"
    f"|[.]{YEAR}{_END}(?P<month_point_year>)"
    # le 12
    rf"|(?:(?<={_ARTICLE}.)|(?<={_ARTICLE}..)|(?<=manche .)|(?<=manche ..))(?:er\b)?"
    r"(?=[.;)\]!?\n]|[ ]{0,2}$|,[ ]|[ ]?:|[ ]{1,2}[0-2]?[0-9](?:h|:[0-5])|[ ]{1,2}(?:[(\[/=+]|->|- |"
    + listed("dates/after_day")
    + r"(?![a-z]))|[ ]?\n)(?P<day>)"
    ")"
    # 2021-03-12, 2021/3/12
    f"|[0-9]{{3}}(?<=19..|20..)(?P<year_mark>[-/.])(?:1[0-2]|0?[1-9])(?P=year_mark){DAY}(?![0-9])(?P<year_first>)"
    # 2024-11
    f"|[0-9]{{3}}(?<=19..|20..)[-/](?:0[1-9]|1[0-2])(?![0-9a-z]|[-/.][0-9])(?P<year_month>)"
    # 2021
    r"|[0-9]{3}(?<=18[5-9].|19..|20[0-4].)(?![0-9a-z%°*€#_@&|^]|[.,:'][0-9]|/[0-9]{1,3}(?![0-9])|[/-][a-z]"
    r"|-[0-9]{1,3}(?![0-9])|[ ]?[x+*][ ]?[0-9]|[ ]{1,2}[0-9]{2}(?: [0-9]|\b(?!h)))(?P<year>)"
    # 12032021
    r"|[0-9]{7}(?![0-9])(?P<compact>)"
    # 1 2 / 0 3 / 2 0 2 1
    r"|[ ]{0,2}[0-9][ ]{0,2}(?P<wide_mark>[/.-])[ ]{0,2}[0-9][ ]{0,2}[0-9][ ]{0,2}(?P=wide_mark)"
    r"[ ]{0,2}[0-9][ ]{0,2}[0-9](?:[ ]{0,2}[0-9][ ]{0,2}[0-9])?(?![ ]?[0-9])(?P<spaced>)"
    # |1|4|0|6|1|9|7|9|
    r"|\|[0-9]\|[0-9]\|[0-9]\|[0-9]\|[0-9](?:\|[0-9]\|[0-9])?(?=\||\s)(?P<boxed>)"
    # 12 03 21
    r"|[0-9][ ](?:0[1-9]|1[0-2])[ ][0-9]{2}(?![0-9]|[ .-]?[0-9])(?P<pairs>)"
    "))"
)


# Right after an article most figures shaped as a date are one: the dearer reading of the context is spared.
_ARTICLES: Final = (" le ", " du ", " au ", "\nle ", " en ", "depuis ")


def _is_whole(match: re.Match[str], view: TextView) -> bool | Label:
    """Refuse a number sign before and doses such as 10-12-10; a person's name or age beside tells a date of birth."""
    before = _before(match, view)
    if before.endswith(("n° ", "n°", "n° :", "#", "n°:")):
        return False
    value = match["DATE"]
    if len(value) == 10 and before.endswith(_ARTICLES):
        return True
    if match["mark"] == "-" and value[2] == value[5:6] == "-" and value[3] not in "01":
        return False
    # Apgar 9/10/10 has no year of four figures.
    if len(value) <= 8 and ends_with_word_of(before, _SCORES):
        return False
    return "BIRTHDATE" if is_beside_person(match, view) else True


def _is_month_and_year(match: re.Match[str], view: TextView) -> bool:
    value = match["DATE"]
    if "." in value and value[2:3] != ".":
        return False
    return 1 <= int(re.split("[^0-9]", value, maxsplit=1)[0]) <= 12 and not _before(match, view).endswith(
        ("n° ", "n°", "/")
    )


def _is_day_and_month(match: re.Match[str], view: TextView) -> bool | Label:
    """Refuse a short English or cut form that stands without a year: "2 mar" begins "2 marches"."""
    value = match["DATE"]
    if (
        re.fullmatch(r"[0-9]{1,2}[ ,.\n-]*(?:may|mar|jul|mrs|jan|dec|sep)", value)
        and value[-4:-3] not in "0123456789 -/"
    ):
        return False
    return "BIRTHDATE" if value[-4:].isdigit() and is_beside_person(match, view) else True


_DAY_CUES: Final = frozenset(word_list("rules/dates/day_cue.txt"))
_SCORES: Final = frozenset(word_list("rules/dates/score.txt"))
_LINE_START: Final = re.compile(r"(?:^|\n)[ \t>*-]{0,6}$")
_LIST_BEFORE: Final = re.compile(r"[0-9][/-][01]?[0-9](?:/[0-9]{2,4})?(?: ?(?:,|et|au|a|->|→|-) ?(?:le |du )?)$")


def _has_day_cue(before: str) -> bool:
    if before[-1:] in " :(" and ends_with_word_of(before, _DAY_CUES, marks=" :.("):
        return True
    return _LINE_START.search(before[-8:]) is not None or _LIST_BEFORE.search(before[-18:]) is not None


_FRACTION_WORD: Final = re.compile(
    r"[ ]{0,2}(?:sup|inf|moy|ant|post|dist|prox|int|ext|cp\b|comp|ampoule|amp\b|dose|mg|ml|h\b|mmhg|cmhg"
    r"|j\b|sem|mois|heures|de la|du\b|des\b|tiers|sachet|gel|x\b|par|fois|min\b|poche|flacon|gtt|goutte)"
)


# Right behind "le 12/03" fewer words make it a fraction: "le 2/3 inférieur", but "le 12/03 par".
_PART_WORD: Final = re.compile(
    r"[ ]{0,2}(?:sup|inf|moy|ant|post|dist|prox|int\b|ext\b|cp\b|comp|ampoule|amp\b|dose|mg|ml|mmhg|cmhg|tiers"
    r"|sachet|gel|poche|flacon)"
)
_NEXT_SHORT: Final = re.compile(r"(?:,| et| ou| au|-| - |→| →| ->) ?(?:le )?[0-3]?[0-9]/[01]?[0-9](?![0-9])")
_AMONG_SCORES: Final = re.compile(
    r"\b(?:ta|eva|acuite|vision|apgar|mmse?|moca|gds|score|od|og)\b[^.;\n]{0,25}$|\b(?:pa|pas|en|av)[ :=]{0,3}(?:a )?$"
)


_NOTE_AFTER: Final = re.compile(r"[ ]{1,3}(?:[a-z(]{2}|[:-] )|[ ]?:|\n")
_TIME_AFTER: Final = re.compile(r",? (?:a )?[0-2]?[0-9](?:h|:[0-5][0-9])")


def _among_scores(before: str) -> bool:
    return ends_with_word_of(before.removesuffix(" a "), _SCORES) or _AMONG_SCORES.search(before[-28:]) is not None


def _is_short_date(match: re.Match[str], view: TextView) -> bool:
    """Tell a day and a month from a fraction, a score or a blood pressure, by what stands around them."""
    value, mark = match["DATE"], match["short_mark"]
    before, after = _before(match, view), _after(match, view)
    announced = before.endswith(_ARTICLES) and not before.endswith(" en ")
    cued = announced or _has_day_cue(before)
    timed = _TIME_AFTER.match(after) is not None
    if mark != "/":
        if len(value) != 5 and not before.endswith(" le "):
            return False
        if announced or timed:
            return _PART_WORD.match(after) is None
        if not cued or _FRACTION_WORD.match(after) or before.endswith(("de ", "des ", "vers ")):
            return False
        return not before.endswith("\n") or _NOTE_AFTER.match(after) is not None
    day, month = value.replace("er", "").split("/")
    if int(day) == 0:
        return False
    if announced:
        return _PART_WORD.match(after) is None
    if _among_scores(before) or (_FRACTION_WORD.match(after) and (len(value) == 3 or not cued)):
        return False
    if cued:
        fraction = len(value) == 3 and before.endswith(("\n", "- ", "les ", "des ", "de ", "depuis "))
        return not fraction or re.match(r"[ ]{2}|[ ]?[0-9]{1,2}[h:]|[ ]?[:–]|,? [0-9]{1,2}h", after) is not None
    if "0" in (day[0], month[0]) or _NEXT_SHORT.match(after) or timed:
        return True
    # By the shape alone: neighbouring days are read alike. Scores and blood pressures have a part of one figure.
    return len(day) == len(month) == 2


def _is_month_and_short_year(match: re.Match[str], view: TextView) -> bool:
    before = _before(match, view)
    return not _among_scores(before) and _FRACTION_WORD.match(_after(match, view)) is None


def _is_listed_day(match: re.Match[str], view: TextView) -> bool:
    return not ends_with_word_of(_before(match, view), _SCORES)


_EMERGENCY: Final = re.compile(r"(?:appel\w*|compos\w*|sinon|faire|joindre|contact\w*|\bou|\bvia) (?:au |par )?le $")
_ROOM_BEFORE: Final = re.compile(
    r"(?:num|n°|code|poste|lit|chambre|numero|rue|tel|score|hba1c|dect|bip|porte|grade|stade)[a-z]{0,6} (?:du|au) $"
)


# « les 3, 5 et 10 », but « re-prélevés les 2 à 11h », « tous les 2 ».
_DAY_MORE: Final = re.compile(r"\s{0,2}(?:[,&/-]|et\b|ou\b|au\b|puis\b)?\s{0,2}(?:et |le |les )?[0-9]")


def _is_day_alone(match: re.Match[str], view: TextView) -> bool:
    """Refuse a room, an extension, a clock time, a count; what precedes is an article or a day of the week."""
    value = match["DATE"].removesuffix("er")
    following = view.folded[match.end("DATE") : match.end("DATE") + 2]
    if not 1 <= int(value) <= 31 or (following[:1] in (".", ":") and following[1:].isdigit()):
        return False
    before = _before(match, view)
    if before.endswith("les ") and _DAY_MORE.match(_after(match, view)) is None:
        return False
    if value in ("15", "17", "18") and _EMERGENCY.search(before):
        return False
    return _ROOM_BEFORE.search(before) is None


_MEASURES: Final = frozenset(word_list("rules/dates/measured.txt"))
_QUANTITY_BEFORE: Final = re.compile(r"(?:[<>≤≥±*#=_°] ?|\bx ?|/ ?|[a-z0-9]-|\b[0-9]{1,3} ?(?:a|-|x|et|ou)? ?)$")
_UNIT_AFTER: Final = re.compile(
    r"[ ]{0,2}(?:\(?(?:" + listed("dates/unit") + r")(?![a-z])|/(?!(?:19|20)[0-9]{2}(?![0-9]))|[%€$°])"
)


def stands_among_measures(folded: str, start: int, end: int) -> bool:
    """Tell whether a number stands where scores, doses and measures stand: their names before it, a unit after it.

    Parameters
    ----------
    folded : str
        The text, folded.
    start, end : int
        Half-open interval of the number.
    """
    before, after = text_before(folded, start), folded[end : end + _CONTEXT_LENGTH]
    return (
        _among_scores(before)
        or ends_with_word_of(before, _MEASURES, most=3, marks=" :=.>°")
        or before.endswith(("n° ", "n°", "de "))
        or _FRACTION_WORD.match(after) is not None
        or _UNIT_AFTER.match(after) is not None
    )


_YEAR_RANGE: Final = re.compile(r"(?:19|20)[0-9]{2}(?:[/-]| (?:a|et|ou|-) ?)$")


def _is_year(match: re.Match[str], view: TextView) -> bool | Label:
    """Tell a year from a quantity by the measure before it and the unit after it."""
    if _UNIT_AFTER.match(_after(match, view)):
        return False
    before = _before(match, view)
    if before.endswith(_ARTICLES):
        return True
    if (
        not ends_with_word_of(before.removesuffix(" a "), _MEASURES, most=3, marks=" :=.>°")
        and _QUANTITY_BEFORE.search(before[-8:]) is None
    ):
        # Only "DURAND Paul (1954)" and columns are births: most years follow a word and one space.
        beside = before.endswith(("(", ", ", "  ")) and is_beside_person(match, view)
        return "BIRTHDATE" if beside else True
    return _YEAR_RANGE.search(before[-10:]) is not None


_COMPACT_CUE: Final = re.compile(
    r"(?:\b(?:dates?|le|du|au|ne|nee|ddn|dn|d\.?n\.?|naiss\w{0,6}|jusqu'au|accident|entree|sortie|examen"
    r"|preleve)\b[^0-9\n]{0,25}|[|^~])$"
)


_NUMBER_CUE: Final = re.compile(
    r"(?:n[o°]|num\w*|ipp|nda|nip|iep|dossier|lot|ref|rpps|finess|ean|code|serie|sn|id|poste|tel|fax)[ .:°-]{0,3}$"
)


def _is_compact(match: re.Match[str], view: TextView) -> bool:
    """Eight figures are a day of the calendar by chance once in two thousand: only the name of a number refuses it."""
    before = _before(match, view)
    if not is_calendar_date(match["DATE"]) or _NUMBER_CUE.search(before):
        return False
    return _COMPACT_CUE.search(before) is not None or not before[-1:].strip() or before.endswith("(")


def _is_spaced(match: re.Match[str], view: TextView) -> bool:
    value = match["DATE"]
    return (" " in value or "|" in value) and is_calendar_date(re.sub(r"[^0-9]", "", value))


def _is_spaced_pairs(match: re.Match[str], view: TextView) -> bool:
    """Tell a day, a month and a year in pairs from the pairs of a telephone number: a word announces the date."""
    before = _before(match, view)
    return (before.endswith(_ARTICLES) or _has_day_cue(before)) and is_calendar_date(match["DATE"].replace(" ", ""))


# By the name of the empty group that ends the alternative: how the date is written, and whether it is one.
_WAYS: Final[dict[str, tuple[str, Callable[[re.Match[str], TextView], bool | Label]]]] = {
    "numeric": ("whole", _is_whole),
    "in_blanks": ("whole", _is_whole),
    "roman": ("whole", _is_whole),
    "month_named": ("named", _is_day_and_month),
    "listed": ("listed", _is_listed_day),
    "day_month": ("day_month", _is_short_date),
    "month_short_year": ("month_year", _is_month_and_short_year),
    "month_year": ("month_year", _is_month_and_year),
    "month_point_year": ("month_year", _is_month_and_year),
    "day": ("day", _is_day_alone),
    "year_first": ("whole", _is_whole),
    "year_month": ("month_year", _is_whole),
    "year": ("year", _is_year),
    "compact": ("compact", _is_compact),
    "spaced": ("spaced", _is_spaced),
    "boxed": ("spaced", _is_spaced),
    "pairs": ("spaced", _is_spaced_pairs),
}
_NAMES: Final = tuple(_WAYS)


def _way(match: re.Match[str]) -> tuple[str, Callable[[re.Match[str], TextView], bool | Label]]:
    return _WAYS[_NAMES[match.group(*_NAMES).index("")]]


def _kind(match: re.Match[str]) -> str:
    return _way(match)[0]


def _is_date_in_figures(match: re.Match[str], view: TextView) -> bool | Label:
    return _way(match)[1](match, view)


# In order of trust: what is announced as a birth is no other date.
RULES: tuple[PatternRule, ...] = (
    *births.RULES,
    PatternRule("date.figures", _FIGURES, _is_date_in_figures, kind=_kind, figures=ANY_FIGURES),
    *letters.RULES,
)
