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
from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Any

from msgspec import Meta

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import PERSON, VISIT
from palimpseste.settings_files import OpenTable, Where, settings_of

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
        where = values.where if isinstance(values, OpenTable) else Where("configuration", "omop")
        read = settings_of(_OmopTable, values, where)
        return cls(
            _mapped(read.identity, PERSON.key, where.inside("identity")),
            _mapped(read.visits, VISIT.key, where.inside("visits")),
            frozenset(read.keep),
        )

    def is_kept(self, table: str, column: str) -> bool:
        """Tell whether a column of text is copied as it is."""
        return f"{table}.{column}" in self.kept


_Name = Annotated[str, Meta(min_length=1)]
_Column = Annotated[str, Meta(pattern=r"\.", description="a column as 'table.column'")]

# What is said of a table of the site: the fields of a record are keys of it too.
_SiteTable = make_dataclass(
    "_SiteTable",
    [
        ("table", _Name),
        ("schema", _Name, field(default="")),
        ("key", _Name, field(default="")),
        ("required", bool, field(default=False)),
        *((name, _Name, field(default="")) for name in Patient.field_names()),
    ],
    frozen=True,
)


@dataclass(frozen=True, slots=True)
class _OmopTable:
    """What the table ``[omop]`` may say."""

    keep: tuple[_Column, ...] = ()
    identity: _SiteTable | None = None  # type: ignore[valid-type] # a dataclass, made of the fields of a record
    visits: _SiteTable | None = None  # type: ignore[valid-type]


def _mapped(read: Any, key: str, where: Where) -> MappedTable | None:
    if read is None:
        return None
    columns = {name: getattr(read, name) for name in Patient.field_names() if getattr(read, name)}
    if not columns:
        raise UsageError(f"{where}: no field of the record is mapped; allowed: {', '.join(Patient.field_names())}")
    return MappedTable(read.table, read.key or key, columns, read.schema, read.required)
