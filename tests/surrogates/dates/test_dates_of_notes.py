"""Every date of the annotated notes is rewritten in its own form, and events keep their order."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import pytest

from palimpseste.corpus.notes import read_notes
from palimpseste.document import Document
from palimpseste.labels import DATES
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.values import DateValue

NOTES = Path(__file__).parents[3] / "corpus" / "notes"
KEY = MasterKey(bytes(range(32))).cohort("tests")
POLICIES = {
    strategy: Policy.from_mapping({"default": "plausible", "labels": dict.fromkeys(DATES, strategy)})
    for strategy in ("metric-laplace", "clock-laplace", "bounded-laplace")
}
MONTH_WORDS = ("full", "short", "code", "english", "english-code")


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    """The dates of the notes; every other one has a date of its own, up to a month from the latest of its text."""
    found = [note for path in sorted(NOTES.glob("*.notes")) for note in read_notes(path)]
    dated = []
    for number, note in enumerate(found):
        note = replace(note, entities=tuple(span for span in note.entities if span.label in DATES))
        latest = Calendar(Setting.of(note, note.entities, KEY)).reference
        if number % 2 and latest is not None:
            note = replace(note, date=latest + timedelta(days=(number % 61) - 30))
        dated.append(note)
    return dated


def dates_of(document: Document, policy: Policy) -> tuple[Calendar, Dates]:
    setting = Setting.of(document, document.entities, KEY, policy.options, policy.privacy)
    calendar = Calendar(setting)
    dates = Dates(setting, calendar, policy, Budget(policy.privacy, lambda: dates.contributions()))
    return calendar, dates


def shape_of(written: WrittenDate) -> list[object]:
    """Return the pieces of a form without the article of a feast; « mars » and « août » are whole as well as short."""
    pieces = [
        piece for piece in written.pieces if not (written.feast and piece in ("la ", "l'", "LA ", "L'", "l", "'"))
    ]
    return [
        piece if isinstance(piece, str) else (piece.part, "word" if piece.writing in MONTH_WORDS else piece.writing)
        for piece in pieces
    ]


def test_less_than_one_date_in_a_hundred_cannot_be_read(documents: list[Document]) -> None:
    spans = sum(span.label in DATES for note in documents for span in note.entities)
    unreadable = sum(Calendar(Setting.of(note, note.entities, KEY)).unreadable for note in documents)
    assert spans > 5000
    # Measured: 1 of 7712.
    assert unreadable / spans < 0.001


def test_every_date_is_rewritten_in_its_own_form(documents: list[Document]) -> None:
    replacer = Replacer(KEY, POLICIES["clock-laplace"])
    ambiguous, total = [], 0
    for note in documents[::3]:
        result = replacer(note, note.entities)
        calendar = Calendar(Setting.of(note, note.entities, KEY))
        written = [span for span in result.spans if span.source != "beside"]
        for index, dated in calendar.dated.items():
            span = written[index]
            again = read_date(result.text[span.start : span.end], year_alone=dated.unit == "year")
            total += 1
            forms = (dated.written, dated.with_month, dated.with_year)
            shapes = [shape_of(form) for form in forms if form is not None]
            if again is None or again.unit != dated.unit or shape_of(again) not in shapes:
                ambiguous.append((note.id, index))
    # « sept » is a number as well as a month, « 07/11 » a day and month as well as a month and year.
    assert len(ambiguous) / total < 0.001, ambiguous


@pytest.mark.parametrize("strategy", POLICIES)
def test_no_event_is_written_before_one_it_followed(documents: list[Document], strategy: str) -> None:
    pairs = 0
    for note in documents[::3]:
        calendar, dates = dates_of(note, POLICIES[strategy])
        values = {dated.value for dated in calendar.dated.values()}
        if note.date is not None:
            values.add(DateValue("day", note.date.toordinal()))
        new = {value: DateValue.holding(value.unit, dates.new_day(value).toordinal()) for value in values}
        for one, other in combinations(values, 2):
            earlier, later = (one, other) if one.last < other.first else (other, one)
            if earlier.last < later.first:
                pairs += 1
                assert not new[later].last < new[earlier].first, note.id
                if earlier.unit == later.unit == "day":
                    assert new[earlier].number < new[later].number, note.id
    assert pairs > 7_000


def test_nothing_moves_to_the_other_side_of_the_document(documents: list[Document]) -> None:
    for note in documents:
        if note.date is None:
            continue
        calendar, dates = dates_of(note, POLICIES["metric-laplace"])
        today = dates.document_date
        assert today is not None
        for dated in calendar.dated.values():
            new = DateValue.holding(dated.value.unit, dates.new_day(dated.value).toordinal())
            if dated.value.first <= note.date.toordinal():
                assert date.fromordinal(new.first) <= today, note.id
            else:
                assert date.fromordinal(new.last) >= today, note.id
