"""How fast the service answers, beside the command on the same notes and as many workers.

    python benchmarks/service.py [--notes 1500] [--workers 2]

The command and the service take turns, three times each; what is compared is the median. The latency is that of a note
of 2,200 characters asked alone, again and again, by one connection. The client runs on the same processors.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.service.accounts.users import Role, Users
from palimpseste.service.folder import ServiceFolder
from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
ROUNDS = 3
BATCH = 50
CONNECTIONS = 4
LATENCY_CHARACTERS = 2200
LATENCY_REQUESTS = 200


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=1500)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    documents = list(read_documents(ROOT / "corpus" / "notes"))[: chosen.notes]
    notes = [{"id": str(number), "text": document.text} for number, document in enumerate(documents)]
    characters = sum(len(note["text"]) for note in notes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "PALIMPSESTE_KEY_FILE": str(folder / "key")}
        MasterKey.generate().to_file(folder / "key")
        (folder / "notes.jsonl").write_text("".join(json.dumps(note) + "\n" for note in notes))
        token, address, process = started(folder, environment, chosen.workers)
        try:
            ask(address, token, notes[:BATCH])
            command, batches, singles = [], [], []
            for number in range(ROUNDS):
                command.append(command_seconds(folder, environment, chosen.workers, number))
                batches.append(
                    service_seconds(address, token, [notes[i : i + BATCH] for i in range(0, len(notes), BATCH)])
                )
                singles.append(service_seconds(address, token, [[note] for note in notes]))
            latencies = latencies_of(address, token, long_note(notes))
        finally:
            process.terminate()
            process.wait()
    base = statistics.median(command)
    print(f"{len(notes):,} notes, {characters:,} characters, {chosen.workers} workers")
    for what, seconds in (
        ("command", command),
        (f"service, {BATCH} at once", batches),
        ("service, one by one", singles),
    ):
        median = statistics.median(seconds)
        print(f"{what:>24}  {median:6.2f} s  {characters / median:10,.0f} characters/s  ratio {median / base:.3f}")
    latencies.sort()
    shares = {share: latencies[int(len(latencies) * share)] * 1000 for share in (0.5, 0.95, 0.99)}
    told = ", ".join(f"{share:.0%} {value:.1f} ms" for share, value in shares.items())
    print(f"a note of {LATENCY_CHARACTERS:,} characters, asked alone: {told}")


def started(
    folder: Path, environment: dict[str, str], workers: int, limits: str = "requests-per-minute = 10000000"
) -> tuple[str, tuple[str, int], subprocess.Popen]:
    """Return the token of a user, the address of a service that answers, and its process."""
    home = ServiceFolder.opened(folder / "service", create=True)
    token = Users(home.users).add("bench", [Role.PROCESS], 1)
    (folder / "site.toml").write_text(f"[service]\n{limits}\n")
    command = [sys.executable, "-m", "palimpseste", "serve", "--folder", str(home.path), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--workers", str(workers), "--config", str(folder / "site.toml")],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stderr:
        if found := re.search(r"listening at http://([\d.]+):(\d+)", line):
            return token, (found[1], int(found[2])), process
    raise SystemExit("the service did not start")


def command_seconds(folder: Path, environment: dict[str, str], workers: int, number: int) -> float:
    """Return how long the command takes, less what it takes for one note: starting is not what is compared."""
    (folder / "one.jsonl").write_text('{"id": "1", "text": "Vu ce jour."}\n')

    def run(name: str) -> float:
        began = time.perf_counter()
        files = [folder / f"{name}.jsonl", "-o", folder / f"{name}{number}.jsonl"]
        options = ["--workers", str(workers), "--force", "--no-progress"]
        subprocess.run(
            [sys.executable, "-m", "palimpseste", "deid", *files, *options],
            env=environment,
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - began

    return run("notes") - run("one")


def ask(address: tuple[str, int], token: str, notes: list[dict[str, str]], connection=None) -> None:
    """Have notes de-identified, one or several."""
    connection = connection or http.client.HTTPConnection(*address)
    path, body = ("/v1/deidentify", notes[0]) if len(notes) == 1 else ("/v1/deidentify/batch", {"documents": notes})
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise SystemExit(f"the service answered {answer.status}")


def service_seconds(address: tuple[str, int], token: str, requests: list[list[dict[str, str]]]) -> float:
    """Return how long the service takes for requests that several connections send."""
    waiting = iter(requests)
    lock = threading.Lock()

    def work() -> None:
        connection = http.client.HTTPConnection(*address)
        while True:
            with lock:
                request = next(waiting, None)
            if request is None:
                return
            ask(address, token, request, connection)

    threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def long_note(notes: list[dict[str, str]]) -> str:
    """Return a text as long as is asked for, of whole notes and the beginning of one."""
    return "\n\n".join(note["text"] for note in notes[:50])[:LATENCY_CHARACTERS]


def latencies_of(address: tuple[str, int], token: str, text: str) -> list[float]:
    """Return how long each of many answers took."""
    connection = http.client.HTTPConnection(*address)
    seconds = []
    for number in range(LATENCY_REQUESTS):
        began = time.perf_counter()
        ask(address, token, [{"id": str(number), "text": text}], connection)
        seconds.append(time.perf_counter() - began)
    return seconds


if __name__ == "__main__":
    main()
