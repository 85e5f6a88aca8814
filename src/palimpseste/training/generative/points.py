"""Operating points of one pass: what masking from each threshold gives on development notes."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.detection.generative.card import MeasuredPoint
from palimpseste.detection.generative.folder import Decoder
from palimpseste.detection.generative.scoring import score
from palimpseste.detection.generative.segments import passages_of
from palimpseste.document import Document

__all__ = ["operating_points"]

_THRESHOLDS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)


def operating_points(decoder: Decoder, notes: Sequence[Document]) -> tuple[MeasuredPoint, ...]:
    """Return what masking a word from each of some thresholds gives on annotated notes, by falling threshold.

    Parameters
    ----------
    decoder : Decoder
        Its card says what is masked and how long a passage may be.
    notes : sequence of Document
        Annotated.
    """
    masks = decoder.card.instruction.masks
    prompt = decoder.card.instruction.prompt(decoder.pieces)
    probabilities: dict[bool, list[float]] = {True: [], False: []}
    for note in notes:
        hidden = {place for span in note.entities if masks.hides(span) for place in range(span.start, span.end)}
        for passage in passages_of(note.text, decoder.pieces, decoder.card.most_tokens):
            for segment, (probability, _) in zip(passage.segments, score(decoder, prompt, passage), strict=True):
                if any(character.isalnum() for character in note.text[segment.word : segment.end]):
                    identifies = not hidden.isdisjoint(range(segment.word, segment.end))
                    probabilities[identifies].append(probability)
    return tuple(
        MeasuredPoint(threshold, _share(probabilities[True], threshold), _share(probabilities[False], threshold))
        for threshold in _THRESHOLDS
    )


def _share(probabilities: Sequence[float], threshold: float) -> float:
    return sum(each >= threshold for each in probabilities) / len(probabilities) if probabilities else 0.0
