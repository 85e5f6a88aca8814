"""Numbers that begin with a department: FINESS, ADELI, numbers of practices, files of a MDPH or SAMU, sectors."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.numbers import numbers_read
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town

__all__ = ["Practice", "practices_of"]

_NUMBER = re.compile(r"(?:\d\d|2[ab])\d{7}")
_FIELD = re.compile(r"\b(?P<register>finess|adeli|am)\b[^\d\n]{0,24}\Z", re.IGNORECASE)
_LONGEST_FIELD, _LONGEST_FILE = 40, 80
# « 29 1 04417 3 »: department, what its holder is, serial, key.
_SPACED_NUMBER = re.compile(r"\d\d \d \d{5} \d")
# Behind the department: a physician has 1, a nurse 6; two figures from 91 (speech therapists) to 96.
_PROFESSION = re.compile(r"(?!97)\d\d(?P<profession>9\d|\d)")
# A town further away is not that of a number: a letter ends in the number of who is named at its head.
_FAR = 80
# « MDPH 57 … 57/118420 », « SAMU 05 … 05-118822 »: bodies of departments that number their files so.
_BODY = re.compile(
    r"\b(?:aah|agr\.|agr[ée]ments?|apa|ars|ase|caf|cdaph|cpam|crip|dalo|ddass|ddets|mda|mdph|msa|ordinal|ordre|parquet|pch"
    r"|pr[ée]fecture|procureure?|samu|sdis|siao)(?!\w)(?:\s(?P<code>97\d|\d\d|2[ab])\b)?(?:[^.\n]|\n(?!\s)){0,60}\Z",
    re.IGNORECASE,
)
_OF_BODY = re.compile(r"(?P<code>97\d|\d\d|2[ab])(?:[-/.](?=\w)|(?=(?:aah|apa|cdaph|mdph|pch)[-/.]?\d))", re.IGNORECASE)
_BEFORE_YEAR = re.compile(r"\w{2}[-/.](?:19|20)\d\d\b")
# Of psychiatry, for grown people (G) or children (I): « 63G04 ».
_SECTOR = re.compile(r"(?P<code>97\d|\d\d|2[ab])(?P<kind>[gi])\d\d", re.IGNORECASE)
# Corsica before 1976, as insurance still writes it.
_CORSICA = "20"
_OVERSEAS = "97"


@shown_without_values
class Practice(NamedTuple):
    """Where the holder of a number practises.

    Parameters
    ----------
    department : str
        The code of the department that the number begins with.
    town : Town or None
        The town of the document in that department that the number belongs to; None where there is none.
    is_finess : bool
        Whether it is said to be the number of an establishment.
    length : int
        How many characters the department has in a file of a body or the code of a sector; zero elsewhere.
    kind : str
        The letter behind it in the code of a sector.
    profession : str
        The figures behind it that tell what its holder is, in a number of a person.
    """

    department: str
    town: Town | None
    is_finess: bool
    length: int = 0
    kind: str = ""
    profession: str = ""

    def begun(self, department: str) -> str:
        """Return how a number of such a register begins in a department.

        Examples
        --------
        >>> finess, adeli = Practice("69", None, True), Practice("69", None, False)
        >>> finess.begun("974"), adeli.begun("974"), finess.begun("2A"), adeli.begun("2A")
        ('9704', '974', '2A', '20')
        >>> Practice("63", None, False, 2, "G").begun("80"), Practice("974", None, False, 3).begun("57")
        ('80G', '057')
        >>> Practice("58", None, False, profession="93").begun("60")
        '6093'
        """
        if self.length:
            return department[: self.length].rjust(self.length, "0") + self.kind
        if self.is_finess:
            return f"{_OVERSEAS}0{department[2:]}" if department.startswith(_OVERSEAS) else department
        code = department if department.isdigit() else _CORSICA
        return code if code.startswith(_OVERSEAS) else code + self.profession


def practices_of(passages: Passages, read: TownsRead, told: Iterable[int]) -> dict[str, Practice]:
    """Return which town or department each number that begins with a department belongs to, by its letters and figures.

    A number of nine figures belongs to a town that lies in the department that it begins with: the one right before
    its first mention, else the one right behind, else the first of the document. One without such a town counts where a
    word before it says what it is, and the department is one. So does a sector of psychiatry, and behind a body the
    number of a file whose department is that of a town or of the body, is of three figures, or stands before a year. A
    file follows the town that the department follows in the name of a body.

    Parameters
    ----------
    passages : Passages
        The passages of the document.
    read : TownsRead
        Its towns.
    told : iterable of int
        The spans whose towns count, in their order.
    """
    numbers: dict[str, int] = {}
    others: dict[str, int] = {}
    for index, number in numbers_read(passages).items():
        is_number = passages.spans[index].label == "OTHER_ID" and _NUMBER.fullmatch(number)
        if is_number and not (_OF_BODY.match(passages.values[index]) and _body_before(passages, index)):
            numbers.setdefault(number, index)
        elif _OF_BODY.match(passages.values[index]) or _SECTOR.fullmatch(passages.values[index]):
            others.setdefault(number, index)
    if not numbers and not others:
        return {}
    places: dict[str, list[tuple[int, Town]]] = {}
    for index in told:
        for town in read.told_by(index):
            if town.commune is not None:
                places.setdefault(town.commune.department, []).append((index, town))
    found: dict[str, Practice] = {}
    for number, index in numbers.items():
        field = _FIELD.search(passages.before(index, _LONGEST_FIELD))
        is_finess = field is not None and field["register"].lower() == "finess"
        codes = _departments(number)
        of_town = next(((code, _nearest(passages, places[code], index)) for code in codes if code in places), None)
        profession = "" if is_finess else _profession(number, passages.values[index], is_told=field is not None)
        if of_town is not None:
            found[number] = Practice(*of_town, is_finess, profession=profession)
        elif field is not None and read.atlas.table.in_department(codes[0]):
            found[number] = Practice(codes[0], None, is_finess, profession=profession)
    of_areas = {code: _town_of_area(code, towns, read) for code, towns in places.items()} if others else {}
    for number, index in others.items():
        other = _of_body(passages, index, of_areas, read)
        if other is not None:
            found[number] = other
    return found


def _profession(number: str, value: str, *, is_told: bool) -> str:
    """Return the figures that tell what the holder of a number is, where a word or its spaces tell that it has such."""
    found = _PROFESSION.match(number) if is_told or _SPACED_NUMBER.fullmatch(value) else None
    return found["profession"] if found is not None else ""


def _of_body(passages: Passages, index: int, of_areas: Mapping[str, Town], read: TownsRead) -> Practice | None:
    """Return the department that the file of a body or a sector begins with; None where nothing tells it is one."""
    value = passages.values[index]
    sector = _SECTOR.fullmatch(value)
    begun = sector or _OF_BODY.match(value)
    if begun is None:
        return None
    code = begun["code"].upper()
    town = of_areas.get(code)
    body = _body_before(passages, index)
    is_long = len(code) > 2 or _BEFORE_YEAR.match(value) is not None
    is_told = body is not None and (is_long or town is not None or (body["code"] or "").upper() == code)
    is_overseas = town is not None and len(code) > 2
    if not (sector or is_told or is_overseas) or not read.atlas.table.in_department(code):
        return None
    return Practice(code, town, False, len(code), sector["kind"] if sector else "")


def _body_before(passages: Passages, index: int) -> re.Match[str] | None:
    return _BODY.search(passages.before(index, _LONGEST_FILE))


def _town_of_area(code: str, places: Sequence[tuple[int, Town]], read: TownsRead) -> Town:
    """Return the town that the name of a department in a body follows if it is one of some, else the first of those."""
    area = read.atlas.area_named(code)
    followed = read.town_of_named_area(*area) if area is not None else None
    first = places[0][1]
    return next((town for _, town in places if followed is not None and town.key == followed.key), first)


def _departments(number: str) -> tuple[str, ...]:
    """Return the codes of the departments that a number may begin with."""
    if number.startswith(_OVERSEAS):
        return (_OVERSEAS + (number[3] if number[2] == "0" else number[2]),)
    return ("2A", "2B") if number.startswith(_CORSICA) else (number[:2].upper(),)


def _nearest(passages: Passages, places: list[tuple[int, Town]], index: int) -> Town:
    spans = passages.spans
    behind = bisect_left(places, index, key=lambda place: place[0])
    if behind and spans[index].start - spans[places[behind - 1][0]].end <= _FAR:
        return places[behind - 1][1]
    if behind < len(places) and spans[places[behind][0]].start - spans[index].end <= _FAR:
        return places[behind][1]
    return places[0][1]
