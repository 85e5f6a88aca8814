"""Numeric columns a user brings, joined to communes by INSEE code."""

from __future__ import annotations

import csv
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from palimpseste.errors import UsageError

__all__ = ["Feature", "JoinReport", "MissingRule", "UnknownRule", "read_features"]

MissingRule = Literal["error", "nan", "zero", "median"]
UnknownRule = Literal["error", "report"]

_SHOWN_CODES = 5


@dataclass(frozen=True, slots=True)
class Feature:
    """A numeric column of a user's file.

    Parameters
    ----------
    name : str
        Name under which the table offers it.
    unit : str
        What one means: ``inhabitants``, ``deaths a year``, ``km2``.
    column : str, default: the name
        Heading in the file.
    missing : {"error", "nan", "zero", "median"}
        What a commune without a value gets: `error` refuses the file, `nan` leaves a gap for the caller to deal with,
        `median` takes the median of the values present.
    """

    name: str
    unit: str
    column: str = ""
    missing: MissingRule = "error"

    @property
    def heading(self) -> str:
        """Heading in the file."""
        return self.column or self.name


@dataclass(frozen=True, slots=True)
class JoinReport:
    """What a join met, so that nothing is dropped unseen.

    Attributes
    ----------
    path : str
        The file.
    rows : int
        Communes read; lines which repeat one count once.
    skipped : int
        Data lines left out by `where`.
    unknown : tuple of str
        Codes of the file which no current commune bears.
    filled : mapping of str to tuple of str
        By feature, the codes of communes which got their value from the missing-value rule.
    """

    path: str
    rows: int
    skipped: int
    unknown: tuple[str, ...]
    filled: Mapping[str, tuple[str, ...]]


def read_features(
    path: Path,
    *,
    codes: Iterable[str],
    key: str,
    columns: Sequence[Feature],
    where: Mapping[str, str],
    unknown: UnknownRule,
    delimiter: str,
    decimal: str,
) -> tuple[dict[str, dict[str, float]], JoinReport]:
    """Values by feature name and INSEE code, and what was met on the way.

    Raises
    ------
    UsageError
        On a missing column, an empty code, a code with two sets of values, a cell that is no finite number, a code
        that no commune bears (unless `unknown` is ``"report"``), a commune without a value (unless its feature has a
        rule for it). The message names file, line and column.
    """
    if not columns:
        raise UsageError(f"{path.name}: no column asked for; declare at least one Feature")
    raw, skipped = _read_cells(path, key=key, columns=columns, where=where, delimiter=delimiter, decimal=decimal)
    known = sorted(set(codes))
    strangers = tuple(sorted(set(raw) - set(known)))
    if strangers and unknown == "error":
        raise UsageError(
            f"{path.name}: column {key!r}: {len(strangers)} codes belong to no current commune ({_some(strangers)}); "
            "correct them, or pass unknown='report' to leave them out and find them in the join report"
        )
    values: dict[str, dict[str, float]] = {}
    filled: dict[str, tuple[str, ...]] = {}
    for feature in columns:
        present = {code: raw[code][feature.name] for code in known if code in raw and feature.name in raw[code]}
        absent = tuple(code for code in known if code not in present)
        fill = _fill_value(path, feature, present, absent) if absent else math.nan
        values[feature.name] = {code: present.get(code, fill) for code in known}
        filled[feature.name] = absent
    return values, JoinReport(str(path), len(raw), skipped, strangers, filled)


def _read_cells(
    path: Path, *, key: str, columns: Sequence[Feature], where: Mapping[str, str], delimiter: str, decimal: str
) -> tuple[dict[str, dict[str, float]], int]:
    cells: dict[str, dict[str, float]] = {}
    try:
        stream = path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    with stream:
        rows = csv.reader(stream, delimiter=delimiter)
        header = next(rows, [])
        wanted = [key, *(feature.heading for feature in columns), *where]
        for heading in wanted:
            if header.count(heading) != 1:
                state = "occurs twice" if heading in header else "is not there"
                raise UsageError(f"{path.name}: line 1: column {heading!r} {state}; columns: {', '.join(header)}")
        positions = {heading: header.index(heading) for heading in wanted}
        first_line: dict[str, int] = {}
        skipped = 0
        for row in rows:
            line = f"{path.name}: line {rows.line_num}"
            if not row:
                continue
            if len(row) != len(header):
                raise UsageError(f"{line}: {len(row)} cells where the first line has {len(header)}")
            if any(row[positions[heading]].strip() != value for heading, value in where.items()):
                skipped += 1
                continue
            code = row[positions[key]].strip()
            if not code:
                raise UsageError(f"{line}: column {key!r}: empty code")
            values = {
                feature.name: _number(cell, decimal, f"{line}: column {feature.heading!r}")
                for feature in columns
                if (cell := row[positions[feature.heading]].strip())
            }
            # Files with a line for each postal code repeat the figures of a commune.
            if cells.setdefault(code, values) != values:
                raise UsageError(f"{line}: column {key!r}: {code} has other values on line {first_line[code]}")
            first_line.setdefault(code, rows.line_num)
    return cells, skipped


def _number(cell: str, decimal: str, place: str) -> float:
    try:
        value = float(cell.replace(decimal, ".") if decimal != "." else cell)
    except ValueError:
        raise UsageError(f"{place}: {cell!r} is no number (decimal mark {decimal!r})") from None
    if not math.isfinite(value):
        raise UsageError(f"{place}: {cell!r} is not finite; leave the cell empty where the value is missing")
    return value


def _fill_value(path: Path, feature: Feature, present: Mapping[str, float], absent: Sequence[str]) -> float:
    if feature.missing == "nan":
        return math.nan
    if feature.missing == "zero":
        return 0.0
    if feature.missing == "median" and present:
        return statistics.median(present.values())
    if feature.missing in ("error", "median"):
        raise UsageError(
            f"{path.name}: column {feature.heading!r}: no value for {len(absent)} communes ({_some(absent)}); "
            "add them, or give the feature another rule: missing='nan', 'zero' or 'median'"
        )
    raise UsageError(f"feature {feature.name!r}: missing={feature.missing!r}; allowed: error, nan, zero, median")


def _some(codes: Sequence[str]) -> str:
    shown = ", ".join(codes[:_SHOWN_CODES])
    return shown if len(codes) <= _SHOWN_CODES else f"{shown}..."
