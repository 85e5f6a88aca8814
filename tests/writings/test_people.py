"""Who is who in a document is told from the names alone."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.writings.passages import Passages
from palimpseste.writings.people import PeopleRead


def read(marked: str, **patient: str) -> PeopleRead:
    text, spans = parse_markup(marked)
    return PeopleRead(Passages.at(Document("note", text, patient=Patient(**patient)), spans))


def test_an_initial_stands_for_the_name_beside_the_same_name() -> None:
    found = read(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Pierre</FIRSTNAME> "
        "<LASTNAME>Mercier</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>MERCIER</LASTNAME>"
    )
    assert found.partner_of[4] == 5
    assert found.identity_of(4) == "pierre"
    assert found.identity_of(3) == found.identity_of(5) == "mercier"


def test_initials_that_two_names_fit_stand_for_none() -> None:
    found = read("<FIRSTNAME>Paul</FIRSTNAME>, <FIRSTNAME>Pierre</FIRSTNAME>, vu par <FIRSTNAME>P.</FIRSTNAME>")
    assert found.name_abbreviated("given", ("p",), None) is None
    assert found.identity_of(2) == "p"


def test_a_typing_error_in_a_name_of_the_record_is_that_name() -> None:
    found = read("M. <LASTNAME>Lemarechql</LASTNAME>", lastname="LEMARECHAL")
    assert found.identity_of(0) == "lemarechal"


@pytest.mark.parametrize(("title", "gender"), [("Mme", "f"), ("M.", "m"), ("Dr", "x")])
def test_a_title_tells_the_gender_of_a_name_no_list_knows(title: str, gender: str) -> None:
    found = read(f"{title} <FIRSTNAME>Zyxwelle</FIRSTNAME> <LASTNAME>Durand</LASTNAME>")
    assert found.gender_of(found.names[0].full) == gender
