"""What an experiment found: the F1 of every version, what it lost, how versions and models are ordered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.predictions import read_predictions
from palimpseste.corpus.splits import SPLITS
from palimpseste.evaluation.bootstrap import Samples
from palimpseste.evaluation.scores import Estimate
from palimpseste.files import read_json
from palimpseste.utility.counts import KINDS, ExperimentSums, count_experiment
from palimpseste.utility.design import Design
from palimpseste.utility.experiment import chosen_stays, fidelity_file, predictions_file, read_attack
from palimpseste.utility.versions import ORIGINAL, Version

__all__ = ["Claim", "ExperimentResults", "ModelResult", "VersionResult", "read_results", "share_lost"]

Array = NDArray[np.float64]
# One value a training.
Measure = Callable[[ExperimentSums], Array]
_F1: Measure = attrgetter("f1")
_SIDES_TOLD: Measure = attrgetter("sides_told")

# Better models first, as the papers have them.
_BETTER_MODELS = ("laat", "hierarchical-max", "hierarchical-mean", "truncated", "cnn")
_SEED = 20240305


@dataclass(frozen=True, slots=True)
class ModelResult:
    """A model on the original text.

    Parameters
    ----------
    model : str
        Its name, as ``--model`` takes it.
    f1 : Estimate
        Micro F1 on the test stays, the mean over seeds.
    by_seed : tuple of float
        F1 of each training.
    sides : Estimate
        Share of the sides of cases that are told right; nan without cases.
    """

    model: str
    f1: Estimate
    by_seed: tuple[float, ...]
    sides: Estimate


@dataclass(frozen=True, slots=True)
class VersionResult:
    """The yardstick on a version.

    Parameters
    ----------
    version : Version
        Under which policy the texts are, and on which spans.
    f1 : Estimate
        Micro F1, trained and tested on the version, the mean over seeds.
    by_seed : tuple of float
        F1 of each training.
    loss : Estimate
        1 minus the ratio of `f1` to that of the original; the same stays are resampled on both sides.
    on_original, loss_on_original : Estimate
        The same, trained on the version and tested on the original.
    recall : mapping of str to float
        Of the codes that each kind of value alone tells, trained and tested on the version.
    sides : Estimate
        Share of the sides of cases that are told right, trained and tested on the version; nan without cases.
    sides_by_kind : mapping of str to float
        The same by the kind of value that tells them apart.
    fidelity : mapping of str to object, optional
        As :class:`~palimpseste.utility.fidelity.measures.Fidelity`; None for the original.
    attack : mapping of str to float, optional
        ``rate``, ``low``, ``high`` of the attack by intervals; None where there is no model of it.
    """

    version: Version
    f1: Estimate
    by_seed: tuple[float, ...]
    loss: Estimate
    on_original: Estimate
    loss_on_original: Estimate
    recall: Mapping[str, float]
    sides: Estimate
    sides_by_kind: Mapping[str, float]
    fidelity: Mapping[str, Any] | None
    attack: Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class Claim:
    """That a measure of one is above that of another, and what the stays say of it.

    Parameters
    ----------
    higher, lower : str
        Names of the versions or models compared.
    difference : Estimate
        Of the measure, `higher` minus `lower`; the same stays are resampled on both sides.
    """

    higher: str
    lower: str
    difference: Estimate

    @property
    def verdict(self) -> str:
        """``holds`` or ``reversed`` where the whole interval says so, else ``undecided``."""
        if self.difference.low > 0:
            return "holds"
        return "reversed" if self.difference.high < 0 else "undecided"


@dataclass(frozen=True, slots=True)
class ExperimentResults:
    """Everything that an experiment found.

    Parameters
    ----------
    yardstick : str
        Name of the model that every version is measured with.
    stays : mapping of str to int
        By split.
    seeds, bootstrap : int
        Trainings behind each figure, bootstrap samples behind each interval.
    models : tuple of ModelResult
        Each on the original text.
    versions : tuple of VersionResult
        The original first.
    claims : tuple of Claim
        The orders that the papers tell or that ε should bring, of F1.
    side_claims : tuple of Claim
        Those of versions, of the sides of cases told right; none without cases.
    gold_codes, sides : mapping of str to int
        Codes of the test stays by what alone tells them, and pairs of sides of cases by what tells them apart.
    """

    yardstick: str
    stays: Mapping[str, int]
    seeds: int
    bootstrap: int
    models: tuple[ModelResult, ...]
    versions: tuple[VersionResult, ...]
    claims: tuple[Claim, ...]
    side_claims: tuple[Claim, ...]
    gold_codes: Mapping[str, int]
    sides: Mapping[str, int]


def read_results(design: Design, folder: Path, *, bootstrap: int = 1000) -> ExperimentResults:
    """Return what the files of a finished experiment say.

    Parameters
    ----------
    design : Design
        Of the experiment.
    folder : Path
        Where its files are.
    bootstrap : int
        How often stays are drawn anew for the intervals.

    Raises
    ------
    UsageError
        If a prediction is missing.
    """
    stays = chosen_stays(design)
    test = [each for each in stays if each.split == "test"]
    models = [settings.model for settings in design.models]
    others = design.versions[1:]
    # Columns: the models on the original, the yardstick on the other versions, the same on the original test stays.
    on_original = [list(design.trainings(ORIGINAL, settings)) for settings in design.models]
    on_versions = [list(design.trainings(version, design.models[0])) for version in others]
    files = [
        *([predictions_file(folder, each) for each in row] for row in (*on_original, *on_versions)),
        *([predictions_file(folder, each, on_original=True) for each in row] for row in on_versions),
    ]
    counts = count_experiment(test, [[read_predictions(path) for path in row] for row in files])
    samples = Samples(counts, bootstrap, _SEED)
    columns = {version: len(models) + place for place, version in enumerate(others)} | {ORIGINAL: 0}
    attack = read_attack(folder)

    def version_result(version: Version) -> VersionResult:
        own = columns[version]
        back = own + len(others) if version != ORIGINAL else own
        return VersionResult(
            version,
            _f1(samples, own),
            _by_seed(samples, own),
            _loss(samples, own),
            _f1(samples, back),
            _loss(samples, back),
            dict(zip(KINDS, samples.total.recall[own].tolist(), strict=True)),
            _sides(samples, own),
            dict(zip(KINDS, samples.total.sides_told_by_kind[own].tolist(), strict=True)),
            read_json(fidelity_file(folder, version)),
            attack.get(version.slug),
        )

    return ExperimentResults(
        yardstick=design.yardstick,
        stays={split: sum(each.split == split for each in stays) for split in SPLITS},
        seeds=len(design.seeds),
        bootstrap=bootstrap,
        models=tuple(
            ModelResult(model, _f1(samples, place), _by_seed(samples, place), _sides(samples, place))
            for place, model in enumerate(models)
        ),
        versions=tuple(version_result(version) for version in design.versions),
        claims=(*_model_claims(samples, models), *_version_claims(samples, columns, _F1)),
        side_claims=tuple(_version_claims(samples, columns, _SIDES_TOLD)) if samples.total.sides.any() else (),
        gold_codes=dict(zip(KINDS, (int(count) for count in samples.total.gold), strict=True)),
        sides=dict(zip(KINDS, (int(count) for count in samples.total.sides), strict=True)),
    )


def _f1(samples: Samples[ExperimentSums], column: int) -> Estimate:
    return samples.estimate(lambda sums: sums.f1[..., column])


def _sides(samples: Samples[ExperimentSums], column: int) -> Estimate:
    return samples.estimate(lambda sums: sums.sides_told[..., column])


def _by_seed(samples: Samples[ExperimentSums], column: int) -> tuple[float, ...]:
    sums = samples.total
    found = 2 * sums.right[column].sum(-1) / (sums.gold.sum() + sums.given[column])
    return tuple(found.tolist())


def _loss(samples: Samples[ExperimentSums], column: int) -> Estimate:
    return samples.estimate(lambda sums: share_lost(sums, column))


def share_lost(sums: ExperimentSums, column: int) -> Array:
    """Return the share of the original's F1 that a version lost; not a number where the original found no code."""
    original = sums.f1[..., 0]
    return 1 - np.divide(sums.f1[..., column], original, out=np.full_like(original, np.nan), where=original > 0)


def _model_claims(samples: Samples[ExperimentSums], models: Sequence[str]) -> list[Claim]:
    ranked = [model for model in _BETTER_MODELS if model in models]
    return [_claim(samples, _F1, models.index(one), models.index(other), one, other) for one, other in pairwise(ranked)]


def _version_claims(samples: Samples[ExperimentSums], columns: Mapping[Version, int], measure: Measure) -> list[Claim]:
    claims = []
    for spans in ("gold", "detected"):
        by_policy: dict[str, list[Version]] = {}
        for version in columns:
            if version.spans == spans:
                by_policy.setdefault(version.policy, []).append(version)
        pairs = []
        for policy, versions in by_policy.items():
            rising = sorted(versions, key=lambda version: version.epsilon or 0)
            pairs.append((ORIGINAL, rising[-1]))
            pairs += [(stronger, weaker) for weaker, stronger in pairwise(rising)]
            if "tag" in by_policy and policy not in ("tag", "mask"):
                pairs.append((rising[0], by_policy["tag"][0]))
        claims += [_claim(samples, measure, columns[one], columns[other], one.name, other.name) for one, other in pairs]
    return claims


def _claim(samples: Samples[ExperimentSums], measure: Measure, one: int, other: int, higher: str, lower: str) -> Claim:
    difference = samples.estimate(lambda sums: measure(sums)[..., one] - measure(sums)[..., other])
    return Claim(higher, lower, difference)
