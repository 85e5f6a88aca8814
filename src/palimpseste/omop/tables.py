"""The tables that a run makes, and what becomes of each column of the notes.

No text is copied unless the site asks for it by name: what a column of text holds, nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

import sqlalchemy as sa

from palimpseste import __version__
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import NOTE, NOTE_NLP
from palimpseste.omop.database import Row
from palimpseste.omop.days import at_day
from palimpseste.omop.mapping import SiteMapping
from palimpseste.omop.note import ReleasedNote
from palimpseste.result import ReleasedText

__all__ = ["NoteLayout", "NoteRow", "nlp_row", "nlp_table", "quarantine_table", "type_of"]

Treatment = Literal["text", "title", "day", "moment", "copied", "emptied"]
Values = tuple[str | None, ...]

_SYSTEM = f"palimpseste {__version__}"
_TREATMENTS: Mapping[str, Treatment] = {
    NOTE.text: "text",
    NOTE.title: "title",
    NOTE.date: "day",
    NOTE.moment: "moment",
}


@dataclass(frozen=True, slots=True, repr=False)
class NoteRow:
    """A note as it is written.

    Parameters
    ----------
    key : int
        Its number.
    values : tuple of str or None
        Of the columns of the layout.
    spans : tuple of (int, ReleasedText, str)
        Offset, surrogate and label of each stretch that was written over.
    """

    key: int
    values: Values
    spans: tuple[tuple[int, ReleasedText, str], ...]

    @property
    def characters(self) -> int:
        """How many characters the row holds, about."""
        return sum(len(value) for value in self.values if value)


@dataclass(frozen=True, slots=True)
class NoteLayout:
    """The columns of the new table of notes.

    Parameters
    ----------
    treatments : mapping of str to Treatment
        What becomes of each column that is written, in order.
    table : sqlalchemy.Table
        The new table.
    dropped : tuple of str
        Columns whose values are not written.
    """

    treatments: Mapping[str, Treatment]
    table: sa.Table
    dropped: tuple[str, ...]

    @classmethod
    def of(cls, kinds: Mapping[str, str], mapping: SiteMapping, schema: str) -> NoteLayout:
        """Return the layout for a source's columns, given with their types.

        Parameters
        ----------
        kinds : mapping
            Types by column.
        mapping : SiteMapping
            Of the site.
        schema : str
            Where the table will be.

        Raises
        ------
        UsageError
            If a column to keep is not there, or is one that is rewritten.
        """
        kept = {column for column in kinds if mapping.is_kept(NOTE.name, column)}
        asked = {name.removeprefix(f"{NOTE.name}.") for name in mapping.kept if name.startswith(f"{NOTE.name}.")}
        for column in sorted(asked):
            if column not in kinds or column in _TREATMENTS:
                why = "is rewritten" if column in _TREATMENTS else "is not there"
                raise UsageError(f"column {column!r} of table {NOTE.name!r} cannot be kept: it {why}")
        treatments: dict[str, Treatment] = {}
        for column, kind in kinds.items():
            if column in _TREATMENTS:
                treatments[column] = _TREATMENTS[column]
            elif column in kept or (column in NOTE.columns and type_of(kind) is not None):
                treatments[column] = "copied"
            elif column in NOTE.columns:
                treatments[column] = "emptied"
        dropped = tuple(name for name in kinds if treatments.get(name, "emptied") == "emptied")
        columns = [
            sa.Column(name, type_of(kinds[name]) or sa.Text(), primary_key=name == NOTE.key, autoincrement=False)
            for name in treatments
        ]
        return cls(treatments, sa.Table(NOTE.name, sa.MetaData(), *columns, schema=schema), dropped)

    def row_of(self, row: Row, note: ReleasedNote) -> NoteRow:
        """Return the new row of a note.

        Raises
        ------
        ValueError
            If a text holds NUL characters or halves of characters, which no column does.
        """
        made = {
            "text": note.text,
            "title": note.title or "" if row.get(NOTE.title) is not None else None,
            "day": note.date.isoformat() if note.date else None,
            "moment": at_day(row.get(NOTE.moment), note.date),
            "emptied": None,
        }
        values = tuple(row[name] if how == "copied" else made[how] for name, how in self.treatments.items())
        if any(value is not None and b"\0" in value.encode() for value in values):
            raise ValueError("NUL character")
        spans = tuple((span.start, note.part(span.start, span.end), span.label) for span in note.spans)
        return NoteRow(int(row[NOTE.key] or 0), values, spans)


def nlp_table(schema: str) -> sa.Table:
    """Return the table of stretches written over, which a run makes.

    Numbers are 64 bits wide and texts have no limit, where the model has 32 bits and 250 characters: a warehouse has
    more spans than the one, an address more letters than the other.
    """
    columns: Mapping[str, Any] = {
        NOTE_NLP.key: sa.BigInteger(),
        NOTE_NLP.note: sa.BigInteger(),
        NOTE_NLP.section: sa.Integer(),
        NOTE_NLP.snippet: sa.Text(),
        NOTE_NLP.offset: sa.Text(),
        NOTE_NLP.variant: sa.Text(),
        NOTE_NLP.concept: sa.Integer(),
        NOTE_NLP.source_concept: sa.Integer(),
        NOTE_NLP.system: sa.Text(),
        NOTE_NLP.date: sa.Date(),
        NOTE_NLP.moment: sa.TIMESTAMP(),
        NOTE_NLP.exists: sa.Text(),
        NOTE_NLP.temporal: sa.Text(),
        NOTE_NLP.modifiers: sa.Text(),
    }
    made = (
        sa.Column(name, kind, primary_key=name == NOTE_NLP.key, autoincrement=False) for name, kind in columns.items()
    )
    return sa.Table(NOTE_NLP.name, sa.MetaData(), *made, schema=schema)


def nlp_row(number: int, note: int, span: tuple[int, ReleasedText, str], begun: date) -> Values:
    """Return the row of a stretch: its offset in code points of the new text, as digits, and the surrogate there.

    Parameters
    ----------
    number : int
        Of the row.
    note : int
        Of the note.
    span : tuple of int and ReleasedText and str
        Offset in the new text, the surrogate, its label.
    begun : date
        When the run began.
    """
    offset, surrogate, label = span
    return (
        str(number),
        str(note),
        "0",
        None,
        str(offset),
        surrogate,
        "0",
        "0",
        _SYSTEM,
        begun.isoformat(),
        None,
        "Y",
        None,
        f"label={label}",
    )


def quarantine_table(schema: str) -> sa.Table:
    """Return the table of what could not be done, and why; no text."""
    return sa.Table(
        "palimpseste_quarantine",
        sa.MetaData(),
        sa.Column("table_name", sa.Text),
        sa.Column("row_key", sa.BigInteger),
        sa.Column("reason", sa.Text),
        schema=schema,
    )


def type_of(kind: str) -> sa.types.TypeEngine[Any] | None:
    """Return the type of a new column for one of the databases' own; None for text and for what is not known."""
    return _TYPES.get(kind.split("(", 1)[0].strip())


_TYPES: Mapping[str, sa.types.TypeEngine[Any]] = {
    "smallint": sa.SmallInteger(),
    "tinyint": sa.SmallInteger(),
    "integer": sa.Integer(),
    "bigint": sa.BigInteger(),
    "uinteger": sa.BigInteger(),
    "numeric": sa.Numeric(),
    "decimal": sa.Double(),  # DuckDB's NUMERIC has three decimals unless told otherwise
    "real": sa.Double(),
    "float": sa.Double(),
    "double": sa.Double(),
    "double precision": sa.Double(),
    "boolean": sa.Boolean(),
    "date": sa.Date(),
    "timestamp": sa.TIMESTAMP(),
    "timestamp without time zone": sa.TIMESTAMP(),
    "timestamp with time zone": sa.TIMESTAMP(timezone=True),
}
