"""New values for the slots of templates: people, places, dates and numbers that agree within one document."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.corpus.synthesis.coined import body_named
from palimpseste.corpus.synthesis.dates import day_in_form
from palimpseste.corpus.synthesis.figures import nir
from palimpseste.corpus.synthesis.lists import Lists, sections_of
from palimpseste.document import Patient
from palimpseste.folding import fold
from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.writings import lists as own
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.dates.reading import read_date

__all__ = ["Values"]

_PATIENT = "p"
_UNITS = Weighted(["ans", "ans", " ans", "mois", "jours", "a"], [70, 6, 0.01, 6, 2, 3])
_PHONE_JOINTS = Weighted([" ", ".", "", "-", "/"], [60, 15, 15, 6, 4])
_MONTH_FORMS = (5, 5, 6, 7, 12)
_FIGURE_FORMS = (0, 0, 0, 1, 1, 2, 3, 4, 11, 9)
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


class Values:
    """Values for one document.

    Parameters
    ----------
    chance : Chance
        Where they are drawn from.
    lists : Lists
        What they are drawn from.
    patient : Patient
        Whose names, birth date and numbers stand for the key ``p``, as far as they are known.
    day : date or None
        About when the document was written.
    """

    def __init__(self, chance: Chance, lists: Lists, patient: Patient, day: date | None) -> None:
        self._chance = chance
        self._lists = lists
        self._patient = patient
        self._day = day or date(2012, 1, 1) + timedelta(days=chance.below(5000))
        self._people: dict[str, tuple[str, str]] = {}
        self._towns: dict[str, Commune] = {}
        self._phone_joint = chance.weighted(_PHONE_JOINTS)
        self._date_form = chance.choice(_FIGURE_FORMS) if chance.odds(0.6) else chance.choice(_MONTH_FORMS)
        self._figure_form = chance.choice(_FIGURE_FORMS)
        self._by_name: dict[str, Callable[[str, str], str]] = {
            "FIRSTNAME": self._firstname,
            "LASTNAME": lambda key, _form: self._person(key)[1],
            "BIRTHDATE": self._birthdate,
            "DATE": lambda _key, form: self._date(form),
            "AGE": lambda _key, _form: self._age(),
            "ADDRESS": lambda _key, _form: self._address(),
            "ZIP": lambda key, _form: self._town(key).zips[0],
            "CITY": lambda key, _form: self._city(key),
            "LOCATION": lambda _key, _form: self._location(),
            "HOSPITAL": lambda _key, _form: body_named("care", self._chance, self._lists),
            "ORGANIZATION": lambda key, _form: body_named(key or "organization", self._chance, self._lists),
            "PHONE": lambda _key, form: self._phone(form),
            "EMAIL": lambda key, _form: self._email(key),
            "URL": lambda _key, _form: self._url(),
            "SSN": lambda _key, _form: self._ssn(),
            "PATIENT_ID": lambda key, _form: self._patient_id(key),
            "VISIT_ID": lambda _key, _form: self._visit_id(),
            "OTHER_ID": lambda _key, form: self._other_id(form),
            "REFERENCE": lambda _key, _form: self._reference(),
            "title": lambda _key, _form: self._title(),
            "hour": lambda _key, _form: self._hour(),
            "n": lambda _key, _form: self._n(),
        }

    def of(self, name: str, key: str, form: str) -> str:
        """Return the value of a slot.

        Parameters
        ----------
        name : str
            Of the slot.
        key : str
            What parts it from others of its name, or the empty string.
        form : str
            ``upper`` or ``lower`` for such letters, otherwise as it is.

        Raises
        ------
        KeyError
            If there is no slot of that name.
        """
        written = self._by_name[name](key, form)
        if form == "upper":
            return written.upper()
        return written.lower() if form == "lower" else written

    def _person(self, key: str) -> tuple[str, str]:
        if key and key in self._people:
            return self._people[key]
        given = self._lists.given_name(self._chance, "x")
        family = self._lists.family_name(self._chance)
        if key == _PATIENT:
            given = self._patient.firstname or given
            family = self._patient.lastname or family
        elif key == "born":
            family = self._patient.birth_lastname or family
        if key:
            self._people[key] = (given, family)
        return given, family

    def _firstname(self, key: str, form: str) -> str:
        given = self._person(key)[0]
        if form == "initial":
            words = [word for word in given.replace("-", " ").split() if word[0].isalpha()]
            dot = "." if self._chance.odds(0.85) else ""
            return (dot + ("-" if self._chance.odds(0.5) else "")).join(word[0].upper() for word in words) + dot or "A."
        return given

    def _title(self) -> str:
        return self._chance.choice(("M.", "Mme", "Mme", "Monsieur", "Madame", "Mr", "M", "Mlle"))

    def _town(self, key: str) -> Commune:
        if key and key in self._towns:
            return self._towns[key]
        drawn = self._lists.any_town(self._chance)
        if key == "1" and self._patient.city and self._chance.odds(0.3):
            drawn = atlas_of(PlaceTable.bundled()).commune_named(self._patient.city, self._patient.zip) or drawn
        if key:
            self._towns[key] = drawn
        return drawn

    def _city(self, key: str) -> str:
        if not key and self._chance.odds(0.12):
            return self._lists.foreign_town(self._chance).name
        return self._town(key).name

    def _location(self) -> str:
        chance, table = self._chance, PlaceTable.bundled()
        drawn = chance.below(10)
        if drawn < 5:
            return chance.choice(choices_of(atlas_of(table)).abroad.countries)
        if drawn < 7:
            return chance.choice(table.departments).name
        return chance.choice(table.regions).name if drawn < 8 else chance.choice(table.locations)

    def _address(self) -> str:
        chance = self._chance
        kind, name = self._lists.street(chance)
        drawn = chance.below(20)
        number = str(chance.between(1, 30) if drawn < 14 else chance.between(1, 400))
        if drawn in (0, 1):
            number += chance.choice((" bis", " ter", "bis", "B"))
        joint = ", " if drawn == 2 else " "
        ending = ""
        if drawn == 3:
            ending = chance.choice((", bât. ", " Bât ", ", apt ")) + chance.choice("ABCDEF")
        elif drawn == 4:
            return chance.choice(own.entries("hamlets.txt"))
        if drawn == 5:
            kind = kind.capitalize()
        return f"{number}{joint}{kind} {name}{ending}"

    def _date(self, form: str) -> str:
        chance = self._chance
        near = chance.odds(0.7)
        day = self._day - timedelta(days=chance.below(40) if near else chance.below(4000))
        if form == "year":
            return str(day.year - chance.below(20))
        if form == "monthyear":
            written = day_in_form(day, 5).split(" ", 1)[1]
            return chance.choice((written, written, f"{day:%m/%Y}", f"{day:%m/%y}"))
        if form == "daymonth":
            written = day_in_form(day, 5).rsplit(" ", 1)[0]
            return chance.choice((f"{day:%d/%m}", f"{day:%d/%m}", f"{day.day}/{day.month}", f"{day:%d.%m}", written))
        return day_in_form(day, self._figure_form if form == "figures" else self._date_form)

    def _birthdate(self, key: str, form: str) -> str:
        chance = self._chance
        if key == _PATIENT and self._patient.birthdate:
            read = read_date(self._patient.birthdate)
            if read is None or not read.is_full:
                return self._patient.birthdate
            day = date(read.year or 1, read.month or 1, read.day or 1)
        else:
            day = self._day - timedelta(days=chance.between(20, 36000))
        if form == "year":
            return str(day.year)
        return day_in_form(
            day, self._figure_form if form == "figures" or chance.odds(0.8) else chance.choice(_MONTH_FORMS)
        )

    def _age(self) -> str:
        chance = self._chance
        unit = chance.weighted(_UNITS).strip()
        if unit == "mois":
            return f"{chance.between(2, 30)} mois"
        if unit == "jours":
            return f"{chance.between(2, 28)} jours"
        number = chance.between(2, 99)
        return f"{number}{unit if unit == 'a' or chance.odds(0.1) else ' ' + unit}"

    def _phone(self, form: str) -> str:
        chance = self._chance
        if form == "extension":
            figures = chance.digits(chance.choice((4, 5, 5)))
            return f"{figures[0]} {figures[1:3]} {figures[3:]}" if len(figures) == 5 and chance.odds(0.3) else figures
        figures = "0" + chance.choice("1234566799") + chance.digits(8)
        joint = "" if form == "compact" and chance.odds(0.7) else self._phone_joint
        if chance.odds(0.05):
            return f"+33{chance.choice((' ', ''))}{figures[1]} " + " ".join(figures[i : i + 2] for i in range(2, 10, 2))
        return joint.join(figures[i : i + 2] for i in range(0, 10, 2))

    def _email(self, key: str) -> str:
        chance = self._chance
        given, family = (_plain(name) for name in self._person(key))
        local = chance.choice(
            (f"{given}.{family}", f"{given[:1]}.{family}", f"{family}{chance.below(99)}", f"{given}{family}")
        )
        if chance.odds(0.15):
            local = chance.choice(("secretariat.cardio", "secretariat", "contact", "accueil", "sec.chir", "urgences"))
        return f"{local}@{self._host('mail')}"

    def _url(self) -> str:
        return self._chance.choice(("www.", "www.", "https://www.", "https://", "http://www.")) + self._host("site")

    def _host(self, kind: str) -> str:
        form = self._chance.choice(sections_of("web.txt")[kind])
        town = _plain(self._lists.any_town(self._chance).name)
        return form.replace("{town}", town).replace("{name}", _plain(self._person("")[1]))

    def _ssn(self) -> str:
        figures = nir("", self._chance)
        if self._chance.odds(0.15):
            figures = figures[:13]
        if self._chance.odds(0.3):
            return figures
        parts = (figures[:1], figures[1:3], figures[3:5], figures[5:7], figures[7:10], figures[10:13], figures[13:])
        return " ".join(part for part in parts if part)

    def _patient_id(self, key: str) -> str:
        if key == _PATIENT and self._patient.patient_id:
            return self._patient.patient_id
        chance = self._chance
        figures = chance.choice(("8", "0", "1", "20", "")) + chance.digits(chance.between(6, 9))
        return chance.choice(("", "", "", "", "P", "N", "IP")) + figures

    def _visit_id(self) -> str:
        chance = self._chance
        return chance.choice((f"{self._day:%y}", "", "2", f"{self._day:%y}-", "H")) + chance.digits(
            chance.between(5, 8)
        )

    def _other_id(self, form: str) -> str:
        chance = self._chance
        letter = chance.choice(_LETTERS)
        if form == "rpps":
            return "10" + chance.digits(9)
        if form == "adeli":
            figures = chance.digits(9)
            return figures if chance.odds(0.6) else f"{figures[:2]} {figures[2]} {figures[3:8]} {figures[8]}"
        if form == "finess":
            figures = chance.digits(9)
            return figures if chance.odds(0.6) else f"{figures[:3]} {figures[3:6]} {figures[6:]}"
        if form == "siret":
            figures = chance.digits(14)
            return figures if chance.odds(0.5) else f"{figures[:3]} {figures[3:6]} {figures[6:9]} {figures[9:]}"
        if form == "plate":
            others = "".join(chance.choice(_LETTERS) for _ in range(3))
            return f"{letter}{others[0]}-{chance.digits(3)}-{others[1:]}"
        if form == "short":
            return chance.choice((chance.digits(5), "8-" + chance.digits(4), chance.digits(4)))
        if form == "lot":
            return chance.choice(
                (letter + chance.digits(6), chance.digits(7), chance.digits(5) + letter, letter * 2 + chance.digits(5))
            )
        return chance.choice(
            (
                f"{self._day:%y}{letter}{chance.digits(5)}",
                f"{self._day:%y}-{chance.digits(5)}",
                chance.digits(8),
                letter + chance.digits(7),
            )
        )

    def _reference(self) -> str:
        chance = self._chance
        first, second = ("".join(chance.choice(_LETTERS) for _ in range(chance.choice((2, 2, 3)))) for _ in range(2))
        return chance.choice(
            (
                f"{first}/{second}",
                f"{first}/{second.lower()}",
                f"{first}/{second}/{self._day:%Y}-{chance.digits(3)}",
                f"{first}-{chance.digits(4)}",
                f"{first}/{second} {chance.digits(5)}",
                f"{self._day:%Y}/{chance.digits(4)}/{first}",
            )
        )

    def _hour(self) -> str:
        chance = self._chance
        hour, minute = chance.below(24), chance.below(60)
        return chance.choice((f"{hour}h{minute:02d}", f"{hour}h", f"{hour:02d}:{minute:02d}", f"{hour} h {minute:02d}"))

    def _n(self) -> str:
        return str(self._chance.between(1, 6) if self._chance.odds(0.3) else self._chance.between(100, 499))


def _plain(name: str) -> str:
    return "".join(c for c in fold(name) if c.isascii() and c.isalnum()) or "dupont"
