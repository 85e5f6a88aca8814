"""Under one key dates and ages go on getting what they got, whichever way they move: sites that go on rely on it."""

from __future__ import annotations

from datetime import date

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.surrogates import CohortKey, Policy, Replacer

READ = (
    "le <DATE>12/03/2021</DATE>, revu le <DATE>14/03</DATE>, en <DATE>juin 2019</DATE>, l'<DATE>été 2018</DATE>, à "
    "<DATE>Noël 2017</DATE> et en <DATE>2014</DATE>"
)
UNREAD = "<DATE>31/02/2021</DATE>, <DATE>début mars</DATE>, <DATE>la rentrée</DATE>"
AGES = "<AGE>45 ans</AGE>, <AGE>2 ans 8 mois</AGE>, <AGE>3 mois</AGE>, <AGE>twenty-six</AGE>, <AGE>fifty</AGE>"


@pytest.mark.parametrize(
    ("strategy", "marked", "written", "day"),
    [
        ("plausible", READ, "15/10/2021|17/10|janvier 2020|hiver 2019|l'Assomption 2018|2015", "2021-12-04"),
        ("plausible", UNREAD, "45/17/2012|début octobre|octobre", "2021-12-04"),
        ("plausible", AGES, "44 ans|1 an 6 mois|3 mois|32|30", "2021-12-04"),
        ("shift", READ, "10/10/2021|12/10|janvier 2020|hiver 2019|l'Assomption 2018|2015", "2021-11-29"),
        ("bounded-laplace", READ, "30/06/2021|10/08|novembre 2019|automne 2018|l'Assomption 2018|2015", "2021-09-22"),
        ("metric-laplace", READ, "02/06/2021|03/06|novembre 2005|automne 2005|la Toussaint 2005|2005", "2021-06-04"),
        ("metric-laplace", UNREAD, "44/30/2008|début avril|mai", "2021-04-30"),
        ("metric-laplace", AGES, "69 ans|1 an 1 mois|1 mois|62|79", "2021-05-21"),
        ("clock-laplace", READ, "02/02/2028|03/02|février 2026|automne 2024|la Pentecôte 2024|2021", "2028-03-26"),
        ("clock-laplace", UNREAD, "93/51/2025|début février|juillet", "2028-03-26"),
    ],
)
def test_a_key_goes_on_writing_the_same_dates_and_ages(
    key: CohortKey, strategy: str, marked: str, written: str, day: str
) -> None:
    age = {"AGE": strategy} if marked is AGES else {}
    policy = {
        "default": "plausible",
        "labels": {"DATE": strategy, "BIRTHDATE": strategy, **age},
        "options": {"shift_scope": "document" if strategy == "shift" else "patient"},
        "privacy": {"epsilon": "2/3", "per": "value"} if strategy == "clock-laplace" else {"epsilon": "1/8"},
    }
    text, spans = parse_markup(marked)
    document = Document("note", text, date=date(2021, 5, 1), patient=Patient(patient_id="7"))
    result = Replacer(key, Policy.from_mapping(policy))(document, spans)
    assert "|".join(result.text[span.start : span.end] for span in result.spans) == written
    assert result.date == date.fromisoformat(day)
