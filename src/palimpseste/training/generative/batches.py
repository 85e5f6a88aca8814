"""Notes and their responses as what a decoder takes; the response alone is learned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from palimpseste.detection.generative.instruction import Example, Instruction, Prompt
from palimpseste.document import Document

__all__ = ["UNASKED", "examples_of", "responding_batch"]

UNASKED = -100  # the number that cross-entropy passes over


def examples_of(documents: Iterable[Document], instruction: Instruction, prompt: Prompt) -> list[Example]:
    """Return each annotated note with the response an annotator would give, as tokens.

    Parameters
    ----------
    documents : iterable of Document
        Annotated.
    instruction : Instruction
        What is asked of the decoder.
    prompt : Prompt
        The same as tokens.
    """
    return [prompt.example(note.text, instruction.response(note.text, sorted(note.entities))) for note in documents]


def responding_batch(examples: Sequence[Example], pad: int, device: torch.device) -> dict[str, Tensor]:
    """Return examples as tensors of shape (notes, tokens), the shorter ones filled up on the right.

    What is not learned is :data:`UNASKED` among the ``labels``.

    Parameters
    ----------
    examples : sequence of Example
        Notes with their responses.
    pad : int
        What shorter ones are filled up with.
    device : torch.device
        Where the tensors go.
    """
    longest = max(len(example.ids) for example in examples)
    ids = torch.full((len(examples), longest), pad)
    attention = torch.zeros_like(ids)
    labels = torch.full_like(ids, UNASKED)
    for row, example in enumerate(examples):
        ids[row, : len(example.ids)] = torch.tensor(example.ids)
        attention[row, : len(example.ids)] = 1
        labels[row, example.response : len(example.ids)] = torch.tensor(example.ids[example.response :])
    return {"input_ids": ids.to(device), "attention_mask": attention.to(device), "labels": labels.to(device)}
