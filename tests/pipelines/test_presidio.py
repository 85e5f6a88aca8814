"""The recogniser and the anonymiser, with the real engines of Presidio."""

from __future__ import annotations

import logging
import re

import pytest

from palimpseste import Deidentifier
from palimpseste.document import Document
from palimpseste.errors import DocumentError, UsageError
from palimpseste.pipelines.site import detector_of

NOTE = (
    "Mme Ze\u0301lie CANARIDA \U0001f600\r\nne\u0301e le 12/03/1950, vue le 10/02/2021. "
    "Le Dr Paul DURAND. Mme CANARIDA : RAS."
)
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")


@pytest.fixture(scope="module")
def analyzer():
    presidio = pytest.importorskip("presidio_analyzer", reason="needs palimpseste[presidio]")
    spacy = pytest.importorskip("spacy", reason="needs palimpseste[presidio]")
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    from palimpseste.pipelines.presidio import PalimpsesteRecognizer

    engine = SpacyNlpEngine()
    engine.nlp = {"fr": spacy.blank("fr")}
    registry = presidio.RecognizerRegistry(
        recognizers=[PalimpsesteRecognizer(detectors=["rules"])], supported_languages=["fr"]
    )
    return presidio.AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["fr"])


def test_the_recogniser_gives_what_is_found(analyzer, caplog):
    caplog.set_level(logging.DEBUG)
    results = analyzer.analyze(NOTE, language="fr")
    found = detector_of(None, ["rules"]).detect(Document("text", NOTE))
    told = sorted((each.start, each.end, each.entity_type, each.score) for each in results)
    assert told == [(span.start, span.end, span.label, span.probability) for span in found]
    assert {each.entity_type for each in analyzer.analyze(NOTE, "fr", entities=["LASTNAME"])} == {"LASTNAME"}
    assert "CANARIDA" not in caplog.text


def test_other_names_are_given_where_they_are_asked_for(analyzer):
    from palimpseste.pipelines.presidio import PRESIDIO_NAMES, PalimpsesteRecognizer

    recognizer = PalimpsesteRecognizer(detectors=["rules"], names=PRESIDIO_NAMES)
    results = recognizer.analyze(NOTE, [])
    assert {each.entity_type for each in results} == {"PERSON", "DATE_TIME"}
    assert "SSN" in recognizer.supported_entities


def test_surrogates_are_written_one_after_another(analyzer, key, caplog):
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig

    from palimpseste.pipelines.presidio import SurrogateOperator

    caplog.set_level(logging.DEBUG)
    engine = AnonymizerEngine()
    engine.add_anonymizer(SurrogateOperator)
    deidentifier = Deidentifier.default(key=key, policy="plausible", detectors=["rules"])

    def written(results, **params):
        operators = {"DEFAULT": OperatorConfig("palimpseste_surrogate", {"deidentifier": deidentifier, **params})}
        return engine.anonymize(NOTE, analyzer.analyze(NOTE, language="fr"), operators).text

    text = written(NOTE, id="n1")
    assert text == written(NOTE, id="n1") != written(NOTE, id="n2")
    assert not [value for value in ("CANARIDA", "Ze\u0301lie", "12/03/1950", "DURAND") if value in text]
    both, name = re.findall("Mme (.+?) (?:\U0001f600|:)", text)
    assert both.endswith(f" {name}")
    assert text.endswith(f"{name} : RAS.")
    assert "CANARIDA" not in caplog.text
    with pytest.raises(UsageError, match="'id', that of the document"):
        written(NOTE)
    with pytest.raises(UsageError, match="privacy budget"):
        written(NOTE, id="n1", deidentifier=Deidentifier.default(key=key, policy="dp", detectors=["rules"]))


def test_a_document_is_written_at_once_under_any_policy(analyzer, key):
    from presidio_analyzer import RecognizerResult

    from palimpseste.pipelines.presidio import anonymize

    deidentifier = Deidentifier.default(key=key, policy="dp", detectors=["rules"])
    results = analyzer.analyze(NOTE, language="fr")
    assert anonymize(NOTE, results, deidentifier, id="n1").text == deidentifier(NOTE, id="n1").text
    tag = Deidentifier.default(key=key, policy="tag", detectors=["rules"])
    overlapping = [RecognizerResult("PERSON", 0, 9, 1.0), RecognizerResult("CITY", 7, 18, 0.4)]
    assert anonymize("M. DURAND de Lyon : RAS", overlapping, tag, id="n1").text == "[LASTNAME][CITY]: RAS"
    with pytest.raises(UsageError, match="unknown label"):
        anonymize(NOTE, [RecognizerResult("IBAN", 0, 3, 1.0)], tag, id="n1")


def test_a_text_that_fails_raises_and_is_not_quoted(analyzer):
    from palimpseste.pipelines.presidio import PalimpsesteRecognizer

    def fail(tokens, patient):
        raise RuntimeError(tokens.view.text)

    recognizer = PalimpsesteRecognizer(detectors=["rules"])
    recognizer.detector = Deidentifier((fail,))
    with pytest.raises(DocumentError) as caught:
        recognizer.analyze("M. CANARIDA", [])
    assert "CANARIDA" not in str(caught.value)
