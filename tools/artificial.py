"""Teach a small decoder to mask by artificial notes and by hand-written ones, so many of each, and compare.

    python tools/artificial.py build/artificial [--sizes 100,400] [--decoder FOLDER] [--device cuda] [--scale 0.1]

Artificial notes are documents of simulated stays (`palimpseste corpus stays`), hand-written ones the training notes of
`corpus/`. One decoder learns to copy, first short sequences of tokens, then the texts of both without their
annotations, in the end under the instruction and by the response alone, unless a folder of one is named. It is then
fine-tuned, all of its weights, on so many notes of each origin in as many steps, several times by other notes, and
reads development notes by one pass. Notes are cut at ends of lines into passages that so small a decoder can copy. Goes
on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import torch

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.corpus.stays import generate_stays
from palimpseste.detection.generative.detector import GenerativeDetector
from palimpseste.detection.generative.folder import load_tokenizer
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.detection.generative.settings import GenerativeSettings as Reading
from palimpseste.document import Document, Span
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.scores import Scorecard
from palimpseste.files import write_json
from palimpseste.rendering.tables import markdown_table
from palimpseste.training.generative.adapters import learning_decoder
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder
from palimpseste.training.generative.task import RespondingTask
from palimpseste.training.generative.train import train_llm
from palimpseste.training.run.determinism import deterministic
from palimpseste.training.run.loop import LOG_FILE, run_steps
from palimpseste.training.run.progress import Silent
from palimpseste.training.run.running import Running
from palimpseste.training.run.workplace import Workplace

CORPUS = Path(__file__).parent.parent / "corpus"
VIEW = "tarpon"
LONGEST = 180  # characters of a passage
CHOSEN_ON, MEASURED_ON = 30, 120  # development notes: to choose weights and threshold on, and others for the table
THRESHOLDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
ORIGINS = ("artificial", "hand-written")
HEADINGS = (
    *("notes", "origin", "draw", "threshold", "recall of notes", "precision", "recall of identifiers", "F1"),
    "hidden without need",
)


def main() -> None:
    """Train, measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default="100,400", help="notes that are learned from")
    parser.add_argument("--draws", type=int, default=3, help="of these notes, one model each")
    parser.add_argument("--decoder", type=Path, help="instead of one made here")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the steps")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    print(compared(options.folder, sizes, options.draws, options.scale, options.decoder, options.device))


def compared(
    folder: Path, sizes: Sequence[int], draws: int, scale: float, decoder: Path | None = None, device: str = "cpu"
) -> str:
    """Return the table, whatever it needs made before."""
    splits = split_documents(read_documents(CORPUS), read_splits(CORPUS / "split.tsv"))
    train, dev = (shuffled(splits[name]) for name in ("train", "dev"))
    written = list(islice(chain.from_iterable(s.documents for s in generate_stays(stays=900, seed=5)), len(train)))
    material = dict(zip(ORIGINS, (shuffled(written), train), strict=True))
    begun = decoder or folder / "copying"
    if not (begun / "config.json").exists():
        texts = [part.text for notes in zip(*material.values(), strict=True) for note in notes for part in cut(note)]
        learn_to_copy(texts, [part.text for note in dev[:CHOSEN_ON] for part in cut(note)], folder, scale, device)
    measured = dev[CHOSEN_ON : CHOSEN_ON + MEASURED_ON]
    rows = {}
    for draw, size, origin in product(range(draws), sizes, ORIGINS):
        model = folder / f"{origin}-{size}-{draw}"
        notes = shuffled(material[origin], draw)[:size]
        tune(model, notes, dev[:CHOSEN_ON], begun, scale, device)
        found = probabilities(model, dev[: CHOSEN_ON + MEASURED_ON])
        threshold = chosen(dev[:CHOSEN_ON], found)
        rows[size, origin, draw] = row_of(size, origin, draw, threshold, card_of(measured, found, threshold, 1000))
        print(*rows[size, origin, draw], flush=True)
    return markdown_table(HEADINGS, [rows[key] for key in sorted(rows)])


def decoder_settings(scale: float) -> SmallDecoderSettings:
    """Return the sizes of a decoder of 0.8 million parameters and its pace."""
    drills = int(3000 * scale)
    return SmallDecoderSettings(
        vocabulary=1500, hidden_size=128, layers=3, heads=4, positions=640, window_pieces=448, copied_share=0.9,
        drills=drills, rotation_base=300, epochs=0, steps=drills + max(2, int(2000 * scale)), batch_size=4,
        learning_rate=2e-3, weight_decay=0.01, evaluate_every_steps=max(1, int(500 * scale)),
    )  # fmt: skip


def learn_to_copy(texts: Sequence[str], others: Sequence[str], folder: Path, scale: float, device: str) -> None:
    """Make a decoder of texts that copies what it is told to, measured on others: `copying` in a folder."""
    decoder = folder / "decoder"
    if not (decoder / "config.json").exists():
        make_small_decoder(texts, decoder, decoder_settings(scale), Running(device=device))
    steps = max(2, int(600 * scale))
    settings = _responding(decoder, steps)
    tokenizer = load_tokenizer(decoder)
    prompt = Instruction.named().prompt(Pieces(tokenizer))
    texts = texts[: steps * settings.batch_size]
    taught, asked = ([prompt.example(text, text) for text in some] for some in (texts, others))
    place = torch.device(device)
    with deterministic(settings.seed, place):
        learning = learning_decoder(settings, place)
        task = RespondingTask(learning, taught, asked, tokenizer.pad_token_id, settings, lambda _: {})
        workplace = Workplace(folder / "copying", settings.to_mapping(), Running())
        run_steps(task, settings, workplace, Silent())

        def fill(target: Path) -> None:
            learning.save(target)
            tokenizer.save_pretrained(target)
            shutil.copyfile(workplace.path(LOG_FILE), target / LOG_FILE)

        workplace.finish(fill)


def _responding(decoder: Path, steps: int) -> GenerativeSettings:
    return GenerativeSettings.from_recipe(
        "bordeaux", encoder=str(decoder), bits=32, rank=0, steps=steps, evaluate_every_steps=steps // 3 or 1,
        batch_size=8, notes_at_once=8, learning_rate=1e-3, measured_notes=1, window_pieces=300,
    )  # fmt: skip


def shuffled(notes: Sequence[Document], draw: int = 0) -> list[Document]:
    """Return notes in an order drawn, always the same."""
    return random.Random(11 + draw).sample(list(notes), len(notes))


def cut(note: Document) -> Iterator[Document]:
    """Yield a note in passages of at most `LONGEST` characters, cut at ends of lines, else at spaces, in no span."""
    start = 0
    while start < len(note.text):
        end = min(start + LONGEST, len(note.text))
        if end < len(note.text):
            free = [
                place
                for place in range(start + 1, end)
                if note.text[place] in "\n " and not any(s.start <= place < s.end for s in note.entities)
            ]
            lines = [place for place in free if note.text[place] == "\n" and place > start + LONGEST // 3]
            end = (lines or free or [end - 1])[-1] + 1
        inside = (s for s in note.entities if start <= s.start and s.end <= end)
        spans = tuple(replace(s, start=s.start - start, end=s.end - start) for s in inside)
        text = note.text[start:end]
        if text.strip():
            yield Document(f"{note.id}+{start}", text, entities=spans)
        start = end


def tune(
    model: Path, notes: Sequence[Document], dev: Sequence[Document], decoder: Path, scale: float, device: str
) -> None:
    """Fine-tune on the passages of notes in as many steps whatever their number; nothing where it was done."""
    settings = _responding(decoder, max(2, int(400 * scale)))
    if not (model / "metrics.json").exists():
        train, chosen_on = ([part for note in some for part in cut(note)] for some in (notes, dev))
        train_llm(train, chosen_on, settings, model, Running(device=device))


def probabilities(model: Path, notes: Sequence[Document]) -> Mapping[str, Any]:
    """Return the probability of a mask at each word of each note, by one pass, and the seconds that all took."""
    file = model / "words.json"
    if not file.exists():
        detector = GenerativeDetector(Reading(model))
        start = time.process_time()
        words = {note.id: detector.word_probabilities(note.text) for note in notes}
        write_json(file, {"seconds": time.process_time() - start, "words": words})
    found: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def chosen(notes: Sequence[Document], found: Mapping[str, Any]) -> float:
    """Return the threshold of the highest F1 on notes."""
    return max(THRESHOLDS, key=lambda threshold: card_of(notes, found, threshold, 0).masks.f1.value)


def card_of(notes: Sequence[Document], found: Mapping[str, Any], threshold: float, bootstrap: int) -> Scorecard:
    """Return the measures of notes in which each word from a threshold on is masked."""
    masked = [replace(note, entities=_masked(found["words"][note.id], threshold)) for note in notes]
    return evaluate(notes, masked, view=VIEW, bootstrap=bootstrap).overall


def row_of(size: int, origin: str, draw: int, threshold: float, card: Scorecard) -> list[str]:
    """Return a row of the table."""
    measures = (card.note_recall, card.masks.precision, card.micro.hiding.identifiers, card.masks.f1)
    over = f"{100 * card.over_redaction.share.value:.1f} %"
    return [f"{size:,}", origin, str(draw + 1), f"{threshold:g}", *map(with_interval, measures), over]


def _masked(words: Sequence[tuple[int, int, float]], threshold: float) -> tuple[Span, ...]:
    return tuple(Span(start, end, "OTHER_ID") for start, end, probability in words if probability >= threshold)


if __name__ == "__main__":
    main()
