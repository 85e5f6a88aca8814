"""Which dates a count may lead between hangs on words, places and order alone."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.timeline import Timeline

WORDS = (
    "Opéré le {}.",
    "Sort ce jour à J4.",
    "Trois semaines après une PTG ({}), va bien.",
    "Hospitalisé 35 jours, du {} au {}.",
    "Premier pansement à J5 ({}), contrôle à 4 mois, soit {}.",
    "DDR : {}. Née le {} à 39 SA + 2.",
)
ordinals = st.integers(date(2010, 1, 1).toordinal(), date(2020, 12, 31).toordinal())


def pairs_told(marked: str, days: list[int]) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    text, spans = parse_markup(marked.format(*(f"<DATE>{date.fromordinal(day):%d/%m/%Y}</DATE>" for day in days)))
    packed = Replacer(MasterKey(bytes(32)).cohort("counts"), Policy.named("dp")).dates_of(Document("1", text), spans)
    timeline = Timeline.among(Chronicle.unpack(packed))
    place = timeline.values.index
    return tuple(
        (tally.least, tally.most, tuple((place(later), place(earlier)) for later, earlier in tally.pairs))
        for tally in timeline.tallies
    )


@given(st.data())
def test_pairs_are_the_same_for_other_dates_of_one_order(data: st.DataObject) -> None:
    marked = " ".join(data.draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=6)))
    order = data.draw(st.permutations(range(marked.count("{}"))))
    sets = st.sets(ordinals, min_size=len(order), max_size=len(order)).map(sorted)
    one, other = ([days[place] for place in order] for days in (data.draw(sets), data.draw(sets)))
    assert pairs_told(marked, one) == pairs_told(marked, other)


def test_a_count_leads_between_dates() -> None:
    assert pairs_told("Hospitalisé 35 jours, du {} au {}.", [737000, 737300]) == ((34, 35, ((1, 0),)),)
