"""What the surrogates of one document may look at: the document, its spans, the keyed draws of its scope."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.detection.disguises.words import letters_read
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient, Span
from palimpseste.folding import FIGURES_MISREAD, I_MISREAD, fold_name
from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.options import Options, Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.writings.case import plain
from palimpseste.writings.dates.chronicle import NO_OTHERS
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.passages import Passages, alphanumeric

__all__ = ["Setting", "is_of_patient", "scope_of"]

# Labels whose values are words; a surrogate that is one of these words would look like a value left in place.
_NAMES = frozenset({"FIRSTNAME", "LASTNAME"})
_BODIES = frozenset({"HOSPITAL", "ORGANIZATION", "ADDRESS"})
_WORDED = _BODIES | {"CITY", "LOCATION"}
# « SOISS0NS », « cIinique », « Nîrnes »
_OF_WORDS = frozenset({"CITY", *OF_BODIES, *OF_PEOPLE, "LOCATION"})
_MISREAD = re.compile(r"[01](?=[^\W\d_])|(?<=[^\W\d_])[01]|(?<=[a-zà-ÿ])I(?=[a-zà-ÿ])")
# « PARIS CEDEX l2 »
_CEDEX = re.compile(r"(?<=[Cc][Ee][Dd][Ee][Xx])\s+l?\d?l?(?![^\W_])")
# Letters of French and its neighbours, accents apart or not, and the signs of ordinary text.
_UNDISGUISED = re.compile(r"[\t\n\r -~\u00a0-\u00ac\u00ae-\u017f\u0300-\u036f\u2010-\u201f\u2026\u202f]*")
_CODED = re.compile(r"&[#\w]|<[/\w]|%[\dA-Fa-f]{2}|=[\dA-F]{2}|\\[ux]")


@dataclass(frozen=True, repr=False)
class Setting(Passages):
    """The passages of one document and what is drawn for them.

    Parameters
    ----------
    document, spans, values
        The passages, as :class:`~palimpseste.writings.passages.Passages` has them.
    draws : Draws
        Streams of the document's scope.
    noise : Draws
        Streams of whatever a privacy budget is spent on: of the patient's document where it has a budget of its own,
        so that what two documents release of one value is independent; else the lasting ones.
    lasting : Draws
        Streams of the patient, for noise that is the same in all documents. Where no patient is known, of the document
        by its identifier and its words: two documents that happen to bear one identifier share no noise.
    shared : Draws
        Streams of the cohort, for what is the same in the documents of all its patients.
    options : Options
        Of the policy.
    privacy : Privacy
        The budget of the policy.
    places : PlaceOptions
        What the policy sets about towns.
    sources : tuple of str
        The text of each span; where it is written in disguise (look-alike letters, codes, tags, signs that nobody
        sees), as a reader reads it: what is written like it keeps nothing of the disguise.
    originals : frozenset of str
        Folded values of the document's spans and record, and words of its names, that no surrogate may hold; without
        places, where towns are released by a mechanism: what is never drawn would tell of them.
    is_of_patient : bool
        Whether the surrogates agree with those of other documents of the patient.
    """

    draws: Draws
    noise: Draws
    lasting: Draws
    shared: Draws
    options: Options
    privacy: Privacy
    places: PlaceOptions
    sources: tuple[str, ...]
    originals: frozenset[str]
    is_of_patient: bool

    def source(self, index: int) -> str:
        """Return the text of a span as a reader reads it."""
        return self.sources[index]

    @property
    def has_no_others(self) -> bool:
        """Whether no other document of the patient is known of: there is no patient, or this is his only one."""
        return not self.is_of_patient or self.document.patient_dates == NO_OTHERS

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
        """Return the setting of a document, with the options and the budget of its policy.

        Parameters
        ----------
        document : Document
            What is written anew.
        spans : sequence of Span
            Sorted and disjoint.
        key : CohortKey
            Of the cohort.
        options : Options, optional
            Of the policy.
        privacy : Privacy, optional
            Its budget.
        places : PlaceOptions, optional
            Its options for places.
        towns_released : bool
            Whether a mechanism releases towns.
        """
        sources = tuple(_seen(document.text[span.start : span.end], span.label) for span in spans)
        passages = Passages(document, tuple(spans), tuple(map(plain, sources)))
        privacy = privacy or Privacy()
        scope, own = scope_of(document), _own_scope_of(document)
        is_of_patient = scope != own
        lasting = scope if is_of_patient else f"{scope}|{document.text}"
        return cls(
            document,
            passages.spans,
            passages.values,
            Draws(key, scope),
            Draws(key, f"{lasting}|{own}") if privacy.per == "document" else Draws(key, lasting),
            Draws(key, lasting),
            Draws(key, "cohort"),
            options or Options(),
            privacy,
            places or PlaceOptions(),
            sources,
            _originals(passages, _BODIES if towns_released else _WORDED),
            is_of_patient,
        )


def _seen(text: str, label: Label) -> str:
    """Return the text of a span as a reader reads it: as it stands, unless it is misread or written in disguise."""
    if label in _OF_WORDS and _may_be_misread(text, label):
        text = letters_read(text)
    if label == "CITY" and "l" in text:
        text = _CEDEX.sub(lambda number: number.group().translate(FIGURES_MISREAD), text)
    # One word with at most its first letter a capital, which is what most spans are, holds no l among capitals.
    if "l" in text and not text[1:].islower():
        text = I_MISREAD.sub("I", text)
    if text.isascii() and text.isalnum():
        return text
    if _UNDISGUISED.fullmatch(text) and not _CODED.search(text):
        return text
    seen = TextView.of(text).text
    return seen if any(map(str.isalnum, seen)) else text


def _may_be_misread(text: str, label: Label) -> bool:
    """Tell whether letters of a text may have been misread; what most words hold none of is looked for first."""
    if "rn" in text and label not in OF_PEOPLE:
        return True
    return ("0" in text or "1" in text or "I" in text[1:]) and _MISREAD.search(text) is not None


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


def is_of_patient(document: Document) -> bool:
    """Tell whether the record says whose document it is, so that surrogates agree over those of the patient."""
    return scope_of(document) != _own_scope_of(document)


def _own_scope_of(document: Document) -> str:
    return "document:" + document.id


def _birth_date(patient: Patient) -> str:
    read = read_date(patient.birthdate) if patient.birthdate else None
    if read is None:
        return alphanumeric(patient.birthdate)
    return f"{read.year}-{read.month}-{read.day}"


def _originals(passages: Passages, labels: frozenset[str]) -> frozenset[str]:
    patient = passages.document.patient
    labelled = [(span.label, value) for span, value in zip(passages.spans, passages.values, strict=True)]
    worded = {fold_name(value) for label, value in labelled if label in labels}
    if "CITY" in labels:
        worded.add(fold_name(patient.city))
    names = {fold_name(value) for label, value in labelled if label in _NAMES}
    names.update(fold_name(v) for v in (patient.lastname, patient.birth_lastname, patient.firstname) if v)
    # Words of names only: « saint » and « rue » of the other values would forbid half of the lists.
    words = {word for name in names for word in name.split() if len(word) > 3}
    return frozenset(worded | names | words)
