"""Notes for readers who mark what gives a surrogate away or contradicts another, and what they marked.

    python tools/readings.py draw FOLDER --before COMMIT [--both] [--split train] [--notes 150] [--seed 10]
    python tools/readings.py draw FOLDER --originals [--series ordinary_] [--unread FOLDERS] [the others]
    python tools/readings.py tell FOLDER

`draw` takes notes that name somebody, of development unless training is asked for (what the model learned from has few
words masked that are no name), writes surrogates over each with the code of an earlier commit and with the code that
stands here, one note in two under the policy `dp` and the others under `plausible` (with `--both` each under both), and
shuffles them all into `notes.jsonlines` of the folder; which is which stands in its `origins.tsv`, which no reader
opens. With `--originals` the pile holds each note under both policies by the code that stands here, and as it was
written: what readers mark in those is what they would mark anywhere. With `--unread`, no document is taken that another
folder has. A reader writes one JSON line for each passage into `NAME.jsonlines`: `id`, `quote` (as it stands in the
note), `kind` and `why`. `tell` checks that every quote stands in its note and prints how many notes were marked. The
folders are in `corpus/readings`. Test notes are scored and never read.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.document import Document
from palimpseste.risk.success import success_rate
from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
POLICIES = ("dp", "plausible")
ORIGINAL = "original"
KINDS = ("contradiction", "giveaway")
FEWEST_SPANS = 3


@dataclass(frozen=True)
class Origin:
    """Which note of the corpus a note to read was made of, under which policy if any, and by the code of when."""

    document: str
    policy: str
    state: str


@dataclass(frozen=True)
class Mark:
    """A passage of a note that a reader marked."""

    note: str
    kind: str
    quote: str
    why: str


def main() -> None:
    """Draw the notes, or tell what was marked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    draws = commands.add_parser("draw")
    draws.add_argument("folder", type=Path)
    beside = draws.add_mutually_exclusive_group(required=True)
    beside.add_argument("--before", help="commit of the earlier code")
    beside.add_argument("--originals", action="store_true", help="read beside what the notes were made of")
    draws.add_argument("--both", action="store_true", help="every note under each policy")
    draws.add_argument("--series", nargs="+", default=[""], help="what the documents' identifiers begin with")
    draws.add_argument("--notes", type=int, default=150)
    draws.add_argument("--seed", type=int, default=10)
    draws.add_argument("--split", choices=("dev", "train"), default="dev")
    draws.add_argument("--unread", type=Path, nargs="+", default=(), help="folders whose documents are not taken")
    commands.add_parser("tell").add_argument("folder", type=Path)
    options = parser.parse_args()
    if options.command == "draw":
        read = {origin.document for folder in options.unread for origin in origins_of(folder).values()}
        random_source = random.Random(options.seed)
        chosen = _chosen(options.split, tuple(options.series), options.notes, read, random_source)
        if options.originals:
            made = _beside_originals(chosen)
        else:
            made = _before_and_after(chosen, options.before, options.both)
        random_source.shuffle(made)
        _write(made, options.folder)
        print(f"{len(made)} notes, of {len(chosen)} documents")
    else:
        tell(options.folder)


def _chosen(
    split: str, series: tuple[str, ...], count: int, read: set[str], random_source: random.Random
) -> list[Document]:
    """Draw documents of a split and series that name somebody, but for those that were read before."""
    splits = read_splits(ROOT / "corpus" / "split.tsv")
    notes = [
        note
        for note in read_documents(ROOT / "corpus" / "notes")
        if note.id.startswith(series)
        and splits[note.id] == split
        and len(note.entities) >= FEWEST_SPANS
        and note.id not in read
    ]
    return random_source.sample(notes, min(count, len(notes)))


def _before_and_after(chosen: list[Document], before: str, both: bool) -> list[tuple[Origin, str]]:
    """Write over each note under one policy or both, by the code of an earlier commit and by that which stands here."""
    made: list[tuple[Origin, str]] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        earlier = folder / "earlier"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", earlier, before], cwd=ROOT, check=True)
        try:
            for turn, policy in enumerate(POLICIES):
                part = chosen if both else chosen[turn :: len(POLICIES)]
                for state, code in (("before", earlier), ("after", ROOT)):
                    for note in written_over(part, policy, code, folder / f"{policy}_{state}"):
                        made.append((Origin(note.id, policy, state), note.text))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", earlier], cwd=ROOT, check=True)
    return made


def _beside_originals(chosen: list[Document]) -> list[tuple[Origin, str]]:
    """Write over every note under each policy by the code that stands here, and keep what it was."""
    made = [(Origin(note.id, ORIGINAL, "after"), note.text) for note in chosen]
    with tempfile.TemporaryDirectory() as place:
        for policy in POLICIES:
            for note in written_over(chosen, policy, ROOT, Path(place) / policy):
                made.append((Origin(note.id, policy, "after"), note.text))
    return made


def _write(made: list[tuple[Origin, str]], readings: Path) -> None:
    """Write the notes to read under names that tell nothing, and which is which."""
    readings.mkdir(parents=True, exist_ok=True)
    with (
        (readings / "notes.jsonlines").open("w", encoding="utf-8") as texts,
        (readings / "origins.tsv").open("w", encoding="utf-8") as origins,
    ):
        origins.write("id\tdocument\tpolicy\tstate\n")
        for number, (origin, text) in enumerate(made, start=1):
            texts.write(json.dumps({"id": f"r{number:03}", "text": text}, ensure_ascii=False) + "\n")
            origins.write(f"r{number:03}\t{origin.document}\t{origin.policy}\t{origin.state}\n")


def written_over(notes: list[Document], policy: str, code: Path, place: Path) -> list[Document]:
    """De-identify the notes by the command of a version of the code, all with the same key."""
    place.mkdir()
    MasterKey(bytes(range(32))).to_file(place / "key")
    unmarked = [Document(note.id, note.text, note.type, note.date, note.patient) for note in notes]
    write_documents(unmarked, place / "in.jsonl")
    subprocess.run(
        [
            *(sys.executable, "-c", "from palimpseste.cli import main; main()", "deid", place / "in.jsonl"),
            *("-o", place / "out.jsonl", "--policy", policy, "--key-file", place / "key", "--no-progress"),
        ],
        env={**os.environ, "PYTHONPATH": str(code / "src")},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return list(read_documents(place / "out.jsonl"))


def tell(readings: Path) -> None:
    """Print the share of notes that each reader marked, and that any and most of them did, in each state."""
    texts = {line["id"]: line["text"] for line in _lines(readings / "notes.jsonlines")}
    origins = origins_of(readings)
    states = [state for state in ("before", "after") if any(origin.state == state for origin in origins.values())]
    readers = {
        path.stem: [Mark(each["id"], each["kind"], each["quote"], each["why"]) for each in _lines(path)]
        for path in sorted(readings.glob("*.jsonlines"))
        if path.stem != "notes"
    }
    for reader, marks in readers.items():
        for mark in marks:
            if mark.kind not in KINDS or mark.quote not in texts[mark.note]:
                raise SystemExit(f"{reader}: a mark of {mark.note} has another kind, or quotes what is not there")
    for kind in KINDS:
        marked = {reader: {mark.note for mark in marks if mark.kind == kind} for reader, marks in readers.items()}
        votes = Counter(note for notes in marked.values() for note in notes)
        marked["any of them"] = set(votes)
        marked["two or more"] = {note for note, count in votes.items() if count > 1}
        print(f"\n| {kind} | policy | {' | '.join(states)} |\n|---|---|{'---:|' * len(states)}")
        for reader, notes in marked.items():
            for policy in sorted({origin.policy for origin in origins.values()}):
                cells = " | ".join(_share(notes, origins, policy, state) for state in states)
                print(f"| {reader} | `{policy}` | {cells} |")


def origins_of(readings: Path) -> dict[str, Origin]:
    """Return where each note of a folder comes from, by its identifier."""
    with (readings / "origins.tsv").open(encoding="utf-8") as file:
        return {name: Origin(*rest) for name, *rest in (line.rstrip("\n").split("\t") for line in list(file)[1:])}


def _lines(path: Path) -> list[dict[str, str]]:
    """Return the JSON lines of a file."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def _share(marked: set[str], origins: dict[str, Origin], policy: str, state: str) -> str:
    """How many of the notes of a policy and a state were marked, with an interval of 95 %."""
    notes = [name for name, origin in origins.items() if (origin.policy, origin.state) == (policy, state)]
    rate = success_rate(np.array([float(note in marked) for note in notes]))
    return f"{len(marked & set(notes))} of {len(notes)} ({100 * rate.low:.0f} to {100 * rate.high:.0f} %)"


if __name__ == "__main__":
    main()
