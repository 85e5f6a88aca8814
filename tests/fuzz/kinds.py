"""What is harmed, how, and what must hold of it: for each reader, the view, the rules and the files of a site."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from fragments import FRAGMENTS
from hypothesis import strategies as st
from mutations import (
    TOKENS,
    VALUES,
    either,
    harmed_bytes,
    harmed_json_lines,
    harmed_table,
    harmed_text,
    harmed_toml,
    harmed_tree,
    toml_file_of,
)
from workplace import CANARY, GOOD, Run, Workplace

from palimpseste.cohorts import CohortRegister, contents_of, verify
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.labels import LABELS
from palimpseste.sources.fhir.allowed import OTHER_TYPES
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.strategies import STRATEGIES

__all__ = ["KINDS", "Kind"]

CORPUS = Path(__file__).parent / "corpus"
POLICIES = ("tag", "plausible", "dp")
_FAST = ("--detectors", "record,rules")


@dataclass(frozen=True)
class Kind:
    """One kind of thing that is harmed.

    Parameters
    ----------
    name : str
        What the command calls it.
    cases : strategy
        Draws one that was harmed.
    check : callable
        Raises where a law does not hold of it; returns what became of it: ``done``, ``quarantined`` or ``refused``.
    """

    name: str
    cases: st.SearchStrategy[Any]
    check: Callable[[Workplace, Any], str]


def seeds(folder: str) -> st.SearchStrategy[tuple[str, bytes]]:
    """Draw a whole file of the corpus: its name and its bytes."""
    files = [(path.name, path.read_bytes()) for path in sorted((CORPUS / folder).iterdir())]
    return st.sampled_from(files)


def files_of(
    folder: str, harm: Callable[[bytes], st.SearchStrategy[bytes]]
) -> st.SearchStrategy[tuple[str, bytes, str]]:
    """Draw a file that was harmed, with its name and the policy of the run that reads it."""
    return seeds(folder).flatmap(lambda seed: st.tuples(st.just(seed[0]), harm(seed[1]), st.sampled_from(POLICIES)))


# --- readers -----------------------------------------------------------------------------------------------------


def run_over(place: Workplace, case: tuple[str, bytes, str]) -> Run:
    """De-identify a folder of one good note and a file that was harmed; the good one is done whatever the other is."""
    name, content, policy = case
    folder = place.emptied()
    (folder / "in" / name).write_bytes(content)
    run = place.deid(folder / "in", "--policy", policy, *_FAST)
    if run.is_refused:
        assert name in run.said or "identifier" in run.said, run.said
    else:
        good = (run.out / GOOD[0]).read_text()
        assert good == GOOD[2] if policy == "tag" else "DURAND" not in good
    return run


def check_file(law: Callable[[str, bytes, bytes, Run], None], place: Workplace, case: tuple[str, bytes, str]) -> str:
    """Check what holds of every file, and of one whose run was not refused what holds of its format."""
    run = run_over(place, case)
    if not run.is_refused:
        name, content, _ = case
        result = run.out / name
        if not result.exists() and result.suffix == ".pdf":
            result = result.with_suffix(".txt")
        law(name, content, result.read_bytes() if result.exists() else b"", run)
    return run.outcome


def law_of_one_document(name: str, content: bytes, result: bytes, run: Run) -> None:
    assert run.done + run.quarantined == 2


def law_of_json_lines(name: str, content: bytes, result: bytes, run: Run) -> None:
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    assert run.done - 1 + run.quarantined == sum(bool(line.strip()) for line in lines)
    written = [json.loads(line) for line in result.splitlines()]
    assert len(written) == run.done - 1
    assert all({"id", "text"} <= set(values) for values in written)


def law_of_resources(name: str, content: bytes, result: bytes, run: Run) -> None:
    written = [json.loads(line) for line in result.splitlines()]
    assert len(written) == run.done - 1
    assert all(isinstance(values.get("resourceType"), str) for values in written)
    expected = 0
    for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if not line.strip():
            continue
        try:
            resource = json.loads(line.decode())
        except (ValueError, RecursionError):
            resource = None
        kind = resource.get("resourceType") if isinstance(resource, dict) else None
        if kind == "Bundle" and resource.get("type") != "document":
            return  # an envelope of any number
        expected += not (isinstance(kind, str) and (kind in OTHER_TYPES or kind == "Patient"))
    assert run.done - 1 + run.quarantined == expected


_ROW = re.compile(r"d[12]\d{3}(?=[,;\t|\n\r])")
_LOST = re.compile(r"lines (\d+) to (\d+) are lost")


def law_of_tables(name: str, content: bytes, result: bytes, run: Run) -> None:
    """Every line that begins as rows do is in the result by its identifier, or is told to be lost."""
    codec = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(codec)
    except UnicodeError:
        text, codec = content.decode("cp1252", "replace"), "cp1252"
    table = result.decode(codec, "replace")
    first = table.split("\n", 1)[0]
    rows = list(csv.reader(io.StringIO(table, newline=""), delimiter=max(",;\t|", key=first.count), strict=True))
    assert len(rows) == run.done - 1 + bool(rows)
    assert len({len(row) for row in rows}) <= 1
    # An identifier may go on with a sign that separates elsewhere: « d1001;,Revue le 3 mars ».
    cells = {_first_piece(cell) for row in rows for cell in row}
    told: set[int] = set()
    for refusal in run.refusals:
        if refusal["file"].endswith(name):
            lost = _LOST.search(refusal["reason"])
            told.update(range(int(lost[1]), int(lost[2]) + 1) if lost else [refusal.get("line", 0)])
    assert 0 not in told
    if rows and rows[0][0] != "id":
        return  # what rows begin with is another column
    within = set(_within_rows(text, cells))
    lines = re.split(r"\r\n|\n|\r", text) if "\r" in text else text.split("\n")
    for number, line in enumerate(lines, start=1):
        begins = _ROW.match(line)
        if begins and number > 1 and begins.group() not in cells and text.count(begins.group()) == 1:
            covered = number in within or any(number in range(at, at + 8) for at in told)
            assert covered, f"line {number} is neither in the result nor in quarantine"


def _first_piece(cell: str) -> str:
    return re.split(r"[,;\t|\n\r]", cell, maxsplit=1)[0]


def _within_rows(text: str, cells: Set[str]) -> Iterator[int]:
    """Yield the lines that go on with a cell of the line before, where their row is in the result."""
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t|", key=first.count))
    begun = 1
    with suppress(csv.Error):
        for row in reader:
            if row and _first_piece(row[0]) in cells:
                yield from range(begun + 1, reader.line_num + 1)
            begun = reader.line_num + 1


def law_of_parquet(name: str, content: bytes, result: bytes, run: Run) -> None:
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(io.BytesIO(content)) as file:
            _ = file.schema_arrow.names
            rows = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
            expected = file.metadata.num_rows
            if sum(rows) != expected or min(rows, default=0) < 0 or expected > 1000 * len(content):
                expected = 1
    except Exception:
        expected = 1
    assert run.done - 1 + run.quarantined == expected
    if result:
        assert pyarrow.parquet.read_table(io.BytesIO(result)).num_rows == run.done - 1
    else:
        assert run.done == 1


@st.composite
def harmed_parquet(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return a Parquet file whose columns are of types, lengths and values that nobody expects."""
    import pyarrow
    import pyarrow.parquet

    columns: dict[str, Any] = pyarrow.parquet.read_table(io.BytesIO(whole)).to_pydict()
    made = {name: pyarrow.array(values) for name, values in columns.items()}
    count = len(columns["id"])
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from((*columns, "visit_id", "patient.birthdate")))
        kind = draw(st.sampled_from(_ARROW_KINDS))
        made[name] = draw(_arrow_column(kind, count))
    table = pyarrow.table(made)
    buffer = io.BytesIO()
    compression = draw(st.sampled_from(("none", "snappy", "zstd")))
    pyarrow.parquet.write_table(
        table,
        buffer,
        row_group_size=draw(st.sampled_from((1, 2, 6))),
        compression=compression,
        store_schema=draw(st.booleans()),
    )
    return buffer.getvalue()


_ARROW_KINDS = (
    "text",
    "large",
    "dictionary",
    "binary",
    "int64",
    "float64",
    "date32",
    "us",
    "ns",
    "list",
    "null",
    "bool",
    "decimal",
)


@st.composite
def _arrow_column(draw: st.DrawFn, kind: str, count: int) -> Any:
    import pyarrow

    def values(of: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(of | st.none(), min_size=count, max_size=count))

    texts = st.sampled_from(("", "a", "d1001", f"Mme {CANARY.upper()}", "31/02/2021", "\u0301", "x" * 3000, "a\0b"))
    whole = st.sampled_from((0, 1, -1, 2**31 - 1, -(2**31), 2**62, -(2**63)))
    if kind in ("text", "large", "dictionary"):
        column = pyarrow.array(values(texts), pyarrow.large_string() if kind == "large" else pyarrow.string())
        return column.dictionary_encode() if kind == "dictionary" else column
    if kind == "binary":
        raw = pyarrow.array(values(st.binary(max_size=6)), pyarrow.binary())
        # Texts that are none, unless a type says so.
        return raw if draw(st.booleans()) else pyarrow.Array.from_buffers(pyarrow.string(), count, raw.buffers())
    if kind in ("int64", "us", "ns"):
        column = pyarrow.array(values(whole), pyarrow.int64())
        return column if kind == "int64" else column.view(pyarrow.timestamp(kind, draw(st.sampled_from((None, "UTC")))))
    if kind == "date32":
        small = st.sampled_from((0, 19_000, -719_162, 2**31 - 1, -(2**31)))
        return pyarrow.array(values(small), pyarrow.int32()).view(pyarrow.date32())
    if kind == "float64":
        return pyarrow.array(values(st.floats()), pyarrow.float64())
    if kind == "list":
        return pyarrow.array(values(st.lists(st.just("a"), max_size=2)), pyarrow.list_(pyarrow.string()))
    if kind == "bool":
        return pyarrow.array(values(st.booleans()), pyarrow.bool_())
    if kind == "decimal":
        return pyarrow.array(values(st.decimals("-9", "9", places=2)), pyarrow.decimal128(5, 2))
    return pyarrow.nulls(count)


PDF_TOKENS = (
    *TOKENS, b"/Length 0", b"/Length 999999999", b"/Kids [2 0 R]", b"/Parent 3 0 R", b"/Count -1", b"/Count 99999999",
    b"/Filter /FlateDecode", b"/Filter [/ASCIIHexDecode /LZWDecode]", b"/Encrypt 1 0 R", b"endobj", b"endstream",
    b"stream\n", b"startxref\n0\n", b"/MediaBox [0 0 0 0]", b"/MediaBox [0 0 1e9 1e9]", b"/Rotate 45",
    b"/ToUnicode 1 0 R",
    b"(", b")", b"<<", b">>", b"1 0 R", b"0 0 R", b"99 0 R", b" Tj", b" Tf", b"BT", b"ET", b"1e38 0 0 1e38 0 0 cm",
)  # fmt: skip

# --- OMOP --------------------------------------------------------------------------------------------------------

_TEXTS = harmed_text(FRAGMENTS) | st.sampled_from([value for value in VALUES if isinstance(value, str)])
_DAYS = st.sampled_from((None, dt.date(2021, 3, 12), dt.date(1, 1, 1), dt.date(9999, 12, 31))) | st.dates()
_NUMBERS = st.sampled_from((None, 0, 1, 2, 3, -1, 13, 99, 1951, 2**31 - 1, -(2**31)))
_IDS = st.sampled_from((None, 0, 1, 2, 3, -1, 2**63 - 1, -(2**63)))


def _written(text: str | None) -> str | None:
    """Return a text as a database takes it."""
    return text if text is None else text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


_NOTES = st.lists(
    st.tuples(_IDS, _DAYS, st.none() | _TEXTS.map(_written), st.none() | _TEXTS.map(_written), _IDS, _IDS),
    min_size=20,
    max_size=30,
)
_PERSONS = st.lists(
    st.tuples(_NUMBERS, _NUMBERS, _NUMBERS, st.none() | st.datetimes(), st.none() | _TEXTS.map(_written)), max_size=3
)


@cache
def _duckdb() -> Any:
    """Return an instance of DuckDB for all cases: to start one takes longer than what is asked of it."""
    import duckdb

    return duckdb.connect(config={"threads": 1})


@contextmanager
def _attached(path: Path, name: str, options: str = "") -> Iterator[Any]:
    """Give DuckDB with a file under a name."""
    database = _duckdb()
    database.execute(f"ATTACH '{path}' AS {name} {options}")
    try:
        yield database
    finally:
        database.execute(f"DETACH {name}")


def _write_tables(path: Path, notes: Sequence[tuple[Any, ...]], persons: Sequence[tuple[Any, ...]]) -> None:
    with _attached(path, "source") as database:
        database.execute("CREATE SCHEMA source.cdm")
        database.execute(
            "CREATE TABLE source.cdm.person (person_id BIGINT, year_of_birth INT, month_of_birth INT, "
            "day_of_birth INT, birth_datetime TIMESTAMP, person_source_value TEXT, location_id BIGINT)"
        )
        database.execute(
            "CREATE TABLE source.cdm.note (note_id BIGINT, person_id BIGINT, note_date DATE, note_title TEXT, "
            "note_text TEXT, provider_id BIGINT, visit_occurrence_id BIGINT)"
        )
        database.execute("CREATE TABLE source.cdm.location (location_id BIGINT, city TEXT, zip TEXT)")
        database.execute(f"INSERT INTO source.cdm.location VALUES (1, '{CANARY}', '21000'), (1, 'Dijon', NULL)")
        for table, rows in (
            ("person", [(number, *values, number) for number, values in enumerate(persons, start=1)]),
            ("note", [(number - 3, *values) for number, values in enumerate(notes)]),
        ):
            if rows:
                places = ", ".join("(?, ?, ?, ?, ?, ?, ?)" for _ in rows)
                database.execute(f"INSERT INTO source.cdm.{table} VALUES {places}", list(chain.from_iterable(rows)))


def check_rows(place: Workplace, case: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], str]) -> str:
    """De-identify tables of OMOP whose values are odd: as many notes come out as went in, or are refused by number."""
    notes, persons, policy = case
    folder = place.emptied()
    path, out = folder / "source.duckdb", folder / "target.duckdb"
    _write_tables(path, notes, persons)
    target = f"omop+duckdb:{out}?schema=out"
    run = place.deid(f"omop+duckdb:{path}?schema=cdm", "--policy", policy, *_FAST, out=target, counts=False)
    assert not run.is_refused, run.said
    assert run.done + run.quarantined == len(notes)
    with _attached(out, "target", "(READ_ONLY)") as database:
        written = database.execute("SELECT note_id FROM target.out.note").fetchall()
        refused = database.execute("SELECT count(*) FROM target.out.palimpseste_quarantine").fetchall()
    assert len(written) == len(set(written)) == run.done
    assert refused[0][0] == run.quarantined
    return run.outcome


# --- view and rules ----------------------------------------------------------------------------------------------

TEXTS = harmed_text(FRAGMENTS)
RECORDS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(FRAGMENTS) | st.text(max_size=12) for name in Patient.field_names()}
)


def check_view(place: Workplace, text: str) -> str:
    """Check that the view of a text is as long as its folded copy, and that its offsets lead back, in order if read so.

    What is read where nothing was written in codes or marks is read again as it is: of these some are written twice.
    """
    view = TextView.of(text)
    assert view.original == text
    assert len(view.folded) == len(view.text) == len(view)
    assert "\r" not in view.text
    assert "\0" not in view.text
    before = (0, 0)
    for at in range(len(view)):
        start, end = view.to_original(at, at + 1)
        assert 0 <= start < end <= len(text)
        if "\u202e" not in text:
            assert before[0] <= start
            assert before[1] <= end
        before = start, end
        low, high = view.from_original(start, end)
        assert low <= at < high
    if len(view):
        start, end = view.to_original(0, len(view))
        assert 0 <= start < end <= len(text)
    if not any(sign in text for sign in "&<=%\\ÃÂÄÅÈáâ*~\u202e"):
        assert TextView.of(view.text).text == view.text
    return "done"


@cache
def _deidentifier(policy: str, detectors: Sequence[str]) -> Deidentifier:
    return Deidentifier.default(key=MasterKey(bytes(range(32))), policy=policy, detectors=detectors)


def check_rules(place: Workplace, case: tuple[str, dict[str, str], str, Sequence[str]]) -> str:
    """De-identify a text by itself: unless its record is none, it is done, and what is found lies in order in it."""
    text, record, policy, detectors = case
    deidentify = _deidentifier(policy, detectors)
    try:
        patient = Patient.from_mapping(record)
    except UsageError:
        return "refused"
    document = Document("d", text, patient=patient)
    spans = deidentify.detect(document)
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        end = span.end
    result = deidentify.replace(document, spans)
    for span in result.spans:
        assert 0 <= span.start < span.end <= len(result.text)
    return "done"


# --- files of a site ---------------------------------------------------------------------------------------------

NOTES = [
    {"id": "d1001", "text": "Mme Lucie ZORGLUBINE, née le 04/09/1951 (69 ans), habite Dijon."},
    {"id": "d1002", "text": "Revue le 3 février 2021 par le Dr Krapulek, chambre 212, tél. 06 39 98 41 07, N1234567."},
    {"id": 1004, "text": "Sortie en mars 2020."},
]


def _lines(*names: str) -> bytes:
    """Return notes as JSON lines, the fields of text and identifier named so."""
    named = dict(zip(("text", "id"), names or ("text", "id"), strict=True))
    return b"".join(json.dumps({named[key]: value for key, value in note.items()}).encode() + b"\n" for note in NOTES)


def check_site_file(option: str, place: Workplace, case: tuple[str, bytes]) -> str:
    """De-identify notes with a policy, a configuration or a file of patients that was harmed.

    It is read as it says, or refused by its name before anything is written; no note goes to quarantine over it.
    """
    name, content = case
    folder = place.emptied()
    (folder / name).write_bytes(content)
    notes = folder / "in" / "notes.jsonl"
    notes.write_bytes(_lines("note_text", "note_id") if option == "--config" and b"note_text" in content else _lines())
    run = place.deid(notes, option, folder / name, *(() if option == "--config" else _FAST), out="out.jsonl")
    if run.is_refused:
        assert name in run.said or option == "--config", run.said
    else:
        assert run.done + run.quarantined == len(NOTES)
        assert option == "--config" or not run.quarantined, run.refusals
    return run.outcome


TOML_TOKENS = (
    *TOKENS, b"[places]", b"[labels]", b"[[a]]", b"= -1", b"= 1e400", b"= 1/0", b'"1/0"', b'"0"', b'"1/1000000"',
    b"= inf",
    b"= nan", b"= 1979-05-27", b"= {}", b"= []", b"= true", b"(a+)+$", b"(?P<x>a)", b"a*", b"((", b"\\d{1,99999}",
    b"(?i)",
    b"'''", b"#", b"keep", b"metric-laplace", b"exponential", b"planar-laplace", b"mask", b"patient", b"document",
    b"value",
)  # fmt: skip


@st.composite
def any_policy(draw: st.DrawFn) -> bytes:
    """Return a policy file whose every value is one that might be allowed, whatever the others are."""
    among = st.sampled_from
    dates = draw(among(("plausible", "shift", "bounded-laplace", "metric-laplace", "clock-laplace", "tag", "keep")))
    towns = draw(among(("plausible", "exponential", "exponential-knn", "planar-laplace", "uniform", "mask")))
    labels = {"DATE": dates, "BIRTHDATE": dates, "CITY": towns, "ZIP": towns}
    labels |= draw(st.dictionaries(among(LABELS), among(STRATEGIES), max_size=2))
    bounds = st.tuples(among((1, 2, 184)), among((1, 3, 349, 10**6, 10**12))).map(list)
    tables = {
        "options": {
            "date_shift_days": bounds,
            "date_shift_latest": among(("2025-12-31", "none", "2025")),
            "shift_scope": among(("patient", "document")),
            "age_change_units": bounds,
            "keep_of_names": st.lists(among(("length", "accents", "particles", "sense")), max_size=3),
            "draw_clock_times": st.booleans(),
            "seasons": st.booleans(),
            "carer_scope": among(("patient", "cohort")),
        },
        "clock": {"shift_days": among((1, 30, 900, 36_525, 10**6)), "keep_season": st.booleans()},
        "privacy": {
            "epsilon": among(("1", "1/1000000", "1000", "0.25", "1/3", 1, 0.1)),
            "per": among(("document", "value")),
            "oldest_age": among((1, 90, 130)),
            "weights": st.dictionaries(among(("DATE", "AGE", "CITY")), among((1, 1000))),
        },
        "places": {
            "zone": among(("france", "metropolitan", ["21"], ["2A", "974"])),
            "measure": among(("population", "square-root", "uniform")),
            "kilometres": among((0, 1, 5, 1000)),
            "size": among((0, 5, 1000)),
            "norm": among(("sum", "euclidean")),
            "nearest": among((1, 2, 10, 40_000)),
            "radius_km": among((1, 50, 20_000)),
        },
    }
    given = {name: draw(st.fixed_dictionaries({}, optional=values)) for name, values in tables.items()}
    default = draw(among(("plausible", "tag", "numbered-tag", "mask")))
    return toml_file_of(
        {"default": default, "labels": labels} | {name: values for name, values in given.items() if values}
    )


# --- register ----------------------------------------------------------------------------------------------------

OPENER = MasterKey(bytes(range(32)))
REGISTER, LOG = "cohorts.json", "cohorts.json.audit.jsonl"


@cache
def _register() -> Mapping[str, bytes]:
    return {name: (CORPUS / "register" / name).read_bytes() for name in (REGISTER, LOG)}


def _laid(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    return folder / REGISTER


@cache
def _true_keys() -> Mapping[str, Any]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        register = CohortRegister(_laid(Path(folder), _register()), OPENER)
        return {name: register.key_of(name)[0] for name in ("2023", "2024")}


def check_register(place: Workplace, case: tuple[str, bytes]) -> str:
    """Open a register one of whose files was harmed: no key but the right one comes out, and no flaw goes unseen."""
    name, content = case
    path = _laid(place.emptied(), {**_register(), name: content})
    refused = 0
    register = CohortRegister(path, OPENER)
    try:
        contents_of(path)
    except PalimpsesteError:
        refused += 1
    for cohort, key in _true_keys().items():
        try:
            assert register.key_of(cohort)[0] == key
        except PalimpsesteError:
            refused += 1
    try:
        seal = register.sealing_key()
        flaws = verify(path, seal).flaws
    except PalimpsesteError:
        flaws = ("refused",)
    changed = content != _register()[name]
    told = json.loads(_register()[REGISTER]) if name == REGISTER else None
    is_same = name == REGISTER and _parsed(content) == told
    assert flaws or not changed or is_same, "a change that nobody sees"
    for act in (lambda: register.note_use("2024"), lambda: register.derive("2025"), lambda: register.destroy("2023")):
        try:
            act()
        except PalimpsesteError:
            refused += 1
    return "refused" if refused or flaws else "done"


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


@st.composite
def harmed_register(draw: st.DrawFn) -> tuple[str, bytes]:
    name = draw(st.sampled_from((REGISTER, LOG)))
    whole = _register()[name]
    if name == LOG:
        return name, draw(harmed_bytes(whole) | harmed_json_lines(whole))
    if draw(st.booleans()):
        return name, draw(harmed_bytes(whole))
    tree = draw(harmed_tree(json.loads(whole)))
    return name, json.dumps(tree).encode()


def site_files(folder: str, harm: Callable[[bytes], st.SearchStrategy[bytes]]) -> st.SearchStrategy[tuple[str, bytes]]:
    """Draw a file of a site that was harmed, with its name."""
    return seeds(folder).flatmap(lambda seed: st.tuples(st.just(seed[0]), harm(seed[1])))


def _patients(whole: bytes) -> st.SearchStrategy[bytes]:
    structured = harmed_json_lines if whole.startswith(b"{") else harmed_table
    return harmed_bytes(whole, most=2) | structured(whole)


_toml = either(partial(harmed_bytes, tokens=TOML_TOKENS, most=2), harmed_toml)
_DETECTORS = st.sampled_from([("record", "rules")] * 9 + [("model", "record", "rules")])

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("text", files_of("text", harmed_bytes), partial(check_file, law_of_one_document)),
        Kind(
            "jsonl", files_of("jsonl", either(harmed_bytes, harmed_json_lines)), partial(check_file, law_of_json_lines)
        ),
        Kind("csv", files_of("csv", either(harmed_bytes, harmed_table)), partial(check_file, law_of_tables)),
        Kind("parquet", files_of("parquet", either(harmed_bytes, harmed_parquet)), partial(check_file, law_of_parquet)),
        Kind(
            "pdf",
            files_of("pdf", partial(harmed_bytes, tokens=PDF_TOKENS)),
            partial(check_file, law_of_one_document),
        ),
        Kind("fhir", files_of("fhir", either(harmed_bytes, harmed_json_lines)), partial(check_file, law_of_resources)),
        Kind("omop", st.tuples(_NOTES, _PERSONS, st.sampled_from(POLICIES)), check_rows),
        Kind("view", TEXTS | st.text(), check_view),
        Kind("rules", st.tuples(TEXTS, RECORDS, st.sampled_from(POLICIES), _DETECTORS), check_rules),
        Kind(
            "policy",
            site_files("policies", either(_toml, lambda whole: any_policy())),
            partial(check_site_file, "--policy"),
        ),
        Kind("site", site_files("site", _toml), partial(check_site_file, "--config")),
        Kind("patients", site_files("patients", _patients), partial(check_site_file, "--patients")),
        Kind("register", harmed_register(), check_register),
    )
}
