"""Dates of tables, shifted like those of the notes: one shift a patient, the same key, the same scope."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import sqlalchemy as sa

from palimpseste.document import Document, Patient
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import UsageError
from palimpseste.omop.bulk import insert_rows
from palimpseste.omop.cdm import DATED_TABLES, NOTE, PERSON, CdmTable
from palimpseste.omop.database import Database, Row, as_text, is_number
from palimpseste.omop.days import at_day, day_of, later
from palimpseste.omop.journal import RunJournal, Step
from palimpseste.omop.mapping import SiteMapping
from palimpseste.omop.records import Records, Unknown
from palimpseste.omop.tables import Values, quarantine_table, type_of
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.dates.shift import shift_days_of, shifted_day
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.strategies import SHIFTS
from palimpseste.surrogates.setting import scope_of

__all__ = ["PatientShift", "ShiftedTable", "shift_tables", "shifted_tables"]

_ROWS_AT_ONCE = 5_000
_PERSON = CdmTable(PERSON.name, PERSON.key, PERSON.columns, (), (PERSON.moment,))
_BIRTH = (PERSON.year, PERSON.month, PERSON.day)


@dataclass(frozen=True, slots=True, repr=False)
class PatientShift:
    """The shift of each patient's dates.

    Parameters
    ----------
    key : CohortKey
        Of the run.
    policy : Policy
        Of the run; its dates move by one shift a patient.

    Raises
    ------
    UsageError
        If they do not: tables could then not agree with notes.
    """

    key: CohortKey
    policy: Policy

    def __post_init__(self) -> None:
        strategy, scope = str(self.policy.strategy_of("DATE")), self.policy.options.shift_scope
        if strategy not in SHIFTS or scope != "patient":
            what = f"the strategy {strategy!r} for DATE" if strategy not in SHIFTS else f"one shift a {scope}"
            raise UsageError(
                f"structured dates can only follow one shift a patient, and policy {self.policy.name!r} has {what}; "
                "choose a policy with 'shift' or 'plausible' dates"
            )
        if self.policy.options.working_days:
            raise UsageError("structured dates keep exact intervals, and working_days would move those of notes")
        if self.policy.options.date_shift_latest:
            raise UsageError("structured dates follow the key alone, and date_shift_latest would turn those of notes")
        if self.policy.options.seasons:
            raise UsageError("structured dates follow the key alone, and seasons would tell the shift of notes")

    @property
    def births(self) -> Literal["shifted", "kept", "withheld"]:
        """What becomes of dates of birth."""
        strategy = str(self.policy.strategy_of("BIRTHDATE"))
        if strategy in SHIFTS:
            return "shifted"
        return "kept" if strategy == "keep" else "withheld"

    def days_of(self, patient: Patient) -> int:
        """Return the shift of a patient, in days."""
        scope = scope_of(Document("", "", patient=patient))
        return shift_days_of(Draws(self.key, scope), self.policy.options)


@dataclass(frozen=True, slots=True)
class ShiftedTable:
    """A table that is written with its dates shifted.

    Parameters
    ----------
    model : CdmTable
        What the model says of it.
    columns : tuple of str
        Those written, in order.
    table : sqlalchemy.Table
        The new one.
    """

    model: CdmTable
    columns: tuple[str, ...]
    table: sa.Table

    def row_of(self, row: Row, days: int, births: str) -> Values:
        """Return a new row.

        Parameters
        ----------
        row : Row
            The old one.
        days : int
            By which its dates move.
        births : str
            ``shifted``, ``kept`` or ``withheld``.
        """
        values = dict(row)
        for name in (*self.model.days, *self.model.moments):
            if name in values:
                values[name] = later(values[name], days)
        if self.model is _PERSON and births != "kept":
            values |= _birth_of(row, days if births == "shifted" else None)
        elif self.model is _PERSON:
            values[PERSON.moment] = row.get(PERSON.moment)
        return tuple(values[name] for name in self.columns)


def shifted_tables(source: Database, mapping: SiteMapping, schema: str) -> tuple[ShiftedTable, ...]:
    """Return the tables of a source that have dates of patients, as they will be written into a schema.

    Parameters
    ----------
    source : Database
        Where they are.
    mapping : SiteMapping
        Of the site.
    schema : str
        Where they will be.

    Raises
    ------
    UsageError
        If the rows of one cannot be told apart by number.
    """
    found = []
    for model in (_PERSON, *DATED_TABLES):
        kinds = source.columns_of(model.name)
        if not kinds:
            continue
        if PERSON.key not in kinds or not is_number(kinds.get(model.key, "")):
            raise UsageError(f"{source.address}: table {model.name!r} has no columns {model.key!r} and {PERSON.key!r}")
        written = {
            name: kind
            for name, kind in kinds.items()
            if mapping.is_kept(model.name, name)
            or (type_of(kind) is not None and name in {*model.columns, *model.days, *model.moments, *_births_of(model)})
        }
        columns = [sa.Column(name, type_of(kind) or sa.Text(), autoincrement=False) for name, kind in written.items()]
        found.append(ShiftedTable(model, tuple(written), sa.Table(model.name, sa.MetaData(), *columns, schema=schema)))
    return tuple(found)


def shift_tables(
    source: Database,
    target: Database,
    tables: Collection[ShiftedTable],
    records: Records,
    shift: PatientShift,
    journal: RunJournal,
    step: Step,
    tally: Tally,
) -> Step:
    """Write the tables that are left to write, for the patients who have notes, and return the last state.

    Each page is one transaction with its line in the journal. A row whose patient has no record is refused.

    Parameters
    ----------
    source : Database
        Where the rows come from.
    target : Database
        Where they go.
    tables : collection of ShiftedTable
        All that are written, in order.
    records : Records
        Of the patients who have notes.
    shift : PatientShift
        By how many days each patient moves.
    journal : RunJournal
        What an interrupted run goes on from.
    step : Step
        The last that was done.
    tally : Tally
        Counts what is refused.
    """
    names = [each.model.name for each in tables]
    reached = names.index(step.table) if step.table in names else 0
    for position, each in enumerate(tables):
        if position < reached:
            continue
        after = step.last_key if step.table == each.model.name else None
        for rows, last in _pages(source, each, after):
            patients = records.patients_of({person for row in rows if (person := row[PERSON.key])})
            shifts = {
                person: patient if isinstance(patient, Unknown) else shift.days_of(patient)
                for person, patient in patients.items()
            }
            written: list[Values] = []
            refused: list[Values] = []
            for row in rows:
                days = shifts[row[PERSON.key] or ""]
                if isinstance(days, Unknown):
                    refused.append((each.model.name, row[each.model.key], days.reason))
                else:
                    written.append(each.row_of(row, days, shift.births))
            tally.quarantined += len(refused)
            with target.transaction() as connection:
                insert_rows(target, connection, each.table, written)
                insert_rows(target, connection, quarantine_table(target.address.schema), refused)
                state = replace(step, state="running", table=each.model.name, last_key=last, tally=tally)
                step = journal.add(connection, state)
    return step


def _pages(source: Database, each: ShiftedTable, after: int | None) -> Iterator[tuple[list[Row], int]]:
    """Yield rows, some thousands at once, with the last number among them; rows of one number stay together."""
    names = dict.fromkeys((each.model.key, PERSON.key, *each.columns))
    table = sa.table(each.model.name, *map(sa.column, names), schema=source.address.schema)
    key = table.c[each.model.key]
    notes = sa.table(NOTE.name, sa.column(NOTE.person), schema=source.address.schema)
    has_notes = table.c[PERSON.key].in_(sa.select(notes.c[NOTE.person]))
    numbers = sa.select(key).where(has_notes).order_by(key).limit(_ROWS_AT_ONCE)
    values = sa.select(*map(as_text, table.c)).where(has_notes).order_by(*map(as_text, table.c))
    while page := source.rows(numbers if after is None else numbers.where(key > after)):
        last = int(page[-1][0])
        within = values.where(key <= last)
        rows = source.rows(within if after is None else within.where(key > after))
        ordered: list[Row] = sorted(
            (dict(zip(names, row, strict=True)) for row in rows), key=lambda row: int(row[each.model.key] or 0)
        )
        yield ordered, last
        after = last


def _births_of(model: CdmTable) -> tuple[str, ...]:
    return _BIRTH if model is _PERSON else ()


def _birth_of(row: Row, days: int | None) -> Mapping[str, str | None]:
    """Return the parts of a shifted date of birth that were known, all None where it is withheld or cannot be read.

    An unknown day is taken for the fifteenth, an unknown month for July, as in the notes.
    """
    year, month, day = (row.get(name) for name in _BIRTH)
    moved: date | None = None
    written = f"{int(year):04}-{int(month or 7):02}-{int(day or (15 if month else 2)):02}" if year else None
    known = day_of(written) or day_of(row.get(PERSON.moment))
    if days is not None and known is not None:
        moved = shifted_day(known, days)
    parts = (moved.year, moved.month, moved.day) if moved else (None, None, None)
    new = {
        name: str(part) if part is not None and row.get(name) is not None else None
        for name, part in zip(_BIRTH, parts, strict=True)
    }
    return {**new, PERSON.moment: at_day(row.get(PERSON.moment), moved)} if PERSON.moment in row else new
