"""Teach adapters a hundred notes by heart, and others other notes; ask both what they remember of the first.

    python tools/memory_of_adapters.py build/memory-of-adapters

The notes are of made-up words, which nothing tells but the note itself: so small a decoder can learn them by heart. It
knows beforehand how such notes and responses are written, and none of those that are asked for. The one pair of
adapters learns a hundred notes and canaries, the other a hundred other notes.

Prints the tables of `docs/attacks.md`. Goes on where it stopped, training by training and note by note.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from memory_of_encoder import asked, exposure_table, membership_table
from palimpseste.corpus import write_documents
from palimpseste.corpus.markup import parse_markup
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.document import Document
from palimpseste.leakage.memory.canaries import Canaries
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder
from palimpseste.training.generative.train import train_llm
from palimpseste.training.run.running import Running

NOTES, WORDS = 100, 7
CANARIES, CANDIDATES = 4, 63
DECODER = SmallDecoderSettings(
    vocabulary=800, hidden_size=64, layers=1, window_pieces=64, positions=512, steps=200, epochs=0, batch_size=8,
    learning_rate=5e-3, copied_share=0.0, weight_decay=0.0,
)  # fmt: skip
ADAPTERS = GenerativeSettings.from_recipe(
    "bordeaux", bits=32, view="canonical", masks="typed", epochs=0, steps=400, measured_notes=1, batch_size=32,
    notes_at_once=32, rank=64, alpha=64, adapter_dropout=0.0, learning_rate=1e-2, weight_decay=0.0,
    projections=("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"),
)  # fmt: skip


def main() -> None:
    """Train what is missing, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    read, canaries = stories(NOTES, 1), Canaries(number=CANARIES, seed=5)
    write_documents(read, folder / "training.jsonl", overwrite=True)
    write_documents(stories(NOTES, 2), folder / "held-out.jsonl", overwrite=True)
    canaries.write(folder)
    base = folder / "decoder"
    if not base.exists():
        make_small_decoder(texts_of_others(), base, DECODER, Running(device="cpu"))
    found = {}
    for side, notes, steps in (
        ("by heart", [*read, *canaries.documents()], 400),
        ("never saw", stories(NOTES, 4), 150),
    ):
        model = folder / side.replace(" ", "-")
        if not model.exists():
            settings = ADAPTERS.changed(encoder=str(base), steps=steps, evaluate_every_steps=steps)
            train_llm(notes, notes[:1], settings, model, Running(device="cpu"))
        found[side] = asked(folder, model, CANDIDATES, "--decoder", str(base), "--device", "cpu")
    print(membership_table(found))
    print(exposure_table(found))


def texts_of_others() -> Sequence[str]:
    """Return other notes and canaries with their responses, and the instruction, of which few tokens are made."""
    instruction = Instruction.named("fr", "typed")
    notes = [*stories(NOTES + NOTES // 2, 3), *Canaries(number=2, seed=6).documents()]
    texts = [text for note in notes for text in (note.text, instruction.response(note.text, note.entities))]
    return [*texts, *[instruction.text] * 8]


def stories(count: int, seed: int) -> list[Document]:
    """Return notes of made-up words, one of which is masked."""
    chance = random.Random(seed)
    notes = []
    for number in range(count):
        name, *words = ("".join(chance.choices("aeioubdklmnprstvz", k=6)) for _ in range(WORDS))
        text, spans = parse_markup(f"Vu <LASTNAME>{name.capitalize()}</LASTNAME> pour {' '.join(words)}.")
        notes.append(Document(f"s{seed}-{number}", text, entities=tuple(spans)))
    return notes


if __name__ == "__main__":
    main()
