"""The replacer: a document and its spans in, the new text out."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NoReturn

from palimpseste.document import BESIDE, Document, Span
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import DATES
from palimpseste.places import PlaceTable
from palimpseste.privacy.accountant import Contribution, Ledger
from palimpseste.result import Draft, OffsetMap, Replacement
from palimpseste.surrogates.beside import Beside, elided
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.ages import NoisyAges, kept_age, near_age
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.dates.in_numbers import DatesInNumbers
from palimpseste.surrogates.draws import NothingLeftError
from palimpseste.surrogates.keys import CohortKey, proof_of
from palimpseste.surrogates.places.articles import contracted, suited, suited_to_town
from palimpseste.surrogates.places.bodies import body_surrogate
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.places.released import ReleasedTowns, town_contributions
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.places.territory import territory_of
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import MECHANISMS, SHIFTS, strategy_of_towns
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.addresses import address_surrogate
from palimpseste.surrogates.values.identifiers import Identifiers, changed_shape, ssn_surrogate
from palimpseste.surrogates.values.marks import MASK, Marks
from palimpseste.surrogates.values.names import name_surrogate
from palimpseste.surrogates.values.people import People
from palimpseste.surrogates.values.phones import phone_surrogate
from palimpseste.surrogates.values.references import reference_surrogate
from palimpseste.surrogates.values.web import email_surrogate, url_surrogate
from palimpseste.writings.ages import AgesRead
from palimpseste.writings.atlas import Atlas, atlas_of
from palimpseste.writings.calling_codes import CODES_OVERSEAS
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.generations import births_told
from palimpseste.writings.people import LONGEST_NAME, PeopleRead
from palimpseste.writings.phone_zones import (
    is_overseas,
    is_overseas_of,
    lands_of_phones,
    national_number,
    towns_of_phones,
    zone_of,
)
from palimpseste.writings.practices import Practice, practices_of
from palimpseste.writings.steady_towns import SteadyTownsRead
from palimpseste.writings.towns import Town, TownsRead

__all__ = ["KeylessReplacer", "Replacer"]

# How far behind a date a clock time is looked for.
_REACH_BEHIND = 40
_NAMES = frozenset({"FIRSTNAME", "LASTNAME", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION"})
_WITH_ARTICLE = frozenset({"ADDRESS", "CITY", "LOCATION"})
_PLACES = frozenset({"CITY", "ZIP", "LOCATION", "HOSPITAL", "ORGANIZATION"})
# Labels whose values may hold a town.
_WITH_TOWNS = _PLACES | {"SSN"}


@dataclass(frozen=True, slots=True)
class KeylessReplacer:
    """What a pickle holds of a replacer: all but the key, and a proof by which the same key is known.

    Parameters
    ----------
    proof : str
        Of the key it had; see :func:`palimpseste.surrogates.keys.proof_of`.
    policy : mapping
        As :meth:`palimpseste.surrogates.policy.policy.Policy.from_mapping` reads it.
    places : PlaceTable, optional
        Where towns are known from and drawn from.
    """

    proof: str
    policy: Mapping[str, Any]
    places: PlaceTable | None = None

    def __call__(self, document: Document, spans: Sequence[Span]) -> NoReturn:
        """Refuse: there is no key.

        Raises
        ------
        UsageError
            Always.
        """
        raise UsageError("a pickle holds no key: hand it over again with Deidentifier.with_key(key)")

    def with_key(self, key: CohortKey) -> Replacer:
        """Return the replacer with its key again.

        Raises
        ------
        UsageError
            If it is another key.
        """
        if not hmac.compare_digest(proof_of(key), self.proof):
            raise UsageError("this is another key than the one that was used before pickling")
        return Replacer(key, Policy.from_mapping(self.policy), self.places)


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
        if policy.places.features is not None:
            # A file that cannot be used fails the run, not each document.
            territory_of(places or PlaceTable.bundled(), policy.places)

    @property
    def policy(self) -> Policy:
        """The policy it writes by."""
        return self._policy

    def __reduce__(self) -> tuple[type[KeylessReplacer], tuple[str, dict[str, Any], PlaceTable | None]]:
        return KeylessReplacer, (proof_of(self._key), self._policy.to_mapping(), self._places)

    def __call__(self, document: Document, spans: Sequence[Span]) -> Draft:
        """Return the document with the spans replaced, nothing outside them changed; who calls is to check it.

        Raises
        ------
        ValueError
            If the spans are not sorted and disjoint, or reach beyond the text.
        DocumentError
            If the document itself holds every value that could stand for one of its own.
        """
        _check(spans, len(document.text))
        pages = _Pages(
            self._setting(document, spans),
            self._policy,
            self._places,
        )
        written = _Written(document.text)
        for index, span in enumerate(spans):
            if self._policy.strategy_of(span.label) == "keep":
                written.keep(span)
                continue
            since = written.end
            try:
                surrogate = pages.replacement(index)
            except NothingLeftError:
                raise DocumentError(document.id, f"no surrogate is left for the {span.label} at {span.start}") from None
            pieces, surrogate = pages.beside(index, document.text[since : span.start], surrogate)
            for piece in pieces:
                written.replace(Span(since + piece.start, since + piece.end, span.label, BESIDE), piece.text)
            written.replace(span, surrogate)
            following = spans[index + 1].start if index + 1 < len(spans) else len(document.text)
            for piece in pages.behind(index, document.text[span.end : min(following, span.end + _REACH_BEHIND)]):
                written.replace(Span(span.end + piece.start, span.end + piece.end, span.label, BESIDE), piece.text)
        return Draft(
            document_id=document.id,
            text=written.text,
            spans=tuple(written.spans),
            original_spans=tuple(written.replaced),
            offsets=OffsetMap(written.replacements),
            type=document.type,
            date=pages.date,
            ledger=pages.ledger if self._policy.is_private else None,
            kept=tuple(written.kept),
        )

    def dates_of(self, document: Document, spans: Sequence[Span]) -> bytes:
        """Return the dates of a document, packed, for a plan of the dates of its patient.

        Parameters
        ----------
        document : Document
            The document.
        spans : sequence of Span
            Dates and ages at least; sorted and disjoint.
        """
        return _Pages(self._setting(document, spans), self._policy, self._places).chronicle.pack()

    def _setting(self, document: Document, spans: Sequence[Span]) -> Setting:
        policy = self._policy
        released = strategy_of_towns(policy.strategies) != "plausible"
        return Setting.of(
            document, spans, self._key, policy.options, policy.privacy, policy.places, towns_released=released
        )

    def __repr__(self) -> str:
        return f"Replacer(key=<masked>, policy={self._policy.name!r})"


class _Written:
    """A text as it is written anew, from its beginning to its end.

    Parameters
    ----------
    source : str
        The text as it came.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._length = 0
        self.end = 0
        self.spans: list[Span] = []
        self.replaced: list[Span] = []
        self.kept: list[Span] = []
        self.replacements: list[Replacement] = []

    def keep(self, span: Span) -> None:
        """Leave a span as it is."""
        moved = self._length - self.end
        self.kept.append(span.at(span.start + moved, span.end + moved))

    def replace(self, span: Span, surrogate: str) -> None:
        """Write a surrogate over a span that follows all that is written."""
        between = self._source[self.end : span.start]
        start = self._length + len(between)
        self._length = start + len(surrogate)
        self._pieces += (between, surrogate)
        self.replaced.append(span)
        self.replacements.append(Replacement(span.start, span.end, start, self._length))
        if surrogate:
            self.spans.append(Span(start, self._length, span.label, span.source))
        self.end = span.end

    @property
    def text(self) -> str:
        """The new text, what follows the last span as it came."""
        return "".join((*self._pieces, self._source[self.end :]))


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
        if self._is_long(index):
            # No name or line is that long: its letters and figures are drawn, in time linear in its length.
            stream = self._setting.draws.stream(label, self._setting.values[index], "long")
            return changed_shape(self._setting.source(index), stream)
        surrogate = self._surrogate(index)
        return unicodedata.normalize("NFD", surrogate) if self._decomposed else surrogate

    def beside(self, index: int, before: str, surrogate: str) -> tuple[Sequence[Beside], str]:
        """Return what before a span follows from its surrogate and is written anew with it, and the surrogate then."""
        if not self._is_drawn(index):
            return (), surrogate
        label = self._setting.spans[index].label
        own = tuple(self._dates.beside(index, before)) if label in DATES else ()
        town = self._geography.town_beside_article(index) if label == "CITY" else ""
        pieces = tuple(suited_to_town(before, town, surrogate) if town else suited(before, surrogate, label))
        if pieces:
            return (*own, *pieces), surrogate
        joined = contracted(before, surrogate) if label in _WITH_ARTICLE else None
        if joined is not None:
            return (*own, joined[0]), joined[1]
        return (*own, *(elided(before, surrogate) if label in DATES or label in _NAMES else ())), surrogate

    def behind(self, index: int, after: str) -> Iterator[Beside]:
        """Yield what right behind a span is written anew with it."""
        if self._setting.spans[index].label in DATES and self._is_drawn(index):
            yield from self._dates.behind(index, after)

    def _is_drawn(self, index: int) -> bool:
        """Tell whether a span gets a surrogate that its label's own function writes."""
        strategy = self._policy.strategy_of(self._setting.spans[index].label)
        return strategy not in ("mask", "tag", "numbered-tag", "keep") and not self._is_long(index)

    def _is_long(self, index: int) -> bool:
        return len(self._setting.spans[index]) > LONGEST_NAME

    @property
    def _new_date(self) -> date | None:
        """The day that the new text is of, if its dates move: that of the document, else its latest."""
        today = self._calendar.reference_value
        moves = self._policy.strategy_of("DATE") in SHIFTS | MECHANISMS
        return self._dates.new_day(today) if today is not None and moves else None

    @property
    def date(self) -> date | None:
        """The date of the document under the policy for dates: moved with them, kept, or withheld."""
        if self._policy.strategy_of("DATE") == "keep":
            return self._setting.document.date
        return self._dates.document_date

    @property
    def chronicle(self) -> Chronicle:
        """The dates of the document."""
        return self._dates.chronicle

    @property
    def ledger(self) -> Ledger:
        """What the replacements made so far spent of the privacy budget."""
        return self._budget.ledger

    @cached_property
    def _budget(self) -> Budget:
        return Budget(self._policy.privacy, self._contributions)

    def _contributions(self) -> Iterator[Contribution]:
        """Yield every value that a mechanism of the policy may release."""
        yield from self._dates.contributions()
        if self._ages_are_private:
            yield from self._noisy_ages.contributions()
        yield from self._towns()

    def _towns(self) -> Iterator[Contribution]:
        """Yield the towns that the places and bodies of the document will ask a mechanism for."""
        strategy = strategy_of_towns(self._policy.strategies)
        if strategy not in MECHANISMS:
            return
        others = [*self._phone_towns.values(), *([self._home] if self._home and self._asks_for_places else ())]
        yield from town_contributions(self._towns_read, self._telling, others)

    @cached_property
    def _home(self) -> Town | None:
        """The town that those of a mechanism lie around, which is asked for before any other."""
        read = self._towns_read
        is_around = self._policy.places.is_around_home(strategy_of_towns(self._policy.strategies))
        return read.home if is_around and isinstance(read, SteadyTownsRead) else None

    @property
    def _towns_in_order(self) -> Sequence[Town]:
        """The towns of a document that is alone its patient's, which are drawn in this order; none of any other."""
        read = self._towns_read
        if self._setting.is_of_patient or not isinstance(read, SteadyTownsRead):
            return ()
        return read.told_by_all(self._telling)

    @property
    def _asks_for_places(self) -> bool:
        return bool(self._telling or self._phone_towns or self._phone_lands or self._practices)

    @cached_property
    def _telling(self) -> Sequence[int]:
        """The spans whose surrogates follow the towns that they tell of."""
        spans = self._setting.spans
        return [i for i, span in enumerate(spans) if span.label in _WITH_TOWNS and self._is_drawn(i)]

    @cached_property
    def _phone_towns(self) -> Mapping[str, Town]:
        """The town that each landline number belongs to."""
        if self._policy.strategy_of("PHONE") != "plausible":
            return {}
        found = towns_of_phones(self._setting, self._towns_read, self._telling)
        if strategy_of_towns(self._policy.strategies) != "plausible":
            return found
        # A part overseas stays in its numbers as in its towns.
        return {number: town for number, town in found.items() if not is_overseas_of(number, town)}

    @cached_property
    def _phone_zones(self) -> Mapping[str, str]:
        """The first figure of the numbers of what stands for the town of each landline number.

        Where towns are released that of mobiles for one of no zone, and for one overseas that belongs to no town: its
        own would tell where the old one lies.
        """
        drawn = {number: self._geography.town_drawn(town) for number, town in self._phone_towns.items()}
        zones = {number: zone_of(commune) for number, commune in drawn.items()}
        if not self._geography.released:
            return {number: zone for number, zone in zones.items() if zone}
        spans = enumerate(self._setting.spans)
        numbers = (national_number(self._setting.source(index)) for index, span in spans if span.label == "PHONE")
        untold = dict.fromkeys(filter(is_overseas, numbers), "")
        return {number: zone or "6" for number, zone in (untold | zones).items()}

    @cached_property
    def _phone_codes(self) -> Mapping[str, str]:
        """What stands for the country code of each foreign number whose country the document names.

        Where towns are released no code tells that one was overseas: 33, whatever the document names.
        """
        drawn = ((code, self._geography.calling_code_drawn(country)) for code, country in self._phone_lands.items())
        overseas = dict.fromkeys(CODES_OVERSEAS, "33") if self._geography.released else {}
        return overseas | {code: new for code, new in drawn if new}

    @cached_property
    def _phone_lands(self) -> Mapping[str, str]:
        """The country of each foreign calling code that the document names."""
        return lands_of_phones(self._setting, self._towns_read)

    @cached_property
    def _practices(self) -> Mapping[str, Practice]:
        """The numbers that begin with a department."""
        return practices_of(self._setting, self._towns_read, self._telling)

    @cached_property
    def _identifiers(self) -> Identifiers:
        practices = {
            number: practice.begun(self._geography.department_drawn(practice.department, practice.town))
            for number, practice in self._practices.items()
        }
        dates = DatesInNumbers(self._setting, self._calendar, self._dates)
        return Identifiers(self._setting, practices, self._dates.birth_in, dates.written)

    @cached_property
    def _people(self) -> People:
        # What a mechanism releases may not depend on ages that it has not released, and what is told of somebody in one
        # document of a patient but not in the next may not make two people of one.
        if self._policy.is_private or self._setting.is_of_patient:
            return People(self._setting, self._dates.birth_year)
        return People(self._setting, self._dates.birth_year, self._births_told)

    def _births_told(self, read: PeopleRead) -> Mapping[str, int]:
        """Return the years of birth that the new text tells of others than the patient."""
        ages = self._ages_read.written if self._policy.strategy_of("AGE") in ("plausible", "keep") else {}
        is_dated = self._policy.strategy_of("DATE") in SHIFTS
        today = self._calendar.reference_value if is_dated else None
        written_in = None if today is None else self._dates.new_day(today).year
        return births_told(read, self._setting, ages, written_in, self._dates.birth_year)

    @cached_property
    def _calendar(self) -> Calendar:
        return Calendar(self._setting)

    @cached_property
    def _atlas(self) -> Atlas:
        return atlas_of(self._places or PlaceTable.bundled())

    @cached_property
    def _dates(self) -> Dates:
        births = self._ages_read.births if self._ages_are_private else ()
        return Dates(self._setting, self._calendar, self._policy, self._budget, births)

    @cached_property
    def _ages_read(self) -> AgesRead:
        are_released = self._policy.strategy_of("DATE") in ("metric-laplace", "clock-laplace")
        return AgesRead(self._setting, self._calendar, follow_dates=are_released)

    @cached_property
    def _noisy_ages(self) -> NoisyAges:
        return NoisyAges(self._ages_read, self._setting, self._dates, self._budget)

    @property
    def _ages_are_private(self) -> bool:
        return self._policy.strategy_of("AGE") == "metric-laplace"

    @cached_property
    def _towns_read(self) -> TownsRead:
        # Of towns that are released, what is read must not differ between the documents of a patient.
        released = strategy_of_towns(self._policy.strategies) != "plausible"
        read = SteadyTownsRead if released else TownsRead
        return read(self._setting, self._atlas, is_alone=not self._setting.is_of_patient)

    @cached_property
    def _geography(self) -> Geography:
        strategy = strategy_of_towns(self._policy.strategies)
        source: PlaceSource
        if strategy == "plausible":
            source = PlausibleTowns(self._setting, self._towns_read)
        else:
            source = ReleasedTowns(self._setting, self._atlas, strategy, self._budget, self._home, self._towns_in_order)
        return Geography(self._setting, self._towns_read, source, lambda: self._new_date)

    @cached_property
    def _marks(self) -> Marks:
        return Marks(self._setting, self._people.read)

    def _age_surrogate(self, index: int) -> str:
        if self._ages_are_private:
            return self._noisy_ages.surrogate(index)
        if not self._dates.are_private and (self._calendar.knows_birth or self._identifiers.tell_a_birth):
            # Birth and document move alike: the age that their surrogates tell is the age itself.
            return kept_age(index, self._ages_read, self._setting)
        return near_age(index, self._ages_read, self._setting)

    def _surrogate(self, index: int) -> str:
        setting = self._setting
        label = setting.spans[index].label
        if label in ("FIRSTNAME", "LASTNAME"):
            return name_surrogate(index, setting, self._people)
        if label in DATES:
            return self._dates.surrogate(index)
        if label == "AGE":
            return self._age_surrogate(index)
        if label in _PLACES:
            return self._place(index)
        if label == "ADDRESS":
            return address_surrogate(index, setting)
        if label == "PHONE":
            return phone_surrogate(index, setting, self._phone_zones, self._phone_codes)
        if label == "EMAIL":
            return email_surrogate(index, setting, self._people)
        if label == "URL":
            return url_surrogate(index, setting, self._people)
        if label == "SSN":
            place = self._geography.birth_place(index)
            return ssn_surrogate(index, setting, self._dates.birth_in, place, lambda: self._dates.birth_year)
        if label == "REFERENCE":
            return reference_surrogate(index, setting, self._people, self._identifiers.told(index))
        return self._identifiers.surrogate(index)

    def _place(self, index: int) -> str:
        geography = self._geography
        label = self._setting.spans[index].label
        if label == "CITY":
            return geography.city_surrogate(index)
        if label == "ZIP":
            return geography.zip_surrogate(index)
        if label == "LOCATION":
            return geography.location_surrogate(index)
        return body_surrogate(index, self._setting, geography, self._people)


def _check(spans: Sequence[Span], length: int) -> None:
    end = 0
    for span in spans:
        if span.start < end:
            raise ValueError(f"spans must be sorted and disjoint; one starts at {span.start} before {end}")
        end = span.end
    if end > length:
        raise ValueError(f"a span ends at {end}, beyond the text of {length} characters")
