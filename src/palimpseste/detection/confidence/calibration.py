r"""From what a model says of a span to how often such spans are right (Platt 1999), by label and kind of evidence.

With :math:`x` the model's log-odds for the span, :math:`r` those of the precision of its source without a model (0 for
the model's own spans), the calibrated log-odds are :math:`a_k + b_l + s_k x + c\,r`, for evidence of kind :math:`k` and
label :math:`l`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Any

from palimpseste.detection.confidence.evidence import Agreement
from palimpseste.errors import UsageError

__all__ = ["CALIBRATIONS", "Calibration", "calibration_beside", "family_of", "kind_of", "log_odds", "regime_of"]

CALIBRATIONS = "confidence.json"
# Beyond these odds nothing was measured, nor can be by some thousand spans.
_LEAST = 1e-4
_MOST = 1.0 - _LEAST
# Names of what finds something are some hundred, those of a site's own patterns more.
_MOST_SOURCES = 1 << 12


@dataclass(frozen=True, slots=True)
class Calibration:
    """The coefficients fitted for one model read with some other detectors.

    Parameters
    ----------
    base, slope : float
        Intercept and slope of kinds that were not seen.
    intercepts, slopes : mapping of str to float
        By kind of evidence.
    labels : mapping of str to float
        What a label adds.
    source : float
        What the log-odds of the precision of a source are multiplied by.
    """

    base: float
    slope: float
    intercepts: Mapping[str, float]
    slopes: Mapping[str, float]
    labels: Mapping[str, float]
    source: float

    def probability(self, label: str, kind: str, said: float, precision: float | None) -> float:
        """Return the calibrated probability of a span.

        Parameters
        ----------
        label : str
            Of the span.
        kind : str
            Of its evidence, as `kind_of` names it.
        said : float in [0, 1]
            What the model says of it.
        precision : float in (0, 1), optional
            Of its source without a model; None for the model's own.
        """
        odds = self.intercepts.get(kind, self.base) + self.labels.get(label, 0.0)
        odds += self.slopes.get(kind, self.slope) * log_odds(said)
        if precision is not None:
            odds += self.source * log_odds(precision)
        return 1.0 / (1.0 + exp(-odds)) if odds > -700 else 0.0

    def to_mapping(self) -> dict[str, Any]:
        """Return the coefficients as a JSON object."""
        return asdict(self)


def log_odds(probability: float) -> float:
    """Return the log-odds of a probability, drawn in from 0 and 1."""
    kept = _LEAST if probability < _LEAST else _MOST if probability > _MOST else probability
    return log(kept / (1.0 - kept))


@lru_cache(_MOST_SOURCES)
def family_of(source: str) -> str:
    """Return the family of a source: ``rules`` of ``rules.date.said``."""
    return source.split(".", 1)[0]


@lru_cache(_MOST_SOURCES)
def kind_of(source: str, agreement: Agreement) -> str:
    """Return the kind of evidence of a span, such as ``model, same``."""
    return f"{family_of(source)}, {agreement}"


def regime_of(names: Sequence[str]) -> str:
    """Return the name of the calibration of a model that reads what these detectors found."""
    return ", ".join(["model", *sorted(set(names) & {"record", "rules"})])


def calibration_beside(folder: Path, names: Sequence[str]) -> Calibration | None:
    """Return the calibration in the folder of a model, read with these detectors; None where it was never calibrated.

    Raises
    ------
    UsageError
        If the file that should hold it does not.
    """
    path = folder / CALIBRATIONS
    if not path.exists():
        return None
    try:
        values = json.loads(path.read_text("utf-8"))["calibrations"].get(regime_of(names))
        return None if values is None else Calibration(**values)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} holds no calibration of a model ({type(error).__name__})") from None
