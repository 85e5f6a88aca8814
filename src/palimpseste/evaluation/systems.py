"""The ways of detection that are compared, and what each finds in the same notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.choice import Detector
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient, Span

__all__ = ["DEFAULT", "SYSTEMS", "ablations_of_rules", "predicted", "systems_of"]

# What the command line uses when nothing is said.
DEFAULT = "model, record and rules"
SYSTEMS: Mapping[str, tuple[str, ...]] = {
    "rules": ("rules",),
    "rules and record": ("record", "rules"),
    "model alone": ("model",),
    "model and rules": ("model", "rules"),
    DEFAULT: ("model", "record", "rules"),
}


def systems_of(model: Path | None) -> dict[str, Deidentifier]:
    """Return the systems by name: detectors with the rest of the way, merging and propagation.

    Parameters
    ----------
    model : Path, optional
        Folder of a compact model; the bundled one without it.
    """
    choices = {
        name: DetectorChoice(names, model=model if "model" in names else None) for name, names in SYSTEMS.items()
    }
    return {name: Deidentifier.detecting(choice) for name, choice in choices.items()}


def ablations_of_rules(model: CompactModel) -> dict[str, Deidentifier]:
    """Return the default system with every rule, and with none, standing beside the model, which reads them all."""
    detectors = DetectorChoice(("record", "rules")).make()
    return {
        "every rule stands": Deidentifier((_Beside(detectors, model, lambda source: True),)),
        "no rule stands": Deidentifier((_Beside(detectors, model, lambda source: not source.startswith("rules.")),)),
    }


@dataclass(frozen=True)
class _Beside:
    """A model that reads what detectors found; `stands` tells from its source what stands beside its own spans."""

    detectors: Sequence[Detector]
    model: CompactModel
    stands: Callable[[str], bool]

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        found = [span for detector in self.detectors for span in detector(tokens, patient)]
        own = [span for span in self.model(tokens, found) if span.source == "model"]
        return own + [span for span in found if self.stands(span.source)]


def predicted(deidentifier: Deidentifier, documents: Iterable[Document]) -> list[Document]:
    """Return the documents with what a system finds for entities."""
    return [replace(document, entities=deidentifier.detect(document)) for document in documents]
