"""The trainings that the paper compares, on a user's notes: those that tables have in common are made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from palimpseste.papers.aphp.labels import SCORED_VIEW
from palimpseste.papers.experiment import Material
from palimpseste.rendering.tables import mean_and_deviation
from palimpseste.training.compare.ablation import Comparisons, compared
from palimpseste.training.compare.folds import Sets, dev_split, folds_of
from palimpseste.training.encoder.settings import Settings

__all__ = ["HYBRID_WAY", "MODEL_WAY", "NOT_COMPARABLE", "Trained", "cells", "measures", "sets_of", "trained"]

# As ablation calls the model alone, and the model with static rules and those of the record.
MODEL_WAY, HYBRID_WAY = "model", "all"
_RECIPE = "aphp"
_FOLDER = "trainings"
# One patient in five is measured on where nobody says who.
_FOLDS = 5

NOT_COMPARABLE = (
    "Their notes are private and of one hospital group, their encoder is CamemBERT; settings, encoder and notes of "
    "ours are those of the command above. Their tokens part figures from letters, ours do not. Their ± goes with five "
    "trainings, as far as can be told from Table 5, and is the deviation of a population; ours is that of a sample."
)


@dataclass(frozen=True, slots=True)
class Trained:
    """What trainings gave.

    Parameters
    ----------
    sets : Sets
        The notes.
    settings : Settings
        Of the trainings on all notes.
    results : sequence of mapping
        As :func:`~palimpseste.training.compare.ablation.compared` returns them.
    """

    sets: Sets
    settings: Settings
    results: Sequence[dict[str, Any]]

    def of(self, kind: str, value: str | int | None = None) -> list[dict[str, Any]]:
        """Return the trainings of a kind, repetitions of one another where a value is given."""
        return [each for each in self.results if each["kind"] == kind and value in (None, each["value"])]


def sets_of(material: Material) -> Sets:
    """Return the sets that the material tells; where it tells none, a fifth of the patients is measured on.

    Raises
    ------
    UsageError
        If there are too few patients, or a set is empty.
    """
    if not material.splits:
        held_out = set(folds_of(material.notes, _FOLDS, material.seed)[0])
        test = [note for position, note in enumerate(material.notes) if position in held_out]
        rest = [note for position, note in enumerate(material.notes) if position not in held_out]
        return Sets(*dev_split(rest, material.seed), test)
    train = material.of_split("train")
    if "dev" in material.splits.values():
        return Sets(train, material.of_split("dev"), material.of_split("test"))
    return Sets(*dev_split(train, material.seed), material.of_split("test"))


def trained(
    material: Material,
    sets: Sets,
    *,
    sizes: Iterable[int] = (),
    without_types: Iterable[str] = (),
    encoders: Iterable[str] = (),
) -> Trained:
    """Train on all notes and on what is to be compared with them, each as often as asked for.

    Parameters
    ----------
    material : Material
        What the user handed over.
    sets : Sets
        Of its notes.
    sizes : iterable of int
        Numbers of training notes to compare with.
    without_types : iterable of str
        Types to leave out, one at a time.
    encoders : iterable of str
        To compare with.

    Raises
    ------
    UsageError
        As :func:`~palimpseste.training.compare.ablation.compared`.
    """
    settings = Settings.from_recipe(material.recipe or _RECIPE, **material.settings)
    comparisons = Comparisons(tuple(sizes), tuple(without_types), tuple(encoders), material.repeats)
    folder = material.folder / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    results = compared(sets, settings, comparisons, folder, material.running, scored=SCORED_VIEW)
    return Trained(sets, settings, results)


def measures(trainings: Iterable[dict[str, Any]], way: str, name: str) -> list[float]:
    """Return a measure of each training, under a way of measuring.

    Parameters
    ----------
    trainings : iterable of dict
        As ``results.json`` has them.
    way : str
        Of measuring.
    name : str
        Of the measure.
    """
    return [each["ways"][way]["measures"][name] for each in trainings]


def cells(trainings: Sequence[dict[str, Any]], way: str, names: Iterable[str]) -> list[str]:
    """Return measures as mean ± deviation over trainings; dashes where there is none.

    Parameters
    ----------
    trainings : sequence of dict
        As ``results.json`` has them.
    way : str
        Of measuring.
    names : iterable of str
        Of the measures.
    """
    return [mean_and_deviation(measures(trainings, way, name)) for name in names]
