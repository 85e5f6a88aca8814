"""Entities counted by label, and by type or set, on documents counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.corpus.count import count_command
from palimpseste.corpus import parse_markup, write_documents
from palimpseste.document import Document
from palimpseste.errors import UsageError

MARKED = {
    "a": ("IAO", "M. <LASTNAME>Roy</LASTNAME> <FIRSTNAME>Luc</FIRSTNAME>, <AGE>82 ans</AGE>, à <CITY>Dijon</CITY>"),
    "b": ("IAO", "vu le <DATE>12/03</DATE>"),
    "c": ("RCP", "<LASTNAME>Bel</LASTNAME> et <LASTNAME>Roy</LASTNAME>"),
    "d": ("RCP", "RAS, <AGE>3 mois</AGE>"),
}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    documents = []
    for name, (type, marked) in MARKED.items():
        text, spans = parse_markup(marked)
        documents.append(Document(name, text, type, entities=spans))
    write_documents(documents, tmp_path / "notes.jsonl")
    return tmp_path / "notes.jsonl"


def shown(*arguments: str) -> list[str]:
    return CliRunner().invoke(count_command, arguments, catch_exceptions=False).output.splitlines()


def test_entities_are_counted_by_label_and_set(notes: Path) -> None:
    sets = notes.with_name("split.tsv")
    sets.write_text("document\tsplit\na\ttrain\nb\ttrain\nc\ttrain\nd\ttest\n", encoding="utf-8")
    lines = shown(str(notes), "--view", "tarpon", "--splits", str(sets))
    assert lines[0] == "| label | test | train | all |"
    # Given and family names are one class; ages are none, so that the note of the test set holds nothing.
    assert "| NAME | 0 | 4 | 4 |" in lines
    assert "| DATE | 0 | 1 | 1 |" in lines
    assert "| LOC | 0 | 1 | 1 |" in lines
    assert "| **all** | 0 | 6 | 6 |" in lines
    assert "| documents | 1 | 3 | 4 |" in lines
    assert "| of which with an entity | 0 | 3 | 3 |" in lines


def test_means_are_over_the_documents_of_a_type(notes: Path) -> None:
    lines = shown(str(notes), "--per-document")
    assert lines[0] == "| label | IAO | RCP | all |"
    assert "| LASTNAME | 0.50 | 1.00 | 0.75 |" in lines
    assert "| AGE | 0.50 | 0.50 | 0.50 |" in lines
    # "M. Roy Luc, 82 ans, à Dijon" has 27 characters, "vu le 12/03" 11, "Bel et Roy" 10, "RAS, 3 mois" 11.
    assert "| characters, mean | 19 | 10 | 15 |" in lines


def test_a_document_of_no_set_is_refused(notes: Path) -> None:
    sets = notes.with_name("split.tsv")
    sets.write_text("document\tsplit\na\ttrain\n", encoding="utf-8")
    with pytest.raises(UsageError, match="'b' stands in no line"):
        shown(str(notes), "--splits", str(sets))
