"""Finds the numbers on staff badges: « badge B-4711 »."""

import re
from collections.abc import Sequence

from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.kinds import DetectorKind
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

NUMBER = re.compile(r"\bbadge ([a-z]-\d{4})\b")


class BadgeDetector:
    """Reads the folded text: small letters, no accents."""

    batch_size = 3  # it would rather have three notes at once

    def __init__(self, choice: DetectorChoice) -> None:
        self.probability = 0.9

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what stands in one note."""
        return self.detect_batch([(tokens, patient)])[0]

    def detect_batch(self, notes: Sequence[tuple[Tokens, Patient]]) -> list[list[Span]]:
        """Return what stands in each of some notes."""
        return [self.read(tokens.view.folded) for tokens, _ in notes]

    def read(self, text: str) -> list[Span]:
        if "badge en panne" in text:  # as a detector may fail
            raise RuntimeError(text)
        return [Span(*match.span(1), "OTHER_ID", "badge", self.probability) for match in NUMBER.finditer(text)]


BADGE = DetectorKind("badge", BadgeDetector, labels=("OTHER_ID",))
