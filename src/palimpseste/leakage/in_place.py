"""Released notes, in which surrogates stand: whether a language model finds likelier what stood there before.

Each value is masked alone, with the surrogates of the release around it, once as the original and once as its
surrogate. A model that knows nothing of the patients takes one for the other as often as not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.evaluation.bootstrap import Samples
from palimpseste.evaluation.scores import Estimate
from palimpseste.folding import fold
from palimpseste.labels import VIEWS
from palimpseste.leakage.fill_mask import NoteCounts
from palimpseste.leakage.fill_mask_table import ALL
from palimpseste.leakage.language_models import Guesser
from palimpseste.leakage.tallies import Tallies
from palimpseste.rendering.screen import identifier_shown

__all__ = ["InPlace", "Preferred", "pairs_of", "preferred"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlace:
    """What is asked.

    Parameters
    ----------
    view : str
        Whose labels values are counted under; labels that it leaves out are not asked for.
    window_words, window_stride : int
        Of the windows that notes are read in.
    """

    view: str = "hcl"
    window_words: int = 256
    window_stride: int = 128

    def counts(
        self, model: Guesser, pairs: Callable[[], Iterable[tuple[Document, Document]]], first: int = 0
    ) -> Iterator[NoteCounts]:
        """Yield, for each note and its release, by label: values ``asked`` for, and ``original`` ones preferred.

        Parameters
        ----------
        model : Guesser
            Who is asked.
        pairs : callable
            Returns notes and their release, as `pairs_of` does.
        first : int
            How many are left out, since they were counted before.
        """
        for note, released in islice(pairs(), first, None):
            counts: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
            for before, after in zip(sorted(note.entities), sorted(released.entities), strict=True):
                original, surrogate = note.text[before.start : before.end], released.text[after.start : after.end]
                label = VIEWS[self.view].get(before.label)
                if label is None or fold(original) == fold(surrogate):
                    continue
                likely = [self._likely(model, released, after, value) for value in (original, surrogate)]
                if likely[0] is not None and likely[1] is not None:
                    counts[label]["asked"] += 1
                    counts[label]["original"] += (likely[0] > likely[1]) + (likely[0] == likely[1]) / 2
            yield counts

    def _likely(self, model: Guesser, released: Document, span: Span, value: str) -> float | None:
        """Return how likely a value is in the place of a surrogate; None if it is too long."""
        text = released.text[: span.start] + value + released.text[span.end :]
        note = Document("asked", text, entities=(Span(span.start, span.start + len(value), span.label),))
        return model.likelihood(note, VIEWS[self.view], self.window_words, self.window_stride)


@dataclass(frozen=True, slots=True)
class Preferred:
    """How often a model prefers originals of one label.

    Parameters
    ----------
    label : str
        Of the view; `ALL` for all of them.
    asked : int
        Values.
    share : Estimate
        Of those whose original is found likelier than its surrogate, ties counted half; one half by chance.
    """

    label: str
    asked: int
    share: Estimate


def preferred(
    counts: Iterable[NoteCounts], labels: Sequence[str], *, bootstrap: int = 1000, seed: int = 0
) -> list[Preferred]:
    """Return the shares of each label that was asked for, in the order of `labels`, and of all.

    Parameters
    ----------
    counts : iterable of NoteCounts
        Of each note.
    labels : sequence of str
        Which are told.
    bootstrap : int
        How often notes are drawn anew for the intervals.
    seed : int
        Of these draws.
    """
    tallies = Tallies(counts)
    present = [label for label in labels if label in tallies.labels]
    found = []
    for label, together in (*((label, (label,)) for label in present), (ALL, tallies.labels)):
        table = np.column_stack([tallies.column(name, together) for name in ("asked", "original")])
        samples = Samples(_Columns(table), bootstrap, seed)
        found.append(Preferred(label, int(table[:, 0].sum()), samples.estimate(_share)))
    return found


def pairs_of(
    notes: Callable[[], Iterable[Document]], release: Callable[[], Iterable[Document]]
) -> Iterator[tuple[Document, Document]]:
    """Yield each released note behind its original, where both have as many spans.

    Raises
    ------
    UsageError
        If a released note is not among the notes, in their order.
    """
    originals = iter(notes())
    for released in release():
        note = next((each for each in originals if each.id == released.id), None)
        if note is None:
            raise UsageError(f"released note {identifier_shown(released.id)}: not among the notes, or in another order")
        if len(note.entities) == len(released.entities):
            yield note, released


@dataclass(frozen=True, slots=True)
class _Columns:
    """Two counts of each note, that can be added up."""

    documents: NDArray[np.float64]

    def summed(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return weights @ self.documents


def _share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        share: NDArray[np.float64] = sums[..., 1] / sums[..., 0]
    return share
