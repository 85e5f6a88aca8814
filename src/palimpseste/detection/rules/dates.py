"""Dates in figures, in letters, whole and partial, and dates of birth where their context tells them.

A number that may be a date is judged by the words on either side of it: "12/8" is a blood pressure after "TA" and a day
after "le"; "2014" is a year unless a measure comes before it or a unit after it.
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.rules.alternation import listed
from palimpseste.detection.rules.date_parts import (
    ANY_DATE,
    DAY,
    FIRST_DIGIT,
    MONTH,
    MONTH_NAME,
    MONTH_WORD,
    YEAR_AFTER_MONTH,
    is_calendar_date,
)
from palimpseste.detection.rules.numbers import DIGIT, NUMBER_WORD, YEAR, YEAR_WORDS
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_CONTEXT_LENGTH: Final = 40


def _before(match: re.Match[str], view: TextView) -> str:
    """Return the folded text right before the first group that matched."""
    start = _span(match)[0]
    return view.folded[max(0, start - _CONTEXT_LENGTH) : start]


def _after(match: re.Match[str], view: TextView) -> str:
    end = _span(match)[1]
    return view.folded[end : end + _CONTEXT_LENGTH]


def _span(match: re.Match[str]) -> tuple[int, int]:
    return next(span for span in map(match.span, match.groupdict()) if span[0] >= 0)


# -- whole dates in figures ------------------------------------------------------------------------------------------

_REST_OF_DAY: Final = "(?:[0-9](?<![4-9].)(?<!3[2-9]))?"
_MARK: Final = "([ ]?[./-][ ]?)"
_END: Final = r"(?![0-9]|[./-][0-9])"

_NUMERIC: Final = (
    f"(?P<DATE>{FIRST_DIGIT}(?:"
    # 12/03/2021, 12.3.21, 12 - 03 - 2021
    f"{_REST_OF_DAY}{_MARK}{MONTH}\\2(?:{YEAR}|[0-9]{{2}})(?![0-9])(?![./-][0-9]|[ ]?(?:ui|u|mg|ml|cm|mm)\\b)"
    # 12 03 2021
    f"|{_REST_OF_DAY}[ ]{{1,2}}(?:0[1-9]|1[0-2])[ ]{{1,2}}{YEAR}{_END}(?![ ][0-9])"
    # 15/V/2023
    f"|{_REST_OF_DAY}([./-])(?:i{{1,3}}|iv|vi{{0,3}}|ix|xi{{0,2}})\\3{YEAR}{_END}"
    # 2021-03-12, 2021/3/12
    f"|[0-9]{{3}}(?<=19..|20..)([-/.])(?:1[0-2]|0?[1-9])\\4{DAY}(?![0-9])"
    # 03/2021, 3-2021
    f"|(?:[0-9](?<=0[1-9]|1[0-2]))?[ ]?[/-][ ]?{YEAR}{_END}"
    f"|[0-9](?<=0[1-9]|1[0-2])[.]{YEAR}{_END}"
    # 2024-11
    f"|[0-9]{{3}}(?<=19..|20..)[-/](?:0[1-9]|1[0-2])(?![0-9a-z]|[-/.][0-9])"
    "))"
)


def _is_numeric_date(match: re.Match[str], view: TextView) -> bool:
    """Refuse what follows a number sign, and doses such as 10-12-10."""
    before = _before(match, view)
    if before.endswith(("n° ", "n°", "n° :", "#", "v")):
        return False
    value = match["DATE"]
    return not (match[2] == "-" and len(value) == 8 and not before.endswith((" le ", " du ", " au ")) and value[3] not in "01")


# -- days without a year ---------------------------------------------------------------------------------------------

_SHORT: Final = f"(?P<DATE>{FIRST_DIGIT}{_REST_OF_DAY}([./-]){MONTH})(?![0-9a-z%]|[.,/-][0-9])"

_DATE_CUE: Final = re.compile(
    r"(?:\b(?:l[ei]s?|du|au|des?|depuis|jusqu'au|vers|avant|apres|des le|ce|rdv|prevue?|ddr|date|nuit|garde|"
    + listed("weekday")
    + r")[ :.(]{1,3}(?:nuit du )?|(?:^|\n)[ \t>*-]{0,6}|[0-9][/-][01]?[0-9](?:/[0-9]{2,4})?(?: ?(?:,|et|au|a|->|→|-) ?(?:le |du )?))$"
)
_SCORE_CUE: Final = re.compile(
    r"(?:\b(?:t\.?a|pa|pas|tas|tension|eva|en|ens|evs|ecpa|algoplus|score|glasgow|gcs|cgs|g|mms|mmse|moca|av|acuite|apgar|cote\w*|"
    r"douleur|od|og|odg|opp|gir|asa|stade|grade|sur|nyha|iadl|adl|braden|norton|gds|mif|gleason|p|"
    r"force|testing|mrc|dynamo|scorff|bref|cg|hads|note|rass|cushman|avlp|lochia)[ :=a]{0,4})$"
)
_FRACTION_WORD: Final = re.compile(
    r"[ ]{0,2}(?:sup|inf|moy|ant|post|dist|prox|int|ext|cp\b|comp|ampoule|amp\b|dose|mg|ml|h\b|mmhg|cmhg|j\b|sem|mois|heures|de la|du\b|des\b|tiers|sachet|gel|x\b|par|fois|min\b|poche|flacon|gtt|goutte)"
)


def _is_short_date(match: re.Match[str], view: TextView) -> bool:
    """Tell a day and a month from a fraction, a score or a blood pressure."""
    value, mark = match["DATE"], match[2]
    before = _before(match, view)
    cued = _DATE_CUE.search(before) is not None
    padded = len(value) == 5
    if mark != "/":
        return cued and padded and not before.endswith(("de ", "des ", "depuis ", "vers ", "\n")) and _FRACTION_WORD.match(_after(match, view)) is None
    if _SCORE_CUE.search(before):
        return False
    first, second = (int(part) for part in value.split("/"))
    if _FRACTION_WORD.match(_after(match, view)) and (first < second or not cued):
        return False
    if cued:
        return not (len(value) == 3 and before.endswith(("\n", "- ", "les ", "des ", "de ", "depuis ")))
    if value in ("10/10", "12/12", "24/7"):
        return False
    if "0" in (value[0], value.split("/")[1][0]):
        return True
    return second in (1, 2, 3, 4, 11, 12) and first > 12 if len(value) < 5 else second != 10 or first > 20


_LISTED_DAY: Final = (
    # the 12 of "12 et 13 mars", "3, 6 et 10 juillet", "du 12 au 15/03", "05-09 MAR 2021"
    f"(?P<DATE>{FIRST_DIGIT}{_REST_OF_DAY})(?:er)?"
    rf"(?=(?:,[ ]?{DAY}){{0,4}}[ ]{{0,2}}(?:\bet|\bou|\bau|\ba|-|->|,|>|&)[ \n]{{1,2}}(?:le |du |les )?{DAY}(?:er)?"
    rf"(?:[ ]{{0,2}}{MONTH_NAME}|/{MONTH}(?![0-9]))"
    rf"|-{DAY}[ ]{{0,2}}(?:{MONTH_NAME}|/{MONTH}/[0-9]{{2}}))"
)

_DAY_ALONE: Final = (
    rf"(?P<DATE>[0-9](?:(?<=\ble .)|(?<=\bdu .)|(?<=\bau .)|(?<=\bles .)|(?<=\b(?:lun|mar|jeu)di .)|(?<=\bsamedi .)|(?<=\bvendredi .)|(?<=\bmercredi .)|(?<=\bdimanche .)){_REST_OF_DAY}(?:er\b)?)"
    rf"(?=[.;)\]!?\n]|[ ]{{0,2}}$|,[ ]|[ ]?:|[ ]{{1,2}}(?:[(\[/=+]|->|- |{listed('after_day')}(?![a-z]))|[ ]?\n)"
)


def _is_day_alone(match: re.Match[str], view: TextView) -> bool:
    value = match["DATE"].removesuffix("er")
    if int(value) < 1 or (view.folded[match.end("DATE") : match.end("DATE") + 2].strip(".").isdigit()):
        return False
    before = _before(match, view)
    if before.endswith(("du ", "au ")) and re.search(r"(?:num|n°|code|poste|lit|chambre|numero|rue|tel|score|hba1c|dect|bip|porte|grade|stade)[a-z]{0,6} (?:du|au) $", before):
        return False
    return True


# -- dates with a month in letters -----------------------------------------------------------------------------------

_DAY_MONTH: Final = (
    f"(?P<DATE>{FIRST_DIGIT}{_REST_OF_DAY}(?:er|eme|e|st|nd|rd|th)?[\\s.,/-]{{0,3}}(?:de |of )?{MONTH_NAME}"
    f"(?:[ .,/-]{{0,3}}\\n?[ ]{{0,2}}(?:de )?{YEAR_AFTER_MONTH})?)"
)


def _is_day_month(match: re.Match[str], view: TextView) -> bool:
    """Refuse "2 mar" of "2 marches": the month pattern ends there, but a lone short form needs a plausible writing."""
    value = match["DATE"]
    return not re.fullmatch(r"[0-9]{1,2}[ ,.\n-]*(?:may|mar|jul|mrs|jan|dec|sep)", value) or value[-4:-3] in "0123456789 -/"


_WORDED: Final = (
    "(?P<DATE>"
    # deux janvier mille neuf cent soixante-dix-huit; mars 2021; mi-mars 2021; March 3, 2021; janvier
    f"(?:(?:premier(?![a-z])|{NUMBER_WORD})[ ]{{1,2}}|mi[ -])?{MONTH_WORD}(?![a-z])"
    f"(?:[ .,/-]{{0,3}}\\n?[ ]{{0,2}}(?:{YEAR_AFTER_MONTH}|(?:{NUMBER_WORD})(?=\\s|$|[.,;)])))?"
    f"|(?:{listed('month_english')}|{listed('month_short')})\\.?[ .-]{{0,2}}(?:{DAY}(?:st|nd|rd|th)?,?[ ]{{1,2}}{YEAR}|{YEAR}|'?[0-9]{{2}}(?=[\\s),.;]))(?![0-9])"
    f"|{listed('feast')}[ ]{{1,2}}(?:{YEAR}(?![0-9])|{YEAR_WORDS})"
    f"|(?<=.en ){YEAR_WORDS}|(?<=depuis ){YEAR_WORDS}|(?<=fin ){YEAR_WORDS}|mil(?:le)? neuf cent {NUMBER_WORD}"
    ")"
)

_MONTH_CUE: Final = re.compile(
    r"(?:\b(?:en|fin|debut|mi|de|d'|depuis|courant|mois|avant|apres|des|jusqu'en|jusqu'a|a|pour|vers|et|ou|le|du|au|prochain|passage|rdv|revoir|cs|ete|ce)[ -]?|[(:,/=→>-] ?|\n *)$"
)


def _is_worded_date(match: re.Match[str], view: TextView) -> bool:
    """Require a cue before a month alone that is also a name or a word; refuse 14-Juillet, the street."""
    start, end = match.span("DATE")
    value = match["DATE"]
    if " " in value or any(character.isdigit() for character in value):
        # "aid 2020" and "mar 98" stand; "un mars" needs the article of a date
        return not re.fullmatch(r"une? (?:mars|mai)", value)
    if view.folded[max(0, start - 1) : start] in ("-", "'") and not view.folded[max(0, start - 3) : start].endswith(("mi-", "d'")):
        return False
    if view.folded[end : end + 1] in ("-", "'", "@", "."):
        following = view.folded[end : end + 2]
        if following[:1] != "." and following != "- " and not following[1:].isdigit():
            return False
    written = view.text[start:end]
    if written.isupper() and len(written) < 5:
        return False
    before = _before(match, view)
    if value in ("mars", "mai") or written[0].isupper():
        return _MONTH_CUE.search(before) is not None
    return True


# -- years ---------------------------------------------------------------------------------------------------------

_YEAR_ALONE: Final = (
    r"(?P<DATE>[12](?:(?<![0-9a-z].)(?<![0-9][.,/: +x*].)|(?<=[0-9]{4}/.)|(?<=[0-9]{4}-.)|(?<=\ben.))[089][0-9]{2}(?<=18[5-9].|19..|20[0-4].))"
    r"(?![0-9a-z%°*€#_@&|^]|[.,/:'][0-9]|[/-][a-z]|-[0-9]{1,3}(?![0-9])|[ ]?[x+*][ ]?[0-9]|[ ]{1,2}[0-9]{2}(?: [0-9]|\b(?!h)))"
)
_MEASURE: Final = re.compile(
    r"(?:\b" + listed("measured") + r"[ .:=a>()°]{1,4}|[<>≤≥±x*/#=] ?|\b[0-9]{1,3} ?(?:a|-|x|et) ?|°[ :]{0,2}|_|[a-z0-9]-|[0-9] (?:et|a|ou) )$"
)
_UNIT_AFTER: Final = re.compile(
    r"[ ]{0,2}(?:\(?(?:" + listed("unit") + r")(?![a-z])|[/%€$°])"
)


def _is_year(match: re.Match[str], view: TextView) -> bool:
    """Tell a year from a quantity by the measure before it and the unit after it."""
    before, after = _before(match, view), _after(match, view)
    if _UNIT_AFTER.match(after):
        return False
    measure = _MEASURE.search(before)
    return measure is None or re.search(r"(?:19|20)[0-9]{2}(?:[/-]| (?:a|et|ou|-) ?)$", before) is not None


# -- figures run together, boxed or misread -----------------------------------------------------------------------------

_COMPACT: Final = r"(?P<DATE>[0-9](?:(?<![0-9a-z].)|(?<=\ble.))[0-9]{7})(?![0-9])"
_COMPACT_CUE: Final = re.compile(
    r"(?:\b(?:dates?|le|du|au|ne|nee|ddn|dn|d\.?n\.?|naiss\w{0,6}|jusqu'au|accident|entree|sortie|examen|preleve)\b[^0-9\n]{0,25}|[|^~])$"
)


def _is_compact_date(match: re.Match[str], view: TextView) -> bool:
    return is_calendar_date(match["DATE"]) and _COMPACT_CUE.search(_before(match, view)) is not None


_SPACED: Final = (
    r"(?P<DATE>[0-9](?<![0-9a-z].)(?:"
    # 1 2 / 0 3 / 2 0 2 1
    r"[ ]{0,2}[0-9][ ]{0,2}([/.-])[ ]{0,2}[0-9][ ]{0,2}[0-9][ ]{0,2}\2[ ]{0,2}[0-9][ ]{0,2}[0-9](?:[ ]{0,2}[0-9][ ]{0,2}[0-9])?(?![ ]?[0-9])"
    # |1|4|0|6|1|9|7|9|
    r"|\|[0-9]\|[0-9]\|[0-9]\|[0-9]\|[0-9](?:\|[0-9]\|[0-9])?(?=\||\s)"
    r"))"
)
_MISREAD: Final = (
    rf"(?P<DATE>[0-9oil](?<![0-9a-z].){DIGIT}?(?:[./-]|[ ]{{0,2}}[l|][ ]{{0,2}}|[ ]){DIGIT}{{2}}(?:[./-]|[ ]{{0,2}}[l|][ ]{{0,2}}|[ ])"
    rf"[12lio]?[0-9oil]?{DIGIT}{DIGIT})(?![0-9a-z])"
)
_NOT_DIGIT: Final = re.compile(r"[ ./|-]")


def _is_spaced_date(match: re.Match[str], view: TextView) -> bool:
    return is_calendar_date(re.sub(r"[^0-9]", "", match["DATE"]))


def _is_misread_date(match: re.Match[str], view: TextView) -> bool:
    """Read the misread digits back; four real digits at least, and a day, a month and a year."""
    value = match["DATE"]
    if sum(character in "0123456789" for character in value) < 4 or value.count(" ") == 2 and not re.search("[oil|]", value):
        return False
    digits = re.sub(r"[ ./-]", "", value)
    parts = re.fullmatch(rf"({DIGIT}{{1,2}}?)[ ]*[ ./|l-][ ]*({DIGIT}{{2}})[ ]*[ ./|l-][ ]*((?:{DIGIT}{{2}}){{1,2}})", value)
    if parts is None or not digits:
        return False
    return is_calendar_date(parts[1].rjust(2, "0") + parts[2] + parts[3])


# -- dates of birth ----------------------------------------------------------------------------------------------------

_BIRTH_CUED: Final = (
    rf"(?:{listed('birth')})(?![a-z])[\s.:=|(]{{0,20}}(?:(?:{listed('birth_filler')})[ :.]{{0,3}}){{0,2}}(?P<BIRTHDATE>{ANY_DATE})"
)
_BIRTH_NAMED: Final = (
    # née DUPONT le 12/03/1954: a married woman's birth name stands between
    rf"n[ée]{{1,2}}(?:\(e\))?[ \n]{{1,2}}(?:[A-ZÉÈ«\"(][^\n,;:0-9]{{1,40}}(?:\n[^\n,;:0-9]{{1,20}})?)[, )]{{0,3}}\n?[Ll]e[ \n]{{1,2}}(?P<BIRTHDATE>[0-9]{{1,2}}[^\n,;()]{{3,18}}?[0-9]{{2,4}}(?![0-9]))"
)
_NAME_BEFORE: Final = re.compile(
    # DURAND Paul, DURAND-PETIT Marie-Anne F -, Mme Anne DURAND (
    r"(?:\b[A-ZÀ-Ý][A-ZÀ-Ý'’-]{1,}[ ,/^]{1,4}[A-ZÀ-Ý][\w'.-]*|\b[A-ZÀ-Ý][a-zà-ÿ'-]+[ ,/^]{1,3}[A-ZÀ-Ý][A-ZÀ-Ý'-]+|\b[A-ZÀ-Ý][A-ZÀ-Ý'-]+[ ][A-ZÀ-Ý]\.?)"
    r"(?:[ ]?\([^()\n]{1,25}\))?[ \t,;/|(:-]{1,30}(?:(?:[MFH]|[Ss]exe ?: ?[MFH])[ \t,;/|(:-]{1,12})?$"
)
_COLUMN: Final = f"(?P<BIRTHDATE>{FIRST_DIGIT}{_REST_OF_DAY}{_MARK}{MONTH}\\2(?:{YEAR}|[0-9]{{2}})(?![0-9])(?![./-][0-9]))"
_PERSON_AFTER: Final = re.compile(r"[ ]{0,3}(?:[,(–-]|[ ]) ?(?:[0-9]{1,3} ?(?:ans|a\b|mois|ANS)|[MFH]\b(?![.']))")


def _is_birth_column(match: re.Match[str], view: TextView) -> bool:
    """Tell a date of birth by the name right before it on the line, or the age or sex right after."""
    start, end = match.span("BIRTHDATE")
    if _PERSON_AFTER.match(view.text, end):
        return re.search(r"\b(?:le|du|au|depuis) $", view.folded[max(0, start - 8) : start]) is None
    line = view.text[max(0, start - 70) : start].rpartition("\n")[2]
    return _NAME_BEFORE.search(line) is not None and not re.search(r"\b(?:D[Rr]|P[Rr]|Docteur|docteur|CR|IRM|TDM|ETT|RDV|RCP|CHU|CH)\b", line)


RULES: tuple[PatternRule, ...] = (
    PatternRule("date.numeric", _NUMERIC, _is_numeric_date),
    PatternRule("date.short", _SHORT, _is_short_date),
    PatternRule("date.listed_day", _LISTED_DAY),
    PatternRule("date.day_alone", _DAY_ALONE, _is_day_alone),
    PatternRule("date.day_month", _DAY_MONTH, _is_day_month),
    PatternRule("date.worded", _WORDED, _is_worded_date, starts_word=True),
    PatternRule("date.year", _YEAR_ALONE, _is_year),
    PatternRule("date.compact", _COMPACT, _is_compact_date),
    PatternRule("date.spaced", _SPACED, _is_spaced_date),
    PatternRule("date.misread", _MISREAD, _is_misread_date),
    PatternRule("birthdate.cued", _BIRTH_CUED, starts_word=True),
    PatternRule("birthdate.named", _BIRTH_NAMED, cased=True, starts_word=True),
    PatternRule("birthdate.column", _COLUMN, _is_birth_column),
)
