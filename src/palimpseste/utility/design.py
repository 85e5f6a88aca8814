"""What an experiment compares, and the trainings that takes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.reading import StayFiles
from palimpseste.errors import UsageError
from palimpseste.utility.attacks import AttackSize
from palimpseste.utility.versions import ORIGINAL, Version

__all__ = ["Design", "Training"]


@dataclass(frozen=True, slots=True)
class Training:
    """One training of an experiment.

    Parameters
    ----------
    version : Version
        How the texts were written.
    settings : CodingSettings
        The model, and its seed.
    """

    version: Version
    settings: CodingSettings

    @property
    def slug(self) -> str:
        """What its files are called."""
        return f"{self.version.slug}/{self.settings.model}-{self.settings.seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What an experiment compares.

    Parameters
    ----------
    files : StayFiles
        Coded stays, all splits.
    versions : tuple of Version
        The original first.
    models : tuple of CodingSettings
        Of different models. The first is the yardstick, trained on every version; the others only on the original.
    seeds : tuple of int
        One training each.
    most_training_stays : int
        Only so many of the training stays, the first ones; 0 for all.
    attack : AttackSize, optional
        Of the attack on the dates of each version; None for none.
    """

    files: StayFiles
    versions: tuple[Version, ...]
    models: tuple[CodingSettings, ...]
    seeds: tuple[int, ...]
    most_training_stays: int = 0
    attack: AttackSize | None = None

    def __post_init__(self) -> None:
        if not self.versions or self.versions[0] != ORIGINAL:
            raise ValueError("the first version must be the original")
        if len({settings.model for settings in self.models}) < len(self.models) or not self.models:
            raise UsageError("name every model once, and at least one")
        if len(set(self.seeds)) < len(self.seeds) or not self.seeds:
            raise UsageError("name every seed once, and at least one")
        if self.most_training_stays < 0:
            raise UsageError("the number of training stays cannot be negative")

    @property
    def yardstick(self) -> str:
        """The model that every version is measured by."""
        return self.models[0].model

    def models_of(self, version: Version) -> tuple[CodingSettings, ...]:
        """Return what is trained on a version."""
        return self.models if version == ORIGINAL else self.models[:1]

    def trainings(self, version: Version, settings: CodingSettings) -> Iterator[Training]:
        """Yield the trainings of a model on a version, one a seed."""
        for seed in self.seeds:
            yield Training(version, settings.changed(seed=seed))

    def all_trainings(self) -> Iterator[Training]:
        """Yield every training."""
        for version in self.versions:
            for settings in self.models_of(version):
                yield from self.trainings(version, settings)

    def to_mapping(self) -> dict[str, Any]:
        """Return the design as JSON holds it, files by their digests: what a run that goes on must find again."""
        return {
            "stays": [_digest_of(path) for path in self.files.paths],
            "families": self.files.families,
            **({"only codes": list(self.files.only)} if self.files.only else {}),
            "versions": [version.slug for version in self.versions],
            "models": [settings.to_mapping() for settings in self.models],
            "seeds": list(self.seeds),
            "most_training_stays": self.most_training_stays,
            "attack": asdict(self.attack) if self.attack else None,
        }


def _digest_of(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
