"""The words of a note as an encoder reads them: no white space, and where sentences start."""

from __future__ import annotations

from dataclasses import dataclass

from palimpseste.detection.tokens import Tokens

__all__ = ["Words"]

_SENTENCE_ENDS = frozenset(".!?")


@dataclass(frozen=True, slots=True, repr=False)
class Words:
    """The words of a note, in order; each bears one tag.

    A word is a run of letters, a run of digits, or one other sign: the tokens of :class:`Tokens` less white space.

    Parameters
    ----------
    texts : tuple of str
        As they stand in the view.
    starts, ends : tuple of int
        Half-open intervals of the view.
    glued : tuple of bool
        Whether a word follows the one before it without white space.
    sentence_starts : tuple of int
        Sorted indices of the words that begin a sentence; the first word is always one.
    """

    texts: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    glued: tuple[bool, ...]
    sentence_starts: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Tokens) -> Words:
        """Return the words of a note.

        A sentence starts behind a full stop, exclamation or question mark and a space, unless in lower case, and behind
        a line end unless in lower case: clinical notes end many a sentence by the line alone.
        """
        text = tokens.view.text
        starts: list[int] = []
        ends: list[int] = []
        for start, word in zip(tokens.starts, tokens.words, strict=True):
            if not word.isspace():
                starts.append(start)
                ends.append(start + len(word))
        texts = tuple(text[start:end] for start, end in zip(starts, ends, strict=True))
        glued = tuple(start == before for start, before in zip(starts, (-1, *ends[:-1]), strict=True)) if starts else ()
        sentences = [
            index
            for index, word in enumerate(texts)
            if not index
            or (
                not word[0].islower()
                and not glued[index]
                and (texts[index - 1] in _SENTENCE_ENDS or "\n" in text[ends[index - 1] : starts[index]])
            )
        ]
        return cls(texts, tuple(starts), tuple(ends), glued, tuple(sentences))

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"Words(<{len(self.texts)} words>)"
