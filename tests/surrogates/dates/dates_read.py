"""The days that the dates of a note mean, before and after it is written anew."""

from __future__ import annotations

from datetime import date

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document, Patient
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.passages import Passages

MASTER = MasterKey(bytes(range(32)))


def days(marked: str, day: date | None = None) -> list[str]:
    """Return the days that the dates of a note mean."""
    text, spans = parse_markup(marked)
    dated = Calendar(Passages.at(Document("note", text, date=day), spans)).dated
    return [str(dated[index].day) for index in sorted(dated)]


def rewritten(marked: str, policy: str, cohort: int) -> str:
    text, spans = parse_markup(marked)
    key = MASTER.cohort(f"completed {cohort}")
    return Replacer(key, Policy.named(policy).with_exact_days())(Document("note", text), spans).text


def days_rewritten(marked: str, policy: str, cohort: int, patient: str = "") -> list[date]:
    """Return the days that the dates of a note mean once it is written anew."""
    text, spans = parse_markup(marked)
    document = Document("note", text, patient=Patient(patient_id=patient))
    draft = Replacer(MASTER.cohort(f"completed {cohort}"), Policy.named(policy).with_exact_days())(document, spans)
    dates = [span for span in draft.spans if span.source != BESIDE]
    dated = Calendar(Passages.at(Document("note", draft.text), dates)).dated
    return [dated[index].day for index in sorted(dated)]
