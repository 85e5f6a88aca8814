"""All attacks on one release of a hospital's own notes, which has both: what is left of patients, and who is alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.files.kept import NoteFigures
from palimpseste.folding import fold
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import Attributes, read_attributes, said_at
from palimpseste.population.channel import REACH, Channel, learned_channel
from palimpseste.population.people import AGES, People
from palimpseste.population.register import Register
from palimpseste.population.shares import Shares
from palimpseste.rendering.screen import identifier_shown
from palimpseste.risk.notes.uniqueness import AS_THEY_ARE, PopulationAttack, spanned
from palimpseste.risk.notes.uniqueness_table import Alones, alone_in
from palimpseste.risk.success import SuccessRate, success_rate

__all__ = ["RELEASED", "Inferred", "Left", "ReleaseAttack", "released_found"]

RELEASED = "released"
_INFERRED = ("age", "birthday", "sex", "town", "admission")
# Fields of a record that name one person, or a few.
_NAMING = ("lastname", "birth_lastname", "phone", "email", "ssn", "patient_id", "visit_id")
_SHORTEST = 4

Pair = tuple[Document, Attributes, Attributes, Document]


@dataclass(frozen=True, slots=True)
class Inferred:
    """How often an attribute of a patient is guessed from a release.

    Parameters
    ----------
    right : SuccessRate
        Share of the notes that say it, in which the best guess is right.
    without : float
        Share that is guessed from what the public knows, without the note.
    """

    right: SuccessRate
    without: float


@dataclass(frozen=True, slots=True)
class Left:
    """Notes in which a value of the patient's record still stands as it was, written over nowhere.

    Parameters
    ----------
    share : SuccessRate
        Of the notes whose record holds such a value.
    """

    share: SuccessRate


class ReleaseAttack:
    """Attacks a release as somebody does who has everything but the key.

    Parameters
    ----------
    notes, release : callable
        Yield the documents of each, in one order.
    detectors : Deidentifier, optional
        Reads the spans of what is not annotated.
    shares : Shares
        Of what no table counts.
    register : Register, optional
        The hospital's patients.
    """

    def __init__(
        self,
        notes: Callable[[], Iterator[Document]],
        release: Callable[[], Iterator[Document]],
        detectors: Deidentifier | None,
        shares: Shares,
        register: Register | None = None,
    ) -> None:
        self._notes, self._release, self._detectors = notes, release, detectors
        self._places = PlaceTable.bundled()
        self.people = People.of_france(self._places)
        self._population = PopulationAttack({}, detectors, shares, register)  # nothing is written anew

    def pairs(self) -> Iterator[Pair]:
        """Yield each released note with what it says and what it said.

        Raises
        ------
        UsageError
            If a released note is not among the notes, in their order.
        """
        notes = spanned(self._notes(), self._detectors)
        for released, spans in spanned(self._release(), self._detectors):
            found = next((each for each in notes if each[0].id == released.id), None)
            if found is None:
                raise UsageError(
                    f"released note {identifier_shown(released.id)}: not among the notes, or in another order"
                )
            said = read_attributes(released, spans, self._places)
            yield found[0], read_attributes(*found, self._places), said, released

    def channel(self, pairs: Iterable[Pair], learned: int) -> Channel:
        """Return what the release leaves, learned from its first notes."""
        return learned_channel(((true, said) for _, true, said, _ in islice(pairs, learned)), self.people)

    def figures(self, pairs: Iterable[Pair], channel: Channel, start: int) -> Iterator[NoteFigures]:
        """Yield what was found of each released note from that number on.

        Parameters
        ----------
        pairs : iterable of Pair
            Each note with what it tells, what its release tells, and the release.
        channel : Channel
            How likely each value becomes each other.
        start : int
            How many notes are left out, since they were counted before.
        """
        moved = int(channel.ages.argmax()) - REACH
        for document, true, said, released in islice(pairs, start, None):
            versions = {AS_THEY_ARE: true, RELEASED: said}
            found = self._population.figures_of(document, versions, {RELEASED: channel})
            for name in said_at(true) & set(_INFERRED):
                found[f"inferred|{name}"] = float(_is_inferred(name, true, said, moved))
            if (left := _left(document.patient, released)) is not None:
                found["left|values"] = float(left)
            yield found

    def guessed_without(self) -> Mapping[str, float]:
        """Return how often each attribute is guessed right by whoever only knows the population."""
        people = self.people
        lives = (people.shares * people.bands.sum(axis=0)[:, np.newaxis, np.newaxis]).sum(axis=0) / people.total
        return {
            "age": float(lives.sum(axis=1).max()),
            "birthday": 1 / 365.25,
            "sex": float(lives.sum(axis=0).max()),
            "town": float(people.of_town.max() / people.total),
            "admission": 1 / 365.25,
        }


def released_found(
    figures: Iterable[NoteFigures], without: Mapping[str, float]
) -> tuple[Alones, Mapping[str, Inferred], Left | None]:
    """Return who is alone, what is inferred and what was left, of the figures of all notes."""
    columns: dict[str, array[float]] = {}

    def passing() -> Iterator[NoteFigures]:
        for note in figures:
            for name, value in note.items():
                if name.startswith(("inferred|", "left|")):
                    columns.setdefault(name, array("d")).append(value)
            yield note

    alone = alone_in(passing(), [AS_THEY_ARE, RELEASED])
    inferred = {
        name: Inferred(success_rate(np.array(columns[f"inferred|{name}"])), without[name])
        for name in _INFERRED
        if f"inferred|{name}" in columns
    }
    left = columns.get("left|values")
    return alone, inferred, Left(success_rate(np.array(left))) if left else None


def _is_inferred(name: str, true: Attributes, said: Attributes, moved: int) -> bool:
    if name == "age":
        if true.ages is None or said.ages is None:
            return False
        guess = max(0, min(AGES - 1, sum(said.ages) // 2 - moved))
        return true.ages[0] <= guess <= true.ages[1]
    if name == "town":
        return bool(set(true.towns) & set(said.towns))
    value = getattr(true, name)
    return value is not None and value == getattr(said, name)


def _left(patient: Patient, released: Document) -> bool | None:
    """Tell whether a naming value of the record stands in what was written over nowhere; None where it holds none."""
    known = patient.known()
    values = {fold(known[name]) for name in _NAMING if len(known.get(name, "")) >= _SHORTEST}
    if not values:
        return None
    parts, end = [], 0
    for span in released.entities:
        parts.append(released.text[end : span.start])
        end = span.end
    parts.append(released.text[end:])
    words = f" {' '.join(' '.join(map(fold, parts)).replace(',', ' ').replace('.', ' ').split())} "
    return any(f" {value} " in words for value in values)
