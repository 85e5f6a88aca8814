"""What is printed: a note, which is the body, and what stands beside it, made of the project's templates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.pieces import assembled
from palimpseste.corpus.synthesis.templates import filled, templates
from palimpseste.corpus.synthesis.values import Values
from palimpseste.document import Document, Span

__all__ = ["Aside", "Sheet", "cells_of", "sheet_of"]

_TEAM = """{HOSPITAL|upper}
Service de (?cardiologie|pneumologie|néphrologie|neurologie|gériatrie)
Chef de service
Pr {FIRSTNAME} {LASTNAME|upper}
Praticiens hospitaliers
Dr {FIRSTNAME} {LASTNAME|upper}
Dr {FIRSTNAME} {LASTNAME|upper}
Dr {FIRSTNAME|initial} {LASTNAME|upper}
Dr {FIRSTNAME|initial} {LASTNAME|upper}
Cadre de santé
{title} {LASTNAME|upper}
Secrétariat
{PHONE}
Fax {PHONE}
{EMAIL}
Assistante sociale
{title} {FIRSTNAME} {LASTNAME}"""
_PATIENT = "{LASTNAME.p|upper} {FIRSTNAME.p} - né(e) le {BIRTHDATE.p} - IPP {PATIENT_ID}"
_FOOTER = "{HOSPITAL} - {ADDRESS.1} - {ZIP.1} {CITY.1|upper} - Tél. {PHONE}"
_LEGAL = "Établissement public de santé - FINESS {OTHER_ID|finess} - {URL}"
_NOTES = (
    "Relu par {FIRSTNAME|initial} {LASTNAME|upper}",
    "Vu le {DATE|figures}",
    "Copie au Dr {LASTNAME|upper}",
    "Réf. {REFERENCE}",
)
_CELL = re.compile(r" {3,}|\t+")


@dataclass(frozen=True, slots=True)
class Aside:
    """A text printed beside the body, and what identifies in it."""

    text: str
    entities: tuple[Span, ...]

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One document to print.

    Parameters
    ----------
    note : Document
        The body.
    letterhead, team, patient, footer, legal : Aside
        A block on top, a column, a line that names the patient, and two lines below.
    notes : tuple of Aside
        Side notes.
    """

    note: Document
    letterhead: Aside
    team: Aside
    patient: Aside
    footer: Aside
    legal: Aside
    notes: tuple[Aside, ...]

    @property
    def asides(self) -> tuple[Aside, ...]:
        """All that is not the body."""
        return (self.letterhead, self.team, self.patient, self.footer, self.legal, *self.notes)

    @property
    def lines(self) -> list[str]:
        """The lines of the note."""
        return self.note.text.split("\n")


def sheet_of(note: Document, lists: Lists, seed: str) -> Sheet:
    """Return a note with what is printed beside it; the same for the same seed."""
    chance = Chance("pdf", seed, note.id)
    values = Values(chance, lists, note.patient, note.date or date(2021, 5, 3))

    def aside(template: str) -> Aside:
        text, entities = assembled(filled(template, values, chance))
        return Aside(text, tuple(entities))

    flat = [template for template in templates("letterheads") if "   " not in template and "\t" not in template]
    return Sheet(
        note,
        aside(chance.choice(flat)),
        aside(_TEAM),
        aside(_PATIENT),
        aside(_FOOTER),
        aside(_LEGAL),
        tuple(aside(template) for template in _NOTES),
    )


def cells_of(line: str) -> Sequence[str]:
    """Return what wide spaces part in a line."""
    return _CELL.split(line.strip())
