"""Dates found by their rules alone stand where the whole detection finds them."""

from __future__ import annotations

from datetime import date

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.dates_alone import dates_in
from palimpseste.document import STRUCTURE, Document, Patient, Span

TEXT = (
    "Mme Lucie DURAND, née le 12/03/1954 &#40;67 ans&#41;, hospitalisée du 2 au 27 mars 2021 à Dijon.\n"
    "Suivie depuis 2014, opérée à l'été 2019, tél. 03 80 12 03 21, TA 12/8. Revue le 4/5."
)


def test_dates_and_ages_are_found_where_the_whole_detection_finds_them() -> None:
    document = Document("1", TEXT, date=date(2021, 5, 6), patient=Patient(lastname="DURAND", birthdate="1954-03-12"))
    labels = ("DATE", "BIRTHDATE", "AGE")
    found = {(s.start, s.end) for s in Deidentifier.default(policy="dp").detect(document) if s.label in labels}
    assert {(span.start, span.end) for span in dates_in(document)} == found
    assert len(found) == 7


def test_what_the_structure_says_is_a_date_is_one() -> None:
    span = Span(6, 14, "BIRTHDATE", STRUCTURE)
    assert dates_in(Document("1", "Naiss 19540312", entities=(span, Span(0, 5, "LASTNAME", STRUCTURE)))) == [span]


def test_nothing_is_found_in_nothing() -> None:
    assert dates_in(Document("1", " \n")) == []
