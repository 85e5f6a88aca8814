"""Numbers that begin with a department: FINESS, ADELI and what insurance knows a practice by."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from palimpseste.writings.passages import Passages, alphanumeric
from palimpseste.writings.towns import Town, TownsRead

__all__ = ["Practice", "practices_of"]

_NUMBER = re.compile(r"(?:\d\d|2[ab])\d{7}")
_FIELD = re.compile(r"\b(?P<register>finess|adeli|am)\b[^\d\n]{0,24}\Z", re.IGNORECASE)
_LONGEST_FIELD = 40
# Corsica before 1976, as insurance still writes it.
_CORSICA = "20"
_OVERSEAS = "97"


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
    """

    department: str
    town: Town | None
    is_finess: bool

    def begun(self, department: str) -> str:
        """Return how a number of such a register begins in a department.

        Examples
        --------
        >>> finess, adeli = Practice("69", None, True), Practice("69", None, False)
        >>> finess.begun("974"), adeli.begun("974"), finess.begun("2A"), adeli.begun("2A")
        ('9704', '974', '2A', '20')
        """
        if self.is_finess:
            return f"{_OVERSEAS}0{department[2:]}" if department.startswith(_OVERSEAS) else department
        return department if department.isdigit() else _CORSICA


def practices_of(passages: Passages, read: TownsRead, told: Iterable[int]) -> dict[str, Practice]:
    """Return where the holder of each number of nine figures practises, by its letters and figures.

    A number belongs to the town before its first mention that lies in the department that it begins with, else to the
    first behind. One without such a town counts where a word before it says what it is, and the department is one.

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
    for index, span in enumerate(passages.spans):
        number = alphanumeric(passages.values[index]) if span.label == "OTHER_ID" else ""
        if _NUMBER.fullmatch(number):
            numbers.setdefault(number, index)
    if not numbers:
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
        of_town = next(((code, _nearest(places[code], index)) for code in codes if code in places), None)
        if of_town is not None:
            found[number] = Practice(*of_town, is_finess)
        elif field is not None and read.atlas.table.in_department(codes[0]):
            found[number] = Practice(codes[0], None, is_finess)
    return found


def _departments(number: str) -> tuple[str, ...]:
    """Return the codes of the departments that a number may begin with."""
    if number.startswith(_OVERSEAS):
        return (_OVERSEAS + (number[3] if number[2] == "0" else number[2]),)
    return ("2A", "2B") if number.startswith(_CORSICA) else (number[:2].upper(),)


def _nearest(places: list[tuple[int, Town]], index: int) -> Town:
    before = bisect_left(places, index, key=lambda place: place[0])
    return places[max(before - 1, 0)][1]
