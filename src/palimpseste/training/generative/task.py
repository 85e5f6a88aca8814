"""What a language model learns: the responses to notes, token by token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from palimpseste.detection.generative.instruction import Example
from palimpseste.training.generative.adapters import Learning
from palimpseste.training.generative.batches import UNASKED, responding_batch
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.run.order import steps_per_epoch
from palimpseste.training.run.surprise import likelihood_measures

__all__ = ["RespondingTask", "surprise_of_responses"]

Measure = Callable[[int], dict[str, float]]


class RespondingTask:
    """Learns to respond.

    Parameters
    ----------
    learning : Learning
        Learns, in place.
    notes, dev : sequence of Example
        Learned from; measured on.
    pad : int
        Token that fills up shorter notes.
    settings : GenerativeSettings
        Batches and pace.
    read : callable
        Told how many epochs are done after each; returns further measures, one of them `steered_by`.
    steered_by : str
        The measure that decides which weights are best.
    units : sequence of list of int, optional
        The notes of each patient; each of its own by default.
    """

    def __init__(
        self,
        learning: Learning,
        notes: Sequence[Example],
        dev: Sequence[Example],
        pad: int,
        settings: GenerativeSettings,
        read: Measure,
        steered_by: str = "log_likelihood",
        units: Sequence[list[int]] | None = None,
    ) -> None:
        self._units = [[note] for note in range(len(notes))] if units is None else list(units)
        self.learning = learning
        self.steered_by = steered_by
        self._notes = notes
        self._dev = dev
        self._pad = pad
        self._settings = settings
        self._read = read
        self._device = next(learning.parameters()).device
        self._steps = 0

    @property
    def module(self) -> nn.Module:
        """The network."""
        return self.learning

    @property
    def examples(self) -> int:
        """How many notes there are."""
        return len(self._notes)

    def groups(self) -> list[tuple[float, list[nn.Parameter]]]:
        """Return what learns, under one rate."""
        return [(self._settings.learning_rate, list(self.learning.learned().values()))]

    def parts(self, indices: list[int]) -> list[tuple[list[int], float]]:
        """Return the notes of a batch in parts, longest first, each with its share of the tokens that are learned."""
        asked = sum(_asked(self._notes[index]) for index in indices)
        # Notes of one length side by side waste the least on filling up.
        ordered = sorted(indices, key=lambda index: len(self._notes[index].ids), reverse=True)
        size = self._settings.notes_at_once
        groups = [ordered[first : first + size] for first in range(0, len(ordered), size)]
        return [(group, sum(_asked(self._notes[index]) for index in group) / asked) for group in groups]

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the mean negative log-likelihood of a token of the responses."""
        self._steps = step + 1
        total, count = self._surprise([self._notes[index] for index in indices])
        return total / count

    def units(self) -> list[list[int]]:
        """Return the notes of each patient."""
        return self._units

    def measures(self) -> dict[str, float]:
        """Return the mean log-likelihood of a token of the development notes' responses, and what reading them gave."""
        self.learning.eval()
        total, count = 0.0, 0
        with torch.inference_mode():
            for first in range(0, len(self._dev), self._settings.notes_at_once):
                surprise, asked = self._surprise(self._dev[first : first + self._settings.notes_at_once])
                total += float(surprise)
                count += asked
            found = likelihood_measures(total / count)
            epochs = -(-self._steps // steps_per_epoch(self.examples, self._settings.batch_size))
            found |= self._read(epochs)
        self.learning.train()
        return found

    def _surprise(self, notes: Sequence[Example]) -> tuple[Tensor, int]:
        return surprise_of_responses(self.learning.model, notes, self._pad, self._device)


def surprise_of_responses(model: Any, notes: Sequence[Example], pad: int, device: torch.device) -> tuple[Tensor, int]:
    """Return the sum of the negative log-likelihoods of the responses' tokens, and how many there are.

    Parameters
    ----------
    model : Any
        A decoder.
    notes : sequence of Example
        With their responses.
    pad : int
        What shorter ones are filled up with.
    device : torch.device
        Where it runs.
    """
    batch = responding_batch(notes, pad, device)
    labels = batch.pop("labels")
    # The words before the first response are scored by nobody.
    first = min(note.response for note in notes) - 1
    wanted = labels[:, first + 1 :]
    scores = model(**batch, logits_to_keep=batch["input_ids"].shape[1] - first).logits[:, :-1]
    total = cross_entropy(scores.float().flatten(0, 1), wanted.flatten(), ignore_index=UNASKED, reduction="sum")
    return total, sum(map(_asked, notes))


def _asked(note: Example) -> int:
    """Return how many tokens of a note are learned."""
    return len(note.ids) - note.response
