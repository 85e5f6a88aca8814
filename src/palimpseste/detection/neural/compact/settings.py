"""What stands beside the weights of a compact model: its shape, its calibration, its operating points."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.errors import UsageError

__all__ = ["BUNDLED", "SETTINGS", "CompactSettings", "OperatingPoint"]

# The folder of the model that ships with the package, and the name of this file in any.
BUNDLED = Path(str(files("palimpseste") / "data" / "model"))
SETTINGS = "settings.json"


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """What masking from a threshold gave on the development notes, the other detectors included.

    Parameters
    ----------
    threshold : float in (0, 1)
        A token is masked when its probability of identifying somebody is at least this.
    redacted, fully_redacted : float in [0, 1]
        Share of identifying tokens masked, and of notes with none left.
    precision, recall, f1 : float in [0, 1]
        Of labelled tokens.
    over_redaction : float in [0, 1]
        Share of the other tokens masked.
    """

    threshold: float
    redacted: float
    fully_redacted: float
    precision: float
    recall: float
    f1: float
    over_redaction: float


@dataclass(frozen=True, slots=True)
class CompactSettings:
    """What a compact model's folder says of it in ``settings.json``.

    Parameters
    ----------
    labels : tuple of str
        In the order of the model's tags.
    dilations : tuple of int
        Of the network's layers.
    temperature : float, positive
        What scores are divided by before they are probabilities; fitted on the development notes.
    threshold : float in (0, 1)
        The operating point of a user who asks for none.
    evidence_only : tuple of str
        Rules whose spans the model reads but does not let stand beside its own.
    origin : Origin
        What the model was trained with; a package that is another refuses it.
    operating_points : tuple of OperatingPoint
        By falling threshold.
    privacy : mapping, optional
        What a private training says of any patient: ``epsilon``, ``delta`` and how they were counted.
    """

    labels: tuple[str, ...]
    dilations: tuple[int, ...]
    temperature: float
    threshold: float
    evidence_only: tuple[str, ...]
    origin: Origin
    operating_points: tuple[OperatingPoint, ...] = ()
    privacy: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.temperature <= 0:
            raise ValueError("a temperature is above 0")
        if not 0 < self.threshold < 1:
            raise ValueError("a threshold lies between 0 and 1, both excluded")
        if len(set(self.labels)) != len(self.labels):
            raise ValueError("a label occurs twice")
        if not all(type(dilation) is int and dilation > 0 for dilation in self.dilations):
            raise ValueError("a dilation is a whole number above 0")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> CompactSettings:
        """Read what `to_json` writes.

        Raises
        ------
        KeyError, TypeError, ValueError
            If something lacks, is not expected or is out of bounds.
        """
        points = tuple(OperatingPoint(**point) for point in values["operating_points"])
        lists = {name: tuple(values[name]) for name in ("labels", "dilations", "evidence_only")}
        origin = Origin.from_mapping(values["origin"])
        return cls(**{**values, **lists, "origin": origin, "operating_points": points})

    def to_json(self) -> str:
        """Return the settings as JSON, the same bytes for the same settings."""
        values = asdict(self)
        if self.privacy is None:
            del values["privacy"]
        return json.dumps(values, indent=1, ensure_ascii=False) + "\n"

    def threshold_for(self, recall: float) -> float:
        """Return the highest threshold that masked this share of the identifying tokens of the development notes.

        Raises
        ------
        UsageError
            If none did.
        """
        for point in self.operating_points:
            if point.redacted >= recall:
                return point.threshold
        best = max((point.redacted for point in self.operating_points), default=0.0)
        raise UsageError(
            f"no operating point of this model reached a recall of {recall:g} on the development notes; "
            f"the highest is {best:.4f}"
        )

    def operating_at(self, threshold: float | None, recall: float | None) -> CompactSettings:
        """Return the settings at a threshold, or at the one that a recall asks for; as they are without either.

        Raises
        ------
        UsageError
            If the threshold is out of bounds, or the recall was never reached.
        """
        if recall is not None:
            threshold = self.threshold_for(recall)
        if threshold is None:
            return self
        if not 0.0 < threshold < 1.0:
            raise UsageError(f"a threshold lies between 0 and 1, both excluded; got {threshold:g}")
        return replace(self, threshold=threshold)

    @staticmethod
    def read(path: Path) -> CompactSettings:
        """Read a ``settings.json``.

        Raises
        ------
        UsageError
            If the file does not hold settings of a compact model, or none that say what it was trained with.
        """
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            if "labels" in values and "origin" not in values:
                raise UsageError(
                    f"{path} does not say which labels and rules the model was trained with, as those of earlier "
                    f"versions do not; if nothing changed since, palimpseste train stamp {path.parent} writes it down"
                )
            return CompactSettings.from_mapping(values)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path} holds no settings of a compact model ({type(error).__name__})") from None
