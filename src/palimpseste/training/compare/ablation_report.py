"""The comparisons as a page of Markdown with figures beside it. Figures only: no text of any note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from palimpseste.rendering.charts import bars, curves
from palimpseste.rendering.tables import markdown_table, mean_and_deviation, mean_known, share
from palimpseste.training.compare.significance import t_test

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
        One a training, ``kind``, ``value``, ``notes`` and the measures of each ``ways``; the trainings on all notes
        first, the rules last. Those of one kind and value are repetitions.
    """
    whole = [result for result in results if result["kind"] == "all notes"]
    repeated = (
        f" Each was trained {len(whole)} times, with other seeds: mean ± sample standard deviation; p is of Student's "
        "two-sided t-test of two independent samples of the same variance."
        if len(whole) > 1
        else ""
    )
    sections = [
        "# What each part is worth\n\n"
        f"Encoder {encoder}, {whole[0]['notes']} training notes, {view} view; token by token on the same test notes."
        f"{repeated}\n",
        _rules(folder, whole, results[-1]),
    ]
    for kind, section in (("size", _sizes), ("without type", _types), ("encoder", _encoders)):
        chosen: dict[Any, list[Result]] = {}
        for result in results:
            if result["kind"] == kind:
                chosen.setdefault(result["value"], []).append(result)
        if chosen:
            sections.append(section(folder, whole, chosen, encoder))
    sections.append(_energy(results))
    report = "\n".join(sections)
    (folder / "report.md").write_text(report, encoding="utf-8")
    return report


def _rules(folder: Path, whole: Sequence[Result], rules: Result) -> str:
    ways = {way: [result["ways"][way] for result in whole] for way in whole[0]["ways"]}
    ways |= {way: [found] for way, found in rules["ways"].items()}
    names = {
        "rules": "rules",
        "rules and record": "rules and record",
        _MODEL: "model",
        "model and rules": "model and rules",
    }
    rows = {**names, _ALL: "model, rules and record"}
    table = markdown_table(("", *_HEADS), [[shown, *_cells(ways[way])] for way, shown in rows.items()])
    labels = list(dict.fromkeys(label for way in rows for found in ways[way] for label in found["labels"]))
    by_label = markdown_table(
        ("F1 of label", *rows.values()),
        [[label, *(mean_and_deviation(_of_label(ways[way], label)) for way in rows)] for label in labels],
    )
    shown = {
        label: {
            name: mean_known(_of_label(ways[way], label))
            for way, name in rows.items()
            if way in (_MODEL, _ALL, "rules")
        }
        for label in labels
    }
    (folder / "rules.svg").write_text(bars(shown, "F1 by label"), encoding="utf-8")
    return f"## Rules added\n\n{table}\n![F1 by label](rules.svg)\n\n{by_label}"


def _sizes(folder: Path, whole: Sequence[Result], chosen: Mapping[int, Sequence[Result]], encoder: str) -> str:
    ordered = {size: chosen[size] for size in sorted(chosen)} | {whole[0]["notes"]: whole}
    rows = [
        [str(size), *_cells(_way(found, _MODEL)), mean_and_deviation(_of(found, _ALL, "redacted"))]
        for size, found in ordered.items()
    ]
    series = {
        f"{_HEADS[_MEASURES.index(measure)]}, {shown}": [
            (size, mean_known(_of(found, way, measure))) for size, found in ordered.items()
        ]
        for measure in ("f1", "redacted")
        for way, shown in ((_MODEL, "model"), (_ALL, "with rules and record"))
    }
    (folder / "sizes.svg").write_text(curves(series, "training notes", "measure"), encoding="utf-8")
    table = markdown_table(("notes", *_HEADS, "redacted with rules and record"), rows)
    return f"## Training notes\n\n![Measures by number of training notes](sizes.svg)\n\n{table}"


def _types(folder: Path, whole: Sequence[Result], chosen: Mapping[str, Sequence[Result]], encoder: str) -> str:
    measures = {"f1": "F1", "redacted": "redacted", "fully_redacted": "fully redacted"}
    rows, shown = [], {}
    for name, found in chosen.items():
        sides = [_on_type(whole, name), _on_type(found, name)]
        row = [name or "unknown", str(found[0]["notes"])]
        for measure in measures:
            with_type, without = ([each[measure] for each in side] for side in sides)
            row += [mean_and_deviation(with_type), mean_and_deviation(without)]
            if len(whole) > 1:
                row.append(share(t_test(with_type, without)))
        rows.append(row)
        shown[name or "unknown"] = {
            label: mean_known([each["f1"] for each in side])
            for label, side in zip(("trained with the type", "without it"), sides, strict=True)
        }
    (folder / "types.svg").write_text(bars(shown, "F1 on the type left out"), encoding="utf-8")
    heads = ["type", "notes left"]
    for said in measures.values():
        heads += [f"{said} with", f"{said} without"] + ([f"p of {said}"] if len(whole) > 1 else [])
    return (
        "## Document types left out\n\nOn the test notes of the type itself, by the model alone.\n\n"
        f"![F1 on the type left out](types.svg)\n\n{markdown_table(heads, rows)}"
    )


def _encoders(folder: Path, whole: Sequence[Result], chosen: Mapping[str, Sequence[Result]], encoder: str) -> str:
    found = {encoder: whole, **chosen}
    several = len(whole) > 1
    rows = []
    for name, trained in found.items():
        row = [name, *_cells(_way(trained, _MODEL)), mean_and_deviation(_of(trained, _ALL, "redacted"))]
        if several:
            row.append(share(t_test(_of(whole, _MODEL, "f1"), _of(trained, _MODEL, "f1"))) if name != encoder else "")
        rows.append(row)
    shown = {
        # A folder's name says enough in a figure.
        name.rstrip("/").rpartition("/")[2]: {
            measure: mean_known(_of(trained, _MODEL, measure)) for measure in ("precision", "recall", "f1")
        }
        for name, trained in found.items()
    }
    (folder / "encoders.svg").write_text(bars(shown, "Measures by encoder"), encoding="utf-8")
    heads = ("encoder", *_HEADS, "redacted with rules and record", *(["p of F1 against the first"] if several else []))
    read = {name: trained[0]["reading"] for name, trained in found.items()}
    reading = markdown_table(
        ("encoder", "vocabulary", "sub-words a word", "whole words", "words with an unknown part"),
        [
            [name, str(how["vocabulary"]), f"{how['pieces_a_word']:.2f}", share(how["whole"]), share(how["unknown"])]
            for name, how in read.items()
        ],
    )
    return (
        f"## Encoders\n\n![Measures by encoder](encoders.svg)\n\n{markdown_table(heads, rows)}\n"
        "How their tokenizers read the words of the test notes; one made for many languages cuts them smaller.\n\n"
        f"{reading}"
    )


def _energy(results: Sequence[Result]) -> str:
    used = [result["energy"] for result in results if "energy" in result]
    if any(part["energy_kwh"] is None for part in used):
        return "Electricity was not measured.\n"
    kwh, co2 = (sum(part[name] for part in used) for name in ("energy_kwh", "co2_kg"))
    return f"All trainings together took {kwh:.3g} kWh, {co2:.3g} kg of CO2 with the French mix.\n"


def _way(results: Sequence[Result], way: str) -> list[Result]:
    return [result["ways"][way] for result in results]


def _of(results: Sequence[Result], way: str, measure: str) -> list[float]:
    return [found["measures"][measure] for found in _way(results, way)]


def _of_label(found: Sequence[Result], label: str) -> list[float | None]:
    return [each["labels"].get(label) for each in found]


def _on_type(results: Sequence[Result], name: str) -> list[Result]:
    """Return the measures of the model alone on the test notes of a type; none where there are no such notes."""
    return [found["types"][name] for found in _way(results, _MODEL) if name in found["types"]]


def _cells(found: Sequence[Result]) -> list[str]:
    return [mean_and_deviation(each["measures"][name] for each in found) for name in _MEASURES]
