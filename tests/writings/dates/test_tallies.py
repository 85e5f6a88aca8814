"""What words count between two dates is read, and which dates it may lead from and to."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.counts import tallies_of
from palimpseste.writings.dates.tallies import counts_told, gestation_told
from palimpseste.writings.passages import Passages


@pytest.mark.parametrize(
    ("between", "least", "most"),
    [
        (", G2P2, qui sort ce jour à J4 d'une césarienne.", 4, 4),
        ("Aujourd'hui, à J89 :\nDouleur", 89, 89),
        (". À cinq mois : élévation active 135°", 144, 160),
        ("J'ai revu en contrôle à six semaines X, opéré ", 39, 45),
        ("prochaine injection à 8 semaines : ", 55, 57),
        ("contrôle échographique gauche à 4 mois, soit ", 113, 129),
        ("PSA à 6 semaines, consultation ", 39, 45),
        ("La lettre dit 35 jours, donc jusqu'au ", 34, 35),
        ("trois semaines après un clou gamma mis à X (Dr X, ", 18, 24),
        ("après ses 34 jours chez nous (du ", 33, 34),
        (", 84 jours.\nM. X", 83, 84),
        ("depuis un an (", 305, 425),
        ("trois semaines apres exerese (", 18, 24),
        ("revu a 6 semaines de ", 39, 45),
    ],
)
def test_a_count_is_read(between: str, least: int, most: int) -> None:
    assert [(told.least, told.most) for told in counts_told(between)] == [(least, most)]


@pytest.mark.parametrize(
    "between",
    [
        "Redon ôté à J2, lever J1, marche avec cadre à J3. ",
        "Protocole J1-J8, J15. Vu le ",
        "Amoxicilline 7 jours. Revu le ",
        "tous les 21 jours, du ",
        "à la mois, ",
        "à 1 jour, le ",
    ],
)
def test_what_counts_nothing_between_dates_is_left(between: str) -> None:
    assert not list(counts_told(between))


@pytest.mark.parametrize(
    ("before", "behind", "days"),
    [
        ("née le ", " à 31 SA + 5, 1 480 g", 222),
        ("", " (24 SA)", 168),
        ("écho à 32 SA (", ")", 224),
        ("terme prévu le ", "", 284),
        ("DDG (LCC 62 mm) : ", "", 14),
        ("vue le ", ". À 31 SA", None),
        ("avec ses 2 sa sœur ", "", None),
    ],
)
def test_weeks_of_gestation_are_read(before: str, behind: str, days: int | None) -> None:
    assert gestation_told(before, behind) == days


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
        # Each date of a pregnancy from the one before.
        (
            "DDR <DATE>12/05/21</DATE>. Vue <DATE>14/02/22</DATE> à 22 h, à 39 SA + 4. Terme : <DATE>17/02/22</DATE>.",
            {("14/02/22", "12/05/21"), ("17/02/22", "14/02/22")},
        ),
        # A year is too coarse.
        ("Vu le <DATE>12/3/2024</DATE>. Contrôle à 3 ans, soit <DATE>2027</DATE>.", set()),
    ],
)
def test_the_dates_that_a_count_may_lead_between_are_told_by_where_they_stand(
    marked: str, pairs: set[tuple[str, str]]
) -> None:
    assert counted(marked) == pairs
