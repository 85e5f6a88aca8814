"""What a note says of its patient that others may know: birth, age, sex, town, stay, hospital, trade, family, codes.

Read at the spans of the note, by the readers that surrogates are written with, and from the words around them. Where a
note tells of several people, the reading is that of somebody in a hurry: the first birth and age, the town of whoever
lives somewhere, else every town there is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.icd10 import codes_in
from palimpseste.places import PlaceTable
from palimpseste.population.people import AGES
from palimpseste.surrogates.values.marks import is_mark
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.ages.written import IN_A_YEAR
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.number_words import read_number
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead

__all__ = ["NAMES", "Attributes", "read_attributes", "said_at"]

# What an attacker may know, as reports name it.
NAMES = ("age", "birthday", "sex", "town", "admission", "discharge", "hospital", "profession", "family", "diagnoses")

_WOMAN = re.compile(r"\b(?:patiente|née|âgée|hospitalisée|admise|retraitée|veuve)\b", re.IGNORECASE)
_MAN = re.compile(r"\b(?:patient|né|âgé|hospitalisé|admis|retraité|veuf)\b", re.IGNORECASE)
_MISSUS, _MISTER = re.compile(r"\b(?:Mme|Madame|Mlle|Mademoiselle)\b"), re.compile(r"\b(?:M\.|Mr\b|Monsieur\b)")
_LIVES = re.compile(r"(?:domicil|habit|demeur|résid|\bvit\b|\badresse\b)[^.;\n]{0,60}$", re.IGNORECASE)
_ADMITTED = re.compile(r"(?:hospitalis|séjour|admise?\b|entrée?\b|arrivée?\b)[^.;\n]{0,25}$", re.IGNORECASE)
_UNTIL = re.compile(r"\s{0,3}(?:au|jusqu'au|-|–|→|et sorti\w{0,2})\s{0,3}(?:le)?\s{0,3}", re.IGNORECASE)
_LEFT = re.compile(r"\b(?:sortie?|sortante?)\b[^.;\n]{0,15}$", re.IGNORECASE)
_TRADE = re.compile(
    r"\b(?:(?:profession|métier)\s{0,2}:|(?:travaille|exerce) comme|retraitée? (?:de|d')|ancien(?:ne)? )\s{0,2}"
    r"([^\W\d_]{4,}(?:-[^\W\d_]{2,20})?)",
    re.IGNORECASE,
)
_CHILDREN = re.compile(
    r"\b(?:mère|père|parent|a|avec|vit avec (?:ses|leurs)) (?:de |d')?"
    r"(\d{1,2}|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix) (?:grands? )?enfants?\b",
    re.IGNORECASE,
)
_NO_CHILD = re.compile(r"\b(?:sans|pas d|n'a pas d)(?:'| )enfants?\b", re.IGNORECASE)
# With a point, or behind a word that tells it is a code: « L5 », « B12 » are none.
_CODE = re.compile(r"(?<![\w.])[A-Z]\d{2}\.\d{1,2}(?![\w.])|(?<=CIM-10 )[A-Z]\d{2}\b|(?<=CIM10 )[A-Z]\d{2}\b")
_BEFORE = 80
# When people were counted: what a birth is held against where nothing tells when the note was written.
_COUNTED = date(2022, 1, 1)


@dataclass(frozen=True, slots=True, repr=False)
class Attributes:
    """What a note says of its patient; None and empty where it says nothing.

    Parameters
    ----------
    ages : tuple of int, optional
        The lowest and the highest age in whole years.
    birthday : tuple of int, optional
        Month and day of birth; a day of 0 where the month alone is said.
    sex : int, optional
        0 for a man, 1 for a woman.
    towns : tuple of int
        Communes by their places in the table: one of them is the patient's.
    admission : int, optional
        Day, as the proleptic ordinal.
    nights : int, optional
        From admission to discharge.
    hospital, profession : str
        Folded.
    children : int, optional
        How many the patient has.
    diagnoses : tuple of str
        Codes of ICD-10, sorted.
    birth_year : int, optional
        Where it is said.
    """

    ages: tuple[int, int] | None = None
    birthday: tuple[int, int] | None = None
    sex: int | None = None
    towns: tuple[int, ...] = ()
    admission: int | None = None
    nights: int | None = None
    hospital: str = ""
    profession: str = ""
    children: int | None = None
    diagnoses: tuple[str, ...] = ()
    birth_year: int | None = None

    def __repr__(self) -> str:
        return f"Attributes(<{len(said_at(self))} said>)"


def said_at(attributes: Attributes) -> frozenset[str]:
    """Return which of `NAMES` are said."""
    said = {
        "age": attributes.ages is not None,
        "birthday": attributes.birthday is not None,
        "sex": attributes.sex is not None,
        "town": bool(attributes.towns),
        "admission": attributes.admission is not None,
        "discharge": attributes.nights is not None,
        "hospital": bool(attributes.hospital),
        "profession": bool(attributes.profession),
        "family": attributes.children is not None,
        "diagnoses": bool(attributes.diagnoses),
    }
    return frozenset(name for name, is_said in said.items() if is_said)


def read_attributes(document: Document, spans: Sequence[Span], places: PlaceTable | None = None) -> Attributes:
    """Return what a note says of its patient.

    Parameters
    ----------
    document : Document
        As it came, or written anew; its record is not looked at.
    spans : sequence of Span
        Sorted and disjoint, in the text of the document.
    places : PlaceTable, optional
        Where towns are known from.
    """
    table = places or PlaceTable.bundled()
    bare = Document(document.id, document.text, date=document.date)
    passages = Passages.at(bare, [s for s in spans if not is_mark(document.text, s.start, s.end)])
    calendar = Calendar(passages)
    read = sorted(calendar.dated.items())
    dated = {i: each for i, each in read if each.written.year is not None or each.reach is not None}
    stay = _stay(passages, dated)
    today = date.fromordinal(stay[0]) if stay[0] is not None else document.date or _latest(passages, dated) or _COUNTED
    births = [each for i, each in dated.items() if passages.spans[i].label == "BIRTHDATE"]
    birth = births[0] if births else None
    text = document.text
    trade = _TRADE.search(text)
    hospitals = [i for i, span in enumerate(passages.spans) if span.label == "HOSPITAL"]
    return Attributes(
        _age(passages, calendar, birth, today),
        _birthday(birth),
        _sex(text),
        _towns(passages, table),
        *stay,
        fold(passages.values[hospitals[0]]) if hospitals else "",
        fold(trade.group(1)) if trade else "",
        _children(text),
        tuple(sorted({code for found in _CODE.findall(text) for code in codes_in(found)})),
        birth.day.year if birth else None,
    )


def _age(passages: Passages, calendar: Calendar, birth: DatedSpan | None, today: date) -> tuple[int, int] | None:
    if birth is not None:
        years = today.year - birth.day.year
        if birth.unit == "day":
            years -= (today.month, today.day) < (birth.day.month, birth.day.day)
        low = years if birth.unit == "day" else years - 1
        return (low, years) if low >= 0 and years < AGES else None
    for written in AgesRead(passages, calendar, follow_dates=False).written.values():
        ages = [int(value.number / IN_A_YEAR[value.units[-1]]) for value in written.values]
        if ages and max(ages) < AGES:
            return min(ages), max(ages)
    return None


def _birthday(birth: DatedSpan | None) -> tuple[int, int] | None:
    if birth is None or birth.unit == "year":
        return None
    return birth.day.month, birth.day.day if birth.unit == "day" else 0


def _children(text: str) -> int | None:
    if _NO_CHILD.search(text):
        return 0
    found = _CHILDREN.search(text)
    if not found:
        return None
    number = fold(found.group(1))
    return int(number) if number.isdecimal() else read_number(("un" if number == "une" else number,))


def _sex(text: str) -> int | None:
    for woman, man in ((_WOMAN, _MAN), (_MISSUS, _MISTER)):
        women, men = len(woman.findall(text)), len(man.findall(text))
        if women != men:
            return int(women > men)
    return None


def _towns(passages: Passages, table: PlaceTable) -> tuple[int, ...]:
    read, numbers = TownsRead(passages, atlas_of(table)), _numbers_of(table)
    found, lived = set(), set()
    for index, span in enumerate(passages.spans):
        if span.label in ("CITY", "ZIP") and (commune := read.commune_of(index)) is not None:
            number = numbers[commune.insee]
            found.add(number)
            if _LIVES.search(passages.before(index, _BEFORE)):
                lived.add(number)
    return tuple(sorted(lived or found))


@lru_cache(maxsize=2)
def _numbers_of(table: PlaceTable) -> dict[str, int]:
    return {commune.insee: number for number, commune in enumerate(table.communes)}


def _stay(passages: Passages, dated: dict[int, DatedSpan]) -> tuple[int | None, int | None]:
    """Return the day of admission and the nights until discharge."""
    days = {i: d.day.toordinal() for i, d in dated.items() if d.unit == "day" and passages.spans[i].label == "DATE"}
    admission = next((i for i in days if _ADMITTED.search(passages.before(i, _BEFORE))), None)
    if admission is None:
        return None, None
    for index in days:
        if index > admission and (
            (index == admission + 1 and _UNTIL.fullmatch(passages.between(admission, index)))
            or _LEFT.search(passages.before(index, _BEFORE))
        ):
            nights = days[index] - days[admission]
            return days[admission], nights if nights >= 0 else None
    return days[admission], None


def _latest(passages: Passages, dated: dict[int, DatedSpan]) -> date | None:
    return max((d.day for i, d in dated.items() if passages.spans[i].label == "DATE"), default=None)
