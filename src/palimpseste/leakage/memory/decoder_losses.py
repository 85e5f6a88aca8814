"""How likely a language model finds a note, and the response that it was taught: what tells notes it read from others.

Adapters of ``train llm`` learned responses, decoders learned texts (Carlini et al. 2021): each is asked for what it
learned, and adapters for the text, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from palimpseste.detection.generative.card import CARD_FILE
from palimpseste.detection.generative.folder import ADAPTERS_FILE, Decoder, load_decoder, load_tokenizer
from palimpseste.detection.generative.instruction import Prompt
from palimpseste.detection.generative.pieces import bytes_of
from palimpseste.errors import UsageError
from palimpseste.leakage.language_models import digest_of_weights
from palimpseste.leakage.memory.losses import NoteLoss, ReadNote
from palimpseste.training.run.determinism import device_named

__all__ = ["DecoderLosses"]


class DecoderLosses:
    """A decoder, asked for the probability of notes and of the responses to them.

    Parameters
    ----------
    decoder : Decoder
        With its adapters, if any.
    responds : bool
        Whether it was taught to respond; else it is asked for texts alone.
    """

    def __init__(self, decoder: Decoder, *, responds: bool) -> None:
        self.decoder = decoder
        self.readings: tuple[str, ...] = ("response", "written") if responds else ("written",)
        said = repr(decoder.card.instruction) if responds else ""
        self.digest = sha256(f"{digest_of_weights(decoder.model)} {said}".encode()).hexdigest()
        tokenizer = decoder.pieces.tokenizer
        first = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
        self._beginning = int(first)

    @classmethod
    def load(
        cls, folder: Path, base: Path | None = None, *, like: DecoderLosses | None = None, device: str = "auto"
    ) -> DecoderLosses:
        """Read a decoder, or adapters and the decoder under them.

        Parameters
        ----------
        folder : Path
            Of either.
        base : Path, optional
            The decoder under adapters.
        like : DecoderLosses, optional
            Whose instruction is asked for, by a reference.
        device : str
            Where it runs.

        Raises
        ------
        UsageError
            If it cannot be loaded, reads masks, or the decoder under adapters is not said.
        """
        place = str(device_named(device))
        if (folder / ADAPTERS_FILE).exists():
            if base is None:
                raise UsageError(f"{folder} holds adapters: of which language model? (--decoder)")
            decoder = load_decoder(base, folder, device=place)
        else:
            if load_tokenizer(folder).mask_token_id is not None:
                raise UsageError(f"{folder} guesses masked words: `palimpseste attack fill-mask` asks it")
            decoder = load_decoder(folder, device=place)
        if like is not None:
            return cls(replace(decoder, card=like.decoder.card), responds=len(like.readings) > 1)
        return cls(decoder, responds=(folder / CARD_FILE).exists())

    def loss(self, note: ReadNote) -> NoteLoss:
        """Return the loss of a note, in nats a token; not a number where it is empty or too long to respond to."""
        return NoteLoss.of(*self._losses(note))

    def total(self, note: ReadNote) -> float:
        """Return the negative logarithm of the probability of a note, or of the response to it."""
        return float(self._losses(note)[0].sum())

    @cached_property
    def _prompt(self) -> Prompt:
        return self.decoder.card.instruction.prompt(self.decoder.pieces)

    def _losses(self, note: ReadNote) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the loss of each token, and which of them say who somebody is."""
        document, pieces = note.document, self.decoder.pieces
        spans = sorted(document.entities)
        if note.reading == "written":
            spelling = pieces.spell(document.text)
            named = [(span.start, span.end) for span in spans]
            return self._in_windows(spelling.ids), _within(document.text, named, spelling.ends)
        instruction = self.decoder.card.instruction
        response = instruction.response(document.text, spans)
        example = self._prompt.example(document.text, response)
        if len(example.ids) > self.decoder.longest:
            return np.empty(0), np.empty(0, dtype=bool)
        masks = [match.span() for match in instruction.masks.expression.finditer(response)]
        # The last token is the end, which is none of the response's own.
        inside = np.append(_within(response, masks, pieces.spell(response).ends), False)
        return self._surprise(example.ids, example.response), inside

    def _in_windows(self, ids: Sequence[int]) -> NDArray[np.float64]:
        most = self.decoder.longest - 1
        windows = [[self._beginning, *ids[first : first + most]] for first in range(0, len(ids), most)]
        return np.concatenate([np.empty(0), *(self._surprise(window, 1) for window in windows)])

    def _surprise(self, ids: Sequence[int], first: int) -> NDArray[np.float64]:
        """Return the negative log-likelihood of each token from the first on, after those before it."""
        model = self.decoder.model
        rows = torch.tensor([ids], device=next(model.parameters()).device)
        with torch.inference_mode():
            scores = model(input_ids=rows, use_cache=False).logits[0, first - 1 : -1].double().log_softmax(dim=1)
        found: NDArray[np.float64] = -scores.gather(1, rows[0, first:, None])[:, 0].cpu().numpy()
        return found


def _within(text: str, spans: Iterable[tuple[int, int]], ends: Sequence[int]) -> NDArray[np.bool_]:
    """Return which tokens, by where they end in bytes, share a byte with a span of characters."""
    last = np.array(ends, dtype=np.int64)
    start = np.concatenate([[0], last[:-1]]) if len(last) else last
    found = np.zeros(len(last), dtype=bool)
    for first, end in spans:
        before = len(bytes_of(text[:first]))
        found |= (start < before + len(bytes_of(text[first:end]))) & (last > before)
    return found
