"""Language models that guess masked words: as they are, or an encoder that was fine-tuned to find names, with a head.

A model fine-tuned for named entities has no head that guesses words. Put to the task all the same, it gets one whose
weights are drawn (as Hugging Face does with such a folder, and as the paper's models B and B' seem to have been), or,
by an attacker who knows better, that of the model it was fine-tuned from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from palimpseste.detection.neural.encoder.emissions import padded
from palimpseste.detection.neural.encoder.folder import TAGGER_FILE, WEIGHTS_FILE
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.leakage.holes import MaskedWindow, masked_note
from palimpseste.training.encoder.encoders import (
    load_config,
    load_masked_language_model,
    piece_reader,
    quiet,
    window_pieces,
)
from palimpseste.training.run.determinism import device_named

__all__ = ["Guesser", "MaskGuesser", "digest_of_weights"]

_ENCODER = "encoder."


class Guesser(Protocol):
    """A language model that says how likely a value is where it stands."""

    @property
    def digest(self) -> str:
        """Of the weights: two models of one digest guess alike."""

    def likelihood(self, note: Document, view: Mapping[Label, str], words: int, stride: int) -> float | None:
        """Return the mean log-probability of the sub-words of the only span of a note; None if no window holds it.

        Parameters
        ----------
        note : Document
            With one span.
        view : mapping
            From labels to those of the view; others are passed over.
        words : int
            Most words of a window.
        stride : int
            Words between the beginnings of two windows.
        """


class MaskGuesser:
    """Gives every sub-word a probability at each mask.

    Parameters
    ----------
    model : transformers model
        With the head that guesses.
    reader : PieceReader
        How it reads words.
    batch_size : int
        Windows at once.
    """

    def __init__(self, model: Any, reader: PieceReader, batch_size: int = 8) -> None:
        self.reader = reader
        self._model = model.eval()
        self._device = next(model.parameters()).device
        self._batch_size = batch_size

    @classmethod
    def load(
        cls, name: str, *, head: str | None = None, device: str = "auto", batch_size: int = 8, seed: int = 0
    ) -> MaskGuesser:
        """Load a masked language model, or the encoder of a model of `train ner`.

        Parameters
        ----------
        name : str
            A folder, or a name in the cache.
        head : str, optional
            The language model whose head guesses for an encoder without one; its architecture is the same.
        device : str
            ``auto``, ``cpu``, ``cuda`` or ``cuda:N``.
        batch_size : int
            Windows at once.
        seed : int
            Of a head that is drawn.

        Raises
        ------
        UsageError
            If there is no such model, it has no mask, or the head does not fit.
        """
        reader = piece_reader(name)
        if reader.tokenizer.mask_token_id is None:
            raise UsageError(f"the tokenizer of {name!r} has no mask: it cannot be asked for masked words")
        model: Any
        if (Path(name) / TAGGER_FILE).exists():
            model = _with_head(Path(name), head, seed)
        elif head is not None:
            raise UsageError(f"{name!r} guesses with a head of its own; a head is given to models of `train ner` only")
        else:
            model = load_masked_language_model(name)
        return cls(model.to(device_named(device)), reader, batch_size)

    @property
    def digest(self) -> str:
        """Of the weights: two models of one digest guess alike."""
        return digest_of_weights(self._model)

    def plan(self, words: int, stride: int) -> WindowPlan:
        """Return how notes are cut for this model: at most so many words, and as many sub-words as it reads."""
        return WindowPlan(words, window_pieces(self._model.config, 0), stride)

    def likelihood(self, note: Document, view: Mapping[Label, str], words: int, stride: int) -> float | None:
        """Return the mean log-probability of the sub-words of the only span of a note; None if no window holds it."""
        _, windows = masked_note(note, self.reader, self.plan(words, stride), "pieces", view)
        found: list[float] = []
        for window, scores in zip(windows, self.log_probabilities(windows), strict=True):
            answers = [piece for hole in window.holes for piece in hole.answer]
            found += scores[np.arange(len(answers)), answers].tolist()
        return float(np.mean(found)) if found else None

    def log_probabilities(self, windows: Sequence[MaskedWindow]) -> Iterator[NDArray[np.float32]]:
        """Yield the log-probability of every sub-word at every mask that a window asks for.

        Yields
        ------
        array of shape (masks, vocabulary)
            Masks in the order of the holes and of their places.
        """
        for first in range(0, len(windows), self._batch_size):
            batch = windows[first : first + self._batch_size]
            ids, mask = padded([list(window.ids) for window in batch], self.reader.pad)
            with torch.inference_mode():
                given = (torch.from_numpy(each).to(self._device) for each in (ids, mask))
                scores = self._model(**dict(zip(("input_ids", "attention_mask"), given, strict=True))).logits
                for row, window in zip(scores, batch, strict=True):
                    places = [place for hole in window.holes for place in hole.places]
                    yield torch.log_softmax(row[places].float(), dim=-1).cpu().numpy()


def digest_of_weights(model: Any) -> str:
    """Return the SHA-256 of the weights of a model."""
    digest = hashlib.sha256()
    for name, weight in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(weight.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def _with_head(folder: Path, head: str | None, seed: int) -> Any:
    """Return the encoder of a tagger under the head of another model, or under one that is drawn."""
    from safetensors.torch import load_file
    from transformers import AutoModelForMaskedLM

    weights = {
        name.removeprefix(_ENCODER): weight
        for name, weight in load_file(folder / WEIGHTS_FILE).items()
        if name.startswith(_ENCODER)
    }
    if head is not None:
        model = load_masked_language_model(head)
    else:
        auto: Any = AutoModelForMaskedLM  # published without types
        with quiet(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            model = auto.from_config(load_config(str(folder)), trust_remote_code=False)
    own = model.base_model.state_dict()
    if any(name not in weights or weights[name].shape != own[name].shape for name in own):
        raise UsageError(
            f"{str(folder)!r} and {head or 'its configuration'!r} are not of one architecture and vocabulary"
        )
    model.base_model.load_state_dict({name: weights[name] for name in own})
    return model.float()
