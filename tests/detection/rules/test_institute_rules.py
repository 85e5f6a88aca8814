"""Institutes called by their capitals are found behind what is done there; examinations, roles and kinds are not."""

from __future__ import annotations

import pytest

from palimpseste.detection.rules.institutes import RULES
from palimpseste.detection.view import TextView


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Suivie à l'IPC depuis mars", "IPC"),
        ("transfert vers l’ICANS demain", "ICANS"),
        ("opérée à l'ISM.", "ISM"),
        ("Avis de l'IGR demandé", "IGR"),
    ],
)
def test_an_institute_is_found(text: str, found: str) -> None:
    (span,) = RULES[0].spans(TextView.of(text))
    assert (text[span.start : span.end], span.label) == (found, "HOSPITAL")


@pytest.mark.parametrize(
    "text",
    [
        "transfert à l'IRM",
        "suivie à l'IME",
        "suivi par l'IDE",
        "adressé à l'IAO",
        "avis de l'infirmière",
        "traitée par l'IEC",
        "suivi à l'IFSI",
        "hospitalisé à l'IPC-2 du score",
        "ressuivi à l'IPC",
        "à l'IPC",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert list(RULES[0].spans(TextView.of(text))) == []
