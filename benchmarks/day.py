"""A day of a data warehouse: 50,000 documents of 2,200 characters, two workers, the whole way of a note.

    python benchmarks/day.py [--documents N] [--workers N]

Documents are made of the test notes, joined and cut; each has the record of its first note. Printed: start-up to the
first note, documents a second, and the largest memory of any process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from palimpseste.corpus import read_documents

NOTES = Path(__file__).parent.parent / "corpus" / "blind"
CHARACTERS = 2_200
COMMAND = (sys.executable, "-m", "palimpseste", "deid")


def write_documents(path: Path, count: int) -> None:
    """Write so many documents of exactly `CHARACTERS` characters as JSON lines."""
    notes = cycle(list(read_documents(NOTES)))
    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            first = next(notes)
            text = first.text
            while len(text) < CHARACTERS:
                text += "\n\n" + next(notes).text
            document = {"id": f"d{number}", "text": text[:CHARACTERS], "patient": first.patient.known()}
            stream.write(json.dumps(document, ensure_ascii=False) + "\n")


class Memory(Thread):
    """Watches the resident memory of the children of a process, in bytes; where the system does not tell it stays 0."""

    def __init__(self, parent: int) -> None:
        super().__init__(daemon=True)
        self.parent, self.largest, self.over = parent, 0, Event()

    def run(self) -> None:
        """Look twice a second until `over` is set."""
        while not self.over.wait(0.5):
            for status in Path("/proc").glob("[0-9]*/status"):
                try:
                    fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
                except OSError:
                    continue
                if int(fields["PPid"]) == self.parent and "VmRSS" in fields:
                    self.largest = max(self.largest, int(fields["VmRSS"].split()[0]) * 1024)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=50_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one, all_ = Path(folder, "one.jsonl"), Path(folder, "all.jsonl")
        write_documents(one, 1)
        write_documents(all_, options.documents)
        start = time.perf_counter()
        subprocess.run([*COMMAND, one, "-o", one.with_suffix(".out.jsonl"), "--workers", "1"], check=True)
        first = time.perf_counter() - start
        start = time.perf_counter()
        out = all_.with_suffix(".out.jsonl")
        run = subprocess.Popen([*COMMAND, all_, "-o", out, "--workers", str(options.workers)])
        memory = Memory(run.pid)
        memory.start()
        if run.wait():
            sys.exit(f"the run ended with status {run.returncode}")
        seconds = time.perf_counter() - start
        memory.over.set()
    print(f"start-up to the first note written: {first:.2f} s")
    print(f"{options.documents:,} documents of {CHARACTERS:,} characters, {options.workers} workers: {seconds:,.0f} s")
    print(f"{options.documents / seconds:,.0f} documents a second; largest process {memory.largest / 2**20:,.0f} MiB")


if __name__ == "__main__":
    main()
