"""The names that EDS-Pseudo gives labels, and the values of its ``doc._.context`` as records of a patient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.labels import Label

__all__ = ["EDS_NAMES", "records_of"]

EDS_NAMES: Final[Mapping[Label, str]] = MappingProxyType(
    {
        "ADDRESS": "ADRESSE",
        "BIRTHDATE": "DATE_NAISSANCE",
        "CITY": "VILLE",
        "DATE": "DATE",
        "EMAIL": "MAIL",
        "FIRSTNAME": "PRENOM",
        "HOSPITAL": "HOPITAL",
        "LASTNAME": "NOM",
        "PATIENT_ID": "IPP",
        "PHONE": "TEL",
        "SSN": "SECU",
        "VISIT_ID": "NDA",
        "ZIP": "ZIP",
    }
)

_FIELDS = {
    "ADRESSE": "address",
    "DATE_NAISSANCE": "birthdate",
    "EMAIL": "email",
    "IPP": "patient_id",
    "MAIL": "email",
    "NDA": "visit_id",
    "NOM": "lastname",
    "NOM_NAISS": "birth_lastname",
    "PRENOM": "firstname",
    "SECU": "ssn",
    "TEL": "phone",
    "VILLE": "city",
    "ZIP": "zip",
}


def records_of(context: Mapping[str, object]) -> list[Patient]:
    """Return the records that hold all values of a context: one, and one more for each further value of a name.

    Parameters
    ----------
    context : mapping
        Names of EDS-Pseudo, in capitals or not, to a value or a list of values.

    Raises
    ------
    UsageError
        If the context is no mapping, a name is none of these, or a value none of a record; it is not quoted.
    """
    if not isinstance(context, Mapping):
        raise UsageError(f"the context must map {', '.join(_FIELDS)} to values, got {type(context).__name__}")
    rows: list[dict[str, object]] = []
    for name, value in context.items():
        field = _FIELDS.get(str(name).upper())
        if field is None:
            raise UsageError(f"a name of the context is none of {', '.join(_FIELDS)}")
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        for each in values:
            if each:
                _put(rows, field, each)
    return [Patient.from_mapping(row) for row in rows] or [Patient()]


def _put(rows: list[dict[str, object]], field: str, value: object) -> None:
    """Put a value into the first row that has none of its field yet."""
    row = next((row for row in rows if field not in row), None)
    if row is None:
        row = {}
        rows.append(row)
    row[field] = value
