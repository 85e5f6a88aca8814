"""The detector made of a decoder: its spans come from masks alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.detection.generative.copying import copy_or_mask
from palimpseste.detection.generative.folder import Decoder, check_folder, load_decoder, load_tokenizer
from palimpseste.detection.generative.rewriting import AlteredError, rewritten, spans_of_answers
from palimpseste.detection.generative.scoring import score
from palimpseste.detection.generative.segments import Passage, passages_of
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError

__all__ = ["AlteredError", "GenerativeDetector"]

_SOURCE = "generative"
_USUAL_THRESHOLD = 0.5
# Masks and the end need room beside the note and its copy.
_SPARE = 64
_LONGER = 2.3


class GenerativeDetector:
    """Finds spans by a language model that was taught to mask.

    Parameters
    ----------
    settings : GenerativeSettings
        Which, and how; it is pickled as these, and each process loads the weights itself.

    Raises
    ------
    UsageError
        If the folder holds no decoder, what runs it is missing, or no operating point reaches the recall asked for.
    """

    name = "generative"

    def __init__(self, settings: GenerativeSettings) -> None:
        self.settings = settings
        _check_point(settings)
        folder = _folder_of(settings)
        decoder = load_decoder(folder, settings.adapters, device=settings.device, precision=settings.precision)
        self._decoder: Decoder = decoder
        self._prompt = decoder.card.instruction.prompt(decoder.pieces)
        room = int((decoder.longest - len(self._prompt) - _SPARE) / _LONGER)
        self._most_tokens = min(decoder.card.most_tokens, room)
        if self._most_tokens < 1:
            raise UsageError(f"{folder}: the model reads too few tokens to be told what to do")
        self.threshold = settings.threshold or _USUAL_THRESHOLD
        if settings.recall is not None:
            self.threshold = decoder.card.threshold_for(settings.recall)

    @staticmethod
    def check(settings: GenerativeSettings) -> None:
        """Refuse what making the detector would, short of loading its weights.

        Raises
        ------
        UsageError
            If the settings contradict each other, a folder lacks something, or what reads it is not installed.
        """
        _check_point(settings)
        folder = _folder_of(settings)
        check_folder(folder)
        load_tokenizer(folder)
        card = GenerativeCard.read(settings.adapters or folder)
        if settings.recall is not None:
            card.threshold_for(settings.recall)

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what is masked, sorted and disjoint, in offsets of the view."""
        return self.spans_of(tokens.view.text)

    def spans_of(self, text: str) -> list[Span]:
        """Return what is masked of a text, sorted and disjoint.

        Raises
        ------
        AlteredError
            If it was rewritten freely and altered more than allowed, and such notes are not left to other detectors.
        """
        passages = passages_of(text, self._prompt.pieces, self._most_tokens)
        if self.settings.way == "one-pass":
            return [span for passage in passages for span in self._scored(passage)]
        if self.settings.way == "copy-or-mask":
            read = self._decoder.card.instruction.masks.read
            return [
                Span(each.start, each.end, read[each.word], f"{_SOURCE}.copy")
                for passage in passages
                for each in copy_or_mask(self._decoder, self._prompt, passage).masks
            ]
        return self._rewritten(passages)

    def word_probabilities(self, text: str) -> list[tuple[int, int, float]]:
        """Return where each word of a text stands, and how probable a mask over it is, by one pass."""
        return [
            (segment.word, segment.end, probability)
            for passage in passages_of(text, self._prompt.pieces, self._most_tokens)
            for segment, (probability, _) in zip(
                passage.segments, score(self._decoder, self._prompt, passage), strict=True
            )
            if segment.word < segment.end
        ]

    def __reduce__(self) -> Any:
        """Pickle as the settings it was made of."""
        return GenerativeDetector, (self.settings,)

    def _scored(self, passage: Passage) -> list[Span]:
        """Return runs of words that are masked, each with the highest probability of its words."""
        masks = self._decoder.card.instruction.masks
        untold = masks.read[masks.words[0]] if masks.is_plain else "OTHER_ID"
        spans: list[Span] = []
        goes_on = False
        for segment, (probability, words) in zip(
            passage.segments, score(self._decoder, self._prompt, passage), strict=True
        ):
            is_masked = probability >= self.threshold and segment.word < segment.end
            if is_masked:
                label = masks.read[words[0]] if len(words) == 1 else untold
                if goes_on and "\n" not in segment.gap and spans[-1].label == label:
                    highest = max(spans[-1].probability or 0.0, probability)
                    spans[-1] = Span(spans[-1].start, segment.end, label, f"{_SOURCE}.pass", highest)
                else:
                    spans.append(Span(segment.word, segment.end, label, f"{_SOURCE}.pass", probability))
            goes_on = is_masked
        return spans

    def _rewritten(self, passages: list[Passage]) -> list[Span]:
        laid = [(each.segments[0].start, rewritten(self._decoder, self._prompt, each)) for each in passages]
        return spans_of_answers(laid, self.settings, self._decoder.card.instruction.masks)


def _folder_of(settings: GenerativeSettings) -> Path:
    if settings.folder is None:
        raise UsageError("the weights of a decoder are read from its folder, and none is named")
    return settings.folder


def _check_point(settings: GenerativeSettings) -> None:
    if settings.threshold is not None and settings.recall is not None:
        raise UsageError("either a threshold or a recall: each sets the same operating point")
    if settings.way != "one-pass" and (settings.threshold is not None or settings.recall is not None):
        raise UsageError("a threshold or a recall is asked for, which needs the way 'one-pass'")
