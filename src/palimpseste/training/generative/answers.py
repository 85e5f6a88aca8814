"""What a model answers to many notes, several at once: the reading that follows every epoch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import torch

from palimpseste.detection.generative.folder import quiet
from palimpseste.detection.generative.instruction import Prompt

__all__ = ["answers_of"]

# A response is about as long as its note; one that goes on much longer has lost its way.
_LONGER, _FURTHER = 1.25, 24


def answers_of(
    model: Any, prompt: Prompt, texts: Sequence[str], ends: Collection[int], *, tokens_at_once: int
) -> list[list[int]]:
    """Return the most likely tokens, one after the other, of the response to each text.

    Parameters
    ----------
    model : transformers or peft model
        In evaluation mode.
    prompt : Prompt
        What stands around each text.
    texts : sequence of str
        In any order; those of like length are answered together.
    ends : collection of int
        Tokens that end a response.
    tokens_at_once : int
        Tokens of notes and responses that are in memory together, more or less; a longer note is answered alone.

    Returns
    -------
    list of list of int
        The end, if it came, left out; a response is cut at a quarter more tokens than its note has.
    """
    device = next(model.parameters()).device
    asked = [prompt.ids(text) for text in texts]
    most = [int((len(ids) - len(prompt)) * _LONGER) + _FURTHER for ids in asked]
    found: list[list[int]] = [[] for _ in texts]
    rest = sorted(range(len(texts)), key=lambda place: len(asked[place]), reverse=True)
    while rest:
        room = max(1, tokens_at_once // (len(asked[rest[0]]) + most[rest[0]]))
        chosen, rest = rest[:room], rest[room:]
        longest = len(asked[chosen[0]])
        ids = torch.full((len(chosen), longest), prompt.end)
        attention = torch.zeros_like(ids)
        for row, place in enumerate(chosen):
            # Filled up on the left: all responses begin at one place.
            ids[row, longest - len(asked[place]) :] = torch.tensor(asked[place])
            attention[row, longest - len(asked[place]) :] = 1
        with quiet(), torch.inference_mode():
            written = model.generate(
                input_ids=ids.to(device),
                attention_mask=attention.to(device),
                max_new_tokens=most[chosen[0]],
                do_sample=False,
                num_beams=1,
                pad_token_id=prompt.end,
                eos_token_id=sorted(ends),
            )[:, longest:].tolist()
        for place, row in zip(chosen, written, strict=True):
            stop = next((at for at, token in enumerate(row) if token in ends), len(row))
            found[place] = row[: min(stop, most[place])]
    return found
