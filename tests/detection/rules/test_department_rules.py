"""The number behind a body of a department is found with it, and no score, day, time or count is."""

from __future__ import annotations

import pytest

from palimpseste.detection.rules.departments import RULES
from palimpseste.detection.view import TextView


@pytest.mark.parametrize(
    ("text", "found", "label"),
    [
        ("Appel du SDIS 31 à 14h", "SDIS 31", "ORGANIZATION"),
        ("transmis au SIAO 69.", "SIAO 69", "ORGANIZATION"),
        ("MDPH-2A, dossier", "MDPH-2A", "ORGANIZATION"),
        ("Régulation SAMU31", "SAMU31", "ORGANIZATION"),
        ("CODIS 974", "CODIS 974", "ORGANIZATION"),
        ("SMUR 81, puis", "SMUR 81", "HOSPITAL"),
        ("CPAM 31 - dossier", "CPAM 31", "ORGANIZATION"),
        ("UDAF 54, Mme", "UDAF 54", "ORGANIZATION"),
    ],
)
def test_a_body_is_found_with_the_number_of_its_department(text: str, found: str, label: str) -> None:
    (span,) = RULES[0].spans(TextView.of(text))
    assert (text[span.start : span.end], span.label) == (found, label)


@pytest.mark.parametrize(
    "text",
    [
        "le SAMU 15",
        "SMUR 20 min plus tard",
        "HAD 14, score",
        "CAF 31/03",
        "CAF 312 euros",
        "MDPH 12 mars",
        "SDIS 31-2023-14480",
        "samu 31 ne dit rien de sûr",
        "CD 31",
    ],
)
def test_other_numbers_behind_such_a_body_are_not(text: str) -> None:
    assert not list(RULES[0].spans(TextView.of(text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Secteur 59G12 – Dr Verhaeghe", "Secteur 59G12"),
        ("rattaché à 44G09.", "44G09"),
        ("PÔLE 91G06, unité", "PÔLE 91G06"),
        ("intersecteur 2AI01", "intersecteur 2AI01"),
        ("secteur 974G03", "secteur 974G03"),
    ],
)
def test_a_sector_of_psychiatry_is_found(text: str, found: str) -> None:
    (span,) = RULES[1].spans(TextView.of(text))
    assert (text[span.start : span.end], span.label) == (found, "HOSPITAL")


@pytest.mark.parametrize(
    "text", ["aiguille 22g12", "99G01", "59G123", "A59G12", "59G45", "n° 12-59G12", "secteur 59 G 12", "59G12/4"]
)
def test_other_letters_between_figures_are_none(text: str) -> None:
    assert not list(RULES[1].spans(TextView.of(text)))
