"""Which columns of a table, or fields of a JSON object, are what of a document.

The columns ``text``, ``id``, ``type`` and ``date`` are the document's; those named like a field of the record, alone or
after ``patient.``, are the patient's, and so are the fields of a structure ``patient``. All others are *further*
columns. A result keeps the document's columns in their place. The record is never written: it says who the patient is.
Further columns may say it too, so they are written only where they are asked for by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from palimpseste.document import Document, Patient, plain_scalar
from palimpseste.errors import UsageError
from palimpseste.folding import fold

__all__ = [
    "NO_RECORD",
    "Columns",
    "Layout",
    "add_to_record",
    "document_of",
    "french_fields",
    "printable_names",
    "written_date",
]

NO_RECORD = (
    "column 'patient' would not be read: it holds no object; give the fields of the record columns of their own "
    "(lastname, firstname …), and rename this one, or leave it out"
)
_RECORD = "patient"
_PREFIX = "patient."
_FRENCH_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
# French names under which exports have the fields of the record, of letters and figures alone, without "patient".
_IN_FRENCH = {
    "lastname": "nom nomusage nomdusage nomusuel nomfamille nomdefamille nommarital",
    "birth_lastname": "nomnaissance nomdenaissance nomjeunefille nomdejeunefille nompatronymique",
    "firstname": "prenom prenoms prenomusuel prenomusage prenomnaissance prenomdenaissance",
    "birthdate": "datenaissance datedenaissance datenais ddn naissance",
    "address": "adresse adressepostale rue",
    "zip": "codepostal cp",
    "city": "ville commune villeresidence communeresidence",
    "phone": "telephone tel numtel numerotelephone numerodetelephone portable mobile telportable telephoneportable",
    "email": "mail courriel adressemail adresseemail",
    "ssn": "nir nss ins numsecu numerosecu numerosecuritesociale numerodesecuritesociale",
    "patient_id": "ipp numipp numeroipp nip",
    "visit_id": "iep numiep numeroiep nda numsejour numerosejour",
}
_FIELD_IN_FRENCH = {name: field for field, names in _IN_FRENCH.items() for name in names.split()}
# What a result says of itself beside text, identifier, type and date: a column of such a name would stand in its place.
_OF_RESULTS = frozenset({"entities", "kept", "patient", "privacy"})
# Names of columns, and what is said of the resources of FHIR; a text in their place has spaces.
_PRINTABLE = re.compile(r"[\w.:-]{1,40}(?: resources)?")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table, or fields of a line, are read and which are written.

    Parameters
    ----------
    text, id : str
        Those of the text and of the identifier.
    kept : tuple of str
        Further ones that results have.

    Raises
    ------
    UsageError
        If a kept column is of the patient's record, text and identifier are one column, or a column has a name
        that results use themselves.
    """

    text: str = "text"
    id: str = "id"
    kept: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named = next((name for name in self.kept if self._record_meant_by(name, of_whole=False)), None)
        if named:
            raise UsageError(f"column {named!r} belongs to the patient's record and is never written")
        if self.text == self.id:
            raise UsageError(f"text and identifier cannot both be the column {self.text!r}")
        own = next((name for name in (*self.kept, self.text, self.id) if name in _OF_RESULTS), None)
        if own:
            raise UsageError(f"column {own!r} has the name of what results say of themselves; give it another name")

    def role_of(self, name: str) -> str:
        """Return ``text``, ``id``, ``type``, ``date``, ``patient``, ``patient.`` and a field, or the empty string."""
        if name == self.text:
            return "text"
        if name == self.id:
            return "id"
        if name in ("type", "date", _RECORD):
            return name
        field = name.removeprefix(_PREFIX)
        return _PREFIX + field if field in Patient.field_names() else ""

    def field_of_record(self, name: str) -> str:
        """Return which field of the record a column is; the empty string for any other."""
        role = self.role_of(name)
        return role.removeprefix(_PREFIX) if role.startswith(_PREFIX) else ""

    def layout_of(self, names: Sequence[str], where: str) -> Layout:
        """Return what each column of a table is.

        Raises
        ------
        UsageError
            If the text, the identifier or a column to keep is missing, or two columns are the same thing, or one has
            nearly the name of a field of the record. Other names found are not quoted: in a file without header they
            would be values.
        """
        roles = tuple(map(self.role_of, names))
        for name in names:
            self.refuse_lookalike(name, where)
        for role, name, option in (("text", self.text, "--text-column"), ("id", self.id, "--id-column")):
            if role not in roles:
                raise UsageError(f"{where}: no column {name!r} among its {len(names)} columns; name it with {option}")
        twice = next((role for role in roles if role not in ("", _RECORD) and roles.count(role) > 1), None)
        if twice:
            raise UsageError(f"{where}: two columns for {twice!r}")
        missing = next((name for name in self.kept if name not in names), None)
        if missing:
            raise UsageError(f"{where}: no column {missing!r} to keep")
        return Layout(tuple(names), roles, tuple(i for i, name in enumerate(names) if self.is_written(name)))

    def refuse_lookalike(self, name: str, where: str) -> None:
        """Refuse a column such as ``LastName``: the record would go without it, and the patient's name would stay.

        Raises
        ------
        UsageError
            If the name is that of a field of the record, or of the record, but for case, spaces and hyphens.
        """
        meant = "" if self.role_of(name) else self._record_meant_by(name)
        if meant:
            what = "the record of the patient" if meant == _RECORD else "a field of the patient's record"
            raise UsageError(
                f"{where}: column {name!r} would not be read: {what} is called {meant!r}; rename it, or leave it out"
            )

    def _record_meant_by(self, name: str, *, of_whole: bool = True) -> str:
        """Return the field of the record, or the record, that a name is but for its writing; else the empty string."""
        if self.role_of(name) in ("text", "id", "type", "date"):
            return ""
        bare, fields = _bare(name), _fields_by_letters()
        meant = fields.get(bare) or fields.get(bare.removeprefix(_RECORD), "")
        return _RECORD if of_whole and bare == _RECORD else meant

    def is_written(self, name: str) -> bool:
        """Tell whether results have this column."""
        return self.role_of(name) in ("text", "id", "type", "date") or name in self.kept


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one table.

    Parameters
    ----------
    names : tuple of str
        In the order of the table.
    roles : tuple of str
        What each is read as; empty where it is not read.
    written : tuple of int
        Positions, from 0, of those that results have.
    """

    names: tuple[str, ...]
    roles: tuple[str, ...]
    written: tuple[int, ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """The names of the columns that results do not have."""
        return tuple(name for position, name in enumerate(self.names) if position not in self.written)

    def values_of(self, row: Sequence[object]) -> dict[str, object]:
        """Return the values of a row by role."""
        return {role: value for role, value in zip(self.roles, row, strict=True) if role}

    def kept_of(self, row: Sequence[object]) -> dict[str, object]:
        """Return the values of the further columns that results have, by name."""
        return {self.names[i]: row[i] for i in self.written if not self.roles[i]}


def _bare(name: str) -> str:
    """Return the letters and figures of a name, in lower case."""
    return "".join(filter(str.isalnum, name.casefold()))


@cache
def _fields_by_letters() -> Mapping[str, str]:
    """Return the fields of the record by their letters: every field of every line of JSON is looked up in them."""
    return {_bare(field): field for field in Patient.field_names()}


def document_of(values: Mapping[str, object]) -> Document:
    """Return the document of a table's row.

    Parameters
    ----------
    values : mapping
        By role. Dates are dates, ``YYYY-MM-DD`` or ``DD/MM/YYYY``; whole floats are read as integers, NaN as unknown.

    Raises
    ------
    UsageError
        If a value does not fit its role; it is not quoted.
    """
    scalars = {role: plain_scalar(value) for role, value in values.items()}
    whole = values.get(_RECORD)
    if scalars.get(_RECORD) not in (None, "") and not isinstance(whole, Mapping):
        raise UsageError(NO_RECORD)
    record = dict(whole) if isinstance(whole, Mapping) else {}
    for role, value in scalars.items():
        if role.startswith(_PREFIX):
            add_to_record(record, role.removeprefix(_PREFIX), value)
    mapping = {role: scalars.get(role) for role in ("id", "text", "type", "date")}
    # A number is no text, whatever it could be written as.
    mapping["text"] = "" if mapping["text"] is None else values["text"]
    if mapping["id"] in (None, ""):
        raise UsageError("the row has no identifier")
    if isinstance(mapping["date"], str) and (match := _FRENCH_DATE.fullmatch(mapping["date"].strip())):
        day, month, year = map(int, match.groups())
        mapping["date"] = f"{year:04}-{month:02}-{day:02}"
    return Document.from_mapping({**mapping, "patient": record})


def add_to_record(record: dict[str, object], field: str, value: object) -> None:
    """Add a field that stands beside a record; nothing of it where it has no value.

    Parameters
    ----------
    record : dict
        Of the patient, by field.
    field : str
        Which.
    value : object
        Its value.

    Raises
    ------
    UsageError
        If the record has another value of that field: one of them would not be looked for.
    """
    if value in (None, ""):
        return
    if plain_scalar(record.get(field)) not in (None, "", value):
        raise UsageError(f"patient field {field!r} has two values")
    record[field] = value


def written_date(value: date | None, model: object) -> object:
    """Return a result's date in the form of the column it goes to."""
    if isinstance(model, datetime):
        return value and datetime(value.year, value.month, value.day, tzinfo=model.tzinfo)
    if isinstance(model, date) or value is None:
        return value if not isinstance(model, str) else ""
    return value.strftime("%d/%m/%Y") if _FRENCH_DATE.fullmatch(str(model).strip()) else value.isoformat()


def printable_names(names: Iterable[str]) -> str:
    """Return the names of columns for a message; those that do not look like one are counted only."""
    distinct = sorted(set(names))
    shown = [name for name in distinct if _PRINTABLE.fullmatch(name)]
    hidden = len(distinct) - len(shown)
    return ", ".join(shown + ([f"{hidden} more"] if hidden else []))


def french_fields(names: Iterable[str]) -> dict[str, str]:
    """Return, of names of columns that are not read as the record, those that are French for a field, with that field.

    Accents, case and whatever separates words do not matter, nor does ``patient`` before or behind.

    Examples
    --------
    >>> french_fields(["Nom de naissance", "PRÉNOM_PATIENT", "service"])
    {'Nom de naissance': 'birth_lastname', 'PRÉNOM_PATIENT': 'firstname'}
    """
    bare = {name: _bare(fold(name)).removeprefix(_RECORD) for name in names}
    return {
        name: _FIELD_IN_FRENCH[said]
        for name, whole in bare.items()
        if (said := whole.removesuffix(_RECORD).removesuffix("du") or whole) in _FIELD_IN_FRENCH
    }
