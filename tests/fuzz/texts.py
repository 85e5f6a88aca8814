"""Texts and records that were harmed: what must hold of the view and of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fragments import FRAGMENTS
from hypothesis import strategies as st
from mutations import (
    harmed_text,
)
from workplace import Workplace

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.surrogates.keys import MasterKey

TEXTS = harmed_text(FRAGMENTS)
RECORDS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(FRAGMENTS) | st.text(max_size=12) for name in Patient.field_names()}
)


def check_view(place: Workplace, text: str) -> str:
    """Check that the view of a text is as long as its folded copy, and that its offsets lead back, in order if read so.

    What is read where nothing was written in codes or marks is read again as it is: of these some are written twice.
    """
    view = TextView.of(text)
    assert view.original == text
    assert len(view.folded) == len(view.text) == len(view)
    assert "\r" not in view.text
    assert "\0" not in view.text
    before = (0, 0)
    for at in range(len(view)):
        start, end = view.to_original(at, at + 1)
        assert 0 <= start < end <= len(text)
        if "\u202e" not in text:
            assert before[0] <= start
            assert before[1] <= end
        before = start, end
        low, high = view.from_original(start, end)
        assert low <= at < high
    if len(view):
        start, end = view.to_original(0, len(view))
        assert 0 <= start < end <= len(text)
    if not any(sign in text for sign in "&<=%\\ÃÂÄÅÈáâ*~\u202e"):
        assert TextView.of(view.text).text == view.text
    return "done"


@cache
def _deidentifier(policy: str, detectors: Sequence[str]) -> Deidentifier:
    return Deidentifier.default(key=MasterKey(bytes(range(32))), policy=policy, detectors=detectors)


def check_rules(place: Workplace, case: tuple[str, dict[str, str], str, Sequence[str]]) -> str:
    """De-identify a text by itself: unless its record is none, it is done, and what is found lies in order in it."""
    text, record, policy, detectors = case
    deidentify = _deidentifier(policy, detectors)
    try:
        patient = Patient.from_mapping(record)
    except UsageError:
        return "refused"
    document = Document("d", text, patient=patient)
    spans = deidentify.detect(document)
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        end = span.end
    result = deidentify.replace(document, spans)
    for span in result.spans:
        assert 0 <= span.start < span.end <= len(result.text)
    return "done"


DETECTORS = st.sampled_from([("record", "rules")] * 9 + [("model", "record", "rules")])
