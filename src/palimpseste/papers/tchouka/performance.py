"""Scores by label: Table 3 of the journal paper, Table 2 of HEALTHINF."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.published import published
from palimpseste.evaluation.scores import LabelScores, Scorecard
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import SYSTEMS, annotated, found_by, with_records
from palimpseste.papers.tchouka.labels import LABELS, NOT_COMPARABLE, VIEW
from palimpseste.rendering.tables import mean_and_deviation

if TYPE_CHECKING:
    from palimpseste.detection.neural.encoder.detector import EncoderDetector

__all__ = ["healthinf_table_2", "table_3"]

_RECIPE = "hnfc"
_MEASURES = ("precision", "recall", "f1")
_HEADS = ("P", "R", "F1")
_UNITS = {"tokens": "tokens", "spans": "exact spans"}
_MICRO = "micro"
_PROPOSAL, _EARLIER = "proposal", "hybrid of 2022"


def table_3(material: Material) -> Finding:
    """Return the scores of our three systems by label, and beside them all that the paper prints."""
    notes = annotated(material.of_split("test"), VIEW)
    printed = _by_system([*published("hnfc_table_3"), *published("hnfc_table_3_others")])
    heads = ("label", *(f"{what}, {system}" for system in printed for what in _HEADS))
    tables = [Table(heads, [[label, *_all(printed, label)] for label in (*LABELS, _MICRO)], "Printed", "printed")]
    for system in SYSTEMS:
        card = evaluate(
            notes, found_by(system, notes, material), view=VIEW, bootstrap=material.bootstrap, seed=material.seed
        ).overall
        rows = [
            [label, *_all({_PROPOSAL: printed[_PROPOSAL]}, label), *_ours(card, label)] for label in (*LABELS, _MICRO)
        ]
        columns = (f"{what}, {said}" for said in ("printed", *_UNITS.values()) for what in _HEADS)
        tables.append(Table(("label", *columns), rows, f"Ours: {system}, beside the proposal", system))
    return Finding(
        tables,
        "The eight labels and the micro average over all of them.",
        "Of the printed systems the one on i2b2 read English notes; a system that does not know a label has a dash. "
        f"The bundled model read none of their notes, theirs was trained on nine tenths of them. {NOT_COMPARABLE}",
        said=with_records(notes),
    )


def healthinf_table_2(material: Material) -> Finding:
    """Return the scores of an encoder trained on nine tenths of the notes and measured on the rest."""
    from palimpseste.training.compare.experiments import run_experiment
    from palimpseste.training.compare.folds import dev_split
    from palimpseste.training.encoder.predictions import predictions_of
    from palimpseste.training.encoder.settings import Settings
    from palimpseste.training.run.workplace import digest_of

    annotated(material.notes, VIEW)
    if material.splits:
        learned, test = material.of_split("train"), material.of_split("test")
    else:
        learned, test = dev_split(material.notes, material.seed)
    train, dev = dev_split(learned, material.seed)
    settings = Settings.from_recipe(material.recipe or _RECIPE, **{**material.settings, "view": VIEW})

    def measure(detector: EncoderDetector) -> dict[str, Any]:
        card = evaluate(test, predictions_of(detector, test), view=VIEW, bootstrap=0)
        return {"test": json.loads(card.to_json())["overall"]}

    folder = material.folder / "trainings"
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for number in range(material.repeats):
        seeded = settings.changed(seed=settings.seed + number)
        asked = json.dumps([seeded.to_mapping(), *map(digest_of, (train, dev, test))], sort_keys=True)
        name = f"hnfc-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"
        material.said(f"training {number + 1} of {material.repeats}")
        results.append(run_experiment(folder, name, train, dev, seeded, measure, material.running)["test"])
    printed = _by_system(published("hnfc_table_3"))
    rows = [
        [label, *_all({name: printed[name] for name in (_EARLIER, _PROPOSAL)}, label), *_of_trainings(results, label)]
        for label in (*LABELS, _MICRO)
    ]
    names = (f"printed: {_EARLIER}", f"printed: {_PROPOSAL}", *(f"ours, {said}" for said in _UNITS.values()))
    return Finding(
        [Table(("label", *(f"{what}, {name}" for name in names for what in _HEADS)), rows)],
        "Trained on nine tenths of the notes and measured on one, as theirs; the eight labels and the micro average.",
        "Ours holds out patients, theirs documents. Theirs is FlauBERT trained once; encoder and settings of ours are "
        f"those of the command above, mean ± deviation over trainings. {NOT_COMPARABLE}",
        said=f"Trained on {len(train):,} notes, the best weights chosen on {len(dev):,}, measured on {len(test):,}; "
        f"{material.repeats} trainings of {settings.encoder}.\n",
    )


def _by_system(rows: Sequence[Mapping[str, str]]) -> dict[str, dict[str, Mapping[str, str]]]:
    found: dict[str, dict[str, Mapping[str, str]]] = {}
    for row in rows:
        found.setdefault(row["system"], {})[row["label"]] = row
    return found


def _all(printed: Mapping[str, Mapping[str, Mapping[str, str]]], label: str) -> list[str]:
    return [lines[label][what] if label in lines else "–" for lines in printed.values() for what in _MEASURES]


def _ours(card: Scorecard, label: str) -> list[str]:
    scores: LabelScores | None = card.micro if label == _MICRO else card.labels.get(label)
    if scores is None:
        return ["–"] * len(_UNITS) * len(_MEASURES)
    return [with_interval(getattr(getattr(scores, unit), what)) for unit in _UNITS for what in _MEASURES]


def _of_trainings(results: Sequence[Mapping[str, Any]], label: str) -> list[str]:
    scores = [each["micro"] if label == _MICRO else each["labels"].get(label) for each in results]
    return [
        mean_and_deviation(each[unit][what]["value"] for each in scores if each is not None)
        for unit in _UNITS
        for what in _MEASURES
    ]
