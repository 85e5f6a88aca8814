from __future__ import annotations

import datetime
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS
from palimpseste.result import OffsetMap, Replacement, Result

CANARY = "Zywiecki"

texts = st.text(st.characters(codec="utf-8"), max_size=40)


@st.composite
def replaced(draw: st.DrawFn, shortest: int = 0) -> tuple[str, str, OffsetMap]:
    """Return a text, the text after some replacements of at least that length, and their map."""
    kept = draw(st.lists(texts, min_size=1, max_size=6))
    old, new, replacements = kept[0], kept[0], []
    for after in kept[1:]:
        value, surrogate = draw(texts.filter(bool)), draw(texts.filter(lambda text: len(text) >= shortest))
        start, new_start = len(old), len(new)
        old, new = old + value + after, new + surrogate + after
        replacements.append(Replacement(start, start + len(value), new_start, new_start + len(surrogate)))
    return old, new, OffsetMap(replacements)


@st.composite
def interval(draw: st.DrawFn, length: int) -> tuple[int, int]:
    start = draw(st.integers(0, length))
    return start, draw(st.integers(start, length))


@given(replaced(), st.data())
def test_the_map_translates_what_no_replacement_touches(case: tuple[str, str, OffsetMap], data: st.DataObject) -> None:
    old, new, offsets = case
    edges = [
        (0, 0),
        *((r.end, r.new_end) for r in offsets.replacements),
    ]
    ends = [*(r.start for r in offsets.replacements), len(old)]
    index = data.draw(st.integers(0, len(edges) - 1))
    low, high = edges[index][0], ends[index]
    a, b = data.draw(interval(high - low))
    if a == b:
        return
    start, end = offsets.to_new(low + a, low + b)
    assert new[start:end] == old[low + a : low + b]
    assert offsets.to_original(start, end) == (low + a, low + b)


@given(replaced(), st.data())
def test_an_interval_that_touches_a_value_covers_its_whole_surrogate(
    case: tuple[str, str, OffsetMap], data: st.DataObject
) -> None:
    old, _, offsets = case
    start, end = data.draw(interval(len(old)))
    if start == end:
        return
    new_start, new_end = offsets.to_new(start, end)
    for r in offsets.replacements:
        if start < r.end and r.start < end:
            assert new_start <= r.new_start
            assert r.new_end <= new_end


# A value replaced by nothing leaves no place in the new text to come back from.
@given(replaced(shortest=1), st.data())
def test_the_way_there_and_back_only_widens(case: tuple[str, str, OffsetMap], data: st.DataObject) -> None:
    old, new, offsets = case
    start, end = data.draw(interval(len(old)))
    new_start, new_end = offsets.to_new(start, end)
    assert 0 <= new_start <= new_end <= len(new)
    if start < end:
        back_start, back_end = offsets.to_original(new_start, new_end)
        assert back_start <= start
        assert end <= back_end
        # What was widened once stays as it is.
        assert offsets.to_new(back_start, back_end) == (new_start, new_end)


@given(replaced(), st.data())
def test_order_is_kept(case: tuple[str, str, OffsetMap], data: st.DataObject) -> None:
    old, _, offsets = case
    cuts = sorted(data.draw(st.lists(st.integers(0, len(old)), min_size=2, max_size=6)))
    carried = [offsets.to_new(cut, cut)[0] for cut in cuts]
    assert all(a <= b for a, b in pairwise(carried))


def test_part_of_a_value_becomes_the_whole_surrogate_and_back() -> None:
    # "M. Durand dort" -> "M. Le Goff dort"
    offsets = OffsetMap([Replacement(3, 9, 3, 10)])
    assert offsets.to_new(5, 7) == (3, 10)
    assert offsets.to_original(4, 5) == (3, 9)
    assert offsets.to_new(0, 2) == (0, 2)
    assert offsets.to_new(10, 14) == (11, 15)
    assert offsets.to_new(0, 4) == (0, 10)
    assert offsets.to_new(8, 14) == (3, 15)
    assert offsets.to_new(3, 3) == (3, 3)
    assert offsets.to_new(9, 9) == (10, 10)


def test_a_span_keeps_its_label_and_source_across_the_map() -> None:
    offsets = OffsetMap([Replacement(0, 2, 0, 5)])
    span = Span(3, 6, "CITY", "gold")
    assert offsets.span_to_new(span) == Span(6, 9, "CITY", "gold")
    assert offsets.span_to_original(offsets.span_to_new(span)) == span


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)], ids=["negative", "backwards"])
def test_an_interval_that_is_none_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="0 <= start <= end"):
        OffsetMap([]).to_new(start, end)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 2), (3, 2)], ids=["negative", "empty", "backwards"])
def test_a_span_that_is_no_interval_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="0 <= start < end"):
        Span(start, end, "CITY")


def test_spans_overlap_where_they_share_a_character() -> None:
    assert Span(0, 3, "CITY").overlaps(Span(2, 5, "ZIP"))
    assert not Span(0, 3, "CITY").overlaps(Span(3, 5, "ZIP"))
    assert len(Span(2, 5, "ZIP")) == 3


FULL = Document(
    id="cardio-014",
    text=f"M. {CANARY}, né le 12/03/1954",
    type="CRH-HOSPI",
    date=datetime.date(2021, 3, 12),
    patient=Patient(lastname=CANARY, birthdate="1954-03-12"),
    entities=(Span(3, 11, "LASTNAME"), Span(19, 29, "BIRTHDATE")),
)


@pytest.mark.parametrize(
    "document", [FULL, Document("1", ""), Document("2", "e\u0301\r\n😀\ufeff")], ids=["full", "empty", "strange"]
)
def test_a_document_goes_to_a_mapping_and_back(document: Document) -> None:
    assert Document.from_mapping(document.to_mapping()) == document


@given(
    st.text(max_size=10),
    st.text(min_size=1, max_size=30),
    st.dates(),
    st.dictionaries(st.sampled_from(Patient.field_names()), st.text("ab 1é-", min_size=1).map(str.strip).filter(bool)),
    st.data(),
)
def test_any_document_goes_to_a_mapping_and_back(
    id: str, text: str, date: datetime.date, record: dict[str, object], data: st.DataObject
) -> None:
    start, end = data.draw(interval(len(text)).filter(lambda pair: pair[0] < pair[1]))
    span = Span(start, end, data.draw(st.sampled_from(LABELS)))
    document = Document(id, text, "IAO", date, Patient.from_mapping(record), (span,))
    assert Document.from_mapping(document.to_mapping()) == document


def test_entities_are_sorted_and_ids_may_be_numbers() -> None:
    document = Document.from_mapping(
        {
            "id": 12,
            "text": "Lyon, Nantes",
            "date": "2021-03-12T08:30:00",
            "entities": [{"start": 6, "end": 12, "label": "CITY"}, {"start": 0, "end": 4, "label": "CITY"}],
        }
    )
    assert document.id == "12"
    assert document.date == datetime.date(2021, 3, 12)
    assert [span.start for span in document.entities] == [0, 6]


TEXT = {"id": "a", "text": CANARY}
WRONG = {
    "no text": {"id": "a"},
    "text no string": {"id": "a", "text": [CANARY]},
    "no id": {"text": CANARY},
    "id an object": {"id": {"x": CANARY}, "text": "t"},
    "id null": {"id": None, "text": CANARY},
    "unknown field": {**TEXT, "note": CANARY},
    "date no date": {**TEXT, "date": CANARY},
    "date impossible": {**TEXT, "date": "2021-02-31"},
    "patient no object": {**TEXT, "patient": CANARY},
    "patient field unknown": {**TEXT, "patient": {"nickname": CANARY}},
    "patient value a list": {**TEXT, "patient": {"lastname": [CANARY]}},
    "patient value a truth": {**TEXT, "patient": {"lastname": True}},
    "patient value longer than any name": {**TEXT, "patient": {"lastname": CANARY * 26}},
    "patient value with a control character": {**TEXT, "patient": {"lastname": f"{CANARY}\x01"}},
    "patient value of marks alone": {**TEXT, "patient": {"lastname": "\u200b\u200d"}},
    "entities no list": {**TEXT, "entities": CANARY},
    "entity no object": {**TEXT, "entities": [CANARY]},
    "entity beyond the text": {**TEXT, "entities": [{"start": 0, "end": 99, "label": "CITY"}]},
    "entity empty": {**TEXT, "entities": [{"start": 1, "end": 1, "label": "CITY"}]},
    "entity without end": {**TEXT, "entities": [{"start": 1, "label": "CITY"}]},
    "entity of unknown label": {**TEXT, "entities": [{"start": 0, "end": 1, "label": "NAME"}]},
}


@pytest.mark.parametrize("values", WRONG.values(), ids=WRONG)
def test_a_mapping_that_is_no_document_is_refused_without_quoting_a_value(values: dict[str, object]) -> None:
    with pytest.raises(UsageError) as refused:
        Document.from_mapping(values)
    assert CANARY not in str(refused.value)


def test_a_record_takes_numbers_dates_and_nothing() -> None:
    patient = Patient.from_mapping(
        {"zip": 21000, "birthdate": datetime.date(1954, 3, 12), "city": None, "lastname": " Li "}
    )
    assert patient.known() == {"lastname": "Li", "birthdate": "1954-03-12", "zip": "21000"}
    assert patient
    assert not Patient()


def test_a_record_takes_what_programs_and_tables_have() -> None:
    nan = float("nan")
    moment = datetime.datetime(1954, 3, 12, 8, 30, tzinfo=datetime.timezone.utc)
    patient = Patient.from_mapping(
        {"zip": 21000.0, "phone": Decimal("612345678.0"), "birthdate": moment, "city": nan, "ssn": Decimal("NaN")}
    )
    assert patient.known() == {"birthdate": "1954-03-12", "zip": "21000", "phone": "612345678"}
    numpy = pytest.importorskip("numpy")
    assert Patient.from_mapping({"zip": numpy.int64(21000), "phone": numpy.float32("nan")}).known() == {"zip": "21000"}
    with pytest.raises(UsageError, match="has 400 characters"):
        Patient.from_mapping({"phone": 10**399})
    with pytest.raises(UsageError, match="field 'city'"):
        Patient.from_mapping({"city": [float("inf")]})


def test_a_moment_that_is_none_is_no_date() -> None:
    pandas = pytest.importorskip("pandas", reason="needs palimpseste[pandas]")
    assert not Patient.from_mapping({"birthdate": pandas.NaT})
    assert Document("a", "b", date=pandas.NaT).date is None
    assert Document("a", "b", date=pandas.Timestamp(2021, 3, 12, 8)).date == datetime.date(2021, 3, 12)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 12),
        ("id", None),
        ("text", None),
        ("text", CANARY.encode()),
        ("type", None),
        ("date", "2021-03-12"),
        ("patient", None),
        ("patient", {"lastname": CANARY}),
        ("entities", None),
        ("entities", [{"start": 0, "end": 1, "label": "CITY"}]),
    ],
)
def test_a_document_made_by_hand_says_which_field_is_wrong(field: str, value: object) -> None:
    with pytest.raises(UsageError, match=f"document field '{field}' must") as refused:
        Document(**{"id": "a", "text": "t", field: value})  # type: ignore[arg-type]
    assert CANARY not in str(refused.value)


@pytest.mark.parametrize("value", [None, 0, 12, ["Li"], b"Li", float("nan")], ids=repr)
def test_a_record_made_by_hand_says_which_field_is_wrong(value: object) -> None:
    with pytest.raises(UsageError, match="patient field 'lastname' must be a string"):
        Patient(lastname=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [{1: "x"}, {1: "x", "nickname": "y"}], ids=["number", "number_and_word"])
def test_a_field_of_a_record_whose_name_is_no_word_is_refused(names: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="unknown patient field"):
        Patient.from_mapping(names)


def test_a_record_that_is_no_mapping_is_refused_without_a_letter_of_it() -> None:
    with pytest.raises(UsageError, match=r"must map its fields to values, got str$"):
        Patient.from_mapping("CANARIDA")  # type: ignore[arg-type]


def test_a_record_takes_what_is_as_long_as_such_a_field_may_be() -> None:
    Patient(lastname="L" * 200, address="1 rue des\tLilas\r\n" + "B" * 480)
    for field in ("lastname", "phone", "visit_id"):
        with pytest.raises(UsageError, match=f"patient field '{field}' has 201 characters; at most 200 are taken"):
            Patient(**{field: "L" * 201})
    with pytest.raises(UsageError, match="at most 500"):
        Patient(address="L" * 501)


@pytest.mark.parametrize(
    ("value", "why"),
    [("ROUSSEL\x1b[31m", "control characters"), ("\ufeff", "nothing that can be read"), (" \ufeff\u00a0", "nothing")],
)
def test_a_record_refuses_what_nobody_could_have_written(value: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        Patient(lastname=value)


def test_no_repr_shows_a_text_or_a_value_of_a_record() -> None:
    offsets = OffsetMap([Replacement(3, 11, 3, 9)])
    result = Result("cardio-014", f"M. {CANARY}", (), (), offsets)
    shown = repr([FULL, FULL.patient, result, offsets, FULL.entities, result.to_document()])
    assert CANARY not in shown
    assert "1954" not in shown
    assert "cardio-014" in repr(FULL)
    assert "cardio-014" in repr(result)


def test_a_result_becomes_a_document_without_a_record() -> None:
    spans = (Span(3, 9, "LASTNAME"),)
    result = Result(
        "n", "M. Kergoa", spans, (Span(3, 11, "LASTNAME"),), OffsetMap([]), "IAO", datetime.date(2021, 1, 2)
    )
    document = result.to_document()
    assert (document.id, document.text, document.entities) == ("n", "M. Kergoa", spans)
    assert (document.type, document.date) == ("IAO", datetime.date(2021, 1, 2))
    assert not document.patient


@pytest.mark.parametrize("field", ["zip", "phone", "ssn", "patient_id", "visit_id"])
def test_a_number_of_a_record_is_the_same_where_a_table_wrote_it_as_a_decimal(field: str) -> None:
    assert Patient(**{field: "93317745.0"}) == Patient(**{field: "93317745,0 "}) == Patient(**{field: "93317745"})
    assert getattr(Patient(**{field: "93317745.05"}), field) == "93317745.05"


def test_only_numbers_of_a_record_lose_a_decimal() -> None:
    assert Patient(address="1.0", lastname="2.0") == Patient.from_mapping({"address": "1.0", "lastname": "2.0"})
    assert Patient(address="1.0").address == "1.0"
