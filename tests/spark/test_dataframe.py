"""``palimpseste.spark.deidentify``: what the one object of the package says of each row, without a row in any plan."""

from __future__ import annotations

import base64
import json
from datetime import date

import pyarrow
import pyarrow.parquet
import pytest
from standalone import KEY

from palimpseste import Deidentifier
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.spark import ERROR, LEDGER, SPANS, KeySource, deidentify
from palimpseste.surrogates import MasterKey

NOTE = "Mme Zélie CANARIDA, née le 12/03/1950, vue le {day} à Strasbourg. Zorglubinade 5 mg. Le Dr Paul DURAND."
CANARIES = ("CANARIDA", "Zorglubinade", "Zélie")
KEYS = (base64.urlsafe_b64encode(KEY).decode().rstrip("="), KEY.decode(), KEY.hex())
DAY = date(2021, 2, 15)


@pytest.fixture(scope="module")
def session(context):
    from pyspark.sql import SparkSession

    return SparkSession(context._context)


@pytest.fixture(scope="module")
def notes(session, tmp_path_factory):
    """A DataFrame of six notes, one of them with a text that is none, one without identifier."""
    path = tmp_path_factory.mktemp("notes") / "notes.parquet"
    texts = [NOTE.format(day=f"{number + 10}/02/2021") for number in range(6)]
    texts[4] = "CANARIDA\0"
    columns = {
        "service": [f"service {number}" for number in range(6)],
        "id": [0, 1, 2, 3, 4, None],
        "text": texts,
        "date": [DAY] * 6,
        "patient.lastname": ["CANARIDA"] * 6,
        "comment": ["CANARIDA"] * 6,
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return session.read.parquet(str(path))


@pytest.fixture(scope="module")
def result(notes, key_file):
    return deidentify(notes, policy="dp", cohort="étude", key=KeySource(key_file), kept=["service"])


@pytest.fixture(scope="module")
def rows(result):
    return sorted(result.collect(), key=lambda row: row.service)


def test_the_schema_is_that_of_the_notes_with_what_was_done(notes, result):
    assert result.columns == ["service", "id", "text", "date", SPANS, LEDGER, ERROR]
    assert [result.schema[name].dataType for name in result.columns[:4]] == [
        notes.schema[name].dataType for name in result.columns[:4]
    ]
    assert result.schema[SPANS].dataType.simpleString() == "array<struct<start:int,end:int,label:string>>"


def test_rows_are_what_the_deidentifier_makes_of_them(rows):
    deidentify_one = Deidentifier.default(key=MasterKey(KEY), cohort="étude", policy="dp")
    for number, row in enumerate(rows[:4]):
        text = NOTE.format(day=f"{number + 10}/02/2021")
        document = Document(str(number), text, date=DAY, patient=Patient(lastname="CANARIDA"))
        expected = deidentify_one(document)
        assert (row.service, row.id, row.text, row.date) == (f"service {number}", number, expected.text, expected.date)
        assert [tuple(span) for span in row[SPANS]] == [(s.start, s.end, s.label) for s in expected.spans]
        assert json.loads(row[LEDGER]) == expected.ledger.to_mapping()
        assert row[ERROR] is None
        assert "CANARIDA" not in row.text


def test_a_row_that_fails_has_a_reason_and_nothing_of_its_text(rows):
    assert [(row.service, row.text, row.date, row[SPANS], row[LEDGER], row[ERROR]) for row in rows[4:]] == [
        ("service 4", None, None, None, None, "not text: it holds NUL characters"),
        ("service 5", None, None, None, None, "the row has no identifier"),
    ]


def test_neither_text_nor_key_is_in_plans_settings_logs_or_events(rows, result, context, standalone):
    plans = result._jdf.queryExecution().toString()
    told = "\n".join((plans, context.getConf().toDebugString(), standalone.written()))
    assert "MapInArrow deidentified(" in plans
    assert "SparkListenerSQLExecutionStart" in told
    surrogates = {row.text[span.start : span.end] for row in rows[:4] for span in row[SPANS]}
    assert [word for word in (*CANARIES, *KEYS, *surrogates) if len(word) > 4 and word in told] == []


def test_an_executor_with_another_key_fails_the_query(notes):
    result = deidentify(notes, policy="plausible", detectors=["rules"], proof="0" * 64)
    with pytest.raises(Exception, match="is another than the one of the run"):
        result.collect()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "no key: set PALIMPSESTE_KEY"),
        ({"proof": "0", "text": "note"}, "no column 'note'"),
        ({"proof": "0", "text": "service", "kept": ["nom"]}, "no column 'nom' to keep"),
        ({"proof": "0", "text": "comment", "kept": ["patient.lastname"]}, "is never written"),
        ({"proof": "0", "text": "date"}, "two columns for 'text'|must be of strings"),
        ({"proof": "0", "detectors": ["oracle"]}, "unknown detector"),
    ],
    ids=["no key", "no text", "no column", "record", "no string", "no detector"],
)
def test_what_cannot_be_done_is_refused_before_any_row_is_read(notes, monkeypatch, options, said):
    for name in ("PALIMPSESTE_KEY", "PALIMPSESTE_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match=said):
        deidentify(notes, policy="plausible", **options)


def test_a_column_nearly_named_like_the_record_is_refused(notes):
    with pytest.raises(UsageError, match=r"the DataFrame: column 'LastName' would not be read"):
        deidentify(
            notes.withColumnRenamed("patient.lastname", "LastName"), policy="plausible", text="comment", proof="0"
        )


def test_notes_are_not_done_twice(result, key_file):
    with pytest.raises(UsageError, match="de-identified before"):
        deidentify(result, policy="plausible", key=KeySource(key_file))
