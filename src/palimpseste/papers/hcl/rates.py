"""Learning rates raised until over-fitting: section 3.2."""

from __future__ import annotations

from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.hcl.labels import NOT_COMPARABLE, VIEW
from palimpseste.papers.systems import annotated
from palimpseste.rendering.charts import curves
from palimpseste.rendering.tables import share
from palimpseste.training.compare.folds import dev_split
from palimpseste.training.compare.rates import Trial, chosen_of, raised, rates_from
from palimpseste.training.encoder.settings import Settings

__all__ = ["learning_rates"]

_RECIPE = "hcl"
_PRINTED = {"B": "1e-4", "B'": "5e-5"}
# Where the search begins, in parts of the recipe's rate.
_BELOW = 10


def learning_rates(material: Material) -> Finding:
    """Return what each rate gave on notes learned from and on others, and the one chosen, an encoder at a time."""
    annotated(material.notes, VIEW)
    if material.splits:
        train, dev = material.of_split("train"), material.of_split("dev")
    else:
        train, dev = dev_split(material.notes, material.seed)
    settings = Settings.from_recipe(material.recipe or _RECIPE, **{**material.settings, "view": VIEW})
    tables, lines, marks = [], {}, []
    for model, encoder in zip(_PRINTED, (settings.encoder, *material.encoders[:1]), strict=False):
        material.said(f"model {model}: {encoder}")
        tried = raised(
            train, dev, settings.changed(encoder=encoder), rates_from(settings.learning_rate / _BELOW),
            material.folder / "trainings", material.running,
        )  # fmt: skip
        best = chosen_of(tried)
        rows = [_row(trial, trial is best) for trial in tried]
        heads = ("rate", f"{settings.metric}, learned from", f"{settings.metric}, held out", "chosen")
        title = f"Model {model}: {encoder}; printed rate {_PRINTED[model]}"
        tables.append(Table(heads, rows, title, model.replace("'", "2")))
        lines[f"{model}, held out"] = [(trial.rate, trial.held_out) for trial in tried]
        lines[f"{model}, learned from"] = [(trial.rate, trial.learned) for trial in tried]
        marks.append(f"{model} {best.rate:g}")
    dashed = {f"{model}, learned from": f"{model}, held out" for model in _PRINTED if f"{model}, held out" in lines}
    return Finding(
        tables,
        "One training a rate, all else the same, rates raised step by step until the score of notes held out falls "
        "although that of notes learned from need not; the rate before that is chosen.",
        "The paper says that its rates were raised until over-fitting, and prints the two that it chose, not its steps "
        f"nor how it told over-fitting. {NOT_COMPARABLE}",
        {"": curves(lines, "learning rate", settings.metric, ticks=_ticks(lines), dashed=dashed)},
        said=f"Trained on {len(train):,} notes, held out {len(dev):,}. Chosen: {', '.join(marks)}.\n",
    )


def _row(trial: Trial, chosen: bool) -> list[str]:
    return [f"{trial.rate:g}", share(trial.learned), share(trial.held_out), "yes" if chosen else ""]


def _ticks(lines: dict[str, list[tuple[float, float]]]) -> list[float]:
    return sorted({rate for line in lines.values() for rate, _ in line})
