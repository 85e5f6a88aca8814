"""How sure a detector is stays with what it found, on the whole way."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste import Deidentifier, Document, Patient, Span
from palimpseste.detection.merge import merge
from palimpseste.detection.tokens import Tokens
from palimpseste.document import STRUCTURE, Prediction
from palimpseste.engines.exchange import pack_documents, unpack_documents
from palimpseste.errors import UsageError
from palimpseste.sources.columns import Columns
from palimpseste.sources.entry import Entry, Place
from palimpseste.sources.jsonl import line_of_prediction


class Sure:
    """Finds a word wherever it stands, always as sure."""

    def __init__(self, word: str, probability: float | None) -> None:
        self.word, self.probability = word, probability

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        start = tokens.view.text.index(self.word)
        return [Span(start, start + len(self.word), "LASTNAME", "sure", self.probability)]


@pytest.mark.parametrize("value", [0, 0.0, 0.5, 1, 1.0, np.float32(0.25), np.float64(1.0), Fraction(1, 4)])
def test_a_probability_is_a_float_between_0_and_1(value: float) -> None:
    span = Span(0, 1, "DATE", "", value)
    assert type(span.probability) is float
    assert span.probability == value
    json.dumps(span.probability)


@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan"), float("inf"), -1])
def test_one_out_of_bounds_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Span(0, 1, "DATE", "", value)


@pytest.mark.parametrize("value", ["0.5", True, [0.5]])
def test_what_is_no_number_is_refused_without_being_quoted(value: object) -> None:
    with pytest.raises(TypeError, match=rf"a number or None, not {type(value).__name__}$"):
        Span(0, 1, "DATE", "", value)  # type: ignore[arg-type] # that is what is tested


def test_how_sure_a_detector_is_makes_no_other_span() -> None:
    sure, unsure, silent = (Span(0, 1, "DATE", "x", p) for p in (0.9, 0.1, None))
    assert sure == unsure == silent
    assert hash(sure) == hash(unsure) == hash(silent)
    assert len({sure, unsure, silent}) == 1
    assert sorted([Span(4, 5, "DATE", "", 0.1), silent, Span(2, 3, "AGE")])[0] is silent


@pytest.mark.parametrize("probability", [None, 0.1, 1.0])
def test_probability_and_evidence_travel_with_a_span(probability: float | None) -> None:
    span = Span(0, 4, "DATE", "x", probability, ("x", "y:AGE"))
    for again in (pickle.loads(pickle.dumps(span)), copy.copy(span), span.at(3, 5)):
        assert (again.probability, again.evidence) == (probability, span.evidence)
    (back,) = unpack_documents(pack_documents([Document("n", "2021 fin", entities=(span,))]))
    assert (back.entities[0].probability, back.entities[0].evidence) == (probability, span.evidence)


def test_a_prediction_and_a_document_say_it_where_there_is_one() -> None:
    document = Document(
        "n", "Durand, 2021", entities=(Span(0, 6, "LASTNAME", "x", 0.1 + 0.2, ("x",)), Span(8, 12, "DATE", "y"))
    )
    line = json.loads(
        line_of_prediction(Entry(0, 0, Place("f"), document), Prediction(document, document.entities), Columns())
    )
    assert line["entities"] == [
        {"start": 0, "end": 6, "label": "LASTNAME", "source": "x", "probability": 0.1 + 0.2, "evidence": ["x"]},
        {"start": 8, "end": 12, "label": "DATE", "source": "y"},
    ]
    read = Document.from_mapping(json.loads(json.dumps(document.to_mapping())))
    assert [span.probability for span in read.entities] == [0.1 + 0.2, None]


@pytest.mark.parametrize("value", ["0.5", 2, True, [], float("nan")])
def test_a_file_that_says_no_probability_is_refused(value: object) -> None:
    entity = {"start": 0, "end": 1, "label": "DATE", "probability": value}
    with pytest.raises(UsageError, match=r"^entity 0: its probability must be a number from 0 to 1$"):
        Document.from_mapping({"id": "n", "text": "ab", "entities": [entity]})


def found(text: str, *spans: Span) -> list[tuple[str, float | None]]:
    return [(text[span.start : span.end], span.probability) for span in merge(spans, text)]


def test_of_spans_of_one_extent_the_trusted_one_keeps_its_own() -> None:
    for first, second in ((0.2, 0.9), (None, 0.9), (0.9, None)):
        assert found("Durand", Span(0, 6, "CITY", "", first), Span(0, 6, "LASTNAME", "", second)) == [("Durand", first)]


def test_a_remainder_is_as_sure_as_what_it_is_left_of() -> None:
    spans = (Span(0, 12, "LASTNAME", "", 0.3), Span(5, 16, "CITY", "", 0.8))
    assert found("Durand Brest Sud", *spans) == [("Durand Brest", 0.3), ("Sud", 0.8)]


@pytest.mark.parametrize(
    ("one", "other", "both"), [(0.3, 0.8, 0.3), (0.8, 0.3, 0.3), (None, 0.8, None), (0.8, None, None)]
)
def test_two_parts_made_one_are_right_if_both_are(one: float | None, other: float | None, both: float | None) -> None:
    assert found("12 rue Foch, 29200 Brest", Span(0, 11, "ADDRESS", "", one), Span(13, 24, "ADDRESS", "", other)) == [
        ("12 rue Foch, 29200 Brest", both)
    ]
    text = "clinique des Lilas de Dijon"

    class Parts:
        def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
            return [Span(0, 18, "HOSPITAL", "a", one), Span(22, 27, "CITY", "b", other)]

    (body,) = Deidentifier((Parts(),)).detect(Document("n", text))
    assert (body.end, body.probability) == (27, both)


def test_it_stays_through_composed_letters_and_known_values() -> None:
    text = "He\u0301le\u0300ne et Durand"
    (span,) = Deidentifier((Sure("Durand", 0.7),)).detect(Document("n", text))
    assert (text[span.start : span.end], span.probability) == ("Durand", 0.7)
    known = Span(text.index("Dur"), text.index("Dur") + 3, "CITY", STRUCTURE)
    spans = Deidentifier((Sure("Durand", 0.7),)).detect(Document("n", text, entities=(known,)))
    assert [(text[s.start : s.end], s.probability) for s in spans] == [("Dur", None), ("and", 0.7)]


def test_a_name_found_again_has_none_of_its_own() -> None:
    spans = Deidentifier((Sure("DURAND", 0.7),)).detect(Document("n", "M. DURAND. Revu M. DURAND."))
    assert [(span.source, span.probability) for span in spans] == [("sure", 0.7), ("propagation", None)]


def test_what_is_released_does_not_say_how_sure_a_detector_was() -> None:
    deidentify = Deidentifier.default(policy="tag", detectors=("rules",))
    result = deidentify.replace(Document("n", "Vu Durand."), [Span(3, 9, "LASTNAME", "sure", 0.7)])
    assert [span.probability for span in result.spans] == [None]
    assert [span.probability for span in result.original_spans] == [0.7]


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 8), st.sampled_from([None, 0.0, 0.25, 1.0])), max_size=8),
    st.text("ab ,1", min_size=30, max_size=30),
)
def test_probabilities_move_no_span(found: list[tuple[int, int, float | None]], text: str) -> None:
    spans = [Span(start, start + length, "ADDRESS", "s", p) for start, length, p in found]
    assert merge(spans, text) == merge([Span(s.start, s.end, s.label, s.source) for s in spans], text)
