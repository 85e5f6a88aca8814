"""Notes with their identifying values masked, as windows that a language model is asked to fill.

Richard, Talbot, Gimbert (2023, section 3.3) put one mask in the place of each identifying word, over windows of 256
words that slide by 128. Here a value is asked for once, in the window that holds it whole with most context on its
worse side; in every other window it is masked too. Beyond the paper, what stands around a value may be the tags of a
release (``[LASTNAME]``) instead of masks: then each value is masked alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document
from palimpseste.labels import Label, label_named
from palimpseste.training.encoder.examples import tokens_of, word_spans

__all__ = ["Beside", "HiddenValue", "Hole", "MaskedWindow", "Masks", "hidden_spans", "masked_note", "tag_pieces"]

Masks = Literal["one", "pieces"]
# What stands for the other values of a note.
Beside = Literal["masks", "tags"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class HiddenValue:
    """A value that is masked.

    Parameters
    ----------
    label : str
        Of its span, in the view that was asked for.
    words : tuple of tuple of int
        Sub-words of each of its words.
    signs : frozenset of int
        Which of its words hold neither a letter nor a digit: masked too, but nothing is found by guessing them.
    """

    label: str
    words: tuple[tuple[int, ...], ...]
    signs: frozenset[int] = frozenset()

    @classmethod
    def of(cls, label: str, texts: Sequence[str], pieces: Sequence[tuple[int, ...]]) -> HiddenValue:
        """Return the value of some words.

        Parameters
        ----------
        label : str
            Of the value.
        texts : sequence of str
            Its words.
        pieces : sequence of tuple of int
            The sub-words of each.
        """
        signs = (number for number, text in enumerate(texts) if not any(map(str.isalnum, text)))
        return cls(label, tuple(pieces), frozenset(signs))

    @property
    def asked(self) -> int:
        """How many of its words are asked for: all but signs."""
        return len(self.words) - len(self.signs)

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
    document: Document,
    reader: PieceReader,
    plan: WindowPlan,
    masks: Masks,
    view: Mapping[Label, str],
    beside: Beside = "masks",
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
    beside : str
        ``masks``: all values are masked together, as published. ``tags``: each is masked alone, in a window of its own,
        and the others are the tags of their labels, as a release writes them.

    Returns
    -------
    values : list of HiddenValue
        In the order of the text. One longer than any window is asked for in none.
    windows : list of MaskedWindow
        Those that ask for something.
    """
    _, words, spans = hidden_spans(document, view)
    if not spans:
        return [], []
    pieces = reader.read(words.texts, words.glued)
    values = [HiddenValue.of(view[label], words.texts[first:last], pieces[first:last]) for first, last, label in spans]
    value_of = {word: number for number, (first, last, _) in enumerate(spans) for word in range(first, last)}
    mask = reader.tokenizer.mask_token_id
    masked = {word: [mask] * (1 if masks == "one" else len(pieces[word])) for word in value_of}
    if beside == "masks":
        shown = masked
    else:
        # A tag stands in the place of the first word of its value.
        shown = {word: [] for word in value_of}
        for first, _, label in spans:
            shown[first] = tag_pieces(reader, label, glued=words.glued[first])
    # No window grows too long, whatever a value is written as.
    lengths = [max(len(each), len(masked.get(word, ())), len(shown.get(word, ()))) for word, each in enumerate(pieces)]
    intervals = list(plan.windows(lengths, words.sentence_starts, reader.around))
    asked_in = [_window_of(first, last, intervals, len(words)) for first, last, _ in spans]
    windows = []
    for number, (start, end) in enumerate(intervals):
        asked = [value for value, window in enumerate(asked_in) if window == number]
        for together in [asked] if beside == "masks" else [[value] for value in asked]:
            ids, holes = list(reader.prefix), []
            for word in range(start, end):
                at = value_of.get(word)
                if at is None:
                    ids += pieces[word]
                elif at in together:
                    places = tuple(range(len(ids), len(ids) + len(masked[word])))
                    holes.append(Hole(values[at], word - spans[at][0], places))
                    ids += masked[word]
                else:
                    ids += shown[word]
            if holes:
                windows.append(MaskedWindow((*ids, *reader.suffix), tuple(holes)))
    return values, windows


def hidden_spans(document: Document, view: Mapping[Label, str]) -> tuple[Tokens, Words, list[tuple[int, int, Label]]]:
    """Return the tokens and words of a note, and the words and label of each span that a view has a label for."""
    tokens = tokens_of(document.text)
    words = Words.of(tokens)
    if not len(words):
        return tokens, words, []
    spans = word_spans(words, tokens.view, document.entities, {label: label for label in view})
    return tokens, words, [(first, last, label_named(label)) for first, last, label in spans]


def tag_pieces(reader: PieceReader, label: Label, *, glued: bool) -> list[int]:
    """Return the sub-words of the tag of a label, as a release writes it.

    Parameters
    ----------
    reader : PieceReader
        Of the model.
    label : Label
        The label.
    glued : bool
        Whether the tag stands right behind a word.
    """
    words = Words.of(tokens_of(f"[{label}]"))
    return [piece for word in reader.read(words.texts, (glued, *words.glued[1:])) for piece in word]


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
