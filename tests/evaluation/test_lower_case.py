"""Names without a capital are told from the others, and counted by token."""

from __future__ import annotations

from palimpseste.corpus import parse_markup
from palimpseste.document import Document, Span
from palimpseste.evaluation.lower_case import LowerCaseNames, lower_case_names

MARKED = (
    "vu avec <FIRSTNAME>jean-luc</FIRSTNAME> <LASTNAME>le bihan</LASTNAME>, fils de "
    "<LASTNAME>Durand</LASTNAME>, par <LASTNAME>T.</LASTNAME> à <CITY>brest</CITY>"
)


def note(name: str, kind: str) -> Document:
    text, spans = parse_markup(MARKED)
    return Document(name, text, kind, entities=spans)


def found(document: Document, *spans: tuple[str, str]) -> Document:
    places = [(document.text.index(words), words, label) for words, label in spans]
    entities = tuple(sorted(Span(start, start + len(words), label) for start, words, label in places))  # type: ignore[arg-type] # labels by name
    return Document(document.id, document.text, document.type, entities=entities)


def test_only_names_without_a_capital_count_token_by_token() -> None:
    gold = [note("1", "IAO")]
    # jean - luc, le, bihan: five tokens of two names.
    assert lower_case_names(gold, gold) == LowerCaseNames(1, 2, 5, 5, 5)


def test_masked_under_another_label_is_not_named() -> None:
    gold = [note("1", "IAO")]
    predictions = [found(gold[0], ("jean-luc", "LASTNAME"), ("bihan", "CITY"))]
    assert lower_case_names(gold, predictions) == LowerCaseNames(1, 2, 5, 4, 3)


def test_other_types_of_note_can_be_left_out() -> None:
    gold = [note("1", "IAO"), note("2", "LT-SOR")]
    assert lower_case_names(gold, gold, "IAO") == LowerCaseNames(1, 2, 5, 5, 5)
    assert lower_case_names(gold, gold).notes == 2
    assert lower_case_names(gold, gold, "RCP") == LowerCaseNames(0, 0, 0, 0, 0)
