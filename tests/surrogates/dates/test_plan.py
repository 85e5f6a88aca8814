"""A date has one surrogate in all documents of a patient whose dates were planned, whatever their order."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import DocumentError
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan, alone
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.values import DateValue

# Each letter holds days around the 14th that the others do not.
LETTERS = (
    "Entré le <DATE>12/03/2021</DATE>, opéré le <DATE>14/03/2021</DATE>, sorti le <DATE>18/03/2021</DATE>.",
    "Scanner du <DATE>13/03/2021</DATE>, opération du <DATE>14/03/2021</DATE>, suivi depuis <DATE>mars 2021</DATE>.",
    "Revu le <DATE>16/03/2021</DATE> après l'opération du <DATE>14/03/2021</DATE>, sorti le <DATE>18/03/2021</DATE>.",
)
Letter = tuple[Document, list[Span]]


def letters(patient: str = "7") -> list[Letter]:
    marked = map(parse_markup, LETTERS)
    return [
        (Document(str(place), text, patient=Patient(patient_id=patient)), spans)
        for place, (text, spans) in enumerate(marked)
    ]


def plan_of(replacer: Replacer, several: list[Letter]) -> DatesPlan:
    plan = DatesPlan()
    for document, spans in several:
        plan.add(document, replacer.dates_of(document, spans))
    return plan


def dates_written(replacer: Replacer, several: list[Letter], plan: DatesPlan | None) -> list[list[str]]:
    results = [replacer(document if plan is None else plan.joined(document), spans) for document, spans in several]
    return [[result.text[span.start : span.end] for span in result.spans] for result in results]


def ordinal(written: str) -> tuple[int, ...]:
    return tuple(map(int, reversed(re.findall(r"\d+", written))))


def replacer_of(key: int, policy: str = "dp") -> Replacer:
    return Replacer(CohortKey(bytes([key]) * 32), Policy.named(policy))


def test_a_date_of_several_letters_has_one_surrogate_and_order_is_kept() -> None:
    differ = 0
    for key in range(60):
        replacer = replacer_of(key)
        alone, planned = (dates_written(replacer, letters(), plan) for plan in (None, plan_of(replacer, letters())))
        differ += len({alone[0][1], alone[1][1], alone[2][1]}) > 1
        assert planned[0][1] == planned[1][1] == planned[2][1]
        assert planned[0][2] == planned[2][2]
        days = [planned[0][0], planned[1][0], planned[0][1], planned[2][0], planned[0][2]]
        assert all(ordinal(earlier) < ordinal(later) for earlier, later in pairwise(days))
    assert differ > 10


def test_the_order_of_documents_is_nothing() -> None:
    replacer = replacer_of(1)
    forward, backward = (plan_of(replacer, several) for several in (letters(), letters()[::-1]))
    assert dates_written(replacer, letters(), forward) == dates_written(replacer, letters(), backward)


def test_a_plan_of_the_letter_itself_changes_nothing() -> None:
    for key in range(20):
        replacer = replacer_of(key)
        for letter in letters():
            plan = plan_of(replacer, [letter, letter])
            only = [(alone(letter[0]), letter[1])]
            assert dates_written(replacer, [letter], plan) == dates_written(replacer, only, None)


def test_dates_of_other_letters_are_not_in_the_ledger() -> None:
    replacer = replacer_of(1)
    plan = plan_of(replacer, letters())
    for document, spans in letters():
        assert replacer(plan.joined(document), spans).ledger == replacer(document, spans).ledger


def test_patients_and_documents_without_one_are_apart() -> None:
    replacer = replacer_of(1)
    plan = plan_of(replacer, letters("7"))
    (other, _), *_ = letters("8")
    nobody = Document("0", other.text)
    plan.add(nobody, b"")
    assert plan.joined(other) is other
    assert plan.joined(nobody) is nobody


@pytest.mark.parametrize("policy", [Policy.named("plausible").with_exact_days(), Policy.named("tag")])
def test_a_policy_that_releases_no_date_looks_at_no_plan(policy: Policy) -> None:
    replacer = Replacer(CohortKey(bytes([1]) * 32), policy)
    plan = plan_of(replacer_of(1), letters())
    assert dates_written(replacer, letters(), plan) == dates_written(replacer, letters(), None)


def test_a_document_whose_dates_could_not_be_read_is_refused_alone() -> None:
    plan = plan_of(replacer_of(1), letters()[1:])
    (first, _), (second, _), _ = letters()
    plan.refuse(first)
    with pytest.raises(DocumentError, match="dates could not be read") as refused:
        plan.joined(first)
    assert "2021" not in str(refused.value)
    assert plan.joined(second).patient_dates


def test_a_patient_of_more_than_a_thousand_dates_has_no_plan() -> None:
    plan = DatesPlan()
    (first, _), *_ = letters()
    for start in (700_000, 700_600):
        plan.add(first, Chronicle.of((DateValue("day", start + day) for day in range(600)), None).pack())
    assert plan.joined(first).patient_dates == b""


def test_many_documents_are_joined_as_few_are() -> None:
    replacer = replacer_of(1)
    many, few = plan_of(replacer, letters() * 12), plan_of(replacer, letters())
    assert many.joined(letters()[0][0]) == few.joined(letters()[0][0])


def test_the_only_document_of_a_patient_is_said_to_be_alone() -> None:
    (first, spans), *_ = letters()
    assert plan_of(replacer_of(1), [(first, spans)]).joined(first) == alone(first)
    assert not Chronicle.unpack(alone(first).patient_dates)


def test_letters_without_a_date_have_no_plan_and_are_not_alone() -> None:
    plan = DatesPlan()
    (first, _), (second, _), _ = letters()
    for document in (first, second):
        plan.add(document, Chronicle().pack())
    assert plan.joined(first) is first


def test_nothing_of_a_patient_is_shown() -> None:
    assert repr(plan_of(replacer_of(1), letters())) == "DatesPlan(<1 patients>)"
    assert "2021" not in repr(plan_of(replacer_of(1), letters()).joined(letters()[0][0]))
