"""Weekdays that stand without a date say which weekday the day of a note, or of an entry, may be."""

from __future__ import annotations

from datetime import date

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import alone
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.told.weekdays import WeekdayTold, weekdays_of, weekdays_told
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages

NOTE = "Vue le <DATE>13/02/2024</DATE>. "
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = (1 << day for day in range(7))
EVERY = 127


def told(marked: str) -> list[tuple[str, int]]:
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text), spans)
    found = weekdays_told(passages, Calendar(passages))
    return [(f"{date.fromordinal(each.value.middle):%d/%m}", each.weekdays) for each in found]


@pytest.mark.parametrize(
    ("words", "weekdays"),
    [
        ("Revient demain mercredi.", TUESDAY),
        ("Chute hier, lundi.", TUESDAY),
        ("Départ prévu demain mercredi à 7 h 30.", TUESDAY),
        ("Sortie faite ce jour mardi.", TUESDAY),
        ("J'ai revu ce mardi ton patient.", TUESDAY),
        ("Toux depuis dimanche.", EVERY - SUNDAY - MONDAY),
        ("Pas de place avant lundi.", EVERY - MONDAY),
        ("Blood-patch si persiste jeudi.", EVERY - THURSDAY),
        ("Contrôle au labo vendredi.", EVERY - FRIDAY),
        ("Passe jeudi prochain.", EVERY - THURSDAY),
        ("Tombé samedi dernier.", EVERY - SATURDAY),
    ],
)
def test_a_weekday_is_said_of_the_day_of_the_note(words: str, weekdays: int) -> None:
    assert told(NOTE + words) == [("13/02", weekdays)]


@pytest.mark.parametrize(
    "words",
    [
        "Dialyse lundi et jeudi.",
        "Bloc le mardi, réunion tous les lundis.",
        "Revu jeudi <DATE>22/02</DATE>.",
        "Contrôle le <DATE>22/02</DATE> (jeudi).",
        "Vu par Mme <LASTNAME>Mardi</LASTNAME>.",
    ],
)
def test_weekdays_of_every_week_or_beside_a_date_say_nothing(words: str) -> None:
    assert told(NOTE + words) == []


def test_a_weekday_of_a_log_is_said_of_its_entry() -> None:
    marked = "<DATE>12/02/2024</DATE> : admis.\n<DATE>14/02</DATE> : revoir vendredi.\n<DATE>16/02</DATE> : sort."
    assert told(marked) == [("14/02", EVERY - FRIDAY)]
    assert told("Admis samedi.") == []


def test_words_that_leave_no_weekday_are_left_out() -> None:
    day = DateValue("day", 1)
    said = [WeekdayTold(day, EVERY - TUESDAY), WeekdayTold(day, TUESDAY), WeekdayTold(day, EVERY - MONDAY)]
    assert weekdays_of(said) == {day: TUESDAY}
    assert weekdays_of([]) == {}


def test_the_new_day_is_one_that_the_words_allow() -> None:
    text, spans = parse_markup("Vue le <DATE>13/02/2024</DATE>. Revient demain mercredi, bilan avant vendredi.")
    for number in range(40):
        replacer = Replacer(MasterKey(bytes(32)).cohort(f"weekdays {number}"), Policy.named("dp"))
        (day,) = replacer.world_of(alone(Document("note", text)), spans).dates.known
        new = replacer.world_of(alone(Document("note", text)), spans).dates.new_day(day)
        assert new.weekday() == 1
