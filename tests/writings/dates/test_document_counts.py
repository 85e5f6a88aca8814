"""Which dates the counts of a document may lead from and to."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.document_counts import tallies_of
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.passages import Passages

WORDS = (
    "Opéré le {}.",
    "Sort ce jour à J4.",
    "Trois semaines après une PTG ({}), va bien.",
    "Hospitalisé 35 jours, du {} au {}.",
    "Premier pansement à J5 ({}), contrôle à 4 mois, soit {}.",
    "DDR : {}. Née le {} à 39 SA + 2.",
)
ordinals = st.integers(date(2010, 1, 1).toordinal(), date(2020, 12, 31).toordinal())


def counted(marked: str) -> set[tuple[str, str]]:
    """Return the later and the earlier dates of all pairs that some count of a note may lead between."""
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text), spans)
    calendar = Calendar(passages)
    source = {dated.value: passages.source(index) for index, dated in reversed(calendar.dated.items())}
    return {
        (source[later], source[earlier]) for told in tallies_of(passages, calendar) for later, earlier in told.pairs
    }


@pytest.mark.parametrize(
    ("marked", "pairs"),
    [
        (
            "Le <DATE>26/06/2025</DATE>. Sort ce jour à J4. Accouchement le <DATE>22/06/2025</DATE>. "
            "Vue le <DATE>24/06</DATE>.",
            {("26/06/2025", "22/06/2025")},
        ),
        ("Vu le <DATE>12/3/2024</DATE>. IRM à 3 mois, soit <DATE>juin</DATE>.", {("juin", "12/3/2024")}),
        # The second day of the range, and none where it is no range.
        ("Gardé 9 jours (<DATE>24 mai</DATE> – <DATE>2 juin 2023</DATE>).", {("2 juin 2023", "24 mai")}),
        ("Gardé 9 jours (<DATE>24 mai</DATE>, revu <DATE>2 juin 2023</DATE>).", set()),
        # A number beside a day counts from an event or the day of the note, beside an event to that day. The order of
        # dates, which is not looked at here, rules out one of the two.
        ("Entré le <DATE>9/6/2021</DATE>, apixaban à J8 (<DATE>16/6/2021</DATE>).", {("16/6/2021", "9/6/2021")}),
        (
            "Plaie le <DATE>15/8/2023</DATE>, fils à j10 prévu le <DATE>25/8/2023</DATE>.",
            {("25/8/2023", "15/8/2023")},
        ),
        ("Vu <DATE>21/6/2021</DATE> (PTG droite du <DATE>12</DATE>, J9).", {("21/6/2021", "12"), ("12", "21/6/2021")}),
        (
            "Haldol toutes les 4 sem., dernière le <DATE>02/09/24</DATE>, prochaine le <DATE>30/09/24</DATE>.",
            {("30/09/24", "02/09/24")},
        ),
        # A day of the stay that is past.
        (
            "Le <DATE>21/10/25</DATE>. Opéré le <DATE>10/10/25</DATE>. 20 m au cadre de marche J10. Agrafes J15.",
            {("21/10/25", "10/10/25")},
        ),
        # Of the dates around an event alone, where words tell one.
        (
            "Né le <BIRTHDATE>30/07/2024</BIRTHDATE>, vu <DATE>31/07/2024</DATE>, <DATE>02/08/2024</DATE>, J3 : sort.",
            {("02/08/2024", "30/07/2024")},
        ),
        # A certificate that is titled by its hours, and one that a letter tells of.
        (
            "CERTIFICAT DES 72 HEURES\nAdmis le <DATE>10/10/25</DATE>. Fait le <DATE>13/10/25</DATE>.",
            {("13/10/25", "10/10/25")},
        ),
        ("Admis le <DATE>10/10/25</DATE>, certificat des 72 heures fait. Vu le <DATE>21/10/25</DATE>.", set()),
        (
            "Opéré le <DATE>4/2/25</DATE>, fils au 15e jour, soit le <DATE>19 février</DATE>.",
            {("19 février", "4/2/25")},
        ),
        # Each date of a pregnancy from the one before.
        (
            "DDR <DATE>12/05/21</DATE>. Vue <DATE>14/02/22</DATE> à 22 h, à 39 SA + 4. Terme : <DATE>17/02/22</DATE>.",
            {("14/02/22", "12/05/21"), ("17/02/22", "14/02/22")},
        ),
        # A stay from an admission or the first day of a range to a discharge or its last day, and of no night.
        (
            "Séjour du <DATE>5 mars</DATE> au <DATE>21 mars 2024</DATE>. A passé seize jours chez nous. "
            "Chute dans la nuit du <DATE>13</DATE> au <DATE>14 mars</DATE>.",
            {("21 mars 2024", "5 mars")},
        ),
        (
            "Entrée : <DATE>11/10/22</DATE>. Sortie : <DATE>24/03/23</DATE>. Percuté le <DATE>3/9/22</DATE>. "
            "Transféré cinq semaines et demie plus tard.",
            {("11/10/22", "3/9/22")},
        ),
        (
            "Vu le <DATE>24/2/22</DATE>. Fils le <DATE>4/3/22</DATE> "
            "(J10 d'une appendicectomie du <DATE>22/2/22</DATE>).",
            {("4/3/22", "22/2/22")},
        ),
        (
            "Vu le <DATE>17/5/18</DATE>, contre le scanner du <DATE>17/11/16</DATE>, soit dix-huit mois.",
            {("17/5/18", "17/11/16")},
        ),
        # The end of a pregnancy is the day of the birth that is told.
        (
            "Né le <BIRTHDATE>17/05/2023</BIRTHDATE>. DDR <DATE>12/08/22</DATE>. Voie basse à 39 SA + 5.",
            {("17/05/2023", "12/08/22")},
        ),
        ("VEN <DATE>03/04/2020</DATE>   J12\nTransféré du CH le <DATE>22/03</DATE>.", {("03/04/2020", "22/03")}),
        # A birth by the words before it.
        (
            "ENFANT  [x] M   mercredi <DATE>17/05/2023</DATE>\nDDR <DATE>12/08/22</DATE>. Voie basse à 39 SA + 5.",
            {("17/05/2023", "12/08/22")},
        ),
        (
            "Née le <BIRTHDATE>3/10/22</BIRTHDATE>. Vaccins des 2 mois faits le <DATE>5/12/22</DATE>.",
            {("5/12/22", "3/10/22")},
        ),
        # Of two days of today the later; a word that a line breaks; no admission that is told of amid a sentence.
        (
            "Le <DATE>23/3/26</DATE>. Accouchement le <DATE>19/3/26</DATE>. Sortie à J2.\n\nMÈRE (J4)\nT 36,9",
            {("23/3/26", "19/3/26")},
        ),
        (
            "Vu le <DATE>21/12/15</DATE>. Hospi-\ntalisée le <DATE>18/12/15</DATE>, lame retirée à J2.",
            {("21/12/15", "18/12/15")},
        ),
        (
            "Du <DATE>5/2/24</DATE> au <DATE>21/2/24</DATE>, a passé seize jours chez nous. NT-proBNP à l'entrée, "
            "2 105 le <DATE>19/2/24</DATE>.",
            {("21/2/24", "5/2/24")},
        ),
        # A year is too coarse.
        ("Vu le <DATE>12/3/2024</DATE>. Contrôle à 3 ans, soit <DATE>2027</DATE>.", set()),
    ],
)
def test_the_dates_that_a_count_may_lead_between_are_told_by_where_they_stand(
    marked: str, pairs: set[tuple[str, str]]
) -> None:
    assert counted(marked) == pairs


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
