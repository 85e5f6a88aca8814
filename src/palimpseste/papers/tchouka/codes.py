"""ICD-10 codes learned from stays and from what de-identification makes of them: Tables 6 to 8 of the journal paper."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from palimpseste.coding.measures.evaluate import evaluate_codes
from palimpseste.coding.predictions import read_predictions
from palimpseste.coding.settings import ENCODER_MODELS, CodingSettings
from palimpseste.coding.stays.reading import StayFiles
from palimpseste.evaluation.published import published
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.tables import mean_and_deviation
from palimpseste.settings_files import read_toml
from palimpseste.utility.design import Design
from palimpseste.utility.experiment import chosen_stays, predictions_file, run_experiment
from palimpseste.utility.versions import ORIGINAL, Version, known_key, versions_of

__all__ = ["table_6", "table_7", "table_8"]

_JOBS = 2
_MEASURES = ("precision", "recall", "f1")
_HEADS = ("P", "R", "F1")
# What our policies are in the paper: surrogates at an ε of 1, and tags; over what is detected, as there.
_VERSIONS = {"surrogates": "dp:1", "tags": "tag"}
_MODELS = ENCODER_MODELS
_LAAT = "laat"
_NOT_COMPARABLE = (
    "Their 56,000 stays are private, their encoders are FlauBERT and CamemBERT; stays, models and settings of ours are "
    "those of the command above. The number of labels decides much: ours is that of the stays given."
)

Scores = list[tuple[float, float, float]]


def table_6(material: Material) -> Finding:
    """Return micro precision, recall and F1 of one model trained and measured on each version of the stays."""
    files = StayFiles(tuple(material.stays))
    model = _LAAT if material.settings.get("encoder") else "linear"
    design = _design(material, files, [model], versions_of(_VERSIONS.values(), ["detected"]))
    labels, found = _scores(material, design)
    rows = []
    for row, version in zip(published("hnfc_table_6"), design.versions, strict=True):
        theirs, ours = [row[what] for what in _MEASURES], _cells(found[version, model])
        rows.append([row["version"], *(cell for pair in zip(theirs, ours, strict=True) for cell in pair)])
    heads = ("version", *(f"{what}, {whose}" for what in _HEADS for whose in ("printed", "ours")))
    return Finding(
        [Table(heads, rows)],
        "The same model trained, chosen and measured on the stays as they are, with surrogates at ε = 1 a document, "
        "and with tags, both over what is detected; micro averages over all codes.",
        f"Their table is of 6,160 labels, ours of {labels:,}. Their surrogates follow the published mechanisms, ours "
        f"the policy dp. {_told(model)}{_NOT_COMPARABLE}",
        said=_said(design, material),
    )


def table_7(material: Material) -> Finding:
    """Return the scores of the architectures on the original stays: codes cut to three characters, then whole codes."""
    rows = [
        [f"printed: {row['model']}", f"{int(row['labels']):,}", *(row[what] for what in _MEASURES)]
        for row in published("hnfc_table_7")
    ]
    for families, models in ((True, _MODELS), (False, (_LAAT,))):
        design = _design(material, StayFiles(tuple(material.stays), families=families), models, (ORIGINAL,))
        labels, found = _scores(material, design)
        rows += [[f"ours: {model}", f"{labels:,}", *_cells(found[ORIGINAL, model])] for model in models]
    return Finding(
        [Table(("model", "labels", *_HEADS), rows)],
        "The four architectures: the first 512 sub-words, segments pooled by mean and by maximum, label-aware "
        "attention; micro averages. Labels are codes cut to three characters, and for the last lines whole ones.",
        f"The paper has two encoders under label-aware attention: give the second in another run. {_NOT_COMPARABLE}",
        said=_said(design, material),
    )


def table_8(material: Material) -> Finding:
    """Return the F1 of label-aware attention, or of the linear model, and of the convolution, beside earlier works."""
    best = _LAAT if material.settings.get("encoder") else "linear"
    rows = [
        [f"printed: {row['model']}", row["dataset"], f"{int(row['labels']):,}", row["f1"]]
        for row in published("hnfc_table_8")
    ]
    for families in (False, True):
        design = _design(material, StayFiles(tuple(material.stays), families=families), (best, "cnn"), (ORIGINAL,))
        labels, found = _scores(material, design)
        rows += [
            [f"ours: {model}", "the stays given", f"{labels:,}", _cells(found[ORIGINAL, model])[-1]]
            for model in (best, "cnn")
        ]
    return Finding(
        [Table(("model", "stays", "labels", "F1"), rows)],
        "Micro F1 on the original stays, whole codes and codes cut to three characters; the convolution is that of "
        "Dalloux et al., which the paper trained on its own stays too.",
        "PLM-ICD was measured on English notes under a licence. The word vectors of our convolution are of factorised "
        f"mutual information, not FastText. {_told(best)}{_NOT_COMPARABLE}",
        said=_said(design, material),
    )


def _design(material: Material, files: StayFiles, models: Sequence[str], versions: tuple[Version, ...]) -> Design:
    return Design(
        files=files,
        versions=versions,
        models=tuple(_settings(material, model) for model in models),
        seeds=tuple(range(material.seed, material.seed + material.repeats)),
    )


def _settings(material: Material, model: str) -> CodingSettings:
    if model not in ENCODER_MODELS:
        steps = {name: value for name, value in material.settings.items() if name == "steps"}
        # A linear model reads no dates unless it is told what they tell.
        return CodingSettings.of_model(model, **steps, **({"tell_values": True} if model == "linear" else {}))
    values = read_toml(Path(material.recipe), material.recipe) if material.recipe else {}
    changes: dict[str, Any] = {**values, **material.settings}
    if model == "truncated":
        changes["window_pieces"] = 0
    return CodingSettings.of_model(model, **changes)


def _scores(material: Material, design: Design) -> tuple[int, dict[tuple[Version, str], Scores]]:
    """Run what is not done yet; return the codes of the stays, and the scores of each training on its own version."""
    asked = json.dumps(design.to_mapping(), sort_keys=True)
    folder = material.folder / "trainings" / f"codes-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"
    begun: set[str] = set()

    def watch(what: str, done: int, total: int) -> None:
        if what not in begun:
            begun.add(what)
            material.said(f"{what}: {total} to do")

    run_experiment(design, folder, known_key(), jobs=_JOBS, watch=watch)
    stays = chosen_stays(design)
    test = [each.stay for each in stays if each.split == "test"]
    found: dict[tuple[Version, str], Scores] = {}
    for version in design.versions:
        for settings in design.models_of(version):
            for training in design.trainings(version, settings):
                predictions = read_predictions(predictions_file(folder, training))
                micro = evaluate_codes(test, predictions, bootstrap=0).overall.micro
                scores = (micro.precision.value, micro.recall.value, micro.f1.value)
                found.setdefault((version, settings.model), []).append(scores)
    return len({code for each in stays for code in each.stay.codes}), found


def _cells(scores: Scores) -> list[str]:
    return [mean_and_deviation(values) for values in zip(*scores, strict=True)]


def _said(design: Design, material: Material) -> str:
    splits = [each.split for each in chosen_stays(design)]
    counts = ", ".join(f"{splits.count(name):,} {name}" for name in ("train", "dev", "test"))
    return f"{len(splits):,} stays ({counts}); {material.repeats} trainings of each kind.\n"


def _told(model: str) -> str:
    return "The linear model is told what dates and ages tell. " if model == "linear" else ""
