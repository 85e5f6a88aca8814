"""k-map: how many people of a population fit what a note says, as likely as its patient does.

Of a note as it is, this is the number of people who fit it (Sweeney 2002, k-map). Of one written anew it is that
number weighted by how likely the released values are for each person, over how likely they are for the patient: one
over the chance that an attacker is right who knows the mechanism and draws by his posterior. Attributes are taken to be
independent of each other, but for town, age and sex, which are counted together.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.population.attributes import NAMES, Attributes, said_at
from palimpseste.population.channel import REACH, Channel, value_of
from palimpseste.population.people import AGES, SEXES, People
from palimpseste.population.shares import Shares

__all__ = ["KMap", "Uniqueness"]

Array = NDArray[np.float64]

_DAYS, _MONTHS = 365.25, 12


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """How alone the patient of a note is.

    Parameters
    ----------
    k : float
        Expected number of people who fit as well as the patient, all people at most.
    without : mapping of str to float
        The same if an attribute were not said, for each that is.
    """

    k: float
    without: Mapping[str, float]


@dataclass(frozen=True)
class KMap:
    """Counts whom of a population notes may be about.

    Parameters
    ----------
    people : People
        The population.
    shares : Shares
        Of what no table counts.
    """

    people: People
    shares: Shares

    def uniqueness(self, true: Attributes, released: Attributes, channel: Channel) -> Uniqueness:
        """Return how alone the patient of a note is among all people.

        Parameters
        ----------
        true : Attributes
            What the note says as it is.
        released : Attributes
            What it says as it is released; the same where it is untouched.
        channel : Channel
            What releases leave.
        """
        said = said_at(released) & said_at(true)
        without = {name: self._k(true, released, channel, said - {name}) for name in NAMES if name in said}
        return Uniqueness(self._k(true, released, channel, said), without)

    def k(self, attributes: Attributes) -> float:
        """Return how many people fit a note as it is."""
        from palimpseste.population.channel import untouched_channel

        return self._k(attributes, attributes, untouched_channel(), said_at(attributes))

    def _k(self, true: Attributes, released: Attributes, channel: Channel, said: Set[str]) -> float:
        lives, likely = lives_weights(true, released, channel, said)
        towns, own = self._town_weights(true, released, channel, said)
        factor = 1.0
        for name, rate in self._rates(true, said).items():
            kept = channel.kept.get(name, 1.0)
            same = value_of(true, name) == value_of(released, name) if name in channel.kept else True
            factor *= (kept * rate + (1 - kept) * rate) / (kept * same + (1 - kept) * rate)
        everybody = self.people.expected(towns, lives)
        fitting = everybody / (likely * own) * factor if likely * own else self.people.total
        return float(min(self.people.total, fitting))

    def _rates(self, attributes: Attributes, said: Set[str]) -> dict[str, float]:
        """Return the share of people with the same value, of each attribute that is counted by itself."""
        rates: dict[str, float] = {}
        if "birthday" in said and attributes.birthday:
            rates["birthday"] = 1 / _DAYS if attributes.birthday[1] else 1 / _MONTHS
        if "admission" in said:
            rates["admission"] = self.shares.stays_a_day
        if "discharge" in said:
            rates["discharge"] = self.shares.nights
        if "hospital" in said:
            rates["hospital"] = self.shares.of("hospital", attributes.hospital)
        if "profession" in said:
            rates["profession"] = self.shares.of("profession", attributes.profession)
        if "family" in said:
            rates["family"] = self.shares.of("family", str(attributes.children))
        if "diagnoses" in said:
            rates["diagnoses"] = float(np.prod([self.shares.of("diagnosis", each) for each in attributes.diagnoses]))
        return rates

    def _town_weights(
        self, true: Attributes, released: Attributes, channel: Channel, said: Set[str]
    ) -> tuple[Array, float]:
        people = self.people
        if "town" not in said:
            return people.bands.sum(axis=0), 1.0
        any_other = max(0.0, 1 - channel.same_town - channel.same_department)
        seen = np.array(released.towns)
        share = float(people.of_town[seen].sum()) / people.total
        towns = channel.same_town * people.bands[seen].sum(axis=0) + any_other * share * people.bands.sum(axis=0)
        own = channel.same_town * bool(set(true.towns) & set(released.towns)) + any_other * share
        near = {int(people.department[town]) for town in true.towns}
        for department in {int(people.department[town]) for town in released.towns}:
            here = float(people.of_town[seen[people.department[seen] == department]].sum())
            within = channel.same_department * here / max(1.0, float(people.of_department[department]))
            towns = towns + within * people.in_department[department]
            own += within * (department in near)
        return towns, own


def lives_weights(true: Attributes, released: Attributes, channel: Channel, said: Set[str]) -> tuple[Array, float]:
    """Return how likely released age and sex are for each age and sex, shape (ages, sexes), and for the patient's.

    Parameters
    ----------
    true : Attributes
        What the note tells.
    released : Attributes
        What is written in its place.
    channel : Channel
        How likely each value becomes each other.
    said : set of str
        Names of the attributes that both tell.
    """
    lives, likely = np.ones((AGES, SEXES)), 1.0
    if "age" in said and true.ages and released.ages:
        low, high = released.ages
        chances = sum(age_chances(age, channel) for age in range(low, high + 1))
        lives *= np.asarray(chances)[:, np.newaxis]
        likely = float(np.asarray(chances)[true.ages[0] : true.ages[1] + 1].max())
    if "sex" in said and true.sex is not None and released.sex is not None:
        kept = channel.kept["sex"]
        weights = np.full(SEXES, (1 - kept) / 2)
        weights[released.sex] += kept
        lives *= weights
        likely *= float(weights[true.sex])
    return lives, likely


def age_chances(released: int, channel: Channel) -> Array:
    """Return how likely a released age is for each age."""
    return np.asarray(channel.ages[np.clip(released - np.arange(AGES) + REACH, 0, 2 * REACH)], dtype=np.float64)
