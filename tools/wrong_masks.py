"""Count words masked on text that identifies hardly anybody, by label: what is masked there is mostly wrong.

    python tools/wrong_masks.py ../shared/text/french_sentences.txt.xz ../shared/corpus/clinical_cases.jsonl
    python tools/wrong_masks.py ../shared/text/french_sentences.txt.xz --show 40

A file of lines (plain, or ``.xz``) is one text a line; of a ``.jsonl`` file the field ``text`` of each line is one.
One text in `--every` is read, always the same ones. Texts read are shared out by turns: those of the development half
may be looked at (`--show`), those of the held-out half are scored alone. Names that these texts do hold (authors,
ministers, towns) count as masked too, so a share is an upper bound of what is wrong; compare it with that of another
commit. `--verdicts` names a file of what a reader said of each mask by the guidelines of the corpus: a line has the
digest of its text, where the mask begins and ends, its label, and ``right``, ``wrong`` or ``doubtful``. The words of
masks that are wrong, or that nobody judged, are counted then too. With `--sampled` the file holds a random sample of
the masks of the held-out half, and the share of all words that are masked wrongly is estimated from it, with an
interval. Never give it notes of patients: `--show` writes passages to the terminal.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from palimpseste import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.evaluation.calibration import Reliability
from palimpseste.rendering.screen import shown
from palimpseste.rendering.tables import markdown_table

HALVES = ("development", "held out")
# What the aims tell apart: dates and ages, and all the rest.
OF_TIME = ("DATE", "AGE")
WORD = re.compile(r"\w+")
# A digest, where a mask begins and ends, its label.
Verdicts = Mapping[tuple[str, int, int, str], str]
DIGITS = re.compile(r"[0-9]+")
AROUND_CHARS = 30
RESAMPLES, SEED = 2000, 32


@dataclass
class Count:
    """What was counted in one half of a file's texts."""

    texts: int = 0
    words: int = 0
    masked: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    judged: list[tuple[float, bool]] = field(default_factory=list)
    sampled: list[tuple[str, str, int]] = field(default_factory=list)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, text: str, spans: Sequence[Span], verdicts: Verdicts | None = None) -> None:
        """Count a text with what is found in it: a word is masked if any of its characters is."""
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        self.texts += 1
        words = [match.span() for match in WORD.finditer(text)]
        self.words += len(words)
        waiting = iter(spans)
        span = next(waiting, None)
        for start, end in words:
            while span is not None and span.end <= start:
                span = next(waiting, None)
            if span is not None and span.start < end:
                self.masked[str(span.label)] += 1
                if verdicts is not None and verdicts.get((digest, span.start, span.end, span.label)) != "right":
                    self.wrong[str(span.label)] += 1
        for found in spans:
            verdict = (verdicts or {}).get((digest, found.start, found.end, found.label))
            if verdict is not None:
                size = len(WORD.findall(text, found.start, found.end))
                self.sampled.append((str(found.label), verdict, size))
            if verdict is not None and found.probability is not None:
                self.judged.append((found.probability, verdict == "right"))
            kind = (str(found.label), DIGITS.sub("0", text[found.start : found.end].lower()))
            self.kinds[kind] += 1
            around = text[max(0, found.start - AROUND_CHARS) : found.end + AROUND_CHARS]
            self.examples.setdefault(kind, " ".join(around.split()))

    def share(self, labels: Iterable[str], *, wrong: bool = False) -> float:
        """Return the share of words masked, or masked wrongly, with these labels, from 0 to 1."""
        counted = self.wrong if wrong else self.masked
        return sum(counted[label] for label in labels) / self.words if self.words else 0.0


def estimated(count: Count, labels: Iterable[str], verdict: str) -> tuple[float, float, float]:
    """Return the share of all words in masks of these labels and of a verdict, by a sample; and the ends of 95 %."""
    kinds = frozenset(labels)
    rows = np.array([(said == verdict, size) for label, said, size in count.sampled if label in kinds])
    if not len(rows):
        return 0.0, 0.0, 0.0
    drawn = rows[np.random.default_rng(SEED).integers(len(rows), size=(RESAMPLES, len(rows)))]
    shares = (drawn[..., 0] * drawn[..., 1]).sum(axis=1) / np.maximum(1, drawn[..., 1].sum(axis=1))
    low, high = np.percentile(shares, (2.5, 97.5))
    masked = count.share(kinds)
    own = (rows[:, 0] * rows[:, 1]).sum() / max(1, rows[:, 1].sum())
    return masked * float(own), masked * float(low), masked * float(high)


def estimates_of(count: Count) -> str:
    """Return what a sample of the masks of a half tells of all, in percent of its words, as a table in Markdown."""
    others = [label for label in count.masked if label not in OF_TIME]
    rows = []
    for name, labels in (("all but DATE and AGE", others), ("DATE and AGE", OF_TIME)):
        judged = [said for label, said, _ in count.sampled if label in labels]
        cells = [
            "{:.2f} [{:.2f}, {:.2f}]".format(*(100 * part for part in estimated(count, labels, verdict)))
            for verdict in ("wrong", "doubtful")
        ]
        rows.append([name, f"{100 * count.share(labels):.2f}", str(len(judged)), *cells])
    return markdown_table(["% of words", "masked", "masks judged", "masked wrongly", "doubtful"], rows)


def texts_of(path: Path) -> Iterator[str]:
    """Yield the texts of a file."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as file:
        for line in file:
            text = json.loads(line)["text"] if path.suffix == ".jsonl" else line.rstrip("\n")
            if text.strip():
                yield text


def verdicts_in(path: Path) -> Verdicts:
    """Read what a reader said of each mask."""
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:])
    return {(digest, int(start), int(end), label): verdict for digest, start, end, label, verdict in rows}


def counted(
    texts: Iterable[str],
    every: int,
    limit: int | None,
    deidentifier: Deidentifier,
    verdicts: Verdicts | None = None,
) -> dict[str, Count]:
    """Return what is counted in both halves of one text in so many, and of these the first `limit`."""
    counts = {half: Count() for half in HALVES}
    for number, text in enumerate(islice(islice(texts, 0, None, every), limit)):
        counts[HALVES[number % 2]].add(text, deidentifier.detect(Document(str(number), text)), verdicts)
    return counts


def table_of(counts: dict[str, Count], *, judged: bool = False) -> str:
    """Return the shares of both halves, in percent of all words, as a table in Markdown."""
    labels = sorted({label for count in counts.values() for label in count.masked})
    others = [label for label in labels if label not in OF_TIME]
    rows = [
        ["all but DATE and AGE", *(f"{100 * count.share(others):.3f}" for count in counts.values())],
        ["DATE and AGE", *(f"{100 * count.share(OF_TIME):.3f}" for count in counts.values())],
        *([label, *(f"{100 * count.share([label]):.3f}" for count in counts.values())] for label in labels),
    ]
    if judged:
        for name, of in (("wrong: all but DATE and AGE", others), ("wrong: DATE and AGE", OF_TIME)):
            rows.append([name, *(f"{100 * count.share(of, wrong=True):.3f}" for count in counts.values())])
        sure = {half: Reliability.of(count.judged) for half, count in counts.items()}
        rows.append(["spans judged", *(str(each.spans) for each in sure.values())])
        rows.append(["mean probability said of them", *(f"{each.said:.3f}" for each in sure.values())])
        rows.append(["share of them right", *(f"{each.right / max(1, each.spans):.3f}" for each in sure.values())])
    head = ["% of words masked", *(f"{half} ({count.words:,} words)" for half, count in counts.items())]
    return markdown_table(head, rows)


def main() -> int:
    """Measure each file; a file that is not there is named and passed over."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="one text in so many")
    parser.add_argument("--texts", type=int, help="of these the first so many")
    parser.add_argument("--show", type=int, default=0, help="so many of the commonest kinds of the development half")
    parser.add_argument("--verdicts", type=Path, help="what a reader said of each mask")
    parser.add_argument("--sampled", action="store_true", help="it judged a random sample of the held-out half")
    asked = parser.parse_args()
    verdicts = verdicts_in(asked.verdicts) if asked.verdicts else None
    deidentifier = Deidentifier.default(policy="tag")
    for path in asked.files:
        print(f"\n{path.name}\n")
        if not path.is_file():
            print("passed over: no such file here", file=sys.stderr)
            continue
        counts = counted(texts_of(path), asked.every, asked.texts, deidentifier, verdicts)
        if asked.sampled:
            print(estimates_of(counts[HALVES[1]]))
            continue
        print(table_of(counts, judged=verdicts is not None))
        half = counts[HALVES[0]]
        for kind, times in half.kinds.most_common(asked.show):
            print(f"{times:6} {kind[0]:13} {shown(half.examples[kind])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
