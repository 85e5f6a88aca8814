"""What the surrogates of one document follow: its dates, people, places and numbers, old and new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property

from palimpseste.labels import OF_PEOPLE
from palimpseste.places import PlaceTable
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.ages import NoisyAges
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.dates.in_numbers import DatesInNumbers
from palimpseste.surrogates.dates.written import DatesWritten
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.overseas import departments_meant, overseas_told
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.places.released import ReleasedTowns, town_contributions
from palimpseste.surrogates.places.released_countries import ReleasedCountries, countries_in_order
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.places.telephones import LandlineAbroad, Telephones
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import MECHANISMS, SHIFTS, strategy_of_towns
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import Identifiers
from palimpseste.surrogates.values.named_numbers import numbers_with_names
from palimpseste.surrogates.values.people import People
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.atlas import Atlas, atlas_of
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.generations import births_told
from palimpseste.writings.people.mended import LONGEST_NAME
from palimpseste.writings.people.read import PeopleRead
from palimpseste.writings.practices import Practice, practices_of
from palimpseste.writings.school import classes_told, years_in_class
from palimpseste.writings.towns.countries import lands_meant, lands_told
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.steady import SteadyTownsRead
from palimpseste.writings.towns.town import Town

__all__ = ["World"]

# Labels whose values may hold a town.
_WITH_TOWNS = frozenset({"CITY", "ZIP", "LOCATION", "HOSPITAL", "ORGANIZATION", "SSN"})
_NOT_DRAWN = frozenset({"mask", "tag", "numbered-tag", "keep"})


class World:
    """The world of one document, each part of it made when a label first asks for it.

    Parameters
    ----------
    setting : Setting
        The document.
    policy : Policy
        What becomes of each label.
    places : PlaceTable, optional
        Where towns are known from and drawn from; the table of the package by default.
    """

    def __init__(self, setting: Setting, policy: Policy, places: PlaceTable | None = None) -> None:
        self.setting = setting
        self.policy = policy
        self._places = places
        self._of_towns = strategy_of_towns(policy.strategies)

    @cached_property
    def drawn(self) -> frozenset[int]:
        """The spans that get a surrogate which their label's own function writes: none longer than any name or line."""
        written = {label for label, strategy in self.policy.strategies.items() if strategy not in _NOT_DRAWN}
        spans = enumerate(self.setting.spans)
        return frozenset(index for index, span in spans if span.label in written and len(span) <= LONGEST_NAME)

    @cached_property
    def budget(self) -> Budget:
        """The privacy budget of the document."""
        return Budget(self.policy.privacy, self._contributions)

    def _contributions(self) -> Iterator[Contribution]:
        """Yield every value that a mechanism of the policy may release."""
        yield from self.dates.contributions()
        if self.ages_are_private:
            yield from self.noisy_ages.contributions()
        if self._of_towns in MECHANISMS:
            others = [*self._telephones.towns.values(), *([self._home] if self._home and self._asks_for_places else ())]
            yield from town_contributions(self._towns_read, self._telling, others)

    @cached_property
    def calendar(self) -> Calendar:
        """The dates of the document as they are read."""
        return Calendar(self.setting)

    @cached_property
    def dates(self) -> Dates:
        """Where its dates go."""
        births = self.ages_read.births if self.ages_are_private else ()
        return Dates(self.setting, self.calendar, self.policy, self.budget, births)

    @cached_property
    def dates_written(self) -> DatesWritten:
        """What is written over its dates, before them and behind them."""
        return DatesWritten(self.setting, self.calendar, self.dates)

    @property
    def chronicle(self) -> Chronicle:
        """The dates of the document, and what else all documents of its patient must know of it."""
        may_be_names = self._of_towns == "plausible"
        lands = lands_told(self.setting, may_be_names=may_be_names) if self._draws_countries else frozenset[int]()
        return replace(self.dates.chronicle, overseas=self._overseas_told, lands=lands)

    @property
    def document_date(self) -> date | None:
        """The date of the document under the policy for dates: moved with them, kept, or withheld."""
        if self.policy.strategy_of("DATE") == "keep":
            return self.setting.document.date
        return self.dates.document_date

    @property
    def _new_date(self) -> date | None:
        """The day that the new text is of, if its dates move: that of the document, else its latest."""
        today = self.calendar.reference_value
        moves = self.policy.strategy_of("DATE") in SHIFTS | MECHANISMS
        return self.dates.new_day(today) if today is not None and moves else None

    @property
    def ages_are_private(self) -> bool:
        """Whether ages are released by a mechanism."""
        return self.policy.strategy_of("AGE") == "metric-laplace"

    @cached_property
    def ages_read(self) -> AgesRead:
        """The ages of the document as they are read."""
        are_released = self.policy.strategy_of("DATE") in ("metric-laplace", "clock-laplace")
        return AgesRead(self.setting, self.calendar, follow_dates=are_released)

    @cached_property
    def noisy_ages(self) -> NoisyAges:
        """What a mechanism releases of its ages."""
        return NoisyAges(self.ages_read, self.setting, self.dates, self.budget, lambda: self.years_told)

    @cached_property
    def years_told(self) -> Mapping[int, range]:
        """How old words say that those are whose ages some spans tell, in whole years, on the new date.

        None where other documents of the patient may tell the same ages without these words.
        """
        today, new = self.calendar.reference_value, self._new_date
        if new is None or today is None or today.unit not in ("day", "month") or not self.setting.has_no_others:
            return {}
        found = classes_told(self.setting) if self.setting.options.seasons else ()
        return {told.age_span: years_in_class(told, new) for told in found if told.age_span is not None}

    @cached_property
    def people(self) -> People:
        """Its people and what stands for their names."""
        # What is told of somebody in one document of a patient but not in the next may not make two people of one.
        if not self.setting.has_no_others:
            return People(self.setting, self.dates.birth_year)
        return People(self.setting, self.dates.birth_year, self._births_told)

    def _births_told(self, read: PeopleRead) -> Mapping[str, int]:
        """Return the years of birth that the new text tells of others than the patient."""
        # What a mechanism releases may not depend on ages that it has not released.
        ages = self.ages_read.written if self.policy.strategy_of("AGE") in ("plausible", "keep") else {}
        new = self._new_date
        births = {
            dated.index: self.dates.new_day(dated.value).year
            for dated in self.dates.dated
            if self.setting.spans[dated.index].label == "BIRTHDATE"
        }
        return births_told(read, self.setting, ages, births, None if new is None else new.year, self.dates.birth_year)

    @cached_property
    def geography(self) -> Geography:
        """Its places and what stands for them."""
        source: PlaceSource
        if self._of_towns == "plausible":
            overseas = departments_meant(self._overseas_of_patient)
            source = PlausibleTowns(self.setting, self._towns_read, self._lands_of_patient, overseas)
        else:
            source = ReleasedTowns(
                self.setting,
                self._atlas,
                self._of_towns,
                self.budget,
                self._home,
                self._towns_in_order,
                departments_meant(self._overseas_of_patient),
                ReleasedCountries(
                    self.setting,
                    self._atlas,
                    lambda: lands_meant(self._lands_of_patient),
                    lambda: () if self.setting.is_of_patient else countries_in_order(self.setting, self._towns_read),
                ),
            )
        return Geography(self.setting, self._towns_read, source, lambda: self._new_date)

    @cached_property
    def _atlas(self) -> Atlas:
        return atlas_of(self._places or PlaceTable.bundled())

    @cached_property
    def _towns_read(self) -> TownsRead:
        # Of towns that are released, what is read must not differ between the documents of a patient.
        if self._of_towns == "plausible":
            return TownsRead(self.setting, self._atlas, is_alone=self.setting.has_no_others)
        is_alone, is_only = not self.setting.is_of_patient, self.setting.has_no_others
        return SteadyTownsRead(self.setting, self._atlas, is_alone=is_alone, is_only=is_only)

    @cached_property
    def _telling(self) -> Sequence[int]:
        """The spans whose surrogates follow the towns that they tell of."""
        spans = self.setting.spans
        return [i for i, span in enumerate(spans) if span.label in _WITH_TOWNS and i in self.drawn]

    @cached_property
    def _home(self) -> Town | None:
        """The town that those of a mechanism lie around, which is asked for before any other."""
        read = self._towns_read
        is_around = self.policy.places.is_around_home(self._of_towns)
        return read.home if is_around and isinstance(read, SteadyTownsRead) else None

    @property
    def _towns_in_order(self) -> Sequence[Town]:
        """The towns of a document that is alone its patient's, which are drawn in this order; none of any other."""
        read = self._towns_read
        if self.setting.is_of_patient or not isinstance(read, SteadyTownsRead):
            return ()
        return read.told_by_all(self._telling)

    @property
    def _overseas_told(self) -> frozenset[int]:
        """What words of the document tell of the parts overseas, where towns follow them."""
        is_followed = self._of_towns == "plausible" or self.policy.places.is_around_home(self._of_towns)
        return overseas_told(self.setting) if is_followed else frozenset()

    @property
    def _draws_countries(self) -> bool:
        return self.policy.strategy_of("LOCATION") not in _NOT_DRAWN

    @property
    def _lands_of_patient(self) -> frozenset[int]:
        """What words of all documents of the patient tell of countries; nothing where others may hold more."""
        if self.setting.has_no_others:
            return lands_told(self.setting) if self._draws_countries else frozenset()
        return Chronicle.unpack(self.setting.document.patient_dates).lands

    @property
    def _overseas_of_patient(self) -> frozenset[int]:
        """What words of all documents of the patient tell; nothing where others may hold more."""
        if self.setting.has_no_others:
            return self._overseas_told
        return Chronicle.unpack(self.setting.document.patient_dates).overseas

    @property
    def _asks_for_places(self) -> bool:
        return bool(self._telling or self._telephones.towns or self._telephones.lands or self._practices)

    @cached_property
    def _telephones(self) -> Telephones:
        return Telephones(
            self.setting,
            self._towns_read,
            self._telling,
            follow_towns=self.policy.strategy_of("PHONE") == "plausible",
            released=self._of_towns != "plausible",
        )

    @cached_property
    def phone_zones(self) -> Mapping[str, str]:
        """The zone of what stands for each landline number, by its nine figures."""
        return self._telephones.zones(self.geography)

    @cached_property
    def phone_codes(self) -> Mapping[str, str]:
        """What stands for the country codes of telephone numbers."""
        return self._telephones.codes(self.geography)

    @cached_property
    def phones_abroad(self) -> Mapping[int, LandlineAbroad]:
        """What is known of each landline number of a foreign town, by its span."""
        return self._telephones.abroad(self.geography)

    @cached_property
    def _practices(self) -> Mapping[str, Practice]:
        """The numbers that begin with a department."""
        return practices_of(self.setting, self._towns_read, self._telling)

    @cached_property
    def identifiers(self) -> Identifiers:
        """Its numbers and what stands for them."""
        practices = {
            number: practice.begun(self.geography.areas.department_drawn(practice.department, practice.town))
            for number, practice in self._practices.items()
        }
        names_drawn = all(self.policy.strategy_of(label) == "plausible" for label in OF_PEOPLE)
        named = numbers_with_names(self.setting, self.people, self._birth_told) if names_drawn else {}
        dates = DatesInNumbers(self.setting, self.calendar, self.dates)
        begun = {**practices, **named}
        return Identifiers(self.setting, begun, self.dates.birth_in, dates.written, self._year_of_birth)

    def _birth_told(self, year: int, month: int, day: int) -> date | None:
        """Return the new date of who was born on a day, if note or record tell a birth; None else."""
        return self.dates.birth_in(year, month, day) if self.calendar.births else None

    def _year_of_birth(self, month: int, day: int) -> int | None:
        """Return the year of birth of who is as old as the first age that the new text tells and was born on a day.

        None where the note tells a birth, where another document may tell another age, or ages are not released.
        Computed from what was released for that age and for the day of the note, it costs nothing.
        """
        today, is_alone = self._new_date, self.setting.has_no_others
        if today is None or not is_alone or not self.ages_are_private or self.calendar.births:
            return None
        years = self.noisy_ages.first_in_years
        return None if years is None else today.year - years - ((month, day) > (today.month, today.day))
