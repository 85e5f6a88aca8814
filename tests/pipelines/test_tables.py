"""Tables of pandas, polars, DuckDB and datasets: what the one object of the package says of each row."""

from __future__ import annotations

import datetime
import json
import pickle

import pytest

from palimpseste import Deidentifier
from palimpseste.document import Document, Patient
from palimpseste.engines.keyed import KeySource
from palimpseste.errors import UsageError
from palimpseste.surrogates import MasterKey

DAY = datetime.date(2021, 2, 15)
# The accents stand apart, a sign lies beyond the first plane, the line ends in two characters.
NOTE = "Mme Ze\u0301lie CANARIDA \U0001f600\r\nne\u0301e le 12/03/1950, vue le 10/02/2021 par le Dr Paul DURAND."
COLUMNS = {
    "service": ["nord", "sud", "est", "ouest"],
    "id": ["n1", "n2", "n3", None],
    "text": [NOTE, "RAS", "CANARIDA\0", "Mme CANARIDA"],
    "date": [DAY, DAY, DAY, DAY],
    "lastname": ["Canarida", None, None, None],
    "comment": ["CANARIDA"] * 4,
}
WRITTEN = ["service", "id", "text", "date", "palimpseste_spans", "palimpseste_ledger", "palimpseste_error"]
OPTIONS = {"policy": "dp", "cohort": "étude", "detectors": ["record", "rules"]}


@pytest.fixture(scope="module")
def expected(key):
    """What becomes of the first note."""
    deidentify = Deidentifier.default(key=key, **OPTIONS)
    return deidentify(Document("n1", NOTE, date=DAY, patient=Patient(lastname="Canarida")))


def check(rows, expected):
    """Compare rows of the result with what the package makes of the first note, and with why the others failed."""
    first, second, third, fourth = rows
    assert list(first) == [name for name in WRITTEN if name in first]
    assert first["text"] == expected.text
    assert first["date"] == expected.date
    assert list(first["palimpseste_spans"]) == [
        {"start": span.start, "end": span.end, "label": span.label} for span in expected.spans
    ]
    assert json.loads(first["palimpseste_ledger"]) == expected.ledger.to_mapping()
    assert first["palimpseste_error"] is None
    assert (second["id"], second["text"], second["palimpseste_error"]) == ("n2", "RAS", None)
    assert third["palimpseste_error"] == "not text: it holds NUL characters"
    assert fourth["palimpseste_error"] == "the row has no identifier"
    assert third["text"] is fourth["text"] is third["palimpseste_spans"] is fourth["date"] is None
    assert "CANARIDA" not in str(rows)


def test_a_pandas_frame_keeps_index_and_types_and_gives_the_same_texts(source, expected):
    pandas = pytest.importorskip("pandas", reason="needs palimpseste[pandas]")
    from palimpseste.pipelines.pandas import deidentify

    frame = pandas.DataFrame(COLUMNS, index=[7, 7, 5, 3])
    result = deidentify(frame, key=source, kept=["service"], **OPTIONS)
    assert list(result.index) == [7, 7, 5, 3]
    assert list(result.columns) == WRITTEN
    assert list(result["service"]) == COLUMNS["service"]
    check(result.astype(object).where(result.notna(), None).to_dict("records"), expected)
    assert len(deidentify(frame[:0], key=source, **OPTIONS)) == 0
    timed = frame.assign(date=pandas.to_datetime(frame["date"]))
    assert deidentify(timed, key=source, **OPTIONS)["date"].iloc[0].date() == expected.date
    with pytest.raises(UsageError, match="not of one type") as caught:
        deidentify(frame.assign(text=[NOTE, 7, DAY, None]), key=source, **OPTIONS)
    assert "CANARIDA" not in str(caught.value)
    with pytest.raises(UsageError, match="de-identified before"):
        deidentify(result, key=source, **OPTIONS)
    with pytest.raises(UsageError, match="never written"):
        deidentify(frame, key=source, kept=["lastname"], **OPTIONS)
    with pytest.raises(UsageError, match="no key"):
        deidentify(frame, **OPTIONS)


def test_a_polars_frame_gives_the_same_texts_lazy_or_not(source, expected):
    polars = pytest.importorskip("polars", reason="needs palimpseste[polars]")
    from palimpseste.pipelines.polars import deidentify

    frame = polars.DataFrame(COLUMNS)
    result = deidentify(frame, key=source, kept=["service"], **OPTIONS)
    assert result.columns == WRITTEN
    check(result.to_dicts(), expected)
    lazy = deidentify(frame.lazy(), key=source, kept=["service"], **OPTIONS)
    assert lazy.collect_schema() == result.schema
    assert lazy.collect().equals(result)
    assert lazy.filter(polars.col("palimpseste_error").is_null()).select("id").collect()["id"].to_list() == ["n1", "n2"]
    assert deidentify(frame.clear(), key=source, **OPTIONS).is_empty()
    assert "CANARIDA" not in lazy.explain()


RECORDS = {
    "id": ["n1", "n2"],
    "text": ["Canarida dort", "Zorglub dort"],
    "patient": [{"lastname": "Canarida", "firstname": None}, {"lastname": "Zorglub"}],
}


def test_a_structure_of_the_record_is_read_and_not_written(source):
    pandas = pytest.importorskip("pandas", reason="needs palimpseste[pandas]")
    polars = pytest.importorskip("polars", reason="needs palimpseste[polars]")
    from palimpseste.pipelines.pandas import deidentify
    from palimpseste.pipelines.polars import deidentify as deidentify_polars

    options = {"key": source, "policy": "tag", "detectors": ["record"]}
    expected = ["[LASTNAME] dort"] * 2
    frame = deidentify(pandas.DataFrame(RECORDS), **options)
    assert list(frame["text"]) == expected
    assert "patient" not in frame.columns
    assert deidentify_polars(polars.DataFrame(RECORDS), **options)["text"].to_list() == expected
    assert deidentify_polars(polars.LazyFrame(RECORDS), **options).collect()["text"].to_list() == expected
    wrong = deidentify(pandas.DataFrame({**RECORDS, "patient": [{"nom": "Canarida"}] * 2}), **options)
    assert all(error.startswith("unknown patient field") for error in wrong["palimpseste_error"])


@pytest.mark.parametrize("numbers", [["CANARIDA", 3], [1, 2], [None, {1}]], ids=["mixed", "numbers", "objects"])
def test_a_column_of_that_name_that_holds_no_record_is_as_any_other(source, numbers):
    pandas = pytest.importorskip("pandas", reason="needs palimpseste[pandas]")
    from palimpseste.pipelines.pandas import deidentify

    frame = pandas.DataFrame({**RECORDS, "patient": pandas.Series(numbers, dtype=object)})
    result = deidentify(frame, key=source, policy="tag", detectors=["record"])
    assert list(result["text"]) == RECORDS["text"]
    assert "patient" not in result.columns


def test_what_a_frame_cannot_hold_is_said_with_its_column(source):
    pandas = pytest.importorskip("pandas", reason="needs palimpseste[pandas]")
    from palimpseste.pipelines.pandas import deidentify

    frame = pandas.DataFrame({"id": ["a", "b"], "text": ["t", "u"]})
    with pytest.raises(UsageError, match="column 'zip' holds values that are not of one type"):
        deidentify(frame.assign(zip=pandas.Series([1000, "21000"], dtype=object)), key=source, **OPTIONS)
    half = pandas.Series(["CANARIDA \ud800", "u"], dtype=object)
    with pytest.raises(UsageError, match="column 'text' holds half a surrogate pair") as caught:
        deidentify(frame.assign(text=half), key=source, **OPTIONS)
    assert "CANARIDA" not in str(caught.value)
    with pytest.raises(TypeError, match=r"pandas.DataFrame is de-identified, not a dict"):
        deidentify({"id": ["a"]}, key=source, **OPTIONS)


def test_an_enumeration_of_types_does_not_say_those_that_are_withheld(source):
    polars = pytest.importorskip("polars", reason="needs palimpseste[polars]")
    from palimpseste.pipelines.polars import deidentify

    kind = polars.Enum(["IAO", "CANARIDA"])
    frame = polars.DataFrame(
        {"id": ["a", "b"], "text": ["vu", "vue"], "type": polars.Series(list(kind.categories), dtype=kind)}
    )
    result = deidentify(frame, key=source, **OPTIONS)
    assert result["type"].to_list() == ["IAO", None]
    assert "CANARIDA" not in str(result.schema)
    lazy = deidentify(frame.lazy(), key=source, **OPTIONS)
    assert (lazy.collect_schema(), lazy.collect().schema) == (result.schema, result.schema)


def test_a_duckdb_function_gives_the_same_texts_row_by_row(source, expected):
    duckdb = pytest.importorskip("duckdb", reason="needs palimpseste[duckdb]")
    pytest.importorskip("pyarrow", reason="needs palimpseste[duckdb]")
    from palimpseste.pipelines.duckdb import register

    with duckdb.connect() as connection:
        register(connection, key=source, **OPTIONS)
        connection.execute("CREATE TABLE notes (place INT, id VARCHAR, text VARCHAR, record VARCHAR)")
        rows = [
            (0, "n1", NOTE, '{"lastname": "Canarida"}'),
            (1, "n2", None, None),
            (2, "n3", "CANARIDA\0", None),
            (3, None, "CANARIDA", None),
            (4, "n5", "CANARIDA", '{"nom": "CANARIDA"}'),
            (5, "n6", "CANARIDA", "CANARIDA"),
        ]
        connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", rows)
        called = "SELECT place, deidentify(text, id, record) AS done FROM notes"
        done = connection.execute(f"SELECT done.text, done.error FROM ({called}) ORDER BY place").fetchall()
    deidentify = Deidentifier.default(key=MasterKey.from_file(source.file), **OPTIONS)
    assert done[0] == (deidentify(NOTE, {"lastname": "Canarida"}, id="n1").text, None)
    assert done[1] == (None, None)
    assert [text for text, _ in done[2:]] == [None] * 4
    assert [error for _, error in done[2:]] == [
        "not text: it holds NUL characters",
        "the row has no identifier",
        "unknown patient field 'nom'; known fields: " + ", ".join(Patient.field_names()),
        "the record is not JSON (JSONDecodeError)",
    ]
    assert "CANARIDA" not in str(done)


@pytest.fixture
def datasets(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return pytest.importorskip("datasets", reason="needs palimpseste[datasets]")


def test_a_dataset_gives_the_same_texts_and_a_fingerprint_of_its_key(source, expected, datasets, tmp_path):
    from palimpseste.pipelines.datasets import deidentify

    datasets.disable_progress_bars()
    dataset = datasets.Dataset.from_dict(COLUMNS)
    dataset.save_to_disk(tmp_path / "notes")
    dataset = datasets.load_from_disk(tmp_path / "notes")
    result = deidentify(dataset, key=source, **OPTIONS)
    assert result.column_names == WRITTEN[1:]
    check(result.to_list(), expected)
    assert deidentify(dataset, key=source, **OPTIONS)._fingerprint == result._fingerprint
    MasterKey(b"f" * 32).to_file(tmp_path / "other")
    other = deidentify(dataset, key=KeySource(tmp_path / "other"), **OPTIONS)
    assert other._fingerprint != result._fingerprint
    assert other[0]["text"] != result[0]["text"]
    for path in (tmp_path / "notes").glob("cache-*"):
        assert b"CANARIDA" not in path.read_bytes()


def test_types_that_are_classes_of_a_dataset_are_refused(source, datasets):
    from palimpseste.pipelines.datasets import deidentify

    classes = datasets.ClassLabel(names=["IAO", "CANARIDA"])
    features = datasets.Features({"id": datasets.Value("string"), "text": datasets.Value("string"), "type": classes})
    dataset = datasets.Dataset.from_dict({"id": ["a"], "text": ["vu"], "type": [0]}, features=features)
    with pytest.raises(UsageError, match="make strings of it first"):
        deidentify(dataset, key=source, **OPTIONS)


def test_what_travels_between_processes_holds_no_key(source, key):
    from palimpseste.pipelines.tables import Notes, task_of
    from palimpseste.sources.columns import Columns

    task = task_of("dp", source, "étude", ["rules"])
    notes = Notes(task, Columns().layout_of(["id", "text"], "the table"))
    pickled = pickle.dumps(notes)
    assert pickle.loads(pickled) == notes
    assert not [secret for secret in (key.to_bytes(), key.cohort("étude").to_bytes()) if secret in pickled]
