"""Run every table and figure of the papers on fifty notes in BRAT, as somebody who has just installed the package.

    python tools/try_papers.py [--folder FOLDER] [NAME ...]

Each is run in a process of its own: once on the notes alone, without a network and without a published encoder, and
once with all that can be given, small and made before (an encoder, a masked language model, a model that writes, stays,
a second annotation, types of documents). Alone it has to end well or to refuse in a sentence; with all it has to end
well. Prints a table; fails where one did not. Needs the extras train and generative.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.papers.registry import EXPERIMENTS
from palimpseste.rendering.tables import markdown_table

ROOT = Path(__file__).parent.parent
NOTES, LIMIT = 50, 600
ALONE, GIVEN = "the notes alone", "all that can be given"
_SMALL = ("--layers", "1", "--hidden-size", "32")
_CPU = ("--device", "cpu")


@dataclass(frozen=True)
class Run:
    """How one ended."""

    name: str
    given: str
    status: int
    seconds: float
    said: str

    @property
    def is_wrong(self) -> bool:
        """Whether it neither ended well nor refused as it may."""
        refused = self.status == 2 and self.said.startswith("palimpseste: ")
        return self.status != 0 and not (self.given == ALONE and refused)


def main() -> int:
    """Say how each ended; 1 if one broke, or refused what it was given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="as `papers list` has them; all by default")
    parser.add_argument("--folder", type=Path, help="keeps what is made; a temporary one by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or Path(temporary)).absolute()
        make_material(folder)
        runs = []
        for name in arguments.names or EXPERIMENTS:
            runs.append(_run(folder, name, ALONE, ["notes"]))
            runs.append(_run(folder, name, GIVEN, ["typed", *_given(name)]))
    heads = ("name", "with", "status", "seconds", "said")
    print(markdown_table(heads, [(r.name, r.given, str(r.status), f"{r.seconds:.0f}", r.said) for r in runs]))
    wrong = [run.name for run in runs if run.is_wrong]
    print(f"\n{len(runs)} runs, {sum(run.status == 0 for run in runs)} ended well, {', '.join(wrong) or 'none'} wrong")
    return 1 if wrong else 0


def make_material(folder: Path) -> None:
    """Write notes in BRAT, plain, typed, and annotated otherwise; simulate stays and train small models."""
    folder.mkdir(parents=True, exist_ok=True)
    splits = read_splits(ROOT / "corpus" / "split.tsv")
    notes = [note for note in read_documents(ROOT / "corpus" / "notes") if splits.get(note.id) == "dev"]
    notes = random.Random(3).sample(notes, NOTES)
    typed = [replace(note, patient=type(note.patient)()) for note in notes]
    write_documents(typed, folder / "typed", overwrite=True)
    write_documents([replace(note, entities=note.entities[1:]) for note in typed], folder / "second", overwrite=True)
    write_documents([replace(note, type="") for note in typed], folder / "notes", overwrite=True)
    # What BRAT itself knows nothing of.
    (folder / "notes" / "documents.index").unlink()
    _made(folder, "corpus", "stays", "--stays", "60", "--seed", "7", "--force", "-o", "stays.jsonl")
    train = ("--train", "notes", "--force")
    _made(folder, "train", "encoder", *train, *_SMALL, "-o", "encoder")
    _made(
        folder, "train", "mlm", *train, *_CPU, "--encoder", "encoder", "--steps", "10", "--batch-size", "4", "-o", "mlm"
    )
    tokens = ("--heads", "2", "--vocabulary", "512", "--positions", "1024")
    _made(
        folder,
        "train",
        "decoder",
        *train,
        *_CPU,
        *_SMALL,
        *tokens,
        "--steps",
        "5",
        "--batch-size",
        "2",
        "-o",
        "decoder",
    )
    whole = ("--bits", "32", "--rank", "0", "--epochs", "2", "--batch-size", "4", "--measured-notes", "3")
    _made(folder, "train", "llm", *train, *_CPU, "--decoder", "decoder", *whole, "-o", "llm")


def _given(name: str) -> list[str]:
    if name.startswith("bordeaux-"):
        return ["--second", "second", "--encoder", "llm", "--bootstrap", "100"]
    encoders = ["--encoder", "encoder", "--compare-encoder", "mlm", *_CPU]
    small = ["--steps", "4", "--repeats", "2", "--folds", "2", "--sizes", "10,30", "--bootstrap", "100"]
    return ["--second", "second", "--stays", "stays.jsonl", *encoders, *small]


def _made(folder: Path, *arguments: str) -> None:
    ended = _called(folder, arguments)
    if ended.returncode:
        raise SystemExit(f"{' '.join(arguments)}: {ended.stderr}")


def _run(folder: Path, name: str, given: str, arguments: Sequence[str]) -> Run:
    output = folder / "out" / name
    shutil.rmtree(output, ignore_errors=True)
    start = time.monotonic()
    try:
        ended = _called(folder, ["papers", "run", name, *arguments, "-o", str(output)])
    except subprocess.TimeoutExpired:
        return Run(name, given, -1, time.monotonic() - start, f"not done in {LIMIT} s")
    said = (ended.stderr.strip().splitlines() or ["nothing"])[-1]
    broke = "Traceback" in ended.stderr
    return Run(
        name, given, -1 if broke else ended.returncode, time.monotonic() - start, "" if not ended.returncode else said
    )


def _called(folder: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "no-cache"), "OMP_NUM_THREADS": "1"}
    program = [sys.executable, "-m", "palimpseste", *arguments]
    return subprocess.run(
        program, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )


if __name__ == "__main__":
    raise SystemExit(main())
