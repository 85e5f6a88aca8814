"""Tables and figures of the AP-HP paper on fifty notes in BRAT, as a user has them, and what they refuse."""

from __future__ import annotations

import csv
import xml.etree.ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_tables import rows_of

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.papers.aphp.error_classes import FALSE, MISSED, class_of
from palimpseste.papers.experiment import Material
from palimpseste.papers.registry import experiment_named

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    """Fifty training notes with their records."""
    found = [note for name in ("names", "identifiers", "hospital") for note in read_documents(NOTES / f"{name}.notes")]
    return found[::2][:50]


@pytest.fixture(scope="module")
def brat(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in BRAT."""
    folder = tmp_path_factory.mktemp("notes") / "brat"
    write_documents(notes, folder)
    return folder


@pytest.fixture
def run(papers_run: Run) -> Run:
    return lambda name, *options: papers_run(name, "--bootstrap", "0", *options)


def assert_no_value_of(notes: list[Document]) -> None:
    """No page, table or figure holds a value of a note."""
    values = {note.text[span.start : span.end] for note in notes for span in note.entities if len(span) > 6}
    for path in Path("out").iterdir():
        if path.is_file():
            written = path.read_text()
            assert not [value for value in values if value in written], path


def test_table_4_sets_three_systems_beside_the_printed_scores(run: Run, brat: Path, notes: list[Document]) -> None:
    status, err = run("aphp-table-4", brat)
    assert status == 0, err
    tables = {system: rows_of(f"aphp-table-4-{system}.csv") for system in ("rules", "model", "hybrid")}
    for rows in tables.values():
        assert [row["label"] for row in rows][-2:] == ["ZIP CODE", "ALL"]
        assert len(rows) == 13
    redacted = {system: float(rows[-1]["redacted, ours"]) for system, rows in tables.items()}
    assert redacted["hybrid"] >= max(redacted["rules"], redacted["model"]) > 0.5
    assert tables["rules"][-1]["fully redacted, printed"] == "0.319"
    known = sum(bool(note.patient.known()) for note in notes)
    assert f"50 notes, {known} of them with a record" in Path("out/aphp-table-4.md").read_text()
    assert_no_value_of(notes)


def test_figure_6_counts_every_token_once(run: Run, brat: Path, notes: list[Document]) -> None:
    assert run("aphp-figure-6", brat)[0] == 0
    rows = {row["gold \\ predicted"]: row for row in rows_of("aphp-figure-6.csv")}
    assert int(rows["LASTNAME"]["LASTNAME"]) > 20
    assert list(rows)[-1] == "O"
    xml.etree.ElementTree.parse("out/aphp-figure-6.svg")
    assert_no_value_of(notes)


def test_figure_c_is_f1_between_two_annotations(run: Run, brat: Path, notes: list[Document]) -> None:
    kept = [replace(note, entities=tuple(span for span in note.entities if span.label != "LASTNAME")) for note in notes]
    write_documents(kept, Path("second"))
    status, err = run("aphp-figure-c", brat, "--second", "second")
    assert status == 0, err
    rows = {row["label"]: row for row in rows_of("aphp-figure-c.csv")}
    assert (rows["LASTNAME"]["F1, tokens"], rows["PHONE"]["F1, tokens"]) == ("0.000", "1.000")
    assert 0.3 < float(rows["**all**"]["F1, exact entities"]) < 1
    xml.etree.ElementTree.parse("out/aphp-figure-c.svg")
    status, err = run("aphp-figure-c", brat)
    assert status == 2
    assert "annotated by somebody else (--second)" in err


def test_table_d_tells_static_from_dynamic_rules(run: Run, notes: list[Document]) -> None:
    text = "Mme Zwxq vue ce jour par Zwxq. Tél. 03 80 11 22 33."
    entities = (Span(4, 8, "LASTNAME"), Span(25, 29, "LASTNAME"), Span(36, 50, "PHONE"))
    assert [text[span.start : span.end] for span in entities] == ["Zwxq", "Zwxq", "03 80 11 22 33"]
    write_documents([Document("a", text, patient=Patient(lastname="Zwxq"), entities=entities)], Path("notes.jsonl"))
    status, err = run("aphp-table-d", Path("notes.jsonl"))
    assert status == 0, err
    rows = {row["label"]: row for row in rows_of("aphp-table-d.csv")}
    assert rows["LASTNAME"]["dynamic P, printed"] == "0.988"
    assert rows["LASTNAME"]["dynamic R, ours"] == "1.000"
    assert (rows["PHONE"]["static R, ours"], rows["PHONE"]["dynamic R, ours"]) == ("1.000", "0.000")
    groups = {(row["rules"], row["label"]): row for row in rows_of("aphp-table-d-groups.csv")}
    assert groups["rules.phone", "PHONE"]["recall"] == "1.000"
    assert groups["record.lastname", "LASTNAME"]["reaches 98 %"] == "yes"
    each = {row["rules"] for row in rows_of("aphp-table-d-rules.csv")}
    assert {name for name in each if name.startswith("rules.phone.")}


def test_table_7_compares_two_extractions_of_the_same_documents(run: Run) -> None:
    head, body = "M. Qwzxj, secrétaire\n\n", "Vu le 12/03/2021."
    date = Span(len(head) + 6, len(head) + 16, "DATE")
    write_documents([Document("a", head + body, entities=(Span(3, 8, "LASTNAME"), date))], Path("whole.jsonl"))
    write_documents([Document("a", body, entities=(Span(6, 16, "DATE"),))], Path("body.jsonl"))
    status, err = run("aphp-table-7", Path("whole.jsonl"), "--second", "body.jsonl")
    assert status == 0, err
    rows = {row["extraction"]: row for row in rows_of("aphp-table-7.csv")}
    assert rows["printed: edspdf"]["fully redacted"] == "0.931 ± 0.010"
    body_row, whole_row = rows["ours: body (--second)"], rows["ours: whole text (NOTES)"]
    assert int(body_row["tokens to hide"]) + 1 == int(whole_row["tokens to hide"])
    assert body_row["fully redacted"] == "1.000"
    write_documents([Document("b", body, entities=(Span(6, 16, "DATE"),))], Path("other.jsonl"))
    for options, said in (((), "give their bodies"), (("--second", "other.jsonl"), "extracted one way only")):
        status, err = run("aphp-table-7", Path("whole.jsonl"), *options)
        assert (status, said in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "value", "label", "name"),
    [
        ("revu récemment (2007).", "2007", "DATE", "year beside a sign"),
        ("dernière visite : 12.03", "12.03", "DATE", "date like a decimal number"),
        ("Tom SmithCHIRURGIEN", "Smith", "LASTNAME", "missing space"),
        ("tom/smith", "smith", "LASTNAME", "name beside a parting sign"),
        ("M Smith, dit M", "M", "LASTNAME", "ambiguous short form"),
        ("Mme Fontaine", "Fontaine", "LASTNAME", "name that is a common word"),
        ("Mme Zwxqvy", "Zwxqvy", "LASTNAME", "other"),
    ],
)
def test_an_entity_that_was_missed_is_of_the_papers_classes(text: str, value: str, label: Label, name: str) -> None:
    start = text.index(value)
    assert class_of(text, Span(start, start + len(value), label), MISSED) == name


@pytest.mark.parametrize(
    ("text", "value", "name"),
    [
        ("névralgie d'Arnold", "Arnold", "medical information"),
        ("sous Abilify", "Abilify", "medical information"),
        ("unité mobile Zwxqvy", "Zwxqvy", "team or unit"),
        ("code Q12", "Q12", "code or number"),
        ("- x -", "x", "meaningless characters"),
        ("Prudence avec", "Prudence", "common word, not medical"),
        ("vu Zwxqvy", "Zwxqvy", "other"),
    ],
)
def test_what_was_taken_for_an_entity_is_of_the_papers_classes(text: str, value: str, name: str) -> None:
    start = text.index(value)
    assert class_of(text, Span(start, start + len(value), "LASTNAME"), FALSE) == name


@pytest.fixture
def missed() -> Path:
    """Two notes of which nothing is found, an entity or two in each."""
    texts = {"a": "Manger du pain et du sel.", "b": "Un peu de fromage."}
    places = {"a": [(10, 14), (21, 24)], "b": [(10, 17)]}
    write_documents(
        [
            Document(name, text, entities=tuple(Span(*place, "LASTNAME") for place in places[name]))
            for name, text in texts.items()
        ],
        Path("missed.jsonl"),
    )
    return Path("missed.jsonl")


def test_errors_are_classed_by_rule_until_a_reader_has_filled_the_form(run: Run, missed: Path) -> None:
    status, err = run("aphp-figure-7", missed)
    assert status == 0, err
    rows = {row["class, by rule"]: row for row in rows_of("aphp-figure-7.csv")}
    assert (rows["year beside a sign"]["printed"], rows["**all**"]["errors of ours"]) == ("one third", "3")
    xml.etree.ElementTree.parse("out/aphp-figure-7.svg")
    form = Path("out/aphp-figure-7-errors.csv")
    assert "pain" not in form.read_text(), "not without --quote"
    status, err = run("aphp-figure-7", missed, "--quote")
    assert status == 0, err
    assert form.stat().st_mode & 0o777 == 0o600
    assert "fromage" not in Path("out/aphp-figure-7.md").read_text()
    with form.open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [line["entity"] for line in lines] == ["", "pain", "sel", "fromage"]
    lines[1]["class"], lines[3]["class"] = "Missing Space", "other"
    with Path("filled.csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    status, err = run("aphp-figure-7", missed, "--form", "filled.csv")
    assert status == 0, err
    counts = {row["class, as a reader has it"]: row["errors of ours"] for row in rows_of("aphp-figure-7.csv")}
    assert [counts[name] for name in ("missing space", "other", "not read yet", "**all**")] == ["1", "1", "1", "3"]


def test_a_form_that_is_none_or_says_what_is_not_asked_is_refused(run: Run, missed: Path) -> None:
    heads, line = "document,kind,label,start,end,by rule,class\n", "a,missed,LASTNAME,3,9,other,"
    forms = {
        "a,b\n1,2\n": "it lacks the column 'by rule'",
        f"{heads}{line}Durand\n": "line 2: no such class; classes: year beside a sign, ",
        f"{heads}{line}\n{line}\n": "line 3: this error stands in another line too",
        heads + line.replace("missed", "false") + "\n": "no form of errors of the kind 'missed'",
        heads + line.replace(",3,", ",x,") + "\n": "start and end are whole numbers",
        heads + "z" + line[1:] + "\n": "'z' of a form is none of the notes looked at",
    }
    for content, said in forms.items():
        Path("form.csv").write_text(content)
        status, err = run("aphp-figure-7", missed, "--form", "form.csv")
        assert (status, said in err, "Durand" in err) == (2, True, False), err


def test_what_touches_no_entity_was_found_wrongly(run: Run) -> None:
    text = "Vu le 12/03/2021 par Mme Petit."
    write_documents([Document("a", text, entities=(Span(25, 30, "LASTNAME"),))], Path("notes.jsonl"))
    status, err = run("aphp-figure-8", Path("notes.jsonl"))
    assert status == 0, err
    rows = {row["class, by rule"]: row for row in rows_of("aphp-figure-8.csv")}
    assert rows["code or number"]["errors of ours"] == rows["**all**"]["errors of ours"] == "1"
    assert rows["medical information"]["printed"] == "0.31"
    assert rows_of("aphp-figure-8-labels.csv") == [{"label": "DATE", "errors of ours": "1"}]
    status, err = run("aphp-figure-7", Path("notes.jsonl"))
    assert (status, "nothing was missed" in err) == (2, True)


@pytest.mark.parametrize("name", ["aphp-table-4", "aphp-figure-6", "aphp-figure-7", "aphp-table-d"])
def test_notes_without_an_entity_are_refused(name: str) -> None:
    material = Material([Document("a", "Rien.")], Path())
    with pytest.raises(UsageError, match="no note holds an entity"):
        experiment_named(name).run(material)
