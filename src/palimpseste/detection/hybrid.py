"""Rules, record and model together (Tannier et al. 2023, hybrid approach): the model reads what the others found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from palimpseste.detection.confidence import Judge
from palimpseste.detection.steps import Way, asked, end_of
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

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return the model's spans, then those of the others that it lets stand; offsets of the view."""
        return self.model(tokens, end_of(self._evidence(tokens, patient)))

    def heard(self, tokens: Tokens, patient: Patient) -> Way[tuple[list[Span], Judge]]:
        """Yield between steps; return what calling it returns, and what tells how sure the spans made of it are."""
        found = yield from self._evidence(tokens, patient)
        spans, opinion = yield from self.model.reading(tokens, found)
        # What the model lets stand of the others is among what they found.
        own = [span for span in spans if span.source == self.name]
        return spans, Judge([*own, *found], opinion, self.calibration, threshold=self.model.settings.threshold)

    def _evidence(self, tokens: Tokens, patient: Patient) -> Way[list[Span]]:
        """Yield between steps; return what the others find, which the model reads."""
        found: list[Span] = []
        for detector in self.detectors:
            found += yield from asked(detector, tokens, patient)
            yield
        return found
