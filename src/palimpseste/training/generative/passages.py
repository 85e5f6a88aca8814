"""Texts as rows of tokens that a decoder learns to go on with: texts one behind the other, and texts that are copied.

What later copies a note with masks has to copy first. So part of the rows are questions, as those of fine-tuning, to
which the response is the text itself: no annotation is needed for them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.generative.instruction import Prompt

__all__ = ["passages_of", "rows_of"]

_SHORTEST, _LONGEST = 200, 2000  # characters, as those of most notes
_AT_ONCE = 4096


def passages_of(text: str, seed: int) -> Iterator[str]:
    """Yield a text cut at line ends into passages of chance length; one no longer than a note stays whole.

    Parameters
    ----------
    text : str
        Lines longer than a passage make one by themselves.
    seed : int
        The same seed, the same cuts.
    """
    if len(text) <= _LONGEST:
        yield text
        return
    chance = random.Random(f"passages {seed} {len(text)}")  # noqa: S311 # cuts that a seed repeats
    lines: list[str] = []
    length, most = 0, chance.randint(_SHORTEST, _LONGEST)
    for line in text.splitlines(keepends=True):
        if lines and length + len(line) > most:
            yield "".join(lines)
            lines, length, most = [], 0, chance.randint(_SHORTEST, _LONGEST)
        lines.append(line)
        length += len(line)
    yield "".join(lines)


def rows_of(
    passages: Iterable[str], tokenizer: Any, prompt: Prompt, length: int, copied_share: float, seed: int
) -> NDArray[np.int32]:
    """Return passages as rows of tokens, one passage behind the other, cut where a row is full; the rest is left out.

    Parameters
    ----------
    passages : iterable of str
        Gone through once.
    tokenizer : transformers tokenizer
        Byte-level, so that what it makes of a text spells it.
    prompt : Prompt
        What stands around a passage that is copied.
    length : int
        Tokens of a row.
    copied_share : float
        Share in [0, 1] of the passages that are copied; each is drawn.
    seed : int
        Of these draws.

    Returns
    -------
    array of int, shape (rows, length)
    """
    chance = random.Random(f"copied {seed}")  # noqa: S311 # a choice that a seed repeats
    rows: list[NDArray[np.int32]] = []
    pending: dict[bool, list[int]] = {False: [], True: []}
    for own in _spelled(passages, tokenizer):
        is_copied = chance.random() < copied_share
        tokens = pending[is_copied]
        if is_copied:
            tokens += (*prompt.before, *own, *prompt.behind, *own, prompt.end)
        else:
            tokens += (tokenizer.bos_token_id, *own, prompt.end)
        while len(tokens) >= length:
            rows.append(np.asarray(tokens[:length], dtype=np.int32))
            del tokens[:length]
    return np.stack(rows) if rows else np.empty((0, length), dtype=np.int32)


def _spelled(passages: Iterable[str], tokenizer: Any) -> Iterator[Sequence[int]]:
    """Yield the tokens of each passage, many at a time: the tokenizer shares them among its threads."""
    rest = iter(passages)
    while batch := [passage.encode("utf-8", "replace").decode() for passage in islice(rest, _AT_ONCE)]:
        yield from tokenizer(batch, add_special_tokens=False)["input_ids"]
