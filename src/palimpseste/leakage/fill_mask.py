"""The attack that fills in masks: which identifying words of a note a language model guesses again.

Richard, Talbot, Gimbert (2023, sections 3.3 and 4) mask each identifying word of notes that no model has seen and count
the words that a model's first guess finds, in one pass. Beyond the paper, what was found is filled in and the rest
asked for again, and each value is told apart from others of its class, which shows what a model knows where its first
guess is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from palimpseste.document import Document
from palimpseste.labels import VIEWS
from palimpseste.leakage.candidates import Candidates
from palimpseste.leakage.holes import Beside, HiddenValue, Hole, MaskedWindow, Masks, masked_note
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.settings_files import check_settings

__all__ = ["NOTES_AT_ONCE", "FillMask", "NoteCounts", "Ranks", "counted", "rank_of_first"]

# Their windows are guessed together.
NOTES_AT_ONCE = 32

# What is counted of one note: label to measure to number. Measures are
#   words                       identifying words that were masked, signs left out
#   found 1, found 2, ...       those found up to that pass
#   values                      spans; whole 1, whole 2, ...: those of which every word was found
#   ranked                      values with somebody of their class to be told apart from
#   first, reciprocal           those that the model puts first; sum of the reciprocals of their ranks
#   prior first, prior reciprocal   the same for who knows how often each value occurs in other notes, and no context
#   chance                      what of `first` a draw would get
NoteCounts = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FillMask:
    """What the attack does.

    Parameters
    ----------
    view : str
        Whose labels values are counted under; labels that it leaves out are not masked.
    masks : str
        ``one`` mask a word, as published: only words that are one sub-word can be found. ``pieces``: a mask for each
        sub-word, which tells their number.
    beside : str
        What stands for the other values of a note: ``masks``, all values masked together, as published; or ``tags``,
        those of a release, each value masked alone. What is found is filled in within its own value then.
    passes : int
        1 as published. In each further one the words that were found are filled in, by somebody who can tell (a
        register, a second source), and those left are asked for again.
    decoys : int
        Others of the class that a value is told apart from; with one mask a word nothing is ranked.
    window_words, window_stride : int
        Of the windows that notes are read in, as published: 256 words, 128 apart.
    seed : int
        Of the decoys.
    """

    view: str = "hcl"
    masks: Masks = "one"
    beside: Beside = "masks"
    passes: Annotated[int, Meta(ge=1)] = 1
    decoys: Annotated[int, Meta(ge=1)] = 99
    window_words: Annotated[int, Meta(ge=1)] = 256
    window_stride: Annotated[int, Meta(ge=0)] = 128
    seed: Annotated[int, Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        check_settings(self, "settings")

    def candidates(self, model: MaskGuesser, notes: Iterable[Document]) -> Candidates:
        """Return the values of all notes: what the decoys of each are drawn from."""
        found = Candidates()
        for note in notes:
            found.add(self._masked(model, note)[0])
        return found

    def counts(
        self,
        model: MaskGuesser,
        notes: Callable[[], Iterable[Document]],
        candidates: Candidates | None = None,
        first: int = 0,
    ) -> Iterator[NoteCounts]:
        """Yield what was counted of each note, in order.

        Parameters
        ----------
        model : MaskGuesser
            Who guesses.
        notes : callable
            Returns the notes, whose entities are what is masked.
        candidates : Candidates, optional
            Those of all the notes; without, no value is ranked.
        first : int
            How many notes are left out, since they were counted before.
        """
        remaining = islice(notes(), first, None)
        while together := list(islice(remaining, NOTES_AT_ONCE)):
            masked = [self._masked(model, note) for note in together]
            found, ranks = self._asked(model, masked, candidates, first)
            for (values, _), ranked in zip(masked, ranks, strict=True):
                yield counted(values, found, ranked, self.passes)
            first += len(together)

    def _masked(self, model: MaskGuesser, note: Document) -> tuple[list[HiddenValue], list[MaskedWindow]]:
        plan = model.plan(self.window_words, self.window_stride)
        return masked_note(note, model.reader, plan, self.masks, VIEWS[self.view], self.beside)

    def _asked(
        self,
        model: MaskGuesser,
        masked: Sequence[tuple[list[HiddenValue], list[MaskedWindow]]],
        candidates: Candidates | None,
        first: int,
    ) -> tuple[dict[HiddenValue, list[int]], list[dict[HiddenValue, Ranks]]]:
        """Return the pass in which each word of each value was found, and the ranks of the values of each note."""
        found: defaultdict[HiddenValue, list[int]] = defaultdict(list)
        ranks: list[dict[HiddenValue, Ranks]] = [{} for _ in masked]
        windows = [(note, window) for note, (_, windows) in enumerate(masked) for window in windows]
        here = [Counter((value.label, value.pieces) for value in values) for values, _ in masked]
        number_of = {value: number for values, _ in masked for number, value in enumerate(values)}
        for number in range(1, self.passes + 1):
            left = []
            for (note, window), scores in zip(
                windows, model.log_probabilities([window for _, window in windows]), strict=True
            ):
                rows = _rows_of(window)
                right = [hole for hole in window.holes if tuple(scores[rows[hole]].argmax(axis=1)) == hole.answer]
                for hole in right:
                    if hole.word not in hole.value.signs:
                        found[hole.value].append(number)
                if number == 1 and candidates is not None and self.masks == "pieces":
                    for value, wanted in _rows_of_values(window, rows).items():
                        key = (self.seed, first + note, number_of[value])
                        pieces, counts = candidates.with_decoys(value, here[note], self.decoys, key)
                        ranks[note].update(_ranked(value, scores[wanted], pieces, counts))
                if right and len(right) < len(window.holes):
                    left.append((note, window.filled(right)))
            if not left:
                break
            windows = left
        return found, ranks


@dataclass(frozen=True, slots=True)
class Ranks:
    """How high a masked value stands among its candidates.

    Parameters
    ----------
    model : float
        Its rank by the probability that the model gives each, from 1; ties share their mean rank.
    prior : float
        Its rank by how often each stands in the notes, counted alike.
    candidates : int
        How many there are, the value among them.
    """

    model: float
    prior: float
    candidates: int


def _ranked(
    value: HiddenValue, scores: NDArray[np.floating[Any]], pieces: NDArray[np.int64], counts: NDArray[np.int64]
) -> dict[HiddenValue, Ranks]:
    """Return the ranks of a value among its candidates, the first of which it is; none where it is the only one."""
    if len(pieces) <= 1:
        return {}
    sums = scores[np.arange(len(scores)), pieces].sum(axis=1, dtype=np.float64)
    return {value: Ranks(rank_of_first(sums), rank_of_first(counts), len(pieces))}


def rank_of_first(scores: NDArray[np.float64] | NDArray[np.int64]) -> float:
    """Return the rank of the first score among all, from 1 for the highest; ties share the mean of their ranks."""
    return 1 + float((scores[1:] > scores[0]).sum()) + float((scores[1:] == scores[0]).sum()) / 2


def _rows_of(window: MaskedWindow) -> dict[Hole, list[int]]:
    """Return the rows of scores of each hole."""
    rows, start = {}, 0
    for hole in window.holes:
        rows[hole] = list(range(start, start + len(hole.places)))
        start += len(hole.places)
    return rows


def _rows_of_values(window: MaskedWindow, rows: Mapping[Hole, list[int]]) -> dict[HiddenValue, list[int]]:
    found: defaultdict[HiddenValue, list[int]] = defaultdict(list)
    for hole in window.holes:
        found[hole.value] += rows[hole]
    return found


def counted(
    values: Sequence[HiddenValue],
    found: Mapping[HiddenValue, Sequence[int]],
    ranks: Mapping[HiddenValue, Ranks],
    passes: int,
) -> NoteCounts:
    """Return what was counted of a note.

    Parameters
    ----------
    values : sequence of HiddenValue
        All its values.
    found : mapping
        Value to the pass in which each word that was found was.
    ranks : mapping
        Value to its rank, of those that were told apart from others.
    passes : int
        Of the attack.
    """
    counts: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for value in values:
        count = counts[value.label]
        in_pass = found.get(value, ())
        count["values"] += 1
        count["words"] += value.asked
        for number in range(1, passes + 1):
            until = sum(each <= number for each in in_pass)
            count[f"found {number}"] += until
            count[f"whole {number}"] += until == value.asked > 0
        if value in ranks:
            rank = ranks[value]
            count["ranked"] += 1
            count["first"] += rank.model == 1
            count["reciprocal"] += 1 / rank.model
            count["prior first"] += rank.prior == 1
            count["prior reciprocal"] += 1 / rank.prior
            count["chance"] += 1 / rank.candidates
    return counts
