"""A date of birth as the record holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from palimpseste.detection.view import fold_same_length
from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.writings.dates.words import month_writings

__all__ = ["MONTHS", "BirthDate", "refuse_unread"]

MONTHS: Final = month_writings()
_PART: Final = re.compile("[0-9]+|[a-z]+")
_LAST_SHORT_YEAR: Final = 30  # two digits up to here are of this century


@dataclass(frozen=True, slots=True, repr=False)
class BirthDate:
    """A date of birth; 0 for what is not known.

    Parameters
    ----------
    year : int
        With four digits.
    month, day : int
        From 1.
    """

    year: int
    month: int = 0
    day: int = 0

    @classmethod
    def of(cls, value: str) -> BirthDate | None:
        """Return the date written in a record, or None where it cannot be read."""
        # « 1er mars 1954 ».
        parts = [part for part in _PART.findall(fold_same_length(value.split("T")[0])) if part != "er"][:3]
        if len(parts) == 1 and len(parts[0]) == 8:
            parts = _cut(parts[0])
        numbers = [_number(part) for part in parts]
        if len(parts[0] if parts else "") == 4 and parts[0].isdigit():
            numbers.reverse()
        if not numbers or not numbers[-1]:
            return None
        day, month, year = (*([0] * (3 - len(numbers))), *numbers)
        if day <= 12 < month <= 31:
            day, month = month, day
        if year < 100:
            year += 2000 if year <= _LAST_SHORT_YEAR else 1900
        if month > 12 or day > 31 or not 1800 <= year < 2100:
            return None
        return cls(year, month, day if month else 0)

    def __repr__(self) -> str:
        return "BirthDate(<hidden>)"


def refuse_unread(record: Patient) -> None:
    """Refuse a record whose date of birth is there and cannot be read: nobody would look for it in the note.

    Parameters
    ----------
    record : Patient
        Of a patient.

    Raises
    ------
    UsageError
        If it cannot be read; it is not quoted.
    """
    if record.birthdate and BirthDate.of(record.birthdate) is None:
        raise UsageError("a date of birth that cannot be read; write YYYY-MM-DD or DD/MM/YYYY")


def _cut(digits: str) -> list[str]:
    """Return the parts of eight digits, year first if they can be read so."""
    if digits[:2] in ("18", "19", "20") and int(digits[4:6]) <= 12:
        return [digits[:4], digits[4:6], digits[6:]]
    return [digits[:2], digits[2:4], digits[4:]]


def _number(part: str) -> int:
    if part.isdigit():
        return int(part)
    return next((index for index, names in enumerate(MONTHS, 1) if part in names), 0)
