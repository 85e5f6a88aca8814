"""Words that say which class of school somebody is in, or a childhood, and how old who is in one is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.needed import Needed
from palimpseste.writings.passages import Passages

__all__ = ["ClassTold", "classes_told", "is_in_class", "schools_told", "years_in_class"]

# The age of which one is, or becomes in the year in which the school year begins.
_AGE_IN = {
    "petite section": 3, "moyenne section": 4, "grande section": 5,
    "cp": 6, "ce1": 7, "ce2": 8, "cm1": 9, "cm2": 10,
    "6": 11, "5": 12, "4": 13, "3": 14, "second": 15, "first": 16, "last": 17,
}  # fmt: skip
_ELEMENTARY = r"(?-i:CE1|CE2|CM1|CM2)"
_PUPIL = r"(?:élève de|classe de|classe ?:|scolarisée? en|est en|va en)"
_SCHOOL_BEHIND = r"(?=,? (?:à|au|de (?:Mme|M\.|Mlle|madame|monsieur)|chez|école|maître|maîtresse|avec AESH|ULIS))"
_CLASS = re.compile(
    r"(?<![\w/.-])(?:"
    rf"(?P<nursery>petite section|moyenne section|grande section)"
    # Not « 0,7 CM2 », nor « 1 CP le matin ».
    rf"|(?<!\d )(?P<elementary>{_ELEMENTARY})(?:[-/](?P<or>{_ELEMENTARY}))?"
    rf"|(?<!\d )(?P<cp>(?-i:CP))(?:[-/](?P<cp_or>(?-i:CE1)))?{_SCHOOL_BEHIND}"
    rf"|(?:{_PUPIL}|en) (?P<in_cp>(?-i:CP))(?:[-/](?P<in_cp_or>(?-i:CE1)))?"
    # Not « en 3e intention », « est en 4e position ».
    rf"|{_PUPIL} (?P<college>[3-6]) ?(?:i?[eè]me|e)"
    r"(?! (?:degré|ligne|intention|position|cycle|cure|jour|mois|année))"
    r"|en (?P<in_college>[3-6]) ?(?:i?[eè]me|e)(?: [A-H])?(?= (?:au|du|SEGPA|ULIS|prépa))"
    rf"|{_PUPIL} (?P<second>seconde|2nde)|en (?P<in_second>seconde|2nde)(?= (?:au|générale|pro))"
    r"|(?:élève de|classe de|scolarisée? en) (?P<first>première|1[eè]?re)"
    r"|en (?P<in_first>première|1[eè]?re)(?= (?:au|générale|pro)\b)"
    r"|(?:élève de|classe de|en) (?P<last>terminale)(?! (?:de|du|rénale))"
    r")(?!\w)",
    re.IGNORECASE,
)
_NEEDED_OF_CLASS = Needed(
    (
        "section", "ce1", "ce2", "cm1", "cm2", "cp", "seconde", "2nde", "terminale",
        *(f"{who} {which}" for who in ("élève de", "classe de", "en") for which in ("première", "1re", "1ère")),
        *(f"{number}{ending}" for number in range(3, 7) for ending in ("e", "ème", "ième", " e", " ème", " ième")),
    )
)  # fmt: skip
# Not « crèche vivante »; « crèche de Noël ».
_CHILDHOOD = re.compile(
    r"(?<!\w)(?:(?P<baby>nourrisson)|(?:(?:à|de) la |en |sa |\()(?P<creche>crèche)(?! (?:vivante|de no)))(?!\w)",
    re.IGNORECASE,
)
# How old in the year in which a school year begins who has not begun school is: born in that school year, or up to two
# years before its beginning.
_IN_CRECHE = (-1, 2)
_NEEDED_OF_CHILDHOOD = Needed(("nourrisson", "crèche"))
# Whole years of age, both included.
_YEARS_IN = {"baby": (0, 2), "creche": (0, 3)}
# Said of another time, or by whom the class is taught or shared.
_NOT_NOW = re.compile(
    r"(?:\b(?:depuis|d[èe]s|avant|après|fin d[eu]|redoubl\w+|sauté|entr\w+|passage|ira|rentrera|ava(?:is|it|ient) \w+"
    r"|étai(?:s|t|ent)(?: \w+)?|ma[iî]tre(?:sse)?|prof(?:esseure?)?s?|institut\w+|enseign\w+|résultats|programme|niveau"
    r"|ordinateur|retard\w*(?: \w+){0,3}|ancienne?|fai[ts]|camarade|copains?|copines?)|jusqu['’](?:à|en|au)|qu['’]en)"
    r"(?: (?:de|du|en|au|le|la|les|l['’]|son|sa|principale?|sur))*\s?$",
    re.IGNORECASE,
)
# « La maîtresse de CM1 garde ses compresses » tells of a pupil, « maîtresse de CM1 » of a patient.
_OF_TEACHER = re.compile(
    r"(?:^|[^\w])(?:la|le) (?:ma[iî]tre(?:sse)?|institut(?:rice|eur)|enseignante?|professeure?) (?:de|du) $",
    re.IGNORECASE,
)
_REPEATED = re.compile(r"\bredouble(?: (?:le|la|son|sa))?\s?$", re.IGNORECASE)
_KIN = re.compile(
    r"\b(?:frères?|s(?:œ|oe)urs?|filles?|fils|cousine?s?|enfants?|jume(?:au|lle)|cadette?|aînée?|papa|père|mère|maman|mari"
    r"|femme|neveu|nièce|petit-fils|voisine?)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;!?\n](?:(?<=\n)|(?=\s))")
_LONGEST_BEFORE = 60
# « 8 ans et demi, est scolarisé en CE2 », « CE2, 9 ans », « Nourrisson Léa AUBRY - 20 mois »
_AGE_BEFORE, _AGE_BEHIND, _AGE_OF_CHILD_BEHIND = 40, 3, 12
_SUMMER = 8
_WITH_YEAR_OF_BIRTH = frozenset({"year", "month", "day"})


@shown_without_values
class ClassTold(NamedTuple):
    """What words tell of how old somebody is.

    Parameters
    ----------
    age_span : int or None
        The span of the age beside them, whose bearer they are said of; None where they are said of the patient.
    is_school : bool
        Whether ages are those of the year in which a school year begins, as classes are; else those of the day.
    least, most : int
        Ages in whole years, both included.
    """

    age_span: int | None
    is_school: bool
    least: int
    most: int


def classes_told(passages: Passages) -> Iterator[ClassTold]:
    """Yield what words outside the spans of a document tell of ages, in order.

    What is looked at are the words and the places of spans between them.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """
    said, places = passages.squeezed
    for match in _CLASS.finditer(said) if _NEEDED_OF_CLASS.among(passages.beginnings) else ():
        least, most = _ages_in(match)
        before = _sentence_before(said, match.start())
        if _REPEATED.search(before):
            least, most = least + 1, most + 1
        elif _NOT_NOW.search(before) and not _OF_TEACHER.search(before):
            continue
        age_span = _age_beside(passages, said, places, match)
        if age_span is not None or not _KIN.search(before):
            yield ClassTold(age_span, True, least, most)
    for match in _CHILDHOOD.finditer(said) if _NEEDED_OF_CHILDHOOD.among(passages.beginnings) else ():
        age_span = _age_beside(passages, said, places, match, _AGE_OF_CHILD_BEHIND)
        if age_span is not None:
            yield ClassTold(age_span, False, *_YEARS_IN[match.lastgroup or ""])
        elif match["creche"] and not _KIN.search(_sentence_before(said, match.start())):
            yield ClassTold(None, True, *_IN_CRECHE)


def schools_told(passages: Passages, calendar: Calendar) -> Iterator[SchoolTold]:
    """Yield what words outside the spans of a document tell of the class of school of who was born on a date of it.

    A class is that of the day of the document. It is the patient's where no word of kin stands before it; beside an
    age, of whose date of birth that age follows, if any. Who goes to a crèche is the youngest of whom a birth is told,
    which the order of dates tells.

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    day, births = calendar.reference_value, calendar.births
    if day is None or day.unit not in ("day", "month") or not births:
        return
    read = AgesRead(passages, calendar, follow_dates=True)
    for told in classes_told(passages):
        if told.age_span is not None:
            birth = _birth_of(told.age_span, read)
        elif told.least < 0:
            birth = max(births, key=lambda each: each.middle)
        else:
            birth = births[0]
        if told.is_school and birth is not None and birth.unit in _WITH_YEAR_OF_BIRTH:
            yield SchoolTold(birth, day, told.least, told.most)


def _birth_of(age_span: int, read: AgesRead) -> DateValue | None:
    """Return the date of birth that an age follows from, if any."""
    written = read.written.get(age_span)
    origin = read.origin(age_span, written.values[0]) if written is not None else None
    return None if origin is None else origin.birth


def years_in_class(told: ClassTold, day: date) -> range:
    """Return how old, in whole years, who is in a class on a day may be.

    Examples
    --------
    >>> list(years_in_class(ClassTold(None, True, 8, 8), date(2024, 11, 15)))
    [7, 8]
    """
    if not told.is_school:
        return range(told.least, told.most + 1)
    starts = _starts(day)
    # Whose birthday of this year is still to come is younger by a year.
    return range(day.year - starts[-1] + told.least - 1, day.year - starts[0] + told.most + 1)


def is_in_class(least: int, most: int, birth: date, day: date) -> bool:
    """Tell whether who was born on a day may be in a class of those ages on another.

    Parameters
    ----------
    least, most : int
        Years that pupils of the class turn in the year that it begins in.
    birth : date
        The day of birth.
    day : date
        When the class is said.
    """
    return any(least <= start - birth.year <= most for start in _starts(day))


def _starts(day: date) -> tuple[int, ...]:
    """Return the year in which the school year of a day began; in August that of the next as well."""
    if day.month > _SUMMER:
        return (day.year,)
    return (day.year - 1, day.year) if day.month == _SUMMER else (day.year - 1,)


def _ages_in(match: re.Match[str]) -> tuple[int, int]:
    """Return the ages of a class, or of two that are taught as one."""
    found = {name.removeprefix("in_"): value.lower() for name, value in match.groupdict().items() if value}
    named = [_AGE_IN[name if name in _AGE_IN else value] for name, value in found.items()]
    return min(named), max(named)


def _sentence_before(said: str, place: int) -> str:
    """Return the words before a place, of its sentence and few."""
    before = said[max(0, place - _LONGEST_BEFORE) : place]
    ends = [end.end() for end in _SENTENCE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def _age_beside(
    passages: Passages, said: str, places: list[int], match: re.Match[str], farthest: int = _AGE_BEHIND
) -> int | None:
    """Return the span of the age that stands beside words, before them in their sentence or not far behind."""
    first = bisect_left(places, match.start())
    for index in range(first - 1, -1, -1):
        if match.start() - places[index] > _AGE_BEFORE or _SENTENCE_END.search(said, places[index], match.start()):
            break
        if passages.spans[index].label == "AGE":
            return None if _KIN.search(said, places[index], match.start()) else index
    for index in range(bisect_left(places, match.end()), len(places)):
        if places[index] - match.end() > farthest or _SENTENCE_END.search(said, match.end(), places[index]):
            break
        if passages.spans[index].label == "AGE":
            return None if _KIN.search(said, match.end(), places[index]) else index
    return None
