"""Days that follow one another by their layout: told by where they stand and their order alone."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.successions import successions_of
from palimpseste.writings.passages import Passages

LOG = "Relevé du <DATE>20/03/2024</DATE>\n{} : fièvre à 21h14.\n{} : mieux à 9h.\n- {} : sort.\nRevu le {}."


def told(marked: str) -> list[tuple[str, str, int]]:
    """Return each day that follows another as it is written, that other, and by how many days it may."""
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text), spans)
    calendar = Calendar(passages)
    source = {dated.value: passages.source(index) for index, dated in reversed(calendar.dated.items())}
    return [
        (source[later], source[earlier], tally.least)
        for tally in successions_of(passages, calendar)
        for later, earlier in tally.pairs
    ]


@pytest.mark.parametrize(
    ("marked", "pairs"),
    [
        (
            "Cahier de liaison\nLu <DATE>04/03</DATE> : a mangé.\nLu <DATE>04/03</DATE> soir : dort.\n"
            "- <DATE>05/03</DATE> 8h : levée.\n  le <DATE>7</DATE> : sort.",
            [("05/03", "04/03", 1), ("7", "05/03", 1)],
        ),
        # A list of what was, of years, and one that goes back in time, are no logs.
        ("<DATE>04/03/2019</DATE> : chute.\n<DATE>09/06/2021</DATE> : PTG.", []),
        ("<DATE>05/03</DATE> : levée.\n<DATE>04/03</DATE> : couchée.\n<DATE>06/03</DATE> : sort.", []),
        ("jeu <DATE>23/03/23</DATE>\nAppel.\nven <DATE>24/03/23</DATE>\nRappel.", [("24/03/23", "23/03/23", 1)]),
        # Neither is a text.
        ("Vue le <DATE>04/03</DATE>, opérée le <DATE>05/03</DATE>. Elle sort le <DATE>06/03</DATE>.", []),
        (
            "Deux doses les <DATE>26</DATE> et <DATE>27/11/2023</DATE>.",
            [("27/11/2023", "26", 1), ("27/11/2023", "26", 7)],
        ),
        ("Gardé <DATE>26</DATE>-<DATE>27/11/2023</DATE>.", [("27/11/2023", "26", 1)]),
        # Days with a clock time behind each; one without, and one that is earlier.
        (
            "Entrée <DATE>28/09/2024</DATE> 23:47 - sortie <DATE>29/09/2024</DATE> à 6h20.",
            [("29/09/2024", "28/09/2024", 1)],
        ),
        (
            "> Le <DATE>03/02/2021</DATE> à 16:31, a écrit\n>> Date : <DATE>02/02/2021</DATE>, 23:48",
            [("03/02/2021", "02/02/2021", 1)],
        ),
        (
            "PASSAGE AUX URGENCES\nEntrée le <DATE>28/09/2024</DATE> 23:47, sortie <DATE>29/09/2024</DATE> à 6h20.",
            [("29/09/2024", "28/09/2024", 1), ("29/09/2024", "28/09/2024", 1)],
        ),
        ("Vue le <DATE>28/09/2024</DATE> à 9h, le <DATE>29/09/2024</DATE>, le <DATE>12/09/2024</DATE>.", []),
        # The ends of a range, and of two sentences.
        ("Du <DATE>12</DATE> au <DATE>26/11/2023</DATE>. Vu le <DATE>3</DATE>. <DATE>4/12</DATE> : mieux.", []),
    ],
)
def test_days_follow_where_a_log_or_a_list_says_so(marked: str, pairs: list[tuple[str, str, int]]) -> None:
    assert told(marked) == pairs


@given(st.data())
def test_they_are_the_same_for_other_dates_of_one_order(data: st.DataObject) -> None:
    days = st.sets(st.integers(1, 70), min_size=4, max_size=4).map(sorted)
    order = data.draw(st.permutations(range(4)))
    places = []
    for drawn in (data.draw(days), data.draw(days)):
        first = date(2024, 1, 1).toordinal()
        written = [f"{date.fromordinal(first + drawn[place]):%d/%m}" for place in order]
        at = {text: place for place, text in enumerate(written)}
        pairs = told(LOG.format(*(f"<DATE>{text}</DATE>" for text in written)))
        places.append([(at[later], at[earlier], by) for later, earlier, by in pairs])
    assert places[0] == places[1]
    assert bool(places[0]) == (sorted(order[:3]) == list(order[:3]))
