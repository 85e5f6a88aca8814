"""Models that say how probable it is that a stretch of a note identifies somebody, in any text they are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from palimpseste.deidentifier import DetectorChoice
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.generative.detector import GenerativeDetector
from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.kinds import Detector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.detection.steps import end_of
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError

__all__ = ["Reader", "reader_among", "reader_of"]


class Reader(Protocol):
    """A model, asked about texts."""

    @property
    def name(self) -> str:
        """What it is called: ``compact``, ``encoder`` or ``generative``."""

    def found(self, text: str, patient: Patient) -> list[Span]:
        """Return what it finds, sorted, in offsets of the text."""

    def probabilities(self, text: str, patient: Patient, spans: Sequence[Span]) -> list[float]:
        """Return how probable each span of a text is; 0 for one that it cannot tell of.

        Parameters
        ----------
        text : str
            Of a note, or part of one.
        patient : Patient
            Of the note.
        spans : sequence of Span
            Sorted and disjoint.
        """


def reader_of(choice: DetectorChoice) -> Reader:
    """Return the model of a choice of detectors.

    Raises
    ------
    UsageError
        If it has none that says probabilities, or a folder is wrong.
    """
    return reader_among(choice.make())


def reader_among(detectors: Iterable[Detector]) -> Reader:
    """Return the first of some detectors that says probabilities.

    Raises
    ------
    UsageError
        If there is none.
    """
    for detector in detectors:
        if isinstance(detector, HybridDetector):
            return _Compact(detector)
        if isinstance(detector, EncoderDetector):
            return _Encoder(detector)
        if isinstance(detector, GenerativeDetector):
            if detector.settings.way != "one-pass":
                raise UsageError("probabilities of a language model are those of one pass")
            return _Generative(detector)
    raise UsageError("none of the detectors is a model that says how probable a mask is")


class _Compact:
    """The compact model with what it reads: where rules or record find less, it does too."""

    name = "compact"

    def __init__(self, detector: HybridDetector) -> None:
        self._detector = detector

    def found(self, text: str, patient: Patient) -> list[Span]:
        return _found_by(self._detector, text, patient)

    def probabilities(self, text: str, patient: Patient, spans: Sequence[Span]) -> list[float]:
        tokens = _tokens_of(text)
        _, judge = end_of(self._detector.heard(tokens, patient))
        said = judge.opinion.probabilities(_seen(tokens, spans)) if judge.opinion else [None] * len(spans)
        return [0.0 if probability is None else probability for probability in said]


class _Encoder:
    name = "encoder"

    def __init__(self, detector: EncoderDetector) -> None:
        self._detector = detector

    def found(self, text: str, patient: Patient) -> list[Span]:
        return _found_by(self._detector, text, patient)

    def probabilities(self, text: str, patient: Patient, spans: Sequence[Span]) -> list[float]:
        tokens = _tokens_of(text)
        return self._detector.probabilities(tokens, _seen(tokens, spans))


class _Generative:
    name = "generative"

    def __init__(self, detector: GenerativeDetector) -> None:
        self._detector = detector

    def found(self, text: str, patient: Patient) -> list[Span]:
        return self._detector.spans_of(text)

    def probabilities(self, text: str, patient: Patient, spans: Sequence[Span]) -> list[float]:
        words = self._detector.word_probabilities(text)
        return [
            max((said for start, end, said in words if start < span.end and span.start < end), default=0.0)
            for span in spans
        ]


def _found_by(detector: HybridDetector | EncoderDetector, text: str, patient: Patient) -> list[Span]:
    tokens = _tokens_of(text)
    spans = detector(tokens, patient)
    return _disjoint([span.at(*tokens.view.to_original(span.start, span.end)) for span in spans])


def _tokens_of(text: str) -> Tokens:
    return Tokens(view_of(text), alphabet())


def _seen(tokens: Tokens, spans: Sequence[Span]) -> list[Span]:
    return [span.at(*tokens.view.from_original(span.start, span.end)) for span in spans]


def _disjoint(spans: Sequence[Span]) -> list[Span]:
    """Return the spans sorted, of those that overlap the first."""
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or kept[-1].end <= span.start:
            kept.append(span)
    return kept
