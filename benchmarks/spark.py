"""The same documents through worker processes of this machine and through a Spark cluster of as many workers on it.

    python benchmarks/spark.py [--documents N] [--long N] [--workers N] [--runs N]

Documents are made of the notes that the model was trained on, joined and cut to 2,200 characters; one of ten million
characters stands among them (`--long`, 0 for none). The cluster is a master and workers of one processor each, all
processes of their own on loopback. Printed: the time of each run from start to end, Spark's start among it, and the
ratio of the shortest; the program ends with an error if a byte differs.
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


def seconds_of(*arguments: object, key_file: Path, cluster: Standalone) -> float:
    """Return how long a command of the program takes."""
    start = time.perf_counter()
    with (cluster.folder / "output").open("wb") as output:
        run = run_command(*arguments, key_file=key_file, environment=cluster.environment, output=output)
        if run.wait():
            sys.exit(f"the run ended with status {run.returncode}: {(cluster.folder / 'output').read_text()[-2000:]}")
    return time.perf_counter() - start


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
    memory = {"spark.executor.memory": "1g", "spark.driver.memory": "1g"}
    settings = [f"--spark-conf={name}={value}" for name, value in (cluster.settings | memory).items()]
    spark = ("--engine", "spark", "--spark-master", cluster.master, *settings)
    times: dict[str, list[float]] = {"local": [], "spark": []}
    for _ in range(runs):
        for engine, added in (("local", ()), ("spark", spark)):
            out = folder / f"{engine}.jsonl"
            times[engine].append(seconds_of(*common, "-o", out, *added, key_file=folder / "key", cluster=cluster))
            print(f"{engine}: {times[engine][-1]:,.1f} s", flush=True)
    if subprocess.run(["cmp", folder / "local.jsonl", folder / "spark.jsonl"], check=False).returncode:
        sys.exit("the results differ")
    local, remote = min(times["local"]), min(times["spark"])
    print(
        f"{workers} workers: local {local:,.1f} s, Spark {remote:,.1f} s, ratio {remote / local:.2f}; identical bytes"
    )


if __name__ == "__main__":
    main()
