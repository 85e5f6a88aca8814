"""A hospital's own register: its patients one by one, and how likely a note is to be about each."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import Attributes, said_at
from palimpseste.population.channel import Channel, value_of
from palimpseste.population.kmap import lives_weights
from palimpseste.population.people import AGES, People
from palimpseste.writings.atlas import atlas_of

__all__ = ["Register"]

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

_COLUMNS = ("birthdate", "sex", "city", "zip", "insee", "admission", "discharge", "patient_id")
_SEXES = {"m": 0, "h": 0, "1": 0, "f": 1, "w": 1, "2": 1, "": -1}
_UNKNOWN = -1


@dataclass(frozen=True)
class Register:
    """Patients, or their stays, one a row; -1 stands for what is not known.

    Parameters
    ----------
    births : array of int, shape (rows, 3)
        Year, month and day.
    sexes, towns : array of int, shape (rows,)
        0 for a man, 1 for a woman; communes by their places in the table.
    admissions, nights : array of int, shape (rows,)
        The day as the proleptic ordinal, and the nights until discharge.
    patients : array of int, shape (rows,)
        Which patient, by number: several rows may be of one.
    numbers : mapping of str to int
        The number of each identifier of a patient.
    """

    births: Integers
    sexes: Integers
    towns: Integers
    admissions: Integers
    nights: Integers
    patients: Integers
    numbers: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.sexes)

    def __repr__(self) -> str:
        return f"Register(<{len(self)} rows>)"

    @classmethod
    def from_file(cls, path: Path, places: PlaceTable | None = None) -> Register:
        """Read a CSV file whose first line names its columns.

        They are birthdate, sex, city, zip, insee, admission, discharge and patient_id. Dates are ISO; ``birthdate`` is
        needed, every other column may be left out. Rows without patient_id are patients of their own.

        Raises
        ------
        UsageError
            If a column is missing or unknown, or a cell is wrong; file, line and column are named, no cell is quoted.
        """
        table = places or PlaceTable.bundled()
        codes = {commune.insee: number for number, commune in enumerate(table.communes)}
        rows: list[tuple[int, ...]] = []
        numbers: dict[str, int] = {}
        try:
            with path.open(encoding="utf-8-sig", newline="") as stream:
                reader = csv.DictReader(stream)
                heads = reader.fieldnames or []
                if unknown := [head for head in heads if head not in _COLUMNS]:
                    raise UsageError(f"{path}: line 1: {len(unknown)} unknown columns; columns: {', '.join(_COLUMNS)}")
                if "birthdate" not in heads:
                    raise UsageError(f"{path}: line 1: column 'birthdate' is not there")
                for row in reader:
                    cells = {name: (row.get(name) or "").strip() for name in _COLUMNS}
                    where = f"{path}: line {reader.line_num}"
                    patient = cells["patient_id"] or f"row {reader.line_num}"
                    rows.append(
                        (*_row(cells, where, codes, table), numbers.setdefault(patient, len(numbers))),
                    )
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        except (UnicodeDecodeError, csv.Error):
            raise UsageError(f"{path}: not a CSV file in UTF-8") from None
        if not rows:
            raise UsageError(f"{path}: no row")
        columns = np.array(rows, dtype=np.int64)
        return cls(columns[:, :3], columns[:, 3], columns[:, 4], columns[:, 5], columns[:, 6], columns[:, 7], numbers)

    @cached_property
    def _count(self) -> int:
        return int(self.patients.max()) + 1

    def posterior(self, released: Attributes, channel: Channel, people: People) -> Array:
        """Return how likely each patient is to be the one of a note, given that one of them is, shape (patients,).

        Parameters
        ----------
        released : Attributes
            What the note says as it is released.
        channel : Channel
            What releases leave.
        people : People
            How many live where.
        """
        likely = self._likelihood(released, channel, people)
        best = np.zeros(self._count)
        np.maximum.at(best, self.patients, likely)
        total = best.sum()
        return np.asarray(best / total if total else np.full(self._count, 1 / self._count), dtype=np.float64)

    def _likelihood(self, released: Attributes, channel: Channel, people: People) -> Array:
        said = said_at(released)
        likely = np.ones(len(self))
        if "age" in said or "sex" in said:
            lives, _ = lives_weights(released, released, channel, said)
            ages = self._ages_on(released)
            known = (ages >= 0) & (ages < AGES)
            of_age = lives[np.clip(ages, 0, AGES - 1)]
            sexed = np.where(
                self.sexes >= 0, of_age[np.arange(len(self)), np.maximum(self.sexes, 0)], of_age.mean(axis=1)
            )
            likely *= np.where(known, sexed, lives.max())
        if released.birthday is not None and "birthday" in said:
            month, day = released.birthday
            same = (self.births[:, 1] == month) & ((self.births[:, 2] == day) | (not day))
            likely *= _mixed(same, channel.kept["birthday"], 1 / 365.25 if day else 1 / 12)
        if "town" in said:
            likely *= self._town_likelihood(released, channel, people)
        for name, column in (("admission", self.admissions), ("discharge", self.nights)):
            value = value_of(released, name)
            if isinstance(value, int):
                rate = max(1, int((column == value).sum())) / len(self)
                mixed = _mixed(column == value, channel.kept[name], rate)
                likely *= np.where(column == _UNKNOWN, 1.0 if channel.kept[name] < 1 else rate, mixed)
        return likely

    @cached_property
    def _ages_admitted(self) -> Integers:
        """The age at admission of each row whose admission is known."""
        days = [date.fromordinal(max(1, int(day))) for day in self.admissions]
        dates = np.array([(day.year, day.month, day.day) for day in days], dtype=np.int64)
        earlier = (dates[:, 1] * 31 + dates[:, 2]) < (self.births[:, 1] * 31 + self.births[:, 2])
        return np.asarray(dates[:, 0] - self.births[:, 0] - earlier, dtype=np.int64)

    def _ages_on(self, released: Attributes) -> Integers:
        """Return the ages of the patients at admission; else in the year that the note's own birth and age tell."""
        if released.birth_year is not None and released.ages is not None:
            year = released.ages[1] + released.birth_year
        else:
            year = date.today().year
        return np.where(self.admissions != _UNKNOWN, self._ages_admitted, year - self.births[:, 0])

    def _town_likelihood(self, released: Attributes, channel: Channel, people: People) -> Array:
        seen = np.array(released.towns)
        share = float(people.of_town[seen].sum()) / people.total
        any_other = max(0.0, 1 - channel.same_town - channel.same_department) * share
        departments = np.unique(people.department[seen])
        near = np.isin(people.department[np.maximum(self.towns, 0)], departments)
        within = float(people.of_town[seen].sum()) / max(1.0, float(people.of_department[departments].sum()))
        likely = channel.same_town * np.isin(self.towns, seen) + channel.same_department * within * near + any_other
        return np.where(self.towns == _UNKNOWN, likely.max(), likely)


def _mixed(same: NDArray[np.bool_], kept: float, rate: float) -> Array:
    return np.asarray(kept * same + (1 - kept) * rate, dtype=np.float64)


def _row(cells: Mapping[str, str], where: str, codes: Mapping[str, int], table: PlaceTable) -> tuple[int, ...]:
    birth = _day(cells["birthdate"], f"{where}: column 'birthdate'")
    sex = _SEXES.get(cells["sex"].lower()[:1])
    if sex is None:
        raise UsageError(f"{where}: column 'sex': m or f, or empty")
    admission, discharge = (_day(cells[name], f"{where}: column {name!r}") for name in ("admission", "discharge"))
    commune = atlas_of(table).commune_named(cells["city"], cells["zip"]) if cells["city"] else None
    town = codes.get(cells["insee"], _UNKNOWN) if cells["insee"] else codes[commune.insee] if commune else _UNKNOWN
    return (
        *((birth.year, birth.month, birth.day) if birth else (_UNKNOWN,) * 3),
        sex,
        town,
        admission.toordinal() if admission else _UNKNOWN,
        (discharge - admission).days if admission and discharge else _UNKNOWN,
    )


def _day(cell: str, where: str) -> date | None:
    if not cell:
        return None
    try:
        return date.fromisoformat(cell)
    except ValueError:
        raise UsageError(f"{where}: no ISO date (YYYY-MM-DD)") from None
