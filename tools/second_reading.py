"""Compare each file of notes with its first committed version and write ``corpus/second_reading.md``.

    python tools/second_reading.py [--output FILE] [--write FOLDER]

A note whose text was changed between the two readings, or that stands in one of them only, is counted and left out:
its offsets cannot be compared.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.evaluation import Agreement, agreement
from palimpseste.evaluation.changes import ALL
from palimpseste.rendering.tables import markdown_table

ROOT = Path(__file__).parent.parent
NOTES = ROOT / "corpus" / "notes"
HEADS = ("notes", "left out", "first", "second", "identical", "added", "removed", "relabelled", "re-edged")
INTRODUCTION = """\
# Second reading

Second readers, none of whom had written the notes they read, corrected the tags in place. The table compares the spans
of the first committed version of each file of `notes/` with those of the file as it is.

**They worked on the first annotation, not on bare text**: what both readers overlooked counts as agreement, so these
figures overstate the agreement of two annotators who work independently, which was not measured.

- *First*, *second*: spans. *Added* and *removed* spans meet none on the other side; *relabelled* ones, one of another
  label; *re-edged* ones, one of the same label with other edges. Where two spans became one, one of them is removed.
- *F1*: of exact spans, both edges and the label. *Kappa*: Cohen's, over tokens, no label being one more category.
- *Left out*: notes whose text was corrected too, or that stand in one version only.
- A file without a change was read and found right. The last line has the files with a change alone.

"""
COMMAND = "\nWritten by `python tools/second_reading.py`; do not edit.\n"


@dataclass(frozen=True)
class Reading:
    """The notes of a file that both versions hold with one text, and how many others there are."""

    name: str
    first: Sequence[Document]
    second: Sequence[Document]
    left_out: int

    @property
    def is_changed(self) -> bool:
        """Whether anything at all differs."""
        return self.left_out > 0 or [d.entities for d in self.first] != [d.entities for d in self.second]


def reading_of(name: str, first: Iterable[Document], second: Iterable[Document]) -> Reading:
    """Return what can be compared of two versions of a file."""
    before, after = ({document.id: document for document in version} for version in (first, second))
    shared = [key for key in before if key in after and before[key].text == after[key].text]
    left_out = len(before.keys() | after.keys()) - len(shared)
    return Reading(name, [before[key] for key in shared], [after[key] for key in shared], left_out)


def first_version(file: Path) -> list[Document] | None:
    """Return the documents of the first committed version of a file; None if it was never committed."""
    place = file.relative_to(ROOT).as_posix()
    commits = _git("log", "--diff-filter=A", "--format=%H", "--", place).split()
    if not commits:
        return None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        copy.write_bytes(_git_bytes("show", f"{commits[-1]}:{place}"))
        return list(read_documents(copy))


def page_of(readings: Sequence[Reading]) -> str:
    """Return the page."""
    rows = [_row(reading.name, [reading]) for reading in readings]
    rows.append(_row("**all files**", readings))
    changed = [reading for reading in readings if reading.is_changed]
    rows.append(_row(f"**the {len(changed)} with a change**", changed))
    return INTRODUCTION + markdown_table(("file", *HEADS, "F1", "kappa"), rows) + COMMAND


def _row(name: str, readings: Sequence[Reading]) -> list[str]:
    first = [document for reading in readings for document in reading.first]
    second = [document for reading in readings for document in reading.second]
    left_out = str(sum(reading.left_out for reading in readings))
    if not first:
        return [name, "0", left_out, *["–"] * 9]
    return [name, str(len(first)), left_out, *_cells(agreement(first, second, bootstrap=0))]


def _cells(found: Agreement) -> list[str]:
    c = found.changes[ALL]
    counts = (c.first, c.second, c.identical, c.added, c.removed, c.relabelled, c.re_edged)
    return [*map(str, counts), f"{found.micro.span_f1:.4f}", f"{found.kappa:.4f}"]


def _git(*arguments: str) -> str:
    return _git_bytes(*arguments).decode()


def _git_bytes(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


def main() -> None:
    """Write the page and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT / "corpus" / "second_reading.md")
    parser.add_argument("--write", type=Path, help="write both readings here as first.jsonl and second.jsonl, and stop")
    options = parser.parse_args()
    readings = []
    for file in sorted(NOTES.glob("*.notes")):
        first = first_version(file)
        if first is None:
            print(f"{file.name}: never committed, left out", file=sys.stderr)
        else:
            readings.append(reading_of(file.name, first, read_documents(file)))
    if not readings:
        raise UsageError(f"no committed file of notes in {NOTES}")
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for name in ("first", "second"):
            notes = [note for reading in readings for note in getattr(reading, name)]
            write_documents(notes, options.write / f"{name}.jsonl")
        return
    page = page_of(readings)
    options.output.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    try:
        main()
    except PalimpsesteError as error:
        sys.exit(f"error: {error}")
