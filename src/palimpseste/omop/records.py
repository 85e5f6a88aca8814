"""The record of each note's patient, put together from the rows that speak of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import CARE_SITE, LOCATION, PERSON, PROVIDER, VISIT
from palimpseste.omop.database import Database, Row, as_text, is_number
from palimpseste.omop.mapping import MappedTable, SiteMapping

__all__ = ["Care", "KeyedTable", "Records", "Unknown"]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Why a record cannot be told; quotes nothing of it."""

    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class Care:
    """Who cared for a patient and where, as a record knows it.

    Parameters
    ----------
    providers : tuple of str
        Names of people.
    care_sites : tuple of str
        Names of places of care.
    """

    providers: tuple[str, ...] = ()
    care_sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyedTable:
    """Rows of a table that are looked up by one column.

    Parameters
    ----------
    database : Database
        Where.
    schema, name, key : str
        The table and its column.
    columns : mapping of str to str
        What each value is called, to its column.
    key_is_number : bool
        Whether keys are whole numbers.
    """

    database: Database
    schema: str
    name: str
    key: str
    columns: Mapping[str, str]
    key_is_number: bool

    @classmethod
    def found(
        cls, database: Database, name: str, key: str, columns: Iterable[str], *, required: bool = False
    ) -> KeyedTable | None:
        """Return a table of the model with those of its columns that it has; None where it is not there.

        Parameters
        ----------
        database : Database
            Where it is looked for.
        name : str
            Of the table.
        key : str
            Its column of numbers.
        columns : iterable of str
            Others that are wanted.
        required : bool
            Whether it must be there.

        Raises
        ------
        UsageError
            If it is required and not there, or lacks its key.
        """
        present = database.columns_of(name)
        if not present and not required:
            return None
        if key not in present:
            raise UsageError(f"{database.address}: no table {name!r} with a column {key!r}")
        had = {column: column for column in columns if column in present}
        return cls(database, database.address.schema, name, key, had, is_number(present[key]))

    @classmethod
    def mapped(cls, database: Database, table: MappedTable) -> KeyedTable:
        """Return a table of the site.

        Raises
        ------
        UsageError
            If it or one of its columns is not there.
        """
        schema = table.schema or database.address.schema
        present = database.columns_of(table.table, schema)
        for column in (table.key, *table.fields.values()):
            if column not in present:
                raise UsageError(f"{database.address}: no table {table.table!r} with a column {column!r} in {schema!r}")
        return cls(database, schema, table.table, table.key, dict(table.fields), is_number(present[table.key]))

    def rows_of(self, keys: Collection[str]) -> dict[str, Row | Unknown]:
        """Return the row of each key that has one; of a key that has several, nothing says which is right."""
        wanted = sorted({key for key in keys if key.lstrip("-").isdecimal() or not self.key_is_number})
        if not wanted:
            return {}
        columns = dict.fromkeys((self.key, *self.columns.values()))
        table = sa.table(self.name, *map(sa.column, columns), schema=self.schema)
        key = table.c[self.key]
        statement = sa.select(as_text(key), *(as_text(table.c[column]) for column in self.columns.values())).where(
            key.in_(list(map(int, wanted))) if self.key_is_number else as_text(key).in_(wanted)
        )
        found: dict[str, Row | Unknown] = {}
        for written, *values in self.database.rows(statement):
            row = dict(zip(self.columns, values, strict=True))
            twice = written in found and found[written] != row
            found[written] = Unknown(f"several rows of table {self.name!r} speak of it") if twice else row
        return found


class Records:
    """Tells the records of patients.

    Parameters
    ----------
    source : Database
        Where the tables are.
    mapping : SiteMapping
        The site's own tables.

    Raises
    ------
    UsageError
        If a table that is needed is not there.
    """

    def __init__(self, source: Database, mapping: SiteMapping) -> None:
        births = (PERSON.year, PERSON.month, PERSON.day, PERSON.moment)
        links = (PERSON.location, PERSON.provider, PERSON.care_site)
        self._persons = KeyedTable.found(
            source, PERSON.name, PERSON.key, (*births, *links, PERSON.source_value), required=True
        )
        places = (*LOCATION.lines, LOCATION.zip, LOCATION.city)
        self._locations = KeyedTable.found(source, LOCATION.name, LOCATION.key, places)
        self._visits = KeyedTable.found(source, VISIT.name, VISIT.key, (VISIT.provider, VISIT.care_site))
        self._providers = KeyedTable.found(
            source, PROVIDER.name, PROVIDER.key, (PROVIDER.full_name, PROVIDER.care_site)
        )
        self._care_sites = KeyedTable.found(source, CARE_SITE.name, CARE_SITE.key, (CARE_SITE.full_name,))
        self._identity = KeyedTable.mapped(source, mapping.identity) if mapping.identity else None
        self._identity_is_required = mapping.identity is not None and mapping.identity.required
        self._stays = KeyedTable.mapped(source, mapping.visits) if mapping.visits else None
        self._stay_is_required = mapping.visits is not None and mapping.visits.required

    def patients_of(self, persons: Collection[str]) -> dict[str, Patient | Unknown]:
        """Return the record of each person, without any visit."""
        rows = _looked_up(self._persons, persons)
        homes = _looked_up(self._locations, _values(rows.values(), PERSON.location))
        identities = _looked_up(self._identity, persons)
        return {person: self._patient_of(person, rows, homes, identities) for person in persons}

    def stays_of(self, visits: Collection[str]) -> dict[str, Row | Unknown]:
        """Return what the site's own table says of each visit."""
        found = _looked_up(self._stays, visits)
        if self._stay_is_required:
            found |= {
                visit: Unknown("the table of visits has no row of its visit") for visit in set(visits) - set(found)
            }
        return found

    def care_of(
        self, notes: Collection[tuple[str, str | None, str | None]]
    ) -> dict[tuple[str, str | None, str | None], Care]:
        """Return who cared and where, for each person with the visit and the provider of a note."""
        persons = _looked_up(self._persons, {person for person, _, _ in notes})
        visits = _looked_up(self._visits, {visit for _, visit, _ in notes if visit})
        by = {
            note: {
                note[2] or "",
                *_linked(persons, note[0], PERSON.provider),
                *_linked(visits, note[1], VISIT.provider),
            }
            for note in notes
        }
        providers = _looked_up(self._providers, {key for keys in by.values() for key in keys if key})
        at = {
            note: {
                *_linked(persons, note[0], PERSON.care_site),
                *_linked(visits, note[1], VISIT.care_site),
                *(site for key in by[note] for site in _linked(providers, key, PROVIDER.care_site)),
            }
            for note in notes
        }
        sites = _looked_up(self._care_sites, {key for keys in at.values() for key in keys})
        return {
            note: Care(
                tuple(sorted({name for key in by[note] for name in _linked(providers, key, PROVIDER.full_name)})),
                tuple(sorted({name for key in at[note] for name in _linked(sites, key, CARE_SITE.full_name)})),
            )
            for note in notes
        }

    def _patient_of(
        self,
        person: str,
        rows: Mapping[str, Row | Unknown],
        homes: Mapping[str, Row | Unknown],
        identities: Mapping[str, Row | Unknown],
    ) -> Patient | Unknown:
        row = rows.get(person, Unknown(f"table {PERSON.name!r} has no row of its person"))
        if isinstance(row, Unknown):
            return row
        known: dict[str, str | None] = {"birthdate": _birth(row)}
        home = homes.get(row.get(PERSON.location) or "", {})
        if isinstance(home, Unknown):
            return home
        known |= {"zip": home.get(LOCATION.zip), "city": home.get(LOCATION.city)}
        known["address"] = " ".join(line for name in LOCATION.lines if (line := home.get(name)))
        # A number of its own keeps surrogates of two persons apart, and is found in no text.
        known["patient_id"] = row.get(PERSON.source_value) or f"omop-person-{person}"
        identity = identities.get(person)
        if isinstance(identity, Unknown):
            return identity
        if identity is None and self._identity_is_required:
            return Unknown("the table of identities has no row of its person")
        known |= {field: value for field, value in (identity or {}).items() if value}
        try:
            return Patient.from_mapping(known)
        except UsageError as error:
            return Unknown(f"{error} in the record of its person")


def _looked_up(table: KeyedTable | None, keys: Collection[str]) -> dict[str, Row | Unknown]:
    return table.rows_of(keys) if table is not None else {}


def _values(rows: Iterable[Row | Unknown], column: str) -> set[str]:
    return {value for row in rows if not isinstance(row, Unknown) and (value := row.get(column))}


def _linked(rows: Mapping[str, Row | Unknown], key: str | None, column: str) -> set[str]:
    """Return the value of a row that may not be there."""
    row = rows.get(key or "")
    return _values([row], column) if row is not None else set()


def _birth(row: Row) -> str:
    """Return the date of birth in ISO form, or the empty string where its day is not known."""
    moment = row.get(PERSON.moment)
    if moment and not moment.endswith(")"):
        return moment[:10]
    year, month, day = (row.get(column) for column in (PERSON.year, PERSON.month, PERSON.day))
    if not (year and month and day):
        return ""
    return f"{int(year):04}-{int(month):02}-{int(day):02}"
