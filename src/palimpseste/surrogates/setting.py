"""What the surrogates of one document may look at: the document, its spans, the keyed draws of its scope."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.document import Document, Patient, Span
from palimpseste.folding import fold_name
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.options import Options, Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.writings.case import plain
from palimpseste.writings.date_reading import read_date

__all__ = ["Setting", "alphanumeric", "scope_of"]

_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
# Labels whose values are words; a surrogate that is one of these words would look like a value left in place.
_NAMES = frozenset({"FIRSTNAME", "LASTNAME"})
_BODIES = frozenset({"HOSPITAL", "ORGANIZATION", "ADDRESS"})
_WORDED = _BODIES | {"CITY", "LOCATION"}


@dataclass(frozen=True, slots=True, repr=False)
class Setting:
    """One document and its draws.

    Parameters
    ----------
    document : Document
        The document.
    spans : tuple of Span
        Sorted and disjoint.
    values : tuple of str
        The text of each span, on one line, composed.
    draws : Draws
        Streams of the document's scope.
    noise : Draws
        Streams of whatever a privacy budget is spent on: of the document where it has a budget of its own, so that
        what two documents of a patient release of one value is independent; else those of the scope.
    options : Options
        Of the policy.
    privacy : Privacy
        The budget of the policy.
    places : PlaceOptions
        What the policy sets about towns.
    originals : frozenset of str
        Folded values of the document's spans and record, and words of its names, that no surrogate may hold; without
        places, where towns are released by a mechanism: what is never drawn would tell of them.
    """

    document: Document
    spans: tuple[Span, ...]
    values: tuple[str, ...]
    draws: Draws
    noise: Draws
    options: Options
    privacy: Privacy
    places: PlaceOptions
    originals: frozenset[str]

    @classmethod
    def of(
        cls,
        document: Document,
        spans: Sequence[Span],
        key: CohortKey,
        options: Options | None = None,
        privacy: Privacy | None = None,
        places: PlaceOptions | None = None,
        *,
        towns_released: bool = False,
    ) -> Setting:
        """Return the setting of a document, with the options and the budget of its policy."""
        text = document.text
        values = tuple(plain(text[span.start : span.end]) for span in spans)
        privacy = privacy or Privacy()
        draws = Draws(key, scope_of(document))
        return cls(
            document,
            tuple(spans),
            values,
            draws,
            Draws(key, _own_scope_of(document)) if privacy.per == "document" else draws,
            options or Options(),
            privacy,
            places or PlaceOptions(),
            _originals(document.patient, spans, values, _BODIES if towns_released else _WORDED),
        )

    def source(self, index: int) -> str:
        """Return the text of a span exactly as it stands."""
        span = self.spans[index]
        return self.document.text[span.start : span.end]

    def before(self, index: int, count: int) -> str:
        """Return up to `count` characters before a span."""
        start = self.spans[index].start
        return self.document.text[max(0, start - count) : start]

    def between(self, index: int, other: int) -> str:
        """Return the text between two spans, the first of which comes first."""
        return self.document.text[self.spans[index].end : self.spans[other].start]


def scope_of(document: Document) -> str:
    """Return what surrogates agree over: the patient where the record tells who it is, else the document.

    A patient is known by the permanent identifier, else by a last name together with a first name or a birth date.
    """
    patient = document.patient
    if patient.patient_id:
        return "patient:" + alphanumeric(patient.patient_id)
    lastname = fold_name(patient.lastname or patient.birth_lastname)
    firstname = fold_name(patient.firstname)
    if lastname and (firstname or patient.birthdate):
        return f"person:{lastname}|{firstname}|{_birth_date(patient)}"
    return _own_scope_of(document)


def _own_scope_of(document: Document) -> str:
    return "document:" + document.id


def alphanumeric(value: str) -> str:
    """Return the letters and digits of a value in lower case: what is left when spacing and punctuation vary."""
    return _NOT_ALPHANUMERIC.sub("", value).lower()


def _birth_date(patient: Patient) -> str:
    read = read_date(patient.birthdate) if patient.birthdate else None
    if read is None:
        return alphanumeric(patient.birthdate)
    return f"{read.year}-{read.month}-{read.day}"


def _originals(
    patient: Patient, spans: Sequence[Span], values: Sequence[str], labels: frozenset[str]
) -> frozenset[str]:
    worded = {fold_name(value) for span, value in zip(spans, values, strict=True) if span.label in labels}
    if "CITY" in labels:
        worded.add(fold_name(patient.city))
    names = {fold_name(value) for span, value in zip(spans, values, strict=True) if span.label in _NAMES}
    names.update(fold_name(v) for v in (patient.lastname, patient.birth_lastname, patient.firstname) if v)
    # Words of names only: « saint » and « rue » of the other values would forbid half of the lists.
    words = {word for name in names for word in name.split() if len(word) > 3}
    return frozenset(worded | names | words)
