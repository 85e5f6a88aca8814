"""The detectors of the package, and what a detector is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.labels import LABELS, Label

__all__ = ["DEFAULT_DETECTORS", "DETECTORS", "Detector", "DetectorKind", "batch_size_of", "is_quick"]

# A DetectorChoice, whose module imports this one.
Choice = Any


class Detector(Protocol):
    """Finds spans in a note, in offsets of the view; they may overlap.

    One that gains by reading several notes at once has two more members: ``batch_size``, how many it asks for, and
    ``detect_batch(notes)``, which takes a list of pairs (tokens, patient) and returns a list of spans for each.
    """

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]: ...


def _reads_none(choice: Choice) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class DetectorKind:
    """A detector as it stands in the table: how it is called, how it is made.

    Parameters
    ----------
    name : str
        It is asked for by.
    make : callable
        Takes a DetectorChoice and returns the detector; called in every process that uses it, and once before.
    labels : tuple of str
        Those it may give.
    trust : int
        Of spans with the same extent that of the lowest number gives the label; one from outside comes after ours.
    extra : str
        What to install for it, as pip takes it; nothing where it needs no more.
    reads : callable
        Takes a DetectorChoice and returns the names of the detectors that this one asks itself.
    """

    name: str
    make: Callable[[Choice], Detector]
    labels: Sequence[Label] = LABELS
    trust: int = 100
    extra: str = ""
    reads: Callable[[Choice], tuple[str, ...]] = _reads_none


def _record(choice: Choice) -> Detector:
    from palimpseste.detection.record import RecordDetector

    return RecordDetector()


def _rules(choice: Choice) -> Detector:
    from palimpseste.detection.rules.detector import RuleDetector
    from palimpseste.detection.rules.identifiers import site_rules

    return RuleDetector(site_rules(choice.site_patterns))


def _model(choice: Choice) -> Detector:
    if not choice.is_compact():
        encoder: Detector = choice.encoder()
        return encoder
    from palimpseste.detection.confidence.calibration import calibration_beside
    from palimpseste.detection.hybrid import HybridDetector
    from palimpseste.detection.neural.compact.settings import BUNDLED

    read = _read_by_model(choice)
    asked = [DETECTORS[name].make(choice) for name in read]
    names = next((names for detector in asked if (names := getattr(detector, "rule_names", None)) is not None), None)
    return HybridDetector(asked, choice.compact(names), calibration_beside(choice.model or BUNDLED, read))


def _generative(choice: Choice) -> Detector:
    if choice.generative.server is not None:
        from palimpseste.detection.generative.served import ServedDetector

        return ServedDetector(choice.generative)
    from palimpseste.detection.generative.detector import GenerativeDetector

    return GenerativeDetector(choice.generative)


def _read_by_model(choice: Choice) -> tuple[str, ...]:
    return tuple(name for name in ("record", "rules") if name in choice.names) if choice.is_compact() else ()


# In order of trust: on the same stretch the model's label wins, then what the record knows, then what a rule guesses,
# and last the language model, whose masks may not say what they hide.
DETECTORS: Mapping[str, DetectorKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            DetectorKind("model", _model, trust=10, extra="palimpseste[onnx], for an encoder", reads=_read_by_model),
            DetectorKind("record", _record, trust=20),
            DetectorKind("rules", _rules, trust=30),
            DetectorKind("generative", _generative, trust=40, extra="palimpseste[generative]"),
        )
    }
)
# Those that need neither a folder nor an extra.
DEFAULT_DETECTORS = ("model", "record", "rules")


def is_quick(detector: Detector) -> bool:
    """Tell whether a detector says that it reads a note in milliseconds, as those of the package do without a GPU."""
    return bool(getattr(detector, "is_quick", False))


def batch_size_of(detector: Detector) -> int:
    """Return how many notes a detector asks to read at once; 1 for one that reads them one by one."""
    return int(getattr(detector, "batch_size", 1))
