"""Coded stays drawn one after the other: each is a function of the seed and the number of its patient."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date, timedelta

from palimpseste.corpus.splits import Split
from palimpseste.corpus.stays.cases import Case, cases
from palimpseste.corpus.stays.letters import admission_note, discharge_letter
from palimpseste.corpus.stays.one_hospital import LEAST_STAFF, OneHospital
from palimpseste.corpus.stays.plans import Plan, next_plan, planned
from palimpseste.corpus.stays.reports import (
    biology_report,
    examination_report,
    nursing_notes,
    operation_report,
    progress_notes,
    report_type,
)
from palimpseste.corpus.stays.setting import Setting
from palimpseste.corpus.stays.slots import StayValues, make_patient
from palimpseste.corpus.stays.stay import Stay
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.pieces import assembled
from palimpseste.corpus.synthesis.templates import filled
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError

__all__ = ["DEPENDENT_SHARE", "generate_stays", "make_stay", "split_of"]

DEPENDENT_SHARE = 0.3
_SEVERAL_STAYS = 0.12


def generate_stays(
    *,
    stays: int,
    seed: int,
    dependent_share: float = DEPENDENT_SHARE,
    among: Collection[str] = (),
    clinicians: int = 0,
) -> Iterator[Stay]:
    """Yield simulated stays with their codes, their record and the gold spans of their documents.

    Parameters
    ----------
    stays : int
        How many; one or more.
    seed : int
        Another seed gives other stays.
    dependent_share : float
        How likely the first stay of a patient is of a case whose codes only a date, an age, a season, a place or a
        provider tells, in ``[0, 1]``.
    among : collection of str
        Names of the cases such a stay may be of; empty for any.
    clinicians : int
        Of the one hospital that all stays are in, `LEAST_STAFF` or more; 0 for stays that share nobody.

    Raises
    ------
    UsageError
        If a parameter is out of range or a data file is wrong.
    """
    if stays < 1:
        raise UsageError(f"stays must be 1 or more, got {stays}")
    if not 0 <= dependent_share <= 1:
        raise UsageError(f"dependent_share must be within 0 and 1, got {dependent_share}")
    if clinicians and clinicians < LEAST_STAFF:
        raise UsageError(f"a hospital has {LEAST_STAFF} clinicians or more, got {clinicians}")
    unknown = sorted(set(among) - {case.name for case in cases()})
    if unknown:
        raise UsageError(f"unknown case {unknown[0]!r}; cases: {', '.join(case.name for case in cases())}")
    house = OneHospital.drawn(seed, clinicians, Lists.of(None)) if clinicians else None
    return _generated(stays, seed, dependent_share, frozenset(among), house)


def _generated(
    stays: int, seed: int, dependent_share: float, among: frozenset[str], house: OneHospital | None
) -> Iterator[Stay]:
    made = number = 0
    while made < stays:
        number += 1
        first = planned(*_chances(seed, number), dependent_share, among=among, house=house)
        patient = make_patient(first, number, Chance(seed, number, "record"), Lists.of(None))
        yield _written(first, patient, seed, number, 1, house)
        made += 1
        again = Chance(seed, number, "again")
        if made < stays and again.odds(_SEVERAL_STAYS):
            yield _written(next_plan(first, again), patient, seed, number, 2, house)
            made += 1


def make_stay(seed: int, number: int, case: Case, side: int) -> Stay:
    """Return the first stay of a patient, of a case and of one of its sides: twins differ in nothing but that side.

    Parameters
    ----------
    seed : int
        Of the stays.
    number : int
        Of the patient.
    case : Case
        The case.
    side : int
        0 or 1.
    """
    plan = planned(*_chances(seed, number), 1.0, case=case, side=side)
    patient = make_patient(plan, number, Chance(seed, number, "record"), Lists.of(None))
    return _written(plan, patient, seed, number, 1)


def split_of(seed: int, number: int) -> Split:
    """Return the split of a patient: eight in ten for training, one for development, one for test."""
    drawn = Chance(seed, number, "split").below(10)
    return "test" if drawn == 0 else "dev" if drawn == 1 else "train"


def _chances(seed: int, number: int) -> tuple[Chance, Chance]:
    return Chance(seed, number, "plan"), Chance(seed, number, "side")


def _written(plan: Plan, patient: Patient, seed: int, number: int, rank: int, house: OneHospital | None = None) -> Stay:
    """Return one stay of a patient; the rank says which of them it is, from 1."""
    split = split_of(seed, number)
    name = f"S{number:06d}-{rank}"
    stay = Setting(plan, Chance(seed, number, rank, "text"), split)
    values = StayValues(plan, patient, Chance(seed, number, rank, "values"), Lists.of(None), house)
    documents = []
    for index, (kind, day, template) in enumerate(_templates(stay), 1):
        values.begin(day)
        text, spans = assembled(filled(template, values, stay.say.chance))
        documents.append(Document(f"{name}-{index}", text, kind, day, patient, spans))
    return Stay(name, tuple(documents), plan.codes, patient, plan.depends_on, split, plan.case)


def _templates(stay: Setting) -> Iterator[tuple[str, date, str]]:
    """Yield type, day and template of each document of a stay, in the order of their days."""
    plan = stay.plan

    def after(days: int) -> date:
        return plan.admission + timedelta(days=min(days, plan.stay_days))

    yield "CR-URGE", plan.admission, admission_note(stay)
    if stay.biology and stay.odds(0.5):
        yield "CR-LABO", after(stay.between(0, 1)), biology_report(stay)
    for report in stay.reports:
        if stay.odds(0.75):
            yield report_type(report), after(stay.between(0, 2)), examination_report(stay, report)
    for operation in stay.operations:
        yield "CR-OPER", after(stay.between(0, 2)), operation_report(stay, operation)
    if plan.stay_days > 1 and stay.odds(0.85):
        yield "DOC-EVOL", plan.discharge, progress_notes(stay)
    if stay.odds(0.85):
        yield "DOC-EVOL", plan.discharge, nursing_notes(stay)
    yield _letter(stay.odds, discharge_letter(stay), plan.discharge)


def _letter(odds: Callable[[float], bool], template: str, day: date) -> tuple[str, date, str]:
    return ("CRH-HOSPI" if odds(0.7) else "LT-SOR"), day, template
