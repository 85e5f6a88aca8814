"""How many documents had a record, which records had no document, and what a file of patients may not say."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.sources.patients import PatientFile

COMMAND = ("deid", "notes", "-o", "out", "--policy", "tag", "--detectors", "record,rules")


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("Vue ce jour Zorglub.")
    (folder / "b.txt").write_text("Va mieux.")
    own = {"id": "j", "text": "Fantasio va mieux", "patient": {"lastname": "Fantasio"}}
    (folder / "c.jsonl").write_text(json.dumps(own) + "\n" + json.dumps({"id": "k", "text": "vu"}) + "\n")
    return folder


def test_records_that_match_and_rows_that_do_not_are_counted(palimpseste, notes):
    Path("p.csv").write_text("id,lastname\na,Zorglub\nx,Petit\ny,Grand\n")
    said = "records: 2 of 4 documents have one of their patient; 2 rows of the file of patients belong to no document"
    assert said in palimpseste(*COMMAND, "--patients", "p.csv", "--dry-run")[2]
    status, _, err = palimpseste(*COMMAND, "--patients", "p.csv", "--report", "rep")
    assert status == 0
    assert said in err
    assert "records      2 of these documents had one of their patient" in err
    report = json.loads(Path("rep/report.json").read_text())
    assert (report["with_record"], report["rows_of_patients_without_document"]) == (2, 2)
    assert "Zorglub" not in Path("out/a.txt").read_text()


def test_births_that_cannot_be_read_are_counted_and_not_quoted(palimpseste, notes):
    births = ["12/03/1950", "Zorglub", "00/00/0000", ""]
    (notes / "c.jsonl").write_text(
        "".join(json.dumps({"id": str(n), "text": "vu", "patient.birthdate": b}) + "\n" for n, b in enumerate(births))
    )
    err = palimpseste(*COMMAND, "--dry-run")[2]
    assert "warning: 2 of these records hold a date of birth that cannot be read and is not looked for" in err
    assert "Zorglub" not in err
    (notes / "c.jsonl").unlink()
    assert "date of birth" not in palimpseste(*COMMAND, "--dry-run")[2]


def test_only_the_name_of_a_file_has_a_suffix_that_may_be_left_out(palimpseste, notes):
    lines = [{"id": id, "text": "Vue ce jour Zorglub."} for id in ("a.5", "x/b", "d.txt", "e")]
    (notes / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    Path("p.csv").write_text("id,lastname\na,Zorglub\nb,Zorglub\nd,Zorglub\ne,Zorglub\n")
    said = "records: 3 of 6 documents have one of their patient; 1 rows of the file of patients belong to no document"
    assert said in palimpseste(*COMMAND, "--patients", "p.csv", "--dry-run")[2]


def test_a_document_without_record_is_refused_where_one_is_required(palimpseste, notes):
    Path("p.csv").write_text("id,lastname\na,Zorglub\n")
    status, _, err = palimpseste(*COMMAND, "--patients", "p.csv", "--require-record")
    assert status == 3
    assert "2 done, 2 quarantined" in err
    assert "b.txt: document 'b.txt': no record of its patient, which --require-record asks for" in err
    assert sorted(path.name for path in Path("out").iterdir()) == ["a.txt", "c.jsonl"]


@pytest.mark.parametrize(
    "own", ['"visit_id": "8004312557"', '"patient": {"patient_id": "8004312557", "lastname": "Quatremarre"}']
)
def test_what_the_file_knows_besides_a_documents_own_record_is_used(palimpseste, tmp_path, key_file, own):
    (tmp_path / "n.jsonl").write_text(f'{{"id": "a", "text": "Anatole ou zorglub, 8004312557, quatremarre.", {own}}}\n')
    (tmp_path / "p.csv").write_text("id,birth_lastname,firstname,lastname\na,Zorglub,Anatole,Quatremarre\n")
    options = ("--policy", "tag", "--key-file", key_file, "--detectors", "record", "--patients", "p.csv")
    status, _, err = palimpseste("deid", "n.jsonl", "-o", "o.jsonl", *options)
    assert (status, "records: 1 of 1 documents have one of their patient; 0 rows" in err) == (0, True)
    text = json.loads(Path("o.jsonl").read_text())["text"]
    assert text.startswith("[FIRSTNAME] ou [LASTNAME], [")
    assert text.endswith("], [LASTNAME].")


def test_a_record_without_a_name_is_told_and_is_none_where_one_is_required(palimpseste, tmp_path, key_file):
    report = {"resourceType": "DiagnosticReport", "id": "r", "conclusion": "Zorglub va mieux."}
    # A reference to a resource that is not there says nothing but an identifier.
    (tmp_path / "n.ndjson").write_text(json.dumps({**report, "subject": {"reference": "Patient/absent"}}) + "\n")
    (tmp_path / "n.csv").write_text("id,text,patient_id,firstname\na,Vu ce jour,77,\nb,Vu ce jour,78,Anna\n")
    options = ("--policy", "tag", "--key-file", key_file, "--detectors", "record")
    status, _, err = palimpseste("deid", "n.ndjson", "-o", "o.ndjson", *options)
    assert (status, "records: 1 of 1 documents have one of their patient, 1 of them without a name\n" in err) == (
        0,
        True,
    )
    status, _, err = palimpseste("deid", "n.csv", "-o", "o.csv", "--require-record", *options)
    assert (status, "1 done, 1 quarantined" in err) == (3, True)
    assert "n.csv:2: document 'a': no name in the record of its patient, which --require-record asks for" in err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.csv", "id,lastname,nom\na,Ba,Ba\n", "p.csv:1: unknown columns (nom); known: id, lastname"),
        ("p.csv", "id,lastname,patient.lastname\na,Ba,Ba\n", "p.csv:1: two columns for 'patient.lastname'"),
        ("p.csv", "id,birthdate\na,1980-02-03\nb,Ba\n", "p.csv:3: a date of birth that cannot be read"),
        ("p.csv", "id,birthdate\na,1980-22-33\n", "p.csv:2: a date of birth that cannot be read"),
        ("p.csv", "id,lastname\na,Ba\nb,Ba\na,Ba\n", "p.csv:4: the document already has a record at"),
        ("p.csv", 'id,lastname\na,"Ba\nb,Ba\nc,Ba\n', "p.csv:2: not a CSV row: quotes do not match"),
        ("p.csv", "ipp;nom\na;Ba\n", "p.csv:1: no column 'id' among its 2 columns: it names the document"),
        ("p.csv", "id;ssn\na;2,54031E+14\n", "p.csv:2: a spreadsheet has rounded the number 'ssn'"),
        ("p.jsonl", '{"id": "a", "nom": "Ba"}\n', "p.jsonl:1: unknown columns (nom)"),
        ("p.jsonl", '{"id": "a", "patient": {"birthdate": "Ba"}}\n', "p.jsonl:1: a date of birth"),
        (
            "p.jsonl",
            '{"id": "a", "lastname": "Ba", "patient": {"lastname": "Li"}}\n',
            "p.jsonl:1: patient field 'lastname' has two values",
        ),
        (
            "p.jsonl",
            '{"id": "a", "lastname": "Ba", "patient.lastname": "Li"}\n',
            "p.jsonl:1: patient field 'lastname' has two values",
        ),
    ],
)
def test_a_file_of_patients_says_nothing_that_is_not_understood(palimpseste, notes, name, content, message):
    Path(name).write_text(content)
    status, _, err = palimpseste(*COMMAND, "--patients", name)
    assert (status, message in err) == (2, True), err
    assert "Ba" not in err


@pytest.mark.parametrize("name", ["p.csv", "p.jsonl"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is of POSIX systems")
def test_a_pipe_is_no_file_of_patients_and_nobody_waits_for_it(name, tmp_path):
    os.mkfifo(tmp_path / name)
    with pytest.raises(UsageError, match=rf"{name}: cannot be read: it is not a file, but a folder, a pipe or a devic"):
        PatientFile.read(tmp_path / name)
