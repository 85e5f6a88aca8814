"""What the service asks its workers."""

from __future__ import annotations

import time

import pytest

from palimpseste.deidentifier import DetectorChoice
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.service.workers.questions import explained_span


def test_a_span_of_a_long_note_is_explained_by_what_stands_near_it() -> None:
    detectors = DetectorChoice().make()
    sentence = "Mme Durand, vue par le Dr Petit."
    text = f"{'Rien à signaler. ' * 20_000}{sentence}{' Rien de plus.' * 20_000}"
    start = text.index("Durand")
    began = time.process_time()
    found = explained_span(Document("n", text, entities=(Span(start, start + 6, "LASTNAME"),)), detectors)
    assert time.process_time() - began < 20
    assert (found.span.start, found.span.end) == (start, start + 6)
    words = [text[first:last] for first, last, _ in found.words]
    assert {"Mme", "vue", "Petit"} <= set(words)
    assert text[slice(*found.strongest(1)[0][:2])] in words


def test_a_site_without_a_model_says_so_and_quotes_nothing() -> None:
    note = Document("n", "Mme Durand", entities=(Span(4, 10, "LASTNAME"),))
    with pytest.raises(DocumentError, match="none of the detectors is a model") as caught:
        explained_span(note, DetectorChoice(("rules",)).make())
    assert "Durand" not in str(caught.value)
