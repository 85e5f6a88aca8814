"""Hostile notes of any length: each rule, list and step of the way of a note, its own trigger many times over.

A trigger is never repeated as it is where the step keeps what it met: what is quadratic is quadratic in what differs.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import count, cycle

from triggers import triggers

from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.document import Document, Patient

__all__ = ["SHAPES", "HostileShape", "every_rule"]

RECORD = Patient(
    lastname="Le Guen",
    birth_lastname="Kervella",
    firstname="Maëlle",
    birthdate="1954-03-12",
    address="12 bis rue des Lilas",
    zip="29000",
    city="Saint-Brieuc",
    phone="02 98 00 11 22",
    email="maelle.leguen@orange.fr",
    ssn="2540329019123",
    patient_id="8004312557",
    visit_id="22H04512",
)


@dataclass(frozen=True, slots=True)
class HostileShape:
    """A kind of hostile note.

    Parameters
    ----------
    kind : str
        What it aims at: a rule, a list, a step.
    name : str
        What it repeats.
    pieces : callable
        Yields without end what the note is made of.
    patient : Patient
        The record beside it.
    """

    kind: str
    name: str
    pieces: Callable[[], Iterable[str]]
    patient: Patient = RECORD

    def note(self, length: int) -> Document:
        """Return a note of exactly so many characters."""
        parts, total = [], 0
        for piece in self.pieces():
            parts.append(piece)
            total += len(piece)
            if total >= length:
                break
        return Document(self.name, "".join(parts)[:length], patient=self.patient)


_SYLLABLES = [a + b for a in "bcdfgjklmnprstvz" for b in ("a", "e", "i", "o", "u", "ou", "an", "ic")]


def word(number: int, least: int = 3) -> str:
    """Return a made-up word of so many syllables or more, another for each number."""
    syllables = []
    while number or len(syllables) < least:
        number, place = divmod(number, len(_SYLLABLES))
        syllables.append(_SYLLABLES[place])
    return "".join(syllables)


def each(template: str, first: int = 0) -> Callable[[], Iterator[str]]:
    """Return what fills a template with one value after another.

    ``{n}`` is a number, ``{w}`` a word, ``{W}`` one with a capital, ``{U}`` one in capitals, ``{v}``, ``{V}``, ``{X}``
    further words, ``{d}``, ``{m}``, ``{y}`` a day, a month and a year, ``{r}`` a day of those that come last first.
    """

    def pieces() -> Iterator[str]:
        for n in count(first):
            w, v = word(7919 * n % 1_000_003), word(6007 * n % 999_983 + 1)
            yield template.format(
                n=n, w=w, W=w.title(), U=w.upper(), v=v, V=v.title(), X=v.upper(),
                d=n % 28 + 1, r=28 - n % 28, m=n // 28 % 12 + 1, y=f"{1900 + n // 336 % 200}",
            )  # fmt: skip

    return pieces


def again(unit: str) -> Callable[[], Iterator[str]]:
    return lambda: cycle((unit,))


def nested(most: int) -> Callable[[], Iterator[str]]:
    """Return names that each begin like the one before: of one word, of two, up to `most`, then anew."""

    def pieces() -> Iterator[str]:
        for n in count():
            words = [word(n // most % 7, 2).title(), *(word(n + k).title() for k in range(n % most))]
            yield f"M. {'-'.join(words)}, "

    return pieces


def of_rules(names: tuple[str, ...]) -> Callable[[], Iterator[str]]:
    """Return the triggers of the rules whose names begin so, in turn."""

    def pieces() -> Iterator[str]:
        drawn = [triggers(rule) for rule in every_rule() if rule.name.startswith(names)]
        for one in cycle(drawn):
            yield next(one)

    return pieces


def every_rule() -> tuple:  # type: ignore[type-arg] # of PatternRule and TokenRule
    detector = RuleDetector()
    return (*detector._over_characters, *detector._over_words)


def of_list(path: str, joined: str) -> Callable[[], Iterator[str]]:
    """Return the entries of a list of the package in turn, put into a template."""

    def pieces() -> Iterator[str]:
        packed = files("palimpseste").joinpath("data", path).read_bytes()
        text = (gzip.decompress(packed) if path.endswith(".gz") else packed).decode("utf-8")
        lines = [line.split("\t")[0] for line in text.splitlines() if line and not line.startswith("#")]
        return (joined.format(line) for line in cycle(lines))

    return pieces


_FAMILIES = {
    "dates": ("date.", "birthdate."),
    "ages": ("age.",),
    "web": ("web.",),
    "identifiers": ("ssn.", "identifier."),
    "references": ("reference.",),
    "telephones": ("phone.",),
    "addresses": ("address.",),
    "titles and names": ("name.title", "name.titles"),
    "forms": ("name.form.", "name.born"),
    "roles and links": ("name.role", "name.link", "name.signed", "name.secretary", "name.kin"),
    "initials and commas": ("name.initial", "name.comma", "name.spaced"),
    "names by content": ("name.pair", "name.line", "name.columns", "name.case", "name.family", "name.given"),
    "glued names": ("name.glued",),
    "places of care": ("body.care",),
    "other bodies": ("body.other", "body.chez"),
    "towns and places": ("place.",),
}

_LISTS = {
    "names/firstnames.tsv": "{} ",
    "names/lastnames_france.txt": "M. {}, ",
    "names/lastnames_world.txt": "Dr {}\n",
    "places/world_cities.tsv": "à {}, ",
    "words/place_names.tsv.gz": "vit à {}. ",
    "words/care_names.tsv.gz": "hôpital {} ",
    "record/street_word.txt": "12 {} des Lilas ",
    "record/line_part.txt": "12 rue des Lilas {} 3 ",
    "record/act.txt": "Guen {} ",
}

SHAPES = (
    # What broke once.
    HostileShape("found again", "names that share their first word", each("\nLE {U}")),
    HostileShape("found again", "telephones that share their first figures", each("Tél. 06{n:08}, ", 10_000_000)),
    HostileShape("found again", "telephones in pairs", each("06 {d:02} {m:02} {y[0]}{y[1]} {y[2]}{y[3]}, ")),
    HostileShape("record", "particles by the thousand", again("d'"), Patient(lastname="d'" * 90 + "Urand")),
    # Each rule.
    *(HostileShape("rules", family, of_rules(names)) for family, names in _FAMILIES.items()),
    HostileShape("rules", "all of them", of_rules(("",))),
    # Each list.
    *(HostileShape("list", path, of_list(path, template)) for path, template in _LISTS.items()),
    # What is found again elsewhere in the note.
    HostileShape("found again", "names that begin alike, up to 24 words", nested(24)),
    HostileShape("found again", "names each written twice", each("M. {W}-{V} puis {V} et {W}. ")),
    HostileShape("found again", "numbers in groups", each("IPP 8 00{n:09}. 8 00{n:09}, ")),
    HostileShape("found again", "dates of one day", each("vu le 12/03/{y}, né le 12/{m:02}/{y} ")),
    HostileShape("found again", "bodies that share their head", each("clinique {W} {V}, la clinique {W} ")),
    HostileShape("found again", "one name, everywhere", again("M. Kervella-Haddad. Kervella Haddad ")),
    # What is refused.
    HostileShape("refused", "citations", each("{W} A, {V} B et al. {w}. 20{d:02};{m}(3):1-9. ")),
    HostileShape("refused", "English", each("{W} was seen and the {w} of {V} had been noted by us. ")),
    HostileShape("refused", "authors without a year", each("{W} A, {V} B, ")),
    # What surrogates keep of a note.
    HostileShape(
        "surrogates", "landlines and towns", each("<{W}> CHU de Dijon, 03 80 {n:06}, 69003 Lyon, 04 78 {n:06}\n")
    ),
    HostileShape("surrogates", "days, each another", each("le {d:02}/{m:02}/{y} ")),
    HostileShape("surrogates", "days without year", each("le {d:02}/{m:02}, ")),
    HostileShape("surrogates", "days alone", each("le {d}, ")),
    HostileShape("surrogates", "days alone, the last first", each("le {r}, ")),
    HostileShape("surrogates", "days in letters", each("le {d} mars {y}, ")),
    HostileShape("surrogates", "ages and births", each("{d} ans, né le {d:02}/{m:02}/{y}. ")),
    HostileShape(
        "surrogates", "ages told of stays", each("Né le {d:02}/{m:02}/{y}. Du 02 au {d:02}/{m:02}/{y}, à {d} ans. ")
    ),
    HostileShape("surrogates", "people, each another", each("M. {W} {X}, ")),
    HostileShape("surrogates", "people of one family", each("Mme {W} DURAND, M. {V[0]}. DURAND ")),
    HostileShape("surrogates", "initials", each("Dr {W[0]}.{V[0]}. {X} ")),
    HostileShape("surrogates", "streets", each("{n} rue {W} {V}, 2{n:04} {U}\n")),
    HostileShape("surrogates", "addresses of mail", each("{w}.{v}@{w}.fr ")),
    HostileShape("surrogates", "identifiers", each("IPP {n:010} NDA {n:09}\n", 8_000_000)),
    # What the record is looked for by.
    HostileShape("record", "its names", again("LE GUEN Maëlle née KERVELLA ")),
    HostileShape("record", "its names, spaced", again("L E G U E N ")),
    HostileShape("record", "its names, misspelt", each("Kervela Kerve{w[0]}la Maele ")),
    HostileShape("record", "its names, glued", again("LEGUENMaelle")),
    HostileShape("record", "its initials", again("M. L. G. ")),
    HostileShape("record", "its number behind zeros", again("0000000000000000000000000000000")),
    HostileShape("record", "its figures, spaced", again("8 0 0 4 3 1 2 5 5 7 ")),
    HostileShape("record", "its street", again("rue des Lilas ")),
    HostileShape("record", "its town", again("Saint-Brieuc St Brieuc ")),
    HostileShape("record", "its date of birth", again("née 12 mars douze mars 1954 12.3.54 ")),
    # One thing without end.
    *(
        HostileShape("one thing", name, again(unit))
        for name, unit in {
            "digits": "1",
            "letters": "a",
            "capitals": "A",
            "spaces": " ",
            "line breaks": "\n  ",
            "initials": "A. ",
            "at signs": "a@",
            "dates": "12/03/",
            "particles": "de la ",
            "streets": "12 rue de la ",
            "hospitals": "hôpital de la ",
            "accents apart": "e\u0301\u0301",
            "invisible characters": "a\u200b",
            "numbers said": "zéro vingt ",
        }.items()
    ),
)
