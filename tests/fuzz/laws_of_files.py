"""What must hold of a file of a format that was harmed, and of the good one beside it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Set
from contextlib import suppress

from seeds import FAST
from workplace import GOOD, Run, Workplace

from palimpseste.sources.fhir.allowed import OTHER_TYPES


def run_over(place: Workplace, case: tuple[str, bytes, str]) -> Run:
    """De-identify a folder of one good note and a file that was harmed; the good one is done whatever the other is."""
    name, content, policy = case
    folder = place.emptied()
    (folder / "in" / name).write_bytes(content)
    run = place.deid(folder / "in", "--policy", policy, *FAST)
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
