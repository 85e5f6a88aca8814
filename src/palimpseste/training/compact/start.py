"""What a training of a compact model goes on from: other compact models, their networks side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.neural.compact.model import WEIGHTS
from palimpseste.errors import UsageError
from palimpseste.files import read_json
from palimpseste.labels import LABELS
from palimpseste.training.compact.calibration import RuleTally
from palimpseste.training.compact.network import side_by_side
from palimpseste.training.compact.trainer import CompactPace

__all__ = ["TALLIES", "Start"]

# Beside a model of one half of the notes: what each rule changes on the other half.
TALLIES = "rules.json"


@dataclass(frozen=True, slots=True)
class Start:
    """Models that a training goes on from, as far as it needs them.

    Parameters
    ----------
    weights : mapping of str to array
        Those of all networks, stacked on the first axis.
    width : int
        Of every layer.
    dilations : tuple of int
        Of the convolutions.
    tallies : mapping of str to RuleTally, optional
        What each rule changes by all models of halves; None where a model does not go back to halves.
    evidence_only : tuple of str, optional
        The rules that do not stand beside the one model; None where there are tallies to say so, or several models.
    """

    weights: Mapping[str, NDArray[Any]]
    width: int
    dilations: tuple[int, ...]
    tallies: Mapping[str, RuleTally] | None
    evidence_only: tuple[str, ...] | None

    @classmethod
    def read(cls, folders: Sequence[Path]) -> Start:
        """Read the models of some folders, at least one.

        Raises
        ------
        UsageError
            If a folder holds no compact model, or one of other labels or of another shape than the first.
        """
        models: list[dict[str, NDArray[Any]]] = []
        shapes: list[tuple[int, tuple[int, ...]]] = []
        evidence_only: tuple[str, ...] | None = None
        for folder in folders:
            settings = CompactModel.load(folder).settings
            with np.load(folder / WEIGHTS, allow_pickle=False) as arrays:
                weights = dict(arrays)
            if settings.labels != LABELS:
                raise UsageError(f"{folder}: the model is of other labels; train without it")
            models.append(weights)
            shapes.append((weights["kernel_0"].shape[2], tuple(settings.dilations)))
            if shapes[-1] != shapes[0]:
                raise UsageError(f"{folder}: the model is of another shape than {folders[0]}")
            evidence_only = settings.evidence_only
        tallies = _tallies_of(folders)
        if tallies is not None or len(folders) > 1:
            evidence_only = None
        return cls(side_by_side(models), *shapes[0], tallies, evidence_only)

    def paced(self, pace: CompactPace) -> CompactPace:
        """Return a pace for networks of this shape and number."""
        members = len(self.weights["kernel_0"])
        return replace(pace, width=self.width, dilations=self.dilations, members=members)


def _tallies_of(folders: Sequence[Path]) -> dict[str, RuleTally] | None:
    total: dict[str, RuleTally] = {}
    for folder in folders:
        counted = read_json(folder / TALLIES)
        if not counted:
            return None
        for source, counts in counted.items():
            total[source] = total.get(source, RuleTally(0, 0, 0)) + RuleTally(*cast(list[int], counts))
    return dict(sorted(total.items())) or None
