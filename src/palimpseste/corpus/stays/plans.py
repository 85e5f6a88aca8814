"""What a stay is about, drawn before a word is written: person, days, codes, and what the codes depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from palimpseste.corpus.stays.cases import Case, Dependence, Variant, cases
from palimpseste.corpus.stays.features import commune_of_kind
from palimpseste.corpus.stays.frames import section
from palimpseste.corpus.stays.one_hospital import OneHospital
from palimpseste.corpus.stays.profiles import Profile, chapter_of, profiles
from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.places import Commune

__all__ = ["Hospital", "Plan", "next_plan", "planned"]

_FIRST_DAY, _DAYS = date(2014, 1, 6), 3400
_DAYS_IN_YEAR = 365.25
_HABITS = ("a", "b")
_MOST_CODES = 9
_WIDEST_DRAWS = 60
# An infection that begins late in a stay needs a stay that goes on after it.
_CASE_DAYS = (9, 15)


@dataclass(frozen=True, slots=True)
class Hospital:
    """A hospital that does not exist.

    Parameters
    ----------
    name : str
        As letters write it.
    habit : {"a", "b"}
        Which of two habits its coders have.
    """

    name: str
    habit: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a stay is about.

    Attributes
    ----------
    sex : str
        ``f`` or ``m``.
    birth, admission : date
        Of the patient, of the stay.
    stay_days : int
        Days from admission to discharge.
    profile : Profile
        What the texts tell of the main condition.
    chronic, acute : tuple of Profile
        What stands in the record, and what the stay brings.
    codes : tuple of str
        The codes, main one first.
    depends_on : mapping of str to str
        For each code what alone tells it: ``none`` where words do.
    event : date
        The day a case turns on; without a case, some day before.
    home : Commune
        Where the patient lives.
    place : str
        Where the patient went or worked.
    hospital : Hospital
        Where the stay is.
    case : str
        The case, or the empty string.
    chapter : str
        Chapter of ICD-10 the stay is of; the same on all sides of a case.
    categories : frozenset of str
        Categories of ICD-10 that no text may deny or give to a relative: those of the codes, on all sides of a case.
    is_adult : bool
        Whether texts may speak as of an adult: false for children and wherever the age is what tells the codes.
    """

    sex: str
    birth: date
    admission: date
    stay_days: int
    profile: Profile
    chronic: tuple[Profile, ...]
    acute: tuple[Profile, ...]
    codes: tuple[str, ...]
    depends_on: Mapping[str, str]
    event: date
    home: Commune
    place: str
    hospital: Hospital
    case: str
    chapter: str
    categories: frozenset[str]
    is_adult: bool

    @property
    def discharge(self) -> date:
        """Day of discharge."""
        return self.admission + timedelta(days=self.stay_days)

    @property
    def years(self) -> float:
        """Age at admission, in years."""
        return (self.admission - self.birth).days / _DAYS_IN_YEAR


def planned(
    chance: Chance,
    sides: Chance,
    dependent_share: float,
    *,
    among: frozenset[str] = frozenset(),
    case: Case | None = None,
    side: int | None = None,
    house: OneHospital | None = None,
) -> Plan:
    """Return the plan of the first stay of a patient.

    Parameters
    ----------
    chance : Chance
        What all sides of a case share is drawn from it.
    sides : Chance
        What tells the sides apart is drawn from it.
    dependent_share : float
        How likely the stay is of a case, in ``[0, 1]``.
    among : frozenset of str
        Names of the cases it may be of; empty for any.
    case, side : optional
        The case and which of its variants, where they are asked for.
    house : OneHospital, optional
        Where the stay is; one of many hospitals without.
    """
    if chance.odds(dependent_share) and case is None:
        case = chance.weighted(_cases(among))
    profile = case.profile if case else chance.weighted(_mains())
    variant = Variant(())
    if case:
        variant = case.variants[side if side is not None else sides.below(len(case.variants))]
    sex = profile.sex if profile.sex != "x" else chance.choice(("f", "m"))
    years = _between(chance, profile.youngest, profile.oldest)
    admission = _FIRST_DAY + timedelta(days=chance.below(_DAYS))
    plain_home, plain_place = commune_of_kind("plain", chance), commune_of_kind("plain", chance)
    hospitals = _hospitals() if house is None else tuple(map(Hospital, house.names, _HABITS))
    hospital = chance.choice(hospitals)
    if house is not None:
        plain_home = chance.weighted(house.towns)
    gap_days = chance.between(100, 4000)
    length_of_stay = (
        chance.between(*_CASE_DAYS) if case else 2 + int(11 * chance.below(1000) * chance.below(1000) / 1e6)
    )
    if variant.ages:
        years = _between(sides, *variant.ages)
    if variant.months:
        admission = _in_month(admission, sides.choice(variant.months))
    if variant.gap_days:
        gap_days = sides.between(*variant.gap_days)
    if variant.habit:
        hospital = sides.choice([known for known in hospitals if known.habit == variant.habit])
    home = commune_of_kind(variant.home, sides) if variant.home else plain_home
    place = _place_of(variant.place, sides) if variant.place else plain_place.name
    is_age_case = case is not None and case.on == "age"
    is_adult = years >= 18 and not is_age_case
    others = _categories(code for one in case.variants for code in one.codes) if case else frozenset[str]()
    chronic, acute = ((), ()) if is_age_case else _companions(profile, years, sex, chance, others)
    codes, depends_on = _codes(profile, variant, case.on if case else None, (*acute, *chronic))
    chapter = chapter_of(profile.code or (case.variants[0].codes if case else codes)[0])
    return Plan(
        sex, admission - timedelta(days=int(years * _DAYS_IN_YEAR)), admission, length_of_stay, profile, chronic, acute,
        codes, depends_on, admission - timedelta(days=gap_days), home, place, hospital,
        case.name if case else "", chapter, _categories(codes) | others, is_adult,
    )  # fmt: skip


def next_plan(plan: Plan, chance: Chance) -> Plan:
    """Return the plan of a later stay of the same patient, of no case: another condition or the same once more."""
    admission = plan.discharge + timedelta(days=chance.between(20, 600))
    years = (admission - plan.birth).days / _DAYS_IN_YEAR
    profile = next(
        (drawn for _ in range(_WIDEST_DRAWS) if (drawn := chance.weighted(_mains())).suits(years, plan.sex)), None
    )
    if profile is None:
        profile = profiles()["R50.9"]
    known = tuple(one for one in plan.chronic if one.code != profile.code)
    new_chronic, acute = _companions(profile, years, plan.sex, chance, frozenset())
    chronic = (*known, *(one for one in new_chronic if one not in known))[:_MOST_CODES]
    codes, depends_on = _codes(profile, Variant(()), None, (*acute, *chronic))
    return replace(
        plan, admission=admission, stay_days=2 + chance.below(9), profile=profile, chronic=chronic, acute=acute,
        codes=codes, depends_on=depends_on, event=admission - timedelta(days=chance.between(100, 4000)), case="",
        chapter=chapter_of(profile.code), categories=_categories(codes), is_adult=years >= 18,
    )  # fmt: skip


def _codes(
    profile: Profile, variant: Variant, told_by: Dependence | None, others: Sequence[Profile]
) -> tuple[tuple[str, ...], dict[str, str]]:
    depends_on: dict[str, str] = {}
    if profile.code:
        depends_on[profile.code] = "none"
    for code in variant.codes:
        depends_on.setdefault(code, told_by or "none")
    for other in others:
        depends_on.setdefault(other.code, "none")
    return tuple(depends_on), depends_on


def _companions(
    profile: Profile, years: float, sex: str, chance: Chance, excluded: frozenset[str]
) -> tuple[tuple[Profile, ...], tuple[Profile, ...]]:
    """Return the chronic conditions and the acute ones that come with a profile, one a category of ICD-10."""
    known = profiles()
    likely = dict(profile.companions)
    for other in _standing():
        likely[other.code] = max(likely.get(other.code, 0.0), other.background_at(years))
    drawn: list[Profile] = []
    families = {profile.code[:3], *excluded}
    for code, probability in likely.items():
        other = known[code]
        if chance.odds(probability) and other.suits(years, sex) and code[:3] not in families:
            drawn.append(other)
            families.add(code[:3])
    while len(drawn) > _MOST_CODES - 1:
        drawn.pop(chance.below(len(drawn)))
    return tuple(one for one in drawn if one.is_chronic), tuple(one for one in drawn if not one.is_chronic)


def _categories(codes: Iterable[str]) -> frozenset[str]:
    return frozenset(code[:3] for code in codes)


def _between(chance: Chance, lowest: float, highest: float) -> float:
    return lowest + (highest - lowest) * chance.below(10_000) / 10_000


def _in_month(day: date, month: int) -> date:
    return date(day.year, month, min(day.day, 28))


def _place_of(kind: str, chance: Chance) -> str:
    if kind.startswith("abroad_"):
        return chance.choice(section("places.txt", kind))
    return commune_of_kind(kind, chance).name


@cache
def _mains() -> Weighted[Profile]:
    found = [profile for profile in profiles().values() if profile.weight]
    return Weighted(found, [profile.weight for profile in found])


@cache
def _standing() -> tuple[Profile, ...]:
    return tuple(profile for profile in profiles().values() if profile.background)


@cache
def _cases(among: frozenset[str]) -> Weighted[Case]:
    found = [case for case in cases() if not among or case.name in among]
    return Weighted(found, [case.profile.weight for case in found])


@cache
def _hospitals() -> tuple[Hospital, ...]:
    return tuple(Hospital(line, habit) for habit in _HABITS for line in section("places.txt", f"hospitals {habit}"))
