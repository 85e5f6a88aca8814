"""One hospital for all stays, which share what those of a real one do: names, staff, telephones, towns around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians

from palimpseste.corpus.stays.frames import section
from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.corpus.synthesis.coined import body_named
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.folding import fold
from palimpseste.places import Commune, PlaceTable

__all__ = ["LEAST_STAFF", "OneHospital", "Person"]

Person = tuple[str, str]

# Share of the staff in each role; who is left has none: biologists, anaesthetists, nurses.
_ROLES: Mapping[str, float] = {"senior": 0.4, "er": 0.14, "intern": 0.17, "radio": 0.1}
LEAST_STAFF = 10
_OF_A_WARD, _NEIGHBOURS = 3, 6
_INHABITANTS = range(40_000, 300_000)
_KM_A_DEGREE, _REACH_KM, _HALF_KM = 111.2, 40.0, 15.0


@dataclass(frozen=True, slots=True)
class OneHospital:
    """A hospital group that does not exist: two hospitals of one town, one of each habit of coding, and one staff.

    Parameters
    ----------
    seed : int
        What everything is a function of.
    names : tuple of str
        Of the two, in the order of the habits.
    seat : Commune
        The town.
    address : str
        In it.
    beginning : str
        Six digits that its telephone numbers share.
    towns : Weighted of Commune
        Where its patients live: the larger and the nearer, the oftener.
    neighbours : tuple of str
        Other hospitals that it writes to.
    staff : mapping of str to sequence of (str, str)
        Given name and family name of everybody in a role.
    """

    seed: int
    names: tuple[str, str]
    seat: Commune
    address: str
    beginning: str
    towns: Weighted[Commune]
    neighbours: tuple[str, ...]
    staff: Mapping[str, Sequence[Person]]

    @classmethod
    def drawn(cls, seed: int, clinicians: int, lists: Lists) -> OneHospital:
        """Return the hospital of a seed, with that many clinicians, `LEAST_STAFF` or more.

        Parameters
        ----------
        seed : int
            Of the stays.
        clinicians : int
            How many.
        lists : Lists
            Where names are drawn from.
        """
        chance = Chance(seed, "hospital")
        names = (
            chance.choice(section("places.txt", "hospitals a")),
            chance.choice(section("places.txt", "hospitals b")),
        )
        seat = chance.choice(_seats())
        kind, street = lists.street(chance)
        address = f"{chance.between(1, 90)} {kind} {street}"
        beginning = "0" + chance.choice("12345") + chance.digits(4)
        neighbours = tuple(body_named("care", chance, lists) for _ in range(_NEIGHBOURS))
        people = [(lists.given_name(chance, "x"), lists.family_name(chance)) for _ in range(clinicians)]
        staff: dict[str, Sequence[Person]] = {}
        for role, share in _ROLES.items():
            number = max(1, round(share * clinicians))
            staff[role], people = people[:number], people[number:]
        staff[""] = people
        return cls(seed, names, seat, address, beginning, _around(seat), neighbours, staff)

    def person(self, role: str, ward: str, chance: Chance) -> Person | None:
        """Return somebody in a role: of a ward the same few, one of them its chief; None where no role is known.

        Parameters
        ----------
        role : str
            As slots have it.
        ward : str
            Where the patient is.
        chance : Chance
            Of the stay.
        """
        if role == "expert":
            return chance.choice(self.staff["senior"])
        if role in ("senior", "chief"):
            of_ward = Chance(self.seed, "ward", ward)
            seniors = [of_ward.choice(self.staff["senior"]) for _ in range(_OF_A_WARD)]
            return seniors[0] if role == "chief" else chance.choice(seniors)
        return chance.choice(self.staff[role]) if role in self.staff else None

    def family_doctor(self, town: Commune, lists: Lists) -> Person:
        """Return the doctor of the patients of a town."""
        chance = Chance(self.seed, "doctor", town.insee)
        return lists.given_name(chance, "x"), lists.family_name(chance)

    def telephone(self, ward: str) -> str:
        """Return the number of a ward: ten digits."""
        return self.beginning + Chance(self.seed, "telephone", ward).digits(4)

    @property
    def host(self) -> str:
        """What its mail addresses end with."""
        return f"ch-{''.join(filter(str.isalnum, fold(self.seat.name)))}.fr"


def _around(seat: Commune) -> Weighted[Commune]:
    found, weights = [], []
    for town in PlaceTable.bundled().communes:
        distance = _km(seat, town)
        if town.zips and town.population and distance <= _REACH_KM:
            found.append(town)
            weights.append(town.population / (1 + (distance / _HALF_KM) ** 2))
    return Weighted(found, weights)


def _km(one: Commune, other: Commune) -> float:
    north = other.latitude - one.latitude
    east = (other.longitude - one.longitude) * cos(radians(one.latitude))
    return _KM_A_DEGREE * hypot(north, east)


@cache
def _seats() -> Sequence[Commune]:
    return [
        town
        for town in PlaceTable.bundled().communes
        if town.type == "commune" and town.zips and town.population in _INHABITANTS
    ]
