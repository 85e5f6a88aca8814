"""Texts as words, and words as numbers: those of a vocabulary, or the sub-words of an encoder."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from palimpseste.detection.neural.encoder.pieces import PieceReader

__all__ = ["PADDING", "UNKNOWN", "GrowingVocabulary", "SubwordReader", "TextReader", "Vocabulary", "words_of"]

PADDING, UNKNOWN = 0, 1
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, repr=False)
class ReadText:
    """A text as numbers.

    Parameters
    ----------
    numbers : sequence of int
        Of its words or sub-words in the vocabulary, in order.
    bounds : sequence of (int, int)
        The half-open interval of the word each number comes from; several sub-words share one.
    """

    numbers: Sequence[int]
    bounds: Sequence[tuple[int, int]]


class TextReader(Protocol):
    """Reads texts as numbers; never an empty row."""

    def read(self, text: str) -> Sequence[int]:
        """Return the numbers of a text."""

    def read_with_bounds(self, text: str) -> ReadText:
        """Return the numbers of a text, and where they come from."""


def words_of(text: str) -> list[tuple[int, int]]:
    """Return the bounds of the words: runs of letters, digits and underscores, no other signs."""
    return [found.span() for found in _WORD.finditer(text)]


class SubwordReader:
    """Reads texts as the sub-words of an encoder, without what stands around a sequence.

    Parameters
    ----------
    pieces : PieceReader
        Cuts words as the encoder's tokenizer does.
    """

    def __init__(self, pieces: PieceReader) -> None:
        self.pieces = pieces

    def read(self, text: str) -> Sequence[int]:
        """Return the numbers of a text."""
        return self.read_with_bounds(text).numbers

    def read_with_bounds(self, text: str) -> ReadText:
        """Return the numbers of a text, and where they come from."""
        bounds = [found.span() for found in _WORD_OR_SIGN.finditer(text)]
        words = [text[start:end] for start, end in bounds]
        glued = [start == before for (start, _), before in zip(bounds, (-1, *(end for _, end in bounds)), strict=False)]
        numbers = array("i")
        places: list[tuple[int, int]] = []
        for bound, pieces in zip(bounds, self.pieces.read(words, glued), strict=True):
            numbers.extend(pieces)
            places += [bound] * len(pieces)
        if not numbers:
            return ReadText([self.pieces.tokenizer.unk_token_id or 0], [(0, 0)])
        return ReadText(numbers, places)


class Vocabulary:
    """Reads texts as the words of a vocabulary, without case; a word outside it is `UNKNOWN`.

    Parameters
    ----------
    words : sequence of str
        In lower case; the first is number 2.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._number = {word: number for number, word in enumerate(words, start=UNKNOWN + 1)}

    def __len__(self) -> int:
        return len(self.words) + UNKNOWN + 1

    def read(self, text: str) -> Sequence[int]:
        """Return the numbers of a text."""
        return [self._number.get(word, UNKNOWN) for word in _WORD.findall(text.lower())] or [UNKNOWN]

    def read_with_bounds(self, text: str) -> ReadText:
        """Return the numbers of a text, and where they come from."""
        bounds = words_of(text)
        numbers = [self._number.get(text[start:end].lower(), UNKNOWN) for start, end in bounds]
        return ReadText(numbers or [UNKNOWN], bounds or [(0, 0)])


class GrowingVocabulary:
    """Numbers words as they come and counts the texts of each: the vocabulary is chosen when all were read."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._texts = array("q")

    def read(self, text: str) -> Sequence[int]:
        """Return the provisional numbers of a text."""
        numbers = [self._number.setdefault(word, len(self._number)) for word in _WORD.findall(text.lower())]
        self._texts.extend([0] * (len(self._number) - len(self._texts)))
        for number in set(numbers):
            self._texts[number] += 1
        return numbers

    def chosen(self, most_words: int, least_texts: int) -> tuple[Vocabulary, list[int], list[int]]:
        """Return the vocabulary of the words of most texts, and what becomes of numbers.

        Returns
        -------
        vocabulary : Vocabulary
        texts : list of int
            How many texts each of its words is in.
        numbers : list of int
            The number of each provisional one.
        """
        ranked = sorted(
            ((-count, word) for word, count in zip(self._number, self._texts, strict=True) if count >= least_texts)
        )
        kept = ranked[:most_words]
        vocabulary = Vocabulary([word for _, word in kept])
        number = {word: place for place, (_, word) in enumerate(kept, start=UNKNOWN + 1)}
        return vocabulary, [-count for count, _ in kept], [number.get(word, UNKNOWN) for word in self._number]
