"""Measure every way of detection on the test notes and write ``docs/results.md``.

    python tools/evaluate.py [--model FOLDER] [--notes PATH ...] [--output FILE]

Notes of ``corpus/blind``, ``corpus/test`` and ``corpus/later`` whose split in ``corpus/split.tsv`` is ``test``; the
bundled model.
Same notes, model and program: same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console

import palimpseste
from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.document import Document
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.evaluation.operating import operating_curve
from palimpseste.evaluation.results import FIGURE, Provenance, measured, results_page
from palimpseste.evaluation.terminal import systems_table_of, tables_of

ROOT = Path(__file__).parent.parent
BUNDLED = ROOT / "src" / "palimpseste" / "data" / "model"
SETS = ("corpus/blind", "corpus/test", "corpus/later")
NOTES = tuple(ROOT / name for name in SETS)
SPLITS = ROOT / "corpus" / "split.tsv"
# What the results depend on; the page itself is not among it, so that committing it changes nothing.
SOURCES = ("src", *SETS, "corpus/split.tsv")


def held_out_notes(paths: list[Path]) -> dict[str, list[Document]]:
    """Return the test notes of some files and folders, by the name of each.

    Raises
    ------
    UsageError
        If a note stands in no split, or a test note of the table is not there.
    """
    splits = read_splits(SPLITS)
    found = {path.stem: split_documents(read_documents(path), splits)["test"] for path in paths}
    there = {document.id for notes in found.values() for document in notes}
    missing = {name for name, split in splits.items() if split == "test"} - there
    if missing:
        raise UsageError(f"{len(missing)} test notes of {SPLITS.name} are not there, {min(missing)!r} first")
    return found


def git(*arguments: str) -> str:
    """Return what a git command prints, without the last line end."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def provenance(model: Path, command: str) -> Provenance:
    """Return what the results are made from, as git knows it."""
    sources = [source for source in SOURCES if (ROOT / source).exists()]
    commit, date = git("log", "-1", "--format=%H %cs", "--", *sources).split()
    if git("status", "--porcelain", "--", *sources):
        commit += " with uncommitted changes"
    weights = hashlib.sha256((model / "weights.npz").read_bytes()).hexdigest()
    return Provenance(command, palimpseste.__version__, commit, date, weights)


def believed() -> str:
    """Return what `make believable` measured last and what readers marked, as the page about surrogates holds them."""
    page = (ROOT / "docs" / "surrogates.md").read_text(encoding="utf-8")
    table, readings = (page[page.index(start) :].partition("\n\n")[0] for start in ("| label |", "| reading |"))
    return (
        "## Surrogates told from originals\n\n"
        "AUC of a machine that tells surrogates from original values (0.5: it tells nothing), by label and policy,\n"
        "on the development notes (`make believable`, [surrogates.md](surrogates.md)).\n\n"
        f"{table}\n\n"
        "Notes in which two readers of three or more, in brackets any, marked that a surrogate contradicts\n"
        "something or gives itself away ([surrogates.md](surrogates.md#read-by-three-readers)).\n\n"
        f"{readings}\n"
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=BUNDLED, help="folder of the model; default: the bundled one")
    parser.add_argument("--notes", type=Path, nargs="+", help="files or folders; default: those of corpus/")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "results.md")
    parser.add_argument("--bootstrap", type=int, default=1000, help="samples behind the intervals")
    options = parser.parse_args()
    if not (options.model / "settings.json").exists():
        raise UsageError(
            f"there is no model in {options.model}: train one (palimpseste train compact) or name one with --model"
        )
    console = Console()
    sets = held_out_notes(options.notes or [path for path in NOTES if path.exists()])
    results = measured(
        sets, options.model, bootstrap=options.bootstrap, moved=lambda what: console.print(f"measuring: {what}")
    )
    notes = results.default["aphp"].overall.documents
    console.print(systems_table_of(f"Systems on {notes} test notes, AP-HP view", results.cards("aphp")))
    console.print(systems_table_of("Sets of test notes, AP-HP view", results.sets, "set"))
    for table in tables_of(results.default["aphp"], by_type=True):
        console.print(table)
    command = "make evaluate" if len(sys.argv) == 1 else shlex.join(["python", "tools/evaluate.py", *sys.argv[1:]])
    settings = results.settings
    figure = options.output.parent / FIGURE
    figure.parent.mkdir(parents=True, exist_ok=True)
    figure.write_text(operating_curve(settings.operating_points, settings.threshold), encoding="utf-8")
    page = results_page(results, provenance(options.model, command))
    options.output.write_text(f"{page.rstrip()}\n\n{believed()}", encoding="utf-8")
    console.print(f"written: {options.output}, {figure}")


if __name__ == "__main__":
    try:
        main()
    except PalimpsesteError as error:
        sys.exit(f"error: {error}")
