"""Where a model operated: the threshold it masked from, and what that gave on the notes it was developed on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.neural.compact.settings import BUNDLED, SETTINGS, CompactSettings, OperatingPoint
from palimpseste.evaluation.operating import measured_at, operating_curve

__all__ = ["Operation", "operation_of"]


@dataclass(frozen=True, slots=True)
class Operation:
    """The operating point of a run, among those that were measured.

    Parameters
    ----------
    threshold : float
        In force.
    points : tuple of OperatingPoint
        Measured on the development notes of the model.
    """

    threshold: float
    points: tuple[OperatingPoint, ...]

    @property
    def nearest(self) -> tuple[OperatingPoint, ...]:
        """What was measured at the threshold, or nearest on each side of it."""
        return measured_at(self.points, self.threshold)

    def curve(self) -> str:
        """Return the figure of the points as SVG; empty where there is none."""
        return operating_curve(self.points, self.threshold)

    def to_mapping(self) -> dict[str, Any]:
        """Return all figures as a JSON object."""
        return {
            "threshold": self.threshold,
            "nearest_on_development_notes": [asdict(point) for point in self.nearest],
            "on_development_notes": [asdict(point) for point in self.points],
        }


def operation_of(choice: DetectorChoice) -> Operation | None:
    """Return where a choice of detectors operates; None without a compact model.

    Raises
    ------
    UsageError
        If the settings of the model cannot be read.
    """
    if "model" not in choice.names or not choice.is_compact():
        return None  # an encoder has no operating points
    settings = CompactSettings.read((choice.model or BUNDLED) / SETTINGS)
    settings = settings.operating_at(choice.threshold, choice.recall)
    return Operation(settings.threshold, settings.operating_points)
