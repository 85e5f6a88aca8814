"""The detector made of a language model behind a server: it answers, and its answers are checked here."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from palimpseste.detection.generative.address import address_of
from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.detection.generative.rewriting import laid_over, spans_of_answers
from palimpseste.detection.generative.server import Server
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError

__all__ = ["ServedDetector"]

# A passage has about so many characters for each token that the card allows: no tokenizer is here to count them.
_CHARACTERS = 3


class ServedDetector:
    """Finds spans by the answers of a server.

    Parameters
    ----------
    settings : GenerativeSettings
        With the address of a server. It is pickled as these, and each process asks on its own.

    Raises
    ------
    UsageError
        If notes may not be sent there, or the way needs the model itself.
    """

    name = "generative"

    def __init__(self, settings: GenerativeSettings) -> None:
        self.check(settings)
        self.settings = settings
        self._card = _card_of(settings)
        self._server = Server(settings, self._card.instruction)

    @staticmethod
    def check(settings: GenerativeSettings) -> None:
        """Refuse what making the detector would; the server is not asked.

        Raises
        ------
        UsageError
            As for the class.
        """
        assert settings.server is not None  # noqa: S101 # for types
        if settings.way == "one-pass":
            raise UsageError("one pass needs the model itself: a server is asked to copy-or-mask, or to rewrite")
        if settings.threshold is not None or settings.recall is not None:
            raise UsageError("a threshold or a recall is asked for, which needs the way 'one-pass'")
        if settings.adapters is not None:
            raise UsageError("adapters are loaded by the server, not here")
        address_of(settings.server, settings.private_hosts)
        _card_of(settings)

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what is masked, sorted and disjoint, in offsets of the view."""
        return self.spans_of(tokens.view.text)

    @property
    def batch_size(self) -> int:
        """How many notes it would rather ask about at the same time."""
        return self.settings.notes_at_once

    def detect_batch(self, notes: Sequence[tuple[Tokens, Patient]]) -> list[list[Span]]:
        """Return what is masked of each note; the server is asked about all of them at the same time.

        Raises
        ------
        ServerError, AlteredError
            As `spans_of`, of the first note of which it is so, once every note was answered or given up.
        """
        texts = [tokens.view.text for tokens, _ in notes]
        with ThreadPoolExecutor(max(1, len(texts))) as asking:
            return list(asking.map(self.spans_of, texts))

    def spans_of(self, text: str) -> list[Span]:
        """Return what is masked of a text, sorted and disjoint.

        Raises
        ------
        ServerError
            If the server gave no answer that can be used.
        AlteredError
            If an answer altered more than allowed, and such notes are not left to other detectors.
        """
        instruction = self._card.instruction
        laid = [
            (start, laid_over(instruction, text[start:end], self._server.answer_to(text[start:end])))
            for start, end in _passages(text, _CHARACTERS * self._card.most_tokens)
        ]
        return spans_of_answers(laid, self.settings, instruction.masks)

    def __reduce__(self) -> Any:
        """Pickle as the settings it was made of."""
        return ServedDetector, (self.settings,)


def _card_of(settings: GenerativeSettings) -> GenerativeCard:
    return GenerativeCard() if settings.folder is None else GenerativeCard.read(settings.folder)


def _passages(text: str, most: int) -> list[tuple[int, int]]:
    """Return where passages stand: cut at an end of line, else at a space, else where they are full."""
    found: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        end = min(start + most, len(text))
        if end < len(text):
            middle = start + most // 2
            cut = text.rfind("\n", middle, end)
            cut = cut if cut >= 0 else text.rfind(" ", middle, end)
            end = cut if cut > start else end
        passage = text[start:end]
        if words := passage.strip():  # models are careless of white space at the ends
            first = start + len(passage) - len(passage.lstrip())
            found.append((first, first + len(words)))
        start = end
    return found
