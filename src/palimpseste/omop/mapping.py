r"""What a site says of its own tables: OMOP knows neither names nor numbers of patients, so they stand elsewhere.

::

    [omop]
    keep = ["note.note_source_value"]    # columns of text copied as they are

    [omop.identity]                      # one row a person
    schema = "hospital"                  # that of the other tables without it
    table = "identities"
    key = "person_id"                    # the column that holds the number of the person
    required = true                      # a note without its row is refused
    lastname = "family_name"             # fields of the record, and their columns
    firstname = "given_name"
    patient_id = "ipp"

    [omop.visits]                        # one row a visit
    table = "stays"
    key = "visit_occurrence_id"
    visit_id = "stay_number"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import PERSON, VISIT

__all__ = ["MappedTable", "SiteMapping"]


@dataclass(frozen=True, slots=True)
class MappedTable:
    """A table of the site that says more of a person or a visit.

    Parameters
    ----------
    table : str
        Its name.
    key : str
        The column that says of which person or visit.
    fields : mapping of str to str
        Fields of the record to columns.
    schema : str
        Where it is; empty for the schema of the other tables.
    required : bool
        Whether a note is refused where there is no row.
    """

    table: str
    key: str
    fields: Mapping[str, str]
    schema: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class SiteMapping:
    """The tables of a site beside OMOP's.

    Parameters
    ----------
    identity, visits : MappedTable, optional
        By person, by visit.
    kept : frozenset of str
        Columns of text copied as they are, as ``table.column``.
    """

    identity: MappedTable | None = None
    visits: MappedTable | None = None
    kept: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> SiteMapping:
        """Read the table ``[omop]`` of a site's configuration.

        Raises
        ------
        UsageError
            If it says something unknown or of the wrong kind.
        """
        unknown = sorted(set(values) - {"identity", "visits", "keep"})
        if unknown:
            raise UsageError(f"[omop]: unknown key {unknown[0]!r}; known keys: identity, visits, keep")
        keep = values.get("keep", [])
        if not isinstance(keep, list) or not all(isinstance(name, str) and "." in name for name in keep):
            raise UsageError("[omop]: keep must be a list of columns, each as 'table.column'")
        return cls(
            _table_of(values.get("identity"), "identity", PERSON.key),
            _table_of(values.get("visits"), "visits", VISIT.key),
            frozenset(keep),
        )

    def is_kept(self, table: str, column: str) -> bool:
        """Tell whether a column of text is copied as it is."""
        return f"{table}.{column}" in self.kept


def _table_of(values: Any, name: str, key: str) -> MappedTable | None:
    if values is None:
        return None
    where = f"[omop.{name}]"
    if not isinstance(values, Mapping):
        raise UsageError(f"{where} must be a table")
    required = values.get("required", False)
    if not isinstance(required, bool):
        raise UsageError(f"{where}: required must be true or false")
    texts = {option: value for option, value in values.items() if option != "required"}
    wrong = sorted(option for option, value in texts.items() if not isinstance(value, str) or not value)
    if wrong:
        raise UsageError(f"{where}: {wrong[0]} must be a string")
    if "table" not in texts:
        raise UsageError(f"{where}: table is missing")
    fields = {option: value for option, value in texts.items() if option not in ("table", "schema", "key")}
    unknown = sorted(set(fields) - set(Patient.field_names()))
    if unknown:
        known = ("table", "schema", "key", "required", *Patient.field_names())
        raise UsageError(f"{where}: unknown key {unknown[0]!r}; known keys: {', '.join(known)}")
    if not fields:
        raise UsageError(f"{where}: no field of the record is mapped")
    return MappedTable(texts["table"], texts.get("key", key), fields, texts.get("schema", ""), required)
