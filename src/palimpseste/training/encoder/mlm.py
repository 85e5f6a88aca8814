"""Domain pre-training: an encoder reads the warehouse's own notes before it is fine-tuned.

Tannier et al. (2023, results) compare general encoders with ones trained on the notes of their warehouse.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from msgspec import Meta
from torch import Tensor
from torch.nn.functional import cross_entropy

from palimpseste.detection.neural.encoder.emissions import padded
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import write_json
from palimpseste.training.encoder.encoders import load_masked_language_model, piece_reader, quiet, window_pieces
from palimpseste.training.encoder.examples import Example, examples_of
from palimpseste.training.encoder.masking import UNASKED, mask_words
from palimpseste.training.run.determinism import deterministic, device_named
from palimpseste.training.run.loop import Outcome, run_steps
from palimpseste.training.run.pace import Pace
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.surprise import WholeModel, likelihood_measures
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["MaskingSettings", "MaskingTask", "Perplexity", "surprises", "train_mlm"]

# Of BERT, and of RoBERTa and CamemBERT: what makes scores of the last states, word by word.
_HEADS = ("cls", "lm_head")
_HELD_OUT_STEP = 2**31  # no training step draws the masks of the held-out notes


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingSettings(Pace):
    """The settings of one pre-training; those of :class:`Pace`, and this.

    Parameters
    ----------
    mask_share : float
        Share of the sub-words to guess, in (0, 1).
    """

    epochs: int = 3
    mask_share: Annotated[float, Meta(gt=0, lt=1)] = 0.15


@dataclass(frozen=True, slots=True)
class Perplexity:
    """How surprised the encoder is by a masked sub-word of held-out notes: from 1 up, less is better.

    Parameters
    ----------
    before, after : float
        Of the encoder as it came, and of the weights kept.
    """

    before: float
    after: float


def train_mlm(
    train: Sequence[Document],
    held_out: Sequence[Document],
    settings: MaskingSettings,
    target: Path,
    running: Running = UNWATCHED,
) -> Perplexity:
    """Pre-train to the end, or on from where an interrupted run stopped, and write the encoder's folder.

    The folder is one that ``--encoder`` takes. Parameters and errors are those of
    :func:`~palimpseste.training.encoder.ner.train_ner`; annotations do not matter.
    """
    place = device_named(running.device)
    request = {**settings.to_mapping(), "train_documents": digest_of(train), "held_out_documents": digest_of(held_out)}
    workplace = Workplace(target, request, running)
    with deterministic(settings.seed, place):
        task = MaskingTask.make(train, held_out, settings, place)
        before = math.exp(-task.measures()[task.steered_by])
        outcome = run_steps(task, settings, workplace, running.progress)
        found = Perplexity(before, math.exp(-task.measures()[task.steered_by]))
        workplace.finish(lambda folder: _fill(folder, task, settings, outcome, found, workplace))
    return found


def surprises(notes: Sequence[Document], settings: MaskingSettings, *, device: str = "auto") -> list[float]:
    """Return the mean negative log-likelihood of a masked sub-word, in nats, for each window of the notes.

    Parameters
    ----------
    notes : sequence of Document
        Annotations do not matter.
    settings : MaskingSettings
        The language model as its encoder; windows, masks and seed. Nothing is trained.
    device : str
        ``auto``, ``cpu``, ``cuda`` or ``cuda:N``.

    Raises
    ------
    UsageError
        If the encoder cannot be loaded or has no mask, or there is no text.
    """
    place = device_named(device)
    with deterministic(settings.seed, place):
        return MaskingTask.make(notes[:1], notes, settings, place).surprises()


class MaskingTask(WholeModel):
    """Learns to guess masked words.

    Parameters
    ----------
    model : transformers model
        With the head that guesses.
    reader : PieceReader
        Its tokenizer has the sign that stands for a masked sub-word.
    examples, held_out : sequence of Example
        Windows learned from; windows measured on.
    settings : MaskingSettings
        Share of masked words, batches and pace.
    """

    def __init__(
        self,
        model: Any,
        reader: PieceReader,
        examples: Sequence[Example],
        held_out: Sequence[Example],
        settings: MaskingSettings,
    ) -> None:
        super().__init__(model, settings.learning_rate)
        self.reader = reader
        self._examples = examples
        self._held_out = held_out
        self._settings = settings
        self._device = next(model.parameters()).device
        tokenizer = reader.tokenizer
        # What stands for a masked word now and then is never a sign of the tokenizer's own.
        self._ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.all_special_ids)

    @classmethod
    def make(
        cls,
        train: Iterable[Document],
        held_out: Iterable[Document],
        settings: MaskingSettings,
        device: torch.device,
    ) -> MaskingTask:
        """Load the encoder and cut the notes into windows.

        Parameters
        ----------
        train : iterable of Document
            To train on.
        held_out : iterable of Document
            To measure on.
        settings : MaskingSettings
            Of the training.
        device : torch.device
            Where it runs.

        Raises
        ------
        UsageError
            If the encoder cannot be loaded or has no mask, or there is no text.
        """
        reader = piece_reader(settings.encoder)
        if reader.tokenizer.mask_token_id is None:
            raise UsageError(f"the tokenizer of {settings.encoder!r} has no mask: it cannot be pre-trained this way")
        model = load_masked_language_model(settings.encoder).to(device)
        pieces = window_pieces(model.config, settings.window_pieces)
        plan = WindowPlan(settings.window_words, pieces, settings.window_stride)
        learned, measured = (list(examples_of(notes, reader, plan, TagScheme(()), {})) for notes in (train, held_out))
        if not learned or not measured:
            raise UsageError("no text to read: both the training and the held-out notes need some")
        return cls(model, reader, learned, measured, settings)

    @property
    def examples(self) -> int:
        """How many windows there are."""
        return len(self._examples)

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the mean negative log-likelihood of the masked sub-words; each step masks others."""
        total, count = self._surprise([(index, self._examples[index]) for index in indices], step)
        return total / count

    def measures(self) -> dict[str, float]:
        """Return the mean log-likelihood of a masked sub-word of the held-out notes, and their perplexity."""
        was_training = self.module.training
        self.module.eval()
        total, count = 0.0, 0
        with torch.inference_mode():
            for batch in _batches(self._held_out, self._settings.batch_size):
                surprise, asked = self._surprise(batch, _HELD_OUT_STEP)
                total += float(surprise)
                count += asked
        self.module.train(was_training)
        return likelihood_measures(total / count)

    def surprises(self) -> list[float]:
        """Return the mean negative log-likelihood of a masked sub-word of each window of the held-out notes."""
        self.module.eval()
        found = []
        with torch.inference_mode():
            for batch in _batches(self._held_out, 1):
                total, count = self._surprise(batch, _HELD_OUT_STEP)
                found.append(float(total) / count)
        return found

    def _surprise(self, examples: Sequence[tuple[int, Example]], step: int) -> tuple[Tensor, int]:
        """Return the sum of the negative log-likelihoods of what is masked, and how much that is."""
        tokenizer = self.reader.tokenizer
        shown, asked = zip(
            *(
                mask_words(
                    example.ids,
                    example.heads,
                    len(example.ids) - len(self.reader.suffix),
                    self._settings.mask_share,
                    tokenizer.mask_token_id,
                    self._ordinary,
                    (self._settings.seed, step, index),
                )
                for index, example in examples
            ),
            strict=True,
        )
        ids, mask = padded([list(row) for row in shown], self.reader.pad)
        goal = np.full_like(ids, UNASKED)
        for row, wanted in enumerate(asked):
            goal[row, : len(wanted)] = wanted
        inputs = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
        given = {name: tensor.to(self._device) for name, tensor in inputs.items()}
        wanted_ids = torch.from_numpy(goal).to(self._device)
        is_asked = wanted_ids != UNASKED
        head = next((getattr(self.model, name) for name in _HEADS if hasattr(self.model, name)), None)
        if head is None:
            scores = self.model(**given).logits[is_asked]
        else:
            # Most of a step is the head: it need not guess what is not asked for.
            scores = head(self.model.base_model(**given).last_hidden_state[is_asked])
        total = cross_entropy(scores.float(), wanted_ids[is_asked], reduction="sum")
        return total, int((goal != UNASKED).sum())


def _batches(examples: Sequence[Example], size: int) -> Iterator[list[tuple[int, Example]]]:
    numbered = list(enumerate(examples))
    for first in range(0, len(numbered), size):
        yield numbered[first : first + size]


def _fill(
    folder: Path,
    task: MaskingTask,
    settings: MaskingSettings,
    outcome: Outcome,
    found: Perplexity,
    workplace: Workplace,
) -> None:
    with quiet():
        task.model.save_pretrained(folder)
        task.reader.tokenizer.save_pretrained(folder)
    write_json(folder / "settings.json", settings.to_mapping())
    measured = {"perplexity_before": found.before, "perplexity": found.after}
    outcome.write(folder, workplace, measured, settings.encoder)
