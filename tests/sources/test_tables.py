"""CSV, Parquet and JSON lines: what is read of a row, and what is written of its result."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.result import OffsetMap, Result
from palimpseste.sources import Columns, listed_inputs, open_sources
from palimpseste.sources.columns import document_of, french_fields
from palimpseste.sources.jsonl import ONE_A_LINE

ROWS = [
    {"id": "n1", "city": "Dijon", "text": 'Mme "A", vue\r\nce jour', "note": "x", "date": "12/03/2021"},
    {"id": "n2", "city": "", "text": "", "note": "y;z", "date": ""},
]


def source_of(path: Path, **options):
    return open_sources(listed_inputs([path]), **options)[0]


def made_of(document: Document, text: str, day: date | None = None, spans=()) -> Result:
    return Result(document.id, text, spans, (), OffsetMap(()), document.type, day)


def result_of(source) -> bytes:
    """The result of a source whose documents are written in capitals, three days later."""
    content = source.head()
    for entry in source.entries():
        if entry.document:
            document = entry.document
            moved = date(2021, 3, 15) if document.date else None
            content += source.written(entry, made_of(document, document.text.upper(), moved))
    return content


def csv_bytes(delimiter: str, line_end: str, encoding: str) -> bytes:
    def cell(value: str) -> str:
        quoted = any(mark in value for mark in (delimiter, '"', "\n"))
        return '"' + value.replace('"', '""') + '"' if quoted else value

    lines = [delimiter.join(ROWS[0])] + [delimiter.join(map(cell, row.values())) for row in ROWS]
    return (line_end.join(lines) + line_end).encode(encoding)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("line_end", "encoding"), [("\r\n", "cp1252"), ("\n", "utf-8-sig"), ("\r\n", "utf-16")], ids=str
)
def test_a_csv_keeps_its_delimiter_line_ends_encoding_and_column_order(tmp_path, delimiter, line_end, encoding):
    path = tmp_path / "notes.csv"
    path.write_bytes(csv_bytes(delimiter, line_end, encoding))
    source = source_of(path, columns=Columns(kept=("note",)))
    documents = [entry.document for entry in source.entries()]
    assert [d.text for d in documents] == ['Mme "A", vue\r\nce jour', ""]
    assert documents[0].patient.city == "Dijon"
    assert documents[0].date == date(2021, 3, 12)
    assert source.dropped() == ("city",)
    result = tmp_path / "result.csv"
    result.write_bytes(result_of(source))
    written = result.read_bytes()
    assert written.startswith(path.read_bytes()[:3])
    again = source_of(result, columns=Columns(kept=("note",)))
    assert again._shape.header == ("id", "text", "note", "date")
    assert again._shape.line_end == line_end
    assert [(e.document.text, e.kept["note"], e.document.date) for e in again.entries()] == [
        ('MME "A", VUE\r\nCE JOUR', "x", date(2021, 3, 15)),
        ("", "y;z", None),
    ]
    assert "15/03/2021" in written.decode(encoding)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=repr)
@pytest.mark.parametrize("text", ["Mme A\rva mieux", "Mme A\nva mieux"], ids=repr)
def test_a_text_of_other_line_ends_than_the_file_stays_in_its_row(tmp_path, line_end, text):
    path = tmp_path / "notes.csv"
    path.write_bytes(line_end.join(("id,text", f'n1,"{text}"', "n2,b", "")).encode())
    source = source_of(path)
    rows = csv.reader(io.StringIO(result_of(source).decode(), newline=""))
    assert list(rows) == [["id", "text"], ["n1", text.upper()], ["n2", "B"]]


def test_rows_that_cannot_be_read_are_named_by_line_and_the_others_are_read(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text('id,text\nn1,un\nn2,deux,trop\nn3,"tro"is"\n\nn4,"qua\ntre"\nn5,cinq\n,sans\n')
    entries = list(source_of(path).entries())
    assert [(e.number, e.place.line, e.document.id if e.document else e.reason) for e in entries] == [
        (0, 2, "n1"),
        (1, 3, "a row of 3 columns under a header of 2"),
        (2, 4, "not a CSV row: quotes do not match, or NUL characters"),
        (3, 6, "n4"),
        (4, 8, "n5"),
        (5, 9, "the row has no identifier"),
    ]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        pytest.param("id,note", "no column 'text' among its 2 columns; name it with --text-column", id="no text"),
        pytest.param("text,note", "no column 'id' among its 2 columns; name it with --id-column", id="no identifier"),
        pytest.param("id,text,city,patient.city", "two columns for 'patient.city'", id="a field of the record twice"),
        pytest.param("", "1: no header line", id="nothing at all"),
    ],
)
def test_a_csv_that_lacks_a_column_is_wrong_use(tmp_path, header, message):
    path = tmp_path / "notes.csv"
    path.write_text(header + "\n" if header else "")
    with pytest.raises(UsageError) as caught:
        source_of(path).check()
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_the_values_of_a_table_without_header_are_not_quoted(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("DURAND,Paul,1954\n")
    with pytest.raises(UsageError) as caught:
        source_of(path).check()
    assert "DURAND" not in str(caught.value)


def test_a_column_of_the_record_is_never_kept():
    with pytest.raises(UsageError, match="'lastname' belongs to the patient's record"):
        Columns(kept=("lastname",))


@pytest.mark.parametrize("name", ["LastName", " lastname", "birth-lastname", "Patient.lastname", "PATIENT_ID"])
def test_a_column_nearly_named_like_the_record_is_neither_kept_nor_passed_over(tmp_path, name):
    with pytest.raises(UsageError, match=r"belongs to the patient's record"):
        Columns(kept=(name,))
    path = tmp_path / "notes.csv"
    path.write_text(f"id,text,{name}\n1,Vu ce jour,CANARIDA\n")
    with pytest.raises(UsageError, match=r"would not be read: a field of the patient's record is called '\w+'; rename"):
        source_of(path).check()


def test_a_column_nearly_named_like_the_record_may_be_the_identifier_or_the_text(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("Patient_ID,Address,place\n7,Vu,Lyon\n")
    (entry,) = source_of(path, columns=Columns("Address", "Patient_ID")).entries()
    assert (entry.document.id, entry.document.text) == ("7", "Vu")


def test_a_record_written_as_text_in_a_cell_is_refused(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("id,text,patient\n1,Vu,\"{'lastname': 'CANARIDA'}\"\n2,Vu,7\n")
    with pytest.raises(UsageError, match=r"notes.csv: column 'patient' would not be read: it holds no object; give"):
        source_of(path).check()


@pytest.mark.parametrize("value", ["CANARIDA Jeanne", "{'lastname': 'CANARIDA'}", 8004312557])
def test_a_row_whose_patient_is_no_object_is_refused(value):
    with pytest.raises(UsageError, match=r"column 'patient' would not be read") as caught:
        document_of({"id": "1", "text": "Vu", "patient": value})
    assert str(value) not in str(caught.value)


@pytest.mark.parametrize("value", [None, "", float("nan"), {"lastname": "CANARIDA"}])
def test_a_row_may_have_an_object_or_nothing_as_its_patient(value):
    assert document_of({"id": "1", "text": "Vu", "patient": value}).id == "1"


def test_french_names_of_the_record_are_told_whatever_their_writing():
    names = [
        "NOM",
        "Nom de naissance",
        "prénom_patient",
        "patient.Date-Naissance",
        "IPP",
        "code postal",
        "NomDuPatient",
    ]
    fields = ["lastname", "birth_lastname", "firstname", "birthdate", "patient_id", "zip", "lastname"]
    assert french_fields(names) == dict(zip(names, fields, strict=True))
    assert french_fields(["service", "nom_medecin", "denomination", "patient", "note", "datenote", ""]) == {}


@pytest.mark.parametrize("line", [b"[", b"{", b'[{"id": 1},', b'[{"id": 1, "text": "Vu"}]'])
def test_json_over_several_lines_or_in_an_array_is_refused_with_the_way_out(tmp_path, line):
    path = tmp_path / "notes.jsonl"
    path.write_bytes(line + b"\n")
    (entry,) = source_of(path).entries()
    assert "write one object a line: jq -c '.[]' makes them of an array" in entry.reason


@pytest.mark.parametrize("name", ["entities", "kept", "patient", "privacy"])
@pytest.mark.parametrize("role", ["kept", "text", "id"])
def test_no_column_stands_for_what_a_result_says_of_itself(name: str, role: str) -> None:
    with pytest.raises(UsageError, match=f"column '{name}' has the name of what results say of themselves"):
        Columns(**{role: (name,) if role == "kept" else name})


def test_columns_may_have_other_names(tmp_path):
    path = tmp_path / "omop.csv"
    path.write_text("note_id,note_text\n7,Vu\n")
    columns = Columns("note_text", "note_id")
    source = source_of(path, columns=columns)
    assert [(e.document.id, e.document.text) for e in source.entries()] == [("7", "Vu")]
    assert source.head() == b"note_id,note_text\n"


def test_a_note_of_ten_million_characters_is_one_csv_field(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("id,text\n1," + "a" * 10_000_000 + "\n")
    (entry,) = source_of(path).entries()
    assert len(entry.document.text) == 10_000_000


def test_json_lines_that_are_no_document_are_named_by_line(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"id": 1, "text": "un"}\n{"id": 2,\n\n["liste"]\n{"id": 3}\n{"text": "x"}\n'
        b'{"id": 4, "text": "\xff"}\n{"id": 5, "text": "a\\u0000b"}\n'
        b'{"id": 6, "text": "six", "patient": {"nom": "D"}}\n'
        + b'{"id": 7, "text": "sept", "x": '
        + b"[" * 100_000
        + b"}\n"
        + b'{"id": 8, "text": ""}'
    )
    entries = [(e.place.line, e.document.id if e.document else e.reason) for e in source_of(path).entries()]
    assert entries == [
        (1, "1"),
        (2, "not JSON: Expecting property name enclosed in double quotes at column 1"),
        (4, f"a line must hold one JSON object; {ONE_A_LINE}"),
        (5, "no field 'text'"),
        (6, "no field 'id'"),
        (
            7,
            "not UTF-8 at byte 19 of the line, as JSON lines are; if the file is WINDOWS-1252: "
            "iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW",
        ),
        (8, "not text: it holds NUL characters"),
        (9, "unknown patient field 'nom'; known fields: " + entries[7][1].partition("known fields: ")[2]),
        (10, "not JSON this program reads: a number too long, or objects nested too deep"),
        (11, "8"),
    ]


def test_json_lines_of_another_encoding_are_told_how_to_be_made_what_they_should_be(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes('{"id": 1, "text": "vu à Brest"}\n'.encode("utf-16"))
    first = next(iter(source_of(path).entries()))
    assert first.reason.endswith("if the file is UTF-16: iconv -f UTF-16 -t UTF-8 FILE > NEW")
    path.write_text(path.read_bytes().decode("utf-16"), encoding="utf-8")
    assert [entry.document.text for entry in source_of(path).entries()] == ["vu à Brest"]


@pytest.mark.parametrize(
    "line",
    [
        '{"id": 1, "text": "Mme CANARIDA", "text": "rien"}',
        '{"id": 1, "text": "rien", "patient": {"lastname": "CANARIDA", "lastname": "Li"}}',
    ],
)
def test_a_json_line_that_says_a_field_twice_is_named(tmp_path, line):
    path = tmp_path / "notes.jsonl"
    path.write_text(line)
    (entry,) = source_of(path).entries()
    assert (entry.document, entry.reason) == (None, "two fields of one name in an object")


def test_fields_of_the_record_beside_it_in_a_json_line_belong_to_it(tmp_path):
    path = tmp_path / "notes.jsonl"
    values = {"id": 1, "text": "Vu", "lastname": "Li", "patient.city": "Albi", "zip": None, "unit": "U1"}
    path.write_text(json.dumps(values | {"patient": {"lastname": "Li", "firstname": "Mo"}}))
    source = source_of(path)
    (entry,) = source.entries()
    assert entry.document.patient == Patient(lastname="Li", firstname="Mo", city="Albi")
    assert source.dropped() == ("unit",)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"lastname": "CANARIDA", "patient": {"lastname": "Li"}}, "patient field 'lastname' has two values"),
        ({"lastname": "CANARIDA", "patient.lastname": "Li"}, "patient field 'lastname' has two values"),
        ({"lastname": ["CANARIDA"]}, "patient field 'lastname' must be a string, got list"),
        ({"lastname": "CANARIDA", "patient": "Li"}, "document field 'patient' must be an object"),
        ({"LastName": "CANARIDA"}, "column 'LastName' would not be read: a field of the patient's record is called"),
        ({"Patient": {"lastname": "CANARIDA"}}, "column 'Patient' would not be read: the record of the patient is"),
    ],
)
def test_a_json_line_whose_record_would_be_passed_over_is_refused(tmp_path, fields, reason):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"id": 1, "text": "Vu"} | fields))
    (entry,) = source_of(path).entries()
    assert entry.document is None
    assert reason in entry.reason
    assert "CANARIDA" not in entry.reason


def test_a_json_line_of_a_result_has_no_record_and_the_fields_kept(tmp_path):
    path = tmp_path / "notes.jsonl"
    values = {"id": "a", "text": "Li, vu", "type": "IAO", "patient": {"lastname": "Li"}, "unit": "U1", "bed": 3}
    path.write_text(json.dumps(values))
    source = source_of(path, columns=Columns(kept=("bed",)))
    (entry,) = source.entries()
    assert source.dropped() == ("unit",)
    result = made_of(entry.document, "Ba, vu", spans=(Span(0, 2, "LASTNAME", "record.lastname"),))
    assert json.loads(source.written(entry, result)) == {
        "id": "a",
        "text": "Ba, vu",
        "type": "IAO",
        "entities": [{"start": 0, "end": 2, "label": "LASTNAME"}],
        "bed": 3,
    }


def test_what_a_result_of_a_row_is_written_from_holds_neither_text_nor_record(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("id,text,patient.lastname,unit,date\na,CANARIDA va mieux,CANARIDA,U1,2021-03-12\n")
    (entry,) = source_of(path, columns=Columns(kept=("unit",))).entries()
    assert entry.form == ("a", "", "U1", "2021-03-12")


def test_half_a_surrogate_pair_survives_json_lines(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text('{"id": "a", "text": "fièvre \\ud83d"}')
    source = source_of(path)
    (entry,) = source.entries()
    assert json.loads(source.written(entry, made_of(entry.document, entry.document.text)))["text"] == "fièvre \ud83d"


@pytest.fixture
def parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet as writer

    path = tmp_path / "notes.parquet"
    rows = range(2500)
    table = pyarrow.table(
        {
            "id": [f"n{n}" for n in rows],
            "zip": pyarrow.array([21000.0 if n % 2 else None for n in rows]),
            "date": pyarrow.array([date(2021, 3, 12)] * len(rows)),
            "text": pyarrow.array([None if n == 7 else f"note {n}" for n in rows], pyarrow.large_string()),
            "class": pyarrow.array([n % 3 for n in rows]),
            "secret": ["x"] * len(rows),
        }
    )
    writer.write_table(table, path, row_group_size=1100)
    return path


def test_a_structure_of_a_parquet_table_is_the_record(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet as writer

    path = tmp_path / "notes.parquet"
    records = [{"lastname": "Zorglub", "zip": 1000.0}, None]
    writer.write_table(pyarrow.table({"id": ["a", "b"], "text": ["vu", "vu"], "patient": records}), path)
    source = source_of(path)
    first, second = source.entries()
    assert first.document.patient.known() == {"lastname": "Zorglub", "zip": "1000"}
    assert not second.document.patient
    assert source.dropped() == ("patient",)


def test_a_column_beside_a_structure_is_of_the_record_and_takes_nothing_of_it(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet as writer

    path = tmp_path / "notes.parquet"
    names = ["", None, "Zorglub", "Canarida"]
    table = {"id": list("abcd"), "text": ["vu"] * 4, "patient": [{"lastname": "Zorglub"}] * 4, "lastname": names}
    writer.write_table(pyarrow.table(table), path)
    *same, other = source_of(path).entries()
    assert [entry.document.patient.lastname for entry in same] == ["Zorglub"] * 3
    assert (other.document, other.reason) == (None, "patient field 'lastname' has two values")


def test_a_parquet_result_keeps_rows_types_and_row_groups(parquet, tmp_path):
    from pyarrow import parquet as reader

    source = source_of(parquet, columns=Columns(kept=("class",)))
    assert source.dropped() == ("zip", "secret")
    entries = list(source.entries())
    assert entries[1].document.patient.zip == "21000"
    partial = tmp_path / "result"
    lines = [
        source.written(e, made_of(e.document, e.document.text.upper(), e.document.date))
        for e in entries
        if e.number != 1200
    ]
    partial.write_bytes(b"".join(lines))
    source.finish(partial)
    once = partial.read_bytes()
    source.finish(partial)
    assert partial.read_bytes() == once
    result = reader.ParquetFile(partial)
    original = reader.ParquetFile(parquet)
    assert result.schema_arrow.names == ["id", "date", "text", "class"]
    assert result.schema_arrow.field("text").type == original.schema_arrow.field("text").type
    assert [result.metadata.row_group(g).num_rows for g in range(3)] == [1100, 1099, 300]
    rows = result.read().to_pylist()
    assert rows[7]["text"] is None
    assert rows[1200] == {"id": "n1201", "date": date(2021, 3, 12), "text": "NOTE 1201", "class": 1}


def test_a_parquet_result_holds_nothing_of_what_is_not_written(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet as writer

    path, partial = tmp_path / "notes.parquet", tmp_path / "result"
    units = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0, 1, 0], pyarrow.int8()), ["U1", "CANARIDA"], ordered=True
    )
    columns = {
        "id": pyarrow.array(["a", "CANARIDA", "c"]).dictionary_encode(),
        "text": ["un", "deux", "trois"],
        "type": pyarrow.array(["IAO", "IAO", "CANARIDA"]).dictionary_encode(),
        "unit": units,
        "beds": pyarrow.ListArray.from_arrays(pyarrow.array([0, 1, 2, 3], pyarrow.int32()), units),
        "stay": pyarrow.StructArray.from_arrays([units], ["unit"]),
    }
    sample = {"sample": "CANARIDA"}
    fields = [pyarrow.field(n, getattr(c, "type", pyarrow.string()), metadata=sample) for n, c in columns.items()]
    writer.write_table(pyarrow.table(columns, pyarrow.schema(fields, sample)), path)
    source = source_of(path, columns=Columns(kept=("unit", "beds", "stay")))
    entries = [entry for entry in source.entries() if entry.number != 1]
    results = [made_of(replace(e.document, type="" if e.number else "IAO"), e.document.text) for e in entries]
    partial.write_bytes(b"".join(map(source.written, entries, results)))
    source.finish(partial)
    table = writer.read_table(partial)
    assert table.to_pylist() == [
        {"id": "a", "text": "un", "type": "IAO", "unit": "U1", "beds": ["U1"], "stay": {"unit": "U1"}},
        {"id": "c", "text": "trois", "type": None, "unit": "U1", "beds": ["U1"], "stay": {"unit": "U1"}},
    ]
    assert (table.schema.field("unit").type, table.schema.field("unit").metadata) == (units.type, None)
    assert b"CANARIDA" not in partial.read_bytes()
    assert "CANARIDA" not in str(table.schema)


def test_a_truncated_parquet_is_one_unreadable_entry(parquet, tmp_path):
    parquet.write_bytes(parquet.read_bytes()[:-100])
    source = source_of(parquet)
    source.check()
    (entry,) = source.entries()
    assert str(entry.place) == str(parquet)
    assert entry.reason == "not a whole Parquet file: truncated or damaged"
    partial = tmp_path / "result"
    partial.write_bytes(b"")
    source.finish(partial)
    assert not partial.exists()


def test_a_parquet_damaged_inside_gives_its_other_row_groups(parquet):
    content = bytearray(parquet.read_bytes())
    from pyarrow import parquet as reader

    column = reader.ParquetFile(parquet).metadata.row_group(1).column(3)
    start = column.dictionary_page_offset or column.data_page_offset
    content[start : start + 64] = b"\xff" * 64
    parquet.write_bytes(content)
    entries = list(source_of(parquet).entries())
    bad = [(str(e.place), e.reason) for e in entries if e.document is None]
    reason = "damaged, as are all rows from 1101 to 2200"
    assert bad == [(f"{parquet}:{row}", reason) for row in range(1101, 2201)]
    assert len(entries) == 2500


def test_parquet_without_pyarrow_says_what_to_install(parquet, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'palimpseste\[parquet\]'"):
        source_of(parquet).check()
