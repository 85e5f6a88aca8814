"""Free rewriting, as published (Dorémus et al. 2024): the model answers as it likes, then its answer is aligned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palimpseste.detection.generative.alignment import Alignment, align
from palimpseste.detection.generative.folder import Decoder, quiet
from palimpseste.detection.generative.instruction import Instruction, Prompt
from palimpseste.detection.generative.masks import MaskWords
from palimpseste.detection.generative.segments import Passage
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.document import Span

__all__ = ["AlteredError", "answer_to", "laid_over", "rewritten", "spans_of_answers"]

# A response is about as long as its note; one that goes on much longer has lost its way.
_LONGER, _FURTHER = 1.25, 24


class AlteredError(ValueError):
    """An answer altered more of its note than the settings allow."""


def answer_to(decoder: Decoder, prompt: Prompt, passage: Passage) -> str:
    """Return the likeliest answer of a decoder to a passage, token by token.

    Parameters
    ----------
    decoder : Decoder
        Trained to answer.
    prompt : Prompt
        What stands around the passage.
    passage : Passage
        What is asked about.
    """
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
    """Return where the masks of the answer to a passage stand, and how much of it was altered.

    Parameters
    ----------
    decoder : Decoder
        Trained to answer.
    prompt : Prompt
        What stands around the passage.
    passage : Passage
        What is asked about.
    """
    return laid_over(decoder.card.instruction, passage.text, answer_to(decoder, prompt, passage))


def laid_over(instruction: Instruction, text: str, answer: str) -> Alignment:
    """Return where the masks of an answer stand in its text; ``ANONYMOUS`` leaves all of it.

    Parameters
    ----------
    instruction : Instruction
        With the masks that an answer may hold.
    text : str
        Of the passage.
    answer : str
        To it.
    """
    if instruction.anonymous and answer.strip() == instruction.anonymous:
        return Alignment([], max(1, len(text.split())), 0, 0)
    return align(text, answer, instruction.masks)


def spans_of_answers(
    laid: Sequence[tuple[int, Alignment]], settings: GenerativeSettings, masks: MaskWords
) -> list[Span]:
    """Return the spans of a note's answers, if they altered no more than allowed.

    Parameters
    ----------
    laid : sequence of (int, Alignment)
        Where each passage begins, and its answer laid over it.
    settings : GenerativeSettings
        Free answers may alter the share it allows; those that were to copy or mask, nothing.
    masks : MaskWords
        The label of each mask word.

    Raises
    ------
    AlteredError
        If they altered more, and such notes are not left to other detectors.
    """
    if settings.way == "copy-or-mask":
        is_altered = not all(each.restores for _, each in laid)
    else:
        words = sum(each.words for _, each in laid)
        is_altered = words > 0 and sum(each.altered for _, each in laid) / words > settings.most_altered
    if is_altered:
        if settings.beyond == "others":
            return []
        raise AlteredError("the model altered more of the note than its settings allow")
    source = "generative.copy" if settings.way == "copy-or-mask" else "generative.rewrite"
    return [
        Span(start + each.start, start + each.end, masks.read[each.word], source)
        for start, answer in laid
        for each in answer.masks
    ]
