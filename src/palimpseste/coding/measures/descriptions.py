"""What codes mean, from a file of the user's: this package has no descriptions, which are not free everywhere."""

from __future__ import annotations

from pathlib import Path

from palimpseste.coding.stays.rows import rows_of
from palimpseste.errors import UsageError
from palimpseste.icd10 import normal_code

__all__ = ["read_descriptions"]


def read_descriptions(path: Path) -> dict[str, str]:
    """Return the description of each code of a table (CSV, Parquet, JSON lines) of ``code`` and ``description``.

    Raises
    ------
    UsageError
        If a column is missing or a code has not the form of one: the line is named.
    """
    found: dict[str, str] = {}
    for row in rows_of(path):
        if not {"code", "description"} <= row.values.keys():
            raise UsageError(f"{row.place}: descriptions need the columns 'code' and 'description'")
        if row.is_header:
            continue
        try:
            found[normal_code(str(row.values["code"]))] = str(row.values["description"]).strip()
        except UsageError as error:
            raise UsageError(f"{row.place}: the code is {error}") from None
    return found
