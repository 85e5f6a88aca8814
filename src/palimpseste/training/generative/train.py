"""Fine-tune a language model on annotated notes, and read the development notes after every epoch.

What is written::

    model/
    ├── adapter_model.safetensors  adapter_config.json    the adapters of the best epoch
    ├── tokenizer*.json  ...                              the decoder's
    ├── generative.json                                   what it is told, operating points of one pass
    ├── epochs/01/ 02/ ...                                the adapters of each epoch; found.jsonl: where they masked
    └── settings.json  metrics.json  log.jsonl  energy.json    how it came about
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.detection.generative.folder import Decoder, load_tokenizer, quiet
from palimpseste.detection.generative.instruction import Example, Instruction
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import write_json, write_text
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.predictions import check_measurable
from palimpseste.training.generative.adapters import Learning, learning_decoder
from palimpseste.training.generative.answers import answers_of
from palimpseste.training.generative.batches import examples_of
from palimpseste.training.generative.points import operating_points
from palimpseste.training.generative.reading import FOUND_FILE, reading_of
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.task import RespondingTask
from palimpseste.training.run.determinism import deterministic, device_named
from palimpseste.training.run.loop import LOG_FILE, Outcome, run_steps
from palimpseste.training.run.patients import by_patient
from palimpseste.training.run.private import Privacy, request_of
from palimpseste.training.run.progress import Progress
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["EPOCHS", "train_llm"]

EPOCHS = "epochs"


def train_llm(
    train: Sequence[Document],
    dev: Sequence[Document],
    settings: GenerativeSettings,
    target: Path,
    running: Running = UNWATCHED,
    *,
    privacy: Privacy | None = None,
) -> dict[str, float]:
    """Fine-tune to the end, or on from where an interrupted run stopped, and write the model's folder.

    Parameters
    ----------
    train, dev : sequence of Document
        Annotated; `dev` is read after each epoch, decides which adapters are best and when to stop.
    settings : GenerativeSettings
        Which decoder, in how many bits, which adapters, and the pace.
    target : Path
        The model's folder.
    running : Running
        Where it runs, what it may take the place of, and who watches.
    privacy : Privacy, optional
        What the adapters of any epoch may say of any patient of `train`; then the settings' `batch_size` counts
        patients, and randomness is the operating system's.

    Returns
    -------
    dict
        The measures of the best adapters on `dev`.

    Raises
    ------
    UsageError
        If the decoder cannot be loaded, notes cannot be learned from or measured on, or the folder stands for
        something else.
    """
    labels_met(train, settings.view)
    check_measurable(dev, settings.view, "dev")
    if privacy is not None and (settings.precision != "float32" or (not settings.rank and settings.bits < 32)):
        raise UsageError("a private training computes in precision 'float32', all weights of 32 bits or adapters")
    place = device_named(running.device)
    request = {**settings.to_mapping(), "train_documents": digest_of(train), "dev_documents": digest_of(dev)}
    request.update(request_of(privacy))
    workplace = Workplace(target, request, running)
    with deterministic(settings.seed, place):
        tokenizer = load_tokenizer(Path(settings.encoder))
        learning = learning_decoder(settings, place)
        most = _most_tokens(learning, settings)
        instruction = Instruction.named(settings.language, settings.masks, settings.view)
        pieces = Pieces(tokenizer)
        prompt = instruction.prompt(pieces)
        learned, measured = (
            _short_enough(examples_of(notes, instruction, prompt), notes, most, running.progress)
            for notes in (train, dev)
        )
        if not learned or not measured:
            raise UsageError(f"no note to learn from or to measure on is short enough: {most} tokens at most")

        card = GenerativeCard(instruction, (most - len(prompt)) // 2 - 1)

        answered = [note for note, _ in measured][: settings.measured_notes or None]
        texts, ends = [note.text for note in answered], frozenset({prompt.end})

        def after_epoch(epoch: int) -> dict[str, float]:
            folder = workplace.path(EPOCHS) / f"{epoch:02}"
            folder.mkdir(parents=True, exist_ok=True)
            learning.save(folder)
            card.write(folder)
            ids = answers_of(learning.model, prompt, texts, ends, tokens_at_once=settings.notes_at_once * most)
            reading = reading_of(instruction, answered, list(map(pieces.text_of, ids)), settings.view)
            lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in reading.found)
            write_text(folder / FOUND_FILE, "".join(lines))
            return reading.measures

        pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
        taught, asked = ([example for _, example in notes] for notes in (learned, measured))
        units = list(by_patient(note for note, _ in learned).values())
        task = RespondingTask(learning, taught, asked, pad, settings, after_epoch, units=units)
        outcome = run_steps(task, settings, workplace, running.progress, privacy)
        found = _measured_at(workplace.path(LOG_FILE), outcome.best_step)
        learning.eval()
        decoder = Decoder(learning.model, pieces, card, most, ends)
        with quiet():
            card = replace(card, points=operating_points(decoder, answered), privacy=outcome.privacy)
        workplace.finish(lambda folder: _fill(folder, learning, tokenizer, card, settings, outcome, found, workplace))
    return found


def _most_tokens(learning: Learning, settings: GenerativeSettings) -> int:
    model: Any = learning.model
    limit = int(getattr(model.config, "max_position_embeddings", 0) or 4096)
    if settings.window_pieces > limit:
        raise UsageError(f"window_pieces is {settings.window_pieces}, but this decoder takes {limit} tokens")
    return settings.window_pieces or limit


def _measured_at(log: Path, step: int) -> dict[str, float]:
    """Return what was measured at a step, as the log tells it: nothing is read twice."""
    lines = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    return next(line["dev"] for line in lines if line["step"] == step and "dev" in line)


def _short_enough(
    examples: Sequence[Example], notes: Sequence[Document], most: int, progress: Progress
) -> list[tuple[Document, Example]]:
    kept = [pair for pair in zip(notes, examples, strict=True) if len(pair[1].ids) <= most]
    if len(kept) < len(examples):
        left_out = len(examples) - len(kept)
        progress.said(
            f"{left_out} of {len(examples)} notes are left out: with their response longer than {most} tokens"
        )
    return kept


def _fill(
    folder: Path,
    learning: Learning,
    tokenizer: Any,
    card: GenerativeCard,
    settings: GenerativeSettings,
    outcome: Outcome,
    found: dict[str, float],
    workplace: Workplace,
) -> None:
    learning.save(folder)
    card.write(folder)
    with quiet():
        tokenizer.save_pretrained(folder)
    shutil.copytree(workplace.path(EPOCHS), folder / EPOCHS)
    private = {} if outcome.privacy is None else {"private": outcome.privacy}
    write_json(folder / "settings.json", {**settings.to_mapping(), **private})
    outcome.write(folder, workplace, found, settings.encoder)
