"""Every note measured once by a model that saw none of its patient's: mean and deviation over folds.

The table is that of Richard, Talbot and Gimbert (2023, table 1): ten folds, precision, recall and F1 of each label as
mean ± standard deviation.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.document import Document
from palimpseste.evaluation import evaluate
from palimpseste.files import write_json
from palimpseste.rendering.tables import markdown_table, mean_and_deviation
from palimpseste.training.compare.experiments import run_experiment
from palimpseste.training.compare.folds import dev_split, folds_of
from palimpseste.training.encoder.predictions import check_measurable, predictions_of
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["cross_validate"]

_MEASURES = ("precision", "recall", "f1")


def cross_validate(
    documents: Sequence[Document],
    settings: Settings,
    target: Path,
    running: Running = UNWATCHED,
    *,
    folds: int = 10,
    keeps_models: bool = False,
) -> str:
    """Train once a fold and write ``report.md`` and ``folds.json``; return the report.

    An interrupted run goes on with the fold, and the step, it was at. In each fold, a tenth of the patients left to
    train on are held out to choose the best weights.

    Parameters
    ----------
    documents : sequence of Document
        Annotated.
    folds : int
        2 or more; a patient's documents are all in one.
    keeps_models : bool
        Whether the models are left in the target, one folder each.

    Raises
    ------
    UsageError
        If there are too few patients, or no entity, or an interrupted run was asked for something else.
    """
    check_measurable(documents, settings.view, "training")
    positions = folds_of(documents, folds, settings.seed)
    request = {**settings.to_mapping(), "documents": digest_of(documents), "folds": folds, "keeps_models": keeps_models}
    workplace = Workplace(target, request, running)
    results = []
    for number, held_out in enumerate(positions):
        running.progress.said(f"fold {number + 1} of {folds}")
        chosen = set(held_out)
        test = [documents[position] for position in held_out]
        rest = [document for position, document in enumerate(documents) if position not in chosen]
        train, dev = dev_split(rest, settings.seed)

        def measure(detector: EncoderDetector, test: Sequence[Document] = test) -> dict[str, Any]:
            evaluation = evaluate(test, predictions_of(detector, test), view=settings.view, bootstrap=0)
            return {"test": json.loads(evaluation.to_json())}

        name = f"fold-{number + 1:02d}"
        results.append(
            run_experiment(workplace.folder, name, train, dev, settings, measure, running, kept=keeps_models)
        )
    report = _report(results, settings, len(documents))

    def fill(folder: Path) -> None:
        (folder / "report.md").write_text(report, encoding="utf-8")
        write_json(folder / "folds.json", results)
        for model in sorted(workplace.folder.glob("fold-??")):
            model.rename(folder / model.name)

    workplace.finish(fill)
    return report


def _report(results: Sequence[dict[str, Any]], settings: Settings, documents: int) -> str:
    cards = [result["test"]["overall"] for result in results]
    names = list(dict.fromkeys(name for card in cards for name in card["labels"]))
    rows = [[name, *_cells([card["labels"].get(name) for card in cards])] for name in names]
    rows.append(["**mean of labels**", *_means([[card["labels"].get(name) for card in cards] for name in names])])
    rows.append(["**all**", *_cells([card["micro"] for card in cards])])
    energy = [result["energy"]["energy_kwh"] for result in results]
    used = f"{sum(energy):.3g} kWh" if None not in energy else "not measured"
    heads = ("label", *_MEASURES, "redacted", "folds")
    return (
        f"# Cross-validation of {settings.encoder}\n\n"
        f"{documents} documents, {len(results)} folds without a patient in common, {settings.view} view; "
        "token by token, mean ± standard deviation over the folds where a measure is defined; the mean of labels is "
        "unweighted, of their means over the folds, ± the sample standard deviation between labels. Electricity: "
        f"{used}.\n\n{markdown_table(heads, rows)}"
    )


def _cells(scores: Sequence[dict[str, Any] | None]) -> list[str]:
    met = [score for score in scores if score is not None]
    cells = [mean_and_deviation(score["tokens"][name]["value"] for score in met) for name in _MEASURES]
    cells.append(mean_and_deviation(score["redaction"]["redacted"]["value"] for score in met))
    return [*cells, str(len(met))]


def _means(scores: Sequence[Sequence[dict[str, Any] | None]]) -> list[str]:
    """Return the cells of the unweighted mean over labels, from the scores of each label in each fold.

    The ± of table 1 of Richard, Talbot and Gimbert follows from its lines this way, and not over folds.
    """
    met = [[score for score in of_label if score is not None] for of_label in scores]
    places = [("tokens", name) for name in _MEASURES] + [("redaction", "redacted")]
    return [
        *(mean_and_deviation(_mean(score[part][name]["value"] for score in of_label) for of_label in met)
          for part, name in places),
        "",
    ]  # fmt: skip


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.mean(known) if known else None
