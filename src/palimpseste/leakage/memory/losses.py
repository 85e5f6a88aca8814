"""How surely a model gives the right tags of a note: what tells notes it read from others."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.neural.compact.model import WEIGHTS
from palimpseste.detection.neural.compact.network import Steps
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Span
from palimpseste.training.compact.examples import token_intervals

__all__ = ["NoteLoss", "NoteReader", "ReadNote", "TagLosses"]


@dataclass(frozen=True, slots=True)
class NoteLoss:
    """Cross-entropy of the right tags of a note, in nats a token.

    Parameters
    ----------
    every : float
        Over all tokens.
    identifying : float
        Over those of the spans; not a number where there are none.
    """

    every: float
    identifying: float


@dataclass(frozen=True, slots=True, repr=False)
class ReadNote:
    """A note as several models read it."""

    tokens: Tokens
    found: tuple[Span, ...]
    intervals: tuple[tuple[int, int, str], ...]


class NoteReader:
    """Reads notes for models: tokens, what record and rules find, the annotated spans."""

    def __init__(self) -> None:
        self._record, self._rules = RecordDetector(), RuleDetector()

    def __call__(self, note: Document, *, evidence: bool = True) -> ReadNote:
        """Return a note as read, with what record and rules find in it or without."""
        tokens = Tokens(view_of(note.text), alphabet())
        found: tuple[Span, ...] = ()
        if evidence:
            found = (*self._record(tokens, note.patient), *self._rules(tokens, note.patient))
        return ReadNote(tokens, found, tuple(token_intervals(tokens, note.entities)))


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
        inside = losses[tags != OUTSIDE]
        nothing = float("nan")
        return NoteLoss(
            float(losses.mean()) if len(losses) else nothing, float(inside.mean()) if len(inside) else nothing
        )

    def total(self, note: ReadNote) -> float:
        """Return the sum over all tokens: the negative logarithm of the probability of the tags."""
        return float(self._losses(note)[0].sum())

    def _losses(self, note: ReadNote) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        scores = self._model.scores(note.tokens, note.found).astype(np.float64) * Steps.score
        tags = np.array(self._scheme.tags_of(note.intervals, len(scores)), dtype=np.int64)
        top = scores.max(axis=1, initial=0.0)
        norm = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
        return norm - scores[np.arange(len(tags)), tags], tags
