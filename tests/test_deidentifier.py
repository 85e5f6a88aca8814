from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from palimpseste import Deidentifier, Document, Patient, Result, Span
from palimpseste.detection import dates_alone
from palimpseste.detection.choice import DetectorChoice
from palimpseste.document import STRUCTURE
from palimpseste.errors import DocumentError, UsageError
from palimpseste.result import Draft, OffsetMap, Replacement
from palimpseste.surrogates import MasterKey, Policy

CANARY = "Zorglubine"


class FindsTheRecord:
    """A detector that finds where the last name of the record stands first."""

    def __call__(self, tokens, patient):
        start = tokens.view.text.find(patient.lastname) if patient.lastname else -1
        return [Span(start, start + len(patient.lastname), "LASTNAME", "test")] if start >= 0 else []


class FindsFirstWord:
    """A detector that finds the first word of a note."""

    def __call__(self, tokens, patient):
        return [Span(0, len(tokens.view.text.split(" ")[0]), "LASTNAME", "test")]


def tagged(document, spans, text=None, replacements=None):
    """A replacer of one span that may lie about what it did."""
    (span,) = spans
    right = Replacement(span.start, span.end, span.start, span.start + 3)
    new = document.text[: span.start] + "[X]" + document.text[span.end :]
    offsets = OffsetMap([right] if replacements is None else replacements)
    return Draft(document.id, new if text is None else text, (), tuple(spans), offsets)


def refusal_of(replacer, text=f"{CANARY} est venue."):
    with pytest.raises(DocumentError) as caught:
        Deidentifier((FindsFirstWord(),), replacer)(Document("n1", text))
    assert caught.value.document_id == "n1"
    assert CANARY not in str(caught.value)
    return caught.value.reason


@pytest.fixture(scope="module")
def deidentifier():
    return Deidentifier.default(key=MasterKey(b"k" * 32))


def test_a_text_and_a_record_become_a_result(deidentifier):
    result = deidentifier("Mme Lucie ZORGLUB, née le 12/03/1954.", patient={"lastname": "Zorglub"})
    assert [span.label for span in result.spans] == ["FIRSTNAME", "LASTNAME", "BIRTHDATE"]
    assert "ZORGLUB" not in result.text
    assert result.text.startswith("Mme ")


def test_a_mapping_and_a_patient_say_the_same(deidentifier):
    text = "Zorglub va mieux."
    from_mapping = deidentifier(text, {"lastname": "Zorglub"})
    assert from_mapping.text == deidentifier(Document("document", text, patient=Patient("Zorglub"))).text != text


@pytest.mark.parametrize("patient", [Patient("Zorglub"), {"lastname": "Zorglub"}], ids=["patient", "mapping"])
def test_a_record_handed_over_stands_for_that_of_the_document(patient):
    said = Span(9, 13, "CITY", STRUCTURE)
    document = Document("n", "Zorglub, Metz", "CRH", date(2021, 5, 1), Patient("Metz"), (said,))
    seen = []

    def replacer(document, spans):
        seen.append((document.type, document.date, document.patient, tuple(spans)))
        return Draft(document.id, "[X], [X]", (), tuple(spans), OffsetMap(replaced))

    replaced = [Replacement(0, 7, 0, 3), Replacement(9, 13, 5, 8)]
    assert Deidentifier((FindsTheRecord(),), replacer)(document, patient).text == "[X], [X]"
    assert seen == [("CRH", date(2021, 5, 1), Patient("Zorglub"), (Span(0, 7, "LASTNAME", "test"), said))]


def test_the_cohort_without_a_name_is_the_default_one():
    master = MasterKey(b"k" * 32)
    text = "Vu M. Paul DURAND."
    named, unnamed, other = (
        Deidentifier.default(key=master, detectors=("rules",), **options)(text).text
        for options in ({"cohort": "default"}, {}, {"cohort": "Default"})
    )
    assert named == unnamed != other


def test_what_a_policy_keeps_is_kept():
    keeping = Policy.from_mapping({"default": "tag", "labels": {"DATE": "keep"}})
    deidentify = Deidentifier.default(policy=keeping, detectors=("rules",))
    assert deidentify("Vu le 12/03/2021 M. DURAND.").text == "Vu le 12/03/2021 M. [LASTNAME]."


def test_the_same_key_gives_the_same_text_and_no_key_another(deidentifier):
    text = "Vu M. Paul DURAND et Mme Anne LEROY, dossier 22H04512, le 12/03/2021."
    again = Deidentifier.default(key=MasterKey(b"k" * 32))
    assert again(text).text == deidentifier(text).text
    assert Deidentifier.default()(text).text != deidentifier(text).text


@pytest.mark.parametrize("text", ["", " \r\n\t", "\ufeff"], ids=["empty", "blank", "byte order mark"])
def test_a_text_without_words_comes_back(deidentifier, text):
    result = deidentifier(text)
    assert (result.text, result.spans) == (text, ())


@pytest.mark.parametrize("text", ["Mme\ud83d LEROY va mieux.", "\udfff", "M. LEROY\udce9, \ud800 Paul"])
def test_half_a_surrogate_pair_stops_no_detector(deidentifier, text):
    read = deidentifier(text).text
    assert [c for c in read if "\ud800" <= c <= "\udfff"] == [c for c in text if "\ud800" <= c <= "\udfff"]
    assert "LEROY" not in read


def test_spans_are_those_of_the_text_as_it_came(deidentifier):
    text = "Patiente\u00a0: Mme He\u0301le\u0300ne\u00a0LEFE\u0300VRE\r\n"
    found = [text[s.start : s.end] for s in deidentifier.detect(Document("n", text))]
    assert found == ["He\u0301le\u0300ne", "LEFE\u0300VRE"]


def test_a_stream_goes_on_after_a_document_that_fails(deidentifier):
    def replacer(document, spans):
        if document.id == "2":
            raise ValueError(document.text)
        return tagged(document, spans)

    stream = Deidentifier((FindsFirstWord(),), replacer).stream(Document(str(n), f"{CANARY} va.") for n in range(4))
    outcomes = list(stream)
    assert [type(outcome) for outcome in outcomes] == [Result, Result, DocumentError, Result]
    assert str(outcomes[2]) == "2: replacement failed (ValueError)"


OPERATION = "14/03/2021"
LETTERS = [
    Document(str(place), text, patient=Patient(patient_id="7"))
    for place, text in enumerate(
        (
            f"Opérée le {OPERATION}, sortie le 18/03/2021.",
            f"Scanner du 13/03/2021, opération du {OPERATION}.",
            f"Revue le 15/03/2021 ; entrée le 12/03/2021, opération du {OPERATION}.",
        )
    )
]


def operations_of(results):
    places = [
        [s.start for s in r.original_spans].index(d.text.index(OPERATION))
        for d, r in zip(LETTERS, results, strict=True)
    ]
    return {r.text[r.spans[place].start : r.spans[place].end] for place, r in zip(places, results, strict=True)}


def test_a_date_is_the_same_in_all_documents_after_a_plan():
    alone = set()
    for key in range(12):
        deidentifier = Deidentifier.default(key=MasterKey(bytes([key]) * 32), detectors=("rules",))
        plan = deidentifier.plan(reversed(LETTERS))
        planned = list(deidentifier.stream(LETTERS, plan=plan))
        assert planned == [deidentifier(letter, plan=plan) for letter in LETTERS]
        assert len(operations_of(planned)) == 1
        alone.add(len(operations_of(list(deidentifier.stream(LETTERS)))))
    assert max(alone) > 1


def test_a_document_that_could_not_be_planned_is_refused_and_stops_no_other(monkeypatch):
    deidentifier = Deidentifier.default(key=MasterKey(b"k" * 32), detectors=("rules",))
    honest = dates_alone.dates_in

    def dates_in(document):
        if document.id == "1":
            raise ValueError(document.text)
        return honest(document)

    monkeypatch.setattr(dates_alone, "dates_in", dates_in)
    plan = deidentifier.plan(LETTERS)
    outcomes = list(deidentifier.stream(LETTERS, plan=plan))
    assert [type(outcome) for outcome in outcomes] == [Result, DocumentError, Result]
    assert str(outcomes[1]) == "1: its dates could not be read"
    with pytest.raises(DocumentError):
        deidentifier(LETTERS[1], plan=plan)


def test_a_plan_is_of_documents_and_texts_have_no_patient(deidentifier):
    assert repr(deidentifier.plan(["Vu le 12/03/2021.", *LETTERS])) == "DatesPlan(<1 patients>)"
    for wrong in (LETTERS[0], "Vu le 12/03/2021.", [b"Vu"]):
        with pytest.raises(TypeError):
            deidentifier.plan(wrong)


def test_a_plan_is_for_the_replacer_of_the_package(deidentifier):
    with pytest.raises(UsageError, match="replacer of the package"):
        Deidentifier((FindsFirstWord(),), tagged).plan(LETTERS)
    assert repr(Deidentifier.default(policy="tag").plan(LETTERS)) == "DatesPlan(<0 patients>)"


def test_a_detector_that_fails_stops_the_document():
    class Fails:
        def __call__(self, tokens, patient):
            raise RuntimeError(tokens.view.text)

    with pytest.raises(DocumentError, match=r"^n: detection failed \(RuntimeError\)$"):
        Deidentifier((Fails(),), tagged)(Document("n", CANARY))


def test_a_span_left_in_place_is_refused():
    def replacer(document, spans):
        return tagged(document, spans, text=document.text, replacements=[])

    assert refusal_of(replacer) == "the result was refused: a span of label LASTNAME at 0 was not replaced"


@pytest.mark.parametrize("label", ["LASTNAME", "CITY", None])
def test_a_span_left_in_place_on_purpose_is_accepted_where_it_is_told(label):
    def replacer(document, spans):
        draft = tagged(document, spans, text=document.text, replacements=[])
        return replace(draft, kept=tuple(replace(span, label=label) for span in spans if label))

    keeper = Deidentifier((FindsFirstWord(),), replacer, frozenset({"LASTNAME"}))
    if label == "LASTNAME":
        assert keeper(f"{CANARY} va.").text == f"{CANARY} va."
    else:
        with pytest.raises(DocumentError, match="a span of label LASTNAME at 0 was kept and not told"):
            keeper(f"{CANARY} va.")


def test_a_span_replaced_by_itself_is_refused():
    def replacer(document, spans):
        end = len(CANARY)
        return tagged(document, spans, document.text.replace("Z", "z"), [Replacement(0, end, 0, end)])

    assert refusal_of(replacer) == "the result was refused: a span of label LASTNAME at 0 was replaced by itself"


def unchanged(document, spans):
    """Return a draft in which every value stands for itself."""
    kept = [Replacement(span.start, span.end, span.start, span.end) for span in spans]
    return Draft(document.id, document.text, (), tuple(spans), OffsetMap(kept))


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("LASTNAME", "Marin"),
        ("PHONE", "06 12 34 56 78"),
        ("EMAIL", "p.durand@chu.fr"),
        ("SSN", "1 54 03 21 231 001 56"),
        ("PATIENT_ID", "8001234567"),
        ("VISIT_ID", "220145120"),
        ("OTHER_ID", "22H04512"),
        ("REFERENCE", "PM/cl/2023-114"),
    ],
)
def test_a_value_that_tells_who_it_is_is_never_its_own_surrogate(label, value):
    span = Span(3, 3 + len(value), label)
    with pytest.raises(DocumentError, match=f"a span of label {label} at 3 was replaced by itself"):
        Deidentifier((), unchanged).replace(Document("n", f"Vu {value}."), [span])


@pytest.mark.parametrize(
    ("label", "value"), [("DATE", "12/03/2021"), ("AGE", "67 ans et demi"), ("LASTNAME", "Ba"), ("LASTNAME", "Baer")]
)
def test_a_value_that_chance_may_draw_again_is_accepted(label, value):
    span = Span(3, 3 + len(value), label)
    assert Deidentifier((), unchanged).replace(Document("n", f"Vu {value}."), [span]).text == f"Vu {value}."


@pytest.mark.parametrize(
    ("text", "replacements"),
    [
        pytest.param("[X] est ici.", None, id="a text changed elsewhere"),
        pytest.param(f"[X]{CANARY} est venue.", None, id="a text with the value beside its surrogate"),
        pytest.param(None, [Replacement(0, 10, 0, 4)], id="offsets that do not fit"),
        pytest.param(None, [Replacement(0, 10, 0, 300)], id="offsets beyond the text"),
        pytest.param("", [Replacement(0, 300, 0, 0)], id="offsets beyond the old text alone"),
        pytest.param("[X]", [Replacement(0, 3, 0, 3), Replacement(2, 21, 3, 3)], id="offsets that go back"),
        pytest.param("[X][X]", [Replacement(0, 10, 0, 6), Replacement(10, 21, 3, 6)], id="new offsets that go back"),
    ],
)
def test_a_result_that_does_not_fit_its_offsets_is_refused(text, replacements):
    reason = refusal_of(lambda document, spans: tagged(document, spans, text, replacements))
    assert re.fullmatch(
        r"the result was refused: (replacement \d is out of order|the text (before|after) .*replacement .*changed)",
        reason,
    )


def test_a_replacement_may_end_the_text():
    deidentify = Deidentifier((), lambda document, spans: tagged(document, spans))
    assert deidentify.replace(Document("n", f"Vu {CANARY}"), [Span(3, 13, "LASTNAME")]).text == "Vu [X]"


def test_a_span_behind_one_that_is_kept_must_be_replaced():
    def replacer(document, spans):
        return Draft(document.id, document.text, (), (), OffsetMap([]), kept=(spans[0],))

    deidentify = Deidentifier((), replacer, frozenset({"CITY"}))
    with pytest.raises(DocumentError, match="a span of label LASTNAME at 5 was not replaced"):
        deidentify.replace(Document("n", f"Metz {CANARY}"), [Span(0, 4, "CITY"), Span(5, 15, "LASTNAME")])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(
            {"detectors": ["rules", "neural"]}, "unknown detector 'neural'; detectors: model, record, rules", id="name"
        ),
        pytest.param({"detectors": []}, "no detector is named", id="no detector"),
        pytest.param({"policy": "absent"}, "unknown policy 'absent'", id="policy"),
    ],
)
def test_parts_that_do_not_exist_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        Deidentifier.default(**options)


def test_patterns_of_a_site_are_rules():
    choice = DetectorChoice(("rules",), {"PATIENT_ID": (r"zz-\d{4}",)})
    found = Deidentifier.default(detectors=choice).detect(Document("n", "dossier ZZ-1234 vu"))
    assert [(span.start, span.end, span.label) for span in found] == [(8, 15, "PATIENT_ID")]


def test_spans_that_are_known_are_replaced_without_detection():
    result = Deidentifier((FindsFirstWord(),), tagged).replace(
        Document("n1", f"Vu {CANARY}."), [Span(3, 13, "LASTNAME")]
    )
    assert result.text == "Vu [X]."


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ([Span(3, 9, "LASTNAME"), Span(6, 13, "CITY")], "sorted and disjoint; one starts at 6 before 9"),
        ([Span(3, 99, "LASTNAME")], "ends at 99, beyond the text of 14"),
    ],
    ids=["overlapping", "beyond_the_text"],
)
def test_spans_of_an_annotator_that_cannot_be_replaced_are_told(deidentifier, spans, words):
    with pytest.raises(DocumentError, match=words) as refused:
        deidentifier.replace(Document("n1", f"Vu {CANARY}."), spans)
    assert CANARY not in str(refused.value)


def test_what_the_structure_of_a_source_says_is_found_whatever_detectors_see():
    text = "Zone 7 : chaise bleue. Puis chaise bleue."
    said, other = Span(9, 21, "LASTNAME", STRUCTURE), Span(0, 4, "CITY", "rules.place.town")
    document = Document("n", text, entities=(other, said))
    assert Deidentifier(()).detect(document) == (said,)
    assert Deidentifier((FindsFirstWord(),)).detect(document) == (Span(0, 4, "LASTNAME", "test"), said)
    result = Deidentifier.default(detectors=("rules",), policy="tag")(document)
    assert result.text == "Zone 7 : [LASTNAME]. Puis chaise bleue."


def test_an_object_without_replacer_only_detects(deidentifier):
    detecting = replace(deidentifier, replacer=None)
    assert detecting.detect(Document("n", "M. DURAND"))
    with pytest.raises(UsageError, match="it can only detect"):
        detecting("M. DURAND")


def test_the_package_is_imported_fast_and_alone():
    code = (
        "import sys, time; t = time.process_time(); import palimpseste; palimpseste.Document;"
        "print(time.process_time() - t, *{'numpy', 'pandas', 'torch', 'rich', 'pyarrow'} & set(sys.modules))"
    )
    seconds, *heavy = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert heavy == []
    assert float(seconds) < 0.3


def test_the_package_names_what_it_offers():
    import palimpseste

    assert all(getattr(palimpseste, name) for name in palimpseste.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Anonymizer'"):
        _ = palimpseste.Anonymizer


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (lambda d: d(None), "a document is a str or a Document, not NoneType"),
        (lambda d: d(987654), "a document is a str or a Document, not int"),
        (lambda d: d(b"987654"), "a document is a str or a Document, not bytes"),
        (lambda d: d("Vu.", 987654), "a patient is a Patient, a mapping of its fields or None, not int"),
        (lambda d: d("Vu.", "987654"), "a patient is a Patient, a mapping of its fields or None, not str"),
        (lambda d: d("Vu.", id=987654), "an id is a str, not int"),
        (
            lambda d: d.detect("987654"),
            r"what is read is a Document; Document\(id, text\) makes one of a text, not str",
        ),
        (lambda d: d.replace("987654", []), "what is written over is a Document; .*, not str"),
        (lambda d: d.replace(Document("n", "Vu."), {987654}), "what is replaced is a sequence of Span, not set"),
        (lambda d: d.replace(Document("n", "Vu."), [(0, 987654)]), "what is replaced is a sequence of Span, not tuple"),
        (lambda d: d.stream("987654"), "a stream is of documents, one after another, not a str"),
        (lambda d: d.stream(Document("n", "987654")), "a stream is of documents, one after another, not a Document"),
        (lambda d: list(d.stream([987654])), "a document is a str or a Document, not int"),
        (lambda d: d.default(policy=987654), "a policy is the name of one, the Path of its file or a Policy, not int"),
        (lambda d: d.default(key="987654"), "a key is a MasterKey, a CohortKey or None, not str"),
        (lambda d: d.default(cohort=987654), "a cohort is a str, not int"),
        (lambda d: d.default(detectors="987654"), "detectors are a sequence of names or a DetectorChoice, not str"),
        (lambda d: d.default(detectors=987654), "detectors are a sequence of names or a DetectorChoice, not int"),
        (lambda d: d.default(detectors=["rules", 987654]), "the name of a detector is a str, not int"),
    ],
)
def test_another_type_is_refused_in_words_that_say_what_is_wanted(deidentifier, call, wanted):
    with pytest.raises(TypeError, match=f"^{wanted}$") as caught:
        call(deidentifier)
    assert "987654" not in str(caught.value)
