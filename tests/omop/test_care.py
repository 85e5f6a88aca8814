"""The names that OMOP knows of those who care, in notes where no rule would find them."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient
from palimpseste.omop.days import at_day, day_of, later
from palimpseste.omop.note import CareDetector
from palimpseste.omop.records import Care

PROVIDERS = ("Dr Fantasio KRAPULEK", "VANDERBUSSCHE-ROY Anne-Lise", "zoe morvannec")
SITES = ("Clinique des Trois-Vallons", "CARDIOLOGIE", "Hospitalisation de jour")


@pytest.mark.parametrize(
    "marked",
    [
        "avis pris auprès de <LASTNAME>krapulek</LASTNAME> ce matin",
        "vu avec <FIRSTNAME>Fantasio</FIRSTNAME> <LASTNAME>Krapulek</LASTNAME>",
        "<FIRSTNAME>Anne Lise</FIRSTNAME> <LASTNAME>VANDERBUSSCHE ROY</LASTNAME> passera demain",
        "avis <LASTNAME>Morvannec</LASTNAME>",
        "entrée le soir <HOSPITAL>clinique des trois vallons</HOSPITAL>, cardiologie",
        "hospitalisation de jour en cardiologie",
    ],
)
def test_names_of_providers_and_places_of_care_are_found(marked):
    text, spans = parse_markup(marked)
    found = CareDetector(Care(PROVIDERS, SITES))(Tokens(TextView.of(text), alphabet()), Patient())
    assert sorted((s.start, s.end, s.label) for s in found) == [(s.start, s.end, s.label) for s in spans]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-02-29", "2024-02-29"),
        ("2024-02-29 10:15:30.123456+00", "2024-02-29"),
        ("2024-02-30", None),
        ("0999-12-31", None),
        ("3000-01-01", None),
        ("0044-03-15 BC", None),
        ("12024-01-01", None),
        ("infinity", None),
        ("", None),
        (None, None),
    ],
)
def test_a_day_is_read_between_the_years_1000_and_2999(written, day):
    read = day_of(written)
    assert (read and read.isoformat()) == day


@pytest.mark.parametrize(
    ("written", "days", "new"),
    [
        ("2024-02-28", 2, "2024-03-01"),
        ("2024-02-28 23:59:59.5", -1, "2024-02-27 23:59:59.5"),
        ("2999-12-31", 300, "2999-12-31"),
        ("infinity", 5, "infinity"),
        ("0000-00-00", 5, None),
        (None, 5, None),
    ],
)
def test_a_day_moves_and_keeps_its_time(written, days, new):
    assert later(written, days) == new


def test_a_moment_without_a_day_is_left_out():
    assert at_day("2024-02-28 10:00:00", None) is None
    assert at_day("infinity", day_of("2024-02-28")) is None
