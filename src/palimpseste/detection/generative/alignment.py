"""A free answer laid over its note: where its masks stand, and how much of the rest was altered.

An answer that copies the note outside its masks is laid over it in one walk. Any other is aligned word by word at the
least cost (Needleman and Wunsch 1970, with masks that may stand for any number of words), exactly, over at most
``_MOST_CELLS`` pairs of words; beyond that it is not aligned, and all of it counts as altered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.detection.generative.copying import Masked
from palimpseste.detection.generative.masks import MaskWords

__all__ = ["Alignment", "align"]

_MOST_CELLS = 4_000_000
_WORD = re.compile(r"\w+|[^\w\s]")
# A word that stands under a mask costs least; one that was changed less than one dropped and one invented.
_UNDER, _DROPPED, _INVENTED, _CHANGED = 1, 4, 4, 6


@dataclass(frozen=True, slots=True, repr=False)
class Alignment:
    """Where the masks of an answer stand in its note.

    Parameters
    ----------
    masks : list of Masked
        In order, disjoint; of the answer nothing else is used.
    words : int
        Words of the note outside masks, and words invented.
    altered : int
        Those that were changed, dropped or invented.
    lost : int
        Masks that stand for nothing in the note.
    restores : bool
        Whether the answer is the note to the letter outside its masks, white space included.
    """

    masks: list[Masked]
    words: int
    altered: int
    lost: int
    restores: bool = False

    @property
    def share(self) -> float:
        """Share of the words that were altered, in [0, 1]."""
        return self.altered / self.words if self.words else 0.0


def align(text: str, answer: str, masks: MaskWords) -> Alignment:
    """Lay an answer over its note.

    Parameters
    ----------
    text : str
        The note. A mask word that is written in it is ordinary text where the answer copies it.
    answer : str
        Of a model; anything.
    masks : MaskWords
        Those it was told of.
    """
    parts = masks.expression.split(answer)
    words = masks.expression.findall(answer)
    exact = _exact(text, parts, words)
    if exact is not None:
        hidden = sum(len(_WORD.findall(text, each.start, each.end)) for each in exact)
        return Alignment(exact, len(_WORD.findall(text)) - hidden, 0, 0, restores=True)
    return _aligned(text, parts, words)


def _exact(text: str, parts: Sequence[str], words: Sequence[str]) -> list[Masked] | None:
    """Return the masks of an answer that copies everything else; each hides up to the nearest place that fits."""
    if not text.startswith(parts[0]):
        return None
    found: list[Masked] = []
    reached = len(parts[0])
    for place, (word, part) in enumerate(zip(words, parts[1:], strict=True)):
        if place == len(words) - 1:
            start = len(text) - len(part)
            if start <= reached or not text.endswith(part):
                return None
        else:
            # Two masks that touch share what they hide: the first hides one character at least.
            start = text.find(part, reached + 1)
            if start < 0:
                return None
        found.append(Masked(reached, start, word))
        reached = start + len(part)
    return found if reached == len(text) else None


def _aligned(text: str, parts: Sequence[str], words: Sequence[str]) -> Alignment:
    source = [match.span() for match in _WORD.finditer(text)]
    said = [text[start:end] for start, end in source]
    answer: list[tuple[str, bool]] = []
    for place, part in enumerate(parts):
        answer += [(word, False) for word in _WORD.findall(part)]
        if place < len(words):
            answer.append((words[place], True))
    if (len(said) + 1) * (len(answer) + 1) > _MOST_CELLS:
        return Alignment([], max(1, len(said)), max(1, len(said)), len(words))
    steps = _steps(said, answer)
    masks: list[Masked] = []
    hidden = altered = invented = lost = 0
    at, place = len(said), len(answer)
    last = at  # behind the words under the mask that is being walked through
    while at or place:
        step = steps[place][at]
        if step == "u":
            at -= 1
            hidden += 1
        elif step == "m":
            place -= 1
            if last > at:
                masks.append(Masked(source[at][0], source[last - 1][1], answer[place][0]))
            else:
                lost += 1
        elif step == "d":
            at -= 1
            altered += 1
        elif step == "i":
            place -= 1
            altered += 1
            invented += 1
        else:
            at, place = at - 1, place - 1
            altered += step == "c"
        if step != "u":
            last = at
    return Alignment(masks[::-1], len(said) - hidden + invented, altered, lost)


def _steps(said: Sequence[str], answer: Sequence[tuple[str, bool]]) -> list[list[str]]:
    """Return the last step of the cheapest alignment of each beginning of the answer with each of the note."""
    width = len(said) + 1
    costs = [at * _DROPPED for at in range(width)]
    rows: list[list[str]] = [["d"] * width]
    for word, is_mask in answer:
        steps = ["m" if is_mask else "i"] * width
        new = [costs[0] + (0 if is_mask else _INVENTED)] * width
        for at in range(1, width):
            if is_mask:
                # Opened here, standing for nothing yet, or standing for one word more.
                best, step = costs[at], "m"
                under = new[at - 1] + _UNDER
                if under < best:
                    best, step = under, "u"
            else:
                is_same = said[at - 1] == word
                best, step = costs[at - 1] + (0 if is_same else _CHANGED), "s" if is_same else "c"
                if (dropped := new[at - 1] + _DROPPED) < best:
                    best, step = dropped, "d"
                if (invented := costs[at] + _INVENTED) < best:
                    best, step = invented, "i"
            new[at], steps[at] = best, step
        costs = new
        rows.append(steps)
    return rows
