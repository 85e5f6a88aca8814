"""Precision, recall and F1 by class over folds: Table 1."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from palimpseste.evaluation.published import published
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.hcl.labels import LABELS, NOT_COMPARABLE, VIEW
from palimpseste.papers.systems import annotated
from palimpseste.rendering.tables import mean_and_deviation
from palimpseste.training.compare.cross_validation import cross_validate
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.workplace import digest_of

__all__ = ["table_1"]

_RECIPE = "hcl"
# The rate of model B', whose encoder went on learning from the hospital's notes; that of B is the recipe's.
_RATE_PRETRAINED = 5e-5
_MEASURES = ("precision", "recall", "f1")
_UNITS = {"tokens": "tokens", "spans": "exact spans"}


def table_1(material: Material) -> Finding:
    """Return precision, recall and F1 of each class, mean ± deviation over folds; a table an encoder."""
    annotated(material.notes, VIEW)
    first = Settings.from_recipe(material.recipe or _RECIPE, **{**material.settings, "view": VIEW})
    rates = {} if material.recipe else {"learning_rate": _RATE_PRETRAINED, "head_learning_rate": _RATE_PRETRAINED}
    chosen = {"B": first}
    if material.encoders:
        chosen["B'"] = first.changed(encoder=material.encoders[0], **rates)
    tables = []
    for model, settings in chosen.items():
        material.said(f"model {model}: {settings.encoder}")
        results = _folds(material, settings)
        title = f"Model {model}: {settings.encoder}"
        tables.append(_table(model, results, title))
    return Finding(
        tables,
        "The twelve classes, mean ± deviation over folds of notes that the model did not learn from; in the last line "
        "the unweighted mean of the classes' means, ± the deviation between classes, which is what the printed line "
        "follows from.",
        "The paper does not say whether a token or an entity is the unit, so both of ours stand here. Ours holds out "
        "patients, theirs documents; ours chooses the best weights on a tenth of the notes to learn from, theirs are "
        f"those of the last epoch, as far as it says. {NOT_COMPARABLE}",
        said=f"{len(material.notes):,} notes in {material.folds} folds. Model B is of the first encoder; B' of the one "
        "to compare, which in the paper went on learning from the hospital's notes.\n",
    )


def _folds(material: Material, settings: Settings) -> list[dict[str, Any]]:
    """Return the figures of every fold, from the file where they were made before."""
    asked = [settings.to_mapping(), digest_of(material.notes), material.folds]
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:12]
    target = material.folder / "trainings" / f"folds-{digest}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        cross_validate(material.notes, settings, target, material.running, folds=material.folds)
    found: list[dict[str, Any]] = json.loads((target / "folds.json").read_text(encoding="utf-8"))
    return found


def _table(model: str, results: Sequence[Mapping[str, Any]], title: str) -> Table:
    printed = [row for row in published("hcl_table_1") if row["model"] == model]
    of_folds = [each["test"]["overall"]["labels"] for each in results]
    rows = []
    means: dict[tuple[str, str], list[float]] = {(unit, what): [] for unit in _UNITS for what in _MEASURES}
    for row, label in zip(printed, LABELS, strict=False):
        cells = []
        for unit, what in means:
            values = [labels[label][unit][what]["value"] for labels in of_folds if label in labels]
            known = [value for value in values if value is not None]
            if known:
                means[unit, what].append(statistics.mean(known))
            cells.append(mean_and_deviation(values))
        rows.append([label, *_printed(row), *cells])
    rows.append(["**mean of classes**", *_printed(printed[-1]), *map(mean_and_deviation, means.values())])
    heads = ("P", "R", "F1")
    names = ("printed", *(f"ours, {said}" for said in _UNITS.values()))
    return Table(
        ("class", *(f"{what}, {name}" for name in names for what in heads)), rows, title, model.replace("'", "2")
    )


def _printed(row: Mapping[str, str]) -> list[str]:
    return [f"{float(row[what]):.3f} ± {float(row[f'{what}_deviation']):.3f}" for what in _MEASURES]
