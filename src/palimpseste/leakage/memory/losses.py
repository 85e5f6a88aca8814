"""How surely a model gives the right tags of a note: what tells notes it read from others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.neural.compact.model import WEIGHTS
from palimpseste.detection.neural.compact.network import Steps
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Span
from palimpseste.labels import label_named, view_named
from palimpseste.training.compact.examples import token_intervals

if TYPE_CHECKING:
    from palimpseste.detection.neural.encoder.detector import EncoderDetector

__all__ = ["UNLIKELY", "Asked", "EncoderLosses", "NoteLoss", "NoteReader", "ReadNote", "TagLosses"]

# Share of the tokens that min-k% looks at: the best of Shi et al. (2024), 20 %.
UNLIKELY = 0.2


@dataclass(frozen=True, slots=True)
class NoteLoss:
    """Cross-entropy of the right tags of a note, in nats a token; not a number where there is nothing to take it over.

    Parameters
    ----------
    every : float
        Over all tokens.
    identifying : float
        Over those of the spans.
    unlikely : float
        Over the fifth of all tokens that are least likely: min-k% (Shi et al. 2024). Of a note that was read, no token
        is very unlikely.
    """

    every: float
    identifying: float
    unlikely: float = float("nan")

    @classmethod
    def of(cls, losses: NDArray[np.float64], inside: NDArray[np.bool_]) -> NoteLoss:
        """Return the loss of a note whose tokens have some losses, those inside being identifying."""
        unlikely = np.sort(losses)[-max(round(UNLIKELY * len(losses)), 1) :]
        means = (float(each.mean()) if len(each) else float("nan") for each in (losses, losses[inside], unlikely))
        return cls(*means)


@dataclass(frozen=True, slots=True, repr=False)
class ReadNote:
    """A note as several models read it.

    Parameters
    ----------
    document : Document
        The note.
    reading : str
        Of what the loss is: ``evidence``, tags beside what record and rules find; ``text``, tags on text alone;
        ``response``, what a language model is to answer; ``written``, the text itself.
    tokens : Tokens
        Of the text.
    found : tuple of Span
        What record and rules find, where the reading is of evidence.
    intervals : tuple of (int, int, str)
        The annotated spans, in tokens.
    """

    document: Document
    reading: str
    tokens: Tokens
    found: tuple[Span, ...]
    intervals: tuple[tuple[int, int, str], ...]


class NoteReader:
    """Reads notes for models: tokens, what record and rules find, the annotated spans."""

    def __init__(self) -> None:
        self._record, self._rules = RecordDetector(), RuleDetector()

    def __call__(self, note: Document, reading: str) -> ReadNote:
        """Return a note as read, with what record and rules find in it for a reading of evidence."""
        tokens = Tokens(view_of(note.text), alphabet())
        found: tuple[Span, ...] = ()
        if reading == "evidence":
            found = (*self._record(tokens, note.patient), *self._rules(tokens, note.patient))
        return ReadNote(note, reading, tokens, found, tuple(token_intervals(tokens, note.entities)))


class Asked(Protocol):
    """A model asked how likely it finds what is right of a note.

    Attributes
    ----------
    digest : str
        Of its weights.
    readings : tuple of str
        What it can be asked for, that which it learned first.
    """

    digest: str
    readings: tuple[str, ...]

    def loss(self, note: ReadNote) -> NoteLoss:
        """Return the loss of a note; not a number where it is empty."""

    def total(self, note: ReadNote) -> float:
        """Return the sum over all tokens: the negative logarithm of the probability of what is right."""


class TagLosses:
    """A model of the bundled kind, asked how likely it finds the right tags.

    Parameters
    ----------
    model : CompactModel
        Asked at the temperature it was trained at, whatever its operating point.
    digest : str
        Of its weights.
    """

    def __init__(self, model: CompactModel, digest: str = "") -> None:
        self._model, self.digest = model, digest
        self._scheme = TagScheme(model.settings.labels)
        self.readings: tuple[str, ...] = ("evidence", "text")

    @classmethod
    def load(cls, folder: Path | None) -> TagLosses:
        """Read the model of a folder, the bundled one without it.

        Raises
        ------
        UsageError
            If the folder holds no compact model.
        """
        model = CompactModel.load(folder)
        return cls(model, sha256(((folder or BUNDLED) / WEIGHTS).read_bytes()).hexdigest())

    def loss(self, note: ReadNote) -> NoteLoss:
        """Return the loss of a note; not a number where it is empty."""
        losses, tags = self._losses(note)
        return NoteLoss.of(losses, tags != OUTSIDE)

    def total(self, note: ReadNote) -> float:
        """Return the sum over all tokens: the negative logarithm of the probability of the tags."""
        return float(self._losses(note)[0].sum())

    def _losses(self, note: ReadNote) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        scores = self._model.scores(note.tokens, note.found).astype(np.float64) * Steps.score
        tags = np.array(self._scheme.tags_of(note.intervals, len(scores)), dtype=np.int64)
        top = scores.max(axis=1, initial=0.0)
        norm = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
        return norm - scores[np.arange(len(tags)), tags], tags


class EncoderLosses:
    """A model of `train ner`, asked for the probability of the right tags under its chain.

    Parameters
    ----------
    detector : EncoderDetector
        The model.
    digest : str
        Of its weights.
    """

    def __init__(self, detector: EncoderDetector, digest: str = "") -> None:
        self._detector, self.digest = detector, digest
        self._scheme, self._view = TagScheme(detector.card.labels), view_named(detector.card.view)
        self.readings: tuple[str, ...] = ("text",)

    @classmethod
    def load(cls, folder: Path) -> EncoderLosses:
        """Read the model of a folder.

        Raises
        ------
        UsageError
            If the folder holds no trained encoder, or what runs it is missing.
        """
        from palimpseste.detection.neural.encoder.detector import EncoderDetector
        from palimpseste.detection.neural.encoder.folder import ONNX_FILES, WEIGHTS_FILE

        detector = EncoderDetector.load(folder)
        digest = sha256()
        # It is run by ONNX where there is such a file.
        for name in (WEIGHTS_FILE, ONNX_FILES["float32"]):
            if (folder / name).exists():
                digest.update((folder / name).read_bytes())
        return cls(detector, digest.hexdigest())

    def loss(self, note: ReadNote) -> NoteLoss:
        """Return the loss of a note, in nats a word; not a number where it is empty."""
        words, spans = self._words(note)
        if not len(words):
            return NoteLoss(float("nan"), float("nan"))
        whole, *inside = self._detector.log_probabilities(words, [self._whole(words, spans), *self._paths(spans)])
        length = sum(end - start for start, end, _ in spans)
        return NoteLoss(-whole / len(words), -sum(inside) / length if length else float("nan"))

    def total(self, note: ReadNote) -> float:
        """Return the negative logarithm of the probability of the tags of all words."""
        words, spans = self._words(note)
        return -self._detector.log_probabilities(words, [self._whole(words, spans)])[0] if len(words) else 0.0

    def _words(self, note: ReadNote) -> tuple[Words, list[tuple[int, int, str]]]:
        """Return the words of a note, and its spans as intervals of words with the labels of the model."""
        words = Words.of(note.tokens)
        spans = []
        for first, last, label in note.intervals:
            start = bisect_right(words.ends, note.tokens.starts[first])
            end = bisect_left(words.starts, note.tokens.end(last - 1))
            own = self._view.get(label_named(label))
            if start < end and own in self._detector.card.labels:
                spans.append((start, end, own))
        return words, spans

    def _whole(self, words: Words, spans: Sequence[tuple[int, int, str]]) -> tuple[int, int, list[int]]:
        return 0, len(words), self._scheme.tags_of(spans, len(words))

    def _paths(self, spans: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, list[int]]]:
        return [(start, end, self._scheme.path(label, end - start)) for start, end, label in spans]
