"""Rules, record and model together (Tannier et al. 2023, hybrid approach): the model reads what the others found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

if TYPE_CHECKING:
    from palimpseste.detection.neural.compact.model import CompactModel

__all__ = ["HybridDetector"]


class HybridDetector:
    """Asks the detectors, then the model.

    Parameters
    ----------
    detectors : sequence of callable
        In order of trust; none makes a detector of the model alone.
    model : CompactModel
        Its spans come before those of the others: on the same stretch its label wins.
    """

    name = "model"

    def __init__(self, detectors: Sequence[Callable[[Tokens, Patient], list[Span]]], model: CompactModel) -> None:
        self.detectors = tuple(detectors)
        self.model = model

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return the model's spans, then those of the others that it lets stand; offsets of the view."""
        found = [span for detector in self.detectors for span in detector(tokens, patient)]
        return self.model(tokens, found)
