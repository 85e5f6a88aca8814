"""What new texts keep of the originals, as a Markdown table, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from palimpseste.rendering.tables import markdown_table, share
from palimpseste.utility.versions import Version

__all__ = ["csv_cell", "fidelity_csv", "fidelity_json", "fidelity_table", "flat"]

_HEADS = (
    "version",
    "BLEU",
    "in order",
    "tied",
    "lost",
    "interval error, days",
    "age error, years",
    "same town",
    "distance, km",
    "ratio of sizes",
)


def fidelity_table(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """Return one line a version, and one column more for each joined feature, in its standard deviations.

    Parameters
    ----------
    rows : mapping of str to mapping
        By what a version is called, `asdict` of its `Fidelity`; what is undefined is nan or None.
    """
    features = list(dict.fromkeys(name for row in rows.values() for name in row["places"]["feature_errors"]))
    heads = (*_HEADS, *(f"{_one_cell(name)}, sd" for name in features))
    return markdown_table(heads, [(_one_cell(name), *_cells(row, features)) for name, row in rows.items()])


def _cells(row: Mapping[str, Any], features: list[str]) -> Iterator[str]:
    dates, places, ages = (row[part] for part in ("dates", "places", "ages"))
    yield share(row["bleu"])
    for name in ("in_order", "tied", "lost"):
        yield share(dates[name])
    yield _figure(dates["interval_error_days"])
    yield _figure(ages["error_years"])
    yield share(places["same"])
    yield _figure(places["distance_km"])
    yield _figure(places["size_ratio"])
    for name in features:
        yield _figure(places["feature_errors"].get(name), decimals=2)


def _figure(value: float | None, decimals: int = 1) -> str:
    return "–" if value is None or math.isnan(value) else f"{value:,.{decimals}f}"


def _one_cell(name: str) -> str:
    """Return a name that a user gave, as it may stand in a cell."""
    return " ".join(name.split()).replace("|", "\\|")


def fidelity_csv(rows: Mapping[Version, Mapping[str, Any]]) -> str:
    """Return every figure, one line a version; cells that mean nothing are empty."""
    lines = [{**_told(version), **dict(flat(row))} for version, row in rows.items()]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for line in lines for name in line)), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: csv_cell(value) for name, value in line.items()} for line in lines)
    return text.getvalue()


def fidelity_json(rows: Mapping[Version, Mapping[str, Any]]) -> str:
    """Return every figure as a JSON list, one object a version; what is undefined is null."""
    objects = [{**_told(version), **_defined(row)} for version, row in rows.items()]
    return json.dumps(objects, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _told(version: Version) -> dict[str, object]:
    """Return what a version is, as it begins a line of a file."""
    epsilon = None if version.epsilon is None else float(version.epsilon)
    return {"version": version.treatment, "spans": version.spans, "epsilon": epsilon}


def flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield every figure of nested ones, by its path."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{before}{name}_")
        else:
            yield f"{before}{name}", value


def csv_cell(value: object) -> str:
    """Return what stands in a cell; nothing for nan and None."""
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    return "" if value is None else str(value)


def _defined(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _defined(each) for name, each in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value
