"""Rules, record and model together (Tannier et al. 2023, hybrid approach): the model reads what the others found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from palimpseste.detection.confidence import Judge
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

if TYPE_CHECKING:
    from palimpseste.detection.confidence.calibration import Calibration
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
    calibration : Calibration, optional
        Of the model beside these detectors.
    """

    name = "model"
    is_quick = True

    def __init__(
        self,
        detectors: Sequence[Callable[[Tokens, Patient], list[Span]]],
        model: CompactModel,
        calibration: Calibration | None = None,
    ) -> None:
        self.detectors = tuple(detectors)
        self.model = model
        self.calibration = calibration

    def __call__(self, tokens: Tokens, patient: Patient, found: Sequence[Span] | None = None) -> list[Span]:
        """Return the model's spans, then those of the others that it lets stand; offsets of the view.

        What the others find may be given, where they were asked before (`evidence_of`).
        """
        return self.model(tokens, self.evidence_of(tokens, patient) if found is None else found)

    def heard(self, tokens: Tokens, patient: Patient, found: Sequence[Span] | None = None) -> tuple[list[Span], Judge]:
        """Return what calling the detector returns, and what tells how sure the spans made of it are."""
        found = self.evidence_of(tokens, patient) if found is None else found
        spans, opinion = self.model.read(tokens, found)
        # What the model lets stand of the others is among what they found.
        own = [span for span in spans if span.source == self.name]
        return spans, Judge([*own, *found], opinion, self.calibration, threshold=self.model.settings.threshold)

    def evidence_of(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what the others find, which the model reads."""
        return [span for detector in self.detectors for span in detector(tokens, patient)]
