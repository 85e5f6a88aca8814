"""The same documents through worker processes of this machine and through a Spark cluster of as many workers on it.

    python benchmarks/spark.py [--documents N] [--long N] [--workers N] [--runs N]

Documents are made of the notes that the model was trained on, joined and cut to 2,200 characters; one of ten million
characters stands among them (`--long`, 0 for none). The cluster is a master and workers of one processor each, all
processes of their own on loopback. Printed: the time of each run from start to end, with the start of Spark, and what
its processes computed meanwhile, which other work on the machine hardly changes; then the ratios of the smallest. The
program ends with an error if a byte differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import cycle
from operator import itemgetter
from pathlib import Path
from threading import Event, Thread

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "spark"))

from standalone import KEY, Standalone, missing, run_command

from palimpseste.corpus import read_documents
from palimpseste.surrogates import MasterKey

NOTES = Path(__file__).parent.parent / "corpus" / "notes"
CHARACTERS = 2_200


def write_documents(path: Path, count: int, long: int) -> None:
    """Write so many documents as JSON lines, the middle one of `long` characters unless that is 0."""
    notes = cycle(list(read_documents(NOTES)))
    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            length = long if long and number == count // 2 else CHARACTERS
            first, pieces, held = next(notes), [], 0
            note = first
            while held < length:
                pieces.append(note.text)
                held += len(note.text) + 2
                note = next(notes)
            document = {
                "id": f"d{number}",
                "text": "\n\n".join(pieces)[:length],
                "patient": first.patient.known(),
            }
            stream.write(json.dumps(document, ensure_ascii=False) + "\n")


class Processors(Thread):
    """Watches the processor time of some processes and of all that come from them, in seconds."""

    def __init__(self, roots: Iterable[int]) -> None:
        super().__init__(daemon=True)
        self.roots, self.over, self.ticks = set(roots), Event(), dict[int, int]()
        self.look()
        self.before = sum(self.ticks.values())

    @property
    def seconds(self) -> float:
        """What was computed since the beginning."""
        return (sum(self.ticks.values()) - self.before) / os.sysconf("SC_CLK_TCK")

    def run(self) -> None:
        """Look five times a second until `over` is set."""
        while not self.over.wait(0.2):
            self.look()

    def look(self) -> None:
        """Take down how much each process has computed; what ended stays as it was seen last."""
        parents, ticks = {}, {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text(errors="replace").rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            pid = int(status.parent.name)
            parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
        for pid, ticked in ticks.items():
            ancestor = pid
            while ancestor and ancestor not in self.roots:
                ancestor = parents.get(ancestor, 0)
            if ancestor:
                self.ticks[pid] = ticked


def times_of(*arguments: object, key_file: Path, cluster: Standalone) -> tuple[float, float]:
    """Return how long a command of the program takes, and how many seconds it and the cluster compute."""
    start = time.perf_counter()
    with (cluster.folder / "output").open("wb") as output:
        run = run_command(*arguments, key_file=key_file, environment=cluster.environment, output=output)
        processors = Processors([run.pid, *(daemon.pid for daemon in cluster.daemons)])
        processors.start()
        if run.wait():
            sys.exit(f"the run ended with status {run.returncode}: {(cluster.folder / 'output').read_text()[-2000:]}")
    seconds = time.perf_counter() - start
    processors.over.set()
    return seconds, processors.seconds


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=int, default=1, help="of each, alternately")
    parser.add_argument("--long", type=int, default=10_000_000)
    options = parser.parse_args()
    if reason := missing():
        sys.exit(reason)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cluster").mkdir()
        MasterKey(KEY).to_file(folder / "key")
        write_documents(folder / "in.jsonl", options.documents, options.long)
        cluster = Standalone(folder / "cluster")
        try:
            cluster.start(folder / "key", workers=options.workers, cores=1)
            compare(folder, cluster, options.workers, options.runs)
        finally:
            cluster.stop()


def compare(folder: Path, cluster: Standalone, workers: int, runs: int) -> None:
    """Run both and print their times."""
    common = ("deid", folder / "in.jsonl", "--policy", "plausible", "--workers", workers, "--no-progress", "--force")
    loopback = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    memory = {"spark.executor.memory": "1g", "spark.driver.memory": "1g"}
    settings = [f"--spark-conf={name}={value}" for name, value in (loopback | memory).items()]
    spark = ("--engine", "spark", "--spark-master", cluster.master, *settings)
    times: dict[str, list[tuple[float, float]]] = {"local": [], "spark": []}
    for _ in range(runs):
        for engine, added in (("local", ()), ("spark", spark)):
            out = folder / f"{engine}.jsonl"
            times[engine].append(times_of(*common, "-o", out, *added, key_file=folder / "key", cluster=cluster))
            seconds, computed = times[engine][-1]
            print(f"{engine}: {seconds:,.1f} s, {computed:,.1f} s of processors", flush=True)
    if subprocess.run(["cmp", folder / "local.jsonl", folder / "spark.jsonl"], check=False).returncode:
        sys.exit("the results differ")
    ratios = [min(times["spark"], key=itemgetter(i))[i] / min(times["local"], key=itemgetter(i))[i] for i in (0, 1)]
    print(f"{workers} workers, Spark to local: time {ratios[0]:.2f}, of processors {ratios[1]:.2f}; identical bytes")


if __name__ == "__main__":
    main()
