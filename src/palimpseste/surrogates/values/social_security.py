"""The NIR, number of social security: plausible to the eye, and impossible in its register."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from palimpseste.checksums import nir_key
from palimpseste.surrogates.draws import first_fitting
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import identifier_surrogate
from palimpseste.surrogates.values.registers import YEARS_OF_ADULTS
from palimpseste.writings.passages import alphanumeric
from palimpseste.writings.towns.birth_codes import codes_abroad

__all__ = ["ssn_surrogate"]

_KEY_WORD = re.compile(r"cl[ée]", re.IGNORECASE)
_MOST_DRAWS = 100
# Who bears a NIR that follows no birth of the note is a parent of somebody young, or anybody grown up.
_YOUNG_SINCE, _YEARS_OLDER = 1990, (42, 22)
# What a NIR says in the place of the department of who was born abroad.
_ABROAD = "99"


def ssn_surrogate(
    index: int,
    setting: Setting,
    birth_for: Callable[[int, int], date | None] | None = None,
    birth_place: Callable[[], str] | None = None,
    birth_year: Callable[[], int | None] | None = None,
) -> str:
    """Return the surrogate of a NIR, with or without its key: plausible to the eye and impossible in the register.

    The sex stays, as in given names; year and month are those of the new date of birth where they were those of the old
    one, and drawn else, as those of somebody grown up when the patient was born; department and town are those of what
    stands for the town of birth, and where no table knows it drawn, from another department. Who was born abroad stays
    so. The key is never the right one; the order number is 000, which the register never gives, so that a number
    without key is wrong as well.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    birth_for : callable, optional
        Gives the new date of birth of who was born in a month of a year, two figures each.
    birth_place : callable, optional
        Gives the INSEE code of the town that stands for the town of birth; empty where no table knows it.
    birth_year : callable, optional
        Gives the new year of birth of the patient, the same in all documents; None where it may differ.
    """
    source = setting.source(index)
    body = _KEY_WORD.sub("", setting.values[index])
    normal = alphanumeric(body).replace("o", "0").replace("l", "1")
    if len(normal) not in (13, 15) or not normal[:6].isdigit():
        return identifier_surrogate(index, setting)
    stream = setting.draws.stream("SSN", normal[:13], "number")

    birth = birth_for(int(normal[1:3]), int(normal[3:5])) if birth_for is not None else None
    sex = normal[0] if normal[0] in "12" else str(stream.between(1, 2))
    place = birth_place() if birth_place is not None else ""
    abroad = normal[5:7] == _ABROAD
    told = slice(7, 10) if abroad else slice(5, 7)
    if birth is not None and normal[:13] == f"{sex}{birth.year % 100:02d}{birth.month:02d}{place.lower()}000":
        place = ""

    years = _years_of_birth(birth_year() if birth_year is not None and birth is None else None)

    def drawn() -> str:
        born = f"{stream.between(*years) % 100:02d}{stream.between(1, 12):02d}"
        if birth is not None:
            born = f"{birth.year % 100:02d}{birth.month:02d}"
        department = f"{stream.between(1, 95):02d}"
        if abroad and not place:
            return f"{sex}{born}{stream.choice(codes_abroad())}000"
        return f"{sex}{born}{place or f'{department}{stream.between(1, 600):03d}'}000"

    def differs(number: str) -> bool:
        # "000" may be the order of a broken original; what is drawn differs from it.
        is_born_then = birth is not None or (number[1:3] != normal[1:3] and number[3:5] != normal[3:5])
        return is_born_then and (bool(place) or number[told] != normal[told])

    number = first_fitting(drawn, differs, _MOST_DRAWS)
    # Keys run from 1 to 97: going round by 1 to 96 never comes back to the right one.
    right = nir_key(number)
    assert right is not None  # noqa: S101 # for types: it was drawn in the shape of a NIR
    key = (right - 1 + stream.between(1, 96)) % 97 + 1
    filling = iter(f"{number}{key:02d}")
    keep = {i for match in _KEY_WORD.finditer(source) for i in range(*match.span())}
    return "".join(c if i in keep or not c.isalnum() else next(filling, "") for i, c in enumerate(source))


def _years_of_birth(patient: int | None) -> tuple[int, int]:
    """Return between which years somebody was born who is grown up, or may be a parent of who was born in a year."""
    if patient is None or patient < _YOUNG_SINCE:
        return YEARS_OF_ADULTS
    oldest, youngest = _YEARS_OLDER
    return patient - oldest, patient - youngest
