"""How the service holds under full load: throughput, errors and growth of memory, asked by Locust on this machine.

    python benchmarks/service_load.py [--minutes 5] [--users 8] [--workers 2]

A service is started over a folder of its own at 127.0.0.1, with notes of the corpus (training and development notes).
Simulated users ask again as soon as they are answered: mostly a note to de-identify, also spans of a note, twenty
notes at once, and a resource of FHIR. The memory of all processes of the service is read every five seconds, pages that
several share counted once; the first two fifths are warming up: lists are read when they are first needed. Fails on any
error, and where memory grows by more than a tenth.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import psutil

from palimpseste.corpus import read_documents
from palimpseste.surrogates.keys import MasterKey
from service import started

ROOT = Path(__file__).parent.parent
SECONDS_BETWEEN = 5.0
WARM_UP = 0.4
MOST_GROWTH = 0.1
NOTES = {"/v1/deidentify": 1, "/v1/detect": 1, "/v1/deidentify/batch": 20, "/fhir/$de-identify": 1}  # in a request


def main() -> int:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--users", type=int, default=8, help="who ask at once")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    notes = [{"id": each.id, "text": each.text} for each in read_documents(ROOT / "corpus" / "notes")]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        MasterKey(bytes(32)).to_file(folder / "key")
        environment = {**os.environ, "PALIMPSESTE_KEY_FILE": str(folder / "key")}
        token, (host, port), process = started(folder, environment, chosen.workers)
        asked = folder / "asked.json"
        asked.touch(0o600)
        asked.write_text(json.dumps({"token": token, "notes": notes}))
        memory = Memory(process.pid)
        memory.start()
        try:
            locust = subprocess.run(
                [
                    *(sys.executable, "-m", "locust", "--locustfile", ROOT / "benchmarks" / "service_load_users.py"),
                    *("--headless", "--only-summary", "--json", "--loglevel", "ERROR", "--stop-timeout", "60"),
                    *("--users", str(chosen.users), "--spawn-rate", str(chosen.users)),
                    *("--run-time", f"{round(chosen.minutes * 60)}s", "--host", f"http://{host}:{port}"),
                ],
                env={**environment, "PALIMPSESTE_LOAD": str(asked)},
                capture_output=True,
                text=True,
            )
            has_died = process.poll() is not None
        finally:
            memory.end()
            process.terminate()
            process.wait()
    if locust.returncode not in (0, 1) or has_died:
        raise SystemExit(f"the service ended, or Locust did not run (status {locust.returncode})")
    return told(json.loads(locust.stdout), memory, chosen)


class Memory(threading.Thread):
    """Reads the memory of a process and its children, now and then."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._ended = threading.Event()
        self.listening: list[float] = []
        self.together: list[float] = []

    def run(self) -> None:
        """Read until it is ended."""
        while not self._ended.wait(SECONDS_BETWEEN):
            self.listening.append(megabytes(self._root))
            self.together.append(self.listening[-1] + sum(map(megabytes, self._root.children(recursive=True))))

    def end(self) -> None:
        """Read no more."""
        self._ended.set()
        self.join()

    def growth(self) -> tuple[float, float, float]:
        """Return the medians of the first and the last third after warming up, and the most."""
        read = self.together[round(WARM_UP * len(self.together)) :]
        part = max(1, len(read) // 3)
        return statistics.median(read[:part]), statistics.median(read[-part:]), max(read)

    def by_minute(self) -> str:
        """Return the median of each minute, and in brackets that of the process that listens."""
        step = round(60 / SECONDS_BETWEEN)
        starts = range(0, len(self.together), step)
        parts = [(self.together[i : i + step], self.listening[i : i + step]) for i in starts]
        return " ".join(f"{statistics.median(all_):.0f} ({statistics.median(own):.0f})" for all_, own in parts)


def megabytes(process: psutil.Process) -> float:
    """Return the memory of a process, its part of shared pages counted; 0 where it has ended."""
    try:
        return process.memory_full_info().pss / 1e6
    except psutil.Error:
        return 0.0


def told(entries: list[dict], memory: Memory, chosen: argparse.Namespace) -> int:
    """Print what was measured; return 1 where it falls short."""
    seconds = chosen.minutes * 60
    failures = sum(entry["num_failures"] for entry in entries)
    print(f"{chosen.minutes:g} minutes, {chosen.users} users who ask at once, {chosen.workers} workers")
    for entry in sorted(entries, key=lambda each: -each["num_requests"]):
        shares = {share: percentile(entry["response_times"], share) for share in (0.5, 0.95, 0.99)}
        times = ", ".join(f"{share:.0%} {value:,} ms" for share, value in shares.items())
        print(f"{entry['name']:>22}  {entry['num_requests']:7,} asked  {entry['num_failures']:3} failed  {times}")
    requests = sum(entry["num_requests"] for entry in entries)
    notes = sum(entry["num_requests"] * NOTES.get(entry["name"], 0) for entry in entries)
    print(
        f"{requests:,} requests, {failures:,} errors, {requests / seconds:,.1f} a second, {notes / seconds:,.1f} notes"
    )
    first, last, most = memory.growth()
    change = f"{last / first - 1:+.1%}"
    print(f"memory {first:,.0f} MB after warming up, {last:,.0f} at the end ({change}), {most:,.0f} at most")
    print(f"megabytes by minute, of all processes and of the one that listens: {memory.by_minute()}")
    return 0 if requests and not failures and last / first - 1 <= MOST_GROWTH else 1


def percentile(times: dict[str, int], share: float) -> int:
    """Return the time within which a share of answers came, of counts by rounded time."""
    left = share * sum(times.values())
    for time, count in sorted((int(float(time)), count) for time, count in times.items()):
        left -= count
        if left <= 0:
            return time
    return 0


if __name__ == "__main__":
    sys.exit(main())
