"""The identifying values of one stay: the same patient, hospital, places and days in all its documents."""

from __future__ import annotations

from datetime import date, timedelta

from palimpseste.corpus.stays.one_hospital import OneHospital, Person
from palimpseste.corpus.stays.plans import Plan
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.dates import day_in_form
from palimpseste.corpus.synthesis.figures import nir
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.values import Values
from palimpseste.document import Patient
from palimpseste.places import Commune

__all__ = ["StayValues", "make_patient"]

_FULL_FORMS = (0, 0, 0, 0, 1, 2, 5, 5, 5, 15)
_FIGURE_FORMS = (0, 0, 0, 1, 2)
_DAYS_IN_MONTH, _DAYS_IN_YEAR = 30.4, 365.25
_DOCTOR_AT_HOME = 0.7


class StayValues(Values):
    """Values for the documents of one stay.

    ``{DATE.admission}``, ``{DATE.discharge}``, ``{DATE.event}``, ``{DATE.visit}`` and ``{DATE.3}`` (the third day after
    the admission) are its days, ``{DATE}`` that of the document; ``{AGE}`` is the patient's age; ``{CITY.home}``,
    ``{ZIP.home}`` and ``{ADDRESS.home}`` are where the patient lives, ``{CITY.place}`` or ``{LOCATION.place}`` where
    the patient went; ``{HOSPITAL}`` is where the stay is. With a house its staff, town, numbers and neighbours stand
    wherever a value is of the hospital's.
    """

    def __init__(
        self, plan: Plan, patient: Patient, chance: Chance, lists: Lists, house: OneHospital | None = None
    ) -> None:
        super().__init__(chance, lists, patient, plan.admission)
        self._plan = plan
        self._record = patient
        self._draws = chance
        self._house = house
        self._colleague: Person | None = None
        if house is not None:
            self._towns["seat"] = house.seat
        self._days = {
            "admission": plan.admission,
            "discharge": plan.discharge,
            "event": plan.event,
            "visit": plan.discharge + timedelta(days=chance.between(9, 120)),
        }
        self.begin(plan.admission)

    def begin(self, day: date) -> None:
        """Set the day of the document that is written, and the form of its dates."""
        self._written_day = day
        self._full_form = self._draws.choice(_FULL_FORMS)
        self._figures = self._draws.choice(_FIGURE_FORMS)

    def of(self, name: str, key: str, form: str) -> str:
        """Return the value of a slot.

        Raises
        ------
        KeyError
            If there is no slot of that name.
        """
        own = self._of_stay(name, key, form)
        if own is None:
            return super().of(name, key, form)
        return own.upper() if form == "upper" else own

    def _of_stay(self, name: str, key: str, form: str) -> str | None:
        plan, record = self._plan, self._record
        if name == "DATE":
            day = self._day_named(key)
            return day_in_form(day, self._figures if form == "figures" else self._full_form)
        if name == "AGE":
            return _age_written(plan.birth, plan.admission)
        if name in ("CITY", "LOCATION") and key == "place":
            return plan.place
        if key == "home":
            return {"CITY": record.city, "ZIP": record.zip, "ADDRESS": record.address}[name]
        if name == "HOSPITAL" and not key:
            return plan.hospital.name
        if name == "title":
            return self._draws.choice(("Mme", "Madame") if plan.sex == "f" else ("M.", "Monsieur"))
        if self._house is not None and name in ("PHONE", "ADDRESS", "HOSPITAL"):
            own = self._of_house(self._house, name, key)
            if own is not None:
                return own
        if key == "p":
            return {"PHONE": record.phone, "SSN": record.ssn, "VISIT_ID": record.visit_id}.get(name)
        return None

    def _of_house(self, house: OneHospital, name: str, key: str) -> str | None:
        if name == "PHONE" and key in ("", "desk"):
            figures = house.telephone(self._plan.profile.ward)
            return self._phone_joint.join(figures[at : at + 2] for at in range(0, len(figures), 2))
        if name == "ADDRESS" and key == "seat":
            return house.address
        return self._draws.choice(house.neighbours) if name == "HOSPITAL" and key == "other" else None

    def _person(self, key: str) -> Person:
        house = self._house
        if house is None or key in self._people:
            return super()._person(key)
        if not key and self._colleague is not None:
            # Given name and family name are asked for one by one.
            found, self._colleague = self._colleague, None
            return found
        if key == "gp":
            found = house.family_doctor(self._town("gp"), self._lists)
        else:
            known = house.person(key, self._plan.profile.ward, self._draws)
            if known is None:
                return super()._person(key)
            found = known
        if key:
            self._people[key] = found
        else:
            self._colleague = found
        return found

    def _town(self, key: str) -> Commune:
        house = self._house
        if house is not None and key and key not in self._towns:
            near_by = self._draws.odds(_DOCTOR_AT_HOME)
            self._towns[key] = self._plan.home if near_by else self._draws.weighted(house.towns)
        return super()._town(key)

    def _host(self, kind: str) -> str:
        return super()._host(kind) if self._house is None else self._house.host

    def _day_named(self, key: str) -> date:
        if not key:
            return self._written_day
        if key.isdigit():
            return min(self._plan.admission + timedelta(days=int(key)), self._plan.discharge)
        return self._days[key]


def _age_written(birth: date, day: date) -> str:
    """Return an age as clinicians write it: in days below one month, in months below two years.

    Examples
    --------
    >>> _age_written(date(2020, 1, 1), date(2020, 1, 13)), _age_written(date(1960, 5, 2), date(2021, 5, 2))
    ('12 jours', '61 ans')
    """
    days = (day - birth).days
    if days < _DAYS_IN_MONTH:
        return f"{days} jours" if days > 1 else f"{max(days, 1)} jour"
    if days < 2 * _DAYS_IN_YEAR:
        return f"{max(1, int(days / _DAYS_IN_MONTH))} mois"
    years = day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    return f"{years} ans"


def make_patient(plan: Plan, number: int, chance: Chance, lists: Lists) -> Patient:
    """Return the record of a patient who does not exist.

    Parameters
    ----------
    plan : Plan
        Of the first stay.
    number : int
        Of the patient.
    chance : Chance
        Of the record.
    lists : Lists
        Where names and towns are drawn from.
    """
    values = Values(chance, lists, Patient(), plan.admission)
    return Patient(
        lastname=lists.family_name(chance),
        firstname=lists.given_name(chance, plan.sex),
        birthdate=plan.birth.isoformat(),
        address=values.of("ADDRESS", "", ""),
        zip=plan.home.zips[0],
        city=plan.home.name,
        phone=values.of("PHONE", "", ""),
        ssn=nir("", chance),
        patient_id=f"8{number:06d}{chance.digits(3)}",
        visit_id=f"{plan.admission:%y}{chance.digits(7)}",
    )
