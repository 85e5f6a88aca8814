"""Every span that is found says how surely, and why; nothing is found otherwise for it."""

from __future__ import annotations

from functools import cache

import pytest
from opinions import Says

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.completion import completed
from palimpseste.detection.confidence import Judge
from palimpseste.detection.confidence.calibration import Calibration
from palimpseste.detection.confidence.judge import said_of
from palimpseste.detection.confidence.precision import PrecisionTable
from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import STRUCTURE, Document, Patient, Span

TEXT = (
    "CHU de Brest, le 12/03/2021. Mme Zoé KERVELLA, née le 04/05/1960, vue par le Dr Petit. Tél. 02 98 00 11 22.\n"
    "He\u0301le\u0300ne et KERVELLA sont reparties à Quimper."
)
NOTE = Document("n", TEXT, patient=Patient(lastname="Kervella", birthdate="1960-05-04"))
CHOICES = (("model", "record", "rules"), ("model",), ("model", "rules"), ("record", "rules"), ("rules",), ("record",))


@cache
def made(names: tuple[str, ...]) -> Deidentifier:
    return Deidentifier.detecting(DetectorChoice(names))


@pytest.mark.parametrize("names", CHOICES, ids="+".join)
def test_every_span_of_every_choice_of_detectors_says_both_and_is_found_as_without(names: tuple[str, ...]) -> None:
    spans = made(names).detect(NOTE)
    assert spans
    for span in spans:
        assert span.probability is not None
        assert 0.0 < span.probability < 1.0
        assert span.evidence[0] == span.source
        assert len(set(span.evidence)) == len(span.evidence)
    tokens = Tokens(TextView.of(TEXT), alphabet())
    found = [span for detector in made(names).detectors for span in detector(tokens, NOTE.patient)]
    assert list(spans) == completed(tokens, found)


def test_the_evidence_names_rules_fields_and_model_also_those_the_model_only_reads() -> None:
    told = {TEXT[span.start : span.end]: span.evidence for span in made(CHOICES[0]).detect(NOTE)}
    assert told["12/03/2021"] == ("model", "rules.date.figures.whole")
    assert {"model", "record.lastname"} < set(told["KERVELLA"])
    assert any(source.startswith("rules.name.") for source in told["KERVELLA"])
    assert {"model", "record.birthdate"} < set(told["04/05/1960"])


def test_what_record_and_rules_both_say_is_surer_than_what_one_of_them_says() -> None:
    def said(patient: Patient) -> float:
        text = "Vue ce jour : Mme KERVELLA."
        (span,) = made(("record", "rules")).detect(Document("n", text, patient=patient))
        assert span.probability is not None
        return span.probability

    assert said(Patient(lastname="Kervella")) > said(Patient())


PLAIN = Calibration(0.0, 1.0, {}, {}, {"DATE": 2.0}, 0.0)
TABLE = PrecisionTable({("DATE", "rules.a", "none"): (800, 1000)})


@pytest.mark.parametrize(
    ("source", "said", "calibration", "expected"),
    [
        ("model", 0.5, PLAIN, 0.8808),  # 1 / (1 + exp(-2))
        ("model", 0.5, None, 0.5),  # a model that was never calibrated: its own
        ("model.ner", None, None, 0.123),  # an encoder's own
        ("rules.a", 0.5, PLAIN, 0.8808),
        ("rules.a", 0.5, None, 0.8),  # the precision of the rule
        ("rules.a", None, PLAIN, 0.8),  # a label that the model has not
        ("model", 1.0, PLAIN, 0.9999),  # nobody is sure
        ("badge", 0.5, PLAIN, 0.123),  # a detector of others
        (STRUCTURE, 0.5, PLAIN, 0.123),
    ],
)
def test_what_is_said_depends_on_who_found_it(
    source: str, said: float | None, calibration: Calibration | None, expected: float
) -> None:
    span = Span(0, 4, "DATE", source, 0.123)
    (judged,) = Judge([span], Says(said), calibration, TABLE)([span])
    assert judged == span
    assert judged.probability == pytest.approx(expected, abs=2e-3)
    assert judged.evidence == (source,)


class SaysOf:
    """Says of labels what it is told to."""

    def __init__(self, **said: float) -> None:
        self.said = said

    def probabilities(self, spans: list[Span]) -> list[float | None]:
        return [self.said.get(span.label) for span in spans]

    def masked(self, spans: list[Span]) -> list[float]:
        return [1.0 for _ in spans]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span(0, 4, "PATIENT_ID", "model"), 0.8),  # a column settled the label of what the model told
        (Span(6, 15, "HOSPITAL", "model"), 0.45),  # a place of care and its town made one
        (Span(6, 9, "HOSPITAL", "model"), 0.5),  # as the model told it
        (Span(11, 13, "CITY", "model"), 0.9),  # less than the model told
        (Span(0, 4, "PATIENT_ID", "record.patient_id"), 0.1),
        (Span(0, 4, "URL", "model"), 0.8),
        (Span(17, 19, "URL", "model"), None),
    ],
)
def test_what_is_settled_is_as_sure_as_what_was_told(span: Span, expected: float | None) -> None:
    told = [Span(6, 9, "HOSPITAL", "model"), Span(11, 15, "CITY", "model"), Span(0, 4, "OTHER_ID", "model")]
    opinion = SaysOf(OTHER_ID=0.8, PATIENT_ID=0.1, HOSPITAL=0.5, CITY=0.9)
    assert said_of(opinion, [span], told) == [pytest.approx(expected)]
    assert said_of(None, [span], told) == [None]


def test_a_model_says_nearly_the_same_as_its_chain_and_never_much_more() -> None:
    (hybrid,) = made(CHOICES[0]).detectors
    assert isinstance(hybrid, HybridDetector)
    tokens = Tokens(TextView.of(TEXT), alphabet())
    found = [span for detector in hybrid.detectors for span in detector(tokens, NOTE.patient)]
    spans, opinion = hybrid.model.read(tokens, found)
    assert spans == hybrid.model(tokens, found)
    exact = hybrid.model.probabilities(tokens, found)
    said = opinion.probabilities([span for span, _ in exact])
    assert len(said) > 8
    for (_, marginal), own in zip(exact, said, strict=True):
        assert own is not None
        assert own <= marginal + 1e-6
        assert own == pytest.approx(marginal, abs=0.1)
    nothing = Span(TEXT.index("sont"), TEXT.index("sont") + 4, "CITY")
    (low,) = opinion.probabilities([nothing])
    assert low is not None
    assert low < 0.01
    *masked, low = opinion.masked([*(span for span, _ in exact), nothing])
    assert low < 0.01
    for own, each in zip(said, masked, strict=True):
        assert own is not None
        assert own <= each + 1e-6
        assert each <= 1.0
