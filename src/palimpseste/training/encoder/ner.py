"""Fine-tune an encoder on annotated notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import torch
from torch import Tensor, nn

from palimpseste.detection.neural.crf import ChainScores
from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.detection.neural.encoder.folder import WEIGHTS_FILE, TaggerCard
from palimpseste.detection.neural.encoder.network import TorchNetwork
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.tagger import Tagger
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation import Evaluation, evaluate
from palimpseste.files import write_json
from palimpseste.labels import stands_for, view_named
from palimpseste.training.encoder.batches import tagged_batch
from palimpseste.training.encoder.encoders import load_encoder, piece_reader, quiet, window_pieces
from palimpseste.training.encoder.examples import Example, examples_of
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.losses import tagger_loss
from palimpseste.training.encoder.metrics import measures_of
from palimpseste.training.encoder.predictions import check_measurable, predictions_of
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.determinism import deterministic, device_named
from palimpseste.training.run.loop import Outcome, run_steps, save_weights
from palimpseste.training.run.patients import by_patient
from palimpseste.training.run.private import Privacy, request_of
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["TaggingTask", "train_ner"]


def train_ner(
    train: Sequence[Document],
    dev: Sequence[Document],
    settings: Settings,
    target: Path,
    running: Running = UNWATCHED,
    *,
    privacy: Privacy | None = None,
) -> Evaluation:
    """Train to the end, or on from where an interrupted run stopped, and write the model's folder.

    Parameters
    ----------
    train, dev : sequence of Document
        Annotated; `dev` decides which weights are best and when to stop.
    settings : Settings
        Which encoder, head and loss, and the pace.
    target : Path
        The model's folder; its content is in :mod:`palimpseste.detection.neural.encoder.folder`.
    running : Running
        Where it runs, what it may take the place of, and who watches.
    privacy : Privacy, optional
        What the weights may say of any patient of `train`; then all labels of the view are learned, the settings'
        `batch_size` counts patients, and randomness is the operating system's.

    Returns
    -------
    Evaluation
        Of the best weights, the model alone, on `dev` in the view it learned.

    Raises
    ------
    UsageError
        If there is nothing to learn or to measure, the encoder cannot be loaded, or an interrupted run was asked for
        something else.
    """
    labels = labels_met(train, settings.view)
    if privacy is not None:
        # Which labels occur is said of notes, too.
        labels = tuple(dict.fromkeys(view_named(settings.view).values()))
        if settings.precision != "float32":
            raise UsageError("a private training computes in precision 'float32'")
    check_measurable(dev, settings.view, "dev")
    place = device_named(running.device, settings.precision)
    request = {**settings.to_mapping(), "train_documents": digest_of(train), "dev_documents": digest_of(dev)}
    request.update(request_of(privacy))
    workplace = Workplace(target, request, running)
    with deterministic(settings.seed, place):
        task = TaggingTask.make(train, dev, labels, settings, place)
        outcome = run_steps(task, settings, workplace, running.progress, privacy)
        evaluation = task.evaluation()
        workplace.finish(lambda folder: _fill(folder, task, settings, outcome, evaluation, workplace))
    return evaluation


class TaggingTask:
    """Learns the tags of words.

    Parameters
    ----------
    tagger : Tagger
        Learns, in place.
    examples : sequence of Example
        Windows of annotated notes.
    dev : sequence of Document
        Annotated notes that the weights are measured on.
    card : TaggerCard
        What is written beside the weights: labels, and how windows are cut.
    reader : PieceReader
        Cuts words as the encoder's tokenizer does.
    settings : Settings
        Which encoder, head and loss, and the pace.
    units : sequence of list of int, optional
        The windows of each patient; each of its own by default.
    """

    def __init__(
        self,
        tagger: Tagger,
        examples: Sequence[Example],
        dev: Sequence[Document],
        card: TaggerCard,
        reader: PieceReader,
        settings: Settings,
        units: Sequence[list[int]] | None = None,
    ) -> None:
        self._units = [[window] for window in range(len(examples))] if units is None else list(units)
        self.tagger = tagger
        self.card = card
        self.reader = reader
        self._examples = examples
        self._dev = dev
        self._settings = settings
        self._scheme = TagScheme(card.labels)
        self._device = next(tagger.parameters()).device
        self._allowed = torch.from_numpy(self._scheme.allowed()).to(self._device)

    @classmethod
    def make(
        cls,
        train: Sequence[Document],
        dev: Sequence[Document],
        labels: Sequence[str],
        settings: Settings,
        device: torch.device,
    ) -> TaggingTask:
        """Load the encoder, add a fresh head and cut the notes into windows.

        Parameters
        ----------
        train : sequence of Document
            To train on.
        dev : sequence of Document
            To choose weights by.
        labels : sequence of str
            That are learned.
        settings : Settings
            Of the training.
        device : torch.device
            Where it runs.

        Raises
        ------
        UsageError
            If the encoder cannot be loaded, or takes fewer sub-words than asked for.
        """
        reader = piece_reader(settings.encoder)
        scheme = TagScheme(tuple(labels))
        tagger = Tagger(load_encoder(settings.encoder), len(scheme), settings.dropout).to(device)
        pieces = window_pieces(tagger.encoder.config, settings.window_pieces)
        plan = WindowPlan(settings.window_words, pieces, settings.window_stride)
        card = TaggerCard(settings.view, scheme.labels, stands_for(labels, settings.view), plan)
        view = view_named(settings.view)
        of_note = [list(examples_of([note], reader, plan, scheme, view)) for note in train]
        firsts = [0, *accumulate(map(len, of_note))]
        units = [
            [window for note in notes for window in range(firsts[note], firsts[note + 1])]
            for notes in by_patient(train).values()
        ]
        examples = [example for examples in of_note for example in examples]
        return cls(tagger, examples, dev, card, reader, settings, [unit for unit in units if unit])

    @property
    def module(self) -> nn.Module:
        """The network."""
        return self.tagger

    @property
    def examples(self) -> int:
        """How many windows there are."""
        return len(self._examples)

    @property
    def steered_by(self) -> str:
        """The measure that decides."""
        return self._settings.metric

    def groups(self) -> list[tuple[float, list[nn.Parameter]]]:
        """Return the encoder's parameters, and the head's with the transitions where they are learned."""
        head = [*self.tagger.head.parameters()]
        if self._settings.head == "crf":
            head.append(self.tagger.transitions)
        encoder = [*self.tagger.encoder.parameters()]
        return [(self._settings.learning_rate, encoder), (self._settings.head_learning_rate, head)]

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the loss of some windows."""
        batch = tagged_batch([self._examples[index] for index in indices], self.reader.pad, self._device)
        return tagger_loss(self.tagger, batch, self._allowed, self._settings.head, self._settings.loss)

    def units(self) -> list[list[int]]:
        """Return the windows of each patient."""
        return self._units

    def measures(self) -> dict[str, float]:
        """Return every measure on the dev notes."""
        return measures_of(self.evaluation().overall)

    def evaluation(self) -> Evaluation:
        """Return the evaluation of the present weights on the dev notes."""
        predicted = list(predictions_of(self.detector(), self._dev))
        return evaluate(self._dev, predicted, view=self._settings.view, bootstrap=0)

    def detector(self) -> EncoderDetector:
        """Return the detector of the present weights."""
        transitions = self.tagger.transitions.detach().cpu().double().numpy()
        scores = ChainScores.constrained(self._scheme, transitions)
        return EncoderDetector(self.card, self.reader, TorchNetwork(self.tagger, self._device), scores)


def _fill(
    folder: Path,
    task: TaggingTask,
    settings: Settings,
    outcome: Outcome,
    evaluation: Evaluation,
    workplace: Workplace,
) -> None:
    with quiet():
        task.tagger.encoder.config.save_pretrained(folder)
        task.reader.tokenizer.save_pretrained(folder)
    save_weights(task.tagger, folder / WEIGHTS_FILE)
    replace(task.card, privacy=outcome.privacy).write(folder)
    private = {} if outcome.privacy is None else {"private": outcome.privacy}
    write_json(folder / "settings.json", {**settings.to_mapping(), **private})
    measured = {"measures": measures_of(evaluation.overall), "dev": json.loads(evaluation.to_json())}
    outcome.write(folder, workplace, measured, settings.encoder)
