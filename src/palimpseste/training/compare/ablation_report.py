"""The comparisons as a page of Markdown with figures beside it. Figures only: no text of any note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from palimpseste.charts import bars, curves
from palimpseste.tables import markdown_table, share

__all__ = ["write_ablation_report"]

_MEASURES = ("precision", "recall", "f1", "redacted", "fully_redacted")
_HEADS = ("precision", "recall", "F1", "redacted", "fully redacted")
_MODEL, _ALL = "model", "all"

Result = Mapping[str, Any]


def write_ablation_report(folder: Path, results: Sequence[Result], encoder: str, view: str) -> str:
    """Write ``report.md`` and the figures it shows into a folder; return the report.

    Parameters
    ----------
    results : sequence of mapping
        One a training, ``kind``, ``value``, ``notes`` and the measures of each ``ways``; the training on all notes
        first.
    """
    whole = results[0]
    sections = [
        "# What each part is worth\n\n"
        f"Encoder {encoder}, {whole['notes']} training notes, {view} view; token by token on the same test notes.\n",
        _rules(folder, results),
    ]
    for kind, section in (("size", _sizes), ("without type", _types), ("encoder", _encoders)):
        chosen = [result for result in results if result["kind"] == kind]
        if chosen:
            sections.append(section(folder, whole, chosen, encoder))
    sections.append(_energy(results))
    report = "\n".join(sections)
    (folder / "report.md").write_text(report, encoding="utf-8")
    return report


def _rules(folder: Path, results: Sequence[Result]) -> str:
    ways = {**results[0]["ways"], **results[-1]["ways"]}
    names = {
        "rules": "rules",
        "rules and record": "rules and record",
        _MODEL: "model",
        "model and rules": "model and rules",
    }
    rows = {**names, _ALL: "model, rules and record"}
    table = markdown_table(("", *_HEADS), [[shown, *_cells(ways[way])] for way, shown in rows.items()])
    labels = list(dict.fromkeys(label for way in rows for label in ways[way]["labels"]))
    by_label = markdown_table(
        ("F1 of label", *rows.values()),
        [[label, *(share(ways[way]["labels"].get(label)) for way in rows)] for label in labels],
    )
    shown = {
        label: {
            name: _number(ways[way]["labels"].get(label))
            for way, name in rows.items()
            if way in (_MODEL, _ALL, "rules")
        }
        for label in labels
    }
    (folder / "rules.svg").write_text(bars(shown, "F1 by label"), encoding="utf-8")
    return f"## Rules added\n\n{table}\n![F1 by label](rules.svg)\n\n{by_label}"


def _sizes(folder: Path, whole: Result, chosen: Sequence[Result], encoder: str) -> str:
    ordered = sorted([*chosen, whole], key=lambda result: result["notes"])
    rows = [
        [str(r["notes"]), *_cells(r["ways"][_MODEL]), share(r["ways"][_ALL]["measures"]["redacted"])] for r in ordered
    ]
    series = {
        f"{_HEADS[_MEASURES.index(measure)]}, {shown}": [
            (r["notes"], r["ways"][way]["measures"][measure]) for r in ordered
        ]
        for measure in ("f1", "redacted")
        for way, shown in ((_MODEL, "model"), (_ALL, "with rules and record"))
    }
    (folder / "sizes.svg").write_text(curves(series, "training notes", "measure"), encoding="utf-8")
    table = markdown_table(("notes", *_HEADS, "redacted with rules and record"), rows)
    return f"## Training notes\n\n![Measures by number of training notes](sizes.svg)\n\n{table}"


def _types(folder: Path, whole: Result, chosen: Sequence[Result], encoder: str) -> str:
    rows, shown = [], {}
    for result in chosen:
        name = result["value"]
        both = [side["ways"][_MODEL]["types"].get(name) for side in (whole, result)]
        cells = [share(side[measure] if side else None) for side in both for measure in ("f1", "redacted")]
        rows.append([name or "unknown", str(result["notes"]), *cells])
        shown[name or "unknown"] = {
            label: _number(side["f1"] if side else None)
            for label, side in zip(("trained with the type", "without it"), both, strict=True)
        }
    (folder / "types.svg").write_text(bars(shown, "F1 on the type left out"), encoding="utf-8")
    heads = ("type", "notes left", "F1 with", "redacted with", "F1 without", "redacted without")
    return (
        "## Document types left out\n\nOn the test notes of the type itself, by the model alone.\n\n"
        f"![F1 on the type left out](types.svg)\n\n{markdown_table(heads, rows)}"
    )


def _encoders(folder: Path, whole: Result, chosen: Sequence[Result], encoder: str) -> str:
    ways = {encoder: whole["ways"], **{str(result["value"]): result["ways"] for result in chosen}}
    rows = [[name, *_cells(found[_MODEL]), share(found[_ALL]["measures"]["redacted"])] for name, found in ways.items()]
    shown = {
        # A folder's name says enough in a figure.
        name.rstrip("/").rpartition("/")[2]: {m: found[_MODEL]["measures"][m] for m in ("precision", "recall", "f1")}
        for name, found in ways.items()
    }
    (folder / "encoders.svg").write_text(bars(shown, "Measures by encoder"), encoding="utf-8")
    table = markdown_table(("encoder", *_HEADS, "redacted with rules and record"), rows)
    read = {encoder: whole["reading"], **{str(result["value"]): result["reading"] for result in chosen}}
    reading = markdown_table(
        ("encoder", "vocabulary", "sub-words a word", "whole words", "words with an unknown part"),
        [
            [name, str(how["vocabulary"]), f"{how['pieces_a_word']:.2f}", share(how["whole"]), share(how["unknown"])]
            for name, how in read.items()
        ],
    )
    return (
        f"## Encoders\n\n![Measures by encoder](encoders.svg)\n\n{table}\n"
        "How their tokenizers read the words of the test notes; one made for many languages cuts them smaller.\n\n"
        f"{reading}"
    )


def _energy(results: Sequence[Result]) -> str:
    used = [result["energy"] for result in results if "energy" in result]
    if any(part["energy_kwh"] is None for part in used):
        return "Electricity was not measured.\n"
    kwh, co2 = (sum(part[name] for part in used) for name in ("energy_kwh", "co2_kg"))
    return f"All trainings together took {kwh:.3g} kWh, {co2:.3g} kg of CO2 with the French mix.\n"


def _cells(way: Mapping[str, Any]) -> list[str]:
    return [share(way["measures"][name]) for name in _MEASURES]


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)
