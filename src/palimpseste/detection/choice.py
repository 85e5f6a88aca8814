"""Which detectors a run uses and how they are set: plain values, so that they travel to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import Label

if TYPE_CHECKING:
    from palimpseste.detection.neural.compact import CompactModel

__all__ = ["DETECTORS", "Detector", "DetectorChoice", "choice_of"]

# In order of trust: on the same stretch the model's label wins, then what the record knows, then what a rule guesses.
DETECTORS = ("model", "record", "rules")


class Detector(Protocol):
    """Finds spans in a note, in offsets of the view; they may overlap."""

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]: ...


@dataclass(frozen=True, slots=True)
class DetectorChoice:
    """A choice of detectors.

    Parameters
    ----------
    names : tuple of str
        Among `DETECTORS`, in any order.
    site_patterns : mapping of Label to tuple of str
        Regular expressions of a site's own identifiers: rules.
    model : Path, optional
        Folder of the model; the bundled one without it.
    threshold, recall : float, optional
        Operating point of a compact model; see :meth:`palimpseste.detection.neural.compact.CompactModel.load`.
    """

    names: tuple[str, ...] = DETECTORS
    site_patterns: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    model: Path | None = None
    threshold: float | None = None
    recall: float | None = None

    def __post_init__(self) -> None:
        unknown = [name for name in self.names if name not in DETECTORS]
        if unknown or not self.names:
            raise UsageError(f"unknown detector {unknown[0] if unknown else ''!r}; detectors: {', '.join(DETECTORS)}")
        if self.site_patterns and "rules" not in self.names:
            raise UsageError("site patterns are rules: they need the detector 'rules'")
        asked = {"model": self.model, "threshold": self.threshold, "recall": self.recall}
        needless = [name for name, value in asked.items() if value is not None]
        if needless and "model" not in self.names:
            raise UsageError(f"{needless[0]!r} is asked for, which needs the detector 'model'")
        if self.threshold is not None and self.recall is not None:
            raise UsageError("either a threshold or a recall: each sets the same operating point")

    def check(self) -> None:
        """Refuse what `make` would, short of making the detectors.

        Raises
        ------
        UsageError
            If a site pattern, an operating point or the model's folder is wrong.
        """
        if self.site_patterns:
            from palimpseste.detection.rules.identifiers import site_rules

            site_rules(self.site_patterns)
        # The bundled model as it ships needs no check.
        if self.model is not None or self.threshold is not None or self.recall is not None:
            self._compact() if self.is_compact() else self._encoder()

    def make(self) -> tuple[Detector, ...]:
        """Return the detectors, in order of trust whatever the order of the names.

        Raises
        ------
        UsageError
            If a site pattern or the model's folder is wrong.
        """
        made: list[Detector] = []
        if "record" in self.names:
            from palimpseste.detection.record import RecordDetector

            made.append(RecordDetector())
        rule_names: tuple[str, ...] | None = None
        if "rules" in self.names:
            from palimpseste.detection.rules.detector import RuleDetector
            from palimpseste.detection.rules.identifiers import site_rules

            rules = RuleDetector(site_rules(self.site_patterns))
            made.append(rules)
            rule_names = rules.rule_names
        if "model" not in self.names:
            return tuple(made)
        if not self.is_compact():
            return (self._encoder(), *made)
        from palimpseste.detection.hybrid import HybridDetector

        return (HybridDetector(made, self._compact(rule_names)),)

    def is_compact(self) -> bool:
        """Tell whether the model is of the bundled kind, by the name of its weights."""
        if self.model is None:
            return True
        if not self.model.is_dir():
            raise UsageError(f"{self.model}: no such folder")
        return (self.model / "weights.npz").exists()

    def _compact(self, rule_names: tuple[str, ...] | None = None) -> CompactModel:
        from palimpseste.detection.neural.compact import CompactModel

        return CompactModel.load(self.model, threshold=self.threshold, recall=self.recall, rules=rule_names)

    def _encoder(self) -> Detector:
        if self.threshold is not None or self.recall is not None:
            raise UsageError("operating points are fitted for compact models; this folder holds an encoder")
        from palimpseste.detection.neural.encoder import EncoderDetector

        assert self.model is not None
        return EncoderDetector.load(self.model)


def choice_of(detectors: Sequence[str] | DetectorChoice) -> DetectorChoice:
    """Return a choice as it is, or the choice of the detectors named.

    Parameters
    ----------
    detectors : sequence of str or DetectorChoice
        Names in any order.

    Raises
    ------
    TypeError
        If it is neither.
    UsageError
        If a name is unknown.
    """
    if isinstance(detectors, DetectorChoice):
        return detectors
    if isinstance(detectors, str) or not isinstance(detectors, Iterable):
        raise TypeError(f"detectors are a sequence of names or a DetectorChoice, not {type(detectors).__name__}")
    names = tuple(detectors)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"the name of a detector is a str, not {type(name).__name__}")
    return DetectorChoice(names)
