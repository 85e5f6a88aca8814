"""Telephone numbers, identifiers and e-mail addresses of the record, in any spacing."""

from __future__ import annotations

import pytest
from found import found_in

from palimpseste.document import Patient


@pytest.mark.parametrize(
    "recorded", ["0662914037", "06.62.91.40.37", "+33662914037", "0033 6 62 91 40 37", "+33 (0)6 62 91 40 37"]
)
@pytest.mark.parametrize(
    "written",
    [
        "0662914037",
        "06 62 91 40 37",
        "06.62.91.40.37",
        "06-62-91-40-37",
        "0662 914 037",
        "+33 6 62 91 40 37",
        "+33662914037",
        "0033662914037",
        "+33 (0)6 62 91 40 37",
        "(+33) 6 62 91 40 37",
        "06/62/91/40/37",
        "06|62|91|40|37",
        "O6 62 91 4O 37",
        "6 62 91 40 37",
    ],
)
def test_a_telephone_number_is_found(recorded: str, written: str) -> None:
    marked = f"Portable : <PHONE>{written}</PHONE>, fixe 03 80 11 22 33"
    assert found_in(marked, Patient(phone=recorded)) == marked


@pytest.mark.parametrize(
    ("recorded", "marked"),
    [
        pytest.param("+590 690 41 77 26", "tél <PHONE>0690 41 77 26</PHONE>", id="overseas"),
        pytest.param("0690417726", "tél <PHONE>+590 690 41 77 26</PHONE>", id="overseas_code"),
        pytest.param("+380672201495", "tél <PHONE>00380 67 220 14 95</PHONE>", id="foreign"),
        pytest.param("+687 79 14 20", "tél <PHONE>79.14.20</PHONE>", id="six_digits"),
    ],
)
def test_a_telephone_number_from_elsewhere_is_found(recorded: str, marked: str) -> None:
    assert found_in(marked, Patient(phone=recorded)) == marked


@pytest.mark.parametrize(
    ("recorded", "marked"),
    [
        pytest.param(
            "06 62 91 40 37 / 03 80 11 22 33",
            "fils <PHONE>06.62.91.40.37</PHONE>, fixe <PHONE>0380112233</PHONE>",
            id="slash",
        ),
        pytest.param(
            "0662914037;0380112233", "<PHONE>0662914037</PHONE>, <PHONE>03 80 11 22 33</PHONE>", id="semicolon"
        ),
        pytest.param("0662914037 (fille)", "sa fille : <PHONE>06 62 91 40 37</PHONE>", id="whose"),
        pytest.param("Tél. 03 80 11 22 33 poste 4512", "<PHONE>0380112233</PHONE>, 4512 pas", id="extension"),
        pytest.param("06/62/91/40/37", "<PHONE>0662914037</PHONE>", id="slashes_within_one"),
        pytest.param("03 80 11 22 33/34", "<PHONE>0380112233</PHONE>", id="two_last_figures"),
        pytest.param("662914037.0", "<PHONE>06 62 91 40 37</PHONE>", id="as_a_decimal"),
    ],
)
def test_numbers_are_found_of_a_field_that_says_more_than_one(recorded: str, marked: str) -> None:
    assert found_in(marked, Patient(phone=recorded)) == marked


@pytest.mark.parametrize("recorded", ["154032123104567", "1 54 03 21 231 045 67", "1540321231045"])
@pytest.mark.parametrize(
    "written",
    ["1 54 03 21 231 045 67", "154032123104567", "1.54.03.21.231.045", "1 54 03 21 231 045 clé 67", "1540321231045/67"],
)
def test_a_social_security_number_is_found_with_or_without_its_key(recorded: str, written: str) -> None:
    marked = f"NIR : <SSN>{written}</SSN> (assuré)"
    assert found_in(marked, Patient(ssn=recorded)) == marked


def test_a_corsican_social_security_number_is_found() -> None:
    marked = "N° SS <SSN>1 53 02 2b 033 009 71</SSN>"
    assert found_in(marked, Patient(ssn="153022B03300971")) == marked


@pytest.mark.parametrize(
    ("patient", "marked"),
    [
        pytest.param(Patient(patient_id="0093317745"), "IPP <PATIENT_ID>93317745</PATIENT_ID>", id="zeros_dropped"),
        pytest.param(
            Patient(patient_id="93317745"), "IPP<PATIENT_ID>0093317745</PATIENT_ID>", id="zeros_added_and_glued"
        ),
        pytest.param(
            Patient(patient_id="93317745"),
            "IPP 93 317 745".replace("93 317 745", "<PATIENT_ID>93 317 745</PATIENT_ID>"),
            id="spaced",
        ),
        pytest.param(Patient(patient_id="NC-5518840"), "(<PATIENT_ID>nc 5518840</PATIENT_ID>)", id="letters"),
        pytest.param(Patient(patient_id="8005619"), "n° 18005619, 80056190, A8005619", id="part_of_another"),
        pytest.param(
            Patient(patient_id="10458"), "<PATIENT_ID>10458</PATIENT_ID>, plaquettes 210 458/mm3, 1,10458", id="short"
        ),
        pytest.param(Patient(patient_id="12"), "chambre 12", id="too_short_to_tell"),
        pytest.param(Patient(patient_id="inconnu"), "germe inconnu", id="none_in_words"),
        pytest.param(Patient(visit_id="24-0098127"), "séjour <VISIT_ID>240098127</VISIT_ID>", id="visit"),
        pytest.param(
            Patient(visit_id="M24-009126"),
            "NDA:<VISIT_ID>M24-009126</VISIT_ID>N°SS",
            id="visit_glued_to_the_next_label",
        ),
        pytest.param(Patient(zip="21000", city="Dijon"), "<ZIP>21000</ZIP> <CITY>Dijon</CITY>", id="zip_and_town"),
        pytest.param(Patient(zip="21000"), "F-<ZIP>21000</ZIP> DIJON", id="zip_after_a_country"),
        pytest.param(
            Patient(patient_id="93317745.0"), "IPP <PATIENT_ID>93317745</PATIENT_ID>, 933177450", id="as_a_decimal"
        ),
        pytest.param(Patient(visit_id="240098127.0"), "<VISIT_ID>240098127</VISIT_ID>", id="visit_as_a_decimal"),
        pytest.param(Patient(ssn="154032123104567.0"), "<SSN>1 54 03 21 231 045 67</SSN>", id="ssn_as_a_decimal"),
        pytest.param(Patient(zip="1000"), "<ZIP>01000</ZIP> Bourg, 1000 mg", id="zip_without_its_zero"),
        pytest.param(Patient(zip="1000.0"), "<ZIP>01000</ZIP> Bourg", id="zip_as_a_decimal"),
        pytest.param(Patient(zip="F-21000"), "<ZIP>21000</ZIP> DIJON", id="zip_with_its_country"),
        pytest.param(Patient(zip="21000"), "leucocytes 21000/mm3, héparine 21000 ui, 21000,5", id="zip_is_a_measure"),
    ],
)
def test_an_identifier_is_found(patient: Patient, marked: str) -> None:
    assert found_in(marked, patient) == marked


@pytest.mark.parametrize(
    "written",
    [
        "p.durand@orange.fr",
        "P.DURAND@ORANGE.FR",
        "p . durand @ orange . fr",
        "p.durand(at)orange.fr",
        "pdurand@orange.fr",
    ],
)
def test_an_email_address_is_found(written: str) -> None:
    marked = f"Courriel : <EMAIL>{written}</EMAIL>, sinon p.durant@free.fr"
    assert found_in(marked, Patient(email="P.Durand@orange.fr")) == marked
