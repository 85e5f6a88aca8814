"""Measures of models that write, by epoch: Figures 2 to 9."""

from __future__ import annotations

import math
from functools import partial

from palimpseste.evaluation.published import published
from palimpseste.papers.bordeaux.runs import model_runs
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.charts import curves

__all__ = ["figure_2", "figure_3", "figure_4", "figure_5", "figure_6", "figure_7", "figure_8", "figure_9"]

_PRINTED_EPOCH = 7


def _by_epoch(measure: str, name: str, printed: str, material: Material) -> Finding:
    """Return a measure of each model by epoch, beside the column of what is printed; empty for none."""
    runs = model_runs(material)
    epochs = sorted({epoch for run in runs for epoch in run.measures})
    values = {
        run.name: [(epoch, run.measures.get(epoch, {}).get(measure, math.nan)) for epoch in epochs] for run in runs
    }
    rows = [
        [
            f"{epoch}",
            *(_share(points[at][1]) for points in values.values()),
            *(_share(run.measures.get(epoch, {}).get("altered", math.nan)) for run in runs),
        ]
        for at, epoch in enumerate(epochs)
    ]
    heads = ("epoch", *(run.name for run in runs), *(f"{run.name}, words altered" for run in runs))
    tables = [Table(heads, rows, "Ours")]
    if printed:
        theirs = [[row["model"], row[printed]] for row in published("bordeaux_table_3")]
        tables.append(Table(("model", f"epoch {_PRINTED_EPOCH}"), theirs, "Printed", "printed"))
    figure = curves({each: list(points) for each, points in values.items()}, "epoch", name)
    answered = sorted({len(found) for run in runs for found in run.found.values()})
    return Finding(
        tables,
        "Free answers to development notes after every epoch, laid over their notes; an identifier counts as removed "
        "where every letter and digit of it is hidden. What an answer drops or changes beside a mask is laid under the "
        "mask: recall means little where many words are altered.",
        "The curves of the paper bear no numbers; printed is its epoch 7"
        + ("" if printed else ", and that BLEU stays above 0.9864 from epoch 5 on")
        + ". Its models have seven billion weights and more, its notes are private.",
        {"": figure},
        said=f"{' to '.join(map(str, dict.fromkeys((answered[0], answered[-1]))))} development notes were answered.\n",
    )


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"


figure_2 = partial(_by_epoch, "f1", "F1 of identifiers", "f1")
figure_3 = partial(_by_epoch, "note_recall", "recall of notes", "note_recall")
figure_4 = partial(_by_epoch, "recall", "recall of identifiers", "recall")
figure_5 = partial(_by_epoch, "recall of TEL", "recall, telephones", "TEL")
figure_6 = partial(_by_epoch, "recall of LOC", "recall, places", "LOC")
figure_7 = partial(_by_epoch, "recall of NAME", "recall, names", "NAME")
figure_8 = partial(_by_epoch, "recall of DATE", "recall, dates", "DATE")
figure_9 = partial(_by_epoch, "bleu", "BLEU-4", "")
