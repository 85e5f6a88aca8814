"""Notes with their identifying values masked, as windows that a language model is asked to fill.

Richard, Talbot, Gimbert (2023, section 3.3) put one mask in the place of each identifying word, over windows of 256
words that slide by 128. Here a value is asked for once, in the window that holds it whole with most context on its
worse side; in every other window it is masked too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.document import Document
from palimpseste.labels import Label
from palimpseste.training.encoder.examples import tokens_of, word_spans

__all__ = ["HiddenValue", "Hole", "MaskedWindow", "Masks", "masked_note"]

Masks = Literal["one", "pieces"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class HiddenValue:
    """A value that is masked.

    Parameters
    ----------
    label : str
        Of its span, in the view that was asked for.
    words : tuple of tuple of int
        Sub-words of each of its words.
    """

    label: str
    words: tuple[tuple[int, ...], ...]

    @property
    def pieces(self) -> tuple[int, ...]:
        """All its sub-words."""
        return tuple(piece for word in self.words for piece in word)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Hole:
    """A masked word in the window in which it is asked for.

    Parameters
    ----------
    value : HiddenValue
        What it is a word of.
    word : int
        Which of the words of the value.
    places : tuple of int
        Of its masks, among the sub-words of the window.
    """

    value: HiddenValue
    word: int
    places: tuple[int, ...]

    @property
    def answer(self) -> tuple[int, ...]:
        """The sub-words that stood there; where one mask stands for several of them, no guess is right."""
        return self.value.words[self.word]


@dataclass(frozen=True, slots=True, repr=False)
class MaskedWindow:
    """Sub-words of a window, masks among them.

    Parameters
    ----------
    ids : tuple of int
        Sub-words, those around the sequence included.
    holes : tuple of Hole
        What is asked for in this window, in the order of the text.
    """

    ids: tuple[int, ...]
    holes: tuple[Hole, ...]

    def filled(self, found: Sequence[Hole]) -> MaskedWindow:
        """Return the window with the words that were found in their places, which are asked for no more."""
        ids = list(self.ids)
        for hole in found:
            for place, piece in zip(hole.places, hole.answer, strict=True):
                ids[place] = piece
        done = set(found)
        return MaskedWindow(tuple(ids), tuple(hole for hole in self.holes if hole not in done))


def masked_note(
    document: Document, reader: PieceReader, plan: WindowPlan, masks: Masks, view: Mapping[Label, str]
) -> tuple[list[HiddenValue], list[MaskedWindow]]:
    """Return the values of a note's spans, and the windows in which they are asked for.

    Parameters
    ----------
    document : Document
        Its entities are what is masked.
    reader : PieceReader
        Its tokenizer has a mask.
    plan : WindowPlan
        How long notes are cut.
    masks : str
        ``one`` mask a word, as published, or one for each of its sub-words (``pieces``).
    view : mapping
        Label of an entity to that under which it is counted; entities of other labels stay as they are.

    Returns
    -------
    values : list of HiddenValue
        In the order of the text. One longer than any window is asked for in none.
    windows : list of MaskedWindow
        Those that ask for something.
    """
    tokens = tokens_of(document.text)
    words = Words.of(tokens)
    if not len(words):
        return [], []
    pieces = reader.read(words.texts, words.glued)
    spans = word_spans(words, tokens.view, document.entities, view)
    values = [HiddenValue(label, tuple(pieces[first:last])) for first, last, label in spans]
    intervals = list(plan.windows([len(each) for each in pieces], words.sentence_starts, reader.around))
    asked_in = [_window_of(first, last, intervals, len(words)) for first, last, _ in spans]
    value_of = {word: number for number, (first, last, _) in enumerate(spans) for word in range(first, last)}
    mask = reader.tokenizer.mask_token_id
    windows = []
    for number, (start, end) in enumerate(intervals):
        ids, holes = list(reader.prefix), []
        for word in range(start, end):
            at = value_of.get(word)
            if at is None:
                ids += pieces[word]
                continue
            count = 1 if masks == "one" else len(pieces[word])
            if asked_in[at] == number:
                holes.append(Hole(values[at], word - spans[at][0], tuple(range(len(ids), len(ids) + count))))
            ids += [mask] * count
        if holes:
            windows.append(MaskedWindow((*ids, *reader.suffix), tuple(holes)))
    return values, windows


def _window_of(first: int, last: int, intervals: Sequence[tuple[int, int]], total: int) -> int | None:
    """Return the window that holds some words whole, with most words on the side where it has fewer; None for none."""
    best, context = None, -1
    for number, (start, end) in enumerate(intervals):
        if start <= first and last <= end:
            # The edges of the note are no edges of context.
            least = min(first - start if start else total, end - last if end < total else total)
            if least > context:
                best, context = number, least
    return best
