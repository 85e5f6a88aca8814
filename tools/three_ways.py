"""Measure a language model by its three ways of masking on annotated notes: quality, alteration, speed.

    python tools/three_ways.py NOTES --decoder FOLDER [--adapters FOLDER] --found FOLDER [--way WAY]... [--notes 40]

`others` is the hybrid of the package (record, rules, model) and `beside` the hybrid with one pass of the decoder beside
it. What was found is kept in the folder `--found`, without text, note by note: a cut measurement goes on. Seconds are
the processor's, so that what else runs counts little; intervals are of 95 %, by drawing notes again.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from palimpseste.corpus import read_documents
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.generative.detector import GenerativeDetector
from palimpseste.detection.generative.folder import load_decoder
from palimpseste.detection.generative.rewriting import answer_to
from palimpseste.detection.generative.segments import passages_of
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.document import Document, Span
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.files import write_text
from palimpseste.rendering.tables import markdown_table
from palimpseste.training.generative.reading import reading_of

WAYS = ("one-pass", "copy-or-mask", "rewrite", "others", "beside")
HEADINGS = (
    *("way", "notes", "recall of notes", "precision", "recall of identifiers", "F1", "hidden without need"),
    *("words altered", "BLEU-4", "characters a second"),
)
Found = dict[str, Any]


def main() -> None:
    """Measure each way and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes_file", type=Path, metavar="NOTES")
    parser.add_argument("--decoder", type=Path, required=True)
    parser.add_argument("--adapters", type=Path)
    parser.add_argument("--found", type=Path, required=True)
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--threshold", type=float, action="append", help="of one pass; repeat")
    parser.add_argument("--notes", type=int, help="so many of them, drawn")
    parser.add_argument("--view", default="tarpon")
    options = parser.parse_args()
    notes = some_of(list(read_documents(options.notes_file)), options.notes)
    settings = GenerativeSettings(options.decoder, options.adapters)
    print(table_of(notes, settings, options.way or WAYS, options.found, options.threshold or [0.5], options.view))


def some_of(notes: Sequence[Document], count: int | None) -> list[Document]:
    """Return so many of some notes, drawn and always the same ones; all where no count is named."""
    return list(notes) if count is None else random.Random(4).sample(list(notes), min(count, len(notes)))


def table_of(
    notes: Sequence[Document],
    settings: GenerativeSettings,
    ways: Sequence[str],
    folder: Path,
    thresholds: Sequence[float] = (0.5,),
    view: str = "tarpon",
) -> str:
    """Return a row for each way and, of one pass, for each threshold."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for way in ways:
        for threshold in thresholds if way in ("one-pass", "beside") else (None,):
            name = way if threshold is None else f"{way}-{threshold}"
            found = kept(folder / f"{name}.jsonl", notes, lambda w=way, t=threshold: reader(w, settings, t, view))
            rows.append(row_of(name.replace("-0", ", 0"), notes, found, view))
    return markdown_table(HEADINGS, rows)


def kept(file: Path, notes: Sequence[Document], make: Callable[[], Callable[[Document], Found]]) -> Mapping[str, Found]:
    """Return what is found in each note by its identifier: as a file tells, or now, and then the file does."""
    lines = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    found: dict[str, Found] = {line["id"]: line for line in lines}
    missing = [note for note in notes if note.id not in found]
    read = make() if missing else None
    for note in missing:
        assert read is not None
        start = time.process_time()
        said = read(note)
        found[note.id] = {"id": note.id, "seconds": time.process_time() - start, **said}
        write_text(file, "".join(json.dumps(line) + "\n" for line in found.values()))
    return found


def reader(way: str, settings: GenerativeSettings, threshold: float | None, view: str) -> Callable[[Document], Found]:
    """Return what finds masks in a note, and for free answers what they altered."""
    if way == "rewrite":
        return _rewriter(settings, view)
    others = DetectorChoice(("record", "rules", "model")).make() if way in ("others", "beside") else ()
    if way == "others":
        hybrid = Deidentifier(others)
        return lambda note: {"masks": _places(hybrid.detect(note))}
    own = GenerativeDetector(
        replace(settings, way="one-pass" if way == "beside" else way, threshold=threshold)  # type: ignore[arg-type]
    )
    if way == "beside":
        both = Deidentifier((*others, own))
        return lambda note: {"masks": _places(both.detect(note))}
    return lambda note: {"masks": _places(own.spans_of(note.text))}


def _rewriter(settings: GenerativeSettings, view: str) -> Callable[[Document], Found]:
    assert settings.folder is not None
    decoder = load_decoder(settings.folder, settings.adapters, device=settings.device, precision=settings.precision)
    instruction = decoder.card.instruction
    prompt = instruction.prompt(decoder.pieces)

    def read(note: Document) -> Found:
        passages = passages_of(note.text, decoder.pieces, decoder.card.most_tokens)
        if len(passages) != 1:
            return {"skipped": True}
        reading = reading_of(instruction, [note], [answer_to(decoder, prompt, passages[0])], view)
        (found,) = reading.found
        masks = [[start, end, "OTHER_ID"] for start, end in found["masks"]]
        return {
            "masks": masks,
            "words": found["words"],
            "altered": found["altered"],
            "bleu": reading.measures.get("bleu"),
        }

    return read


def _places(spans: Sequence[Span]) -> list[list[Any]]:
    return [[span.start, span.end, span.label] for span in spans]


def row_of(name: str, notes: Sequence[Document], found: Mapping[str, Found], view: str) -> list[str]:
    """Return a row of the table; notes too long for one answer are left out of free rewriting, and counted."""
    read = [note for note in notes if not found[note.id].get("skipped")]
    masked = [
        replace(note, entities=tuple(Span(start, end, label) for start, end, label in found[note.id]["masks"]))
        for note in read
    ]
    card = evaluate(read, masked, view=view, bootstrap=1000).overall
    lines = [found[note.id] for note in read]
    words = sum(line.get("words", 0) for line in lines)
    bleu = [line["bleu"] for line in lines if line.get("bleu") is not None]
    speed = sum(len(note.text) for note in read) / sum(line["seconds"] for line in lines)
    over = card.over_redaction.share
    return [
        *(name, str(len(read)), with_interval(card.note_recall), with_interval(card.masks.precision)),
        *(with_interval(card.micro.hiding.identifiers), with_interval(card.masks.f1), f"{100 * over.value:.1f} %"),
        f"{100 * sum(line.get('altered', 0) for line in lines) / words:.1f} %" if words else "none",
        f"{sum(bleu) / len(bleu):.3f}" if bleu else "",
        f"{speed:,.0f}",
    ]


if __name__ == "__main__":
    main()
