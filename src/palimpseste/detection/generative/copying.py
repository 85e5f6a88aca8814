"""Copy or mask: a response in which each token either copies the next piece of the note or writes a mask word.

What a response may be is a grammar made from the note. `Copier` is its automaton over the tokens of the tokenizer:
after every token it says which may follow, and a token that may not follow is never taken, whatever score it has. So
the note comes back byte for byte outside masks, and nothing that is written in it can act on more than the model's
own choice of where to mask. Where the note itself spells the beginning of a mask word, the note is read.

`copy_or_mask` takes the likeliest allowed token each time. As most tokens copy, it lets the model read ahead the note
as if all of it were copied, and goes back to where masking is likelier: the same choices as token by token, in about
two passes for each mask.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from palimpseste.detection.generative.folder import Decoder
from palimpseste.detection.generative.instruction import Prompt
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.detection.generative.segments import Passage, Segment

__all__ = ["Copier", "Copy", "Masked", "copy_or_mask"]

# A mask hides so many segments at most; so many are looked at to tell where the note goes on behind it.
_MOST_SEGMENTS = 24
_LOOKAHEAD = 6
_CHUNK = 256


@dataclass(frozen=True, slots=True, repr=False)
class Masked:
    """What a mask word hides.

    Parameters
    ----------
    start, end : int
        Offsets in the text.
    word : str
        The mask word.
    """

    start: int
    end: int
    word: str


@dataclass(frozen=True, slots=True, repr=False)
class Copy:
    """A response that copies.

    Parameters
    ----------
    ids : list of int
        Its tokens, without the end.
    masks : list of Masked
        In order, disjoint.
    """

    ids: list[int]
    masks: list[Masked]


@dataclass(frozen=True, slots=True, repr=False)
class _Way:
    """One way to go on: at a segment, by tokens, and the mask word that they write, if any."""

    segment: int
    ids: tuple[int, ...]
    word: str | None


class Copier:
    """The automaton of responses that copy or mask.

    Parameters
    ----------
    segments : sequence of Segment
        The passage.
    words : sequence of str
        Mask words.
    pieces : Pieces
        The tokenizer.
    end : int
        The token that ends the response.
    """

    def __init__(self, segments: Sequence[Segment], words: Sequence[str], pieces: Pieces, end: int) -> None:
        self._segments = segments
        self._words = words
        self._pieces = pieces
        self._end = end
        self._spelled: dict[str, Mapping[str, tuple[int, ...]]] = {}
        self._open: tuple[int, str] | None = None  # the segment where a mask stands whose extent is not yet known
        self._taken = 0
        self.masks: list[Masked] = []
        self.ids: list[int] = []
        self.is_done = False
        self._ways = self._at(0)

    def allowed(self) -> set[int]:
        """Return the tokens that may follow; none once the response has ended."""
        return set() if self.is_done else {way.ids[self._taken] for way in self._ways}

    def expected(self, most: int) -> list[int]:
        """Return the tokens that follow if all goes on being copied, at most so many; none where that is not said."""
        way = self._ways[0]
        if self.is_done or self._open is not None or way.word is not None or self._taken >= len(way.ids):
            return []
        ids = list(way.ids[self._taken :])
        at = way.segment + 1
        while len(ids) < most and at < len(self._segments):
            ids += self._segments[at].ids
            at += 1
        return ids[:most] if way.segment < len(self._segments) else []

    def take(self, token: int) -> None:
        """Go on by a token.

        Raises
        ------
        ValueError
            If it may not follow.
        """
        ways = [] if self.is_done else [way for way in self._ways if way.ids[self._taken] == token]
        if not ways:
            raise ValueError("the token neither copies the note nor writes a mask word")
        self._taken += 1
        self._ways = ways
        if token == self._end and ways[0].segment == len(self._segments):
            self._close(len(self._segments))
            self.is_done = True
            return
        self.ids.append(token)
        finished = next((way for way in ways if len(way.ids) == self._taken), None)
        if self._open is not None and (len(ways) == 1 or finished is not None):
            # Of several places where the note may go on, the nearest.
            way = ways[0] if len(ways) == 1 else finished
            assert way is not None  # noqa: S101 # for types
            self._close(way.segment)
            if way.word is None:
                self._resume(way.segment)
                return
            self._ways = [way]
            finished = way if len(way.ids) == self._taken else None
        if finished is not None:
            if finished.word is None:
                self._resume(finished.segment)
            else:
                self._open = (finished.segment, finished.word)
                self._ways, self._taken = self._behind(finished.segment), 0

    def copied_and_others(self, at: int) -> list[tuple[int, int, frozenset[int]]]:
        """Return where copying a segment may be left: for each such place of its tokens, its own and the other ones.

        Parameters
        ----------
        at : int
            The segment.

        Returns
        -------
        list of (int, int, frozenset of int)
            The place among the tokens of the segment, the token that copies there, and those that begin a mask.
        """
        copy, *masks = self._at(at)
        found = []
        for place, own in enumerate(copy.ids):
            others = frozenset(
                way.ids[place] for way in masks if way.ids[:place] == copy.ids[:place] and way.ids[place] != own
            )
            if others:
                found.append((place, own, others))
            masks = [way for way in masks if len(way.ids) > place + 1]
        return found

    def words_by(self, at: int, place: int, token: int) -> list[str]:
        """Return the mask words that a token begins at a place of a segment.

        Parameters
        ----------
        at : int
            Which of the segments.
        place : int
            How many tokens of it were written.
        token : int
            The next.
        """
        copy, *masks = self._at(at)
        return [
            way.word
            for way in masks
            if way.word is not None
            and len(way.ids) > place
            and way.ids[:place] == copy.ids[:place]
            and way.ids[place] == token
        ]

    def _resume(self, at: int) -> None:
        """Go on copying a segment of which some tokens may have been taken, or those behind it."""
        while at < len(self._segments) and self._taken >= len(self._segments[at].ids):
            self._taken -= len(self._segments[at].ids)
            at += 1
        if not self._taken:
            self._ways = self._at(at)
        else:
            self._ways = [_Way(at, self._segments[at].ids, None)]

    def _at(self, at: int) -> list[_Way]:
        """Return the ways to go on at a segment: copying first."""
        if at == len(self._segments):
            return [_Way(at, (self._end,), None)]
        segment = self._segments[at]
        copy = _Way(at, segment.ids, None)
        if segment.word == segment.end:
            return [copy]
        # A mask word that begins as the whole segment does is not told from it: the note is read.
        masks = [
            _Way(at, ids, word)
            for word, ids in self._masks(segment.gap).items()
            if ids[: len(segment.ids)] != segment.ids and segment.ids[: len(ids)] != ids
        ]
        return [copy, *masks]

    def _behind(self, at: int) -> list[_Way]:
        """Return the ways to go on behind a mask at a segment, the nearest first."""
        ways: list[_Way] = []
        for resumed in range(at + 1, min(at + _MOST_SEGMENTS, len(self._segments)) + 1):
            if resumed == len(self._segments):
                ways.append(_Way(resumed, (self._end,), None))
                break
            ahead = tuple(i for each in self._segments[resumed : resumed + _LOOKAHEAD] for i in each.ids)
            ways.append(_Way(resumed, ahead, None))
            ways += [way for way in self._at(resumed)[1:] if way.ids != ahead[: len(way.ids)]]
        return ways

    def _close(self, end: int) -> None:
        if self._open is not None:
            start, word = self._open
            self.masks.append(Masked(self._segments[start].word, self._segments[end - 1].end, word))
            self._open = None

    def _masks(self, gap: str) -> Mapping[str, tuple[int, ...]]:
        if gap not in self._spelled:
            self._spelled[gap] = {word: tuple(self._pieces.spell(gap + word).ids) for word in self._words}
        return self._spelled[gap]


def copy_or_mask(decoder: Decoder, prompt: Prompt, passage: Passage) -> Copy:
    """Return the likeliest response of a decoder that copies or masks a passage, token by token.

    Parameters
    ----------
    decoder : Decoder
        Trained to.
    prompt : Prompt
        What stands around the passage.
    passage : Passage
        What is masked.
    """
    import torch
    from transformers import DynamicCache

    copier = Copier(passage.segments, decoder.card.instruction.masks.words, prompt.pieces, prompt.end)
    model: Any = decoder.model
    pending = prompt.ids(passage.text)
    cache: Any = DynamicCache()
    kept = {_name_of_cache(model): cache}
    with torch.inference_mode():
        while not copier.is_done:
            ahead = copier.expected(_CHUNK)
            row = torch.tensor([[*pending, *ahead]], device=model.device)
            scores = model(row, **kept, use_cache=True, logits_to_keep=len(ahead) + 1).logits[0]
            place, token = _take(copier, scores, ahead)
            pending = [token]
            if place < len(ahead) and not copier.is_done:
                cache.crop(place - len(ahead))  # what was read ahead and is not taken
    return Copy(copier.ids, copier.masks)


def _take(copier: Copier, scores: Any, ahead: Sequence[int]) -> tuple[int, int]:
    """Let a copier take the likeliest tokens until it is done or one is not what was read ahead.

    Return the place of the last one taken, among those read ahead or behind them, and the token.
    """
    place = 0
    while True:
        token = _likeliest(scores[place], copier.allowed())
        copier.take(token)
        if copier.is_done or place == len(ahead) or token != ahead[place]:
            return place, token
        place += 1


def _name_of_cache(model: Any) -> str:
    """Return what a model calls the cache of what it has read: the name depends on the version of transformers."""
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    return "cache" if "cache" in inspect.signature(inner.forward).parameters else "past_key_values"


def _likeliest(scores: Any, allowed: set[int]) -> int:
    """Return the allowed token of the highest score, the lowest of those that tie."""
    tokens = sorted(allowed)
    return tokens[0] if len(tokens) == 1 else tokens[int(scores[tokens].float().argmax())]
