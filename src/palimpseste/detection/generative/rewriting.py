"""Free rewriting, as published (Dorémus et al. 2024): the model answers as it likes, then its answer is aligned."""

from __future__ import annotations

from typing import Any

from palimpseste.detection.generative.alignment import Alignment, align
from palimpseste.detection.generative.folder import Decoder, quiet
from palimpseste.detection.generative.instruction import Prompt
from palimpseste.detection.generative.segments import Passage

__all__ = ["answer_to", "rewritten"]

# A response is about as long as its note; one that goes on much longer has lost its way.
_LONGER, _FURTHER = 1.25, 24


def answer_to(decoder: Decoder, prompt: Prompt, passage: Passage) -> str:
    """Return the likeliest answer of a decoder to a passage, token by token."""
    import torch

    asked = prompt.ids(passage.text)
    most = int((len(asked) - len(prompt)) * _LONGER) + _FURTHER
    model: Any = decoder.model
    row = torch.tensor([asked], device=model.device)
    with quiet(), torch.inference_mode():
        written = model.generate(
            input_ids=row,
            attention_mask=torch.ones_like(row),
            max_new_tokens=most,
            do_sample=False,
            num_beams=1,
            pad_token_id=prompt.end,
            eos_token_id=sorted(decoder.ends),
        )[0, len(asked) :].tolist()
    stop = next((at for at, token in enumerate(written) if token in decoder.ends), len(written))
    return prompt.pieces.text_of(written[:stop])


def rewritten(decoder: Decoder, prompt: Prompt, passage: Passage) -> Alignment:
    """Return where the masks of the answer to a passage stand, and how much of it was altered."""
    said = decoder.card.instruction
    answer = answer_to(decoder, prompt, passage)
    if said.anonymous and answer.strip() == said.anonymous:
        return Alignment([], max(1, len(passage.segments)), 0, 0)
    return align(passage.text, answer, said.masks)
