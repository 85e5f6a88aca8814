"""The replacer: a document and its spans in, the new text out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property

from palimpseste.document import Document, OffsetMap, Replacement, Result, Span
from palimpseste.places import PlaceTable
from palimpseste.privacy.accountant import Contribution, Ledger
from palimpseste.surrogates.addresses import address_surrogate
from palimpseste.surrogates.ages import age_surrogate
from palimpseste.surrogates.atlas import atlas_of
from palimpseste.surrogates.bodies import hospital_surrogate, organization_surrogate
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates import Calendar
from palimpseste.surrogates.identifiers import changed_shape, identifier_surrogate, ssn_surrogate
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.marks import MASK, Marks
from palimpseste.surrogates.names import name_surrogate
from palimpseste.surrogates.people import LONGEST_NAME, People
from palimpseste.surrogates.phones import phone_surrogate
from palimpseste.surrogates.places import Geography
from palimpseste.surrogates.policy import Policy
from palimpseste.surrogates.references import reference_surrogate
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.web import email_surrogate, url_surrogate

__all__ = ["Replacer"]


class Replacer:
    """Writes surrogates over the spans of documents, under one key and one policy.

    Parameters
    ----------
    key : CohortKey
        What every surrogate is a function of.
    policy : Policy
        What becomes of each label.
    places : PlaceTable, optional
        Where towns are known from and drawn from; the table of the package by default.

    Examples
    --------
    >>> from palimpseste.surrogates import MasterKey, Policy, Replacer
    >>> replacer = Replacer(MasterKey.generate().cohort("study"), Policy.named("tag"))
    >>> replacer(Document("1", "Vu par Mme Durand."), [Span(11, 17, "LASTNAME")]).text
    'Vu par Mme [LASTNAME].'
    """

    def __init__(self, key: CohortKey, policy: Policy, places: PlaceTable | None = None) -> None:
        self._key = key
        self._policy = policy
        self._places = places

    def __call__(self, document: Document, spans: Sequence[Span]) -> Result:
        """Return the document with the spans replaced; nothing outside the spans changes.

        Raises
        ------
        ValueError
            If the spans are not sorted and disjoint, or reach beyond the text.
        """
        _check(spans, len(document.text))
        pages = _Pages(
            Setting.of(document, spans, self._key, self._policy.options, self._policy.privacy),
            self._policy,
            self._places,
        )
        pieces: list[str] = []
        new_spans: list[Span] = []
        replaced: list[Span] = []
        replacements: list[Replacement] = []
        end = length = 0
        for index, span in enumerate(spans):
            if self._policy.strategy_of(span.label) == "keep":
                continue
            surrogate = pages.replacement(index)
            between = document.text[end : span.start]
            start = length + len(between)
            length = start + len(surrogate)
            pieces += (between, surrogate)
            replaced.append(span)
            replacements.append(Replacement(span.start, span.end, start, length))
            if surrogate:
                new_spans.append(Span(start, length, span.label, span.source))
            end = span.end
        pieces.append(document.text[end:])
        return Result(
            document_id=document.id,
            text="".join(pieces),
            spans=tuple(new_spans),
            original_spans=tuple(replaced),
            offsets=OffsetMap(replacements),
            type=document.type,
            date=pages.date,
            ledger=pages.ledger if self._policy.is_private else None,
        )

    def __repr__(self) -> str:
        return f"Replacer(key=<masked>, policy={self._policy.name!r})"


class _Pages:
    """One document on its way, each part of it read when a label first asks for it."""

    def __init__(self, setting: Setting, policy: Policy, places: PlaceTable | None) -> None:
        self._setting = setting
        self._policy = policy
        self._places = places
        text = setting.document.text
        self._decomposed = not text.isascii() and not unicodedata.is_normalized("NFC", text)

    def replacement(self, index: int) -> str:
        """Return what is written over a span under the policy."""
        label = self._setting.spans[index].label
        strategy = self._policy.strategy_of(label)
        if strategy == "mask":
            return MASK
        if strategy == "tag":
            return f"[{label}]"
        if strategy == "numbered-tag":
            return self._marks.numbered_tag(index)
        if len(self._setting.spans[index]) > LONGEST_NAME:
            # No name or line is that long: its letters and figures are drawn, in time linear in its length.
            stream = self._setting.draws.stream(label, self._setting.values[index], "long")
            return changed_shape(self._setting.source(index), stream)
        surrogate = self._surrogate(index)
        return unicodedata.normalize("NFD", surrogate) if self._decomposed else surrogate

    @property
    def date(self) -> date | None:
        """The date of the document under the policy for dates: shifted, kept, or withheld."""
        written = self._setting.document.date
        strategy = self._policy.strategy_of("DATE")
        if written is None or strategy == "keep":
            return written
        return self._calendar.shifted(written) if strategy == "plausible" else None

    @property
    def ledger(self) -> Ledger:
        """What the replacements made so far spent of the privacy budget."""
        return self._budget.ledger

    @cached_property
    def _budget(self) -> Budget:
        return Budget(self._policy.privacy, self._contributions)

    def _contributions(self) -> Iterator[Contribution]:
        """Yield every value that a mechanism of the policy may release."""
        yield from ()

    @cached_property
    def _people(self) -> People:
        return People(self._setting)

    @cached_property
    def _calendar(self) -> Calendar:
        return Calendar(self._setting)

    @cached_property
    def _geography(self) -> Geography:
        return Geography(self._setting, atlas_of(self._places or PlaceTable.bundled()))

    @cached_property
    def _marks(self) -> Marks:
        return Marks(self._setting, self._people)

    def _surrogate(self, index: int) -> str:
        setting = self._setting
        label = setting.spans[index].label
        if label in ("FIRSTNAME", "LASTNAME"):
            return name_surrogate(index, setting, self._people)
        if label in ("DATE", "BIRTHDATE"):
            return self._calendar.surrogate(index)
        if label == "AGE":
            return age_surrogate(index, setting, self._calendar)
        if label == "CITY":
            return self._geography.city_surrogate(index)
        if label == "ZIP":
            return self._geography.zip_surrogate(index)
        if label == "LOCATION":
            return self._geography.location_surrogate(index)
        if label == "ADDRESS":
            return address_surrogate(index, setting)
        if label == "HOSPITAL":
            return hospital_surrogate(index, setting, self._geography)
        if label == "ORGANIZATION":
            return organization_surrogate(index, setting, self._geography)
        if label == "PHONE":
            return phone_surrogate(index, setting)
        if label == "EMAIL":
            return email_surrogate(index, setting, self._people)
        if label == "URL":
            return url_surrogate(index, setting, self._people)
        if label == "SSN":
            return ssn_surrogate(index, setting)
        if label == "REFERENCE":
            return reference_surrogate(index, setting, self._people)
        return identifier_surrogate(index, setting)


def _check(spans: Sequence[Span], length: int) -> None:
    end = 0
    for span in spans:
        if span.start < end:
            raise ValueError(f"spans must be sorted and disjoint; one starts at {span.start} before {end}")
        end = span.end
    if end > length:
        raise ValueError(f"a span ends at {end}, beyond the text of {length} characters")
