"""What the number of training documents is worth: Figure 5, and supplement E with its figure and table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.labels import SCORED
from palimpseste.papers.aphp.trainings import (
    HYBRID_WAY,
    MODEL_WAY,
    NOT_COMPARABLE,
    Trained,
    cells,
    measures,
    sets_of,
    trained,
)
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.charts import curves
from palimpseste.rendering.tables import mean_and_deviation, mean_known
from palimpseste.training.compare.folds import Sets

__all__ = ["figure_5", "table_e"]

_MEASURES = ("precision", "recall", "f1", "redacted", "fully_redacted")
_HEADS = ("P", "R", "F1", "redacted", "fully redacted")
_COLOURS = 6  # of curves, before two look alike

Sizes = Mapping[int, list[dict[str, Any]]]


def figure_5(material: Material) -> Finding:
    """Return token F1 of the model alone by label and number of training documents, as table and figure."""
    sets = sets_of(material)
    found = _by_size(trained(material, sets, sizes=_sizes(material, sets)))
    printed = {int(row["documents"]): row["f1"] for row in published("aphp_table_e")}
    rows = [[label, *(mean_and_deviation(_of_label(each, label)) for each in found.values())] for label in SCORED]
    rows.append(["**all**", *(cells(each, MODEL_WAY, ["f1"])[0] for each in found.values())])
    rows.append(["all, with rules", *(cells(each, HYBRID_WAY, ["f1"])[0] for each in found.values())])
    rows.append(["all, with rules, printed (Table E)", *(printed.get(size, "–") for size in found)])
    lines = {label: [(size, mean_known(_of_label(each, label))) for size, each in found.items()] for label in SCORED}
    dashed = dict(zip(SCORED[_COLOURS:], SCORED, strict=False))
    return Finding(
        [Table(("label", *(f"{size:,} notes" for size in found)), rows, "F1 by token")],
        "The twelve labels, tokens as unit, F1 of the model alone on one set of test notes; documents drawn from the "
        "training notes, anew for each repetition.",
        "The curves of the paper's figure bear no numbers: beside ours stands the F1 of all labels of its Table E, "
        "which is of model and rules together. " + NOT_COMPARABLE,
        {"": curves(lines, "training notes", "F1 by token", dashed=dashed)},
        said=sets.told(),
    )


def table_e(material: Material) -> Finding:
    """Return the measures of model and rules together by number of training documents, and Figure E."""
    sets = sets_of(material)
    found = _by_size(trained(material, sets, sizes=_sizes(material, sets)))
    printed = {int(row["documents"]): row for row in published("aphp_table_e")}
    rows = []
    for size in sorted({*found, *printed}):
        theirs = [printed[size][name] for name in _MEASURES] if size in printed else ["–"] * len(_MEASURES)
        ours = cells(found.get(size, []), HYBRID_WAY, _MEASURES)
        rows.append([f"{size:,}", *(cell for pair in zip(theirs, ours, strict=True) for cell in pair)])
    heads = ("documents", *(f"{what}, {whose}" for what in _HEADS for whose in ("printed", "ours")))
    lines = {
        "printed, model and rules": [(size, float(row["fully_redacted"])) for size, row in sorted(printed.items())],
        **{
            f"ours, {said}": [(size, mean_known(measures(each, way, "fully_redacted"))) for size, each in found.items()]
            for said, way in (("model and rules", HYBRID_WAY), ("model alone", MODEL_WAY))
        },
    }
    ticks = [size for size in (10, 30, 100, 300, 1000, 3000) if size <= max(*printed, *found)]
    return Finding(
        [Table(heads, rows)],
        "Model and rules together, those of the patient's record among them, by token; *fully redacted*, of all test "
        "notes, those with every token hidden.",
        "Our rules find more by themselves than the paper's (Table 4), so that *redacted* says less of the model. "
        + NOT_COMPARABLE,
        {"": curves(lines, "training notes", "fully redacted", ticks=ticks)},
        said=sets.told(),
    )


def _sizes(material: Material, sets: Sets) -> list[int]:
    """Return those asked for, or the paper's that are below the number of training notes."""
    if material.sizes:
        return sorted(material.sizes)
    found = [int(row["documents"]) for row in published("aphp_table_e")]
    found = [size for size in found if size < len(sets.train)]
    if not found:
        raise UsageError(f"{len(sets.train)} notes to train on are fewer than the paper's smallest set")
    return found


def _by_size(found: Trained) -> Sizes:
    sizes = dict.fromkeys(each["notes"] for each in found.of("size"))
    return {**{size: found.of("size", size) for size in sizes}, len(found.sets.train): found.of("all notes")}


def _of_label(trainings: list[dict[str, Any]], label: str) -> list[float | None]:
    return [each["ways"][MODEL_WAY]["labels"].get(label) for each in trainings]
