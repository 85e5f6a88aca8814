"""Counts in words between dates: « sort ce jour à J4 », « contrôle à 4 mois, soit mars », « trois semaines après »."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from palimpseste.folding import fold
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.number_words import read_number

__all__ = [
    "Side",
    "ToldCount",
    "bounds_pregnancy",
    "counts_told",
    "gestation_of_birth",
    "gestation_of_today",
    "gestation_told",
    "last_day_lived",
    "may_tell_gestation",
    "months_of_vaccine",
    "tells_event",
]

# What a count leads to or from: the date before it in the text or behind it, the other end of the range of which that
# is one, the date of the document, or that of an event; of an admission, of a discharge.
Side = Literal["left", "right", "last", "next", "today", "event", "entry", "exit"]

_S = "[ \u00a0]"
_ANY_COUNT = (
    rf"(?P<count>\d{{1,3}}|[a-zéû]{{2,9}}(?:-[a-zé]{{2,6}}){{0,2}}){_S}?"
    rf"(?P<unit>j(?:ours?)?|sem(?:aines?)?\.?|mois|ans?)(?P<half>{_S}et{_S}demie?)?(?!\w)"
)
_COUNT = rf"(?<![\w/,.-])(?<!les )(?<!et ){_ANY_COUNT}"
_NUMBER = rf"J{_S}?\+?{_S}?(?P<number>\d{{1,3}})(?!\w|{_S}?[/-]|{_S}à{_S}J)"
_TO_DATE = (
    rf"(?:(?:le|la|en|au|à|vers|début|fin|mi|courant)[ \u00a0-]|(?:lun|mar|mercre|jeu|vendre|same)di{_S}){{0,3}}$"
)
_LONGEST = 100
# The unit of a count, or a numbered day: a text that holds neither is not searched.
# In small letters, among which it is found the faster for what it may begin with.
_ANY_UNIT = re.compile(r"(?:j(?:ours?)?|sem(?:aines?)?|mois|ans?)(?!\w)")
_ANY_NUMBER = re.compile(rf"j{_S}?\+?{_S}?\d")
_NEEDED = re.compile(f"{_ANY_UNIT.pattern}|{_ANY_NUMBER.pattern}")

# « qui sort ce jour à J4 », « Aujourd'hui, à J89 », « Sortie à J3 »
_TODAY_NUMBERED = re.compile(
    rf"(?<!\w)(?:ce{_S}jour|aujourd['’]hui|(?:sort|sortie|rentrée?)(?:{_S}(?:ce{_S}jour|aujourd['’]hui))?)"
    rf",?{_S}(?:[àa]{_S})?{_NUMBER}",
    re.IGNORECASE,
)
# « MÈRE (J4) », « 2. Examen (J35) », the title of a part
_TITLE_NUMBERED = re.compile(
    rf"(?:^|\n)[^\S\n]{{0,4}}(?:\d[.)]{_S})?[A-ZÉÈÀ][^\W\d_/]{{1,20}}(?:{_S}[^\W\d_]{{1,12}})?{_S}\({_NUMBER}\)"
    rf"(?={_S}?(?::|\n|$))"
)
# « BTC à J3 : 148 », « 20 m au cadre de marche J10 »: past when the note is written, where it is not planned.
_LIVED = re.compile(
    r"(?<!\w)(?:ôtée?s?|retirée?s?|levée?|lever|faite?s?|extubée?|sevr\w{1,8}|reprise|marche|cadre|btc|crp|hb|bili\w{0,8}"
    r"|ictère|poids|confusion|fièvre|pic|transit|guthrie|iléus|perte)(?!\w)"
    r"(?P<between>[^.;\n]{0,30})[ (]J ?(?P<number>\d{1,2})(?![\w/]|-\d| ?[-à] ?J)",
    re.IGNORECASE,
)
_NUMBERED_DAY = re.compile(r"[ (]J ?\d", re.IGNORECASE)
_PLANNED_THEN = re.compile(
    r"prévu|\bà (?:ôter|retirer|faire|débuter|contrôler|refaire)|devra|\bdès\b|jusqu|à partir|\bfils\b|agrafes",
    re.IGNORECASE,
)
_LONGEST_LIVED = 15
# « revu en contrôle à six semaines », « À cinq mois : »
_SEEN = re.compile(
    rf"(?<!\w)(?:revue?s?|vue?s?|reçue?s?|examinée?s?)(?:{_S}[^.;:\n()\d]{{1,30}})?{_S}[àa]{_S}{_COUNT}", re.IGNORECASE
)
_AT = re.compile(
    rf"(?:(?:^|[.\n)])\s{{0,3}}À|[;–-]\s{{1,3}}à){_S}{_COUNT}(?:{_S}(?:d[eu]{_S}|post|d['’])[^.:;\n]{{0,40}})?{_S}?[:,]"
)
# « CERTIFICAT DES 72 HEURES », the title of what is written so long after an admission
_CERTIFICATE = re.compile(
    rf"(?:^|\n)[^\S\n]{{0,40}}certificat{_S}(?:médical{_S})?(?:dit{_S})?(?:des?{_S})"
    rf"(?P<hours>24|vingt-quatre|72|soixante-douze){_S}?h(?:eures)?"
    r"[^\S\n]{0,20}(?:\n|$)",
    re.IGNORECASE,
)
_DAYS_OF_CERTIFICATE = {"24": 1, "vingt-quatre": 1, "72": 3, "soixante-douze": 3}
# « a passé seize jours chez nous », « séjour de dix jours. »
_STAYED = re.compile(
    rf"(?<!\w)(?:a{_S}(?:passé|séjourné)|restée?|gardée?|séjour{_S}de|hospitalisation{_S}de|durée{_S}d[eu]{_S}séjour{_S}?:?)"
    rf"{_S}(?:pendant{_S}|durant{_S})?{_COUNT}"
    rf"(?={_S}(?:chez{_S}nous|ici|parmi{_S}nous|dans{_S}(?:le|notre){_S}service)|{_S}?[.,;\n])",
    re.IGNORECASE,
)
# « Évolution en un peu plus de cinq mois : »
_EVOLVED = re.compile(
    rf"(?<!\w)(?:évolution|séjour){_S}(?:en|sur|durant){_S}(?:un{_S}peu{_S}plus{_S}de{_S}|près{_S}de{_S}|environ{_S})?{_COUNT}",
    re.IGNORECASE,
)
# « Transféré chez nous cinq semaines et demie plus tard. »
_LATER = re.compile(rf"{_COUNT}{_S}plus{_S}tard(?!,?{_S}(?:donc|soit)(?!\w))", re.IGNORECASE)
# « trois semaines après un clou gamma (9/2) », « six semaines ont passé depuis son décès, le »
_AFTER = re.compile(
    rf"{_COUNT}{_S}(?:apr[èe]s|ont{_S}pass[ée]{_S}depuis|se{_S}sont{_S}écoulées?{_S}depuis){_S}[^.;:\n]{{0,80}}$",
    re.IGNORECASE,
)
# « prochaine injection à 8 semaines : 03/01 », « contrôle à 4 mois, soit mars »
_PLANNED = re.compile(
    rf"(?<!\w)(?:[àa]|dans|sous|d['’]ici|extend){_S}{_COUNT}{_S}?(?:(?:[(:,=]|[-–]>|→){_S}?(?:(?:soit|donc){_S})?|soit{_S})"
    rf"{_TO_DATE}",
    re.IGNORECASE,
)
# « PSA à 6 semaines, consultation le », « contrôle à 3 mois en »
_PLANNED_LOOSELY = re.compile(
    rf"(?<!\w)(?:[àa]|dans|sous|d['’]ici){_S}{_COUNT}(?:[ \u00a0,:(][^.;\n\d]{{0,40}})?[ \u00a0(]$", re.IGNORECASE
)
# « depuis un an (08/2021) », « il y a deux mois, le 12/4 », « après 7 semaines (arrivée le 12 janvier »
_AGO = re.compile(
    rf"(?<!\w)(?:il{_S}y{_S}a|depuis|apr[èe]s){_S}{_COUNT}(?:{_S}?\([^.;\n()]{{0,40}}$|{_S}?,{_S}?(?:soit{_S})?(?:depuis{_S})?{_TO_DATE})",
    re.IGNORECASE,
)
_AGO_BEHIND = re.compile(rf"{_S}?[(,–-]?{_S}?il{_S}y{_S}a{_S}{_COUNT}", re.IGNORECASE)
# « 35 jours, donc jusqu'au 8 avril », « Brilique 12 mois, jusqu'au », « 7 j, dernière dose le »
_UNTIL = re.compile(
    rf"{_COUNT}[^.;\n\d]{{0,25}}?[ \u00a0,(]"
    rf"(?:jusqu['’ ](?:au|en|à)|[-–]>|→|derni[èe]re{_S}dose|fin|[àa]{_S}r[ée][ée]valuer){_S}{_TO_DATE}",
    re.IGNORECASE,
)
# « 34 jours chez nous (du 8 mars au 11 avril) », « 84 jours » behind a range
_RANGE = re.compile(rf"{_COUNT}(?:{_S}[^.;\n\d()]{{0,40}})?(?:{_S}?\((?:du{_S})?|[,:]?{_S}du{_S})$", re.IGNORECASE)
_RANGE_BEHIND = re.compile(rf"(?:{_S}inclus)?{_S}?[(,=]{_S}?(?:soit{_S})?{_COUNT}", re.IGNORECASE)
# « scanner du 17/11, soit dix-huit mois », « le 11 février, 3 mois révolus », « le 12/3, deux mois plus tôt »
_SINCE_BEHIND = re.compile(
    rf"{_S}?[,(]?{_S}(?:soit{_S}(?:à{_S})?|il{_S}y{_S}a{_S}){_COUNT}",
    re.IGNORECASE,
)
_PAST_BEHIND = re.compile(
    rf"{_S}?[,(]{_S}?(?:à{_S})?{_COUNT}{_S}(?P<past>révolus?|écoulée?s?|passée?s?|d['’]évolution|de{_S}recul|plus{_S}tôt|auparavant|post)(?!\w)",
    re.IGNORECASE,
)
# « (J10 d'une appendicectomie du 22/02 »
_NUMBERED_SINCE = re.compile(
    rf"(?<!\w){_NUMBER}{_S}d(?:e{_S}|u{_S}|['’])[^.;:\n]{{0,60}}{_S}(?:du|le){_S}$", re.IGNORECASE
)
# « Bilan J1 téléphonique (10/11) »
_NUMBERED_LOOSELY = re.compile(rf"(?<!\w){_NUMBER}{_S}[^\W\d_]{{3,20}}{_S}?[(:]{_S}?(?:le{_S})?$", re.IGNORECASE)
# « toutes les 4 sem., dernière le 02/09/24, prochaine le 30/09 »
_EVERY = re.compile(
    rf"(?:tou(?:s|tes){_S}les{_S}|/){_ANY_COUNT}[^.;\n\d]{{0,30}}\bderni[èe]re[^.;\n\d]{{0,20}}$", re.IGNORECASE
)
# « revue le 12/5, à 6 semaines de l'intervention »
_AT_BEHIND = re.compile(rf"[ \u00a0,(]{{0,2}}[àa]{_S}{_COUNT}{_S}(?:d[eu]{_S}|post|d['’])", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;!?]\s")
_EVENT = re.compile(
    r"(?<!\w)(?:opér|interv|chirurg|bloc\b|pos[ée]|implant|p[tu][gh]\b|proth|ostéos|enclou|clou\b|césar|accouch|nées?\b|nés?\b"
    r"|naiss|greff|transplant|transf[ée]r|évacu|admi|entr[ée]|hospit|arriv|chut|tomb|accident|percut|renvers|avc|idm|fract"
    r"|traum|entors|réparation|suture|brûl|mord|piqu|stent|intub|\biot\b|(?:ec|st|lip|t)omie\b|plastie\b"
    r"|j[ \u00a0]?[01]\b|vaccin|inject|cure|début|diagn)[^.;\n]{0,40}$",
    re.IGNORECASE,
)
# « née le 2/4 à 31 SA + 5 », « 24 SA (le 6/12) », « DDR : 12/05 », « terme le »
# Some of their words, one of which a text holds that tells a day of a pregnancy.
_OF_GESTATION = ("SA", "DG", "DDR")
_OF_GESTATION_IN_ANY_CASE = ("aménorrhée", "dpa", "terme", "grossesse", "accouchement")
_GESTATION = (
    rf"(?P<weeks>\d{{1,2}}){_S}?(?:SA(?!\w)|semaines{_S}d['’]aménorrhée)(?:{_S}?\+{_S}?(?P<days>[0-6])(?![\d/]))?"
)
# Of it, in small letters, what few texts hold.
_WEEKS = re.compile(rf"\d{_S}?(?:sa(?!\w)|semaines{_S}d['’]aménorrhée)")
_GESTATION_BEHIND = re.compile(
    rf"(?:{_S}(?:à{_S})?\d{{1,2}}{_S}?[h:]{_S}?(?:\d\d)?)?(?:[^.;\n\d]{{0,20}}[ \u00a0(])?{_GESTATION}"
)
_GESTATION_BEFORE = re.compile(rf"(?<!\d){_GESTATION}(?:{_S}?j)?{_S}?[(:,]{_S}?(?:le{_S})?$")
# On the day of the note: « 18 SA + 3  Poids 71 », « G3P1, 33 SA + 4 », « Terme du jour : 22 SA », « enceinte de 31 SA »
_GESTATION_TODAY = re.compile(
    rf"(?:(?:^|\n)[^\S\n]{{0,8}}|(?<!\w)G\d{{1,2}}{_S}?P\d{{1,2}}[ \u00a0,:—–-]{{1,3}}(?:à{_S})?"
    rf"|(?<!\w)(?:ce{_S}jour|aujourd['’]hui|terme|terme{_S}du{_S}jour|grossesse(?:{_S}en{_S}cours)?|enceinte)"
    rf"{_S}?:?{_S}?(?:(?:à|de|d['’]){_S}?)?){_GESTATION}(?!{_S}?[=(])",
    re.IGNORECASE,
)
# On the day of the birth that a note tells: « Voie basse à 39 SA + 5 », « travail spontané à 39 SA + 3 »
_GESTATION_OF_BIRTH = re.compile(
    rf"(?<!\w)(?:voie{_S}basse|vb|accouch\w{{1,7}}|césarienne|naissance|travail|née?)(?!\w)[^.;:\n\d]{{0,30}}{_S}à{_S}{_GESTATION}",
    re.IGNORECASE,
)
# « Vaccins des 2 mois faits le »
_OF_VACCINE = re.compile(
    rf"(?<!\w)vaccin(?:s|ation|ations)?{_S}(?:des|de|à){_S}(?P<months>2|3|4|5|11|12|16|18){_S}mois(?:{_S}faite?s?)?{_S}?:?{_S}?(?:le{_S})?$",
    re.IGNORECASE,
)
_TO_DAY = rf"{_S}?[:=]?{_S}?(?:le{_S}|au{_S}|du{_S}|pour{_S}le{_S}|pour{_S})?$"
_LAST_PERIOD = re.compile(rf"(?<!\w)DDR(?:{_S}(?:sûre|certaine))?{_TO_DAY}")
# « DDG (LCC 62 mm) : », « DG corrigée », two weeks later; « DG sous insuline » is diabetes.
_CONCEPTION = re.compile(
    rf"(?<!\w)(?:DDG(?![^\W\d_])[^.;\n]{{0,30}}$"
    rf"|(?:DG|(?i:d[ée]but{_S}de{_S}(?:la{_S})?grossesse))(?:{_S}(?:corrigée|retenue?|fixée?|estimée?))?{_TO_DAY})"
)
_TERM = re.compile(
    rf"(?<!\w)(?:(?<!à{_S})(?<!avant{_S})terme|DPA|accouchement{_S}prévu)(?:{_S}(?:théorique|prévu|calculé|fixé|estimé))?"
    rf"(?:{_S}par{_S}(?:l['’])?écho(?:graphie)?)?(?:{_S}?\(?(?:à{_S})?(?P<weeks>4[01]){_S}?SA\)?)?{_TO_DAY}",
    re.IGNORECASE,
)
# Of 40 weeks or of 41, which some reckon as nine months.
_TO_CONCEPTION, _TO_TERM = 14, (280, 289)
_WEEK = 7
_FIRST_WEEK, _LAST_WEEK = 4, 42
# How many days the units are, times ten, and by how many days a count in them may be out.
_TENTHS = {"j": 10, "s": 70, "m": 304, "a": 3652}
_ROUND = {"j": 0, "s": 3, "m": 8, "a": 60}
_MOST_YEARS = 50
# A numbered day that begins within so many characters of the date before it is that date.
_BESIDE_NUMBER = 3


@shown_without_values
class ToldCount(NamedTuple):
    """A count in words.

    Parameters
    ----------
    later, earlier : tuple of Side
        What it may lead to, and from.
    least, most : int
        Days.
    """

    later: tuple[Side, ...]
    earlier: tuple[Side, ...]
    least: int
    most: int


def tells_event(before: str) -> bool:
    """Tell whether the words before a date say that something happened then from which days are counted.

    Examples
    --------
    >>> tells_event("opérée le "), tells_event("revue le ")
    (True, False)
    """
    return _EVENT.search(before[-_LONGEST:]) is not None


def last_day_lived(between: str) -> int:
    """Return the largest number of a day that the words of a text say is past; 0 for none.

    Examples
    --------
    >>> last_day_lived("lever J1, 20 m au cadre de marche J10, agrafes à ôter J15")
    10
    """
    if _NUMBERED_DAY.search(between) is None:
        return 0
    numbers = (int(found["number"]) for found in _LIVED.finditer(between) if not _PLANNED_THEN.search(found["between"]))
    return max((number for number in numbers if number <= _LONGEST_LIVED), default=0)


def may_tell_gestation(text: str) -> bool:
    """Tell whether a text holds a word without which `gestation_told` finds nothing in any part of it."""
    if any(word in text for word in _OF_GESTATION):
        return True
    lowered = text.lower()
    return any(word in lowered for word in _OF_GESTATION_IN_ANY_CASE)


def gestation_told(before: str, behind: str) -> tuple[int, int] | None:
    """Return how many days after the last period a date is at least and at most by the words around it.

    None if they do not say.

    Examples
    --------
    >>> gestation_told("née le ", " à 31 SA + 5"), gestation_told("DG ", "."), gestation_told("terme le ", "")
    ((222, 222), (14, 14), (280, 289))
    """
    shown = before[-_LONGEST:]
    if _LAST_PERIOD.search(shown):
        return 0, 0
    if _CONCEPTION.search(shown):
        return _TO_CONCEPTION, _TO_CONCEPTION
    term = _TERM.search(shown)
    if term is not None:
        weeks = term["weeks"]
        return (int(weeks) * _WEEK, int(weeks) * _WEEK) if weeks else _TO_TERM
    found = _GESTATION_BEHIND.match(behind) or _GESTATION_BEFORE.search(shown)
    return _gestation(found) if found is not None else None


def gestation_of_today(between: str) -> tuple[int, int] | None:
    """Return how far a text that holds no date says that a pregnancy is on the day of the note, as `gestation_told`.

    Examples
    --------
    >>> gestation_of_today(" G3P1, 33 SA + 4. Col long."), gestation_of_today(" Née à 33 SA + 4.")
    ((235, 235), None)
    """
    found = _GESTATION_TODAY.search(between) if _WEEKS.search(between.lower()) else None
    if found is None or not _FIRST_WEEK <= int(found["weeks"]) <= _LAST_WEEK:
        return None
    return _gestation(found)


def gestation_of_birth(between: str) -> tuple[int, int] | None:
    """Return how far a text that holds no date says that a pregnancy was when it ended, as `gestation_told`.

    Examples
    --------
    >>> gestation_of_birth(". Voie basse à 39 SA + 5, périnée intact."), gestation_of_birth(". À 32 SA, col long.")
    ((278, 278), None)
    """
    found = _GESTATION_OF_BIRTH.search(between) if _WEEKS.search(between.lower()) else None
    return _gestation(found) if found is not None and int(found["weeks"]) <= _LAST_WEEK else None


def months_of_vaccine(before: str) -> int:
    """Return of how many months of life the words before a date say that a vaccine is; 0 for none.

    Examples
    --------
    >>> months_of_vaccine("Vaccins des 2 mois faits le "), months_of_vaccine("Vaccins à jour, vu à 2 mois le ")
    (2, 0)
    """
    found = _OF_VACCINE.search(before[-_LONGEST:])
    return int(found["months"]) if found is not None else 0


def _gestation(found: re.Match[str]) -> tuple[int, int]:
    first = int(found["weeks"]) * _WEEK
    if found["days"] is None:
        return first, first + _WEEK - 1
    return first + int(found["days"]), first + int(found["days"])


def bounds_pregnancy(before: str) -> bool:
    """Tell whether the words before a date say that a pregnancy begins or ends then: not on the day of the note.

    Examples
    --------
    >>> bounds_pregnancy("DPA : "), bounds_pregnancy("DDR "), bounds_pregnancy("née à terme le ")
    (True, True, False)
    """
    return any(pattern.search(before) for pattern in (_TERM, _LAST_PERIOD, _CONCEPTION))


def counts_told(between: str) -> Iterator[ToldCount]:
    """Yield the counts that stand between two dates, or before the first or behind the last of a text.

    Parameters
    ----------
    between : str
        The text between them, any other value in it left out.

    Examples
    --------
    >>> [tuple(told) for told in counts_told(", qui sort ce jour à J4 d'une césarienne.")]
    [(('today',), ('event',), 4, 4)]
    >>> [(told.least, told.most) for told in counts_told(" : contrôle gauche à 4 mois, soit ")]
    [(113, 129)]
    """
    told: dict[int, ToldCount] = {}
    lowered = between.lower()
    certificate = _CERTIFICATE.search(between) if "certificat" in lowered else None
    if certificate is not None:
        days = _DAYS_OF_CERTIFICATE[certificate["hours"].lower()]
        yield ToldCount(("today",), ("event",), days, days)
    if _NEEDED.search(lowered) is None:
        return
    for pattern in (_TODAY_NUMBERED, _TITLE_NUMBERED) if _ANY_NUMBER.search(lowered) else ():
        for found in pattern.finditer(between):
            number = int(found["number"])
            if number > 1:
                told[found.start("number")] = ToldCount(("today",), ("event",), number, number)
    for pattern, needed, later, earlier in _ANYWHERE if _ANY_UNIT.search(lowered) else ():
        for found in pattern.finditer(between) if any(word in lowered for word in needed) else ():
            told[found.start("count")] = _told(found, later, earlier)
    if _ANY_NUMBER.search(lowered) is not None:
        told.update(_numbered_before_date(between))
    for found, later, earlier in _beside(between):
        told.setdefault(found.start("count"), _told(found, later, earlier))
    yield from (each for each in told.values() if each.most > 1 or each.least == 1)


def _numbered_before_date(between: str) -> dict[int, ToldCount]:
    """Return by place the numbered day that stands before the date of its event, or right before its own date."""
    since = max(len(between) - _LONGEST, 0)
    found = _NUMBERED_SINCE.search(between, since)
    if found is not None:
        later: Side = "left" if found.start() <= _BESIDE_NUMBER else "today"
        number = int(found["number"])
        return {found.start("number"): ToldCount((later,), ("right",), number, number)}
    found = _NUMBERED_LOOSELY.search(between, since)
    if found is None:
        return {}
    number = int(found["number"])
    return {found.start("number"): ToldCount(("right",), ("event", "today"), number, number)}


def _beside(between: str) -> Iterator[tuple[re.Match[str], tuple[Side, ...], tuple[Side, ...]]]:
    """Yield the counts that a text begins with, and the one that it ends with: the first of those that say more."""
    if _NEEDED.search(between[:_LONGEST].lower()) is not None:
        for pattern, later, earlier in _BEHIND:
            found = pattern.match(between, 0, _LONGEST)
            if found is not None:
                yield found, later, earlier
    since = max(len(between) - _LONGEST, 0)
    if _NEEDED.search(between[since:].lower()) is None:
        return
    after = _AFTER.search(between, since)
    if after is not None:
        is_apart = since or _SENTENCE_END.search(between, 0, after.start())
        yield after, ("today",) if is_apart else ("left", "today"), ("right",)
        return
    for pattern, later, earlier in _BEFORE:
        found = pattern.search(between, since)
        if found is not None:
            yield found, later, earlier
            return


_OF_RANGES = (_RANGE, _RANGE_BEHIND, _STAYED, _EVOLVED)
# Counts that may stand anywhere, words in small letters of which each holds one, and what they lead between.
_ANYWHERE: tuple[tuple[re.Pattern[str], tuple[str, ...], tuple[Side, ...], tuple[Side, ...]], ...] = (
    (_SEEN, ("vu", "reçu", "examiné"), ("today",), ("event",)),
    (_AT, ("à",), ("today",), ("event",)),
    (_STAYED, ("passé", "séjour", "resté", "gardé", "hospitalisation"), ("exit",), ("entry",)),
    (_EVOLVED, ("évolution", "séjour"), ("exit",), ("entry",)),
    (_LATER, ("plus",), ("event", "entry"), ("left",)),
)
_BEHIND: tuple[tuple[re.Pattern[str], tuple[Side, ...], tuple[Side, ...]], ...] = (
    (_AGO_BEHIND, ("today",), ("left",)),
    (_PAST_BEHIND, ("today",), ("left",)),
    (_SINCE_BEHIND, ("today",), ("left",)),
    (_RANGE_BEHIND, ("left",), ("last",)),
    (_AT_BEHIND, ("left",), ("event",)),
)
_BEFORE: tuple[tuple[re.Pattern[str], tuple[Side, ...], tuple[Side, ...]], ...] = (
    (_PLANNED, ("right",), ("today", "event")),
    (_EVERY, ("next",), ("right",)),
    (_AGO, ("today",), ("right",)),
    (_UNTIL, ("right",), ("event", "today", "left")),
    (_PLANNED_LOOSELY, ("right",), ("today", "event")),
    (_RANGE, ("next",), ("right",)),
)


def _told(found: re.Match[str], later: tuple[Side, ...], earlier: tuple[Side, ...]) -> ToldCount:
    """Return what a count in words says; of no day where it counts none."""
    words = found["count"]
    count = int(words) if words.isdecimal() else read_number(tuple(fold(words).replace("une", "un").split("-")))
    unit = found["unit"][0].lower()
    days = (2 * (count or 0) + (found["half"] is not None)) * _TENTHS[unit] // 20
    if not 1 < days <= _MOST_YEARS * 366:
        return ToldCount(later, earlier, 0, 0)
    # The first day counts too, or does not: « trois jours, du 8 au 10 ». Who plans weeks means them to the day.
    out = 1 if found.re is _PLANNED and unit == "s" else _ROUND[unit]
    if found.re is _PAST_BEHIND and fold(found["past"]).startswith(("revol", "ecoul", "pass")):
        return ToldCount(later, earlier, days, days + out)
    may_count_first = unit == "j" and found.re in _OF_RANGES
    return ToldCount(later, earlier, max(days - max(out, may_count_first), 1), days + out)
