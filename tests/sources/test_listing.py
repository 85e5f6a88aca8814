"""Which files are read, under which names results stand, and what is refused before anything is read."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.sources import Changes, PatientFile, changes_of, hidden_count, listed_inputs, open_sources, survey
from palimpseste.sources.target import target_of
from palimpseste.surrogates.dates.plan import patient_digest


@pytest.fixture
def folder(tmp_path):
    notes = tmp_path / "notes"
    for name in ("b.txt", "a.txt", "sub/c.txt", ".hidden", ".git/config", "sub/d.jsonl", "e.CSV", "no_suffix"):
        path = notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("id,text\n" if name.endswith("CSV") else "")
    return notes


def test_a_folder_is_read_in_the_order_of_names_without_hidden_files(folder):
    assert [(i.name, i.format) for i in listed_inputs([folder])] == [
        ("a.txt", "text"),
        ("b.txt", "text"),
        ("e.CSV", "csv"),
        ("no_suffix", "refused"),
        ("sub/c.txt", "text"),
        ("sub/d.jsonl", "jsonl"),
    ]


def test_what_is_hidden_in_folders_is_counted(folder, tmp_path):
    (folder / "sub/._c.txt").touch()
    (folder / ".git/.more").touch()  # within what is hidden itself
    assert hidden_count([folder]) == 3
    assert hidden_count([folder / ".hidden", folder / "sub"]) == 1  # what is named is read
    (tmp_path / "all").mkdir()
    (tmp_path / "all/.a.txt").touch()
    with pytest.raises(UsageError, match="no file to read; 1 begin with a dot"):
        listed_inputs([tmp_path / "all"])


def test_what_became_of_the_files_of_a_folder_is_told(folder):
    inputs = listed_inputs([folder])
    assert changes_of([folder], inputs) == Changes()
    first, second = (input.path for input in inputs[:2])
    first.unlink()
    second.write_bytes(second.read_bytes() + b"more")
    (folder / "new").mkdir()
    (folder / "new" / "late é.txt").write_text("a")
    (folder / ".hidden-late.txt").write_text("a")
    late = str(folder / "new" / "late é.txt")
    assert changes_of([folder], inputs) == Changes((late,), (str(first),), (str(second),))


def test_a_folder_that_is_gone_is_files_that_are_gone(folder, tmp_path):
    inputs = listed_inputs([folder])
    folder.rename(tmp_path / "away")
    assert changes_of([folder], inputs) == Changes(gone=tuple(str(input.path) for input in inputs))


def test_files_of_several_folders_keep_the_name_of_theirs(folder, tmp_path):
    other = tmp_path / "autres"
    other.mkdir()
    (other / "a.txt").write_text("")
    names = [i.name for i in listed_inputs([folder, other])]
    assert "notes/a.txt" in names
    assert names[-1] == "autres/a.txt"


def test_two_inputs_of_one_name_are_refused_with_both_paths(folder, tmp_path):
    (tmp_path / "a.txt").write_text("")
    with pytest.raises(UsageError) as caught:
        listed_inputs([folder / "a.txt", tmp_path / "a.txt"])
    assert str(folder / "a.txt") in str(caught.value)
    assert str(tmp_path / "a.txt") in str(caught.value)


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        pytest.param(["absent"], "absent: no such file or folder", id="missing"),
        pytest.param(["-", "x"], "cannot be read beside other inputs", id="standard input and more"),
    ],
)
def test_inputs_that_cannot_be_listed_are_refused(paths, message):
    with pytest.raises(UsageError, match=message):
        listed_inputs(paths)


@pytest.mark.parametrize(
    ("output", "path", "expected"),
    [
        pytest.param("out", "notes", ("folder", False), id="a folder becomes a folder"),
        pytest.param("out.jsonl", "notes", ("file", True), id="a folder becomes lines"),
        pytest.param("out.txt", "notes/a.txt", ("file", False), id="a text becomes a text"),
        pytest.param("out.new", "notes/a.txt", ("file", False), id="a text becomes a text of another suffix"),
        pytest.param("out/", "notes/a.txt", ("folder", False), id="a text goes to a folder"),
        pytest.param("-", "notes/sub/d.jsonl", ("stream", True), id="lines to standard output"),
        pytest.param("-", "notes/a.txt", ("stream", False), id="one text to standard output"),
        pytest.param("-", "notes", ("stream", True), id="a folder as lines to standard output"),
        pytest.param("o.csv", "notes/e.CSV", ("file", False), id="a table becomes a table"),
    ],
)
def test_the_name_of_the_output_says_what_is_written(folder, monkeypatch, output, path, expected):
    monkeypatch.chdir(folder.parent)
    target = target_of(output, [path], listed_inputs([path]))
    kind = "stream" if target.path is None else "folder" if target.is_folder else "file"
    assert (kind, target.merged) == expected


@pytest.mark.parametrize(
    ("output", "path"),
    [
        pytest.param("notes", "notes", id="the input itself"),
        pytest.param("notes/out", "notes", id="inside the input"),
        pytest.param("notes/a.txt", "notes/a.txt", id="the same file"),
        pytest.param("notes", "notes/a.txt", id="the folder of the input"),
        pytest.param(".", "notes/sub", id="a folder above the input"),
        pytest.param("out.parquet", "notes/e.CSV", id="another format"),
        pytest.param("out.txt.gz", "notes/a.txt", id="an archive"),
        pytest.param("out.jsonl.gz", "notes", id="an archive of lines"),
        pytest.param("out.docx", "notes/a.txt", id="a word processor's file"),
    ],
)
def test_an_output_that_would_harm_or_mislead_is_refused(folder, monkeypatch, output, path):
    monkeypatch.chdir(folder.parent)
    with pytest.raises(UsageError):
        target_of(output, [path], listed_inputs([path]))


def test_two_documents_of_one_identifier_are_refused_with_both_places(tmp_path):
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_text('{"id": "a", "text": ""}\n{"id": "b", "text": ""}\n')
    second.write_text('{"id": "c", "text": ""}\n\n{"id": "b", "text": ""}\n')
    with pytest.raises(UsageError) as caught:
        survey(open_sources(listed_inputs([first, second])))
    assert str(caught.value) == f"{second}:3 and {first}:2: two documents of the identifier 'b'"


def test_a_survey_counts_without_opening_texts(folder):
    (folder / "a.txt").write_text("four")
    (folder / "sub/d.jsonl").write_text('{"id": "a", "text": "abc"}\n{')
    counts = survey(open_sources(listed_inputs([folder])))
    assert (counts.entries, counts.unreadable, counts.characters) == (6, 2, 7)


def test_patients_who_have_a_pdf_and_another_document_are_told_from_those_who_have_one(tmp_path):
    for name in ("a.txt", "a.pdf", "b.txt", "c.txt", "c_2.txt", "d.pdf", "e.pdf", "e_2.pdf"):
        (tmp_path / name).touch()
    file = tmp_path / "patients.csv"
    names = [each.name for each in listed_inputs([tmp_path])]
    file.write_text("id,patient_id\n" + "".join(f"{name},{name[0]}\n" for name in names))
    inputs = listed_inputs([tmp_path / name for name in names])
    counts = survey(open_sources(inputs), PatientFile.read(file))

    def of(*patients):
        return {patient_digest(Document("", "", patient=Patient(patient_id=each))) for each in patients}

    assert counts.also_in_pdf == of("a", "e")
    assert counts.patients == dict.fromkeys(of("c"), 2)


PATIENTS_CSV = "id;lastname;patient.city\n{};Petit;Dijon\n"


@pytest.mark.parametrize("key", ["sub/c.txt", "sub/c", "c"], ids=["path", "path without suffix", "name"])
def test_a_record_is_found_by_the_path_or_the_name_of_a_text(folder, tmp_path, key):
    file = tmp_path / "patients.csv"
    file.write_text(PATIENTS_CSV.format(key))
    inputs, patients = listed_inputs([folder]), PatientFile.read(file)
    key_of = patients.matching(inputs)
    entries = [e for s in open_sources(inputs) for e in patients.joined(s.entries(), key_of)]
    records = {e.document.id: e.document.patient.known() for e in entries if e.document and e.document.patient}
    assert records == {"sub/c.txt": {"lastname": "Petit", "city": "Dijon"}}


def test_a_name_that_two_texts_have_tells_no_record(tmp_path):
    for parent in ("1", "2"):
        (tmp_path / "notes" / parent).mkdir(parents=True)
        (tmp_path / "notes" / parent / "cr.txt").write_text("")
    file = tmp_path / "patients.jsonl"
    file.write_text('{"id": "cr", "patient": {"lastname": "Petit"}}\n')
    inputs, patients = listed_inputs([tmp_path / "notes"]), PatientFile.read(file)
    key_of = patients.matching(inputs)
    entries = [e for s in open_sources(inputs) for e in patients.joined(s.entries(), key_of)]
    assert [bool(e.document.patient) for e in entries] == [False, False]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param("p.csv", "id,lastname\na,Li\na,Ba\n", "p.csv:3: the document already has a record at", id="twice"),
        pytest.param("p.csv", "nom\nLi\n", "p.csv:1: no column 'id'", id="no identifier"),
        pytest.param("p.csv", "id,city\na\n", "p.csv:2: a row of 1 columns", id="short row"),
        pytest.param("p.jsonl", '{"id": "a"\n', "p.jsonl:1: not JSON", id="broken line"),
        pytest.param("p.jsonl", '{"id": "a", "patient": {"city": [1]}}\n', "p.jsonl:1: patient field", id="a list"),
        pytest.param("p.csv", f"id,city\na,{'Ba' * 101}\n", "p.csv:2: patient field 'city' has 202", id="too long"),
        pytest.param("p.xlsx", "", "read from .csv or .jsonl", id="another format"),
    ],
)
def test_a_wrong_file_of_patients_is_refused_with_its_line(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(UsageError) as caught:
        PatientFile.read(Path(path))
    assert message in str(caught.value)
    assert "Ba" not in str(caught.value).replace(str(path), "")


@pytest.mark.parametrize("name", ["ward.notes", "a.ann", "b.conll"])
def test_annotated_notes_are_not_taken_for_text(tmp_path, name):
    (tmp_path / name).write_text("=== id: a\n---\nMme <LASTNAME>X</LASTNAME>\n")
    with pytest.raises(UsageError, match="palimpseste convert"):
        listed_inputs([tmp_path])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("n.html", "HTML is not read; formats: text (.txt), jsonl (.jsonl)"),
        ("n.xml", "XML is not read"),
        ("n.hl7", "HL7 version 2 is not read"),
        ("n.json", "no JSON lines (.jsonl) and no FHIR lines (.ndjson) is not read"),
        ("n.json", "is not read; jq -c '.[]' makes JSON lines of an array; formats: "),
        ("n.docx", "a word processor's file is not read; save it as PDF or as text; formats: "),
        ("n.xlsx", "a spreadsheet is not read; save it as CSV; formats: "),
        ("n.txt.gz", "an archive is not read; unpack it; formats: "),
        ("n.xyz", "a .xyz file is not read"),
        ("n.2024-03", "a file without suffix is not read"),
        ("n", "--format text reads it as text"),
    ],
)
def test_a_file_of_no_known_format_is_refused_by_name_unless_the_caller_names_one(tmp_path, name, told):
    for file in ("a.txt", name):
        (tmp_path / file).write_text("vu")
    entries = [entry for source in open_sources(listed_inputs([tmp_path])) for entry in source.entries()]
    assert [entry.document is None for entry in entries] == [False, True]
    assert told in entries[1].reason
    has_text = not name.endswith((".docx", ".xlsx", ".gz"))
    assert ("--format text" in entries[1].reason) == has_text
    assert all(i.format == "text" for i in listed_inputs([tmp_path], "text"))
    with pytest.raises(UsageError, match=re.escape(told)):
        listed_inputs([tmp_path / name])


def test_links_are_followed_on_demand_and_never_out_of_the_folder(tmp_path):
    outside, folder = tmp_path / "shadow", tmp_path / "notes"
    outside.write_text("root:x")
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text("vu")
    (folder / "in.txt").symlink_to("a.txt")
    (folder / "out.txt").symlink_to(outside)
    (folder / "up.txt").symlink_to("../shadow")
    (folder / "void.txt").symlink_to("nowhere")
    (folder / "self.txt").symlink_to("self.txt")
    (folder / "further").symlink_to("sub")
    os.mkfifo(folder / "pipe.txt")

    def found(**options):
        entries = [e for s in open_sources(listed_inputs([folder], **options)) for e in s.entries()]
        return {Path(e.place.file).name: e.document.text if e.document else e.reason for e in entries}

    link = "a link; --follow-links follows those that stay within the folder"
    pipe = "not a file, but a pipe, a socket or a device"
    links = dict.fromkeys(("further", "in.txt", "out.txt", "self.txt", "up.txt", "void.txt"), link)
    assert found() == found(format="text") == {"a.txt": "vu", "pipe.txt": pipe, **links}
    away = dict.fromkeys(("out.txt", "up.txt"), "a link that leads out of the folder: never followed")
    void = dict.fromkeys(("self.txt", "void.txt"), "cannot be read: it, or what it leads to, is not there")
    followed = {"a.txt": "vu", "in.txt": "vu", "pipe.txt": pipe, **away, **void}
    assert found(follow_links=True) == {**followed, "further": "a link to a folder: not followed"}
    with pytest.raises(UsageError, match="a link; --follow-links reads what it leads to"):
        listed_inputs([folder / "out.txt"])
    with listed_inputs([folder / "in.txt"], follow_links=True)[0].opened() as stream:
        assert stream.read() == b"vu"
    with pytest.raises(UsageError, match="not a file, but a pipe"):
        listed_inputs(["/dev/zero"], "text")


@pytest.mark.skipif(os.name != "posix", reason="rights of this kind are those of POSIX systems")
def test_a_folder_that_cannot_be_listed_is_refused_by_name_and_not_passed_over():
    # Not pytest's own folder: whoever is not root must get as far as that.
    root = Path(tempfile.mkdtemp(prefix="listing-"))
    closed = root / "closed"
    closed.mkdir()
    for note in (root / "a.txt", closed / "b.txt"):
        note.write_text("vu")
    root.chmod(0o755)
    closed.chmod(0o000)
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.seteuid(65534)  # nobody: root may list anything
        inputs = listed_inputs([root])
        with pytest.raises(UsageError, match="closed: cannot be listed: Permission denied"):
            listed_inputs([closed])
    finally:
        if is_root:
            os.seteuid(0)
        closed.chmod(0o700)
        shutil.rmtree(root)
    assert [(i.name, i.format, i.refusal) for i in inputs] == [
        ("a.txt", "text", ""),
        ("closed", "refused", "a folder that cannot be listed: nothing in it is read"),
    ]
