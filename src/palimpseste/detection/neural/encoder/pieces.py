"""Words as the sub-words of an encoder, whatever its tokenizer: each word is cut by itself, so that each has a first.

Fast tokenizers could tell which word a sub-word comes from; slow ones (FlauBERT's) cannot. Cutting word by word is the
same for both, and what a word becomes is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

__all__ = ["MOST_PIECES", "PieceReader"]

# Of one word: only its first sub-word bears the tag, and no name is longer.
MOST_PIECES = 16
_MOST_REMEMBERED = 500_000
# What stands for a space before a word: SentencePiece, and byte-level BPE.
_SENTENCE_PIECE, _BYTE_LEVEL = "▁", "Ġ"
_HALF_PAIR = re.compile("[\ud800-\udfff]")


class PieceReader:
    """Reads words as the numbers of sub-words.

    Parameters
    ----------
    tokenizer : transformers tokenizer
        Fast or slow.

    Attributes
    ----------
    tokenizer
        As given.
    prefix, suffix : list of int
        What the encoder expects around a sequence.
    pad : int
        Fills the shorter sequences of a batch.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self._vocabulary: dict[str, int] = tokenizer.get_vocab()
        self._known: dict[tuple[str, bool], tuple[int, ...]] = {}
        bare = tokenizer("a", add_special_tokens=False)["input_ids"]
        whole = tokenizer("a")["input_ids"]
        place = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
        self.prefix: list[int] = list(whole[:place])
        self.suffix: list[int] = list(whole[place + len(bare) :])
        self.pad: int = tokenizer.pad_token_id or 0
        two = tokenizer.convert_ids_to_tokens(tokenizer("a a", add_special_tokens=False)["input_ids"])
        self._marker = next((m for m in (_SENTENCE_PIECE, _BYTE_LEVEL) if any(piece[0] == m for piece in two)), "")

    @property
    def around(self) -> int:
        """How many sub-words stand around a sequence."""
        return len(self.prefix) + len(self.suffix)

    def read(self, words: Sequence[str], glued: Sequence[bool]) -> list[tuple[int, ...]]:
        """Return the sub-words of each word: at least one, at most `MOST_PIECES`.

        Parameters
        ----------
        words : sequence of str
            Without white space.
        glued : sequence of bool
            Whether each follows the word before it without a space: where the vocabulary tells the two writings apart,
            they become different sub-words, as in running text.
        """
        keys = list(zip(words, glued, strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._known]
        if new:
            if len(self._known) > _MOST_REMEMBERED:
                self._known.clear()
                new = list(dict.fromkeys(keys))
            spaced = [(" " if self._marker == _BYTE_LEVEL and not tight else "") + _whole(word) for word, tight in new]
            numbers = self.tokenizer(spaced, add_special_tokens=False)["input_ids"]
            for key, pieces in zip(new, numbers, strict=True):
                self._known[key] = self._kept(pieces, is_glued=key[1])
        return [self._known[key] for key in keys]

    def _kept(self, pieces: list[int], *, is_glued: bool) -> tuple[int, ...]:
        if is_glued and pieces and self._marker == _SENTENCE_PIECE:
            first = self.tokenizer.convert_ids_to_tokens(pieces[0])
            if first == self._marker and len(pieces) > 1:
                pieces = pieces[1:]
            elif first.startswith(self._marker) and first[1:] in self._vocabulary:
                pieces = [self._vocabulary[first[1:]], *pieces[1:]]
        # A sign the tokenizer throws away still bears a tag.
        return tuple(pieces[:MOST_PIECES]) or (self.tokenizer.unk_token_id or 0,)


def _whole(word: str) -> str:
    """Return a word that tokenizers can read: half a surrogate pair is no character to them."""
    return _HALF_PAIR.sub("\N{REPLACEMENT CHARACTER}", word)
