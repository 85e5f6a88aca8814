"""One pass: the note is read as its own copy, and at each word the model says how probable a mask is.

The probability is that of `copying`: of leaving the copy within a word where only copying and masking are possible.
Nothing is generated, so the note cannot change.
"""

from __future__ import annotations

from typing import Any

from palimpseste.detection.generative.copying import Copier
from palimpseste.detection.generative.folder import Decoder
from palimpseste.detection.generative.instruction import Prompt
from palimpseste.detection.generative.segments import Passage

__all__ = ["WordScore", "score"]

# The probability of a mask at a word, and the mask words that its likeliest token begins.
WordScore = tuple[float, list[str]]


def score(decoder: Decoder, prompt: Prompt, passage: Passage) -> list[WordScore]:
    """Return, for each segment of a passage, the probability in [0, 1] of a mask, and the words it may be.

    Parameters
    ----------
    decoder : Decoder
        Trained to copy or mask.
    prompt : Prompt
        What stands around the passage.
    passage : Passage
        What is scored.
    """
    import torch

    model: Any = decoder.model
    copier = Copier(passage.segments, decoder.card.instruction.masks.words, prompt.pieces, prompt.end)
    asked = prompt.ids(passage.text)
    copied = [token for segment in passage.segments for token in segment.ids]
    with torch.inference_mode():
        row = torch.tensor([[*asked, *copied]], device=model.device)
        # Of row i of what is kept the next token is copied[i].
        scores = model(row, use_cache=False, logits_to_keep=len(copied) + 1).logits[0].float().log_softmax(-1).cpu()
    found: list[WordScore] = []
    first = 0
    for at, segment in enumerate(passage.segments):
        stays, best, words = 1.0, float("-inf"), list[str]()
        for place, own, others in copier.copied_and_others(at):
            said = scores[first + place]
            tokens = sorted(others)
            leaving = said[tokens]
            copying = float(said[own])
            stays *= float((copying - torch.logaddexp(said[own], leaving.logsumexp(0))).exp())
            if float(leaving.max()) > best:
                best = float(leaving.max())
                words = copier.words_by(at, place, tokens[int(leaving.argmax())])
        found.append((1.0 - stays, words))
        first += len(segment.ids)
    return found
