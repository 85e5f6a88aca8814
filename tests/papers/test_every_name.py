"""Every table and figure that trains nothing, on notes in BRAT; and what papers say their models missed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palimpseste.corpus import write_documents
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.papers.registry import EXPERIMENTS

# "sel" is no name to a reader, and what the annotator took for one is missed; the annotator left out a date.
NOTES = (
    Document("a", "Mme Durand vue le 12/03/2021 à Dijon.", entities=(Span(4, 10, "LASTNAME"), Span(31, 36, "CITY"))),
    Document("b", "Chute. Du sel ce 12/03/2021.", entities=(Span(10, 13, "LASTNAME"), Span(17, 27, "DATE"))),
)
SECOND = (NOTES[0], Document("b", NOTES[1].text, entities=NOTES[1].entities[1:]))
_NO_MODEL = r"no language model to (measure|ask): --encoder|needs torch"
REFUSED = {
    "aphp-figure-4": "no note has a type of document",
    "aphp-figure-b": "no note has a type of document",
    "hcl-perplexity": _NO_MODEL,
    "hcl-reidentification": _NO_MODEL,
    "tchouka-table-5": "needs --stays, coded stays",
    **dict.fromkeys((f"bordeaux-figure-{number}" for number in range(2, 10)), "which language models"),
}


def test_each_that_trains_nothing_is_made_or_says_what_the_notes_cannot_give(papers_run) -> None:
    for name, notes in (("notes", NOTES), ("second", SECOND)):
        write_documents(notes, Path(name))
        Path(name, "documents.index").unlink()
    status, told = papers_run("all", "notes", "--second", "second", "--no-train", "--bootstrap", "10")
    assert status == 0
    said = dict(re.findall(r"^([\w-]+): refused: (.+)$", told, re.MULTILINE))
    assert said.keys() == REFUSED.keys()
    for name, reason in said.items():
        assert re.search(REFUSED[name], reason), (name, reason)
    made = {path.stem for path in Path("out").glob("*.md")} - {"README"}
    assert made == {name for name, each in EXPERIMENTS.items() if not each.trains} - REFUSED.keys()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Réunion prévue le 12.03 au matin.", {"12.03"}),
        ("Dossier relu par tom/smith hier.", {"tom", "smith"}),
        ("M Smith est revenu le 12nov avec 5ml de sirop.", {"Smith", "12nov"}),
        ("Patient vu [2007] puis perdu de vue.", {"2007"}),
    ],
)
def test_what_the_papers_say_was_missed_is_found(standard: Deidentifier, text: str, values: set[str]) -> None:
    assert {text[span.start : span.end] for span in standard.detect(Document("a", text))} == values


@pytest.fixture(scope="module")
def standard() -> Deidentifier:
    return Deidentifier.default()
