"""What surrogates agree over, and which words none may hold."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.surrogates import CohortKey
from palimpseste.surrogates.policy.options import Options, Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.setting import Setting, scope_of

PERSON = {"lastname": "Le Goff", "firstname": "Zoé", "birthdate": "12/03/1954"}


@pytest.mark.parametrize(
    ("patient", "scope"),
    [
        ({}, "document:n 1"),
        ({"patient_id": "8004-312 B", **PERSON}, "patient:8004312b"),
        (PERSON, "person:le goff|zoe|1954-3-12"),
        ({**PERSON, "birthdate": "1954-03-12"}, "person:le goff|zoe|1954-3-12"),
        ({**PERSON, "birthdate": "in-connue ?"}, "person:le goff|zoe|inconnue"),
        ({**PERSON, "birthdate": ""}, "person:le goff|zoe|"),
        ({**PERSON, "firstname": ""}, "person:le goff||1954-3-12"),
        ({"lastname": "Le Goff"}, "document:n 1"),
        ({"firstname": "Zoé", "birthdate": "12/03/1954"}, "document:n 1"),
        ({"birth_lastname": "Petit", "firstname": "Zoé"}, "person:petit|zoe|"),
        ({"birth_lastname": "Petit", **PERSON}, "person:le goff|zoe|1954-3-12"),
    ],
)
def test_a_patient_is_known_by_identifier_else_by_name_with_first_name_or_birth(
    patient: dict[str, str], scope: str
) -> None:
    assert scope_of(Document("n 1", "", patient=Patient(**patient))) == scope


def test_noise_is_of_the_document_where_it_has_a_budget_of_its_own(key: CohortKey) -> None:
    def bits(per: str, id: str) -> tuple[int, int]:
        document = Document(id, "", patient=Patient(patient_id="7"))
        setting = Setting.of(document, (), key, privacy=Privacy(per=per))  # type: ignore[arg-type] # parametrised
        return tuple(draws.stream("DATE", "v", "p").bits(64) for draws in (setting.draws, setting.noise))  # type: ignore[return-value] # two

    (first, noise), (second, other) = bits("document", "1"), bits("document", "2")
    assert first == second
    assert len({first, noise, other}) == 3
    assert bits("value", "1") == bits("value", "2") == (first, first)
    setting = Setting.of(Document("1", ""), (), key)
    assert (setting.privacy, setting.options, setting.places) == (Privacy(), Options(), PlaceOptions())


@pytest.mark.parametrize(
    ("written", "read"), [("PERPlGNAN", "PERPIGNAN"), ("AUBERVILLlERS", "AUBERVILLIERS"), ("Albi", "Albi")]
)
def test_a_misread_capital_is_read(key: CohortKey, written: str, read: str) -> None:
    text, spans = parse_markup(f"<CITY>{written}</CITY>")
    assert Setting.of(Document("n", text), spans, key).values == (read,)


def test_words_that_no_surrogate_may_hold(key: CohortKey) -> None:
    text, spans = parse_markup(
        "<LASTNAME>Le Goff-Kerguelen Roy</LASTNAME> <FIRSTNAME>Zoé</FIRSTNAME> <CITY>Metz</CITY> "
        "<HOSPITAL>CHU de Nancy</HOSPITAL> <ADDRESS>12 rue Foch</ADDRESS> <ORGANIZATION>Mairie</ORGANIZATION> "
        "<LOCATION>Moselle</LOCATION> <PHONE>0612345678</PHONE>"
    )
    patient = Patient("Durand", "Petit", "Anne", city="Toul")
    document = Document("n", text, patient=patient)
    bodies = {"chu de nancy", "12 rue foch", "mairie"}
    names = {"le goff kerguelen roy", "goff", "kerguelen", "zoe", "durand", "petit", "anne"}
    assert Setting.of(document, spans, key).originals == bodies | names | {"metz", "moselle", "toul"}
    assert Setting.of(document, spans, key, towns_released=True).originals == bodies | names
