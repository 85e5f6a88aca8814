"""Measure what is read of PDF files: the body against all text, and what each leaves to de-identify.

    python benchmarks/pdf.py [--folder FOLDER] [--layouts SET] [--edspdf texts.json] [--no-detection] [--write FOLDER]

The 126 longest development notes, every other one with two shorter ones after it, are printed by ReportLab, WeasyPrint
and LibreOffice, in twenty-one layouts (see ``pdf_layouts``). The gold of a file is its note, the body, and what the
layout prints beside it.

Printed, by layout: precision and recall of the body's tokens, in their order; then, by extractor, the share of files
with no gold token of an identifier left (fully redacted) and of gold tokens hidden, in AP-HP's view of the labels. Gold
spans are found in an extracted text by aligning its tokens: first the body's, in order, then the values of what stands
beside it among the tokens that are left.
"""

from __future__ import annotations

import argparse
import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.evaluation import evaluate
from palimpseste.pdf.extraction import EXTRACTORS
from palimpseste.pdf.options import OUTPUTS, PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.text import text_of
from pdf_layouts import by_libreoffice, by_reportlab, by_weasyprint
from pdf_layouts.content import Sheet, sheet_of
from pdf_layouts.redaction import redact

ROOT = Path(__file__).parent.parent
SPLITS = ("design", "second design", "third design", "held-out")
NOTES_A_LAYOUT = 6
JOINED = 2
SEED = "2024"
TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Printed:
    """A file of the bench, its layout, and its gold."""

    path: Path
    layout: str
    split: str
    sheet: Sheet


def printed(folder: Path) -> list[Printed]:
    """Return the files of the bench, made where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    layouts = {**by_reportlab.LAYOUTS, **by_weasyprint.LAYOUTS, **by_libreoffice.LAYOUTS}
    splits = read_splits(ROOT / "corpus" / "split.tsv")
    notes = [n for n in read_documents(ROOT / "corpus" / "notes") if splits.get(n.id) == "dev"]
    notes.sort(key=lambda n: (-len(n.text), n.id))
    wanted = NOTES_A_LAYOUT * len(layouts)
    chosen, further = notes[:wanted], notes[wanted:]
    lists = Lists.of(None)
    files, flat = [], {}
    for index, (name, (split, print_sheet)) in enumerate(layouts.items()):
        for number, note in enumerate(chosen[index :: len(layouts)]):
            if number % 2:
                note = joined([note, *(further.pop() for _ in range(JOINED))])
            sheet = sheet_of(note, lists, SEED)
            file = Printed(folder / f"{name}.{note.id}.pdf", name, split, sheet)
            files.append(file)
            if file.path.exists():
                continue
            if name in by_libreoffice.LAYOUTS:
                flat[file.path] = by_libreoffice.LAYOUTS[name][1](sheet)
            else:
                print_sheet(sheet, file.path)
    if flat:
        by_libreoffice.print_all(flat)
    return files


def joined(notes: Sequence[Document]) -> Document:
    """Return notes one after the other as one, with the identifier and the record of the first."""
    text, entities = "", []
    for note in notes:
        text += "\n\n" * bool(text)
        entities += [Span(span.start + len(text), span.end + len(text), span.label) for span in note.entities]
        text += note.text
    return replace(notes[0], text=text, entities=tuple(entities))


@dataclass(frozen=True)
class Tokens:
    """The tokens of a text and where each stands."""

    words: list[str]
    bounds: list[tuple[int, int]]

    @classmethod
    def of(cls, text: str) -> Tokens:
        """Return the tokens of a text."""
        found = list(TOKEN.finditer(text))
        return cls([match.group() for match in found], [match.span() for match in found])

    def touched(self, span: Span) -> range:
        """Return the positions of the tokens a span touches."""
        first = bisect_right(self.bounds, span.start, key=lambda bound: bound[1])
        last = first
        while last < len(self.bounds) and self.bounds[last][0] < span.end:
            last += 1
        return range(first, last)


def body_in(text: Tokens, note: Tokens) -> dict[int, int]:
    """Return, for tokens of a note, the token of an extracted text that is the same, in order."""
    matcher = SequenceMatcher(None, note.words, text.words, autojunk=False)
    return {b.a + i: b.b + i for b in matcher.get_matching_blocks() for i in range(b.size)}


def gold_of(file: Printed, text: str) -> Document:
    """Return an extracted text with the gold spans that are in it."""
    tokens, note = Tokens.of(text), Tokens.of(file.sheet.note.text)
    places = body_in(tokens, note)
    spans: set[Span] = set()
    for span in file.sheet.note.entities:
        at = [places[token] for token in note.touched(span) if token in places]
        spans.update(Span(*tokens.bounds[place], span.label) for place in at)
    free = set(range(len(tokens.words))) - set(places.values())
    for aside in file.sheet.asides:
        for entity in aside.entities:
            value = Tokens.of(aside.text[entity.start : entity.end]).words
            for first in sorted(free):
                run = range(first, first + len(value))
                if all(place in free and tokens.words[place] == word for place, word in zip(run, value, strict=True)):
                    spans.update(Span(*tokens.bounds[place], entity.label) for place in run)
    note_ = file.sheet.note
    return Document(file.path.name, text, note_.type, note_.date, note_.patient, tuple(_disjoint(spans)))


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def body_scores(files: Sequence[Printed], texts: dict[str, str]) -> tuple[float, float]:
    """Return precision and recall of the tokens of the bodies."""
    matched = extracted = gold = 0
    for file in files:
        text, note = Tokens.of(texts[file.path.name]), Tokens.of(file.sheet.note.text)
        matched += len(body_in(text, note))
        extracted += len(text.words)
        gold += len(note.words)
    return matched / max(extracted, 1), matched / gold


def extracted(files: Sequence[Printed]) -> dict[str, dict[str, str]]:
    """Return the text of each file by each extractor."""
    reader = PdfReader(PdfOptions())
    texts: dict[str, dict[str, str]] = {name: {} for name in EXTRACTORS}
    for file in files:
        layout = reader.read(file.path)
        for name, extract in EXTRACTORS.items():
            texts[name][file.path.name] = text_of(extract(layout).body).text
    reader.close()
    return texts


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pdf-bench")
    parser.add_argument("--layouts", choices=(*SPLITS, "all"), default="all")
    parser.add_argument("--edspdf", type=Path, help="texts by benchmarks/pdf_by_edspdf.py")
    parser.add_argument("--no-detection", action="store_true", help="only the body")
    parser.add_argument("--write", type=Path, help="write the annotated texts of each extractor here, and stop")
    options = parser.parse_args()
    files = [f for f in printed(options.folder) if options.layouts in (f.split, "all")]
    texts = extracted(files)
    if options.edspdf:
        texts["edspdf"] = json.loads(options.edspdf.read_text("utf-8"))
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for name, by in texts.items():
            write_documents([gold_of(file, by[file.path.name]) for file in files], options.write / f"{name}.jsonl")
        return
    print_bodies(files, texts)
    if not options.no_detection:
        print_detection(files, texts)
        print_redaction(files, texts["full"])


def print_bodies(files: Sequence[Printed], texts: dict[str, dict[str, str]]) -> None:
    """Print a table of precision and recall of the body, by layout and by set of layouts."""
    groups: dict[str, list[Printed]] = defaultdict(list)
    for file in files:
        groups[f"{file.split}: {file.layout}"].append(file)
    for split in SPLITS:
        groups[f"{split}: all"] = [f for f in files if f.split == split]
    print("| layout | files | " + " | ".join(f"{name} P | {name} R" for name in texts) + " |")
    print("|---|" + "---:|" * (1 + 2 * len(texts)))
    for name, group in groups.items():
        if group:
            scores = [f"{score:.3f}" for by in texts.values() for score in body_scores(group, by)]
            print(f"| {name} | {len(group)} | " + " | ".join(scores) + " |")


def print_detection(files: Sequence[Printed], texts: dict[str, dict[str, str]]) -> None:
    """Print a table of what is hidden, by extractor and by set of layouts."""
    deidentifier = Deidentifier.default(policy="mask")
    detect: Callable[[Document], tuple[Span, ...]] = deidentifier.detect
    print("\n| layouts | text | gold tokens | hidden | fully redacted | notes |\n|---|---|---:|---:|---:|---:|")
    for split in (*SPLITS, "all"):
        group = [f for f in files if split in (f.split, "all")]
        for name, by in texts.items():
            gold = [gold_of(file, by[file.path.name]) for file in group]
            found = [Document(d.id, d.text, d.type, d.date, d.patient, detect(d)) for d in gold]
            scores = evaluate(gold, found, view="aphp", bootstrap=0).overall.micro
            hidden, fully = scores.redaction.redacted, scores.redaction.fully_redacted
            print(f"| {split} | {name} | {scores.tokens.gold:,} | {hidden} | {fully} | {len(gold)} |")


def print_redaction(files: Sequence[Printed], texts: dict[str, str]) -> None:
    """Print how many new PDF files were delivered, and how many hold a gold value."""
    reader = PdfReader(PdfOptions())
    print("\n| new PDF files with | delivered | refused | with a gold value left |\n|---|---:|---:|---:|")
    for output in OUTPUTS[1:]:
        outcomes = [redact(f.path, gold_of(f, texts[f.path.name]), output, reader) for f in files]
        refused = sum(bool(outcome.reason) for outcome in outcomes)
        left = sum(outcome.left > 0 for outcome in outcomes)
        print(f"| {output} | {len(outcomes) - refused} | {refused} | {left} |")
        for reason in sorted({outcome.reason for outcome in outcomes if outcome.reason}):
            print(f"  refused: {reason}")
    reader.close()


if __name__ == "__main__":
    main()
