"""Numbers that hold letters of a name and a date of birth: those of the health insurance of Québec."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from palimpseste.folding import fold
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.names import name_surrogate
from palimpseste.surrogates.values.people import People
from palimpseste.writings.passages import alphanumeric

__all__ = ["numbers_with_names"]

# « NAM : TREJ 8562 1419 »: three letters of the last name, one of the first, year, month, 50 more of a woman, day, and
# two figures.
_NUMBER = re.compile(r"(?P<last>[a-z]{3})(?P<first>[a-z])(?P<year>\d\d)(?P<month>[0156]\d)(?P<day>[0-3]\d)\d\d")
_FIELD = re.compile(r"\b(?:nam|ramq|assurance[- ]maladie)\b[^\d\n]{0,12}\Z", re.IGNORECASE)
_LONGEST_FIELD = 40
_OF_WOMAN = 50
# Behind a name that is shorter.
_NO_LETTER = "x"


def numbers_with_names(
    setting: Setting, people: People, birth_for: Callable[[int, int, int], date | None]
) -> Mapping[str, str]:
    """Return with what each new number begins, all but its last two figures, by the letters and figures of the old one.

    The letters of the new name and the figures of the new birth, where the document tells both. Of the only document of
    a patient: another one may hold the number without the name.

    Parameters
    ----------
    setting : Setting
        The document.
    people : People
        What stands for its people.
    birth_for : callable
        Gives the new date of birth of who was born on a day: the last two figures of the year, month, day; or None.
    """
    found: dict[str, str] = {}
    for index, span in enumerate(setting.spans if setting.has_no_others else ()):
        told = _NUMBER.fullmatch(alphanumeric(setting.values[index])) if span.label == "OTHER_ID" else None
        if told is None or _FIELD.search(setting.before(index, _LONGEST_FIELD)) is None:
            continue
        months_more = _OF_WOMAN if int(told["month"]) > _OF_WOMAN else 0
        birth = birth_for(int(told["year"]), int(told["month"]) - months_more, int(told["day"]))
        last = _letters_for("LASTNAME", told["last"], setting, people)
        first = _letters_for("FIRSTNAME", told["first"], setting, people)
        if birth is not None and last and first:
            found[told.string] = f"{last}{first}{birth:%y}{birth.month + months_more:02}{birth:%d}"
    return found


def _letters_for(label: str, letters: str, setting: Setting, people: People) -> str:
    """Return as many letters of what stands for the first name of a kind that begins with some; empty for none."""
    for index, span in enumerate(setting.spans):
        if span.label == label and alphanumeric(fold(setting.values[index])).startswith(letters):
            new = "".join(filter(str.isalpha, fold(name_surrogate(index, setting, people))))
            return new[: len(letters)].ljust(len(letters), _NO_LETTER)
    return ""
