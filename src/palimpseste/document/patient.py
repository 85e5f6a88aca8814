"""What the hospital's structured record knows of a patient; no ``repr`` shows a value of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date

from palimpseste.document.scalars import plain_scalar
from palimpseste.errors import UsageError
from palimpseste.rendering.screen import name_shown

__all__ = ["Patient"]


@dataclass(frozen=True, slots=True, repr=False)
class Patient:
    """What the hospital's structured record knows of the patient a document is about.

    Every field is optional and kept as it came, but for the decimal that a table of numbers writes behind a number; the
    empty string means unknown. A field holds 200 characters at most, the address 500: what is longer is another column,
    or a file that went wrong, and is looked for at a cost.

    Parameters
    ----------
    lastname, birth_lastname, firstname : str
        Family name in use, family name at birth, given names.
    birthdate : str
        In any writing that notes have.
    address, zip, city : str
        Street line, postal code and town of the home.
    phone, email : str
        Of the patient.
    ssn : str
        National number, in France the NIR.
    patient_id, visit_id : str
        Numbers that the hospital gives the patient (IPP) and the stay (IEP).

    Raises
    ------
    UsageError
        If a field is no string, is longer, holds control characters other than tabs and line ends, or nothing that can
        be read; the value itself is not quoted.
    """

    lastname: str = ""
    birth_lastname: str = ""
    firstname: str = ""
    birthdate: str = ""
    address: str = ""
    zip: str = ""
    city: str = ""
    phone: str = ""
    email: str = ""
    ssn: str = ""
    patient_id: str = ""
    visit_id: str = ""

    def __post_init__(self) -> None:
        for name in _PATIENT_FIELDS:
            value = getattr(self, name)
            if value != "":
                _check_field(name, value)
                if name in _NUMBERS and (decimal := _DECIMAL.fullmatch(value.strip())):
                    object.__setattr__(self, name, decimal[1])

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Patient:
        """Read a record from a mapping such as a JSON object.

        Parameters
        ----------
        values : mapping
            Field names to strings, numbers, dates or None; what tables have for no value, NaN and NaT, is unknown too.

        Raises
        ------
        UsageError
            If it is no mapping, a field name is unknown, or a value is not a scalar or none that a record takes; it is
            not quoted.
        """
        if not isinstance(values, Mapping):
            raise UsageError(f"the patient's record must map its fields to values, got {type(values).__name__}")
        known = cls.field_names()
        unknown = sorted(map(str, set(values) - set(known)))
        if unknown:
            raise UsageError(f"unknown patient field {name_shown(unknown[0])}; known fields: {', '.join(known)}")
        given: dict[str, str] = {}
        for name, value in values.items():
            value = plain_scalar(value)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (str, int, date)):
                raise UsageError(f"patient field {name!r} must be a string, got {type(value).__name__}")
            given[name] = (value.isoformat() if isinstance(value, date) else str(value)).strip()
        return cls(**given)

    @staticmethod
    def field_names() -> tuple[str, ...]:
        """Return the names of the record's fields, in order."""
        return _PATIENT_FIELDS

    def known(self) -> dict[str, str]:
        """Return the fields that hold a value."""
        return {name: value for name, value in asdict(self).items() if value}

    @property
    def has_name(self) -> bool:
        """Whether it holds a name of the patient, without which names are found by model and rules alone."""
        return bool(self.lastname or self.birth_lastname or self.firstname)

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _PATIENT_FIELDS)

    def __repr__(self) -> str:
        return f"Patient(<{len(self.known())} fields>)"


_PATIENT_FIELDS = tuple(f.name for f in fields(Patient))
_NUMBERS = frozenset({"zip", "phone", "ssn", "patient_id", "visit_id"})
# What a table that takes numbers for decimals writes behind them: « 612345678.0 ».
_DECIMAL = re.compile(r"(\d+)[.,]0")
_MOST_CHARACTERS = 200
_MOST_CHARACTERS_OF = {"address": 500}
# Those of the first 32 that end no line and part no columns; 0x80 to 0x9F are CP1252 taken for Latin-1: ’, œ.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _check_field(name: str, value: str) -> None:
    if not isinstance(value, str):
        raise UsageError(f"patient field {name!r} must be a string, got {type(value).__name__}")
    most = _MOST_CHARACTERS_OF.get(name, _MOST_CHARACTERS)
    if len(value) > most:
        raise UsageError(f"patient field {name!r} has {len(value):,} characters; at most {most} are taken")
    if _CONTROLS.search(value):
        raise UsageError(f"patient field {name!r} holds control characters")
    written = value.strip()
    if written and not any(map(str.isprintable, written)):
        raise UsageError(f"patient field {name!r} holds nothing that can be read")
