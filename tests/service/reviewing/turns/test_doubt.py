"""Which notes are read first: each order, told by numbers worked out by hand, and by the database."""

from __future__ import annotations

from math import isclose, log

import pytest

from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.reviewing.turns.doubt import DOUBTS, facts_of

WORDS = "Monsieur Durand va mieux ce matin et sort demain avec "  # ten words


def note(id, *spans, type="CRH", words=1):
    """Return a note of tens of words; spans are (label, probability, evidence)."""
    entities = [
        {
            "start": 9 + len(WORDS) * n,
            "end": 15 + len(WORDS) * n,
            "label": label,
            "source": (evidence or ["model"])[0],
            "probability": probability,
            "evidence": evidence,
        }
        for n, (label, probability, evidence) in enumerate(spans)
    ]
    return {"id": id, "text": WORDS * words, "type": type, "entities": entities}


MODEL = ["model", "rules.name.title"]
NOTES = [
    note("sure", ("LASTNAME", 0.99, MODEL)),
    note("wrong", ("LASTNAME", 0.02, MODEL)),
    note("even", ("LASTNAME", 0.99, MODEL), ("CITY", 0.45, ["model"]), words=2),
    note("other label", ("LASTNAME", 0.99, ["model", "rules.place.town:CITY"])),
    note("without model", ("LASTNAME", 0.99, ["rules.name.title"]), ("LASTNAME", 0.99, MODEL), words=3),
    note("empty", words=9),
    note("another type", *(("LASTNAME", 0.99, MODEL),) * 8, type="CRO", words=8),
]


@pytest.fixture
def facts():
    return {each["id"]: facts_of(each) for each in NOTES}


def test_the_least_decided_is_nearest_to_one_half(facts):
    doubts = DOUBTS["margin"](facts)
    assert max(doubts, key=doubts.get) == "even"
    assert isclose(doubts["even"], 0.9)
    assert isclose(doubts["wrong"], 0.04)
    assert doubts["empty"] == 0


def test_detectors_differ_by_label_or_where_the_model_is_silent_for_the_length(facts):
    doubts = DOUBTS["disagreement"](facts)
    assert {name: doubt for name, doubt in doubts.items() if doubt} == {"other label": 1 / 10, "without model": 1 / 30}
    alone = {"without": facts_of(note("n", ("CITY", 0.9, ["rules.place.town"])))}
    assert DOUBTS["disagreement"](alone) == {"without": 0}


def test_counts_are_unusual_for_the_type_and_length_where_a_label_is_missing_too(facts):
    doubts = DOUBTS["counts"](facts)
    # Of the type CRH: 6 names in 170 words. A type of one note is held against all: 14 names in 250 words.
    assert isclose(doubts["empty"], 2 * 90 * 6 / 170)
    expected = 80 * 14 / 250
    assert isclose(doubts["another type"], 2 * (8 * log(8 / expected) - 8 + expected))
    assert max(doubts, key=doubts.get) == "empty"


def test_people_get_notes_in_these_orders_and_those_added_later_too(tmp_path):
    reviews = Reviews(f"sqlite:///{tmp_path / 'reviews.sqlite'}", bytes(32))
    assert reviews.turns.next_of("reader", "counts") is None
    reviews.add(NOTES)
    first = {"margin": "even", "disagreement": "other label", "counts": "empty"}
    for order, id in first.items():
        assert reviews.turns.next_of("reader", order) == reviews.name_of(id)
    reviews.keep(reviews.name_of("even"), "reader", [], 0, 1)
    assert reviews.turns.next_of("reader", "margin") == reviews.name_of("wrong")
    assert reviews.turns.next_of("other", "margin") == reviews.name_of("even")
    Reviews(f"sqlite:///{tmp_path / 'reviews.sqlite'}", bytes(32)).add([note("later", ("CITY", 0.5, MODEL))])
    assert reviews.turns.next_of("other", "margin") == reviews.name_of("later")
