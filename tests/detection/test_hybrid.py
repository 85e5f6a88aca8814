"""The model beside the other detectors, and alone."""

from __future__ import annotations

import pytest

from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import merge
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient, Span

NOTE = "Mme Kervella, vue à Brest."
NAME, PLACE, BOTH = Span(4, 12, "CITY", "model"), Span(20, 25, "LASTNAME", "model"), Span(20, 25, "CITY", "rules.city")
RECORD = Patient(lastname="Kervella")


class FixedModel:
    """Answers with one span, before those of others; keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Span] = []

    def __call__(self, tokens: Tokens, found: list[Span]) -> list[Span]:
        self.shown = found
        return [NAME, PLACE, *found]


@pytest.fixture
def tokens() -> Tokens:
    return Tokens(TextView.of(NOTE), alphabet())


def test_with_no_other_detector_it_is_the_model_alone(tokens: Tokens) -> None:
    model = FixedModel()
    assert HybridDetector((), model)(tokens, RECORD) == [NAME, PLACE]
    assert model.shown == []


def test_the_model_is_shown_what_the_others_find_in_order_of_trust(tokens: Tokens) -> None:
    def record(tokens: Tokens, patient: Patient) -> list[Span]:
        return [Span(4, 4 + len(patient.lastname or ""), "LASTNAME", "record.lastname")]

    def rules(tokens: Tokens, patient: Patient) -> list[Span]:
        return [BOTH]

    model = FixedModel()
    spans = HybridDetector([record, rules], model)(tokens, RECORD)
    found = [Span(4, 12, "LASTNAME", "record.lastname"), BOTH]
    assert model.shown == found
    assert spans == [NAME, PLACE, *found]


def test_on_the_same_stretch_the_model_gives_the_label(tokens: Tokens) -> None:
    spans = HybridDetector([lambda tokens, patient: [BOTH]], FixedModel())(tokens, RECORD)
    assert merge(spans, NOTE) == [NAME, PLACE]
