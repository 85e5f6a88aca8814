"""What the field of a record may hold."""

from __future__ import annotations

from palimpseste.document import Patient
from palimpseste.errors import UsageError


def is_of_a_record(value: str) -> bool:
    """Tell whether a text may stand in a field of a patient's record."""
    try:
        return Patient(zip=value).zip == value
    except UsageError:
        return False
